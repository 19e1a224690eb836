"""The match between two best players, many pairs of banked totals side by side.

The same recursion as in `kernels.match`, for pairs with the same sum. Pairs differ in how far each
player is from the target, so tables are indexed by the room left to it instead of the points in the
turn: a set-aside of p points leads from room r to r - p for every pair, and the innermost loops run
over pairs that lie next to each other in memory.

Tables are (rows, BESIDE): row (room + reach - 1) * (dice + 1) + dice, for room from 1 - reach on. With
no room left banking wins. A pair's turn starts at its own cap; rows beyond are of no use to it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel
from dicedevil.solvers.press_luck.kernels.match import STEPS, STILL, guess
from dicedevil.solvers.press_luck.kernels.turn import Floats, TurnArrays, least_bank, race_cap

BESIDE = 24

Rooms = NDArray[np.int64]


@kernel
def clear_won(arrays: TurnArrays, best: Floats, slope: Floats) -> None:
    """Rows without room: the target is reached, whatever dice are left."""
    for row in range(arrays.reach * (arrays.dice + 1)):
        for column in range(BESIDE):
            best[row, column] = 1.0
            slope[row, column] = 0.0


@kernel
def best_beside(
    arrays: TurnArrays, bank: Floats, bust: Floats, rooms: int, best: Floats, slope: Floats
) -> None:
    """Fill best and slope for room 1 to `rooms`; see `sweep_turn`. bank is (rooms + 1, BESIDE)."""
    width = arrays.dice + 1
    value, rise = np.empty(BESIDE), np.empty(BESIDE)
    part, part_rise = np.empty(BESIDE), np.empty(BESIDE)
    chosen, chosen_rise = np.empty(BESIDE), np.empty(BESIDE)
    for room in range(1, rooms + 1):
        base = (room + arrays.reach - 1) * width
        for dice in range(1, width):
            bust_prob = arrays.bust[dice]
            for column in range(BESIDE):
                value[column] = bust_prob * bust[column]
                rise[column] = bust_prob
                part[column] = 0.0
                part_rise[column] = 0.0
            for outcome in range(arrays.outcome_start[dice], arrays.outcome_start[dice + 1]):
                prob = arrays.prob[outcome]
                option, last = arrays.option_start[outcome], arrays.option_start[outcome + 1]
                spot = base - arrays.option_points[option] * width + arrays.option_left[option]
                if last == option + 1:
                    for column in range(BESIDE):
                        part[column] += prob * best[spot, column]
                        part_rise[column] += prob * slope[spot, column]
                else:
                    for column in range(BESIDE):
                        chosen[column] = best[spot, column]
                        chosen_rise[column] = slope[spot, column]
                    for other in range(option + 1, last):
                        spot = base - arrays.option_points[other] * width + arrays.option_left[other]
                        for column in range(BESIDE):
                            worth, more = best[spot, column], slope[spot, column]
                            better = worth > chosen[column]
                            chosen_rise[column] = more if better else chosen_rise[column]
                            chosen[column] = worth if better else chosen[column]
                    for column in range(BESIDE):
                        part[column] += prob * chosen[column]
                        part_rise[column] += prob * chosen_rise[column]
                if outcome & 7 == 7:
                    for column in range(BESIDE):
                        value[column] += part[column]
                        rise[column] += part_rise[column]
                        part[column] = 0.0
                        part_rise[column] = 0.0
            for column in range(BESIDE):
                worth = value[column] + part[column]
                banks = bank[room, column] >= worth
                best[base + dice, column] = bank[room, column] if banks else worth
                slope[base + dice, column] = 0.0 if banks else rise[column] + part_rise[column]


@kernel
def follow_beside(
    arrays: TurnArrays, bank: Floats, follow: Floats, rooms: int, best: Floats, out: Floats
) -> None:
    """Carry a second worth along the best choices, for room 1 to `rooms`; see `follow_best`.

    With no room left there is nothing to follow: those rows of `out` are 0.
    """
    width = arrays.dice + 1
    total, part = np.empty(BESIDE), np.empty(BESIDE)
    chosen, carried = np.empty(BESIDE), np.empty(BESIDE)
    for room in range(1, rooms + 1):
        base = (room + arrays.reach - 1) * width
        for dice in range(1, width):
            for column in range(BESIDE):
                total[column] = 0.0
                part[column] = 0.0
            for outcome in range(arrays.outcome_start[dice], arrays.outcome_start[dice + 1]):
                prob = arrays.prob[outcome]
                option, last = arrays.option_start[outcome], arrays.option_start[outcome + 1]
                spot = base - arrays.option_points[option] * width + arrays.option_left[option]
                for column in range(BESIDE):
                    chosen[column] = best[spot, column]
                    carried[column] = out[spot, column]
                for other in range(option + 1, last):
                    spot = base - arrays.option_points[other] * width + arrays.option_left[other]
                    for column in range(BESIDE):
                        worth, more = best[spot, column], out[spot, column]
                        better = worth > chosen[column]
                        carried[column] = more if better else carried[column]
                        chosen[column] = worth if better else chosen[column]
                for column in range(BESIDE):
                    part[column] += prob * carried[column]
                if outcome & 7 == 7:
                    for column in range(BESIDE):
                        total[column] += part[column]
                        part[column] = 0.0
            for column in range(BESIDE):
                banks = bank[room, column] >= best[base + dice, column]
                out[base + dice, column] = (
                    follow[room, column] if banks else total[column] + part[column]
                )


@kernel
def fill_bank(
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
    for column in range(BESIDE):
        cap = race_cap(arrays, goal, me[column])
        least = least_bank(arrays, me[column])
        for room in range(1, rooms + 1):
            turn = cap - room
            follow[room, column] = 0.0
            if turn < least:
                bank[room, column] = -np.inf
            elif me[column] + turn >= goal:
                bank[room, column] = 1.0
            else:
                later = turns[them[column], me[column] + turn]
                lifted = values[them[column], me[column] + turn] - lift * later
                bank[room, column] = 1.0 - min(max(lifted, 0.0), 1.0)
                follow[room, column] = later


@kernel
def _solve_block(
    arrays: TurnArrays, goal: int, i: Rooms, j: Rooms, values: Floats, turns: Floats
) -> float:
    """Solve values[i, j] and values[j, i] for every column, as `_solve_pair` does for one."""
    width = arrays.dice + 1
    rooms_x, rooms_z = 0, 0
    for column in range(BESIDE):
        rooms_x = max(rooms_x, race_cap(arrays, goal, i[column]))
        rooms_z = max(rooms_z, race_cap(arrays, goal, j[column]))
    rows_x, rows_z = (rooms_x + arrays.reach) * width, (rooms_z + arrays.reach) * width
    bank_x, bank_z = np.empty((rooms_x + 1, BESIDE)), np.empty((rooms_z + 1, BESIDE))
    follow_x, follow_z = np.empty((rooms_x + 1, BESIDE)), np.empty((rooms_z + 1, BESIDE))
    best_x, best_z = np.empty((rows_x, BESIDE)), np.empty((rows_z, BESIDE))
    slope_x, slope_z = np.empty((rows_x, BESIDE)), np.empty((rows_z, BESIDE))
    fill_bank(arrays, goal, i, j, rooms_x, 0.0, values, turns, bank_x, follow_x)
    fill_bank(arrays, goal, j, i, rooms_z, 0.0, values, turns, bank_z, follow_z)
    clear_won(arrays, best_x, slope_x)
    clear_won(arrays, best_z, slope_z)
    x, bust = np.empty(BESIDE), np.empty(BESIDE)
    low, high, off = np.zeros(BESIDE), np.ones(BESIDE), np.zeros(BESIDE)
    start_x, start_z = np.empty(BESIDE, np.int64), np.empty(BESIDE, np.int64)
    for column in range(BESIDE):
        x[column] = guess(values, goal, i[column], j[column])
        cap_x = race_cap(arrays, goal, i[column])
        cap_z = race_cap(arrays, goal, j[column])
        start_x[column] = (cap_x + arrays.reach - 1) * width + arrays.dice
        start_z[column] = (cap_z + arrays.reach - 1) * width + arrays.dice
    for _ in range(STEPS):
        for column in range(BESIDE):
            bust[column] = 1.0 - x[column]
        best_beside(arrays, bank_z, bust, rooms_z, best_z, slope_z)
        for column in range(BESIDE):
            bust[column] = 1.0 - best_z[start_z[column], column]
        best_beside(arrays, bank_x, bust, rooms_x, best_x, slope_x)
        waiting = 0
        for column in range(BESIDE):
            value, fall = best_x[start_x[column], column], slope_x[start_x[column], column]
            drop = slope_z[start_z[column], column]
            off[column] = abs(value - x[column])
            step = (value - x[column]) / (1.0 - fall * drop)
            if abs(step) <= STILL:
                continue  # this column stays: the last sweeps are those of the values that are kept
            waiting += 1
            if value >= x[column]:
                low[column] = max(low[column], x[column])
            if value <= x[column]:
                high[column] = min(high[column], x[column])
            after = x[column] + step
            inside = low[column] <= after <= high[column]
            x[column] = after if inside else 0.5 * (low[column] + high[column])
        if waiting == 0:
            break
    out_x, out_z = np.zeros((rows_x, BESIDE)), np.zeros((rows_z, BESIDE))
    follow_beside(arrays, bank_x, follow_x, rooms_x, best_x, out_x)
    follow_beside(arrays, bank_z, follow_z, rooms_z, best_z, out_z)
    for column in range(BESIDE):
        fall, drop = slope_x[start_x[column], column], slope_z[start_z[column], column]
        later_x, later_z = out_x[start_x[column], column], out_z[start_z[column], column]
        length = (1.0 + later_x + fall * (1.0 + later_z)) / (1.0 - fall * drop)
        values[i[column], j[column]] = x[column]
        values[j[column], i[column]] = best_z[start_z[column], column]
        turns[i[column], j[column]] = length
        turns[j[column], i[column]] = 1.0 + later_z + drop * length
    return off.max()  # type: ignore[no-any-return]


@kernel
def solve_side_by_side(
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
    i, j = np.empty(BESIDE, np.int64), np.empty(BESIDE, np.int64)
    worst = 0.0
    for first in range(low + shard * BESIDE, high + 1, shards * BESIDE):
        for column in range(BESIDE):
            i[column] = min(first + column, high)  # columns left over do the last pair again
            j[column] = total - i[column]
        worst = max(worst, _solve_block(arrays, goal, i, j, values, turns))
    return worst


@kernel
def broken_side_by_side(
    shard: int,
    shards: int,
    arrays: TurnArrays,
    goal: int,
    values: Floats,
    turns: Floats,
    per_turn: float,
    spare: float,
    sign: int,
) -> float:
    """How many positions of the shard break an inequality: the upper (1) or the lower (-1) one.

    Columns: the other's totals.
    """
    width = arrays.dice + 1
    me, them = np.empty(BESIDE, np.int64), np.empty(BESIDE, np.int64)
    bust = np.empty(BESIDE)
    wrong = 0.0
    for mine in range(shard, goal, shards):
        cap = race_cap(arrays, goal, mine)
        rows = (cap + arrays.reach) * width
        bank, follow = np.empty((cap + 1, BESIDE)), np.empty((cap + 1, BESIDE))
        best, slope = np.empty((rows, BESIDE)), np.empty((rows, BESIDE))
        clear_won(arrays, best, slope)
        for first in range(0, goal, BESIDE):
            for column in range(BESIDE):
                me[column], them[column] = mine, min(first + column, goal - 1)
                lifted = values[them[column], mine] - sign * per_turn * turns[them[column], mine]
                bust[column] = 1.0 - min(max(lifted, 0.0), 1.0)
            fill_bank(arrays, goal, me, them, cap, sign * per_turn, values, turns, bank, follow)
            best_beside(arrays, bank, bust, cap, best, slope)
            for column in range(BESIDE):
                own = values[mine, them[column]]
                margin = per_turn * turns[mine, them[column]]
                value = best[rows - width + arrays.dice, column]
                inside = own + margin < 1.0 if sign > 0 else own - margin > 0.0
                if inside and sign * (value - own) > margin - spare:
                    wrong += 1.0
    return wrong
