"""Sets of dice with shared rerolls, as text.

family = "sets"
dice = "4d6"
sets = 2
rerolls = 5
counts = { 6 = -6 }
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import dice_words
from dicedevil.families.sets import MOST_REROLLS, MOST_SETS, SetsGame, SetsRules
from dicedevil.parameters import SomeDice, WholeNumber
from dicedevil.written.base import WrittenRules, placed
from dicedevil.written.set_aside import COUNTS, counts_of
from dicedevil.written.shape import Leaf, Shape

FIELDS: Mapping[str, Shape] = {
    "dice": Leaf(SomeDice(), "the dice of a set: 4d6"),
    "sets": Leaf(WholeNumber(1, MOST_SETS), "how many sets are kept, one after the other", 1),
    "rerolls": Leaf(WholeNumber(0, MOST_REROLLS), "how often a set is rolled again, all together", 0),
    "counts": COUNTS,
}


@dataclass(frozen=True)
class WrittenSets(WrittenRules, SetsGame):
    """Sets of dice that are written as text."""

    fields = FIELDS
    usual_state = "The number of the set that is rolled, and the rerolls left: set=2,rerolls=3."

    @classmethod
    def rules_of(cls, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The rules."""
        return {"rules": sets_rules(facts, ())}

    def in_words(self) -> list[str]:
        """What is rolled, how often again, and what it counts."""
        return sets_lines(self.rules)


def sets_rules(facts: Mapping[str, Any], at: tuple[str, ...]) -> SetsRules:
    """Make the rules that a table of a file tells."""
    counts = counts_of(facts, at)
    return placed(at, SetsRules, facts["dice"], facts["sets"], facts["rerolls"], counts)


def sets_lines(rules: SetsRules) -> list[str]:
    """Say what the rules mean, a line a rule."""
    sets = f"{rules.sets} sets, one after the other" if rules.sets > 1 else "One set"
    often = "once" if rules.rerolls == 1 else f"{rules.rerolls} times"
    points = sorted(set(rules.points.values()))
    total = sum(rules.points[roll] * weight for roll, weight in rules.rolls.items())
    mean = total / rules.dice.total_weight
    worths = ", ".join(f"{face} counts {count:,}" for face, count in rules.counts)
    return [
        f"{sets}: {dice_words(len(rules.dice))} ({rules.dice}) each.",
        f"A set is kept, or all of it is rolled again: {often} in all.",
        f"Dice count what they show{f'; {worths}' if worths else ''}.",
        f"A roll counts {points[0]:,} to {points[-1]:,}, on average {mean:.4g}.",
    ]
