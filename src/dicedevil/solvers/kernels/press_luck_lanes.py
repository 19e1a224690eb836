"""The match between two best players, many pairs of banked totals side by side.

The same recursion as in `press_luck_match`, for pairs with the same sum. Pairs differ in how far each
player is from the target, so tables are indexed by the room left to it instead of the points in the
turn: a set-aside of p points leads from room r to r - p in every lane, and the innermost loops run over
lanes that lie next to each other in memory.

Tables are (rows, LANES): row (room + reach - 1) * (dice + 1) + dice, for room from 1 - reach on. With
no room left banking wins. A lane's turn starts at its own cap; rows beyond are of no use to it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.kernels import kernel
from dicedevil.solvers.kernels.press_luck import Floats, TurnArrays
from dicedevil.solvers.kernels.press_luck_match import STEPS, STILL, _guess

LANES = 24

Rooms = NDArray[np.int64]


@kernel
def _clear_won(arrays: TurnArrays, best: Floats, slope: Floats) -> None:
    """Rows without room: the target is reached, whatever dice are left."""
    for row in range(arrays.reach * (arrays.dice + 1)):
        for lane in range(LANES):
            best[row, lane] = 1.0
            slope[row, lane] = 0.0


@kernel
def _best_lanes(
    arrays: TurnArrays, bank: Floats, bust: Floats, rooms: int, best: Floats, slope: Floats
) -> None:
    """Fill best and slope for room 1 to `rooms`; see `_best_turn`. bank is (rooms + 1, LANES)."""
    width = arrays.dice + 1
    value, rise = np.empty(LANES), np.empty(LANES)
    part, part_rise = np.empty(LANES), np.empty(LANES)
    chosen, chosen_rise = np.empty(LANES), np.empty(LANES)
    for room in range(1, rooms + 1):
        base = (room + arrays.reach - 1) * width
        for dice in range(1, width):
            bust_prob = arrays.bust[dice]
            for lane in range(LANES):
                value[lane] = bust_prob * bust[lane]
                rise[lane] = bust_prob
                part[lane] = 0.0
                part_rise[lane] = 0.0
            for outcome in range(arrays.outcome_start[dice], arrays.outcome_start[dice + 1]):
                prob = arrays.prob[outcome]
                option, last = arrays.option_start[outcome], arrays.option_start[outcome + 1]
                spot = base - arrays.option_points[option] * width + arrays.option_left[option]
                if last == option + 1:
                    for lane in range(LANES):
                        part[lane] += prob * best[spot, lane]
                        part_rise[lane] += prob * slope[spot, lane]
                else:
                    for lane in range(LANES):
                        chosen[lane] = best[spot, lane]
                        chosen_rise[lane] = slope[spot, lane]
                    for other in range(option + 1, last):
                        spot = base - arrays.option_points[other] * width + arrays.option_left[other]
                        for lane in range(LANES):
                            worth, more = best[spot, lane], slope[spot, lane]
                            better = worth > chosen[lane]
                            chosen_rise[lane] = more if better else chosen_rise[lane]
                            chosen[lane] = worth if better else chosen[lane]
                    for lane in range(LANES):
                        part[lane] += prob * chosen[lane]
                        part_rise[lane] += prob * chosen_rise[lane]
                if outcome & 7 == 7:
                    for lane in range(LANES):
                        value[lane] += part[lane]
                        rise[lane] += part_rise[lane]
                        part[lane] = 0.0
                        part_rise[lane] = 0.0
            for lane in range(LANES):
                worth = value[lane] + part[lane]
                banks = bank[room, lane] >= worth
                best[base + dice, lane] = bank[room, lane] if banks else worth
                slope[base + dice, lane] = 0.0 if banks else rise[lane] + part_rise[lane]


@kernel
def _follow_lanes(
    arrays: TurnArrays, bank: Floats, follow: Floats, rooms: int, best: Floats, out: Floats
) -> None:
    """Carry a second worth along the best choices, for room 1 to `rooms`; see `_follow_best`.

    With no room left there is nothing to follow: those rows of `out` are 0.
    """
    width = arrays.dice + 1
    total, part = np.empty(LANES), np.empty(LANES)
    chosen, carried = np.empty(LANES), np.empty(LANES)
    for room in range(1, rooms + 1):
        base = (room + arrays.reach - 1) * width
        for dice in range(1, width):
            for lane in range(LANES):
                total[lane] = 0.0
                part[lane] = 0.0
            for outcome in range(arrays.outcome_start[dice], arrays.outcome_start[dice + 1]):
                prob = arrays.prob[outcome]
                option, last = arrays.option_start[outcome], arrays.option_start[outcome + 1]
                spot = base - arrays.option_points[option] * width + arrays.option_left[option]
                for lane in range(LANES):
                    chosen[lane] = best[spot, lane]
                    carried[lane] = out[spot, lane]
                for other in range(option + 1, last):
                    spot = base - arrays.option_points[other] * width + arrays.option_left[other]
                    for lane in range(LANES):
                        worth, more = best[spot, lane], out[spot, lane]
                        better = worth > chosen[lane]
                        carried[lane] = more if better else carried[lane]
                        chosen[lane] = worth if better else chosen[lane]
                for lane in range(LANES):
                    part[lane] += prob * carried[lane]
                if outcome & 7 == 7:
                    for lane in range(LANES):
                        total[lane] += part[lane]
                        part[lane] = 0.0
            for lane in range(LANES):
                banks = bank[room, lane] >= best[base + dice, lane]
                out[base + dice, lane] = follow[room, lane] if banks else total[lane] + part[lane]


@kernel
def _fill_bank(
    arrays: TurnArrays,
    goal: int,
    me: Rooms,
    them: Rooms,
    rooms: int,
    lift: float,
    values: Floats,
    turns: Floats,
    bank: Floats,
    follow: Floats,
) -> None:
    """What banking is worth, lowered values of the other by `lift` a turn, and the turns after it."""
    for lane in range(LANES):
        cap = max(goal - me[lane], arrays.minimum)
        for room in range(1, rooms + 1):
            turn = cap - room
            follow[room, lane] = 0.0
            if turn < max(arrays.minimum, 1):
                bank[room, lane] = -np.inf
            elif me[lane] + turn >= goal:
                bank[room, lane] = 1.0
            else:
                later = turns[them[lane], me[lane] + turn]
                lifted = values[them[lane], me[lane] + turn] - lift * later
                bank[room, lane] = 1.0 - min(max(lifted, 0.0), 1.0)
                follow[room, lane] = later


@kernel
def _solve_block(
    arrays: TurnArrays, goal: int, i: Rooms, j: Rooms, values: Floats, turns: Floats
) -> float:
    """Solve values[i, j] and values[j, i] for every lane, as `_solve_pair` does for one."""
    width = arrays.dice + 1
    rooms_x, rooms_z = 0, 0
    for lane in range(LANES):
        rooms_x = max(rooms_x, goal - i[lane], arrays.minimum)
        rooms_z = max(rooms_z, goal - j[lane], arrays.minimum)
    rows_x, rows_z = (rooms_x + arrays.reach) * width, (rooms_z + arrays.reach) * width
    bank_x, bank_z = np.empty((rooms_x + 1, LANES)), np.empty((rooms_z + 1, LANES))
    follow_x, follow_z = np.empty((rooms_x + 1, LANES)), np.empty((rooms_z + 1, LANES))
    best_x, best_z = np.empty((rows_x, LANES)), np.empty((rows_z, LANES))
    slope_x, slope_z = np.empty((rows_x, LANES)), np.empty((rows_z, LANES))
    _fill_bank(arrays, goal, i, j, rooms_x, 0.0, values, turns, bank_x, follow_x)
    _fill_bank(arrays, goal, j, i, rooms_z, 0.0, values, turns, bank_z, follow_z)
    _clear_won(arrays, best_x, slope_x)
    _clear_won(arrays, best_z, slope_z)
    x, bust = np.empty(LANES), np.empty(LANES)
    low, high, off = np.zeros(LANES), np.ones(LANES), np.zeros(LANES)
    start_x, start_z = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    for lane in range(LANES):
        x[lane] = _guess(values, goal, i[lane], j[lane])
        cap_x = max(goal - i[lane], arrays.minimum)
        cap_z = max(goal - j[lane], arrays.minimum)
        start_x[lane] = (cap_x + arrays.reach - 1) * width + arrays.dice
        start_z[lane] = (cap_z + arrays.reach - 1) * width + arrays.dice
    for _ in range(STEPS):
        for lane in range(LANES):
            bust[lane] = 1.0 - x[lane]
        _best_lanes(arrays, bank_z, bust, rooms_z, best_z, slope_z)
        for lane in range(LANES):
            bust[lane] = 1.0 - best_z[start_z[lane], lane]
        _best_lanes(arrays, bank_x, bust, rooms_x, best_x, slope_x)
        waiting = 0
        for lane in range(LANES):
            value, fall = best_x[start_x[lane], lane], slope_x[start_x[lane], lane]
            drop = slope_z[start_z[lane], lane]
            off[lane] = abs(value - x[lane])
            step = (value - x[lane]) / (1.0 - fall * drop)
            if abs(step) <= STILL:
                continue  # this lane stays: the last sweeps are those of the values that are kept
            waiting += 1
            if value >= x[lane]:
                low[lane] = max(low[lane], x[lane])
            if value <= x[lane]:
                high[lane] = min(high[lane], x[lane])
            after = x[lane] + step
            inside = low[lane] <= after <= high[lane]
            x[lane] = after if inside else 0.5 * (low[lane] + high[lane])
        if waiting == 0:
            break
    out_x, out_z = np.zeros((rows_x, LANES)), np.zeros((rows_z, LANES))
    _follow_lanes(arrays, bank_x, follow_x, rooms_x, best_x, out_x)
    _follow_lanes(arrays, bank_z, follow_z, rooms_z, best_z, out_z)
    for lane in range(LANES):
        fall, drop = slope_x[start_x[lane], lane], slope_z[start_z[lane], lane]
        later_x, later_z = out_x[start_x[lane], lane], out_z[start_z[lane], lane]
        length = (1.0 + later_x + fall * (1.0 + later_z)) / (1.0 - fall * drop)
        values[i[lane], j[lane]] = x[lane]
        values[j[lane], i[lane]] = best_z[start_z[lane], lane]
        turns[i[lane], j[lane]] = length
        turns[j[lane], i[lane]] = 1.0 + later_z + drop * length
    return off.max()  # type: ignore[no-any-return]


@kernel
def _solve_lanes(
    shard: int,
    shards: int,
    arrays: TurnArrays,
    goal: int,
    total: int,
    values: Floats,
    turns: Floats,
) -> float:
    """Every `shards`-th block of pairs with i + j = total and i <= j; answers the worst |value - P|."""
    low, high = max(0, total - goal + 1), total // 2
    i, j = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    worst = 0.0
    for first in range(low + shard * LANES, high + 1, shards * LANES):
        for lane in range(LANES):
            i[lane] = min(first + lane, high)  # lanes left over do the last pair again
            j[lane] = total - i[lane]
        worst = max(worst, _solve_block(arrays, goal, i, j, values, turns))
    return worst


@kernel
def _broken_lanes(
    shard: int,
    shards: int,
    arrays: TurnArrays,
    goal: int,
    values: Floats,
    turns: Floats,
    per_turn: float,
    spare: float,
) -> float:
    """How many positions of the shard break the inequality of `_fits`; lanes are the other's totals."""
    width = arrays.dice + 1
    me, them = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    bust = np.empty(LANES)
    wrong = 0.0
    for mine in range(shard, goal, shards):
        cap = max(goal - mine, arrays.minimum)
        rows = (cap + arrays.reach) * width
        bank, follow = np.empty((cap + 1, LANES)), np.empty((cap + 1, LANES))
        best, slope = np.empty((rows, LANES)), np.empty((rows, LANES))
        _clear_won(arrays, best, slope)
        for first in range(0, goal, LANES):
            for lane in range(LANES):
                me[lane], them[lane] = mine, min(first + lane, goal - 1)
                lifted = values[them[lane], mine] - per_turn * turns[them[lane], mine]
                bust[lane] = 1.0 - min(max(lifted, 0.0), 1.0)
            _fill_bank(arrays, goal, me, them, cap, per_turn, values, turns, bank, follow)
            _best_lanes(arrays, bank, bust, cap, best, slope)
            for lane in range(LANES):
                own = values[mine, them[lane]]
                margin = per_turn * turns[mine, them[lane]]
                value = best[rows - width + arrays.dice, lane]
                if own + margin < 1.0 and value - own > margin - spare:
                    wrong += 1.0
    return wrong
