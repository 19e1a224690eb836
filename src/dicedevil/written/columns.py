"""Games of climbing columns as text: the dice, how long columns are, how many must be won.

sides = 6
length = 3
grows = 2
columns = 3
neutral = 3
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from dicedevil.dice import dice_words
from dicedevil.errors import count_text, listed
from dicedevil.families.columns import Columns, ColumnsGame, StepCounting
from dicedevil.families.columns.board import DICE, MOST_GROWTH, MOST_LENGTH, MOST_NEUTRAL, MOST_SIDES
from dicedevil.families.columns.strategies import KellersRule, StepsMade
from dicedevil.parameters import WholeNumber
from dicedevil.written.base import WrittenRules, placed
from dicedevil.written.shape import Keys, Leaf, Named, Shape

COUNTED = WholeNumber(1, 1_000_000)
FIELDS: Mapping[str, Shape] = {
    "sides": Leaf(
        WholeNumber(2, MOST_SIDES, costly=True),
        f"how many sides each of the {DICE} dice has: there is a column for each sum of two",
        6,
    ),
    "length": Leaf(WholeNumber(1, MOST_LENGTH, costly=True), "spaces of the two shortest columns", 3),
    "grows": Leaf(
        WholeNumber(0, MOST_GROWTH), "how many spaces each column has more than the one further out", 2
    ),
    "columns": Leaf(WholeNumber(1, 2 * MOST_SIDES - 1), "columns that must be won", 3),
    "neutral": Leaf(
        WholeNumber(1, MOST_NEUTRAL, costly=True),
        "neutral markers: in so many columns a turn can advance",
        3,
    ),
    "strategies": Named(
        Keys(
            {
                "hold-at": Leaf(COUNTED, "stop after so many steps", None),
                "rule-of": Leaf(COUNTED, "stop at so many points of Keller's rule of 28", None),
            },
            keys=(1, 1),
        ),
        "rules of thumb, by name",
        default={},
        most=20,
    ),
}


@dataclass(frozen=True)
class WrittenColumns(WrittenRules, ColumnsGame):
    """A board of columns that is written as text."""

    fields = FIELDS
    usual_state = (
        "What is banked, a column a key: 6=2,7=3. In a turn also where neutral markers stand: "
        "turn-7=5; the question is then whether to stop or to roll, unless a roll is given, or "
        "next=roll. The turns so far are points=4."
    )

    @classmethod
    def rules_of(cls, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The board."""
        told = (facts[key] for key in ("sides", "length", "columns", "neutral", "grows"))
        return {"board": placed(("columns",), Columns, *told)}

    def in_words(self) -> list[str]:
        """The columns with how often a roll can advance in them, and how often a turn is lost."""
        return column_words(self.board)

    def strategies(self) -> Mapping[str, Any]:
        """What every board has, and the rules of thumb in the file."""
        thumbs: dict[str, StepCounting] = {}
        for name, one in self.told["strategies"].items():
            kind = KellersRule if one["hold-at"] is None else StepsMade
            thumbs[name] = replace(kind.of(self, one["hold-at"] or one["rule-of"]), name=name)
        return {**super().strategies(), **thumbs}


def column_words(board: Columns) -> list[str]:
    """Say what a board means, a line a rule."""
    shown = sums_shown(board)
    told = [
        f"A turn: {dice_words(DICE)} of {board.sides} sides, paired; a neutral marker advances in the "
        f"column of each sum, in {board.neutral} columns at most.",
        f"To win: the top of {board.columns} of {len(board.names)} columns.",
    ]
    for name, length in zip(board.names, board.lengths, strict=True):
        chance = _chance(board, shown, (name,))
        spaces = f"{length} space{'s' * (length > 1)}"
        told.append(f"Column {name}: {spaces}; a roll can advance there with a chance of {chance:.2%}.")
    markers = combinations(board.names, min(board.neutral, len(board.names)))
    by_luck = sorted((_chance(board, shown, some), some) for some in markers)
    (worst, few), (best, many) = by_luck[0], by_luck[-1]
    told.append(
        f"With all markers placed a roll is lost with a chance of {1 - best:.2%} (in {listed(many)}) "
        f"to {1 - worst:.2%} (in {listed(few)})."
    )
    return [*told, f"There are {count_text(board.banked_count)} boards that a turn can begin with."]


def sums_shown(board: Columns) -> dict[frozenset[int], int]:
    """Return the sums that can be made of a roll, with how often they come up."""
    found: dict[frozenset[int], int] = {}
    for roll, weight in board.rolls.items():
        sums = frozenset(one for pair in board.pairings[roll] for one in pair)
        found[sums] = found.get(sums, 0) + weight
    return found


def _chance(board: Columns, shown: Mapping[frozenset[int], int], wanted: tuple[int, ...]) -> float:
    """Return how likely one of these sums can be made."""
    return (
        sum(weight for sums, weight in shown.items() if not sums.isdisjoint(wanted))
        / board.total_weight
    )
