"""Heights to be cleared, as text.

family = "heights"
dice = "5d6"
first = 10
step = 2
tries = 3
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.errors import listed
from dicedevil.families.heights import MOST_DICE, MOST_TRIES, HeightsGame, HeightsRules
from dicedevil.parameters import Numbers, SomeDice, WholeNumber, YesNo
from dicedevil.written.base import WrittenRules, placed
from dicedevil.written.shape import Leaf, Shape

HEIGHT = WholeNumber(1, 1_000_000)
FIELDS: Mapping[str, Shape] = {
    "dice": Leaf(SomeDice(alike=True), f"the dice of a try, all alike, at most {MOST_DICE}: 5d6"),
    "choose-dice": Leaf(YesNo(), "whether the player says how many of them a try is made with", False),
    "first": Leaf(HEIGHT, "the first height"),
    "step": Leaf(HEIGHT, "what each height is above the one before", 1),
    "tries": Leaf(WholeNumber(1, MOST_TRIES), "how many tries there are at a height", 3),
    "fails": Leaf(Numbers(), "faces that make a try a miss: [1]", None),
}


@dataclass(frozen=True)
class WrittenHeights(WrittenRules, HeightsGame):
    """Heights that are written as text."""

    fields = FIELDS
    usual_state = (
        "The height, the tries left at it, the highest that was cleared, and the dice if so many are "
        "rolled now: height=16,tries=2,best=14,dice=3."
    )

    @classmethod
    def rules_of(cls, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The rules."""
        return {"rules": heights_rules(facts, ())}

    def in_words(self) -> list[str]:
        """The heights, the tries, and how likely some are."""
        return heights_lines(self.rules)


def heights_rules(facts: Mapping[str, Any], at: tuple[str, ...]) -> HeightsRules:
    """Make the rules that a table of a file tells."""
    return placed(
        at,
        HeightsRules,
        facts["dice"],
        facts["first"],
        facts["step"],
        facts["tries"],
        tuple(sorted(set(facts["fails"] or ()))),
        facts["choose-dice"],
    )


def heights_lines(rules: HeightsRules) -> list[str]:
    """Say what the rules mean, a line a rule."""
    heights, dice = rules.heights, f"{rules.dice}"
    use = (
        f"up to {len(rules.dice)} dice ({dice}), as many as the player says"
        if rules.choose_dice
        else dice
    )
    fails = f", and none shows {listed(rules.fails)}" if rules.fails else ""
    some = [heights[0], heights[len(heights) // 2], heights[-1]]
    chances = ", ".join(f"{height} {_best_chance(rules, height):.2%}" for height in dict.fromkeys(some))
    return [
        f"Heights from {heights[0]} to {heights[-1]}, by {rules.step}; each is skipped or tried.",
        f"A try: {use}. It is cleared if they total at least the height{fails}.",
        f"There are {rules.tries} tries at a height; whoever misses them all is out.",
        f"The highest that was cleared counts. Cleared at one try: {chances}.",
    ]


def _best_chance(rules: HeightsRules, height: int) -> float:
    return max(
        sum(weight for roll, weight in rules.rolls(dice).items() if rules.clears(height, roll))
        / sum(rules.rolls(dice).values())
        for dice in rules.may_use(height)
    )
