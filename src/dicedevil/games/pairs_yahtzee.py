"""Yahtzee with one pair and two pairs.

Rules
    As Yahtzee, with two more lower boxes: one pair pays the dice of the highest pair, two pairs pay
    the dice of two pairs of different numbers.

Parameters
    joker  free, forced, used or none, as in Yahtzee (free)

State
    As in Yahtzee, with the boxes one-pair and two-pairs: one-pair=12,two-pairs=22,rerolls=1.

Ambiguities settled
    Four or five dice alike are one pair but not two pairs. Of several pairs the highest count.

Sources
    T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999, section 2.6.

Known values
    None: the variant is described in the paper but not solved there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dicedevil.families.cards.boxes import LOWER, PAIRS, UPPER
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.games.yahtzee import JOKER, OFFICIAL
from dicedevil.parameters import Values

CARD = replace(OFFICIAL, boxes=UPPER + PAIRS + LOWER)


@dataclass(frozen=True)
class PairsYahtzee(KeepRerollGame):
    """Yahtzee with two boxes more."""

    card: ScoreCard = CARD

    name = "pairs-yahtzee"
    title = "Yahtzee with pairs"
    parameters = (JOKER,)
    sources = ("T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999",)

    @classmethod
    def card_of(cls, values: Values) -> ScoreCard:
        """The card with this joker rule."""
        return replace(CARD, joker=values["joker"])
