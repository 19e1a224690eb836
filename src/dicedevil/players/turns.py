"""One player's turn at the table: asked for a choice after every roll of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from dicedevil.dice import Roll
from dicedevil.players.tosses import Ladder
from dicedevil.remembering import Remembers
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.strategy import Strategy

MOST_REMEMBERED = 200_000


@dataclass(frozen=True, eq=False)
class TableTurn(Remembers, ABC):
    """A turn under way; what can be worked out before the first roll is worked out once."""

    game: Game

    @abstractmethod
    def choose(self, position: Position, roll: Roll, chance: float) -> Choice:
        """Return the choice; `chance`, from 0 to 1, decides where a player leaves it to chance."""


@dataclass(frozen=True, eq=False)
class MixedTurn(TableTurn):
    """A turn of any strategy; what it does at a place is asked once."""

    strategy: Strategy

    def choose(self, position: Position, roll: Roll, chance: float) -> Choice:
        """Return one of the strategy's choices."""
        return self._mix(position.state, roll).draw(chance)

    @cached_property
    def _mix(self) -> Callable[[State, Roll], Ladder]:
        return lru_cache(MOST_REMEMBERED)(self._mixed)

    def _mixed(self, state: State, roll: Roll) -> Ladder:
        return Ladder(self.strategy.mix(self.game, state, roll))
