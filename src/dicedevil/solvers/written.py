"""Recorded games as they are written, valued many at a time: what grading asks of values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable


class WrittenMove(Protocol):
    """A move as it is written; a choice may have been left out."""

    @property
    def player(self) -> int:
        """The seat."""

    @property
    def roll(self) -> str:
        """In the game's notation."""

    @property
    def choice(self) -> str | None:
        """The same."""


class WrittenGame(NamedTuple):
    """A game from its usual start: how many play, and every move."""

    players: int
    moves: Sequence[WrittenMove]


class ValuedMove(NamedTuple):
    """A move to the player who made it, more being better, the points so far included."""

    state: str
    """How the player's position was written before the roll."""
    instead: str
    """A best choice; the one that was made, if nothing is clearly better."""
    best: float
    chosen: float
    is_forced: bool
    situation: str
    """What was done, without its numbers."""
    better: str
    """What should have been, in the same words."""


class ValuedGame(NamedTuple):
    """A game whose moves were valued."""

    moves: Sequence[ValuedMove]
    scores: tuple[int, ...]
    is_over: bool


@runtime_checkable
class ValuesGames(Protocol):
    """StateValues that value the moves of many recorded games at once."""

    def value_games(self, games: Sequence[WrittenGame]) -> list[ValuedGame | None]:
        """Value games move by move; None for one that has to be played again, which tells why."""
