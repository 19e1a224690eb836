"""Basic Yahtzee.

Rules
    Five dice and the thirteen boxes of Yahtzee, without extra Yahtzees and jokers. In each turn the
    dice are rolled; up to two times some of them may be kept and the others rolled again; then an
    open box is filled: upper boxes with the total of the dice that show their number, three and four
    of a kind and chance with the total of all dice, full house 25, small straight 30, large straight
    40, Yahtzee 50. With the bonus, an upper total of 63 or more earns 35.

Parameters
    bonus  yes or no (yes)

State
    The filled boxes with their points, the rerolls left and, within a turn, the dice that are kept:
    ones=3,sixes=18,rerolls=1,kept=66.

Ambiguities settled
    Five dice alike are three and four of a kind, but no full house.

Sources
    T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999, section 2.3.

Known values
    None of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dicedevil.families.cards.boxes import BONUS, LOWER, UPPER, upper_card
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.parameters import Values


def basic_card(bonus: bool) -> ScoreCard:
    """Return the card of thirteen boxes."""
    return replace(upper_card(bonus), boxes=UPPER + LOWER)


CARD = basic_card(bonus=True)


@dataclass(frozen=True)
class BasicYahtzee(KeepRerollGame):
    """Thirteen boxes, no extra Yahtzees, no jokers."""

    card: ScoreCard = CARD

    name = "basic-yahtzee"
    title = "Basic Yahtzee"
    parameters = (BONUS,)
    sources = ("T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999",)

    @classmethod
    def card_of(cls, values: Values) -> ScoreCard:
        """The card with the bonus or without."""
        return basic_card(values["bonus"])
