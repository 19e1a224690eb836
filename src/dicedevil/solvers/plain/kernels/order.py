"""The order in which to solve states: later ones first, states that can return together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel

Ints = NDArray[np.int64]


@kernel
def component_order(
    state_edges: Ints, edge_next: NDArray[np.int32], order: Ints, component_start: Ints
) -> int:
    """Tarjan's strongly connected components, without recursion.

    `state_edges[s] : state_edges[s + 1]` are the edges of state s. `order` receives the states,
    successors first; component k is `order[component_start[k] : component_start[k + 1]]`, and inside
    it a state follows all it leads to except along edges that close a cycle. Returns the number of
    components. All arrays have one entry a state (the starts one more).
    """
    states = state_edges.size - 1
    number = np.full(states, -1, np.int64)
    lowest = np.zeros(states, np.int64)
    component = np.full(states, -1, np.int64)
    stack = np.empty(states, np.int64)
    path = np.empty(states, np.int64)
    cursor = state_edges[:-1].copy()
    finished = np.empty(states, np.int64)
    numbered = stacked = done = components = 0
    component_start[0] = 0
    for root in range(states):
        if number[root] >= 0:
            continue
        depth = 1
        path[0] = root
        number[root] = lowest[root] = numbered
        numbered += 1
        stack[stacked] = root
        stacked += 1
        while depth > 0:
            state = path[depth - 1]
            if cursor[state] < state_edges[state + 1]:
                after = edge_next[cursor[state]]
                cursor[state] += 1
                if number[after] < 0:
                    number[after] = lowest[after] = numbered
                    numbered += 1
                    stack[stacked] = after
                    stacked += 1
                    path[depth] = after
                    depth += 1
                elif component[after] < 0 and number[after] < lowest[state]:
                    lowest[state] = number[after]
                continue
            depth -= 1
            finished[done] = state
            done += 1
            if depth > 0 and lowest[state] < lowest[path[depth - 1]]:
                lowest[path[depth - 1]] = lowest[state]
            if lowest[state] == number[state]:
                size = 0
                member = -1
                while member != state:
                    stacked -= 1
                    member = stack[stacked]
                    component[member] = components
                    size += 1
                components += 1
                component_start[components] = component_start[components - 1] + size
    # `finished` has successors first but mixes components: sort it into them, keeping its order.
    place = component_start[:components].copy()
    for state in finished:
        order[place[component[state]]] = state
        place[component[state]] += 1
    return components
