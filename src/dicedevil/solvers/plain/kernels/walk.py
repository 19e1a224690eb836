"""Walking through a game graph: many random games, or the exact chance of passing each state."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@kernel
def _pick(chances: Floats, first: int, last: int, point: float) -> int:
    """The place in first..last-1 at which the running sum of chances passes `point`."""
    for place in range(first, last - 1):
        point -= chances[place]
        if point < 0.0:
            return place
    return last - 1


@kernel
def walk_games(
    generator: np.random.Generator,
    start: int,
    state_rolls: Ints,
    roll_chance: Floats,
    roll_edges: Ints,
    edge_share: Floats,
    edge_points: Ints,
    edge_next: NDArray[np.int32],
    edge_box: NDArray[np.int32],
    scores: Ints,
    box_sum: Ints,
    box_zeroes: Ints,
    most_rolls: int,
) -> bool:
    """Play scores.size games; box_sum and box_zeroes gather points and zeroes by box.

    Returns False if a game goes on for more than so many rolls.
    """
    box_points = np.zeros(box_sum.size, np.int64)
    for game in range(scores.size):
        state = start
        score = 0
        box_points[:] = 0
        rolls = 0
        while state_rolls[state] < state_rolls[state + 1]:
            rolls += 1
            if rolls > most_rolls:
                return False
            roll = _pick(roll_chance, state_rolls[state], state_rolls[state + 1], generator.random())
            edge = roll_edges[roll]
            if roll_edges[roll + 1] - edge > 1:
                edge = _pick(edge_share, edge, roll_edges[roll + 1], generator.random())
            score += edge_points[edge]
            if edge_box[edge] >= 0:
                box_points[edge_box[edge]] += edge_points[edge]
            state = edge_next[edge]
        scores[game] = score
        for box in range(box_sum.size):
            box_sum[box] += box_points[box]
            box_zeroes[box] += box_points[box] == 0
    return True
