"""What the lanes of score cards have of contests: typical matches, and duels with luck taken out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.lane import Lane, Looking, Typical


class Contests(Lane):
    """A lane of matches, on values and curves of one player's card."""

    alone: ClassVar[Lane]
    """Who solves that card."""

    def typical(
        self, game: Game, asked: Sequence[Looking | None], sharpness: float, budget: Budget
    ) -> Typical | None:
        """Judge turns on curves and endgames, whatever tables of these are there."""
        from dicedevil.solvers.cards.typical import typical_matches

        return typical_matches(self.alone, game, asked, sharpness, budget)

    def duels(self, game: Game, looking: Looking, budget: Budget) -> Any:
        """Play on curves and the values of the best mean score."""
        from dicedevil.solvers.cards.duels import mean_duels

        return mean_duels(self.alone, game, looking, budget)
