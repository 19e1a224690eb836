"""States that can return to each other, solved together without a horizon.

A component is a set of states that can all reach each other. A few of its states, the hubs, are
those that its cycles come back to: with the values of the hubs known, all others follow in one
sweep. (In two-player Pig a component is a pair of banked totals; the start of the turn is its hub.)

    x = t(x)        x: the values of the hubs, t: one sweep

t is monotone and piecewise linear. A sweep also carries each state's slope by the hubs along its
best choices, so that Newton's step, which is policy iteration in as many unknowns as there are hubs,
solves x in a handful of sweeps.

The answer is believed only with a certificate. The component is solved twice, from the lower and
from the upper bounds of the states around it. Then `low` and `high` are moved outward by a hair,
step * (expected stay in the component), and must satisfy  low <= T(low)  and  T(high) <= high  with
all operations rounded outward. So neither player can be denied, or get, more than that: every
further turn only lowers a promise that already held. (Play that never ends counts for nobody.)
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.kernels import kernel
from dicedevil.solvers.kernels.bellman import (
    ROUNDING,
    Floats,
    GraphArrays,
    Ints,
    _best_edge,
    _state_value,
)

MOST_HUBS = 8
MOST_NEWTON_STEPS = 60
MOST_SWEEPS = 100_000


@kernel
def _find_hubs(graph: GraphArrays, members: Ints, place: Ints, hub_of: Ints, hubs: Ints) -> int:
    """Fill `hubs` with the states that edges lead back to; returns how many (0: no cycle).

    `place[s]` is the position of s among the members, -1 outside; `hub_of[s]` its hub number or -1.
    """
    found = 0
    for at in range(members.size):
        state = members[at]
        first = graph.roll_edges[graph.state_rolls[state]]
        last = graph.roll_edges[graph.state_rolls[state + 1]]
        for edge in range(first, last):
            after = graph.edge_next[edge]
            if place[after] >= at and hub_of[after] < 0:
                if found < MOST_HUBS:
                    hub_of[after] = found
                    hubs[found] = after
                found += 1
    return found


@kernel
def _hub_sweep(
    graph: GraphArrays,
    members: Ints,
    place: Ints,
    hub_of: Ints,
    hubs: int,
    counting: bool,
    values: Floats,
    counts: Floats,
    slope: Floats,
    hub_out: Floats,
    hub_slope: Floats,
) -> None:
    """One sweep with the hubs held fixed.

    Not counting: `values` of the other members are renewed, hub_out[j] = t_j. Counting: `counts`
    receives the expected number of steps to a hub or out, hub_out[j] the same for hub j. Either way
    slope[at * MOST_HUBS + j] is how a member depends on hub j, and hub_slope the same for the hubs.
    """
    for at in range(members.size):
        state = members[at]
        total = 0.0
        weights = 0.0
        row = slope[at * MOST_HUBS : at * MOST_HUBS + hubs]
        row[:] = 0.0
        for roll in range(graph.state_rolls[state], graph.state_rolls[state + 1]):
            weight = graph.roll_weight[roll]
            edge = _best_edge(graph, roll, graph.wants_more[state], values)
            after = graph.edge_next[edge]
            weights += weight
            if not counting:
                total += weight * (graph.edge_gain[edge] + values[after])
            elif place[after] >= 0 and hub_of[after] < 0:
                total += weight * counts[after]
            if hub_of[after] >= 0:
                row[hub_of[after]] += weight
            elif place[after] >= 0:
                source = slope[place[after] * MOST_HUBS : place[after] * MOST_HUBS + hubs]
                for j in range(hubs):
                    row[j] += weight * source[j]
        row /= weights
        total = 1.0 + total / weights if counting else total / weights
        j = hub_of[state]
        if j >= 0:
            hub_out[j] = total
            hub_slope[j * MOST_HUBS : j * MOST_HUBS + hubs] = row
        elif counting:
            counts[state] = total
        else:
            values[state] = total


@kernel
def _solve_small(hubs: int, hub_slope: Floats, right: Floats) -> bool:
    """Solve (I - hub_slope) x = right in place, by elimination; False if it is singular."""
    rows = np.empty((hubs, hubs + 1))
    for i in range(hubs):
        for j in range(hubs):
            rows[i, j] = (1.0 if i == j else 0.0) - hub_slope[i * MOST_HUBS + j]
        rows[i, hubs] = right[i]
    for column in range(hubs):
        pivot = column
        for i in range(column + 1, hubs):
            if abs(rows[i, column]) > abs(rows[pivot, column]):
                pivot = i
        if abs(rows[pivot, column]) < 1e-300:
            return False
        for j in range(hubs + 1):
            rows[column, j], rows[pivot, j] = rows[pivot, j], rows[column, j]
        for i in range(hubs):
            if i != column:
                factor = rows[i, column] / rows[column, column]
                for j in range(column, hubs + 1):
                    rows[i, j] -= factor * rows[column, j]
    for i in range(hubs):
        right[i] = rows[i, hubs] / rows[i, i]
    return True


@kernel
def _newton(
    graph: GraphArrays,
    members: Ints,
    place: Ints,
    hub_of: Ints,
    hubs: Ints,
    values: Floats,
    stay: Floats,
    slope: Floats,
) -> bool:
    """Find the values and the expected stay of all members; False if Newton's steps do not settle."""
    hub_out = np.zeros(hubs.size)
    hub_slope = np.zeros(MOST_HUBS * MOST_HUBS)
    settled = False
    for _ in range(MOST_NEWTON_STEPS):
        _hub_sweep(
            graph, members, place, hub_of, hubs.size, False, values, stay, slope, hub_out, hub_slope
        )
        largest = 0.0
        moved = 0.0
        for j in range(hubs.size):
            largest = max(largest, abs(hub_out[j]))
            hub_out[j] -= values[hubs[j]]
        if not _solve_small(hubs.size, hub_slope, hub_out):
            return False
        for j in range(hubs.size):
            values[hubs[j]] += hub_out[j]
            moved = max(moved, abs(hub_out[j]))
        if moved <= 4.0 * ROUNDING * largest:
            settled = True
            break
    if not settled:
        return False
    _hub_sweep(graph, members, place, hub_of, hubs.size, False, values, stay, slope, hub_out, hub_slope)
    _hub_sweep(graph, members, place, hub_of, hubs.size, True, values, stay, slope, hub_out, hub_slope)
    if not _solve_small(hubs.size, hub_slope, hub_out):
        return False
    for at in range(members.size):
        j = hub_of[members[at]]
        if j >= 0:
            stay[members[at]] = hub_out[j]
        else:
            for j in range(hubs.size):
                stay[members[at]] += slope[at * MOST_HUBS + j] * hub_out[j]
        if not stay[members[at]] >= 1.0:
            return False
    return True


