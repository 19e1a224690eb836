"""Kernels of the two-player match: a pair of banked totals, a layer's shard, the error check.

See `solvers.press_luck.match` for the recursion and the reasons. Tables are (goal, goal):
table[me, them] is for the player about to roll, who has `me` units.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dicedevil.solvers.machine import kernel
from dicedevil.solvers.press_luck.kernels.last_turn import AT_BEST, GUIDED, PLANNED
from dicedevil.solvers.press_luck.kernels.turn import (
    Floats,
    Plan,
    TurnArrays,
    best_worth,
    follow_best,
    least_bank,
    match_cap,
    planned_turn,
    race_cap,
    sweep_rolls,
    sweep_turn,
)

STEPS = 100
STILL = 2.0**-50
"""A Newton step this small is rounding noise; the error bound has the last word."""


class Seat(NamedTuple):
    """How a player plays: best when both are empty.

    plan     a table of choices by turn total and outcome (see `planned_turn`)
    guide    winning probabilities of another solved match: in every position the choice that
             is best there, whatever this match is worth (an opponent who plays that strategy)
    tie      what a tie counts for this player: a place in `TIES`
    """

    plan: Plan = np.zeros((0, 0), dtype=np.int16)
    guide: Floats = np.zeros((0, 0))
    tie: int = 0


BEST_REPLY = AT_BEST
"""The row of the last turns of two best players who share ties."""


@kernel
def reply_of(seat: Seat) -> int:
    """The row of the player's last turns: how they are played, for what a tie counts."""
    return 3 * seat.tie + way_of(seat)


@kernel
def way_of(seat: Seat) -> int:
    """How the player plays the last turn."""
    if seat.plan.shape[0] > 0:
        return PLANNED
    return AT_BEST if seat.guide.shape[0] == 0 else GUIDED


@kernel
def bank_worth(
    arrays: TurnArrays,
    other: Floats,
    goal: int,
    me: int,
    them: int,
    lift: float,
    length: Floats,
    reply: int,
    bank: Floats,
) -> None:
    """bank[t] = 1 - (other - lift * length)[them, me + t] kept in [0, 1]; 1 at the target.

    Where a last round follows, what the other's last turn leaves of it: `reply` is its row.
    """
    replies = arrays.replies[reply, min(them, 1)]
    cap, least = match_cap(arrays, goal, me), least_bank(arrays, me)
    for turn in range(cap + arrays.reach):
        if turn < least:
            bank[turn] = -np.inf
        elif me + turn >= goal:
            bank[turn] = 1.0 - replies[min(me + turn - them, replies.shape[0] - 1)]
        else:
            lifted = other[them, me + turn] - lift * length[them, me + turn]
            bank[turn] = 1.0 - min(max(lifted, 0.0), 1.0)


@kernel
def guess(values: Floats, goal: int, me: int, them: int) -> float:
    """A start for Newton from the neighbours at larger sums (any start would do)."""
    if me + 1 < goal and them + 1 < goal:
        corner = values[me + 1, them + 1]
        near = values[me + 1, them] + values[me, them + 1] - corner
        return min(max(near, 0.0), 1.0)  # type: ignore[no-any-return]
    if them + 1 < goal:
        return values[me, them + 1]  # type: ignore[no-any-return]
    return values[me + 1, them] if me + 1 < goal else 0.5


