"""Numba kernels of the keep-and-reroll member: arrays in, arrays out, nothing checked.

One tile is SIMD states with the same open boxes. Its rows, each SIMD values wide, are

    rows[keep]             keep < keeps: value of holding these dice
    rows[keeps + outcome]  value of writing these points into this box, future included

and one turn, walked backwards, is

    rows[roll] = max over allowed boxes of rows[keeps + outcome(box, roll)]       (score)
    rows[K]    = sum over faces d of weight(d) / weights * rows[K + d]            (mean)
    rows[K]    = max(rows[K], rows[K - d] for d in K), so for a roll: best keep   (best)

with mean and best repeated for every reroll, in place. Where fewer points are better (`card.sign` is
-1) points count negative, in `values` too. The tile of 462 + 146 rows (five dice,
official card) is 78 KB and stays in the second-level cache.
"""

from __future__ import annotations

import numpy as np

from dicedevil.families.cards import card
from dicedevil.solvers.cards import states
from dicedevil.solvers.cards.lattice import Floats, Ints, LatticeArrays
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import SIMD, kernel
from dicedevil.solvers.simd import (
    add,
    larger,
    load,
    load_row,
    row_at,
    spread,
    store_row,
    times,
)

joker_boxes = kernel(card.joker_boxes)
write = kernel(states.write)
group_size = kernel(states.group_size)
LINE = 8
"""Numbers in a line of the cache."""


