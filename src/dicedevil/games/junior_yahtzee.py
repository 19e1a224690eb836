"""Junior Yahtzee.

Rules
    Five dice and the six upper boxes of Yahtzee. In each of six turns the dice are rolled; up to two
    times some of them may be kept and the others rolled again; then an open box is filled with the
    total of the dice that show its number. With the bonus, an upper total of 63 or more earns 35.

Parameters
    bonus  yes or no (yes)

State
    The filled boxes with their points, the rerolls left and, within a turn, the dice that are kept:
    ones=3,sixes=18,rerolls=1,kept=66.

Ambiguities settled
    The bonus is counted when the total reaches 63; at the end it comes to the same.

Sources
    T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999, section 2.2.

Known values
    1,618 states of play with the bonus.
"""

from __future__ import annotations

from dataclasses import dataclass

from dicedevil.families.cards.boxes import BONUS, upper_card
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.parameters import Values

CARD = upper_card(bonus=True)


@dataclass(frozen=True)
class JuniorYahtzee(KeepRerollGame):
    """The upper section of Yahtzee alone."""

    card: ScoreCard = CARD

    name = "junior-yahtzee"
    title = "Junior Yahtzee"
    parameters = (BONUS,)
    sources = ("T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999",)

    @classmethod
    def card_of(cls, values: Values) -> ScoreCard:
        """The card with the bonus or without."""
        return upper_card(values["bonus"])
