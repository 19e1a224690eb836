"""Numba kernels of weaker play: choices weighted by what they give away.

    weight(choice) = exp(value(choice) / temperature), over the sum of all weights at the roll

The weight of a keep, or of an outcome, is the same at every roll that can choose it: one exponential
each, and sums of them. All are taken of differences to the largest value of the state. Where even the
best choice at a roll is so far below that its weight would be lost to underflow, that roll is weighed
by itself.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from dicedevil.solvers.cards.kernels.play import is_fair_lattice, roll_dice, write_game
from dicedevil.solvers.cards.kernels.turns import (
    best_keeps,
    fill_outcomes,
    group_size,
    joker_boxes,
    list_boxes,
    mean_keeps,
    score_rolls,
)
from dicedevil.solvers.cards.lattice import Floats, Ints, LatticeArrays
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import SIMD, kernel
from dicedevil.solvers.simd import add, copy, copy_rows, load_row, spread, store_row, times

FARTHEST = 600.0
"""exp(-700) is about the least float that keeps all its digits."""
NO_WEIGHT = 45.0
"""exp(-45) is nothing beside 1 in a float."""


@kernel
def value_tile(
    lattice: LatticeArrays,
    card: CardArrays,
    values: Floats,
    open_boxes: int,
    first: int,
    listed: Ints,
    rows: Floats,
    kept: Floats,
    best: Floats,
) -> None:
    """What every choice of SIMD states is worth, later play being best.

    rows as in `turns`, its outcomes stay; kept (rerolls * keeps, SIMD): keeps, by rerolls left after
    them; best ((rerolls + 1) * rolls, SIMD): of all choices at a roll, by rerolls left.
    """
    rolls, keeps = lattice.rolls, lattice.keeps
    fill_outcomes(card, values, open_boxes, first, keeps, rows)
    score_rolls(card, open_boxes, keeps, rolls, listed, rows)
    copy_rows(rows[:rolls], best)
    for left in range(len(kept) // keeps):
        mean_keeps(lattice, rows)
        copy_rows(rows[:keeps], kept[left * keeps :])
        best_keeps(lattice, rows)
        copy_rows(rows[:rolls], best[(left + 1) * rolls :])


@kernel
def _weigh(values: Floats, largest: Floats, temperature: float, out: Floats) -> None:
    """The weights of these rows, in parts of that of the largest value of each state."""
    for row in range(len(values)):
        for member in range(SIMD):
            out[row, member] = np.exp((values[row, member] - largest[0, member]) / temperature)


@kernel
def _allowed_at(card: CardArrays, open_boxes: int, roll: int, listed: Ints) -> tuple[int, bool]:
    """List the boxes that a roll may fill: how many, and whether joker scores are paid."""
    if card.matching[roll] < 0:
        return list_boxes(open_boxes, listed), False
    allowed, is_joker = joker_boxes(card, open_boxes, card.matching[roll])
    return list_boxes(allowed, listed), is_joker


@kernel
def soft_groups(
    lattice: LatticeArrays,
    card: CardArrays,
    rerolls: int,
    groups: Ints64,
    values: Floats,
    temperature: float,
    wanted: Ints64,
    outcome_prob: Floats,
) -> None:
    """Outcome probabilities of all wanted states of these groups; see `turn_groups`."""
    rolls, keeps, outcomes = lattice.rolls, lattice.keeps, len(card.outcome_points)
    rows = np.empty((keeps + outcomes + 1, SIMD))
    kept, keep_weight = np.empty((rerolls * keeps, SIMD)), np.empty((rerolls * keeps, SIMD))
    best, weight = np.empty(((rerolls + 1) * rolls, SIMD)), np.empty((outcomes, SIMD))
    mass, passed, out = np.empty((rolls, SIMD)), np.empty((keeps, SIMD)), np.empty((outcomes, SIMD))
    boxes_weight, filled = np.empty((rolls, SIMD)), np.empty((rolls, SIMD))
    largest, here = np.empty((1, SIMD)), np.empty((1, SIMD))
    listed, far_rolls = np.empty(len(card.is_upper), np.int32), np.empty(rolls, np.int32)
    column = np.empty(keeps + outcomes)
    for open_boxes in groups:
        base, count = card.base[open_boxes], group_size(card, open_boxes)
        for first in range(0, count, SIMD):
            members = min(SIMD, count - first)
            if (wanted[base + first : base + first + members] < 0).all():
                continue
            value_tile(lattice, card, values, open_boxes, first, listed, rows, kept, best)
            for member in range(SIMD):
                largest[0, member] = best[:rolls, member].max()
            _weigh(rows[keeps : keeps + outcomes], largest, temperature, weight)
            _weigh(kept, largest, temperature, keep_weight)
            out[:] = 0.0
            filled[:] = 0.0
            for roll in range(rolls):
                mass[roll] = lattice.roll_prob[roll]
                _add_boxes(card, open_boxes, roll, listed, weight, boxes_weight)
            for left in range(rerolls, -1, -1):
                passed[:] = 0.0
                far = 0
                for roll in range(rolls):
                    farthest = 0.0
                    for member in range(members):
                        below = largest[0, member] - best[left * rolls + roll, member]
                        farthest = max(farthest, below)
                    if farthest < FARTHEST * temperature:
                        _share_out(
                            lattice, left, roll, keep_weight, boxes_weight, here, mass, passed, filled
                        )
                    else:
                        far_rolls[far] = roll
                        far += 1
                if far > 0:
                    for member in range(members):
                        _share_out_alone(
                            lattice, card, open_boxes, left, far_rolls[:far], listed, temperature,
                            member, rows, kept, best, column, mass, passed, out,
                        )  # fmt: skip
                if left > 0:
                    _roll_kept_rows(lattice, passed)
                    copy_rows(passed[:rolls], mass)
            for roll in range(rolls):
                _fill_boxes(card, open_boxes, roll, listed, weight, filled, out)
            for member in range(members):
                row = wanted[base + first + member]
                if row >= 0:
                    copy(out[:, member], outcome_prob[row])


@kernel
def _add_boxes(
    card: CardArrays, open_boxes: int, roll: int, listed: Ints, weight: Floats, boxes_weight: Floats
) -> None:
    """The weight of all boxes that a roll may fill: the same, whatever rerolls are left."""
    boxes, is_joker = _allowed_at(card, open_boxes, roll, listed)
    fills = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
    total = load_row(weight, fills[listed[0]])
    for place in range(1, boxes):
        total = add(total, load_row(weight, fills[listed[place]]))
    store_row(boxes_weight, roll, total)


@kernel
def _fill_boxes(
    card: CardArrays,
    open_boxes: int,
    roll: int,
    listed: Ints,
    weight: Floats,
    filled: Floats,
    out: Floats,
) -> None:
    """Share among the boxes what was filled at a roll, at any time of the turn."""
    boxes, is_joker = _allowed_at(card, open_boxes, roll, listed)
    fills = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
    share = load_row(filled, roll)
    for place in range(boxes):
        outcome = fills[listed[place]]
        store_row(out, outcome, add(load_row(out, outcome), times(load_row(weight, outcome), share)))


@kernel
def _share_out(
    lattice: LatticeArrays,
    left: int,
    roll: int,
    keep_weight: Floats,
    boxes_weight: Floats,
    here: Floats,
    mass: Floats,
    passed: Floats,
    filled: Floats,
) -> None:
    """Share the mass of a roll among its choices, for all states of a tile at once.

    Keeps get theirs in `passed`; what boxes get, in parts of their weights, is added up in `filled`.
    `here` is scratch.
    """
    start, stop = lattice.within_start[roll], lattice.within_start[roll + 1]
    level = (left - 1) * lattice.keeps
    total = load_row(boxes_weight, roll)
    if left > 0:
        for step in range(start, stop):
            total = add(total, load_row(keep_weight, level + lattice.within[step]))
    store_row(here, 0, total)
    for member in range(SIMD):
        here[0, member] = mass[roll, member] / here[0, member]
    share = load_row(here, 0)
    store_row(filled, roll, add(load_row(filled, roll), share))
    if left > 0:
        for step in range(start, stop):
            keep = lattice.within[step]
            part = times(load_row(keep_weight, level + keep), share)
            store_row(passed, keep, add(load_row(passed, keep), part))


@kernel
def _share_out_alone(
    lattice: LatticeArrays,
    card: CardArrays,
    open_boxes: int,
    left: int,
    far_rolls: Ints,
    listed: Ints,
    temperature: float,
    member: int,
    rows: Floats,
    kept: Floats,
    best: Floats,
    column: Floats,
    mass: Floats,
    passed: Floats,
    out: Floats,
) -> None:
    """The same for one state and some rolls, each weighed in parts of its own best choice.

    What weighs less than rounding is left out, so that few exponentials are taken. `column` is scratch:
    the values of this state side by side, keeps first.
    """
    keeps = lattice.keeps
    if left > 0:
        copy(kept[(left - 1) * keeps : left * keeps, member], column)
    copy(rows[keeps : len(column), member], column[keeps:])
    for roll in far_rolls:
        boxes, is_joker = _allowed_at(card, open_boxes, roll, listed)
        fills = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
        start = lattice.within_start[roll]
        stop = lattice.within_start[roll + 1] if left > 0 else start
        top = best[left * lattice.rolls + roll, member]
        least, total = top - NO_WEIGHT * temperature, 0.0
        for place in range(boxes):
            worth = column[keeps + fills[listed[place]]]
            if worth > least:
                total += np.exp((worth - top) / temperature)
        for step in range(start, stop):
            worth = column[lattice.within[step]]
            if worth > least:
                total += np.exp((worth - top) / temperature)
        share = mass[roll, member] / total
        for place in range(boxes):
            outcome = fills[listed[place]]
            if column[keeps + outcome] > least:
                out[outcome, member] += share * np.exp((column[keeps + outcome] - top) / temperature)
        for step in range(start, stop):
            keep = lattice.within[step]
            if column[keep] > least:
                passed[keep, member] += share * np.exp((column[keep] - top) / temperature)


@kernel
def _roll_kept_rows(lattice: LatticeArrays, passed: Floats) -> None:
    """Roll the dice that are not kept: pass the mass of every keep on, die by die, to the rolls."""
    faces = lattice.more.shape[1]
    for keep in range(lattice.keeps - 1, lattice.rolls - 1, -1):
        place = keep - lattice.rolls
        part = times(load_row(passed, keep), spread(lattice.face_share[place]))
        for face in range(faces):
            more = lattice.more[place, face]
            rolled = times(part, spread(lattice.face_weight[place, face]))
            store_row(passed, more, add(load_row(passed, more), rolled))


@kernel
def value_groups(
    lattice: LatticeArrays,
    card: CardArrays,
    rerolls: int,
    groups: Ints64,
    values: Floats,
    wanted: Ints64,
    keep_values: Floats,
    outcome_values: Floats,
) -> None:
    """What the choices of all wanted states are worth: keep_values (rows, rerolls * keeps),
    outcome_values (rows, outcomes), rows told by `wanted`."""
    rolls, keeps, outcomes = lattice.rolls, lattice.keeps, len(card.outcome_points)
    rows, kept = np.empty((keeps + outcomes + 1, SIMD)), np.empty((rerolls * keeps, SIMD))
    best = np.empty(((rerolls + 1) * rolls, SIMD))
    listed = np.empty(len(card.is_upper), np.int32)
    for open_boxes in groups:
        base, count = card.base[open_boxes], group_size(card, open_boxes)
        for first in range(0, count, SIMD):
            members = min(SIMD, count - first)
            if (wanted[base + first : base + first + members] < 0).all():
                continue
            value_tile(lattice, card, values, open_boxes, first, listed, rows, kept, best)
            for member in range(members):
                row = wanted[base + first + member]
                if row >= 0:
                    copy(kept[:, member], keep_values[row])
                    copy(rows[keeps : keeps + outcomes, member], outcome_values[row])


@kernel
def play_soft_turn(
    lattice: LatticeArrays,
    card: CardArrays,
    rerolls: int,
    temperature: float,
    keep_values: Floats,
    outcome_values: Floats,
    row_of: Ints64,
    rng: Generator,
    states: Ints64,
    open_boxes: Ints64,
    scores: Ints64,
    extras: Ints64,
    paid: Floats,
    rolls: Ints,
    codes: Ints,
) -> None:
    """One turn of every game, choices weighted by what they give away; arrays as in `play_turn`."""
    listed, is_fair = np.empty(len(card.is_upper), np.int32), is_fair_lattice(lattice)
    widest = (lattice.within_start[1:] - lattice.within_start[:-1]).max()
    worth = np.empty(len(card.is_upper) + widest)
    for game in range(len(states)):
        row, keep = row_of[game], lattice.keeps - 1
        for left in range(rerolls, -1, -1):
            roll = roll_dice(lattice, keep, is_fair, rng)
            boxes, is_joker = _allowed_at(card, open_boxes[game], roll, listed)
            fills = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
            start = lattice.within_start[roll]
            count = boxes + (lattice.within_start[roll + 1] - start if left > 0 else 0)
            for place in range(boxes):
                worth[place] = outcome_values[row, fills[listed[place]]]
            for place in range(boxes, count):
                within = lattice.within[start + place - boxes]
                worth[place] = keep_values[row, (left - 1) * lattice.keeps + within]
            choice = _drawn(worth[:count], temperature, rng.random())
            outcome = fills[listed[choice]] if choice < boxes else -1
            if choice >= boxes:
                keep = lattice.within[start + choice - boxes]
            if rolls.shape[1]:
                rolls[left, game], codes[left, game] = roll, keep if choice >= boxes else -1 - outcome
            if choice < boxes:
                write_game(card, outcome, game, states, open_boxes, scores, extras, paid)
                break


@kernel
def _drawn(worth: Floats, temperature: float, chance: float) -> int:
    """Draw a choice by its weight; `worth` becomes the weights."""
    best = worth.max()
    for place in range(len(worth)):
        worth[place] = np.exp((worth[place] - best) / temperature)
    left = chance * worth.sum()
    for place in range(len(worth) - 1):
        left -= worth[place]
        if left < 0.0:
            return place
    return len(worth) - 1
