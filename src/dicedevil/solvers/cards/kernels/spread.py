"""Numba kernel: the least and the greatest second moment of a card's best play, ties broken so.

    square(outcome) = gain^2 + 2 gain value(after) + square(after)

and then a turn is walked backwards like its means, but among the choices within `tie` of the best mean
the one with the least (greatest) square is taken.
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.cards.kernels.turns import group_size, joker_boxes, list_boxes, write
from dicedevil.solvers.cards.lattice import Floats, Ints, LatticeArrays
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import kernel
from dicedevil.solvers.simd import copy_rows


@kernel
def _choose(
    options: Floats, places: Ints, count: int, tie: float, out: Floats, place: int, seen: Floats
) -> None:
    """The best mean of some rows of (mean, least, greatest), and the squares of those tied with it."""
    best = -np.inf
    for step in range(count):
        best = max(best, options[places[step], 0])
    least, greatest = np.inf, -np.inf
    for step in range(count):
        short = best - options[places[step], 0]
        if short <= tie:
            least = min(least, options[places[step], 1])
            greatest = max(greatest, options[places[step], 2])
            seen[0] = max(seen[0], short)
        else:
            seen[1] = min(seen[1], short)
    out[place, 0], out[place, 1], out[place, 2] = best, least, greatest


@kernel
def _mean_keeps(lattice: LatticeArrays, rows: Floats) -> None:
    for keep in range(lattice.rolls, lattice.keeps):
        place = keep - lattice.rolls
        for part in range(3):
            total = 0.0
            for face in range(lattice.more.shape[1]):
                total += rows[lattice.more[place, face], part] * lattice.face_weight[place, face]
            rows[keep, part] = total * lattice.face_share[place]


@kernel
def spread_groups(
    lattice: LatticeArrays,
    card: CardArrays,
    rerolls: int,
    groups: Ints64,
    values: Floats,
    tie: float,
    squares: Floats,
    seen: Floats,
) -> None:
    """Fill squares (states, 2) of these groups; seen is the widest tie and the closest call."""
    rows, ends = np.empty((lattice.keeps, 3)), np.empty((len(card.outcome_points), 3))
    best = np.empty((lattice.rolls, 3))
    listed, outcomes = np.empty(len(card.is_upper), np.int32), np.empty(len(card.is_upper), np.int32)
    for open_boxes in groups:
        base = card.base[open_boxes]
        for member in range(group_size(card, open_boxes)):
            for box in range(len(card.is_upper)):
                if open_boxes >> box & 1:
                    for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                        points, after = write(card, open_boxes, member, box, outcome)
                        gain = float(card.sign * points)
                        sure = gain * gain + 2.0 * gain * values[after]
                        ends[outcome, 0] = gain + values[after]
                        ends[outcome, 1] = sure + squares[after, 0]
                        ends[outcome, 2] = sure + squares[after, 1]
            for roll in range(lattice.rolls):
                allowed, of_roll = open_boxes, card.outcome_of[roll]
                if card.matching[roll] >= 0:
                    allowed, is_joker = joker_boxes(card, open_boxes, card.matching[roll])
                    if is_joker:
                        of_roll = card.joker_outcome[roll]
                count = list_boxes(allowed, listed)
                for step in range(count):
                    outcomes[step] = of_roll[listed[step]]
                _choose(ends, outcomes, count, tie, rows, roll, seen)
            _mean_keeps(lattice, rows)
            for _ in range(rerolls):
                for roll in range(lattice.rolls):
                    start, stop = lattice.within_start[roll], lattice.within_start[roll + 1]
                    _choose(rows, lattice.within[start:stop], stop - start, tie, best, roll, seen)
                copy_rows(best, rows)
                _mean_keeps(lattice, rows)
            squares[base + member, 0] = rows[lattice.keeps - 1, 1]
            squares[base + member, 1] = rows[lattice.keeps - 1, 2]
