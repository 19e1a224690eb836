"""Questions before the roll: go on or stop, what the position is worth, and what each roll would be.

    value = mean over rolls of  the best choice's value

Where a player may stop instead of rolling (`Game.choices_before_roll`), both are told, best first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, count_text
from dicedevil.rules import Game, Position, State, as_position
from dicedevil.solvers.advice import Advice, Option
from dicedevil.solvers.solution import (
    AskedSolution,
    Number,
    Solution,
    fraction_text,
)

ROLL = "roll"
MOST_ROLLS = 20_000
"""How many rolls are told one by one."""


@dataclass(frozen=True)
class RollValue:
    """A roll that can come: how likely it is, the best choice, and its value."""

    roll: str
    chance: float
    choice: str
    value: float


@dataclass(frozen=True)
class BeforeRoll(Advice):
    """What there is to choose before a roll: to roll, or to stop where the game lets you."""

    rolls: tuple[RollValue, ...] = ()
    """Every roll that can come, best first."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `advise --json` prints it without a roll."""
        return {**super().to_dict(), "rolls": [vars(one) for one in self.rolls]}


def unrolled(game: Game, state: Position | State | str, roll: object) -> Position | None:
    """Return the position where no roll is given and one is due; None: there is one, or none is due."""
    if not (roll.strip() == "" if isinstance(roll, str) else roll == ()):
        return None
    position = as_position(game, state)
    if game.is_over(position.state):
        raise PositionError("The game is over: nothing is left to roll or to choose.")
    return position if () not in game.rolls(position.state) else None


def before_roll(solution: Solution, position: Position, written: str | None = None) -> BeforeRoll:
    """Return what a position is worth before the roll, and whether to roll."""
    game, state = solution.game, position.state
    rolls = game.rolls(state)
    if len(rolls) > MOST_ROLLS:
        raise PositionError(
            f"{count_text(len(rolls))} different rolls can come: say which one did, such as "
            f"{game.write_roll(next(iter(rolls)))}."
        )
    flip, more = solution.is_flipped(state), solution.wants_more(state)
    in_all = sum(rolls.values())
    told: list[RollValue] = []
    weighed: list[Number] = []
    for roll, weight in rolls.items():
        choice, value = _best(solution, position, roll, flip, more)
        weighed.append(weight * value)
        told.append(RollValue(game.write_roll(roll), weight / in_all, choice, float(value)))
    told.sort(key=lambda one: -one.value if more else one.value)
    worths = [
        (game.write_choice(choice), choice, _seen(solution.choice_worth(position, (), choice), flip))
        for choice in game.choices_before_roll(state)
    ]
    worths.append((ROLL, None, _sum(weighed) / in_all))
    return BeforeRoll(
        str(game),
        solution.objective.name,
        game.write_state(state) if written is None else written,
        "",
        float((max if more else min)(worth for _, _, worth in worths)),
        _ranked(solution, worths, more),
        game.score_is_win,
        scored_in=game.scored_in,
        error_bound=solution.error_of([worth for _, _, worth in worths]),
        facts=game.facts(position, written or ""),
        asked=AskedSolution(solution, position, ()),
        rolls=tuple(told),
    )


def _best(
    solution: Solution, position: Position, roll: Roll, flip: bool, more: bool
) -> tuple[str, Number]:
    game = solution.game
    worths = [_seen(worth, flip) for worth in solution.choice_worths(position, roll)]
    best: Number = max(worths) if more else min(worths)
    place = solution.first_best(worths, more)
    return game.write_choice(game.choices(position.state, roll)[place]), best


def _sum(worths: list[Number]) -> Number:
    """Add up fractions, or floats with one rounding."""
    if all(isinstance(worth, (int, Fraction)) for worth in worths):
        return sum(worths, Fraction(0))
    return math.fsum(worths)


def _seen(worth: Number, flip: bool) -> Number:
    return 1 - worth if flip else worth


def _ranked(
    solution: Solution, worths: list[tuple[str, Any, Number]], more: bool
) -> tuple[Option, ...]:
    """Return the options, best first; of equally good ones the first in the game's order."""
    best: Number = (max if more else min)(worth for _, _, worth in worths)
    gaps: list[Number] = [best - worth if more else worth - best for _, _, worth in worths]
    losses = [max(0.0, float(gap)) for gap in gaps]
    tie = 2 * solution.error_of([best])
    order = sorted(range(len(worths)), key=lambda k: losses[k] if losses[k] > tie else 0.0)
    return tuple(
        Option(
            worths[k][0],
            float(worths[k][2]),
            losses[k],
            fraction_text(worths[k][2]),
            worths[k][1],
            fraction_text(gaps[k]),
        )
        for k in order
    )