@kernel
def empty_rows(count: int) -> Floats:
    """Room for rows that begin where a line of the cache does: others take a tenth longer to read."""
    room = np.empty(count * SIMD + LINE)
    begin = -(room.ctypes.data // room.itemsize) % LINE
    return room[begin : begin + count * SIMD].reshape(count, SIMD)


@kernel
def fill_outcomes(
    card: CardArrays,
    values: Floats,
    open_boxes: int,
    first: int,
    keeps: int,
    rows: Floats,
    saved: int = 0,
) -> None:
    """Rows of all outcomes of the open boxes: `write` for SIMD states at once.

    Where throws are saved, `values` has the states of a group once for each number of them (`saved`).
    Columns beyond the group's last state hold some number or other; nobody reads them.
    """
    classes = card.classes[card.upper_open[open_boxes]]
    bonus_row = len(rows) - 1
    for member in range(SIMD):
        rows[bonus_row, member] = card.sign * card.yahtzee_bonus if first + member >= classes else 0
    for box in range(len(card.is_upper)):
        if open_boxes >> box & 1 == 0:
            continue
        start, stop = card.outcome_start[box], card.outcome_start[box + 1]
        if card.is_upper[box]:
            out = rows[keeps + start : keeps + stop]
            _fill_upper(card, values, open_boxes, first, box, saved, out)
        else:
            # same upper class, so the next states lie side by side too
            left = open_boxes & ~(1 << box)
            after = card.base[left] + saved * group_size(card, left) + first
            tells = card.tells_zero and 1 << box == card.yahtzee_bit
            for outcome in range(start, stop):
                points = card.outcome_points[outcome]
                future = load(values, after + classes if tells and points > 0 else after)
                store_row(rows, keeps + outcome, add(future, spread(float(card.sign * points))))
        for outcome in range(start, stop):
            if is_extra(card, open_boxes, outcome):
                row = keeps + outcome
                store_row(rows, row, add(load_row(rows, row), load_row(rows, bonus_row)))


@kernel
def is_extra(card: CardArrays, open_boxes: int, outcome: int) -> bool:
    """Whether an outcome earns the Yahtzee bonus, if the Yahtzee box holds points."""
    blocking = int(card.outcome_extra[outcome])
    return blocking >= 0 and open_boxes & blocking == 0


@kernel
def _fill_upper(
    card: CardArrays, values: Floats, open_boxes: int, first: int, box: int, saved: int, out: Floats
) -> None:
    """Rows of the outcomes of an upper box: every class has its own next class."""
    left = open_boxes & ~(1 << box)
    upper, upper_left = card.upper_open[open_boxes], card.upper_open[left]
    classes, classes_left = card.classes[upper], card.classes[upper_left]
    class_of = card.class_of[upper_left]
    start, threshold = card.outcome_start[box], card.threshold
    base = card.base[left] + saved * group_size(card, left)
    for member in range(SIMD):
        holds_points = 1 if first + member >= classes else 0
        after = base + holds_points * classes_left
        upper_class = min(first + member - holds_points * classes, classes - 1)
        total = card.total_of[upper, upper_class]
        bonus = card.upper_bonus if total < threshold else 0
        for place in range(len(out)):
            points = card.outcome_points[start + place]
            reached = min(total + points, threshold)
            gain = points + (bonus if reached == threshold else 0)
            out[place, member] = card.sign * gain + values[after + class_of[reached]]


@kernel
def score_rolls(
    card: CardArrays, open_boxes: int, keeps: int, rolls: int, listed: Ints, rows: Floats
) -> None:
    """Every roll: the best box to fill. `listed` is scratch for the open boxes."""
    count = list_boxes(open_boxes, listed)
    for roll in range(rolls):
        if card.matching[roll] < 0:
            outcomes = card.outcome_of[roll]
            best = load_row(rows, keeps + outcomes[listed[0]])
            for place in range(1, count):
                best = larger(load_row(rows, keeps + outcomes[listed[place]]), best)
            store_row(rows, roll, best)
    for roll in range(rolls):
        if card.matching[roll] >= 0:
            allowed, is_joker = joker_boxes(card, open_boxes, card.matching[roll])
            outcomes = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
            best = spread(-np.inf)
            for place in range(list_boxes(allowed, listed)):
                best = larger(load_row(rows, keeps + outcomes[listed[place]]), best)
            store_row(rows, roll, best)


@kernel
def list_boxes(boxes: int, listed: Ints) -> int:
    """Write the numbers of these boxes into `listed`; how many they are."""
    count = 0
    box = 0
    while boxes >> box:
        if boxes >> box & 1:
            listed[count] = box
            count += 1
        box += 1
    return count


@kernel
def mean_keeps(lattice: LatticeArrays, rows: Floats) -> None:
    """Every keep with a die to roll: the mean over that die."""
    faces = lattice.more.shape[1]
    for keep in range(lattice.rolls, lattice.keeps):
        place = keep - lattice.rolls
        more, weight = lattice.more[place], lattice.face_weight[place]
        total = times(load_row(rows, more[0]), spread(weight[0]))
        for face in range(1, faces):
            total = add(total, times(load_row(rows, more[face]), spread(weight[face])))
        store_row(rows, keep, times(total, spread(lattice.face_share[place])))


@kernel
def best_keeps(lattice: LatticeArrays, rows: Floats) -> None:
    """Every keep, small ones first: the best of it and of every keep inside it."""
    step = 0
    for place in range(len(lattice.climb)):
        best = row_at(rows, lattice.climb, place)
        stop = lattice.fewer_start[place + 1]
        while step < stop:  # not `for`: LLVM would unroll it by eight, and there are six at most
            best = larger(row_at(rows, lattice.fewer, step), best)
            step += 1
        store_row(rows, lattice.climb[place], best)


@kernel
def solve_groups(
    lattice: LatticeArrays, card: CardArrays, rerolls: int, groups: Ints64, values: Floats
) -> None:
    """The values of all states of these groups (sets of open boxes); smaller groups are solved."""
    rows = empty_rows(lattice.keeps + len(card.outcome_points) + 1)
    listed = np.empty(len(card.is_upper), np.int32)
    for open_boxes in groups:
        base, count = card.base[open_boxes], group_size(card, open_boxes)
        for first in range(0, count, SIMD):
            fill_outcomes(card, values, open_boxes, first, lattice.keeps, rows)
            score_rolls(card, open_boxes, lattice.keeps, lattice.rolls, listed, rows)
            mean_keeps(lattice, rows)
            for _ in range(rerolls):
                best_keeps(lattice, rows)
                mean_keeps(lattice, rows)
            for member in range(min(SIMD, count - first)):
                values[base + first + member] = rows[lattice.keeps - 1, member]
