"""Numba kernel that plays one turn of many games with real dice."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from dicedevil.solvers.cards.kernels.turns import is_extra, joker_boxes, list_boxes, write
from dicedevil.solvers.cards.lattice import Floats, LatticeArrays
from dicedevil.solvers.cards.states import CardArrays, Ints64, Numbers
from dicedevil.solvers.machine import kernel


@kernel
def is_fair_lattice(lattice: LatticeArrays) -> bool:
    """Whether every face of every die weighs the same."""
    return bool((lattice.face_weight == lattice.face_weight[0, 0]).all())


@kernel
def roll_dice(lattice: LatticeArrays, keep: int, is_fair: bool, rng: Generator) -> int:
    """Roll every die that is not kept, one after the other."""
    faces = lattice.more.shape[1]
    while keep >= lattice.rolls:
        place = keep - lattice.rolls
        if is_fair:
            face = int(rng.random() * faces)
        else:
            pips = rng.random() / lattice.face_share[place]
            face = 0
            while face < faces - 1 and pips >= lattice.face_weight[place, face]:
                pips -= lattice.face_weight[place, face]
                face += 1
            while lattice.face_weight[place, face] == 0.0:  # rounding led beyond the last face
                face -= 1
        keep = lattice.more[place, face]
    return keep


@kernel
def play_turn(
    lattice: LatticeArrays,
    card: CardArrays,
    keep_choice: Numbers,
    outcome_choice: Numbers,
    row_of: Ints64,
    rng: Generator,
    states: Ints64,
    open_boxes: Ints64,
    scores: Ints64,
    extras: Ints64,
    paid: Floats,
) -> None:
    """One turn of every game; row_of (games,): where the choices of its state are.

    states, open_boxes, scores, extras (games,) are carried on; paid (boxes + 1, 2) adds up the
    points and the zeroes of each box, then the upper bonuses and how many they were.
    """
    rerolls, is_fair = keep_choice.shape[1], is_fair_lattice(lattice)
    for game in range(len(states)):
        row = row_of[game]
        roll = roll_dice(lattice, lattice.keeps - 1, is_fair, rng)
        for left in range(rerolls - 1, -1, -1):
            roll = roll_dice(lattice, keep_choice[row, left, roll], is_fair, rng)
        write_game(card, outcome_choice[row, roll], game, states, open_boxes, scores, extras, paid)


@kernel
def play_random_turn(
    lattice: LatticeArrays,
    card: CardArrays,
    rerolls: int,
    rng: Generator,
    states: Ints64,
    open_boxes: Ints64,
    scores: Ints64,
    extras: Ints64,
    paid: Floats,
) -> None:
    """One turn of every game, each choice equally likely; arrays as in play_turn."""
    listed, is_fair = np.empty(len(card.is_upper), np.int32), is_fair_lattice(lattice)
    for game in range(len(states)):
        keep = lattice.keeps - 1
        for left in range(rerolls, -1, -1):
            roll = roll_dice(lattice, keep, is_fair, rng)
            allowed, outcomes = open_boxes[game], card.outcome_of[roll]
            if card.matching[roll] >= 0:
                allowed, is_joker = joker_boxes(card, open_boxes[game], card.matching[roll])
                if is_joker:
                    outcomes = card.joker_outcome[roll]
            boxes = list_boxes(allowed, listed)
            start = lattice.within_start[roll]
            keeps = lattice.within_start[roll + 1] - start if left > 0 else 0
            choice = int(rng.random() * (boxes + keeps))
            if choice < boxes:
                outcome = outcomes[listed[choice]]
                write_game(card, outcome, game, states, open_boxes, scores, extras, paid)
                break
            keep = lattice.within[start + choice - boxes]


@kernel
def write_game(
    card: CardArrays,
    outcome: int,
    game: int,
    states: Ints64,
    open_boxes: Ints64,
    scores: Ints64,
    extras: Ints64,
    paid: Floats,
) -> None:
    """Fill a box in one game, and count what it brings."""
    boxes = len(card.is_upper)
    box, points = card.outcome_box[outcome], card.outcome_points[outcome]
    mask = open_boxes[game]
    member = states[game] - card.base[mask]
    gain, after = write(card, mask, member, box, outcome)
    extra = 0
    if member >= card.classes[card.upper_open[mask]] and is_extra(card, mask, outcome):
        extra = card.yahtzee_bonus
    bonus = gain - points - extra
    states[game] = after
    open_boxes[game] = mask & ~(1 << box)
    scores[game] += gain
    extras[game] += 1 if extra else 0
    paid[box, 0] += points
    paid[box, 1] += 1.0 if points == 0 else 0.0
    paid[boxes, 0] += bonus
    paid[boxes, 1] += 1.0 if bonus else 0.0
