"""Numba kernel that plays one turn of many games with real dice."""

from __future__ import annotations

from numpy.random import Generator

from dicedevil.families.keep_reroll.lattice import Floats, LatticeArrays
from dicedevil.families.keep_reroll.states import CardArrays, Ints64, Numbers
from dicedevil.solvers.kernels import kernel
from dicedevil.solvers.kernels.card_turns import write


@kernel
def _roll_dice(lattice: LatticeArrays, keep: int, rng: Generator) -> int:
    """Roll every die that is not kept, one after the other."""
    while keep >= lattice.rolls:
        place = keep - lattice.rolls
        pips = rng.random() / lattice.face_share[place]
        face = 0
        last = lattice.more.shape[1] - 1
        while face < last and pips >= lattice.face_weight[place, face]:
            pips -= lattice.face_weight[place, face]
            face += 1
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
    rerolls = keep_choice.shape[1]
    boxes = len(card.is_upper)
    for game in range(len(states)):
        row = row_of[game]
        roll = _roll_dice(lattice, lattice.keeps - 1, rng)
        for left in range(rerolls - 1, -1, -1):
            roll = _roll_dice(lattice, keep_choice[row, left, roll], rng)
        outcome = outcome_choice[row, roll]
        box, points = card.outcome_box[outcome], card.outcome_points[outcome]
        mask = open_boxes[game]
        lane = states[game] - card.base[mask]
        gain, after = write(card, mask, lane, box, outcome)
        extra = 0
        if card.outcome_extra[outcome] and lane >= card.classes[card.upper_open[mask]]:
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
