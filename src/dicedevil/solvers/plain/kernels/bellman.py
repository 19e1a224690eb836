"""Value kernels: enclose the value of every state between a low and a high number.

    T(V)(state) = mean over rolls of  best over choices of  gain + V(next state)

Each operation is rounded outward, so that the true value lies in [low, high] whatever the
floating-point rounding did. How states that can return to each other are solved is in `cycles`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# One rounding is off by at most half of this, relatively; two factors of safety pay for the
# rounding of the allowance itself.
ROUNDING = 2.0**-52


class GraphArrays(NamedTuple):
    """A game and an objective as arrays, for S states, R rolls and E choices in all."""

    state_rolls: Ints  # int64[S+1]: the rolls of state s are state_rolls[s] : state_rolls[s+1]
    roll_weight: Floats  # float64[R]: exact integer weights
    roll_edges: Ints  # int64[R+1]: the choices for roll r
    edge_gain: Floats  # float64[E]: what the choice adds
    edge_next: NDArray[np.int32]  # int32[E]: where it leads
    wants_more: NDArray[np.bool_]  # bool[S]: whether the player to move prefers high values


@kernel
def best_edge(graph: GraphArrays, roll: int, more: bool, values: Floats) -> int:
    """The first choice that is best for this roll."""
    chosen = graph.roll_edges[roll]
    best = graph.edge_gain[chosen] + values[graph.edge_next[chosen]]
    for edge in range(chosen + 1, graph.roll_edges[roll + 1]):
        worth = graph.edge_gain[edge] + values[graph.edge_next[edge]]
        if (worth > best) if more else (worth < best):
            best = worth
            chosen = edge
    return int(chosen)


@kernel
def state_value(graph: GraphArrays, state: int, outward: float, values: Floats) -> float:
    """The mean over rolls of the best choice, moved outward (-1 down, +1 up) by its rounding."""
    more = graph.wants_more[state]
    total = 0.0
    weights = 0.0
    size = 0.0
    first, last = graph.state_rolls[state], graph.state_rolls[state + 1]
    for roll in range(first, last):
        edge = best_edge(graph, roll, more, values)
        best = graph.edge_gain[edge] + values[graph.edge_next[edge]]
        total += graph.roll_weight[roll] * best
        size += graph.roll_weight[roll] * abs(best)
        weights += graph.roll_weight[roll]
    # n products and n sums, the gain and the division: at most 2n + 2 roundings of `size`.
    slack = (last - first + 2) * ROUNDING * size
    return float((total + outward * slack) / weights)


@kernel
def enclose_in_order(order: Ints, graph: GraphArrays, low: Floats, high: Floats) -> None:
    """Enclose every state of a game that cannot return to a state; ends are filled in already."""
    for state in order:
        if graph.state_rolls[state] < graph.state_rolls[state + 1]:
            low[state] = state_value(graph, state, -1.0, low)
            high[state] = state_value(graph, state, 1.0, high)
