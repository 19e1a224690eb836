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

from collections.abc import Mapping
from dataclasses import dataclass

from dicedevil.families.cards.boxes import changed, read_word, upper_card
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.rules import Parameter

BONUS = Parameter("bonus", "yes", "whether 63 upper points earn 35 more: yes or no")

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
    def from_texts(cls, texts: Mapping[str, str]) -> JuniorYahtzee:
        """Make the game from its parameters."""
        bonus = read_word(texts, BONUS, ("yes", "no"))
        return cls(upper_card(bonus == "yes"), changed(cls.parameters, {"bonus": bonus}))
