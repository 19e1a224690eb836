"""Values of the reference lane: fractions in a mapping, one a state or a curve a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dicedevil.objectives import Objective, made
from dicedevil.rules import Game, State
from dicedevil.solvers.solution import Number, look_up


@dataclass(frozen=True)
class MappedValues:
    """Single values in a mapping: fractions of the reference lane."""

    objective: Objective
    by_state: Mapping[State, Number]

    def worth(self, points: int, state: State) -> Number:
        """Points made count for the score objectives only."""
        value: Number = look_up(self.by_state, state)
        return made(self.objective, points) + value


@dataclass(frozen=True)
class CurveValues:
    """Curves: the chance of each number of points still to come."""

    game: Game
    target: int
    by_state: Mapping[State, Any]

    def worth(self, points: int, state: State) -> Number:
        """Return the best chance of reaching the target from here."""
        missing = self.target - points
        if self.game.lower_is_better:
            missing = -missing  # low scores win: curves count points as negative
        chance: Number = look_up(self.by_state, state).chance(missing)
        return chance

    def row(self, state: State) -> tuple[int, Sequence[Fraction]]:
        """Return the points that are sure and the chances of each point more."""
        curve = look_up(self.by_state, state)
        return curve.low, [Fraction(chance, curve.total) for chance in curve.chances]
