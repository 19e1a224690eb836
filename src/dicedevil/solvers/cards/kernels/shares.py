"""Numba kernels for what each box is expected to bring from every state on, under best play.

    shares(state) = sum over the outcomes of the turn of  chance * (what is written + shares(after))

One column a box, then the upper bonus and the extra Yahtzees: they add up to the value of the state.
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.cards.kernels.choices import choose_tile, follow
from dicedevil.solvers.cards.kernels.turns import group_size, is_extra, write
from dicedevil.solvers.cards.lattice import Floats, LatticeArrays
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import SIMD, kernel


@kernel
def share_groups(
    lattice: LatticeArrays,
    card: CardArrays,
    rerolls: int,
    groups: Ints64,
    values: Floats,
    tie: float,
    shares: Floats,
) -> None:
    """The shares (states, boxes + 2) of all states of these groups; smaller groups are done."""
    rows = np.empty((lattice.keeps + len(card.outcome_points) + 1, SIMD))
    kept = np.empty((lattice.keeps, SIMD))
    mass = np.empty(lattice.keeps)
    outcome_prob = np.empty(len(card.outcome_points))
    listed = np.empty(len(card.is_upper), np.int32)
    members = np.arange(SIMD).astype(np.int32)
    keep_choice = np.empty((SIMD, rerolls, lattice.rolls), np.uint16)
    outcome_choice = np.empty((SIMD, lattice.rolls), np.uint16)
    for open_boxes in groups:
        base, count = card.base[open_boxes], group_size(card, open_boxes)
        for first in range(0, count, SIMD):
            asked = members[: min(SIMD, count - first)]
            choose_tile(
                lattice, card, values, open_boxes, first, rows, kept, listed, asked, tie,
                keep_choice, outcome_choice,
            )  # fmt: skip
            for member in asked:
                follow(lattice, keep_choice[member], outcome_choice[member], mass, outcome_prob)
                out = shares[base + first + member]
                _add_shares(card, open_boxes, first + member, outcome_prob, shares, out)


@kernel
def _add_shares(
    card: CardArrays,
    open_boxes: int,
    member: int,
    outcome_prob: Floats,
    shares: Floats,
    out: Floats,
) -> None:
    boxes = len(card.is_upper)
    classes = card.classes[card.upper_open[open_boxes]]
    out[:] = 0.0
    for box in range(boxes):
        if open_boxes >> box & 1 == 0:
            continue
        for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
            prob = outcome_prob[outcome]
            if prob == 0.0:
                continue
            gain, after = write(card, open_boxes, member, box, outcome)
            points = card.outcome_points[outcome]
            earns = member >= classes and is_extra(card, open_boxes, outcome)
            extra = card.yahtzee_bonus if earns else 0
            out[box] += prob * points
            out[boxes] += prob * (gain - points - extra)
            out[boxes + 1] += prob * extra
            for column in range(boxes + 2):
                out[column] += prob * shares[after, column]
