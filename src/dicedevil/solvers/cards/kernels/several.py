"""Numba kernels of several cards: `turns` for states with a box open on some cards and not on others.

A state is the multiset of what the linked boxes of each card hold, and of every loose box on how many
cards it is open (`several`). One tile is SIMD states of a layer, any of them: a box that is closed in
one of them is worth minus infinity there. Its rows, each SIMD values wide, are those of `turns`, with
the best over all cards in the row of an outcome, and behind them one for every Yahtzee, whose worth
the joker rule says card by card:

    rows[keeps + outcome]             the best of writing it on any card, future included
    rows[keeps + outcomes + yahtzee]  the best that a Yahtzee can be

Values of a layer lie in the order of the states' numbers (`several_layers`): number = high * low_size +
low, and of the states with the same high, those of the layer lie in the order of their low.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.cards.kernels.turns import best_keeps, empty_rows, joker_boxes, mean_keeps, write
from dicedevil.solvers.cards.lattice import Floats, Ints, LatticeArrays
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import SIMD, kernel
from dicedevil.solvers.simd import copy, larger, load_row, spread, store_row

Bytes = NDArray[np.uint8]
Places = NDArray[np.uint32]


class SeveralArrays(NamedTuple):
    """What the kernels read of several cards."""

    cards: int
    parts: int  # states of the linked boxes of one card; 0 where all are loose
    open_of: Ints64  # (parts,): which of the linked boxes are open
    ways: Ints64  # (cards, parts + 1): how many multisets come before, see `rank`
    stride: Ints64  # (loose boxes,)
    loose_size: int  # (cards + 1) ** loose boxes
    special: Ints  # (rolls,): the number of a Yahtzee about which the joker rule speaks, else -1
    pooled: bool  # a bound from above: extra Yahtzees and jokers count whatever card they are on
    joker_points: Ints  # (special, loose boxes): what a joker pays, where cards are pooled


class KnownLayer(NamedTuple):
    """Values with a box less open than in the states that are solved: all, or those that are needed."""

    values: Floats
    base: Places  # (highs,): where the values of states with the same high begin
    low_rank: Ints  # (low_size,): how many of them come before, by low
    low_size: int


@kernel
def rank(several: SeveralArrays, parts: Ints64) -> int:
    """The number of a multiset, its members in rising order."""
    number = 0
    for place in range(several.cards):
        number += several.ways[place, parts[place]]
    return number


@kernel
def find_parts(several: SeveralArrays, number: int, parts: Ints64) -> None:
    """Write the members of a multiset, in rising order."""
    for place in range(several.cards - 1, -1, -1):
        low, high = 0, several.parts - 1
        while low < high:
            middle = (low + high + 1) // 2
            if several.ways[place, middle] <= number:
                low = middle
            else:
                high = middle - 1
        parts[place] = low
        number -= several.ways[place, low]


@kernel
def with_part(several: SeveralArrays, parts: Ints64, place: int, part: int, scratch: Ints64) -> int:
    """The number of the multiset in which one member has become another."""
    copy(parts, scratch)
    while place > 0 and scratch[place - 1] > part:
        scratch[place] = scratch[place - 1]
        place -= 1
    while place < several.cards - 1 and scratch[place + 1] < part:
        scratch[place] = scratch[place + 1]
        place += 1
    scratch[place] = part
    return rank(several, scratch)


@kernel
def count_open(several: SeveralArrays, counts: Bytes) -> None:
    """How many linked boxes are open in each multiset."""
    parts = np.zeros(several.cards, np.int64)
    for number in range(len(counts)):
        find_parts(several, number, parts)
        for part in parts:
            boxes = several.open_of[part]
            while boxes:
                counts[number] += boxes & 1
                boxes >>= 1


@kernel
def list_numbers(
    layer: int, first_high: int, opened: Bytes, low_start: Ints64, lows: Ints, numbers: Ints64
) -> None:
    """The numbers of a layer's states from a high on, as many as there is room for.

    `opened` (highs,) says how many boxes are open beside those of the low; `lows` (low_size,) are in
    the order of how many are open in them, those with so many from `low_start` on.
    """
    place, high, size = 0, first_high, len(lows)
    while place < len(numbers):
        left = layer - opened[high]
        if 0 <= left < len(low_start) - 1:
            for which in range(low_start[left], low_start[left + 1]):
                numbers[place] = high * size + lows[which]
                place += 1
        high += 1


@kernel
def fill_linked(
    several: SeveralArrays,
    linked: CardArrays,
    known: KnownLayer,
    number: int,
    member: int,
    keeps: int,
    first_special: int,
    parts: Ints64,
    scratch: Ints64,
    rows: Floats,
) -> None:
    """The linked boxes of one state, and its Yahtzees: column `member` of the rows."""
    low, size = number % known.low_size, several.loose_size // known.low_size
    high = number // known.low_size % size
    within = known.low_rank[low]
    find_parts(several, number // several.loose_size, parts)
    for place in range(several.cards):
        if place and parts[place] == parts[place - 1]:
            continue
        opened = several.open_of[parts[place]]
        held = parts[place] - linked.base[opened]
        for box in range(len(linked.is_upper)):
            if opened >> box & 1 == 0:
                continue
            before, future = -1, 0.0
            for outcome in range(linked.outcome_start[box], linked.outcome_start[box + 1]):
                gain, after = write(linked, opened, held, box, outcome)
                if after != before:
                    multiset = with_part(several, parts, place, after, scratch)
                    future = known.values[known.base[multiset * size + high] + within]
                    before = after
                worth = linked.sign * gain + future
                if worth > rows[keeps + outcome, member]:
                    rows[keeps + outcome, member] = worth
        for roll in range(len(several.special)):
            special = several.special[roll]
            if special < 0 or opened == 0:
                continue
            allowed, is_joker = joker_boxes(linked, opened, linked.matching[roll])
            outcomes = linked.joker_outcome[roll] if is_joker else linked.outcome_of[roll]
            for box in range(len(linked.is_upper)):
                if allowed >> box & 1:
                    gain, after = write(linked, opened, held, box, outcomes[box])
                    multiset = with_part(several, parts, place, after, scratch)
                    future = known.values[known.base[multiset * size + high] + within]
                    worth = linked.sign * gain + future
                    if worth > rows[first_special + special, member]:
                        rows[first_special + special, member] = worth


@kernel
def fill_loose(
    several: SeveralArrays,
    linked: CardArrays,
    loose: CardArrays,
    known: KnownLayer,
    number: int,
    member: int,
    first_special: int,
    parts: Ints64,
    rows: Floats,
    futures: Floats,
    any_open: Ints,
) -> None:
    """What comes after each loose box of one state, and its Yahtzees where cards are pooled."""
    digits = number % several.loose_size
    high, low = number // known.low_size, number % known.low_size
    is_filled, holds = False, False
    if several.pooled:
        for part in parts:
            opened = several.open_of[part]
            is_filled = is_filled or opened == 0
            holds = holds or part - linked.base[opened] >= linked.classes[linked.upper_open[opened]]
    for box in range(len(several.stride)):
        stride = several.stride[box]
        if digits // stride % (several.cards + 1) == 0:
            futures[box, member] = -np.inf
            continue
        any_open[box] = 1
        if stride < known.low_size:
            future = known.values[known.base[high] + known.low_rank[low - stride]]
        else:
            future = known.values[known.base[high - stride // known.low_size] + known.low_rank[low]]
        futures[box, member] = future
        if not several.pooled:
            continue
        for roll in range(len(several.special)):
            special = several.special[roll]
            if special >= 0:
                points = loose.outcome_points[loose.outcome_of[roll, box]]
                if is_filled:
                    points = several.joker_points[special, box]
                if holds:
                    points += linked.yahtzee_bonus
                if points + future > rows[first_special + special, member]:
                    rows[first_special + special, member] = points + future


@kernel
def add_points(loose: CardArrays, box: int, futures: Floats, first_outcome: int, rows: Floats) -> None:
    """The rows of a loose box: what is written, and what comes after."""
    for outcome in range(loose.outcome_start[box], loose.outcome_start[box + 1]):
        points = loose.sign * loose.outcome_points[outcome]
        for member in range(SIMD):
            rows[first_outcome + outcome, member] = points + futures[box, member]


@kernel
def solve_numbers(
    lattice: LatticeArrays,
    several: SeveralArrays,
    linked: CardArrays,
    loose: CardArrays,
    rerolls: int,
    numbers: Ints64,
    known: KnownLayer,
    out: Floats,
) -> None:
    """The values of these states of a layer, one for each number."""
    keeps, rolls = lattice.keeps, lattice.rolls
    of_linked = len(linked.outcome_points) if several.parts else 0
    first_loose = keeps + of_linked
    first_special = first_loose + (len(loose.outcome_points) if len(several.stride) else 0)
    rows = empty_rows(first_special + several.special.max() + 1)
    parts, scratch = np.zeros(several.cards, np.int64), np.zeros(several.cards, np.int64)
    any_open = np.zeros(len(several.stride), np.int32)
    futures = np.empty((len(several.stride), SIMD))
    for first in range(0, len(numbers), SIMD):
        rows[keeps:first_loose] = -np.inf
        rows[first_special:] = -np.inf
        any_open[:] = 0
        for member in range(SIMD):
            number = numbers[min(first + member, len(numbers) - 1)]
            if several.parts:
                fill_linked(
                    several, linked, known, number, member, keeps, first_special, parts, scratch, rows
                )
            fill_loose(
                several,
                linked,
                loose,
                known,
                number,
                member,
                first_special,
                parts,
                rows,
                futures,
                any_open,
            )
        for box in range(len(several.stride)):
            if any_open[box]:
                add_points(loose, box, futures, first_loose, rows)
        for roll in range(rolls):
            best = spread(-np.inf)
            if several.special[roll] >= 0:
                best = load_row(rows, first_special + several.special[roll])
            else:
                if several.parts:
                    for box in range(len(linked.is_upper)):
                        best = larger(load_row(rows, keeps + linked.outcome_of[roll, box]), best)
                for box in range(len(several.stride)):
                    if any_open[box]:
                        best = larger(load_row(rows, first_loose + loose.outcome_of[roll, box]), best)
            store_row(rows, roll, best)
        mean_keeps(lattice, rows)
        for _ in range(rerolls):
            best_keeps(lattice, rows)
            mean_keeps(lattice, rows)
        for member in range(min(SIMD, len(numbers) - first)):
            out[first + member] = rows[keeps - 1, member]
