"""Any game whose score is the number of turns it takes."""

from __future__ import annotations

from dataclasses import dataclass

from dicedevil.dice import Roll
from dicedevil.rules import Choice, State
from dicedevil.wrapped.base import Wrapped


@dataclass(frozen=True)
class TurnsCounted(Wrapped):
    """A game in which every turn that ends counts one, and nothing else does."""

    def play(self, state: State, roll: Roll, choice: Choice) -> tuple[int, State]:
        """As in the game, with other points."""
        _, after = self.game.play(state, roll, choice)
        return int(self.game.ends_turn(state, roll, choice)), after
