"""States that can return to each other, solved together without a horizon.

A component is a set of states that can all reach each other. Some of its states, the hubs, are those
that its cycles come back to: with the values of the hubs known, all others follow in one sweep. (In
two-player Pig a component is a pair of banked totals; the start of the turn is its hub.)

    x = t(x)        x: the values of the hubs, t: one sweep

t is monotone and piecewise linear. A sweep also carries each state's slope by the hubs along its
best choices, so that Newton's step, which is policy iteration in as many unknowns as there are hubs,
solves x in a handful of sweeps.

The answer is believed only with a certificate. The component is solved twice, from the lower and
from the upper bounds of the states around it, and each time every visit to a state costs (or brings)
a hair more than the rules say:

    low = T(low) - step        high = T(high) + step

With all operations rounded outward, T must then still gain on low, and lose on high, by half of that
step in every state. So play cannot go on for ever without the promise running out: whoever follows
`low` gets at least that much, whoever defends `high` gives away no more, and the game does end.
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.machine import kernel
from dicedevil.solvers.plain.kernels.bellman import (
    ROUNDING,
    Floats,
    GraphArrays,
    Ints,
    best_edge,
    state_value,
)
from dicedevil.solvers.simd import copy

MOST_HUBS = 1_000
MOST_SLOPES = 20_000_000
MOST_NEWTON_STEPS = 60
MOST_SWEEPS = 20_000
MOST_STEP_SIZES = 10
FAR = 1e9
SMALL_COMPONENT = 64
"""A component of so many states can also be solved in fractions, if floats do not bound it well."""
WIDE = 1e-12


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
                hub_of[after] = found
                hubs[found] = after
                found += 1
    return found


@kernel
def _scale(graph: GraphArrays, members: Ints, place: Ints, values: Floats) -> float:
    """The largest number among the gains and the values around a component."""
    largest = 0.0
    for state in members:
        first = graph.roll_edges[graph.state_rolls[state]]
        last = graph.roll_edges[graph.state_rolls[state + 1]]
        for edge in range(first, last):
            largest = max(largest, abs(graph.edge_gain[edge]))
            if place[graph.edge_next[edge]] < 0:
                largest = max(largest, abs(values[graph.edge_next[edge]]))
    return largest


@kernel
def _hub_sweep(
    graph: GraphArrays,
    members: Ints,
    place: Ints,
    hub_of: Ints,
    offset: float,
    values: Floats,
    slope: Floats,
    hub_out: Floats,
    hub_slope: Floats,
) -> None:
    """One sweep with the hubs held fixed: renews the other members, hub_out[j] = t_j.

    slope[at, j] is how a member depends on hub j, hub_slope[i, j] the same for hub i.
    """
    hubs = hub_out.size
    for at in range(members.size):
        state = members[at]
        total = 0.0
        weights = 0.0
        row = slope[at * hubs : (at + 1) * hubs]
        row[:] = 0.0
        for roll in range(graph.state_rolls[state], graph.state_rolls[state + 1]):
            weight = graph.roll_weight[roll]
            edge = best_edge(graph, roll, graph.wants_more[state], values)
            after = graph.edge_next[edge]
            weights += weight
            total += weight * (graph.edge_gain[edge] + values[after])
            if hub_of[after] >= 0:
                row[hub_of[after]] += weight
            elif place[after] >= 0:
                source = slope[place[after] * hubs : (place[after] + 1) * hubs]
                for j in range(hubs):
                    row[j] += weight * source[j]
        for j in range(hubs):
            row[j] /= weights
        i = hub_of[state]
        if i >= 0:
            hub_out[i] = total / weights + offset
            copy(row, hub_slope[i])
        else:
            values[state] = total / weights + offset


@kernel
def _solve_small(hub_slope: Floats, right: Floats) -> bool:
    """Solve (I - hub_slope) x = right in place, by elimination; False if it is singular."""
    size = right.size
    rows = np.empty((size, size + 1))
    for i in range(size):
        for j in range(size):
            rows[i, j] = (1.0 if i == j else 0.0) - hub_slope[i, j]
        rows[i, size] = right[i]
    for column in range(size):
        pivot = column
        for i in range(column + 1, size):
            if abs(rows[i, column]) > abs(rows[pivot, column]):
                pivot = i
        if abs(rows[pivot, column]) < 1e-300:
            return False
        for j in range(size + 1):
            rows[column, j], rows[pivot, j] = rows[pivot, j], rows[column, j]
        for i in range(size):
            if i != column:
                factor = rows[i, column] / rows[column, column]
                if factor != 0.0:
                    for j in range(column, size + 1):
                        rows[i, j] -= factor * rows[column, j]
    for i in range(size):
        right[i] = rows[i, size] / rows[i, i]
    return True


@kernel
def _follow_hubs(members: Ints, hub_of: Ints, moved: Floats, slope: Floats, values: Floats) -> None:
    """Move the other members as their slopes say: for a tiny move as good as a sweep."""
    hubs = moved.size
    for at in range(members.size):
        if hub_of[members[at]] < 0:
            for j in range(hubs):
                values[members[at]] += slope[at * hubs + j] * moved[j]


@kernel
def _newton(
    graph: GraphArrays,
    members: Ints,
    place: Ints,
    hub_of: Ints,
    hubs: Ints,
    offset: float,
    slope: Floats,
    values: Floats,
) -> bool:
    """Find the values of all members; False if Newton's steps do not settle."""
    hub_out = np.zeros(hubs.size)
    hub_slope = np.zeros((hubs.size, hubs.size))
    last_moved = np.inf
    for step in range(MOST_NEWTON_STEPS):
        _hub_sweep(graph, members, place, hub_of, offset, values, slope, hub_out, hub_slope)
        largest = 0.0
        moved = 0.0
        for j in range(hubs.size):
            largest = max(largest, abs(hub_out[j]))
            hub_out[j] -= values[hubs[j]]
        if not _solve_small(hub_slope, hub_out):
            return False
        for j in range(hubs.size):
            values[hubs[j]] += hub_out[j]
            moved = max(moved, abs(hub_out[j]))
        # Settled: a step this small lands within rounding, since it is exact once the choices no
        # longer change. Or as near as rounding lets it come.
        if moved <= 1e-9 * largest:
            _follow_hubs(members, hub_of, hub_out, slope, values)
            return True
        if step > 20 and moved >= last_moved:
            _hub_sweep(graph, members, place, hub_of, offset, values, slope, hub_out, hub_slope)
            return moved <= 1e-3 * largest
        last_moved = moved
    return False


