"""Numba kernel that plays one turn of many games with real dice."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from dicedevil.solvers.cards.kernels.turns import is_extra, joker_boxes, list_boxes, write
from dicedevil.solvers.cards.lattice import Floats, Ints, LatticeArrays
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
    rolls: Ints,
    codes: Ints,
) -> None:
    """One turn of every game; row_of (games,): where the choices of its state are.

    states, open_boxes, scores, extras (games,) are carried on; paid (boxes + 1, 2) adds up the
    points and the zeroes of each box, then the upper bonuses and how many they were. Who wants to
    know the moves gives rolls and codes (rerolls + 1, games): what was rolled with so many rerolls
    left, -1 if the turn was over, and what was done, a keep or -1 - outcome; others (rerolls + 1, 0).
    """
    rerolls, is_fair = keep_choice.shape[1], is_fair_lattice(lattice)
    for game in range(len(states)):
        row = row_of[game]
        roll = roll_dice(lattice, lattice.keeps - 1, is_fair, rng)
        for left in range(rerolls - 1, -1, -1):
            keep = keep_choice[row, left, roll]
            if rolls.shape[1]:
                rolls[left + 1, game], codes[left + 1, game] = roll, keep
            roll = roll_dice(lattice, keep, is_fair, rng)
        if rolls.shape[1]:
            rolls[0, game], codes[0, game] = roll, -1 - np.int32(outcome_choice[row, roll])
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
    rolls: Ints,
    codes: Ints,
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
            outcome = outcomes[listed[choice]] if choice < boxes else -1
            if choice >= boxes:
                keep = lattice.within[start + choice - boxes]
            if rolls.shape[1]:
                rolls[left, game], codes[left, game] = roll, keep if choice >= boxes else -1 - outcome
            if choice < boxes:
                write_game(card, outcome, game, states, open_boxes, scores, extras, paid)
                break


@kernel
def roll_many(lattice: LatticeArrays, kept: Ints64, rng: Generator, rolls: Ints) -> None:
    """Roll in every game whose turn goes on: kept (games,), -1 where it is over; rolls (games,)."""
    is_fair = is_fair_lattice(lattice)
    for game in range(len(kept)):
        if kept[game] >= 0:
            rolls[game] = roll_dice(lattice, kept[game], is_fair, rng)


@kernel
def write_many(
    card: CardArrays,
    outcomes: Ints64,
    states: Ints64,
    open_boxes: Ints64,
    scores: Ints64,
    extras: Ints64,
    paid: Floats,
) -> None:
    """Fill a box in every game: outcomes (games,); the others as in play_turn."""
    for game in range(len(states)):
        write_game(card, outcomes[game], game, states, open_boxes, scores, extras, paid)


@kernel
def add_losses(
    lattice: LatticeArrays,
    card: CardArrays,
    keep_values: Floats,
    outcome_values: Floats,
    row_of: Ints64,
    open_boxes: Ints64,
    rolls: Ints,
    codes: Ints,
    lost: Floats,
) -> None:
    """Add to lost (games,) what the choices of a turn gave away, where the state has a row.

    keep_values (rows, rerolls * keeps), outcome_values (rows, outcomes): more is better; row_of,
    open_boxes (games,) before the turn; rolls, codes (rerolls + 1, games) as in play_turn.
    """
    listed = np.empty(len(card.is_upper), np.int32)
    for game in range(rolls.shape[1]):
        row = row_of[game]
        if row < 0:
            continue
        for left in range(rolls.shape[0]):
            roll, code = rolls[left, game], codes[left, game]
            if roll < 0:
                continue
            chosen = outcome_values[row, -1 - code] if code < 0 else 0.0
            best = -np.inf
            if left > 0:
                first = (left - 1) * lattice.keeps
                for place in range(lattice.within_start[roll], lattice.within_start[roll + 1]):
                    best = max(best, keep_values[row, first + lattice.within[place]])
                if code >= 0:
                    chosen = keep_values[row, first + code]
            else:
                allowed, outcomes = open_boxes[game], card.outcome_of[roll]
                if card.matching[roll] >= 0:
                    allowed, is_joker = joker_boxes(card, allowed, card.matching[roll])
                    if is_joker:
                        outcomes = card.joker_outcome[roll]
                for place in range(list_boxes(allowed, listed)):
                    best = max(best, outcome_values[row, outcomes[listed[place]]])
            lost[game] += best - chosen


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
