"""Rules of thumb for score cards: what is looked at first, second, third.

People who play by a rule of thumb go down a list: "a full house, if that box is open; else ...". For
every roll and every number of rerolls left such a rule is a list of lines, each with boxes and a
choice: the first line with a box that may be filled says what to do. It looks at nothing but the dice
and which boxes are open, so that its games can be followed exactly on a card of any size.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from dicedevil.dice import Roll
from dicedevil.families.cards.game import CardChoice, CardState, KeepRerollGame
from dicedevil.remembering import Remembers


class Priority(NamedTuple):
    """A choice, and the boxes (as bits) of which one must be allowed for it."""

    boxes: int
    choice: CardChoice


@dataclass(frozen=True)
class Priorities(Remembers, ABC):
    """A rule of thumb; subclasses say its lines."""

    game: KeepRerollGame

    @abstractmethod
    def lines(self, roll: Roll, rerolls: int) -> Sequence[Priority]:
        """Return what to look at, first things first; whatever is allowed, one line must fit.

        Where a box is filled with rerolls left, the same one must be with fewer: to keep all dice and
        fill it later is then the same.
        """

    def __call__(self, state: CardState, roll: Roll) -> CardChoice:
        """Go down the list."""
        allowed = self.game.allowed(state, roll)[0]
        return next(choice for boxes, choice in self._lines(roll, state.rerolls) if boxes & allowed)

    @cached_property
    def _lines(self) -> Callable[[Roll, int], Sequence[Priority]]:
        return cache(self.lines)
