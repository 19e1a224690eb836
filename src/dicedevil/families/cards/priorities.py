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
from typing import NamedTuple, Protocol

from dicedevil.dice import Roll
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.choices import CardChoice, CardState
from dicedevil.remembering import Remembers


class Priority(NamedTuple):
    """A choice, and the boxes (as bits) of which one must be allowed for it."""

    boxes: int
    choice: CardChoice


class CardRules(Protocol):
    """What a rule of thumb knows of its game."""

    @property
    def card(self) -> ScoreCard:
        """The boxes and the dice."""

    @property
    def nothing_kept(self) -> Roll:
        """How it is written that all dice are rolled."""

    def allowed(self, state: CardState, roll: Roll) -> tuple[int, bool]:
        """Return the boxes that a roll may fill, as bits, and whether they pay their joker scores."""


@dataclass(frozen=True)
class Priorities(Remembers, ABC):
    """A rule of thumb; subclasses say its lines."""

    game: CardRules

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
