"""A match against a player whose strategy is known: that player's choices are part of chance.

Where that player moves, a "roll" is the number of one of the outcomes (roll, choice) the strategy can
bring, weighted exactly, and nothing is left to choose. The match may be such a game itself: then both
strategies are known, and solving it says what they do to each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from dicedevil.dice import Roll
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.strategy import Strategy
from dicedevil.wrapped.base import Wrapped

THEIR_MOVE = "their move"


@dataclass(frozen=True)
class BestReply(Wrapped):
    """A match in which the strategy of one player, or of both, is known."""

    strategy: Strategy
    """For the states of the match."""
    seat: int = 1
    """The player whose strategy is known."""

    @property
    def spec(self) -> str:
        """The match and who is played against."""
        if self.seat == 0:
            return f"{self.strategy.name} plays {self.game}"
        return f"{self.game} against {self.strategy.name}"

    def _is_mine(self, state: State) -> bool:
        return self.game.to_move(state) != self.seat

    def rolls(self, state: State) -> Mapping[Roll, int]:
        """My rolls, or the numbered outcomes of the other's rolls and choices."""
        if self._is_mine(state):
            return self.game.rolls(state)
        return {(k,): weight for k, (weight, _, _) in enumerate(self.outcomes(state))}

    def choices(self, state: State, roll: Roll) -> Sequence[Choice]:
        """My choices; the other's are made."""
        return self.game.choices(state, roll) if self._is_mine(state) else (THEIR_MOVE,)

    def choices_before_roll(self, state: State) -> Sequence[Choice]:
        """Mine; the other's are made."""
        return self.game.choices_before_roll(state) if self._is_mine(state) else ()

    def play(self, state: State, roll: Roll, choice: Choice) -> tuple[int, State]:
        """Play on as in the match."""
        if self._is_mine(state):
            return self.game.play(state, roll, choice)
        _, rolled, chosen = self.outcomes(state)[roll[0]]
        return self.game.play(state, rolled, chosen)

    def ends_turn(self, state: State, roll: Roll, choice: Choice) -> bool:
        """As in the match, whoever moves."""
        if self._is_mine(state):
            return self.game.ends_turn(state, roll, choice)
        _, rolled, chosen = self.outcomes(state)[roll[0]]
        return self.game.ends_turn(state, rolled, chosen)

    def stuck(self, state: State, roll: Roll) -> str:
        """As in the match, if it is mine."""
        return self.game.stuck(state, roll) if self._is_mine(state) else ""

    @cached_property
    def outcomes(self) -> Callable[[State], list[tuple[int, Roll, Choice]]]:
        """What the other player can bring at a state: (weight, roll, choice), in whole numbers."""
        return lru_cache(maxsize=1)(self._outcomes)  # a solver asks about one state at a time

    def _outcomes(self, state: State) -> list[tuple[int, Roll, Choice]]:
        rolls = self.game.rolls(state)
        mixes = {roll: self.strategy.mix(self.game, state, roll) for roll in rolls}
        common = math.lcm(*(sum(mix.values()) for mix in mixes.values()))
        return [
            (weight * (common // sum(mixes[roll].values())) * share, roll, choice)
            for roll, weight in rolls.items()
            for choice, share in mixes[roll].items()
        ]

    def size(self) -> tuple[int, int] | None:
        """At least what I meet alone."""
        both = self.game.size()
        return None if both is None else (both[0] // 2, both[1] // 2)

    def box(self, choice: Choice) -> str | None:
        """As in the match; their move fills none that is mine."""
        return None if choice == THEIR_MOVE else self.game.box(choice)

    def write_choice(self, choice: Choice) -> str:
        """As in the match."""
        return THEIR_MOVE if choice == THEIR_MOVE else self.game.write_choice(choice)

    def read_choice(self, state: State, roll: Roll, text: str) -> Choice:
        """As in the match, if it is mine."""
        if self._is_mine(state):
            return self.game.read_choice(state, roll, text)
        return Game.read_choice(self, state, roll, text)

    def read_roll(self, state: State, text: str) -> Roll:
        """As in the match, if it is mine; else the number of an outcome."""
        if self._is_mine(state):
            return self.game.read_roll(state, text)
        return Game.read_roll(self, state, text)

    def require_roll(self, state: State, roll: Roll, text: str) -> None:
        """Refuse a roll that cannot occur, or the number of an outcome that there is not."""
        if self._is_mine(state):
            self.game.require_roll(state, roll, text)
        else:
            Game.require_roll(self, state, roll, text)

    def read_position(self, state_text: str, roll_text: str) -> tuple[Position, Roll]:
        """As in the match."""
        position = self.read_state(state_text)
        if self.is_over(position.state) or self._is_mine(position.state):
            return self.game.read_position(state_text, roll_text)
        return Game.read_position(self, state_text, roll_text)
