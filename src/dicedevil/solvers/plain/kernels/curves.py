"""Curve and law kernels: a row of probabilities per state, one entry per number of points to come.

The row of state s covers the points first[s] + 1 ... first[s] + width[s] still to come and starts at
row_start[s]: for a curve the entry is the best chance of at least that many points, for a law the
chance of exactly that many, with one more entry in front for first[s] itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@kernel
def find_point_ranges(
    order: Ints,
    state_rolls: Ints,
    roll_edges: Ints,
    edge_points: Ints,
    edge_next: NDArray[np.int32],
    lowest: Ints,
    highest: Ints,
    rolls_left: Ints,
) -> None:
    """The fewest and the most points, and the most rolls, any play can still bring (acyclic)."""
    for state in order:
        begin, end = roll_edges[state_rolls[state]], roll_edges[state_rolls[state + 1]]
        if begin == end:
            continue
        low = edge_points[begin] + lowest[edge_next[begin]]
        high = edge_points[begin] + highest[edge_next[begin]]
        more = rolls_left[edge_next[begin]]
        for edge in range(begin + 1, end):
            low = min(low, edge_points[edge] + lowest[edge_next[edge]])
            high = max(high, edge_points[edge] + highest[edge_next[edge]])
            more = max(more, rolls_left[edge_next[edge]])
        lowest[state] = low
        highest[state] = high
        rolls_left[state] = more + 1


@kernel
def sweep_curves(
    order: Ints,
    state_rolls: Ints,
    roll_weight: Floats,
    roll_edges: Ints,
    edge_points: Ints,
    edge_next: NDArray[np.int32],
    lowest: Ints,
    highest: Ints,
    row_start: Ints,
    out: Floats,
) -> None:
    """Best chance of every number of points: choose elementwise, then mix over rolls."""
    widest = 0
    for state in order:
        widest = max(widest, highest[state] - lowest[state])
    best = np.empty(widest)
    for state in order:
        if state_rolls[state] == state_rolls[state + 1]:
            continue
        width = highest[state] - lowest[state]
        row = out[row_start[state] : row_start[state] + width]
        row[:] = 0.0
        weights = 0.0
        for roll in range(state_rolls[state], state_rolls[state + 1]):
            best[:width] = 0.0
            for edge in range(roll_edges[roll], roll_edges[roll + 1]):
                after = edge_next[edge]
                # entry k of this row asks for lowest + 1 + k points, the choice brings some of them
                sure = min(max(edge_points[edge] + lowest[after] - lowest[state], 0), width)
                best[:sure] = 1.0
                source = row_start[after]
                for k in range(highest[after] - lowest[after]):
                    value = out[source + k]
                    best[sure + k] = value if value > best[sure + k] else best[sure + k]
            weight = roll_weight[roll]
            weights += weight
            for k in range(width):
                row[k] += weight * best[k]
        for k in range(width):
            row[k] /= weights


@kernel
def sweep_laws(
    order: Ints,
    state_rolls: Ints,
    roll_weight: Floats,
    roll_edges: Ints,
    edge_share: Floats,
    edge_points: Ints,
    edge_next: NDArray[np.int32],
    lowest: Ints,
    highest: Ints,
    row_start: Ints,
    out: Floats,
) -> None:
    """Chance of exactly each number of points when choice e is made with share edge_share[e]."""
    for state in order:
        row = out[row_start[state] : row_start[state] + highest[state] - lowest[state] + 1]
        row[:] = 0.0
        if state_rolls[state] == state_rolls[state + 1]:
            row[0] = 1.0
            continue
        weights = 0.0
        for roll in range(state_rolls[state], state_rolls[state + 1]):
            weights += roll_weight[roll]
        for roll in range(state_rolls[state], state_rolls[state + 1]):
            for edge in range(roll_edges[roll], roll_edges[roll + 1]):
                share = edge_share[edge] * roll_weight[roll] / weights
                if share == 0.0:
                    continue
                after = edge_next[edge]
                shift = edge_points[edge] + lowest[after] - lowest[state]
                source = row_start[after]
                for k in range(highest[after] - lowest[after] + 1):
                    row[shift + k] += share * out[source + k]
