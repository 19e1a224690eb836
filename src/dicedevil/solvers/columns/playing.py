"""Many random games by strategies that count: a kernel plays them."""

from __future__ import annotations

import numpy as np

from dicedevil.families.columns import ColumnsGame, StepCounting
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.columns.kernels.playing import play_counting
from dicedevil.solvers.races import MOST_TURNS, Turns, endless, in_parts

AT_ONCE = 20_000
"""Games that are played between two looks at the clock."""


def counted_games(
    game: ColumnsGame, plan: StepCounting, games: int, seed: int, budget: Budget
) -> Turns:
    """Play games by a strategy that counts."""
    board, weights = game.board, plan.weights
    generator, turns = np.random.default_rng(seed), np.zeros(games, np.int64)
    by_column = np.array((weights.steps, weights.first, weights.choice), np.int64)
    rest = (plan.points, weights.odd, weights.even, weights.one_side, weights.marker)
    length, counted = np.array(board.lengths, np.int64), np.array(rest, np.int64)
    fixed = (length, board.neutral, board.columns, board.sides, by_column, counted)
    for part in in_parts(turns, budget, AT_ONCE):
        if not play_counting(generator, *fixed, MOST_TURNS, part):
            raise endless(game, plan.name)
    return turns
