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

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dicedevil.families.cards.boxes import LOWER, UPPER, changed, read_word, upper_card
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.games.junior_yahtzee import BONUS


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
    def from_texts(cls, texts: Mapping[str, str]) -> BasicYahtzee:
        """Make the game from its parameters."""
        bonus = read_word(texts, BONUS, ("yes", "no"))
        return cls(basic_card(bonus == "yes"), changed(cls.parameters, {"bonus": bonus}))