@kernel
def _sweep_until_still(
    graph: GraphArrays, members: Ints, offset: float, most_swept: int, values: Floats
) -> None:
    """Find values by plain sweeps from nothing, where Newton's steps do not settle."""
    edges = 0
    for state in members:
        values[state] = 0.0
        edges += graph.roll_edges[graph.state_rolls[state + 1]]
        edges -= graph.roll_edges[graph.state_rolls[state]]
    for _ in range(min(MOST_SWEEPS, most_swept // edges + 1)):
        moved = 0.0
        for state in members:
            value = state_value(graph, state, 0.0, values) + offset
            moved = max(moved, abs(value - values[state]) / max(abs(value), 1e-300))
            values[state] = value
        if moved <= ROUNDING:
            break


@kernel
def _drift(graph: GraphArrays, state: int, side: float, values: Floats) -> float:
    """T(values)(state) - values(state), moved outward by its rounding.

    Differences are taken first, so that a state which mostly returns to its like is judged by what
    little changes, not by the size of its value.
    """
    more = graph.wants_more[state]
    here = values[state]
    total = 0.0
    weights = 0.0
    size = 0.0
    first, last = graph.state_rolls[state], graph.state_rolls[state + 1]
    for roll in range(first, last):
        best = 0.0
        for edge in range(graph.roll_edges[roll], graph.roll_edges[roll + 1]):
            change = values[graph.edge_next[edge]] - here
            worth = graph.edge_gain[edge] + change
            worth += side * 2.0 * ROUNDING * (abs(change) + abs(worth))
            if edge == graph.roll_edges[roll] or ((worth > best) if more else (worth < best)):
                best = worth
        total += graph.roll_weight[roll] * best
        size += graph.roll_weight[roll] * abs(best)
        weights += graph.roll_weight[roll]
    slack = (last - first + 2) * ROUNDING * size
    return float((total + side * slack) / weights)


@kernel
def _is_proven(graph: GraphArrays, members: Ints, side: float, step: float, bound: Floats) -> bool:
    """Whether every member gains on (side -1) or loses on (side +1) its bound by half a step."""
    for state in members:
        # 0 is always a lower bound: gains and end values are not negative where cycles are.
        if side < 0.0 and bound[state] <= 0.0:
            bound[state] = 0.0
    for state in members:
        if side < 0.0 and bound[state] == 0.0:
            continue
        if not side * _drift(graph, state, side, bound) <= -0.5 * step:
            return False
    return True


@kernel
def _bound(
    graph: GraphArrays,
    members: Ints,
    place: Ints,
    hub_of: Ints,
    hubs: Ints,
    side: float,
    scale: float,
    most_slopes: int,
    most_swept: int,
    guess: Floats,
    bound: Floats,
) -> bool:
    """Find a proven bound of all members; False if there is none to be had.

    `guess` has a value for each hub, or none. The upper bound starts from the lower one, and is mostly
    there at once; the lower one from the hubs of the component before, which is often much like this
    one. A guess that does not lead to a proof costs a few sweeps, and nothing else.
    """
    few = hubs.size <= MOST_HUBS and hubs.size * members.size <= most_slopes
    slope = np.empty(hubs.size * members.size if few else 0)
    first_more = graph.wants_more[members[0]]
    one_player = True
    for state in members:
        one_player = one_player and graph.wants_more[state] == first_more
    step = 8.0 * ROUNDING * max(scale, 1e-9)
    if few and guess.size > 0:
        for j in range(hubs.size):
            bound[hubs[j]] = guess[min(j, guess.size - 1)]
        for larger in (step, 4.0 * step):
            if not _newton(graph, members, place, hub_of, hubs, side * larger, slope, bound):
                break
            if _is_proven(graph, members, side, larger, bound):
                return True
    for attempt in range(MOST_STEP_SIZES):
        if attempt == 0:
            for hub in hubs:
                bound[hub] = 0.0
        elif attempt == 1 and one_player:
            for hub in hubs:
                # Far from good, a hub is avoided: a lone player first tries what leads out.
                bound[hub] = (-FAR if first_more else FAR) * (1.0 + scale)
        offset = side * step
        if not (few and _newton(graph, members, place, hub_of, hubs, offset, slope, bound)):
            _sweep_until_still(graph, members, offset, most_swept // MOST_STEP_SIZES, bound)
        if _is_proven(graph, members, side, step, bound):
            return True
        largest = 0.0
        for state in members:
            largest = max(largest, abs(bound[state]))
        step = max(4.0 * step, 2.0 * ROUNDING * largest)
    return False


@kernel
def _forget(members: Ints, place: Ints, hub_of: Ints) -> None:
    """Make room for the next component."""
    for state in members:
        place[state] = -1
        hub_of[state] = -1


@kernel
def enclose(
    begin: int,
    components: int,
    order: Ints,
    component_start: Ints,
    graph: GraphArrays,
    most_slopes: int,
    most_swept: int,
    place: Ints,
    hub_of: Ints,
    low: Floats,
    high: Floats,
) -> int:
    """Enclose every state from component `begin` up to `components`, in solve order.

    Returns -1, or the first component for which no bound, or only a wide one, was found. `low` and
    `high` hold the end values of the states that are over. So many slopes may be kept (8 bytes each),
    and so many choices swept over where Newton's steps do not settle. `place` and `hub_of` have an
    entry a state, all -1.
    """
    largest = 0
    for k in range(begin, components):
        largest = max(largest, component_start[k + 1] - component_start[k])
    hubs = np.empty(largest, np.int64)
    near = np.empty(0)
    for k in range(begin, components):
        members = order[component_start[k] : component_start[k + 1]]
        if graph.state_rolls[members[0]] == graph.state_rolls[members[0] + 1]:
            continue  # over
        for at in range(members.size):
            place[members[at]] = at
        found = hubs[: _find_hubs(graph, members, place, hub_of, hubs)]
        if found.size == 0:
            for state in members:
                low[state] = state_value(graph, state, -1.0, low)
                high[state] = state_value(graph, state, 1.0, high)
        else:
            scale = _scale(graph, members, place, low)
            proven = _bound(
                graph, members, place, hub_of, found, -1.0, scale, most_slopes, most_swept, near, low
            )
            near = low[found]
            proven = proven and _bound(
                graph, members, place, hub_of, found, 1.0, scale, most_slopes, most_swept, near, high
            )
            if not proven:
                _forget(members, place, hub_of)
                return k
            if members.size <= SMALL_COMPONENT:
                for state in members:
                    if high[state] - low[state] > WIDE * max(1.0, high[state]):
                        _forget(members, place, hub_of)
                        return k
        _forget(members, place, hub_of)
    return -1
