"""Numba kernels for what the best strategy does: its choices, and where they lead.

    keep_choice(roll, rerolls) = first keep inside the roll worth at least the best one - tie
    box_choice(roll)           = first box worth at least the best one - tie

`tie` is what rounding may hide: two choices that differ by less are equally good, and the first in
the game's own order is taken. (To score at once and to keep all dice are the same thing, and keeping
all dice comes first among the keeps: so only keeps are compared until no reroll is left.) Following
these choices forward,

    mass(keep)    = sum of mass(roll) over the rolls that choose it
    mass(keep + d) += mass(keep) * weight(d) / weights

gives the exact probability of every outcome (a box and its points) of a turn.
"""

from __future__ import annotations

import numpy as np

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
from dicedevil.solvers.cards.states import CardArrays, Ints64, Numbers
from dicedevil.solvers.machine import SIMD, kernel
from dicedevil.solvers.simd import copy, copy_rows


@kernel
def choose_tile(
    lattice: LatticeArrays,
    card: CardArrays,
    values: Floats,
    open_boxes: int,
    first: int,
    rows: Floats,
    kept: Floats,
    listed: Ints,
    asked: Ints,
    tie: float,
    keep_choice: Numbers,
    outcome_choice: Numbers,
) -> None:
    """The choices of the states in the members asked for.

    keep_choice (SIMD, rerolls, rolls): [member, left - 1, roll] with `left` rerolls left;
    outcome_choice (SIMD, rolls); rows and kept are scratch, as in kernels.
    """
    fill_outcomes(card, values, open_boxes, first, lattice.keeps, rows)
    score_rolls(card, open_boxes, lattice.keeps, lattice.rolls, listed, rows)
    _choose_boxes(
        card, open_boxes, lattice.keeps, lattice.rolls, listed, rows, asked, tie, outcome_choice
    )
    for left in range(keep_choice.shape[1]):
        mean_keeps(lattice, rows)
        copy_rows(rows[: lattice.keeps], kept)
        best_keeps(lattice, rows)
        _choose_keeps(lattice, rows, kept, left, asked, tie, keep_choice)


@kernel
def _choose_boxes(
    card: CardArrays,
    open_boxes: int,
    keeps: int,
    rolls: int,
    listed: Ints,
    rows: Floats,
    asked: Ints,
    tie: float,
    outcome_choice: Numbers,
) -> None:
    column = np.empty(len(card.outcome_points))  # one member's values side by side
    for member in asked:
        copy(rows[keeps : keeps + len(column), member], column)
        list_boxes(open_boxes, listed)
        for roll in range(rolls):
            if card.matching[roll] < 0:
                enough = rows[roll, member] - tie
                outcomes = card.outcome_of[roll]
                place = 0
                while column[outcomes[listed[place]]] < enough:
                    place += 1
                outcome_choice[member, roll] = outcomes[listed[place]]
        for roll in range(rolls):
            if card.matching[roll] >= 0:
                allowed, is_joker = joker_boxes(card, open_boxes, card.matching[roll])
                list_boxes(allowed, listed)
                enough = rows[roll, member] - tie
                outcomes = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
                place = 0
                while column[outcomes[listed[place]]] < enough:
                    place += 1
                outcome_choice[member, roll] = outcomes[listed[place]]


@kernel
def _choose_keeps(
    lattice: LatticeArrays,
    rows: Floats,
    kept: Floats,
    left: int,
    asked: Ints,
    tie: float,
    keep_choice: Numbers,
) -> None:
    column = np.empty(lattice.keeps)  # one member's values side by side: the scan stays in L1
    for member in asked:
        copy(kept[:, member], column)
        for roll in range(lattice.rolls):
            enough = rows[roll, member] - tie
            place = lattice.within_start[roll]
            while column[lattice.within[place]] < enough:
                place += 1
            keep_choice[member, left, roll] = lattice.within[place]


@kernel
def roll_kept(lattice: LatticeArrays, mass: Floats) -> None:
    """Roll the dice that are not kept: pass the mass of every keep on, die by die, to the rolls."""
    for keep in range(lattice.keeps - 1, lattice.rolls - 1, -1):
        if mass[keep] > 0.0:
            place = keep - lattice.rolls
            part = mass[keep] * lattice.face_share[place]
            for face in range(lattice.more.shape[1]):
                mass[lattice.more[place, face]] += part * lattice.face_weight[place, face]


@kernel
def follow(
    lattice: LatticeArrays,
    keep_choice: Numbers,
    outcome_choice: Numbers,
    mass: Floats,
    outcome_prob: Floats,
) -> None:
    """The probability of every outcome of one state's turn.

    keep_choice (rerolls, rolls), outcome_choice (rolls,); mass (keeps,) is scratch.
    """
    copy(lattice.roll_prob, mass)
    for left in range(len(keep_choice) - 1, -1, -1):
        mass[lattice.rolls :] = 0.0
        _move_to_keeps(lattice.rolls, keep_choice[left], mass)
        roll_kept(lattice, mass)
    outcome_prob[:] = 0.0
    for roll in range(lattice.rolls):
        outcome_prob[outcome_choice[roll]] += mass[roll]


