"""Score cards as text: dice, rerolls, boxes with what they ask and pay, bonuses and jokers.

[boxes]
sixes = { upper = 6 }
full-house = { asks = { groups = [3, 2] }, pays = 25 }
chance = { pays = "total" }
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from dicedevil.errors import RulesError, nearest, quoted
from dicedevil.families.cards import patterns
from dicedevil.families.cards.card import (
    MOST_BOXES,
    MOST_POINTS,
    MOST_REROLLS,
    Box,
    JokerRule,
    ScoreCard,
    upper_box,
)
from dicedevil.families.cards.patterns import ANYTHING, Condition, Score
from dicedevil.families.cards.preferring import KEEPS, Preferring
from dicedevil.families.cards.several import ListedCard
from dicedevil.parameters import Numbers, OneOf, SomeDice, Values, WholeNumber, YesNo
from dicedevil.written.base import Misfit, Written
from dicedevil.written.card_words import card_words
from dicedevil.written.shape import Either, Keys, Leaf, Mistake, Named, Path, Several, Shape, Words

POINTS = WholeNumber(0, MOST_POINTS)
ANY_POINTS = WholeNumber(-MOST_POINTS, MOST_POINTS)
MANY = WholeNumber(1, 100)
"""Dice, faces in a row, or different faces."""
FACE = WholeNumber(0, 1_000)
ALL = "all"

ASKS = Keys(
    {
        "equal": Either(
            (Leaf(MANY), Leaf(OneOf((ALL,)))), 'so many dice alike, or "all" of them', default=None
        ),
        "groups": Leaf(Numbers(), "groups of equal dice, each of another face: [3, 2]", None),
        "in-a-row": Leaf(MANY, "so many successive faces", None),
        "shows": Leaf(Numbers(), "each of these faces", None),
        "only": Leaf(Numbers(), "no other faces than these", None),
        "different": Leaf(MANY, "at least so many different faces", None),
        "total-at-least": Leaf(ANY_POINTS, "the lowest total of all dice", None),
        "total-at-most": Leaf(ANY_POINTS, "the highest total of all dice", None),
    },
    "what the dice must show, all of it",
)
PAYS = Either(
    (
        Leaf(ANY_POINTS),
        Leaf(OneOf(("total", "squared-total"))),
        Keys(
            {
                "total": Leaf(ANY_POINTS, "so many times the total of all dice", None),
                "face": Leaf(FACE, "the total of the dice that show this face", None),
                "groups": Leaf(Numbers(), "the total of the best groups of equal dice: [2, 2]", None),
                "highest": Leaf(MANY, "the total of so many of the highest dice", None),
                "lowest": Leaf(MANY, "the total of so many of the lowest dice", None),
                "each": Named(Leaf(ANY_POINTS), "points of a die by its face", None, 1, 100),
            },
            keys=(1, 1),
        ),
    ),
    'points: a number, "total", or a table such as { groups = [2] }',
    default=None,
)
BOX = Keys(
    {
        "upper": Leaf(FACE, "an upper box: it pays the dice of this face, for the upper bonus", None),
        "asks": ASKS,
        "pays": PAYS,
        "otherwise": Leaf(ANY_POINTS, "what it pays where the dice do not fit", 0),
        "joker": Leaf(ANY_POINTS, "what it pays for a joker", None),
        "times": Leaf(WholeNumber(1, MOST_BOXES), "how often it may be filled", 1),
    }
)
FIELDS: Mapping[str, Shape] = {
    "dice": Leaf(SomeDice(), "the dice: 5d6, loaded 5d{1..5:1;6:2}, not all alike 4d6+1d8", "5d6"),
    "rerolls": Leaf(WholeNumber(0, MOST_REROLLS), "how often dice may be rolled again in a turn", 2),
    "told-apart": Leaf(YesNo(), "whether alike dice are told apart", False),
    "saved": Leaf(YesNo(), "whether rerolls that a turn leaves over can be used in later ones", False),
    "upper": Keys(
        {
            "bonus": Leaf(POINTS, "points for reaching the threshold above", 0),
            "threshold": Leaf(POINTS, "upper total that earns the upper bonus", 0),
        },
        "the bonus of the upper boxes",
    ),
    "yahtzee": Keys(
        {
            "box": Words("the box of all dice alike", most=60),
            "bonus": Leaf(POINTS, "points for an extra Yahtzee", 0),
            "joker": Leaf(
                OneOf(get_args(JokerRule)),
                "what an extra Yahtzee may count as: free, forced, used, any or none",
                "none",
            ),
        },
        "what further rolls of all dice alike earn, once that box is filled",
    ),
    "boxes": Named(BOX, "the boxes on the card", least=1, most=MOST_BOXES),
    "strategies": Named(
        Keys(
            {
                "prefer": Several(
                    Words(most=60), "boxes, the first that pays is filled", most=MOST_BOXES
                ),
                "at-once": Several(Words(most=60), "boxes filled as soon as they pay", most=MOST_BOXES),
                "keep": Leaf(OneOf(tuple(KEEPS)), "the dice that are kept to roll the others", "alike"),
            }
        ),
        "rules of thumb, by name",
        default={},
        most=20,
    ),
}

CONDITIONS: Mapping[str, Callable[[Any], Condition]] = {
    "groups": patterns.Groups,
    "in-a-row": patterns.Sequence,
    "shows": patterns.Shows,
    "only": patterns.Only,
    "different": patterns.Different,
    "total-at-least": patterns.TotalAtLeast,
    "total-at-most": patterns.TotalAtMost,
}
SCORES: Mapping[str, Callable[[Any], Score]] = {
    "total": patterns.Total,
    "face": patterns.FaceTotal,
    "groups": patterns.GroupsTotal,
    "highest": patterns.Highest,
    "lowest": patterns.Lowest,
}


@dataclass(frozen=True)
class WrittenCard(Written, ListedCard):
    """A score card that is written as text."""

    fields = FIELDS
    usual_state = (
        "The filled boxes with their points, the rerolls left and, within a turn, the dice that are "
        "kept: ones=3,sixes=18,rerolls=1,kept=66. With several cards a box has the number of its card "
        "in front, 2-ones=3, and so has a choice, score 2-ones; that of the first may be left out."
    )

    @classmethod
    def rules_of(cls, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The card."""
        return {"card": score_card(facts)}

    @classmethod
    def doubts(cls, facts: Mapping[str, Any]) -> list[Mistake]:
        """Boxes that the file names, in a rule of thumb or for extra Yahtzees, and does not have."""
        boxes = {
            name if number == 0 else f"{name}-{number + 1}"
            for name, told in facts["boxes"].items()
            for number in range(told["times"])
        }
        own = cls.sheet.written
        named: list[tuple[Path, str]] = [
            (("strategies", name, key, place), box)
            for name, one in facts["strategies"].items()
            if name in own.get("strategies", {})
            for key in ("at-once", "prefer")
            for place, box in enumerate(one[key])
        ]
        if "box" in own.get("yahtzee", {}):
            named.append((("yahtzee", "box"), facts["yahtzee"]["box"]))
        return [
            Mistake(at, f"There is no box {quoted(box)}.{nearest(box, boxes)}")
            for at, box in named
            if box not in boxes
        ]

    @classmethod
    def card_of(cls, values: Values) -> ScoreCard:
        """The card that the parameters make."""
        card: ScoreCard = cls.with_values(values)["card"]
        return card

    def in_words(self) -> list[str]:
        """The dice, then box by box what it asks, pays and how often a first roll fits."""
        return card_words(self.card, self.told["boxes"])

    def strategies(self) -> Mapping[str, Any]:
        """The rules of thumb in the file, where the card has the boxes they name."""
        return {
            name: Preferring(self, tuple(one["prefer"]), tuple(one["at-once"]), one["keep"])
            for name, one in self.told["strategies"].items()
        }


