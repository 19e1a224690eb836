"""Hints that are climbed like a ladder: a few good choices, then the best, then all of them.

What a choice is worth at a table is what the game is about: the score of a board of one's own, the
chance to win a match that is shared, the turns of a race alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from dicedevil.ask.advise import advice_at
from dicedevil.coach.table import GameTable, SharedMatch
from dicedevil.dice import Roll
from dicedevil.objectives import TIE, FewestTurns, MaxScore, WinMatch
from dicedevil.players.advise import advise
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Advice
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
