"""Numba kernels of target curves: arrays in, arrays out, nothing checked.

One tile is SIMD successive targets of one state. Its rows, each SIMD chances wide, are

    rows[keep]               keep < keeps: chance of holding these dice
    rows[keeps + outcome]    chance after writing these points into this box: a shifted curve
    rows[... + combination]  the better of several boxes, shared by all rolls that score them alike

and one turn, walked backwards, is the turn of `card_turns`, with `score` cut short by combinations
and the first roll of the turn as one weighted sum over rolls.

Curves lie in layers (see `solvers.cards.shelf`); `card.base` counts within a layer. Curves are
worked on in double precision and kept in single precision: one rounding to 24 bits a turn. (Those of a
small match are kept in double: what touches `chances` is compiled for either.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dicedevil.solvers.cards.kernels.turns import (
    best_keeps,
    empty_rows,
    group_size,
    joker_boxes,
    list_boxes,
    mean_keeps,
    write,
)
from dicedevil.solvers.cards.kernels.widening import load_wide, with_ends
from dicedevil.solvers.cards.lattice import Floats, Ints, LatticeArrays
from dicedevil.solvers.cards.sharing import Sharing
from dicedevil.solvers.cards.shelf import Chances, CurveLayer
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import SIMD, kernel
from dicedevil.solvers.simd import add, larger, load_row, row_at, spread, store_row, times


class Scoring(NamedTuple):
    """Scratch: how the rolls of one set of open boxes are scored."""

    picks: Ints  # (rolls, families): rows to take the best of
    made: Ints  # combinations to work out, as many as `counts[1]`
    members: Ints  # (combinations,): the open boxes of a combination's family, as bits
    counts: Ints  # [0]: picks a roll, [1]: combinations


class Shifts(NamedTuple):
    """Scratch: by outcome, where the curve of the state after it lies."""

    origin: Ints64  # where its chance of 0 points more than now would be
    begin: Ints64
    stop: Ints64


@kernel
def bound_curves(
    card: CardArrays, groups: Ints64, before: CurveLayer, possible: Ints, lowest: Ints, highest: Ints
) -> None:
    """Every state of these groups: points that are certain, and the most that are possible.

    Whatever is kept, the worst roll can come again, so points are certain if every roll brings them.
    """
    listed = np.empty(len(card.is_upper), np.int32)
    low = np.empty(len(card.outcome_points), np.int64)
    high = np.empty(len(card.outcome_points), np.int64)
    for open_boxes in groups:
        for member in range(group_size(card, open_boxes)):
            for box in range(len(card.is_upper)):
                if open_boxes >> box & 1:
                    for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                        gain, after = write(card, open_boxes, member, box, outcome)
                        low[outcome] = gain + before.sure[after]
                        width = before.first[after + 1] - before.first[after]
                        high[outcome] = low[outcome] + width
            least, most = np.int64(2**62), np.int64(-(2**62))
            for roll in possible:
                allowed, is_joker = open_boxes, False
                if card.matching[roll] >= 0:
                    allowed, is_joker = joker_boxes(card, open_boxes, card.matching[roll])
                outcomes = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
                certain = np.int64(-(2**62))
                for place in range(list_boxes(allowed, listed)):
                    outcome = outcomes[listed[place]]
                    certain = max(certain, low[outcome])
                    most = max(most, high[outcome])
                least = min(least, certain)
            number = card.base[open_boxes] + member
            lowest[number], highest[number] = least, most


@kernel
def plan_scores(
    card: CardArrays, sharing: Sharing, open_boxes: int, keeps: int, scoring: Scoring
) -> None:
    """How to score with these boxes open: one pick for each family that has an open box."""
    slots, made = 0, 0
    shared = keeps + len(card.outcome_points)
    alias = np.empty(len(sharing.outcomes), np.int32)
    for family in range(len(sharing.boxes)):
        members, count, box = 0, 0, 0
        for place in range(sharing.boxes.shape[1]):
            one = sharing.boxes[family, place]
            if one >= 0 and open_boxes >> one & 1:
                members |= 1 << place
                count += 1
                box = one
        if count == 0:
            continue
        for combination in range(sharing.start[family], sharing.start[family + 1]):
            if count == 1:
                break
            alias[combination] = _first_alike(sharing, family, combination, members)
            if alias[combination] == combination:
                scoring.made[made] = combination
                scoring.members[combination] = members
                made += 1
        for roll in range(len(scoring.picks)):
            if count == 1:
                scoring.picks[roll, slots] = keeps + card.outcome_of[roll, box]
            else:
                scoring.picks[roll, slots] = shared + alias[sharing.of[roll, family]]
        slots += 1
    scoring.counts[0], scoring.counts[1] = slots, made


@kernel
def _first_alike(sharing: Sharing, family: int, combination: int, members: int) -> int:
    """The first combination of the family with the same outcomes in the open boxes."""
    for other in range(sharing.start[family], combination):
        alike = True
        place = 0
        while alike and members >> place:
            if members >> place & 1:
                alike = sharing.outcomes[other, place] == sharing.outcomes[combination, place]
            place += 1
        if alike:
            return other
    return combination


@kernel
def shift_row(before: CurveLayer, number: int, gain: int, outcome: int, shifts: Shifts) -> None:
    """Where the curve with this number lies, after so many points."""
    begin = before.first[number]
    shifts.origin[outcome] = begin - gain - before.sure[number] - 1
    shifts.begin[outcome] = begin
    shifts.stop[outcome] = before.first[number + 1]


@kernel
def find_shifts(
    card: CardArrays, before: CurveLayer, open_boxes: int, member: int, shifts: Shifts
) -> None:
    """Where the curve behind every outcome of the open boxes lies."""
    for box in range(len(card.is_upper)):
        if open_boxes >> box & 1:
            for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                gain, after = write(card, open_boxes, member, box, outcome)
                shift_row(before, after, gain, outcome, shifts)


@kernel
def fill_row(
    before: CurveLayer, shifts: Shifts, outcome: int, target: int, rows: Floats, row: int
) -> None:
    """The row of an outcome, for the targets from `target` on: part of the curve behind it."""
    start = shifts.origin[outcome] + target
    begin, stop = shifts.begin[outcome], shifts.stop[outcome]
    if start >= stop:
        store_row(rows, row, spread(0.0))
    elif start + SIMD <= begin:
        store_row(rows, row, spread(1.0))
    elif start >= begin and start + SIMD <= stop:
        store_row(rows, row, load_wide(before.chances, start))
    else:
        vector = load_wide(before.chances, start)
        store_row(rows, row, with_ends(vector, begin - start, stop - start))


@kernel
def fill_outcomes(
    card: CardArrays,
    before: CurveLayer,
    open_boxes: int,
    target: int,
    keeps: int,
    shifts: Shifts,
    rows: Floats,
) -> None:
    """Rows of all outcomes of the open boxes, for the targets from `target` on."""
    for box in range(len(card.is_upper)):
        if open_boxes >> box & 1 == 0:
            continue
        for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
            fill_row(before, shifts, outcome, target, rows, keeps + outcome)


@kernel
def score_rolls(
    card: CardArrays,
    sharing: Sharing,
    scoring: Scoring,
    open_boxes: int,
    keeps: int,
    listed: Ints,
    rows: Floats,
) -> None:
    """Every roll: the best box to fill."""
    make_combinations(card, sharing, scoring, keeps, rows)
    slots = scoring.counts[0]
    for roll in range(len(scoring.picks)):
        picks = scoring.picks[roll]
        best = row_at(rows, picks, 0)
        for slot in range(1, slots):
            best = larger(row_at(rows, picks, slot), best)
        store_row(rows, roll, best)
    for roll in range(len(scoring.picks)):
        if card.matching[roll] >= 0:
            allowed, is_joker = joker_boxes(card, open_boxes, card.matching[roll])
            outcomes = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
            best = spread(0.0)
            for place in range(list_boxes(allowed, listed)):
                best = larger(load_row(rows, keeps + outcomes[listed[place]]), best)
            store_row(rows, roll, best)


@kernel
def make_combinations(
    card: CardArrays, sharing: Sharing, scoring: Scoring, keeps: int, rows: Floats
) -> None:
    """The best box of every combination of outcomes that rolls make of a family of boxes."""
    shared = keeps + len(card.outcome_points)
    for place in range(scoring.counts[1]):
        combination = scoring.made[place]
        members, member = scoring.members[combination], 0
        outcomes = sharing.outcomes[combination]
        while members >> member & 1 == 0:
            member += 1
        best = load_row(rows, keeps + outcomes[member])
        member += 1
        while members >> member:
            if members >> member & 1:
                best = larger(load_row(rows, keeps + outcomes[member]), best)
            member += 1
        store_row(rows, shared + combination, best)


@kernel
def mean_keeps_fair(lattice: LatticeArrays, rows: Floats) -> None:
    """`mean_keeps` for six faces of equal weight: most dice."""
    share = spread(lattice.face_share[0])
    for place in range(len(lattice.more)):
        more = lattice.more[place]
        low = add(add(load_row(rows, more[0]), load_row(rows, more[1])), load_row(rows, more[2]))
        high = add(add(load_row(rows, more[3]), load_row(rows, more[4])), load_row(rows, more[5]))
        store_row(rows, lattice.rolls + place, times(add(low, high), share))


@kernel
def mean_rolls(lattice: LatticeArrays, rows: Floats) -> None:
    """The row behind the last: the mean over the rolls of all dice."""
    total = spread(0.0)
    for roll in range(lattice.rolls):
        total = add(total, times(load_row(rows, roll), spread(lattice.roll_prob[roll])))
    store_row(rows, len(rows) - 1, total)


@kernel
def has_fair_dice(lattice: LatticeArrays) -> bool:
    """Whether `mean_keeps_fair` will do."""
    return bool(lattice.more.shape[1] == 6 and np.all(lattice.face_weight == 1.0))


@kernel
def walk_turn(lattice: LatticeArrays, rerolls: int, is_fair: bool, rows: Floats) -> None:
    """From the rows of scored rolls back to the beginning of the turn: the row behind the last."""
    for _ in range(rerolls):
        if is_fair:
            mean_keeps_fair(lattice, rows)
        else:
            mean_keeps(lattice, rows)
        best_keeps(lattice, rows)
    mean_rolls(lattice, rows)


@kernel
def scratch(
    lattice: LatticeArrays, card: CardArrays, sharing: Sharing
) -> tuple[Floats, Shifts, Scoring]:
    """Room for the rows of a tile, for where curves lie, and for how rolls are scored."""
    outcomes, combinations = len(card.outcome_points), len(sharing.outcomes)
    rows = empty_rows(lattice.keeps + outcomes + combinations + 1)
    shifts = Shifts(
        np.empty(outcomes, np.int64), np.empty(outcomes, np.int64), np.empty(outcomes, np.int64)
    )
    scoring = Scoring(
        np.empty((lattice.rolls, len(sharing.boxes)), np.int32),
        np.empty(combinations, np.int32),
        np.empty(combinations, np.int32),
        np.zeros(2, np.int32),
    )
    return rows, shifts, scoring


@kernel
def solve_curves(
    lattice: LatticeArrays,
    card: CardArrays,
    sharing: Sharing,
    rerolls: int,
    groups: Ints64,
    before: CurveLayer,
    after: CurveLayer,
) -> None:
    """The curves of all states of these groups, from those with one open box less."""
    keeps = lattice.keeps
    listed = np.empty(len(card.is_upper), np.int32)
    rows, shifts, scoring = scratch(lattice, card, sharing)
    is_fair = has_fair_dice(lattice)
    result = len(rows) - 1
    for open_boxes in groups:
        plan_scores(card, sharing, open_boxes, keeps, scoring)
        base = card.base[open_boxes]
        for member in range(group_size(card, open_boxes)):
            find_shifts(card, before, open_boxes, member, shifts)
            begin, stop = after.first[base + member], after.first[base + member + 1]
            for start in range(begin, stop, SIMD):
                target = after.sure[base + member] + 1 + start - begin
                fill_outcomes(card, before, open_boxes, target, keeps, shifts, rows)
                score_rolls(card, sharing, scoring, open_boxes, keeps, listed, rows)
                walk_turn(lattice, rerolls, is_fair, rows)
                for place in range(min(SIMD, stop - start)):
                    after.chances[start + place] = rows[result, place]


@kernel
def trim_ends(layer: CurveLayer, least: float, begin: Ints64, stop: Ints64) -> None:
    """Where each curve, rounded as it is stored, falls below 1, and where it is `least` or less."""
    for number in range(len(layer.sure)):
        start, end = layer.first[number], layer.first[number + 1]
        while start < end and layer.chances[start] >= 1:
            start += 1
        while start < end and layer.chances[end - 1] <= least:
            end -= 1
        begin[number], stop[number] = start, end


@kernel
def pack_curves(layer: CurveLayer, begin: Ints64, first: Ints64, chances: Chances) -> None:
    """Copy what is left of each curve behind the one before."""
    for number in range(len(begin)):
        shift = begin[number] - first[number]
        for place in range(first[number], first[number + 1]):
            chances[place] = layer.chances[place + shift]