@kernel
def _solve_pair(
    arrays: TurnArrays,
    seat_x: Seat,
    seat_z: Seat,
    goal: int,
    i: int,
    j: int,
    first: Floats,
    second: Floats,
    first_turns: Floats,
    second_turns: Floats,
) -> float:
    """Solve first[i, j] and second[j, i] together, and the expected turns of the pair.

    Answers how far first[i, j] is from the value of its own turn; second[j, i] is that of its turn.
    """
    width, reach = arrays.dice + 1, arrays.reach
    rows = max(match_cap(arrays, goal, i), match_cap(arrays, goal, j)) + reach
    bank_x, bank_z = np.empty(rows), np.empty(rows)
    best_x, best_z = np.empty(rows * width), np.empty(rows * width)
    slope_x, slope_z = np.empty(rows * width), np.empty(rows * width)
    bank_worth(arrays, second, goal, i, j, 0.0, second, reply_of(seat_z), bank_x)
    bank_worth(arrays, first, goal, j, i, 0.0, first, reply_of(seat_x), bank_z)
    x, z = guess(first, goal, i, j), 0.5
    low, high = 0.0, 1.0
    fall = drop = off = 0.0
    for _ in range(STEPS):
        z, drop = _turn(arrays, seat_z, goal, j, i, bank_z, 1.0 - x, best_z, slope_z)
        value, fall = _turn(arrays, seat_x, goal, i, j, bank_x, 1.0 - z, best_x, slope_x)
        off = abs(value - x)
        step = (value - x) / (1.0 - fall * drop)
        if abs(step) <= STILL:
            break  # x stays: the last sweeps are those of the values that are kept
        if value >= x:
            low = max(low, x)
        if value <= x:
            high = min(high, x)
        x = x + step if low <= x + step <= high else 0.5 * (low + high)
    first[i, j], second[j, i] = x, z
    # Expected turns obey the same two lines, with one turn more at each of them.
    later_x = _turns_after(arrays, seat_x, bank_x, goal, i, j, second_turns, best_x, slope_x)
    later_z = _turns_after(arrays, seat_z, bank_z, goal, j, i, first_turns, best_z, slope_z)
    length = (1.0 + later_x + fall * (1.0 + later_z)) / (1.0 - fall * drop)
    first_turns[i, j] = length
    second_turns[j, i] = 1.0 + later_z + drop * length
    return off


@kernel
def _turn(
    arrays: TurnArrays,
    seat: Seat,
    goal: int,
    me: int,
    them: int,
    bank: Floats,
    bust: float,
    best: Floats,
    slope: Floats,
) -> tuple[float, float]:
    """Value and bust probability of one turn as the seat plays it."""
    cap = match_cap(arrays, goal, me)
    if seat.plan.shape[0] > 0:
        enough, least = race_cap(arrays, goal, me), least_bank(arrays, me)
        return planned_turn(arrays, seat.plan, bank, bust, cap, enough, least, best, slope)
    if seat.guide.shape[0] == 0:
        return sweep_turn(arrays, bank, bust, cap, best, slope)
    guided = np.empty(cap + arrays.reach)
    bank_worth(arrays, seat.guide, goal, me, them, 0.0, seat.guide, BEST_REPLY, guided)
    bust_there = 1.0 - seat.guide[them, me]
    _, busts = sweep_turn(arrays, guided, bust_there, cap, best, slope)
    return follow_best(arrays, guided, bank, cap, best, slope) + busts * bust, busts


@kernel
def _turns_after(
    arrays: TurnArrays,
    seat: Seat,
    bank: Floats,
    goal: int,
    me: int,
    them: int,
    length: Floats,
    best: Floats,
    scratch: Floats,
) -> float:
    """Expected turns after this one, busts counting nothing, along the choices of the turn.

    `best` holds the sweep that decides when the seat plays best.
    """
    cap = match_cap(arrays, goal, me)
    follow = np.zeros(cap + arrays.reach)
    for turn in range(min(cap, goal - me)):
        follow[turn] = length[them, me + turn]
    if seat.plan.shape[0] == 0 and seat.guide.shape[0] == 0:
        return follow_best(arrays, bank, follow, cap, best, scratch)
    return _turn(arrays, seat, goal, me, them, follow, 0.0, best, scratch)[0]


@kernel
def solve_shard(
    shard: int,
    shards: int,
    arrays: TurnArrays,
    seat_x: Seat,
    seat_z: Seat,
    goal: int,
    total: int,
    alike: bool,
    first: Floats,
    second: Floats,
    first_turns: Floats,
    second_turns: Floats,
) -> float:
    """Every `shards`-th pair with i + j = total; only i <= j when both players are alike.

    Answers how far the worst of them is from the value of its own turn.
    """
    low = max(0, total - goal + 1)
    high = total // 2 if alike else min(goal - 1, total)
    worst = 0.0
    for i in range(low + shard, high + 1, shards):
        off = _solve_pair(
            arrays, seat_x, seat_z, goal, i, total - i, first, second, first_turns, second_turns
        )
        worst = max(worst, off)
    return worst


