"""One player's turn at the table: asked for a choice after every roll of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from dicedevil.dice import Roll
from dicedevil.rules import Choice, Game, Position

TIE = 1e-12
"""Values that differ by less are equally good."""


@dataclass(frozen=True, eq=False)
class Turn(ABC):
    """A turn under way; what can be worked out before the first roll is worked out once."""

    game: Game

    @abstractmethod
    def choose(self, position: Position, roll: Roll, chance: float) -> Choice:
        """Return the choice; `chance`, from 0 to 1, decides where a player leaves it to chance."""


@dataclass(frozen=True, eq=False)
class ValuedTurn(Turn):
    """A turn of a player who knows what each choice is worth, and takes the first of the best."""

    @abstractmethod
    def values(self, position: Position, roll: Roll) -> Sequence[float]:
        """Return the mover's value of every choice, in the game's order."""

    def choose(self, position: Position, roll: Roll, chance: float = 0.0) -> Choice:
        """Return the first of the best choices."""
        choices = self.game.choices(position.state, roll)
        if len(choices) == 1:
            return choices[0]
        return choices[first_best(self.values(position, roll))]


def first_best(values: Sequence[float], tie: float = TIE) -> int:
    """Return the place of the first value that nothing behind it clearly exceeds."""
    best, most = 0, values[0] + tie
    for place, value in enumerate(values):
        if value > most:
            best, most = place, value + tie
    return best


def is_better(one: Sequence[float], other: Sequence[float], mover: int) -> bool:
    """Tell whether the mover prefers a choice, given what two are worth to everybody.

    Where they are equally good, the one that is worse for the next player is; so looking ahead does not
    depend on the order in which a game lists its choices.
    """
    if abs(one[mover] - other[mover]) > TIE:
        return one[mover] > other[mover]
    for step in range(1, len(one)):
        player = (mover + step) % len(one)
        if abs(one[player] - other[player]) > TIE:
            return one[player] < other[player]
    return False
