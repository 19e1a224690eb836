"""Tile games as text: tiles, dice, which sets a roll may shut, when one die is rolled, what counts.

tiles = 9
shuts = ["any"]
score = "remaining"

[one-die]
sum-at-most = 6
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import Dice
from dicedevil.errors import RulesError
from dicedevil.families.tiles.game import TileGame
from dicedevil.families.tiles.preferring import PREFERENCES, PreferredTiles
from dicedevil.families.tiles.rules import (
    HIGHEST_TILE,
    MOST_SIDES,
    MOST_TILES,
    SCORES,
    SHUTS,
    OneDie,
    TileRules,
    Tiles,
    fair_dice,
    numbered,
    require_dice,
    require_numbers,
)
from dicedevil.parameters import NamesOf, Numbers, OneOf, SomeDice, WholeNumber, YesNo
from dicedevil.written.base import Misfit, WrittenRules, placed
from dicedevil.written.shape import Either, Keys, Leaf, Mistake, Named, Shape
from dicedevil.written.tile_words import tile_words

USUAL_SIDES = 6
HIGHEST_SUM = MOST_TILES * HIGHEST_TILE
PREFERRED = OneOf(tuple(PREFERENCES))

FIELDS: Mapping[str, Shape] = {
    "tiles": Either(
        (Leaf(WholeNumber(1, MOST_TILES, costly=True)), Leaf(Numbers())),
        "how many tiles there are, numbered from 1, or their numbers: [2, 3, 5, 7]",
    ),
    "dice": Either(
        (Leaf(WholeNumber(1, 2)), Leaf(SomeDice())),
        "how many dice are rolled, 1 or 2, or which: 2d{1..5:1;6:2}, 1d6+1d8",
        default=2,
    ),
    "sides": Leaf(
        WholeNumber(1, MOST_SIDES, costly=True),
        "how many sides each die has, where dice is a number (6)",
        None,
    ),
    "shuts": Leaf(
        NamesOf(SHUTS),
        "what a roll may shut: dice (the tiles they show, one by one), die (one of these), sum (the "
        "one tile with their sum), any (all sets with their sum)",
        ["any"],
    ),
    "most-tiles": Leaf(WholeNumber(1, MOST_TILES), "how many tiles a roll may shut at most", None),
    "one-die": Keys(
        {
            "sum-at-most": Leaf(WholeNumber(1, HIGHEST_SUM), "the open tiles add up to this", None),
            "highest-at-most": Leaf(
                WholeNumber(1, HIGHEST_TILE), "all tiles above this are shut", None
            ),
            "tiles-at-most": Leaf(WholeNumber(1, MOST_TILES), "so many tiles are open", None),
            "must": Leaf(YesNo(), "whether one die must then be rolled, or may be", False),
        },
        "when one die is rolled instead of two: where all of this holds",
    ),
    "score": Leaf(
        OneOf(SCORES),
        "win: 1 for shutting all tiles; of the tiles left remaining: their sum, count: how many",
        "win",
    ),
    "strategies": Named(
        Keys(
            {
                "prefer": Leaf(PREFERRED, "the set that is shut: fewest, most, highest, lowest"),
                "until": Leaf(WholeNumber(0, 10**9), "up to this roll", None),
                "then": Leaf(PREFERRED, "the set that is shut above", None),
                "dice": Leaf(WholeNumber(1, 2), "how many are rolled where that is free", 1),
            }
        ),
        "rules of thumb, by name",
        default={},
        most=20,
    ),
}


@dataclass(frozen=True)
class WrittenTiles(WrittenRules, TileGame):
    """A tile game that is written as text."""

    fields = FIELDS
    usual_state = (
        "The open tiles, written up=1+4+9. Where one die may be rolled the player first chooses how "
        "many: ask for advice without a roll to compare, or with one die or two in the roll."
    )

    @classmethod
    def rules_of(cls, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The tiles and the dice."""
        return {"rules": tile_rules(facts)}

    def in_words(self) -> list[str]:
        """The tiles, the roll and what it shuts, with the rolls that end a game at once."""
        return tile_words(self)

    def strategies(self) -> Mapping[str, Any]:
        """The rules of thumb in the file."""
        return {
            name: PreferredTiles(self, one["prefer"], one["until"], one["then"], one["dice"])
            for name, one in self.told["strategies"].items()
        }


def tile_rules(facts: Mapping[str, Any]) -> TileRules:
    """Make the rules that a file tells."""
    numbers = placed(("tiles",), _numbers, facts["tiles"])
    dice = _dice(facts["dice"], facts["sides"])
    for name, one in facts["strategies"].items():
        if (one["until"] is None) != (one["then"] is None):
            words = f"{name} has until (a roll) and then (what is shut above it), or neither."
            raise Misfit(Mistake(("strategies", name), words))
    told = facts["one-die"]
    one_die = OneDie(told["sum-at-most"], told["highest-at-most"], told["tiles-at-most"], told["must"])
    rest = (facts["shuts"], facts["most-tiles"], one_die, facts["score"])
    return placed(("one-die",), TileRules, numbers, dice, *rest)


def _numbers(told: int | Tiles) -> Tiles:
    numbers = numbered(told) if isinstance(told, int) else tuple(sorted(told))
    require_numbers(numbers)
    return numbers


def _dice(told: int | Dice, sides: int | None) -> Dice:
    """Return the dice: so many of so many sides, or as they are written."""
    if isinstance(told, int):
        return fair_dice(told, sides or USUAL_SIDES)
    if sides is not None:
        words = (
            "sides goes with a number of dice, not with dice written out: leave it out (sides = false)."
        )
        raise Misfit(Mistake(("sides",), words), cause=RulesError(words))
    placed(("dice",), require_dice, told)
    return told
