"""What a lane may tell of the values it found, beside `worth`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from dicedevil.dice import Roll
from dicedevil.objectives import Number
from dicedevil.rules import State


class StateValues(Protocol):
    """The values of all states of play, in whatever form a lane keeps them."""

    def worth(self, points: int, state: State) -> Number:
        """Return the value of standing at a state with so many points made."""


@runtime_checkable
class TurnWorths(Protocol):
    """StateValues that know what all choices at a position are worth more quickly than one by one."""

    def choice_worths(self, state: State, roll: Roll) -> Sequence[Number]:
        """Return the value of every choice, in the game's order."""


@runtime_checkable
class Curves(Protocol):
    """StateValues that know the best chance of every target, not only of the one asked for."""

    def row(self, state: State) -> tuple[int, Sequence[Number]]:
        """Return the points that are sure and the chances of each point more."""


@runtime_checkable
class WholeTurns(Protocol):
    """StateValues that know all choices of a whole turn at once."""

    def whole_turn(self, state: State) -> Any:
        """Return the turn at a state: `choose(position, roll, chance)` and `values(position, roll)`."""


@runtime_checkable
class TellsTies(Protocol):
    """StateValues of a match that tell wins from ties, as well as counting them half."""

    def results(self) -> tuple[float, float, float, tuple[float, ...], float]:
        """Return how often player 0 wins, ties and loses, how often a reply differs, and the error."""