@kernel
def _fits(
    arrays: TurnArrays,
    seat: Seat,
    rival: Seat,
    goal: int,
    me: int,
    them: int,
    own: Floats,
    other: Floats,
    own_turns: Floats,
    other_turns: Floats,
    per_turn: float,
    spare: float,
) -> bool:
    """The upper inequality of the error bound for the player with `me` units to roll."""
    margin = per_turn * own_turns[me, them]
    if own[me, them] + margin >= 1.0:
        return True
    cap = match_cap(arrays, goal, me)
    rows = cap + arrays.reach
    bank, best = np.empty(rows), np.empty(rows * (arrays.dice + 1))
    bank_worth(arrays, other, goal, me, them, per_turn, other_turns, reply_of(rival), bank)
    lifted = other[them, me] - per_turn * other_turns[them, me]
    bust = 1.0 - min(max(lifted, 0.0), 1.0)
    if seat.plan.shape[0] == 0 and seat.guide.shape[0] == 0:
        value = best_worth(arrays, bank, bust, cap, best)
    else:
        value, _ = _turn(arrays, seat, goal, me, them, bank, bust, best, np.empty_like(best))
    return bool(value - own[me, them] <= margin - spare)


@kernel
def broken_shard(
    shard: int,
    shards: int,
    arrays: TurnArrays,
    seat_x: Seat,
    seat_z: Seat,
    goal: int,
    alike: bool,
    first: Floats,
    second: Floats,
    first_turns: Floats,
    second_turns: Floats,
    per_turn: float,
    spare: float,
) -> float:
    """How many positions of the shard break the inequality."""
    wrong = 0.0
    for me in range(shard, goal, shards):
        for them in range(goal):
            if not _fits(
                arrays, seat_x, seat_z, goal, me, them, first, second, first_turns, second_turns,
                per_turn, spare,
            ):  # fmt: skip
                wrong += 1.0
            if not alike and not _fits(
                arrays, seat_z, seat_x, goal, me, them, second, first, second_turns, first_turns,
                per_turn, spare,
            ):  # fmt: skip
                wrong += 1.0
    return wrong


@kernel
def rolling_worths(
    arrays: TurnArrays,
    seat: Seat,
    rival: Seat,
    goal: int,
    me: int,
    them: int,
    other: Floats,
    out: Floats,
) -> None:
    """out[turn, dice], flat: the winning probability of the player about to roll so many dice."""
    cap = match_cap(arrays, goal, me)
    rows = cap + arrays.reach
    bank = np.empty(rows)
    best, slope = np.empty(rows * (arrays.dice + 1)), np.empty(rows * (arrays.dice + 1))
    bank_worth(arrays, other, goal, me, them, 0.0, other, reply_of(rival), bank)
    bust = 1.0 - other[them, me]
    if seat.plan.shape[0] > 0:
        enough, least = race_cap(arrays, goal, me), least_bank(arrays, me)
        planned_turn(arrays, seat.plan, bank, bust, cap, enough, least, out, slope)
    elif seat.guide.shape[0] == 0:
        sweep_turn(arrays, bank, bust, cap, best, slope)
        sweep_rolls(arrays, best, best, bust, cap, out)
    else:
        guided = np.empty(rows)
        bank_worth(arrays, seat.guide, goal, me, them, 0.0, seat.guide, BEST_REPLY, guided)
        sweep_turn(arrays, guided, 1.0 - seat.guide[them, me], cap, best, slope)
        worth = np.empty_like(best)
        follow_best(arrays, guided, bank, cap, best, worth)
        for spot in range(worth.shape[0]):
            worth[spot] += slope[spot] * bust
        sweep_rolls(arrays, best, worth, bust, cap, out)
