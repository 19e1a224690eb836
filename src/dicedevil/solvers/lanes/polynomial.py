"""The polynomial lane: placement games with multipliers, mean score (see `solvers.polynomial`)."""

from __future__ import annotations

from dicedevil.errors import UsageError
from dicedevil.families.placement import PlacementGame
from dicedevil.objectives import MaxScore
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution


def fits(question: Question) -> bool:
    """Multipliers that do not fall, and the mean score."""
    game = question.game
    return (
        isinstance(game, PlacementGame) and game.is_linear and isinstance(question.objective, MaxScore)
    )


def solve(question: Question) -> Solution:
    """Solve by the table of mean rolls."""
    from dicedevil.solvers.polynomial import polynomial_values

    game = question.game
    if not isinstance(game, PlacementGame) or not isinstance(question.objective, MaxScore):
        raise UsageError("The polynomial method is for the mean score of placement games.")
    if not game.is_linear:
        raise UsageError(
            f"The polynomial method does not apply to {game}: it needs a multiplier per slot, none "
            "below the one before. The set table (lane 'graph' or 'reference') solves it."
        )
    values, error = polynomial_values(game, question.exact)
    return question.answer(values, "polynomial", 1 << game.slots, error)
