"""Kernels of a turn: a sweep over all positions of neutral markers above one banked board.

A position is a set of columns with a neutral marker, and how far each stands above what is banked.
Positions of a set lie together, the last column's spaces side by side; a place in the arrays is that of
the set and the spaces. A step goes to a later place of the same set, or to a larger set, so that sets
are swept largest first and their places backwards.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class BoardArrays(NamedTuple):
    """A board: see `solvers.columns.arrays`."""

    columns: int
    neutral: int
    full: int
    """Sets with all neutral markers: the first of all sets."""
    length: Ints
    place: Ints
    members: Ints
    """[set, k]: its columns; -1 behind the last."""
    sizes: Ints
    set_place: Ints
    """By the bits of a set."""
    pair: Ints
    """[pair]: two columns, the lower first."""
    roll_prob: Floats
    roll_start: Ints
    roll_pair: Ints
    case_start: Ints
    """[full set and room left]: where its gathered rolls begin."""
    case_prob: Floats
    case_lost: Floats
    """[full set and room left]: the chance of a roll that can do nothing."""
    choice_start: Ints
    choice_kind: Ints
    kind: Ints
    """[kind of step]: one or two places of a set."""


class TurnSpace(NamedTuple):
    """Where a sweep works: room for the positions above the lowest board."""

    spaces: Ints
    """[column]: what is banked."""
    first: Ints
    """[set]: the place of its first position; -1 where a column of it is won."""
    stride: Ints
    """[set, k]: places from a space to the next."""
    stop: Floats
    """[place]: what stopping there is worth."""
    best: Floats
    slope: Floats
    """[place]: how much of `best` moves with what stopping is worth: the chance to bank."""
    rolled: Floats
    """[place]: what rolling there is worth."""


@kernel
def lay_out(board: BoardArrays, banked: int, space: TurnSpace) -> int:
    """Give every position above a banked board its place; return how many there are."""
    rest = banked
    for column in range(board.columns):
        space.spaces[column] = rest % (board.length[column] + 1)
        rest //= board.length[column] + 1
    count = 0
    for one in range(board.members.shape[0]):
        size = 1
        for k in range(board.sizes[one] - 1, -1, -1):
            column = board.members[one, k]
            space.stride[one, k] = size
            size *= board.length[column] - space.spaces[column]
        space.first[one] = count if size > 0 else -1
        count += size
    return count


@kernel
def value_stops(
    board: BoardArrays, banked: int, worth: Floats, base: float, sign: float, space: TurnSpace
) -> None:
    """stop[place] = base + sign * worth[the board there]."""
    for one in range(board.members.shape[0]):
        if space.first[one] < 0:
            continue
        size = board.sizes[one]
        at = np.ones(board.neutral, np.int64)
        code = banked
        for k in range(size):
            code += board.place[board.members[one, k]]
        spot = space.first[one]
        while True:
            space.stop[spot] = base + sign * worth[code]
            spot += 1
            k = size - 1
            while k >= 0:
                column = board.members[one, k]
                if at[k] < board.length[column] - space.spaces[column]:
                    at[k] += 1
                    code += board.place[column]
                    break
                code -= (at[k] - 1) * board.place[column]
                at[k] = 1
                k -= 1
            if k < 0:
                break


@kernel
def sweep_turn(board: BoardArrays, bust: float, space: TurnSpace) -> tuple[float, float]:
    """Value every position; return what the first roll of the turn is worth, and its slope.

    best = the larger of stop and the mean over rolls of the best choice's best; `bust` is what a roll
    is worth that can do nothing. Where both are the same, the turn is stopped.
    """
    for one in range(board.members.shape[0]):
        if space.first[one] >= 0:
            if one < board.full:
                _sweep_full(board, one, bust, space)
            else:
                _sweep_open(board, one, bust, space)
    last = space.first[board.members.shape[0] - 1]
    return space.rolled[last], space.slope[last]


# The two below call nothing for a position: to pass the arrays on would take longer than the work.


@kernel
def _sweep_full(board: BoardArrays, one: int, bust: float, space: TurnSpace) -> None:
    """Sweep a set with all neutral markers: only its own columns can advance."""
    size, first = board.neutral, space.first[one]
    case_start, case_prob, case_lost = board.case_start, board.case_prob, board.case_lost
    choice_start, choice_kind = board.choice_start, board.choice_kind
    stop, best, slopes, rolled = space.stop, space.best, space.slope, space.rolled
    step = np.zeros(board.kind.shape[0], np.int64)
    for kind in range(board.kind.shape[0]):
        for side in range(2):
            if board.kind[kind, side] >= 0:
                step[kind] += space.stride[one, board.kind[kind, side]]
    highest, room = np.empty(size, np.int64), np.zeros(size, np.int64)
    count = 1
    for k in range(size):
        column = board.members[one, k]
        highest[k] = board.length[column] - space.spaces[column]
        count *= highest[k]
    for spot in range(first + count - 1, first - 1, -1):
        case = one
        for k in range(size):
            case = 3 * case + min(room[k], 2)
        value, slope = case_lost[case] * bust, 0.0
        for gathered in range(case_start[case], case_start[case + 1]):
            chosen = spot + step[choice_kind[choice_start[gathered]]]
            for place in range(choice_start[gathered] + 1, choice_start[gathered + 1]):
                there = spot + step[choice_kind[place]]
                if best[there] > best[chosen]:
                    chosen = there
            value += case_prob[gathered] * best[chosen]
            slope += case_prob[gathered] * slopes[chosen]
        rolled[spot] = value
        stops = stop[spot] >= value
        best[spot] = stop[spot] if stops else value
        slopes[spot] = 1.0 if stops else slope
        k = size - 1
        while k >= 0:
            room[k] += 1
            if room[k] < highest[k]:
                break
            room[k] = 0
            k -= 1


@kernel
def _sweep_open(board: BoardArrays, one: int, bust: float, space: TurnSpace) -> None:
    """Sweep a set with neutral markers left: every column that is not at its top can advance."""
    size, first, pairs = board.sizes[one], space.first[one], board.pair.shape[0]
    members, sizes, starts, stride = board.members, board.sizes, space.first, space.stride
    roll_prob, roll_start, roll_pair = board.roll_prob, board.roll_start, board.roll_pair
    stop, best, slopes, rolled = space.stop, space.best, space.slope, space.rolled
    above, room = np.zeros(board.columns, np.int64), np.empty(board.columns, np.int64)
    bits, count = 0, 1
    for column in range(board.columns):
        room[column] = board.length[column] - space.spaces[column]
    for k in range(size):
        column = members[one, k]
        bits |= 1 << column
        above[column], room[column] = room[column], 0
        count *= above[column]
    one_left = board.neutral - size == 1
    single, after = np.empty(board.columns, np.int64), np.empty(pairs, np.int64)
    for spot in range(first + count - 1, first - 1, -1):
        for column in range(board.columns):
            single[column] = -1
            if room[column] > 0:
                there = board.set_place[bits | 1 << column]
                single[column] = starts[there]
                for k in range(sizes[there]):
                    other = members[there, k]
                    single[column] += (above[other] + (other == column) - 1) * stride[there, k]
        for pair in range(pairs):
            low, high = board.pair[pair, 0], board.pair[pair, 1]
            chosen = single[low]
            if low == high:
                if room[low] > 1:
                    there = board.set_place[bits | 1 << low]
                    for k in range(sizes[there]):
                        if members[there, k] == low:
                            chosen += stride[there, k]
            elif chosen < 0:
                chosen = single[high]
            elif single[high] >= 0:
                if one_left and above[low] == 0 and above[high] == 0:
                    if best[single[high]] > best[chosen]:
                        chosen = single[high]
                else:
                    there = board.set_place[bits | 1 << low | 1 << high]
                    chosen = starts[there]
                    for k in range(sizes[there]):
                        other = members[there, k]
                        chosen += (above[other] + (other == low) + (other == high) - 1) * stride[
                            there, k
                        ]
            after[pair] = chosen
        value, slope = 0.0, 0.0
        for roll in range(roll_prob.shape[0]):
            chosen = -1
            for place in range(roll_start[roll], roll_start[roll + 1]):
                there = after[roll_pair[place]]
                if there >= 0 and (chosen < 0 or best[there] > best[chosen]):
                    chosen = there
            if chosen >= 0:
                value += roll_prob[roll] * best[chosen]
                slope += roll_prob[roll] * slopes[chosen]
            else:
                value += roll_prob[roll] * bust
        rolled[spot] = value
        stops = size > 0 and stop[spot] >= value  # no turn is stopped before it has begun
        best[spot] = stop[spot] if stops else value
        slopes[spot] = 1.0 if stops else slope
        k = size - 1
        while k >= 0:
            column = members[one, k]
            above[column] -= 1
            room[column] += 1
            if above[column] > 0:
                break
            above[column] = board.length[column] - space.spaces[column]
            room[column] = 0
            k -= 1
