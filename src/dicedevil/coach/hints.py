"""Hints that are climbed like a ladder: a few good choices, then the best, then all of them.

What a choice is worth at a table is what the game is about: the score of a board of one's own, the
chance to win a match that is shared, the turns of a race alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dicedevil.ask.advise import advice_at
from dicedevil.coach.table import GameTable, SharedMatch
from dicedevil.dice import Roll
from dicedevil.errors import DiceDevilError, listed
from dicedevil.objectives import TIE, FewestTurns, MaxScore, WinMatch
from dicedevil.players.advise import advise
from dicedevil.solvers.advice import Advice
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.question import Question
from dicedevil.solvers.why import Why
from dicedevil.wrapped.counted import TurnsCounted

FEW, BEST, ALL = 1, 2, 3
"""The rungs of the ladder."""
GOOD = 3
"""Choices that the first rung names, at most."""
ESTIMATES = "emp-1"
"""Who says what choices are worth where a match of several cannot be solved."""


@dataclass(frozen=True)
class Hint:
    """What is told on one rung."""

    rung: int
    advice: Advice

    @property
    def good(self) -> tuple[str, ...]:
        """The best few choices, in the order of the alphabet: it does not tell which is the best.

        Of two choices neither is named: what lies between them is told instead.
        """
        count = min(GOOD, len(self.advice.choices) - 1)
        return tuple(sorted(one.choice for one in self.advice.choices[:count])) if count > 1 else ()

    @property
    def at_stake(self) -> float:
        """What lies between the best and the worst choice."""
        return max(one.loss for one in self.advice.choices)

    @property
    def best(self) -> tuple[str, ...]:
        """The best choice, and those that are as good."""
        return tuple(one.choice for one in self.advice.choices if one.loss < TIE)

    @property
    def sentence(self) -> str:
        """What is told on this rung; on the last why the best is the best, where that is known."""
        if self.rung == FEW and not self.good:
            even = not self.at_stake
            return (
                "The choices are equally good."
                if even
                else f"{self.amount(self.at_stake)} lie between them."
            )
        if self.rung == FEW:
            return f"The best is one of {named(self.good)}."
        if self.rung == BEST:
            return f"Best is {named(self.best)}: {self.amount(self.advice.value)}."
        return "" if self.why is None else self.why.sentence

    @cached_property
    def why(self) -> Why | None:
        """What makes the best choice better; estimates do not tell."""
        with suppress(DiceDevilError):
            return self.advice.why()
        return None

    def amount(self, number: float, short: bool = False) -> str:
        """Write a number with what it counts; decimals as the losses need them."""
        scale, sign = (100, "%") if self.advice.unit == "chance" else (1, "")
        written = f"{scale * number:.{2 if scale * self.at_stake >= 0.1 else 4}f}"
        if sign or short:
            return f"{written}{sign}"
        return f"{written} {self.advice.unit}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: no more than the rung tells."""
        best = list(self.best) if self.rung >= BEST else []
        found: dict[str, Any] = {
            "rung": self.rung,
            "sentence": self.sentence,
            "good": list(self.good),
            "at_stake": self.at_stake,
            "unit": self.advice.unit,
            "best": best,
        }
        if self.rung < ALL:
            return found
        why = {} if self.why is None else {"why": self.why.to_dict()}
        return found | {"advice": self.advice.to_dict() | why}


def named(choices: Sequence[str]) -> str:
    """Name choices; of many the first few."""
    return listed((f"'{one}'" for one in choices), limit=4)


def advice_for(table: GameTable, roll: Roll, budget: Budget) -> Advice:
    """Return what the choices of the mover are worth, best first."""
    rules = table.rules
    if isinstance(table, SharedMatch) and table.seats > 2:
        written = rules.write_roll(roll)
        return advise(table.game, table.written, written, player=ESTIMATES, budget=budget)
    aim = WinMatch() if isinstance(table, SharedMatch) else MaxScore()
    if isinstance(rules, TurnsCounted):
        question = Question(rules.game, FewestTurns(), at=table.position.state, budget=budget)
        return advice_at(question, table.position._replace(points=0), roll, table.written)
    question = Question(rules, aim, at=table.position.state, budget=budget)
    return advice_at(question, table.position, roll, table.written)
