"""By how much results of best play spread: what choices lose is told as a share of it."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from dicedevil.ask.simulate import simulate_alone
from dicedevil.ask.weaker import strengths
from dicedevil.games import is_listed
from dicedevil.objectives import FewestTurns, MaxScore, Objective, WinMatch
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.tables import kept, key_of

GAMES = 20_000
"""Of best play, from which the spread of a game's scores is told: right to about one per cent."""
SPREAD = "spread of "
"""What stands before the objective in the file of what comes with Dice Devil."""
REMEMBERED = 8


def spread_of(solution: Solution, budget: Budget) -> float:
    """Return the standard deviation of the result of best play: losses are told as shares of it."""
    game, objective = solution.game, solution.objective
    if isinstance(objective, WinMatch):
        return table_spread(2)
    if game.score_is_win or not isinstance(objective, (MaxScore, FewestTurns)):
        return chance_spread(float(solution.value))
    return score_spread(game, objective, budget)


def chance_spread(chance: float) -> float:
    """Return the standard deviation of what happens with a chance."""
    return math.sqrt(max(0.0, chance * (1.0 - chance)))


def score_spread(game: Game, objective: Objective, budget: Budget) -> float:
    """Return the standard deviation of the score under best play, of games from one seed.

    That of listed games comes with Dice Devil: nobody waits for their kernels at the end of a game.
    """
    alone = game.innermost
    if is_listed(alone) and objective.view(alone) == game:
        known = strengths().get(str(alone), {}).get(f"{SPREAD}{objective.name}")
        if known is not None:
            return known[0]
    return sampled_spread(game, objective, budget)


@lru_cache(REMEMBERED)
def sampled_spread(game: Game, objective: Objective, budget: Budget) -> float:
    """Play so many games, and keep what comes of them."""
    import numpy as np

    def make() -> dict[str, Any]:
        played = simulate_alone(game, "optimal", games=GAMES, seed=1, budget=budget)
        return {"spread": np.array([played.sd])}

    key = key_of(Question(game, objective), "(spread)", room=game.solved_in)
    arrays = kept(key, make, {"games": GAMES}, budget)
    return float((arrays or make())["spread"][0])


def table_spread(players: int) -> float:
    """Return the standard deviation of the opponents beaten where everybody is as good: 1/2 of two."""
    return math.sqrt((players**2 - 1) / 12)
