"""Advice: the choices at a position, best first, and what to say of them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

from dicedevil.errors import UsageError
from dicedevil.notebook import html_table
from dicedevil.objectives import TIE, UTILITY
from dicedevil.rules import Choice

if TYPE_CHECKING:
    from dicedevil.solvers.outlook import Reasons
    from dicedevil.solvers.why import Why


VALUES = {
    "score": "expected final score, points made so far included",
    "worst": "lowest expected final score that can be forced, points made so far included",
    "average": "expected points of this turn, and what it does to those that follow",
    "target": "best chance of reaching the target",
    "turns": "expected number of turns still to come, this one included",
    "within": "best chance to be done within the turns left",
    "utility": "best expected worth of the final score",
    "win": "chance of the player to move to win, ties counting half",
    "win-alone": "chance of the player to move to win, ties counting for the second player",
}
"""What a value is, by the objective."""
UNITS = {
    "score": "points",
    "worst": "points",
    "average": "points",
    "turns": "turns",
    "utility": "units",
}
"""What it is counted in, where it is no chance."""
WINNING = {"score": "best chance to win", "worst": "lowest chance to win that can be forced"}
"""The same for games whose score is 1 for a win and 0 for a loss."""
ONE_TURN = {
    "score": "expected points of this one turn, those in it so far included",
    "worst": "lowest expected points of this one turn that can be forced",
    "target": "best chance of reaching the target in this one turn",
}
"""The same for games whose score is that of a turn."""
TURNS_TAKEN = {"score": "expected number of turns, those taken so far included"}
"""The same for races, whose score is their turns."""
TINY = 1e-6
"""Values below this are told apart by their ratio."""


@dataclass(frozen=True)
class Option:
    """One choice at a position: its value, and what it gives away against the best."""

    choice: str
    value: float
    loss: float
    exact: str | None = None
    action: Choice = None
    """The choice itself, for `game.play`."""
    exact_loss: str | None = None


class Asked(Protocol):
    """The question behind advice."""

    def comes_to(self, choice: Choice) -> Hashable:
        """Return what a choice leads to: those that lead to the same come to the same."""

    def reasons(self) -> Reasons:
        """Return what the values of the choices are made of."""


@dataclass(frozen=True)
class Advice:
    """The choices at a position, best first."""

    game: str
    objective: str
    state: str
    roll: str
    value: float
    choices: tuple[Option, ...]
    score_is_win: bool = False
    """Whether a score is a win, and so an expected score a chance."""
    meaning: str = ""
    """What a value is, where the objective alone does not tell."""
    scored_in: str = "game"
    """Whether a score is made in a whole game, in one turn, or is the turns of a race."""
    error_bound: float | None = None
    """How far a value can be from the exact one, a loss twice as far; None for a player's estimate."""
    facts: tuple[str, ...] = ()
    """What is to be seen of the position at a glance: points so far, rerolls left."""
    asked: Asked | None = field(default=None, compare=False, repr=False)
    """The question, so that the advice can say why; it does not travel."""

    @property
    def best(self) -> Option:
        """The best choice."""
        return self.choices[0]

    def why(self, a: str | int | None = None, b: str | int | None = None) -> Why:
        """Say why choice `a` is better than `b`, in parts that add up to the difference.

        Choices are given as written or by place, 0 for the best. Without them the best is compared
        with the best of those that do not come to the same.
        """
        from dicedevil.solvers.outlook import why

        if self.asked is None:
            raise UsageError("This advice has travelled and does not know why: ask for it again.")
        return why(self, self.asked.reasons(), a, b)

    @cached_property
    def distinct(self) -> tuple[tuple[Option, ...], ...]:
        """The choices, best first; those that come to the same stand together."""
        values = [one.value for one in self.choices]
        tie = max(TIE, 2 * (self.error_bound or 0.0))
        even = [abs(value - after) <= tie for value, after in pairwise(values)]
        groups: dict[Hashable, list[Option]] = {}
        for place, one in enumerate(self.choices):
            alike = any(even[max(0, place - 1) : place + 1])  # only then it is worth asking
            come = self.asked.comes_to(one.action) if alike and self.asked else place
            groups.setdefault((alike, come), []).append(one)
        return tuple(tuple(group) for group in groups.values())

    @property
    def unit(self) -> str:
        """What values are counted in: points, turns, opponents (beaten), or as a chance."""
        if self.score_is_win and self.objective != UTILITY:
            return "chance"
        counts_turns = self.scored_in == "race" and self.objective == "score"
        return "turns" if counts_turns else UNITS.get(self.objective, "chance")

    @property
    def value_is(self) -> str:
        """What a value is, in words."""
        words = VALUES | (WINNING if self.score_is_win else {})
        scored = {"turn": ONE_TURN, "race": TURNS_TAKEN}.get(self.scored_in, {})
        return self.meaning or (words | scored)[self.objective]

    @property
    def sentence(self) -> str:
        """What to do, and by how much it is better than the next."""
        groups, best = self.distinct, self.best.choice[:1].upper() + self.best.choice[1:]
        if len(groups) == 1:
            forced = len(self.choices) == 1
            return (
                f"{best}: {'there is nothing else to choose' if forced else 'all comes to the same'}."
            )
        second = groups[1][0]
        if second.loss < TIE * (self.value if 0 < self.value < TINY else 1.0):
            even = sum(group[0].loss < TIE for group in groups) - 1
            return f"{best}: {second.choice if even == 1 else f'{even} others'} would be as good."
        return f"{best}: {self.amount(second.loss)} better than the next, {second.choice}."

    def amount(self, difference: float) -> str:
        """Write a difference of values: "2.62 points", "0.4%"."""
        size = 100 * difference if self.unit == "chance" else difference
        shown = f"{size:.3g}" if size < 1000 else f"{size:,.0f}"
        if self.unit == "chance":
            return f"{shown}%"
        return f"{shown} {self.unit[:-1] if shown == '1' else self.unit}"

    def __getstate__(self) -> dict[str, Any]:
        """Travel without the solution, which may be large and have files open."""
        return vars(self) | {"asked": None}

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `advise --json` prints it; what comes to the same has one `row`."""
        rows = {one.choice: row for row, group in enumerate(self.distinct) for one in group}
        return {
            "game": self.game,
            "objective": self.objective,
            "state": self.state,
            "roll": self.roll,
            "facts": list(self.facts),
            "sentence": self.sentence,
            "value": self.value,
            "unit": self.unit,
            "meaning": self.value_is,
            "exact": self.best.exact,
            "error_bound": self.error_bound,
            "choices": [
                {"choice": one.choice, "value": one.value, "loss": one.loss, "row": rows[one.choice]}
                | ({"exact": one.exact, "exact_loss": one.exact_loss} if one.exact else {})
                for one in self.choices
            ],
        }

    def __str__(self) -> str:
        """One choice a line."""
        lines = [f"{one.choice:<24}{one.value:>14.5f}{one.loss:>12.5f}" for one in self.choices]
        return "\n".join([self._heading, f"{'choice':<24}{'value':>14}{'loss':>12}", *lines])

    def _repr_html_(self) -> str:
        rows = [(one.choice, f"{one.value:.5f}", f"{one.loss:.5f}") for one in self.choices]
        return html_table(rows, ("choice", "value", "loss"), self._heading)

    @property
    def _heading(self) -> str:
        rolled = f", roll {self.roll}" if self.roll else ""
        off = f", values right to {self.error_bound:.1e}" if self.error_bound else ""
        return f"{self.game}: {self.state or 'start'}{rolled}{off}"
