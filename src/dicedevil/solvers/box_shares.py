"""What each box is expected to bring under best play: any solved game whose choices fill boxes.

    shares(state) = mean over rolls of  points of the best choice, by box + shares(state after)

They add up to the value of the state. The games are followed state by state, so a game with very many
states is left to others; score cards have a table of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum
from typing import Any

from dicedevil.objectives import Number
from dicedevil.rules import State

MOST_STATES = 3_000
"""States that are followed: a second or two."""

Shares = Mapping[str, Number]


class _TooMany(Exception):
    """More states than are followed, a circle among them, or points in no box."""


@dataclass
class BoxShares:
    """The shares of the states that best play comes to."""

    solution: Any
    _known: dict[State, Shares] = field(default_factory=dict)

    def at(self, state: State) -> Shares | None:
        """Return what each box is expected to bring from a state on; None where that is not known."""
        try:
            return self._shares(state, 0)
        except (_TooMany, RecursionError):
            return None

    def _shares(self, state: State, depth: int) -> Shares:
        game = self.solution.game
        if state in self._known:
            return self._known[state]
        if game.is_over(state):
            return {}
        if len(self._known) >= MOST_STATES or depth >= MOST_STATES:
            raise _TooMany
        rolls, sums = game.rolls(state), dict[str, list[Number]]()
        in_all = sum(rolls.values())
        exact = isinstance(self.solution.values.worth(0, state), Fraction)  # the start may be unknown
        for roll, weight in rolls.items():
            choice = self.solution.best_choice(state, roll)
            now = game.points_by_box(state, roll, choice)
            if "" in now:
                raise _TooMany
            after = game.play(state, roll, choice)[1]
            for box, points in (*now.items(), *self._shares(after, depth + 1).items()):
                part = Fraction(weight, in_all) * points if exact else (weight / in_all * points)
                sums.setdefault(box, []).append(part)
        add = sum if exact else fsum
        self._known[state] = {box: add(parts) for box, parts in sums.items()}
        return self._known[state]


def box_words(box: str) -> str:
    """Return what a box is called: those that are numbered are slots."""
    return f"slot {box}" if box.isdigit() else box
