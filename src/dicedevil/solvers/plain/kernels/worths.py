"""Kernels of utilities: a row of values per state, one entry per number of points made so far.

The row of state s covers the points fewest[s] ... most[s] and starts at row_start[s].
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@kernel
def find_points_made(
    order: Ints,
    state_rolls: Ints,
    roll_edges: Ints,
    edge_points: Ints,
    edge_next: NDArray[np.int32],
    fewest: Ints,
    most: Ints,
) -> None:
    """The fewest and the most points made at each state, from those at the roots on (acyclic)."""
    for place in range(order.size - 1, -1, -1):
        state = order[place]
        if fewest[state] > most[state]:
            continue
        for edge in range(roll_edges[state_rolls[state]], roll_edges[state_rolls[state + 1]]):
            after = edge_next[edge]
            fewest[after] = min(fewest[after], fewest[state] + edge_points[edge])
            most[after] = max(most[after], most[state] + edge_points[edge])


@kernel
def sweep_worths(
    order: Ints,
    state_rolls: Ints,
    roll_weight: Floats,
    roll_edges: Ints,
    edge_points: Ints,
    edge_next: NDArray[np.int32],
    fewest: Ints,
    most: Ints,
    row_start: Ints,
    lowest_score: int,
    shares: Floats,
    out: Floats,
) -> None:
    """Best mean share of every state and number of points: choose elementwise, then mix over rolls."""
    widest = 0
    for state in order:
        widest = max(widest, most[state] - fewest[state] + 1)
    best = np.empty(widest)
    for state in order:
        width = most[state] - fewest[state] + 1
        row = out[row_start[state] : row_start[state] + width]
        if state_rolls[state] == state_rolls[state + 1]:
            for k in range(width):
                row[k] = shares[fewest[state] + k - lowest_score]
            continue
        row[:] = 0.0
        weights = 0.0
        for roll in range(state_rolls[state], state_rolls[state + 1]):
            best[:width] = 0.0
            for edge in range(roll_edges[roll], roll_edges[roll + 1]):
                after = edge_next[edge]
                source = row_start[after] + fewest[state] + edge_points[edge] - fewest[after]
                for k in range(width):
                    value = out[source + k]
                    best[k] = value if value > best[k] else best[k]
            weight = roll_weight[roll]
            weights += weight
            for k in range(width):
                row[k] += weight * best[k]
        for k in range(width):
            row[k] /= weights