@kernel
def follow_rows(
    lattice: LatticeArrays, keep_choice: Numbers, outcome_choice: Numbers, outcome_prob: Floats
) -> None:
    """The probability of every outcome, row by row: (rows, ...) of what `follow` reads and writes."""
    mass = np.empty(lattice.keeps)
    for row in range(len(keep_choice)):
        follow(lattice, keep_choice[row], outcome_choice[row], mass, outcome_prob[row])


@kernel
def _move_to_keeps(rolls: int, choice: Numbers, mass: Floats) -> None:
    for roll in range(rolls):
        if choice[roll] != roll:
            mass[choice[roll]] += mass[roll]
            mass[roll] = 0.0


@kernel
def _list_asked(wanted: Ints64, members: Ints) -> Ints:
    """The members whose states are wanted, written into `members`."""
    count = 0
    for member in range(len(wanted)):
        if wanted[member] >= 0:
            members[count] = member
            count += 1
    return members[:count]


@kernel
def turn_groups(
    lattice: LatticeArrays,
    card: CardArrays,
    rerolls: int,
    groups: Ints64,
    values: Floats,
    tie: float,
    wanted: Ints64,
    outcome_prob: Floats,
) -> None:
    """Outcome probabilities of all wanted states of these groups.

    wanted (states,): the row of outcome_prob for a state, -1 if nobody asks;
    outcome_prob (rows, outcomes).
    """
    rows = np.empty((lattice.keeps + len(card.outcome_points) + 1, SIMD))
    kept = np.empty((lattice.keeps, SIMD))
    mass = np.empty(lattice.keeps)
    listed = np.empty(len(card.is_upper), np.int32)
    members = np.empty(SIMD, np.int32)
    keep_choice = np.empty((SIMD, rerolls, lattice.rolls), np.uint16)
    outcome_choice = np.empty((SIMD, lattice.rolls), np.uint16)
    for open_boxes in groups:
        base, count = card.base[open_boxes], group_size(card, open_boxes)
        for first in range(0, count, SIMD):
            asked = _list_asked(wanted[base + first : base + min(count, first + SIMD)], members)
            if len(asked) == 0:
                continue
            choose_tile(
                lattice, card, values, open_boxes, first, rows, kept, listed, asked, tie,
                keep_choice, outcome_choice,
            )  # fmt: skip
            for member in asked:
                out = outcome_prob[wanted[base + first + member]]
                follow(lattice, keep_choice[member], outcome_choice[member], mass, out)


@kernel
def choose_groups(
    lattice: LatticeArrays,
    card: CardArrays,
    groups: Ints64,
    values: Floats,
    tie: float,
    wanted: Ints64,
    keep_choice: Numbers,
    outcome_choice: Numbers,
) -> None:
    """The choices of all wanted states: keep_choice (rows, rerolls, rolls), outcome_choice
    (rows, rolls), rows told by `wanted` as in turn_groups."""
    rows = np.empty((lattice.keeps + len(card.outcome_points) + 1, SIMD))
    kept = np.empty((lattice.keeps, SIMD))
    listed = np.empty(len(card.is_upper), np.int32)
    members = np.empty(SIMD, np.int32)
    tile_keeps = np.empty((SIMD, keep_choice.shape[1], lattice.rolls), np.uint16)
    tile_outcomes = np.empty((SIMD, lattice.rolls), np.uint16)
    for open_boxes in groups:
        base, count = card.base[open_boxes], group_size(card, open_boxes)
        for first in range(0, count, SIMD):
            asked = _list_asked(wanted[base + first : base + min(count, first + SIMD)], members)
            if len(asked) == 0:
                continue
            choose_tile(
                lattice, card, values, open_boxes, first, rows, kept, listed, asked, tie,
                tile_keeps, tile_outcomes,
            )  # fmt: skip
            for member in asked:
                row = wanted[base + first + member]
                copy_rows(tile_keeps[member], keep_choice[row])
                copy(tile_outcomes[member], outcome_choice[row])


@kernel
def random_groups(
    lattice: LatticeArrays,
    card: CardArrays,
    rerolls: int,
    groups: Ints64,
    rows: Ints64,
    outcome_prob: Floats,
) -> None:
    """Outcome probabilities of a player who takes each choice equally often.

    They are the same for all states of a group: rows (groups,) says where in outcome_prob.
    """
    mass, kept = np.empty(lattice.keeps), np.empty(lattice.keeps)
    listed = np.empty(len(card.is_upper), np.int32)
    for place in range(len(groups)):
        open_boxes = groups[place]
        out = outcome_prob[rows[place]]
        out[:] = 0.0
        copy(lattice.roll_prob, mass)
        for left in range(rerolls, -1, -1):
            kept[:] = 0.0
            for roll in range(lattice.rolls):
                allowed, outcomes = open_boxes, card.outcome_of[roll]
                if card.matching[roll] >= 0:
                    allowed, is_joker = joker_boxes(card, open_boxes, card.matching[roll])
                    if is_joker:
                        outcomes = card.joker_outcome[roll]
                boxes = list_boxes(allowed, listed)
                start = lattice.within_start[roll]
                stop = lattice.within_start[roll + 1] if left > 0 else start
                share = mass[roll] / (boxes + stop - start)
                for place_listed in range(boxes):
                    out[outcomes[listed[place_listed]]] += share
                for step in range(start, stop):
                    kept[lattice.within[step]] += share
            if left > 0:
                roll_kept(lattice, kept)
                copy(kept[: lattice.rolls], mass)