@kernel
def _sweep_until_still(
    graph: GraphArrays, members: Ints, place: Ints, values: Floats, stay: Floats
) -> None:
    """Find values and stay by plain sweeps from nothing, for components with many hubs."""
    for state in members:
        values[state] = 0.0
        stay[state] = 1.0
    for _ in range(MOST_SWEEPS):
        moved = 0.0
        for state in members:
            value = _state_value(graph, state, 0.0, values)
            moved = max(moved, abs(value - values[state]) / max(abs(value), 1e-300))
            values[state] = value
        if moved <= ROUNDING:
            break
    for _ in range(MOST_SWEEPS):
        moved = 0.0
        for state in members:
            total = 0.0
            weights = 0.0
            for roll in range(graph.state_rolls[state], graph.state_rolls[state + 1]):
                after = graph.edge_next[_best_edge(graph, roll, graph.wants_more[state], values)]
                if place[after] >= 0:
                    total += graph.roll_weight[roll] * stay[after]
                weights += graph.roll_weight[roll]
            longer = 1.0 + total / weights
            moved = max(moved, (longer - stay[state]) / longer)
            stay[state] = longer
        if moved <= 1e-3:
            break


@kernel
def _solve_cycle(
    graph: GraphArrays,
    members: Ints,
    place: Ints,
    hub_of: Ints,
    hubs: Ints,
    slope: Floats,
    stay: Floats,
    values: Floats,
) -> None:
    """Find the values of the members, given those of the states around."""
    if hubs.size > MOST_HUBS or not _newton(graph, members, place, hub_of, hubs, values, stay, slope):
        _sweep_until_still(graph, members, place, values, stay)


@kernel
def _certify(graph: GraphArrays, members: Ints, stay: Floats, side: float, bound: Floats) -> bool:
    """Move the values found outward (side -1 down, +1 up) until they are a proven bound."""
    largest = 0.0
    for state in members:
        largest = max(largest, abs(bound[state]))
    values = bound[members]
    step = ROUNDING * largest
    while step <= 1e-3 * (1.0 + largest):
        for at in range(members.size):
            # 0 is always a lower bound: gains and end values are not negative where cycles are.
            bound[members[at]] = max(values[at] + side * step * stay[members[at]], 0.0)
        holds = True
        for state in members:
            beyond = _state_value(graph, state, side, bound) - bound[state]
            if side * beyond > 0.0:
                holds = False
                break
        if holds:
            return True
        step *= 2.0
    return False


@kernel
def _enclose(order: Ints, component_start: Ints, graph: GraphArrays, low: Floats, high: Floats) -> int:
    """Enclose every state, components in solve order; returns -1, or the component that failed.

    `low` and `high` hold the end values of the states that are over.
    """
    components = component_start.size - 1
    largest = 0
    for k in range(components):
        largest = max(largest, component_start[k + 1] - component_start[k])
    slope = np.empty(largest * MOST_HUBS)
    stay = np.zeros(low.size)
    place = np.full(low.size, -1, np.int64)
    hub_of = np.full(low.size, -1, np.int64)
    hubs = np.empty(MOST_HUBS + 1, np.int64)  # one more: a sign that there are too many
    for k in range(components):
        members = order[component_start[k] : component_start[k + 1]]
        if graph.state_rolls[members[0]] == graph.state_rolls[members[0] + 1]:
            continue  # over
        for at in range(members.size):
            place[members[at]] = at
        found = min(_find_hubs(graph, members, place, hub_of, hubs), MOST_HUBS + 1)
        if found == 0:
            for state in members:
                low[state] = _state_value(graph, state, -1.0, low)
                high[state] = _state_value(graph, state, 1.0, high)
        else:
            _solve_cycle(graph, members, place, hub_of, hubs[:found], slope, stay, low)
            for state in members:
                high[state] = low[state]
            certified = _certify(graph, members, stay, -1.0, low)
            _solve_cycle(graph, members, place, hub_of, hubs[:found], slope, stay, high)
            if not (certified and _certify(graph, members, stay, 1.0, high)):
                return k
        for state in members:
            place[state] = -1
            hub_of[state] = -1
    return -1
