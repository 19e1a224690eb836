"""The choices of a rule of thumb, for many sets of open boxes at once."""

from __future__ import annotations

import numpy as np

from dicedevil.families.cards.card import joker_boxes
from dicedevil.families.cards.game import KeepDice
from dicedevil.families.cards.priorities import Priorities
from dicedevil.solvers.cards.states import Encoding, Ints64, Numbers


def rule_choices(encoded: Encoding, rule: Priorities, groups: Ints64) -> tuple[Numbers, Numbers]:
    """Return keep_choice (groups, rerolls, rolls) and outcome_choice (groups, rolls), as kernels read.

    A box that is filled with rerolls left stands as all dice kept, see `Priorities.lines`.
    """
    card, lattice, rerolls = encoded.arrays, encoded.lattice, encoded.card.rerolls
    keeps = np.empty((len(groups), rerolls, lattice.arrays.rolls), np.uint16)
    outcomes = np.empty((len(groups), lattice.arrays.rolls), np.uint16)
    for number, roll in enumerate(lattice.rolls):
        allowed, jokers = groups, np.zeros(len(groups), np.bool_)
        if card.matching[number] >= 0:
            told = [joker_boxes(card, int(one), int(card.matching[number])) for one in groups]
            allowed = np.array([boxes for boxes, _ in told], np.int64)
            jokers = np.array([is_joker for _, is_joker in told], np.bool_)
        for left in range(rerolls + 1):
            undecided = np.arange(len(groups))  # the first lines decide most of them
            for boxes, choice in rule.lines(roll, left):
                fits = allowed[undecided] & boxes != 0
                here = undecided[fits]
                if left:
                    kept = lattice.number[choice.dice] if isinstance(choice, KeepDice) else number
                    keeps[here, left - 1, number] = kept
                elif not isinstance(choice, KeepDice):
                    box = encoded.card.box_number(choice.box)
                    outcomes[here, number] = np.where(
                        jokers[here], card.joker_outcome[number, box], card.outcome_of[number, box]
                    )
                undecided = undecided[~fits]
                if not undecided.size:
                    break
    return keeps, outcomes
