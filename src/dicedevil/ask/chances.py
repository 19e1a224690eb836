"""How likely a target is: played for the most points, as most people do, and gone for.

    normally      the chance under the strategy with the best mean score
    going_for_it  the best chance there is: one point of the target curve
    cost          what going for it gives away in points, on average

Who goes for a target still takes the most points where the chance stays the same: so the cost is the
least that the best chance can be had for. It is told where few positions lie ahead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from dicedevil.ask.curve import TargetCurve, curve_of
from dicedevil.ask.evaluate import evaluate
from dicedevil.dice import Roll
from dicedevil.errors import PositionError
from dicedevil.games import game as game_named
from dicedevil.notebook import html_table
from dicedevil.objectives import TIE, MaxScore
from dicedevil.rules import Game, Position, State, as_position
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Number, Solution, fraction_text
from dicedevil.solvers.solver import answer
from dicedevil.solvers.worths import StateValues

MOST_LOOKS = 60_000
"""How many choices are looked at to tell a cost: under a second."""
DEEPEST = 100
"""Choices in a row that are looked at: each takes several calls within calls."""


@dataclass(frozen=True)
class TargetChance:
    """How likely one target is, and what going for it costs."""

    target: int
    normally: Number
    going_for_it: Number
    cost: float | None = None
    """Points given away on average by going for it; None where that takes long to find."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        chances = {"normally": self.normally, "going_for_it": self.going_for_it}
        fractions = {name: fraction_text(chance) for name, chance in chances.items()}
        return {
            "target": self.target,
            **{name: float(chance) for name, chance in chances.items()},
            "cost": self.cost,
            "exact": fractions if None not in fractions.values() else None,
        }


@dataclass(frozen=True)
class TargetChances:
    """What a position is worth, and how likely some targets are from there."""

    curve: TargetCurve
    worth: Number
    """The best mean score, points made so far included."""
    points: int
    """The points made so far."""
    targets: tuple[TargetChance, ...]
    worth_error_bound: float = 0.0
    """How far the worth can be from the exact one; 0.0 for fractions."""
    normally_error_bound: float = 0.0
    """How far a chance playing for points can be; for going for it, see the curve."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `curve --target --json` prints it."""
        return {
            **self.curve.to_dict(),
            "worth": float(self.worth),
            "exact_worth": fraction_text(self.worth),
            "worth_error_bound": self.worth_error_bound,
            "normally_error_bound": self.normally_error_bound,
            "points": self.points,
            "asked": [one.to_dict() for one in self.targets],
        }

    def __str__(self) -> str:
        """The main figures in a line."""
        word = "at most" if self.curve.lower_is_better else "at least"
        told = (
            f"{word} {one.target} with {float(one.normally):.4g}, going for it "
            f"{float(one.going_for_it):.4g}"
            for one in self.targets
        )
        return "; ".join([f"{self.curve.game}: worth {float(self.worth):.6g}", *told])

    def _repr_html_(self) -> str:
        rows = [
            (one.target, f"{float(one.normally):.6g}", f"{float(one.going_for_it):.6g}")
            for one in self.targets
        ]
        heading = f"{self.curve.game}: {self.curve.state or 'start'}, worth {float(self.worth):.6g}"
        return html_table(rows, ("target", "playing for points", "going for it"), heading)


def chances(
    game: Game | str,
    state: Position | State | str = "",
    targets: Iterable[int] = (),
    *,
    exact: bool = False,
    budget: Budget = USUAL,
) -> TargetChances:
    """Return what a position is worth, and how likely each target is, normally and gone for."""
    rules = game_named(game) if isinstance(game, str) else game
    position = as_position(rules, state)
    found, curves = curve_of(rules, state, exact=exact, fresh=False, budget=budget)
    aim = MaxScore()
    played = answer(Question(aim.view(rules), aim, exact, at=position.state, budget=budget))
    law = evaluate(rules, "optimal", exact=exact, state=state, budget=budget)
    normally = law.at_most if rules.lower_is_better else law.at_least
    asked = []
    for target in targets:
        best = found.exact_chance(target) if exact else found.chance(target)
        likely = min(normally(target), best or 0)  # above it by rounding only
        cost = _Going(played, replace(curves, target=target), 2 * found.error_bound).cost(position)
        asked.append(TargetChance(target, likely, best or 0, cost))
    worth, off = played.worth(position), max(law.error_bound, found.error_bound)
    return TargetChances(found, worth, position.points, tuple(asked), played.error_of([worth]), off)


class _Going:
    """The best mean score of all who go for a target with the best chance."""

    def __init__(self, played: Solution, curves: StateValues, tie: float) -> None:
        self.played, self.curves, self.tie = played, curves, tie
        self.best = min if played.game.lower_is_better else max
        self.means: dict[Position, Number] = {}
        self.looks = 0

    def cost(self, position: Position) -> float | None:
        try:
            cost = abs(float(self.played.worth(position) - self._mean(position, 0)))
        except (_TooFar, RecursionError, PositionError):  # or the values are those of one turn
            return None
        return cost if cost > TIE else 0.0

    def _mean(self, place: Position, depth: int) -> Number:
        """Return the mean score; once the target is made or gone, points are all that is left."""
        if self._chance(place) in (0, 1):
            return self.played.worth(place)
        if place not in self.means:
            if depth > DEEPEST or self.looks > MOST_LOOKS:
                raise _TooFar
            rolls = self.played.game.rolls(place.state)
            after = ((weight, self._after(place, roll, depth)) for roll, weight in rolls.items())
            total = sum(weight * mean for weight, mean in after)
            self.means[place] = total / sum(rolls.values())
        return self.means[place]

    def _after(self, place: Position, roll: Roll, depth: int) -> Number:
        """Return the mean score with a roll: of the choices with the best chance, the best mean."""
        game = self.played.game
        moves = [game.play(place.state, roll, one) for one in game.choices(place.state, roll)]
        self.looks += len(moves)
        places = [Position(place.points + points, after) for points, after in moves]
        chances = [self._chance(one) for one in places]
        most = max(chances)
        near = (one for one, chance in zip(places, chances, strict=True) if self._ties(chance, most))
        return self.best(self._mean(one, depth + 1) for one in near)

    def _chance(self, place: Position) -> Number:
        return self.curves.worth(place.points, place.state)

    def _ties(self, chance: Number, most: Number) -> bool:
        return most - chance <= self.tie * most


class _TooFar(Exception):
    """More positions lie ahead than are worth looking at."""