def score_card(facts: Mapping[str, Any]) -> ScoreCard:
    """Make the card that a file tells."""
    dice, upper, extra = facts["dice"], facts["upper"], facts["yahtzee"]
    boxes = tuple(
        box
        for name, told in facts["boxes"].items()
        for number in range(told["times"])
        for box in (_box(name if number == 0 else f"{name}-{number + 1}", told, len(dice)),)
    )
    on_card = (
        extra["box"] in facts["boxes"]
    )  # a parameter may leave it out: then there are no extra ones
    try:
        return ScoreCard(
            boxes,
            dice=dice,
            rerolls=facts["rerolls"],
            upper_bonus=upper["bonus"],
            threshold=upper["threshold"],
            yahtzee_box=extra["box"] if on_card else None,
            yahtzee_bonus=extra["bonus"] if on_card else 0,
            joker=extra["joker"] if on_card else "none",
            told_apart=facts["told-apart"],
            saved=facts["saved"],
        )
    except RulesError as error:
        blamed = [name for name in facts["boxes"] if quoted(name) in str(error)]
        raise Misfit(Mistake(("boxes", *blamed[:1]), str(error))) from None


def _box(name: str, told: Mapping[str, Any], dice: int) -> Box:
    """Make a box: an upper one of its face alone, another of what it asks and pays."""
    at = ("boxes", name)
    if told["upper"] is not None:
        if told["pays"] is not None or any(one is not None for one in told["asks"].values()):
            raise Misfit(
                Mistake(at, f"{name} is an upper box: it asks for nothing, and pays its own dice.")
            )
        return upper_box(name, told["upper"])
    if told["pays"] is None:
        raise Misfit(Mistake(at, f"{name} needs pays (points, or what is added up) or upper (a face)."))
    for key in ("asks", "pays"):
        sizes = told[key]["groups"] if isinstance(told[key], Mapping) else None
        if sizes is not None and min(sizes) < 1:
            raise Misfit(Mistake((*at, key, "groups"), f"{name}: a group has at least one die."))
    condition, score = _condition(told["asks"], dice), _score(told["pays"])
    if told["otherwise"]:
        return Box(name, patterns.OrElse(score, condition, told["otherwise"]), joker=told["joker"])
    return Box(name, score, condition, joker=told["joker"])


def _condition(asks: Mapping[str, Any], dice: int) -> Condition:
    """Return what is asked; of several things all."""
    found: list[Condition] = [
        CONDITIONS[key](value) for key, value in asks.items() if key in CONDITIONS and value is not None
    ]
    if asks["equal"] is not None:
        found.insert(0, patterns.Equals(dice if asks["equal"] == ALL else asks["equal"]))
    return ANYTHING if not found else found[0] if len(found) == 1 else patterns.AllOf(tuple(found))


def _score(pays: Any) -> Score:
    """Return what is paid."""
    if isinstance(pays, int):
        return patterns.Fixed(pays)
    if isinstance(pays, str):
        return patterns.Total() if pays == "total" else patterns.SquaredTotal()
    key, value = next((key, value) for key, value in pays.items() if value is not None)
    if key == "each":
        return patterns.EachDie(tuple(sorted((int(face), points) for face, points in value.items())))
    return SCORES[key](value)
