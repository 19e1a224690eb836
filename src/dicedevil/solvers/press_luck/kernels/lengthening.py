"""Kernels for margins where ways to play are equal: the longest of them counts.

The expected turns of a match follow one best way to play. Where another is as good, to the last digit,
and longer (a match that is all but lost), margins of so much a turn break their own inequality: the
longer way borrows more. There the turns are counted as what the inequality needs, layer by layer, few
points to go first. See `solvers.press_luck.match`.
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.machine import kernel
from dicedevil.solvers.press_luck.kernels.side_by_side import (
    BESIDE,
    Rooms,
    best_beside,
    clear_won,
    fill_bank,
)
from dicedevil.solvers.press_luck.kernels.turn import Floats, TurnArrays, race_cap

ROUNDS = 2
"""The two turns of a pair hang on each other; the check that follows has the last word."""


@kernel
def _lengthen(
    arrays: TurnArrays,
    goal: int,
    me: Rooms,
    them: Rooms,
    per_turn: float,
    spare: float,
    values: Floats,
    turns: Floats,
) -> None:
    """Raise turns[me, them] to what the upper inequality needs, with room for the lower one."""
    width, rooms = arrays.dice + 1, 0
    for column in range(BESIDE):
        rooms = max(rooms, race_cap(arrays, goal, me[column]))
    rows = (rooms + arrays.reach) * width
    bank, follow = np.empty((rooms + 1, BESIDE)), np.empty((rooms + 1, BESIDE))
    best, slope = np.empty((rows, BESIDE)), np.empty((rows, BESIDE))
    bust = np.empty(BESIDE)
    for column in range(BESIDE):
        lifted = values[them[column], me[column]] - per_turn * turns[them[column], me[column]]
        bust[column] = 1.0 - min(max(lifted, 0.0), 1.0)
    fill_bank(arrays, goal, me, them, rooms, per_turn, values, turns, bank, follow)
    clear_won(arrays, best, slope)
    best_beside(arrays, bank, bust, rooms, best, slope)
    for column in range(BESIDE):
        mine, theirs = me[column], them[column]
        start = (race_cap(arrays, goal, mine) + arrays.reach - 1) * width + arrays.dice
        borrowed = best[start, column] - values[mine, theirs] + 0.5 * (spare + per_turn)
        if values[mine, theirs] + per_turn * turns[mine, theirs] < 1.0:
            turns[mine, theirs] = max(turns[mine, theirs], borrowed / per_turn)


@kernel
def lengthen_side_by_side(
    shard: int,
    shards: int,
    arrays: TurnArrays,
    goal: int,
    total: int,
    values: Floats,
    turns: Floats,
    per_turn: float,
    spare: float,
) -> float:
    """Lengthen the turns of every `shards`-th block of pairs with i + j = total and i <= j."""
    low, high = max(0, total - goal + 1), total // 2
    i, j = np.empty(BESIDE, np.int64), np.empty(BESIDE, np.int64)
    for first in range(low + shard * BESIDE, high + 1, shards * BESIDE):
        for column in range(BESIDE):
            i[column] = min(first + column, high)  # columns left over do the last pair again
            j[column] = total - i[column]
        for _ in range(ROUNDS):
            _lengthen(arrays, goal, i, j, per_turn, spare, values, turns)
            _lengthen(arrays, goal, j, i, per_turn, spare, values, turns)
    return 0.0
