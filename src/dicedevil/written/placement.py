"""Placement games as text: dice, and slots with what each does with the total of a roll.

dice = "3d6"
slots = 10                                            # slot 1 to 10: each multiplies by its number
slots = [1, 2, 5]                                     # or by these
slots = ["x", "x**2", "abs(x - 10)"]                  # formulas of the total x
slots = [3, { asks = { total-at-least = 12 }, pays = 25, otherwise = -5 }]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from dicedevil.dice import Dice, Roll
from dicedevil.families.placement.formulas import HIGHEST_SCORE, LONGEST
from dicedevil.families.placement.game import PlacementGame, open_slots
from dicedevil.families.placement.slots import (
    MOST_SETS,
    MOST_SLOTS,
    Slot,
    Way,
    require_ways,
    way_scores,
)
from dicedevil.parameters import FARTHEST, Numbers, OneOf, SomeDice, WholeNumber
from dicedevil.written.base import Misfit, WrittenRules, placed
from dicedevil.written.placement_words import placement_words
from dicedevil.written.shape import Either, Keys, Leaf, Mistake, Named, Several, Shape, Words

POINTS = WholeNumber(-HIGHEST_SCORE, HIGHEST_SCORE)
TOTAL = WholeNumber(0, 10**12)

ASKS = Keys(
    {
        "total-at-least": Leaf(TOTAL, "the lowest total of the dice", None),
        "total-at-most": Leaf(TOTAL, "the highest total of the dice", None),
        "totals": Leaf(Numbers(), "one of these totals", None),
    },
    "what the dice must show, all of it",
)
PAYS = Either(
    (
        Leaf(POINTS),
        Leaf(OneOf(("total", "squared-total"))),
        Keys(
            {
                "total": Leaf(WholeNumber(-FARTHEST, FARTHEST), "so many times the total", None),
                "formula": Words("a formula of the total x: x**2 - 3*x", None, LONGEST),
            },
            keys=(1, 1),
        ),
    ),
    'points: a number, "total", "squared-total", { total = 3 } or { formula = "x**2 - 3*x" }',
)
SLOT = Either(
    (
        Leaf(WholeNumber(-FARTHEST, FARTHEST)),
        Words(most=LONGEST),
        Keys(
            {
                "asks": ASKS,
                "pays": PAYS,
                "otherwise": Leaf(POINTS, "what it pays where the dice do not fit", 0),
            }
        ),
    ),
    "a number that multiplies the total, a formula of the total x, or what it asks and pays",
)
FIELDS: Mapping[str, Shape] = {
    "dice": Leaf(SomeDice(), "the dice that are added up: 3d6, loaded 2d{1..11:1;12:2}", "3d6"),
    "slots": Either(
        (
            Leaf(WholeNumber(1, MOST_SLOTS, costly=True)),
            Leaf(Numbers()),
            Several(SLOT, least=1, most=MOST_SETS),
        ),
        "how many slots there are, each multiplying by its number; or a list: of each slot the number "
        "it multiplies by, a formula of the total x, or what it asks and pays",
    ),
    "strategies": Named(
        Keys(
            {
                "low-until": Leaf(
                    TOTAL, "totals up to this go into the lowest open slot, others into the highest"
                )
            }
        ),
        "rules of thumb, by name",
        default={},
        most=20,
    ),
}


@dataclass(frozen=True)
class WrittenPlacement(WrittenRules, PlacementGame):
    """A placement game that is written as text."""

    fields = FIELDS
    usual_state = (
        "The set of open slots. A position is written as what stands in the filled slots: 1=4,5=8 "
        "means a 4 in slot 1 and an 8 in slot 5; or as points=120,open=2+7."
    )

    @classmethod
    def rules_of(cls, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The dice, and how each slot scores them."""
        dice: Dice = facts["dice"]
        totals = placed(("dice",), dice.totals)
        ways = slot_ways(facts["slots"])
        placed(("slots",), require_ways, ways, len(totals))
        if isinstance(facts["slots"], list):
            for number, way in enumerate(ways):
                placed(("slots", number), way_scores, way, totals)
        placed(("slots",), PlacementGame, dice, ways)
        return {"dice": dice, "ways": ways}

    def in_words(self) -> list[str]:
        """The roll, slot by slot what it pays, and what all of them bring without any thought."""
        return placement_words(self)

    def strategies(self) -> Mapping[str, Any]:
        """Who knows all rolls, where that can be worked out, and the rules of thumb in the file."""
        thumbs: Mapping[str, Callable[[int, Roll], int]] = {
            name: partial(low_until, one["low-until"]) for name, one in self.told["strategies"].items()
        }
        return {**super().strategies(), **thumbs}


def low_until(total: int, state: int, roll: Roll) -> int:
    """Fill the lowest open slot with totals up to this, the highest with others."""
    slots = open_slots(state)
    return slots[0] if roll[0] <= total else slots[-1]


def slot_ways(told: int | tuple[int, ...] | list[Any]) -> tuple[Way, ...]:
    """Return how each slot scores."""
    if isinstance(told, int):
        return tuple(range(1, told + 1))
    if isinstance(told, tuple):
        return told
    return tuple(_way(number, one) for number, one in enumerate(told))


def _way(number: int, told: Any) -> Way:
    """Return how a slot scores; one that asks for nothing is a number or a formula again."""
    if not isinstance(told, Mapping):
        way: Way = told
        return way
    asks, (times, pays) = told["asks"], _paid(told["pays"])
    if any(one is not None for one in asks.values()):
        limits = (asks["total-at-least"], asks["total-at-most"], asks["totals"] or ())
        return Slot(pays, *limits, told["otherwise"])
    if told["otherwise"]:
        words = f"Slot {number + 1} asks for nothing, so it never pays otherwise: say what it asks for."
        raise Misfit(Mistake(("slots", number, "otherwise"), words))
    return str(pays) if times is None else times


def _paid(told: Any) -> tuple[int | None, int | str]:
    """Return how often the total is paid, where that is all; and the points, or a formula of them."""
    if isinstance(told, str):
        return (1, "x") if told == "total" else (None, "x**2")
    if isinstance(told, int):
        return None, told
    times: int | None = told["total"]
    return (None, told["formula"]) if times is None else (times, f"{times}*x")
