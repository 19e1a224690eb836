"""Scandinavian Yatzy.

Rules
    Five dice and fifteen boxes. Turns are those of Yahtzee. Upper boxes pay the total of the dice
    that show their number. One pair, two pairs, three and four of a kind pay the dice that make them
    and no others. A small straight is 1-2-3-4-5 and pays 15, a large one 2-3-4-5-6 and pays 20. A full
    house (three of one number, two of another) and chance pay the total of all dice, Yatzy 50. An
    upper total of 63 or more earns 50. There are no extra Yatzys and no jokers.

Parameters
    None.

State
    The filled boxes with their points, the rerolls left and, within a turn, the dice that are kept:
    ones=3,one-pair=12,yatzy=50,rerolls=1,kept=66.

Ambiguities settled
    Two pairs and the full house need two different numbers.

Sources
    The rules on which Scandinavian score blocks agree.

Known values
    None published that we rely on.
"""

from __future__ import annotations

from dataclasses import dataclass

from dicedevil.families.cards.boxes import PAIRS, UPPER
from dicedevil.families.cards.card import Box, ScoreCard, fixed_box
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.families.cards.patterns import Equals, Groups, GroupsTotal, Shows, Total

LOWER = (
    *PAIRS,
    Box("three-of-a-kind", GroupsTotal((3,)), Equals(3)),
    Box("four-of-a-kind", GroupsTotal((4,)), Equals(4)),
    fixed_box("small-straight", Shows((1, 2, 3, 4, 5)), 15),
    fixed_box("large-straight", Shows((2, 3, 4, 5, 6)), 20),
    Box("full-house", Total(), Groups((3, 2))),
    Box("chance", Total()),
    fixed_box("yatzy", Equals(5), 50),
)
CARD = ScoreCard(UPPER + LOWER, upper_bonus=50, threshold=63)


@dataclass(frozen=True)
class Yatzy(KeepRerollGame):
    """Fifteen boxes; pairs and kinds pay only their own dice."""

    card: ScoreCard = CARD

    name = "yatzy"
    title = "Scandinavian Yatzy"
    sources = ("Rules as printed on Scandinavian score blocks",)
