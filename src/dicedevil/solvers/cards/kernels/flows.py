"""Numba kernels that carry turn outcomes through the whole game.

Forward:   visits(after) += visits(state) * prob(outcome)
Backward:  law(state)[x + gain] += prob(outcome) * law(after)[x]
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.cards.kernels.turns import group_size, is_extra, write
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import kernel

UPPER_BONUS, EXTRA_YAHTZEE = 0, 1  # rows of `paid` after those of the boxes


@kernel
def visit_groups(
    card: CardArrays,
    groups: Ints64,
    wanted: Ints64,
    outcome_prob: Floats,
    visits: Floats,
    visits_clean: Floats,
    paid: Floats,
) -> None:
    """Pass the visits of these groups on, and count what is written on the card.

    visits (states,): probability that the game comes here; visits_clean: and no extra Yahtzee yet.
    paid (boxes + 2, 2): mean points and probability of no points, for each box; then the upper
    bonus (probability: of winning it) and the extra Yahtzees (left to visits_clean). A group is added
    up by itself first: fewer roundings.
    """
    boxes = len(card.is_upper)
    of_group = np.empty_like(paid)
    for open_boxes in groups:
        base = card.base[open_boxes]
        classes = card.classes[card.upper_open[open_boxes]]
        of_group[:] = 0.0
        for member in range(group_size(card, open_boxes)):
            row = wanted[base + member]
            if row < 0:
                continue
            for box in range(boxes):
                if open_boxes >> box & 1 == 0:
                    continue
                for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                    prob = outcome_prob[row, outcome]
                    if prob == 0.0:
                        continue
                    gain, after = write(card, open_boxes, member, box, outcome)
                    here = prob * visits[base + member]
                    earns = member >= classes and is_extra(card, open_boxes, outcome)
                    visits[after] += here
                    if not earns:
                        visits_clean[after] += prob * visits_clean[base + member]
                    points = card.outcome_points[outcome]
                    of_group[box, 0] += here * points
                    of_group[box, 1] += here if points == 0 else 0.0
                    extra = card.yahtzee_bonus if earns else 0
                    bonus = gain - points - extra
                    of_group[boxes + UPPER_BONUS, 0] += here * bonus
                    of_group[boxes + UPPER_BONUS, 1] += here if bonus != 0 else 0.0
                    of_group[boxes + EXTRA_YAHTZEE, 0] += here * extra
        paid += of_group


@kernel
def support_groups(
    card: CardArrays,
    groups: Ints64,
    wanted: Ints64,
    outcome_prob: Floats,
    lowest: Ints64,
    highest: Ints64,
) -> None:
    """The least and most points still to come that have a probability. (states,) each."""
    for open_boxes in groups:
        base = card.base[open_boxes]
        for member in range(group_size(card, open_boxes)):
            row = wanted[base + member]
            if row < 0:
                continue
            low, high = np.int64(2**31), np.int64(-(2**31))
            for box in range(len(card.is_upper)):
                if open_boxes >> box & 1 == 0:
                    continue
                for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                    if outcome_prob[row, outcome] > 0.0:
                        gain, after = write(card, open_boxes, member, box, outcome)
                        low = min(low, gain + lowest[after])
                        high = max(high, gain + highest[after])
            lowest[base + member] = low
            highest[base + member] = high


@kernel
def law_groups(
    card: CardArrays,
    groups: Ints64,
    wanted: Ints64,
    outcome_prob: Floats,
    lowest: Ints64,
    highest: Ints64,
    start: Ints64,
    laws_after: Floats,
    laws: Floats,
) -> None:
    """The law of the points still to come: laws[start[state] + points - lowest[state]]."""
    for open_boxes in groups:
        base = card.base[open_boxes]
        for member in range(group_size(card, open_boxes)):
            state = base + member
            row = wanted[state]
            if row < 0:
                continue
            law = laws[start[state] : start[state] + highest[state] - lowest[state] + 1]
            for box in range(len(card.is_upper)):
                if open_boxes >> box & 1 == 0:
                    continue
                for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                    prob = outcome_prob[row, outcome]
                    if prob > 0.0:
                        gain, after = write(card, open_boxes, member, box, outcome)
                        length = highest[after] - lowest[after] + 1
                        shift = gain + lowest[after] - lowest[state]
                        source = laws_after[start[after] : start[after] + length]
                        add_scaled(prob, source, law[shift : shift + length])


@kernel
def add_scaled(prob: float, source: Floats, out: Floats) -> None:
    """out += prob * source, number by number."""
    for place in range(len(source)):
        out[place] += prob * source[place]
