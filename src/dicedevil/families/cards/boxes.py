"""The boxes people play with, and the bonus above them as a parameter.

Sources: Verhoeff 1999, Tables 1 to 3 and section 2.6; Pawlewicz 2010, appendix A.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dicedevil.dice import Dice
from dicedevil.families.cards.card import Box, ScoreCard, fixed_box, upper_box
from dicedevil.families.cards.patterns import (
    Equals,
    Groups,
    GroupsTotal,
    Total,
)
from dicedevil.families.cards.patterns import (
    Sequence as InARow,
)
from dicedevil.parameters import Parameter, YesNo

UPPER = tuple(
    upper_box(name, face)
    for face, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1)
)
LOWER = (
    Box("three-of-a-kind", Total(), Equals(3)),
    Box("four-of-a-kind", Total(), Equals(4)),
    fixed_box("full-house", Groups((3, 2)), 25, joker=25),
    fixed_box("small-straight", InARow(4), 30, joker=30),
    fixed_box("large-straight", InARow(5), 40, joker=40),
    fixed_box("yahtzee", Equals(5), 50),
    Box("chance", Total()),
)
PAIRS = (
    Box("one-pair", GroupsTotal((2,)), Equals(2)),
    Box("two-pairs", GroupsTotal((2, 2)), Groups((2, 2))),
)

BONUS = Parameter("bonus", "yes", YesNo(), "whether 63 upper points earn 35 more: yes or no")


def upper_card(bonus: bool) -> ScoreCard:
    """Return the upper section alone, with its bonus of 35 at 63 or without."""
    return ScoreCard(UPPER, upper_bonus=35 if bonus else 0, threshold=63 if bonus else 0)


def yahtzee_of_all(boxes: Sequence[Box], dice: Dice) -> tuple[Box, ...]:
    """Return the boxes with a Yahtzee that asks for all dice alike, however many they are."""
    return tuple(
        replace(box, condition=Equals(len(dice))) if box.name == "yahtzee" else box for box in boxes
    )
