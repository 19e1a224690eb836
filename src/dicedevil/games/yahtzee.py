"""Yahtzee, the official game.

Rules
    Five dice and thirteen boxes. In each turn the dice are rolled; up to two times some of them may
    be kept and the others rolled again; then an open box is filled: upper boxes with the total of the
    dice that show their number, three and four of a kind and chance with the total of all dice, full
    house 25, small straight (four in a row) 30, large straight (five in a row) 40, Yahtzee (all
    alike) 50. An upper total of 63 or more earns 35. Once the Yahtzee box holds 50, every further
    Yahtzee earns 100.

    Jokers: when the Yahtzee box is filled and so is the upper box of the dice's number, a Yahtzee
    pays full points as full house, small or large straight. With joker=free it may go into any open
    box at any time. With joker=forced, the rules printed in the box, it must go into the upper box of
    its number while that is open, else into a lower box, else it is a zero above.
    With joker=used, as Pawlewicz has it, it may go where it may with joker=free, but earns 100 only in
    the upper box of its number, or once that is filled.

Parameters
    joker          free, forced, used or none (free)
    yahtzee-bonus  points for an extra Yahtzee (100)
    upper-bonus    points for reaching the threshold above (35)
    threshold      upper total that earns the upper bonus (63)
    rerolls        how often dice may be rolled again in a turn (2)
    dice           the dice, also loaded ones: 5d6, 6d6, 5d{1..5:1;6:2}, 4d6+1d{6} (5d6)
    boxes          the boxes on the card: ones/sixes/yahtzee/chance (all thirteen)

State
    The filled boxes with their points, the rerolls left, extra Yahtzees made and, within a turn, the
    dice that are kept: ones=3,sixes=18,yahtzee=50,extra-yahtzees=1,rerolls=1,kept=66.

Ambiguities settled
    A zero in the Yahtzee box earns no bonuses, but jokers count. The upper bonus is counted when the
    total reaches the threshold; at the end it comes to the same. With joker=none extra Yahtzees still
    earn their bonus. With other dice a Yahtzee is all dice alike, and a number without an upper box
    counts as one whose upper box is filled. Without the Yahtzee box there are no extra Yahtzees and no
    jokers. Dice that are not all the same are told apart: a roll and
    a keep then name them in order, keep 6-6-- keeps the first and the third.

Sources
    T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999.
    J. Pawlewicz, Nearly Optimal Computer Play in Multi-player Yahtzee, 2010, appendix A.
    Wikipedia, Yahtzee, section Strategy, for the strategy rule-of-thumb.

Known values
    254.5896 for the best mean score, over 310,656 states of play; 1575 is the highest score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from dicedevil.families.cards.boxes import LOWER, UPPER, yahtzee_of_all
from dicedevil.families.cards.card import MOST_POINTS, MOST_REROLLS, JokerRule, ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.families.cards.thumb import RuleOfThumb, plays_by_thumb
from dicedevil.known import KnownValue
from dicedevil.parameters import NamesOf, OneOf, Parameter, SomeDice, Values, WholeNumber

OFFICIAL = ScoreCard(
    UPPER + LOWER,
    upper_bonus=35,
    threshold=63,
    yahtzee_box="yahtzee",
    yahtzee_bonus=100,
    joker="free",
)

POINTS = WholeNumber(0, MOST_POINTS)
JOKER = Parameter(
    "joker",
    "free",
    OneOf(get_args(JokerRule)),
    "what an extra Yahtzee may count as: free, forced, used or none",
)
EXTRA = Parameter("yahtzee-bonus", "100", POINTS, "points for an extra Yahtzee")
UPPER_BONUS = Parameter("upper-bonus", "35", POINTS, "points for reaching the threshold above")
THRESHOLD = Parameter("threshold", "63", POINTS, "upper total that earns the upper bonus")
REROLLS = Parameter(
    "rerolls", "2", WholeNumber(0, MOST_REROLLS), "how often dice may be rolled again in a turn"
)
DICE = Parameter(
    "dice",
    "5d6",
    SomeDice(),
    "the dice: 5d6, 6d6, loaded 5d{1..5:1;6:2}, not all alike 4d6+1d{6}",
)
BOXES = Parameter(
    "boxes", "all", NamesOf(OFFICIAL.names), "the boxes on the card: ones/sixes/yahtzee/chance"
)


@dataclass(frozen=True)
class Yahtzee(KeepRerollGame):
    """Thirteen boxes, extra Yahtzees and jokers."""

    card: ScoreCard = OFFICIAL

    name = "yahtzee"
    title = "Yahtzee"
    parameters = (JOKER, EXTRA, UPPER_BONUS, THRESHOLD, REROLLS, DICE, BOXES)
    sources = (
        "T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999",
        "J. Pawlewicz, Nearly Optimal Computer Play in Multi-player Yahtzee, 2010",
    )
    known_values = (KnownValue("best mean score", "254.5896", "Verhoeff 1999, abstract"),)

    def strategies(self) -> Mapping[str, Any]:
        """What the encyclopedia advises, where it knows the card."""
        return {"rule-of-thumb": RuleOfThumb(self)} if plays_by_thumb(self) else {}

    @classmethod
    def card_of(cls, values: Values) -> ScoreCard:
        """The card with these boxes; without the Yahtzee box there are no extra Yahtzees."""
        boxes = tuple(box for box in OFFICIAL.boxes if box.name in values["boxes"])
        has_yahtzee = "yahtzee" in values["boxes"]
        return ScoreCard(
            yahtzee_of_all(boxes, values["dice"]),
            dice=values["dice"],
            rerolls=values["rerolls"],
            upper_bonus=values["upper-bonus"],
            threshold=values["threshold"],
            yahtzee_box="yahtzee" if has_yahtzee else None,
            yahtzee_bonus=values["yahtzee-bonus"] if has_yahtzee else 0,
            joker=values["joker"] if has_yahtzee else "none",
        )
