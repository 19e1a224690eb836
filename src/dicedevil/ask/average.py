"""Points a turn in the long run under one strategy.

The long run is made of stretches that are all alike: something carried over from turn to turn begins
and ends each of them. So the average of a turn is the mean points of a stretch over its mean turns: two
laws of the same game, one of its points and one of its turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from dicedevil.ask.evaluate import Distribution, evaluate
from dicedevil.ask.strategies import AnyStrategy, as_strategy
from dicedevil.games import game as game_named
from dicedevil.objectives import Average, fraction_text
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.solver import solve
from dicedevil.strategy import Strategy
from dicedevil.wrapped.counted import TurnsCounted


@dataclass(frozen=True)
class LongRunAverage:
    """The average of a turn, and the laws of a stretch that it is made of."""

    game: str
    strategy: str
    points: Distribution
    turns: Distribution

    @property
    def exact(self) -> Fraction | None:
        """The average as a fraction, where both laws are in fractions."""
        points, turns = self.points.exact_mean, self.turns.exact_mean
        both = isinstance(points, Fraction) and isinstance(turns, Fraction)
        return Fraction(points) / Fraction(turns) if both else None

    @property
    def average(self) -> float:
        """The points a turn."""
        return float(self.exact) if self.exact is not None else self.points.mean / self.turns.mean

    @property
    def error_bound(self) -> float:
        """How far the average can be from the exact one: a stretch has at least one turn."""
        if self.exact is not None:
            return 0.0
        off = self.points.mean_error_bound + abs(self.average) * self.turns.mean_error_bound
        return 1.01 * off + 2.0**-52 * abs(self.average)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `evaluate --objective average --json` prints it."""
        return {
            "game": self.game,
            "strategy": self.strategy,
            "average": self.average,
            "exact": None if self.exact is None else fraction_text(self.exact),
            "error_bound": self.error_bound,
            "points_a_stretch": self.points.mean,
            "turns_a_stretch": self.turns.mean,
        }

    def __str__(self) -> str:
        """In a line."""
        return f"{self.game}, {self.strategy}: {self.average:.6g} points a turn in the long run"


def average(
    game: Game | str,
    strategy: str = "optimal",
    *,
    exact: bool | None = None,
    budget: Budget | None = None,
) -> LongRunAverage:
    """Return the points a turn of a strategy in the long run; `optimal` is the best there is."""
    rules = game_named(game) if isinstance(game, str) else game
    played, cost = Average().view(rules), budget or Budget()
    if strategy == "optimal":
        solution = solve(rules, Average(), exact=bool(exact), budget=cost)
        # Both laws ask for the same choices, and to find one costs more than to keep it.
        chosen: AnyStrategy = Strategy(strategy, cache(solution.best_choice))
    else:
        chosen = as_strategy(played, strategy, cost)
    points = evaluate(played, chosen, exact=exact, budget=cost)
    turns = evaluate(TurnsCounted(played), chosen, exact=exact, budget=cost)  # the same states
    return LongRunAverage(str(rules), strategy, points, turns)
