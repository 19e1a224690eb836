"""Set-aside games as text: dice, what they count, what is needed, and what may be set aside.

family = "set-aside"
dice = "5d6"
counts = { 3 = 0 }
low-wins = true
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.dice import dice_words
from dicedevil.errors import listed
from dicedevil.families.set_aside import AsideRules, SetAsideGame
from dicedevil.families.set_aside.keeping import Keeping
from dicedevil.families.set_aside.rules import MOST_ATTEMPTS, MOST_DICE, MOST_POINTS
from dicedevil.parameters import Numbers, SomeDice, WholeNumber, YesNo
from dicedevil.written.base import Misfit, WrittenRules, placed
from dicedevil.written.shape import Keys, Leaf, Mistake, Named, Shape

ANY_POINTS = WholeNumber(-MOST_POINTS, MOST_POINTS)
COUNTS = Named(
    Leaf(ANY_POINTS),
    "faces that count something else than they show: { 3 = 0 }",
    default={},
    most=100,
)
FIELDS: Mapping[str, Shape] = {
    "dice": Leaf(SomeDice(alike=True), f"the dice, all alike, at most {MOST_DICE}: 5d6"),
    "counts": COUNTS,
    "needs": Leaf(Numbers(), "faces that must be aside in the end, or nothing counts: [1, 4]", None),
    "only": Leaf(Numbers(), "no other faces may be set aside; a roll without them is a foul", None),
    "one-by-one": Leaf(YesNo(), "whether the dice are rolled one at a time", False),
    "may-stop": Leaf(YesNo(), "whether one may stop once a die is aside", False),
    "run-up": Leaf(
        WholeNumber(0, 1_000),
        "the highest total of a run-up, whose dice the attempt is made with (0: there is none)",
        0,
    ),
    "attempts": Leaf(WholeNumber(1, MOST_ATTEMPTS), "how many attempts there are; the best counts", 1),
    "low-wins": Leaf(YesNo(), "whether a low score is the aim", False),
}
STRATEGIES = Named(
    Keys(
        {
            "keep": Leaf(Numbers(), "the faces that are set aside whenever they come"),
            "stop-at": Leaf(WholeNumber(0, MOST_POINTS), "the points to stop with (0: never)", 0),
        }
    ),
    "rules of thumb, by name",
    default={},
    most=20,
)
WITH_STRATEGIES: Mapping[str, Shape] = {**FIELDS, "strategies": STRATEGIES}


@dataclass(frozen=True)
class WrittenSetAside(WrittenRules, SetAsideGame):
    """A set-aside game that is written as text."""

    fields = WITH_STRATEGIES
    usual_state = (
        "The dice to be rolled, dice=3; where it matters also what the dice aside count, turn=9, the "
        "faces that are still needed, needs=1+4 or needs=none, the number of the attempt and the best "
        "one so far, attempt=2,best=12, and next=roll where it has been said to roll on."
    )

    @classmethod
    def rules_of(cls, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The rules."""
        return {"rules": aside_rules(facts, ())}

    def in_words(self) -> list[str]:
        """What a roll is followed by, what dice count, and how an attempt can end."""
        return aside_lines(self.rules)

    def strategies(self) -> Mapping[str, Any]:
        """The rules of thumb in the file."""
        return {
            name: Keeping(self.rules, tuple(one["keep"]), one["stop-at"])
            for name, one in self.told["strategies"].items()
        }


def aside_rules(facts: Mapping[str, Any], at: tuple[str, ...]) -> AsideRules:
    """Make the rules that a table of a file tells."""
    return placed(
        at,
        AsideRules,
        facts["dice"],
        counts_of(facts, at),
        tuple(sorted(facts["needs"] or ())),
        tuple(sorted(set(facts["only"] or ()))),
        facts["one-by-one"],
        facts["may-stop"],
        facts["run-up"],
        facts["attempts"],
        facts["low-wins"],
    )


def counts_of(facts: Mapping[str, Any], at: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Return what faces count otherwise; the names in the table must be faces."""
    for name in facts["counts"]:
        if not name.isdecimal():
            raise Misfit(Mistake((*at, "counts", name), f"counts: {name} is no face of a die."))
    return tuple(sorted((int(face), points) for face, points in facts["counts"].items()))


def aside_lines(rules: AsideRules) -> list[str]:
    """Say what set-aside rules mean, a line a rule."""
    dice, lines = dice_words(len(rules.dice)), []
    if rules.one_by_one:
        lines.append(f"An attempt: {dice} ({rules.dice}), rolled one by one.")
    else:
        lines.append(
            f"An attempt: {dice} ({rules.dice}); after each roll at least one goes aside for good."
        )
    if rules.run_up:
        low, high = rules.carried[0], rules.carried[-1]
        lines.append(
            f"First a run-up: what is set aside there, a total of at most {rules.run_up}, are the dice "
            f"of the attempt itself, {low} to {high} of them."
        )
    if rules.only:
        lines.append(
            f"Only {listed(sorted(rules.allowed))} may be set aside; a roll without them is a foul "
            f"(the first one: {_foul_chance(rules):.2%})."
        )
    if rules.needs:
        lines.append(
            f"Needed: {listed(rules.needs)}. The dice that meet them count nothing themselves."
        )
    worths = ", ".join(f"{face} counts {points:,}" for face, points in rules.counts)
    lines.append(f"Dice count what they show{f'; {worths}' if worths else ''}.")
    ends = "when all are aside, or when the player stops" if rules.may_stop else "when all are aside"
    low, high = rules.finals[0], rules.finals[-1]
    lines.append(f"It ends {ends}, with {low:,} to {high:,}.")
    if rules.attempts > 1:
        lines.append(f"There are {rules.attempts} attempts; the best counts.")
    lines.append(f"The {'lowest' if rules.low_wins else 'highest'} score wins.")
    return lines


def _foul_chance(rules: AsideRules) -> float:
    die = rules.dice.dice[0]
    bad = sum(weight for face, weight in die.weights if face not in rules.allowed)
    chance = bad / die.total_weight
    return chance if rules.one_by_one else float(chance ** len(rules.dice))
