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
    edge_loss: Floats,
    scores: Ints,
    lost: Floats,
    box_sum: Ints,
    box_zeroes: Ints,
    most_rolls: int,
) -> int:
    """Play scores.size games; box_sum and box_zeroes gather points and zeroes by box, lost what choices
    give away.

    Returns the rolls of all games, or -1 if one goes on for more than so many.
    """
    in_all = 0
    box_points = np.zeros(box_sum.size, np.int64)
    for game in range(scores.size):
        state = start
        score = 0
        box_points[:] = 0
        rolls = 0
        while state_rolls[state] < state_rolls[state + 1]:
            rolls += 1
            if rolls > most_rolls:
                return -1
            roll = _pick(roll_chance, state_rolls[state], state_rolls[state + 1], generator.random())
            edge = roll_edges[roll]
            if roll_edges[roll + 1] - edge > 1:
                edge = _pick(edge_share, edge, roll_edges[roll + 1], generator.random())
            score += edge_points[edge]
            lost[game] += edge_loss[edge]
            if edge_box[edge] >= 0:
                box_points[edge_box[edge]] += edge_points[edge]
            state = edge_next[edge]
        scores[game] = score
        in_all += rolls
        for box in range(box_sum.size):
            box_sum[box] += box_points[box]
            box_zeroes[box] += box_points[box] == 0
    return in_all
