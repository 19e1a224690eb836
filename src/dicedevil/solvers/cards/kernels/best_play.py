"""Numba kernel: turns of best play, decision by decision.

Choices stand in the game's own order: boxes first, then keeps, all dice kept first among them. The
first one within `tie` of the best is taken, and what the best of the others falls short of it is the
loss. To keep all dice and to score at once come to the same: where a box is taken, keeping all is no
other choice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dicedevil.solvers.cards.kernels.choices import roll_kept
from dicedevil.solvers.cards.kernels.soft import value_tile
from dicedevil.solvers.cards.kernels.turns import group_size, joker_boxes, list_boxes
from dicedevil.solvers.cards.lattice import Floats, Ints, LatticeArrays
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import SIMD, kernel
from dicedevil.solvers.simd import copy, larger, load_row, smaller, spread, store_row

DECISIONS, ROLLS = 0, 1  # of `counts`; those above each threshold follow
LOSS, STATE, LEFT, ROLL, TIMES = 0, 1, 2, 3, 4  # of `closest`


@kernel
def _allowed(card: CardArrays, open_boxes: int, roll: int, listed: Ints) -> tuple[int, Ints]:
    """List the boxes that a roll may fill: how many, and the outcome of each box."""
    if card.matching[roll] < 0:
        return list_boxes(open_boxes, listed), card.outcome_of[roll]
    allowed, is_joker = joker_boxes(card, open_boxes, card.matching[roll])
    fills = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
    return list_boxes(allowed, listed), fills


@kernel
def _two_best_boxes(
    lattice: LatticeArrays, card: CardArrays, open_boxes: int, listed: Ints, rows: Floats, boxes: Floats
) -> None:
    """The best and the second best box of every roll, for SIMD states: boxes (2 * rolls, SIMD)."""
    for roll in range(lattice.rolls):
        count, fills = _allowed(card, open_boxes, roll, listed)
        first = second = spread(-np.inf)
        for place in range(count):
            worth = load_row(rows, lattice.keeps + fills[listed[place]])
            second = larger(smaller(first, worth), second)
            first = larger(worth, first)
        store_row(boxes, roll, first)
        store_row(boxes, lattice.rolls + roll, second)


@kernel
def _two_best_keeps(lattice: LatticeArrays, level: int, kept: Floats, others: Floats) -> None:
    """The same of the keeps that roll some dice; `kept` begins at row `level`."""
    for roll in range(lattice.rolls):
        first = second = spread(-np.inf)
        for step in range(lattice.within_start[roll] + 1, lattice.within_start[roll + 1]):
            worth = load_row(kept, level + lattice.within[step])
            second = larger(smaller(first, worth), second)
            first = larger(worth, first)
        store_row(others, roll, first)
        store_row(others, lattice.rolls + roll, second)


class Tile(NamedTuple):
    """What the choices of SIMD states are worth, and scratch for one of them."""

    rows: Floats  # as in `turns`: its outcomes
    kept: Floats  # (rerolls * keeps, SIMD): keeps, by rerolls left after them
    best: Floats  # ((rerolls + 1) * rolls, SIMD): of all choices at a roll, by rerolls left
    boxes: Floats  # (2 * rolls, SIMD): the best box of a roll, then the second best
    others: Floats  # (rerolls, 2 * rolls, SIMD): the same of keeps that roll some dice
    listed: Ints  # (boxes,)
    held: Floats  # (keeps,)
    mass: Floats  # (rolls,)
    passed: Floats  # (keeps,)


@kernel
def decide_groups(
    lattice: LatticeArrays,
    card: CardArrays,
    rerolls: int,
    groups: Ints64,
    values: Floats,
    tie: float,
    seldom: float,
    thresholds: Floats,
    visits: Floats,
    wanted: Ints64,
    outcome_prob: Floats,
    counts: Floats,
    closest: Floats,
) -> None:
    """The turns of all wanted states of these groups: where they lead, and what they decide.

    thresholds (n,): losses to count decisions by, the last one above all that may be a tie;
    counts (n + 2,): decisions, rolls, and decisions that lose more, each in a game; closest (5,):
    loss, state, rerolls left, roll and chance of the closest decision that is no tie and not too
    seldom; wanted and outcome_prob as in `turn_groups`.
    """
    rolls, keeps, outcomes = lattice.rolls, lattice.keeps, len(card.outcome_points)
    tile = Tile(
        np.empty((keeps + outcomes + 1, SIMD)),
        np.empty((rerolls * keeps, SIMD)),
        np.empty(((rerolls + 1) * rolls, SIMD)),
        np.empty((2 * rolls, SIMD)),
        np.empty((rerolls, 2 * rolls, SIMD)),
        np.empty(len(card.is_upper), np.int32),
        np.empty(keeps),
        np.empty(rolls),
        np.empty(keeps),
    )
    of_state = np.empty(len(counts))
    for open_boxes in groups:
        base, count = card.base[open_boxes], group_size(card, open_boxes)
        for first in range(0, count, SIMD):
            members = min(SIMD, count - first)
            if (wanted[base + first : base + first + members] < 0).all():
                continue
            value_tile(
                lattice, card, values, open_boxes, first, tile.listed, tile.rows, tile.kept, tile.best
            )
            _two_best_boxes(lattice, card, open_boxes, tile.listed, tile.rows, tile.boxes)
            for left in range(rerolls):
                _two_best_keeps(lattice, left * keeps, tile.kept, tile.others[left])
            for member in range(members):
                state = base + first + member
                if wanted[state] >= 0:
                    out, found = outcome_prob[wanted[state]], closest[LOSS]
                    _follow_turn(
                        lattice, card, rerolls, open_boxes, member, tile, tie, seldom / visits[state],
                        thresholds, out, of_state, closest,
                    )  # fmt: skip
                    counts += visits[state] * of_state
                    if closest[LOSS] < found:
                        closest[STATE] = state
                        closest[TIMES] *= visits[state]


@kernel
def _follow_turn(
    lattice: LatticeArrays,
    card: CardArrays,
    rerolls: int,
    open_boxes: int,
    member: int,
    tile: Tile,
    tie: float,
    seldom: float,
    thresholds: Floats,
    out: Floats,
    counts: Floats,
    closest: Floats,
) -> None:
    """One turn of one state: `out` by outcome, `counts` of a game that comes here.

    One long loop: a call for every roll that takes all these arrays is slower than what it does.
    """
    rolls, keeps = lattice.rolls, lattice.keeps
    rows, kept, best, boxes, others, listed, held, mass, passed = tile
    copy(lattice.roll_prob, mass)
    out[:] = 0.0
    counts[:] = 0.0
    counts[ROLLS] = 1.0
    for left in range(rerolls, -1, -1):
        passed[:] = 0.0
        if left > 0:
            copy(kept[(left - 1) * keeps : left * keeps, member], held)
        for roll in range(rolls):
            here = mass[roll]
            if here == 0.0:
                continue
            top = best[left * rolls + roll, member]
            keep = others[left - 1, roll, member] if left > 0 else -np.inf
            if boxes[roll, member] >= top - tie:
                other = max(boxes[rolls + roll, member], keep)
                _, fills = _allowed(card, open_boxes, roll, listed)
                place = 0
                while rows[keeps + fills[listed[place]], member] < top - tie:
                    place += 1
                out[fills[listed[place]]] += here
            else:
                other = max(boxes[roll, member], keep)
                step = lattice.within_start[roll]
                while held[lattice.within[step]] < top - tie:
                    step += 1
                passed[lattice.within[step]] += here
                if lattice.within[step] != roll:
                    other = max(held[roll], others[left - 1, rolls + roll, member])
                    counts[ROLLS] += here
            if other == -np.inf:
                continue
            loss = max(0.0, top - other)
            counts[DECISIONS] += here
            for place in range(len(thresholds)):
                counts[2 + place] += here if loss > thresholds[place] else 0.0
            if thresholds[-1] < loss < closest[LOSS] and here >= seldom:
                closest[LOSS], closest[LEFT], closest[ROLL], closest[TIMES] = loss, left, roll, here
        if left > 0:
            roll_kept(lattice, passed)
            copy(passed[:rolls], mass)
