"""How far the standard deviation of best play depends on how ties are broken."""

from __future__ import annotations

from dicedevil.games import game as game_named
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solver import solve
from dicedevil.solvers.spread import Spread, TellsSpread


def sd_range(
    game: Game | str, *, exact: bool = False, progress: Progress = silent, budget: Budget | None = None
) -> Spread:
    """Return the least and the greatest variance among all strategies with the best mean score.

    A score card in floats, with an error bound; any other game, or with `exact=True`, in fractions.
    """
    rules = game_named(game) if isinstance(game, str) else game
    cost = budget or Budget(progress=progress)
    values = None if exact else solve(rules, budget=cost).values
    if isinstance(values, TellsSpread):
        return values.spread(cost)
    from dicedevil.solvers.plain.spread import exact_spread  # late: few ask for fractions

    return exact_spread(rules, cost)
