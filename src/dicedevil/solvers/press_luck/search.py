"""EMP(1) in a race of several players: expected match points, one turn ahead.

In a race the best chances of being done within 1, 2, 3, ... turns (`chances_within`) are what target
curves are in a game of scores, and as there they are taken for the law of the turns that each still
needs. Whoever needs fewer turns beats the other, and of equals who moves first. The value of a position
when a turn is over is the number of opponents that the mover beats on average,

    W(b) = sum over opponents j and turns n of  P(I need n turns from b) * P(j needs more than n),

since everybody else moves before the mover does again. The turn under way is played out, by the sweep
of any turn: banking t is worth W(b + t), a bust W(b), and the target beats everybody. With a last round
the target beats those who fail in their last turn (`TurnArrays.replies`), and in the last round itself
only totals count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dicedevil.dice import Roll
from dicedevil.errors import TooLarge
from dicedevil.families.press_luck import BANK, BUST, PressLuckTable, TableState
from dicedevil.objectives import first_best
from dicedevil.remembering import Remembers
from dicedevil.rules import Choice, Position
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.press_luck.arrays import compile_rules
from dicedevil.solvers.press_luck.kernels.race import one_turn_more
from dicedevil.solvers.press_luck.kernels.turn import (
    Floats,
    Ints,
    TurnArrays,
    least_bank,
    sweep_rolls,
    sweep_turn,
)

MOST_UNITS = 3_000
"""The longest race, in units, whose laws are worked out."""
MOST_TURNS = 2_000
"""The most turns that are looked at: a race that may take more is refused."""
UNSURE = 1e-6
"""What may be missing to certainty that a race is over."""


def turns_needed(table: PressLuckTable, budget: Budget) -> Floats:
    """Return done[n, b]: the best chance to have the target within n turns from b units."""
    rules, goal = table.rules, table.rules.goal
    if goal > MOST_UNITS or 24 * goal * MOST_TURNS > budget.room():
        raise TooLarge(
            f"A race of {goal:,} steps is too long to look ahead in: the most is {MOST_UNITS:,} "
            f"(a lower target, or players such as optimal, in {table})."
        )
    arrays = compile_rules(rules)
    done = [np.zeros(goal)]
    one_turn_more(arrays, done[0], np.zeros(goal))  # compiled first, which says nothing of the rest
    watch = budget.watch(f"Looking ahead in {table}", "solving turn by turn")
    while done[-1][0] < 1.0 - UNSURE and len(done) < MOST_TURNS:
        done.append(np.zeros(goal))
        one_turn_more(arrays, done[-2], done[-1])
        watch.look(len(done))
    if done[-1][0] < 1.0 - UNSURE:
        raise TooLarge(
            f"A race of {table} is too slow to look ahead in: after {MOST_TURNS:,} turns the target is "
            f"reached with a chance of {done[-1][0]:.6f} only (a lower target, or players such as "
            "optimal)."
        )
    return np.concatenate((done, np.ones((len(done), 1))), axis=1)


@dataclass(frozen=True)
class RaceSearch(Remembers):
    """Values of choices at a table, by the laws of the turns that everybody needs."""

    table: PressLuckTable
    done: Floats
    """(turns, units): the chance to have the target within so many turns."""

    @cached_property
    def _arrays(self) -> TurnArrays:
        return compile_rules(self.table.rules)

    @cached_property
    def _takes(self) -> Floats:
        """(turns, units): the chance to need just so many turns."""
        return np.diff(self.done, axis=0)

    def turn(self, positions: Sequence[Position]) -> RaceWorth:
        """Prepare the mover's turn; the one position is that of the whole table."""
        state: TableState = positions[0].state
        table, unit = self.table, self.table.rules.unit
        arrays = self._arrays
        me = table.banked_by(state) // unit
        cap, least = table.cap(state) // unit, least_bank(arrays, me)
        rows, width = cap + arrays.reach, arrays.dice + 1
        worth = self._after(state, me + np.arange(rows))
        bank = np.where(np.arange(rows) < least, -np.inf, worth)
        best, rolled = np.zeros(rows * width), np.zeros(rows * width)
        sweep_turn(arrays, bank, float(worth[0]), cap, best, np.zeros_like(best))
        sweep_rolls(arrays, best, best, float(worth[0]), cap, rolled)
        return RaceWorth(table, bank, float(worth[0]), rolled.reshape(rows, width))

    def _after(self, state: TableState, totals: Ints) -> Floats:
        """Return how many opponents are beaten with these totals, in units, when the turn is over."""
        table, rules = self.table, self.table.rules
        others = np.array(table.in_turn(state)[1:]) // rules.unit
        if table.is_last(state):
            waiting = table.still_to_play(state)
            past = [self._held(totals, one) for one in others[:waiting]]
            past += [(1.0 + np.sign(totals - one)) / 2 for one in others[waiting:]]
            return np.sum(past, axis=0)  # type: ignore[no-any-return]
        behind = (1.0 - self.done[1:, others]).sum(axis=1)
        racing = np.append((self._takes * behind[:, None]).sum(axis=0)[:-1], 0.0)
        reached = np.sum([self._held(totals, one) for one in others], axis=0)
        return np.where(totals < rules.goal, racing[np.minimum(totals, rules.goal)], reached)

    def _held(self, totals: Ints, other: int) -> Floats:
        """Return the chances that totals hold against another's last turn, if there is one."""
        replies = self._arrays.replies[1, min(int(other), 1)]
        leads = np.clip(totals - other, 0, len(replies) - 1)
        return np.where(totals < other, 0.0, 1.0 - replies[leads])


@dataclass(frozen=True)
class RaceWorth:
    """A turn under way: what banking, a bust and rolling on are worth."""

    table: PressLuckTable
    bank: Floats
    bust: float
    rolling: Floats

    def values(self, position: Position, roll: Roll) -> Sequence[float]:
        """Return the value of every choice, in the game's order; without a roll of those before it."""
        state: TableState = position.state
        table = self.table
        choices = table.choices(state, roll) if roll else table.choices_before_roll(state)
        return [self._worth(state, roll, choice) for choice in choices]

    def _worth(self, state: TableState, roll: Roll, choice: Choice) -> float:
        rules = self.table.rules
        if choice == BUST:
            return self.bust
        if choice == BANK:
            total = state.turn + (rules.set_asides(roll)[0].points if roll else 0)
            return float(self.bank[min(total // rules.unit, len(self.bank) - 1)])
        left = len(roll) - len(choice) or rules.dice
        return float(self.rolling[(state.turn + rules.scores[choice]) // rules.unit, left])

    def choose(self, position: Position, roll: Roll, chance: float = 0.0) -> Choice:
        """Return the first of the best choices."""
        values = self.values(position, roll)
        return self.table.choices(position.state, roll)[first_best(values)]
