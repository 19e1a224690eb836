"""One turn for a target: the best chance of at least so many points, for every number of them.

Up to the cap of a turn one sweep answers for all targets and all positions: the best chance depends
only on the dice in hand and on what is still missing, since below the target nothing ends a turn but a
bust. A target below the minimum is as hard as the minimum. A target past the cap, where a turn is
banked unless the dice cannot bust, has a sweep of its own, made when it is asked for; of set-asides
that leave the same dice, the one with fewer points may be better there.

Where dice cannot bust there is no last target. Let z(u) be the best chance of u units more past the
cap. It is told until z is below `TINY`, and that is part of the error bound; what is left out of the
mean of a curve is less than the error bound times its length, because z(u + v) <= z(u) z(v - reach).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from dicedevil.errors import TooLarge, UsageError
from dicedevil.families.press_luck import PressLuckGame, Turn
from dicedevil.objectives import ReachTarget, require_reachable
from dicedevil.remembering import Remembers
from dicedevil.solvers.press_luck.arrays import (
    UNIT_ROUNDOFF,
    compile_rules,
    longest,
    rounding_per_roll,
)
from dicedevil.solvers.press_luck.kernels.targets import chances_beyond, chances_of_target
from dicedevil.solvers.press_luck.kernels.turn import Floats
from dicedevil.solvers.question import Question

TINY = 2.0**-60
MOST_ROWS = 4_000_000
SECONDS_PER_STEP = 3e-9
"""Measured: one option of one roll, on one core at 3 GHz."""
MOST_KEPT = 64
"""How many targets' tables are kept at hand."""


@dataclass(frozen=True)
class TurnTargets(Remembers):
    """The best chance of every score of a turn, and of the one that is asked for."""

    game: PressLuckGame
    target: int

    @property
    def cap(self) -> int:
        """Units from which only dice that cannot bust are rolled."""
        return self.game.most // self.game.rules.unit

    @cached_property
    def error_bound(self) -> float:
        """How far off a chance can be: the rounding of all sums of a turn, and what is not told."""
        rules = self.game.rules
        rounding = longest(rules, rounding_per_roll(rules, every_option=True)) + 4 * UNIT_ROUNDOFF
        return rounding + (2 * TINY if rules.free_dice else 0.0)

    @cached_property
    def last(self) -> int:
        """The largest target in units that is told."""
        reach = compile_rules(self.game.rules).reach
        return self.cap + (len(self._beyond) if self.game.rules.free_dice else reach) - 1

    @cached_property
    def _missing(self) -> Floats:
        """By what is missing to a target up to the cap: as with so much less than the cap."""
        return self._sweep(self.cap)[::-1]

    @cached_property
    def _beyond(self) -> Floats:
        """By what is missing past the cap and the dice in hand."""
        arrays, width = compile_rules(self.game.rules), self.game.rules.dice + 1
        table = np.zeros((arrays.reach, width))
        if not self.game.rules.free_dice:
            return table
        while table[-arrays.reach].max() >= TINY or not table.any():
            if len(table) > MOST_ROWS:
                raise TooLarge(f"A turn of {self.game} goes on for too long to list its scores.")
            table = np.zeros((2 * len(table), width))
            chances_beyond(arrays, table)
        told = int(np.argmax(table.max(axis=1) < TINY))  # the first; they only fall
        return table[: told + arrays.reach]

    @cached_property
    def _further(self) -> Callable[[int], Floats]:
        """The sweep of a target past the cap."""
        return lru_cache(MOST_KEPT)(self._sweep)

    def _sweep(self, target: int) -> Floats:
        width = self.game.rules.dice + 1
        out = np.zeros(self.cap * width)
        arrays = compile_rules(self.game.rules, target > self.cap)
        chances_of_target(arrays, self._beyond, self.cap, target, out)
        return out.reshape(self.cap, width)

    def chance(self, units: int, state: Turn) -> float:
        """Return the best chance that the turn brings so many units or more from here on."""
        rules = self.game.rules
        if units <= 0:
            return 1.0
        if state.dice == 0 or units > self.last:
            return 0.0
        turn, wanted = state.turn // rules.unit, max(units, rules.least)
        if wanted <= self.cap:
            return float(self._missing[max(wanted - turn, 1) - 1, state.dice])
        if turn == self.cap:
            return float(self._beyond[wanted - turn, state.dice])
        return float(self._further(wanted)[turn, state.dice])

    def worth(self, points: int, state: Turn) -> float:
        """Return the best chance of reaching the target from here."""
        self.game.require_state(state)
        return self.chance(-(-(self.target - points) // self.game.rules.unit), state)

    def row(self, state: Turn) -> tuple[int, Floats]:
        """Return the points that are sure, none, and the chances of each point more."""
        self.game.require_state(state)
        chances = np.array([self.chance(units, state) for units in range(1, self.last + 1)])
        told = np.flatnonzero(chances)
        return 0, np.repeat(chances[: told[-1] + 1 if len(told) else 0], self.game.rules.unit)

    def require_reachable(self) -> None:
        """Refuse a target out of reach; where dice cannot bust, none is."""
        start, unit = self.game.start(), self.game.rules.unit
        if self.game.rules.free_dice or self.worth(0, start) > 0.0:
            return
        low, high = 0, self.last
        while low < high:  # chances only fall
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.chance(middle, start) > 0.0 else (low, middle - 1)
        require_reachable(self.game, ReachTarget(self.target), 0, low * unit)


def turn_targets(game: PressLuckGame, question: Question) -> TurnTargets:
    """Return the chances of targets in one turn; refuse one that makes no sense."""
    objective, budget = question.objective, question.budget
    if not isinstance(objective, ReachTarget):
        raise UsageError(f"'{objective.name}' has no targets.")
    if question.exact:
        raise UsageError(
            f"A turn of {game} has no largest score, so its curve is told in floats, as far as they "
            "go: leave --exact out."
        )
    found = TurnTargets(game, objective.target or 0)
    if objective.target is None:
        sweeps = 1 + found.last - found.cap  # one for each target past the cap
        budget.require(
            f"The curve of {game} with {found.last:,} targets",
            seconds=sweeps
            * found.cap
            * len(compile_rules(game.rules, True).option_step)
            * SECONDS_PER_STEP,
            instead="A single target (solve --target N) is quicker.",
        )
    elif objective.target < 0:
        require_reachable(game, objective, 0, 0)
    else:
        found.require_reachable()
    return found
