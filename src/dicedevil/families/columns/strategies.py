"""Strategies that count what a turn has made, and stop at a number: the rule of 28 and its like.

Michael Keller's rule of 28: a step in column 7 counts 1, one further out 2, ..., in 2 and 12 six; the
first step of a neutral marker counts double. With all neutral markers placed, three odd columns count
2 more, three even ones 2 less, and columns that all lie on one side (7 on either) 4 more. From 28 on
the turn is stopped. Which columns to advance is settled as by James Glenn and Christian Aloi: the
middle column counts 6, one further out 5, ..., and every neutral marker used 6 less. Both are told
here as public programs that name them do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from dicedevil.dice import Roll

ODD, EVEN, ONE_SIDE, MARKER = 2, -2, 4, -6
"""What combinations of columns count in the rule of 28, and what a neutral marker costs."""


class Weights(NamedTuple):
    """What a turn counts, and what a move is chosen by, each column's from the lowest on."""

    steps: tuple[int, ...]
    """For a step."""
    first: tuple[int, ...]
    """For the first step of a turn, beside that."""
    choice: tuple[int, ...]
    """For a step, when a move is chosen."""
    odd: int
    even: int
    one_side: int
    marker: int


@dataclass(frozen=True)
class StepCounting:
    """Counts what the turn has made and stops at a number of points."""

    game: Any
    """The game that is played, or one around it."""
    name: str
    points: int
    weights: Weights

    def __call__(self, state: Any, roll: Roll) -> Any:
        """Return the choice."""
        board = self.game.board
        choices = self.game.choices(state, roll)
        if len(choices) == 1:
            return choices[0]
        banked, now = board.spaces(state.banked), board.spaces(state.now)
        if not roll:
            return "stop" if self.counted(banked, now) >= self.points else "roll"
        return max(choices, key=lambda columns: self._liked(banked, now, columns))

    def counted(self, banked: Sequence[int], now: Sequence[int]) -> int:
        """Return what the turn has made so far."""
        weights, board = self.weights, self.game.board
        moved = [place for place in range(len(now)) if now[place] > banked[place]]
        made = sum(
            weights.first[place] + (now[place] - banked[place]) * weights.steps[place]
            for place in moved
        )
        if len(moved) < board.neutral:
            return made
        names, middle = [board.names[place] for place in moved], board.sides + 1
        if all(name % 2 for name in names):
            made += weights.odd
        if not any(name % 2 for name in names):
            made += weights.even
        if all(name <= middle for name in names) or all(name >= middle for name in names):
            made += weights.one_side
        return made

    def _liked(self, banked: Sequence[int], now: Sequence[int], columns: tuple[int, ...]) -> int:
        """Return by what a move is chosen."""
        places = [name - 2 for name in columns]
        new = {place for place in places if now[place] == banked[place]}
        return sum(self.weights.choice[place] for place in places) + self.weights.marker * len(new)


@dataclass(frozen=True)
class KellersRule(StepCounting):
    """Counts steps, those in rare columns more, and stops at 28 (Michael Keller's rule)."""

    @classmethod
    def of(cls, game: Any, points: int) -> KellersRule:
        """Return the rule of 28, or of another number."""
        board = game.board
        steps = tuple(board.off_middle(name) + 1 for name in board.names)
        choice = tuple(board.sides - board.off_middle(name) for name in board.names)
        weights = Weights(steps, steps, choice, ODD, EVEN, ONE_SIDE, MARKER)
        return cls(game, f"rule-of-{points}", points, weights)


@dataclass(frozen=True)
class StepsMade(StepCounting):
    """Advances as much as it can, and stops after some steps."""

    @classmethod
    def of(cls, game: Any, points: int, name: str = "") -> StepsMade:
        """Return who stops after so many steps, whatever the columns."""
        ones = (1,) * len(game.board.names)
        weights = Weights(ones, (0,) * len(ones), ones, 0, 0, 0, 0)
        return cls(game, name or f"hold-at-{points}", points, weights)
