"""Numba kernels that carry games forward together with the points made so far.

    so_far(start)[0] = 1
    so_far(after)[points + gain] += prob(outcome) * so_far(state)[points]

What comes to a set of open boxes is added up set by set that has one box more, in rising order: each
set of open boxes belongs to one thread, and the bits do not depend on how many there are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dicedevil.solvers.cards.kernels.flows import EXTRA_YAHTZEE, UPPER_BONUS, add_scaled
from dicedevil.solvers.cards.kernels.turns import group_size, is_extra, write
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.states import CardArrays, Ints64, Numbers
from dicedevil.solvers.machine import kernel


class SoFar(NamedTuple):
    """The games that come to some states of a layer, in order, and their next turns."""

    begin: int  # the number of the first state within its layer
    first: Ints64  # (states + 1,): where the chances of a state begin
    lowest: Ints64  # (states,): the points that its first chance is of
    visits: Floats  # (states,): the chance that a game comes here
    clean: Floats  # (states,): and without an extra Yahtzee
    turns: Ints64  # (states + 1,): where the outcomes of a state's turn begin
    outcomes: Numbers  # what the turns lead to, in order
    outcome_prob: Floats
    chances: Floats  # of a game that comes here with so many points


@kernel
def first_from(source: SoFar, state: int, least: int) -> int:
    """Where the outcomes of a state's turn from this one on begin: they are in order."""
    low, high = source.turns[state], source.turns[state + 1]
    while low < high:
        middle = (low + high) // 2
        if source.outcomes[middle] < least:
            low = middle + 1
        else:
            high = middle
    return int(low)


@kernel
def reach_groups(
    card: CardArrays, bases: Ints64, groups: Ints64, source: SoFar, lowest: Ints64, highest: Ints64
) -> None:
    """The least and most points so far that lead from a source to the states of these groups.

    bases (2 ** boxes,): a group's first state within its layer; card.base: the same where lowest and
    highest begin.
    """
    states = len(source.visits)
    for open_boxes in groups:
        for box in range(len(card.is_upper)):
            before = open_boxes | 1 << box
            begin = bases[before] - source.begin
            if before == open_boxes or begin < 0 or begin >= states:
                continue
            start, stop = card.outcome_start[box], card.outcome_start[box + 1]
            for member in range(group_size(card, before)):
                state = begin + member
                low = source.lowest[state]
                high = low + source.first[state + 1] - source.first[state] - 1
                for place in range(first_from(source, state, start), source.turns[state + 1]):
                    outcome = source.outcomes[place]
                    if outcome >= stop:
                        break
                    gain, after = write(card, before, member, box, outcome)
                    lowest[after] = min(lowest[after], gain + low)
                    highest[after] = max(highest[after], gain + high)


@kernel
def carry_groups(card: CardArrays, bases: Ints64, groups: Ints64, source: SoFar, out: SoFar) -> None:
    """Add to the states of these groups what comes from a source; see `reach_groups`."""
    states = len(source.visits)
    for open_boxes in groups:
        for box in range(len(card.is_upper)):
            before = open_boxes | 1 << box
            begin = bases[before] - source.begin
            if before == open_boxes or begin < 0 or begin >= states:
                continue
            classes = card.classes[card.upper_open[before]]
            start, stop = card.outcome_start[box], card.outcome_start[box + 1]
            for member in range(group_size(card, before)):
                state = begin + member
                chances = source.chances[source.first[state] : source.first[state + 1]]
                for place in range(first_from(source, state, start), source.turns[state + 1]):
                    outcome = source.outcomes[place]
                    if outcome >= stop:
                        break
                    gain, after = write(card, before, member, box, outcome)
                    prob = source.outcome_prob[place]
                    out.visits[after] += prob * source.visits[state]
                    if member < classes or not is_extra(card, before, outcome):
                        out.clean[after] += prob * source.clean[state]
                    shift = out.first[after] + gain + source.lowest[state] - out.lowest[after]
                    add_scaled(prob, chances, out.chances[shift : shift + len(chances)])


@kernel
def pay_groups(card: CardArrays, bases: Ints64, groups: Ints64, here: SoFar, paid: Floats) -> None:
    """Count what the turns of these groups write on the card: `paid` is that of `visit_groups`."""
    boxes = len(card.is_upper)
    of_group = np.empty_like(paid)
    for open_boxes in groups:
        begin = bases[open_boxes] - here.begin
        classes = card.classes[card.upper_open[open_boxes]]
        of_group[:] = 0.0
        for member in range(group_size(card, open_boxes)):
            state = begin + member
            for place in range(here.turns[state], here.turns[state + 1]):
                outcome = here.outcomes[place]
                box = card.outcome_box[outcome]
                gain, _ = write(card, open_boxes, member, box, outcome)
                share = here.outcome_prob[place] * here.visits[state]
                earns = member >= classes and is_extra(card, open_boxes, outcome)
                points = card.outcome_points[outcome]
                of_group[box, 0] += share * points
                of_group[box, 1] += share if points == 0 else 0.0
                extra = card.yahtzee_bonus if earns else 0
                bonus = gain - points - extra
                of_group[boxes + UPPER_BONUS, 0] += share * bonus
                of_group[boxes + UPPER_BONUS, 1] += share if bonus != 0 else 0.0
                of_group[boxes + EXTRA_YAHTZEE, 0] += share * extra
        paid += of_group
