"""What all wrapped games share: what a wrapper does not change is asked of the game inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dicedevil.dice import Roll
from dicedevil.naming import Called
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.strategy import Foreseeing


@dataclass(frozen=True)
class Wrapped(Game):
    """A game around another one; `inner` says what the game inside sees of a state."""

    game: Game

    def inner(self, state: State) -> State:
        """Return the state of the game inside, as the player to move sees it."""
        return state

    def seen_by(self, state: State, seat: int) -> State:
        """Return the state of the game inside, as this player has it."""
        return self.inner(state)

    @property
    def innermost(self) -> Game:
        """The innermost game."""
        return self.game.innermost

    @property
    def described_by(self) -> type[Game]:
        """The prose of the game inside."""
        return self.game.described_by

    @property
    def solved_in(self) -> str:  # type: ignore[override]  # a class's own word, here the inner game's
        """Solved where the game inside is."""
        return self.game.solved_in

    @property
    def players(self) -> int:  # type: ignore[override]  # as above
        """As many as in the game inside."""
        return self.game.players

    @property
    def size_words(self) -> str:  # type: ignore[override]  # as above
        """As in the game inside."""
        return self.game.size_words

    @property
    def lower_is_better(self) -> bool:
        """As in the game inside."""
        return self.game.lower_is_better

    @property
    def carries_over(self) -> bool:
        """As in the game inside."""
        return self.game.carries_over

    @property
    def score_is_win(self) -> bool:
        """As in the game inside."""
        return self.game.score_is_win

    @property
    def tells_dice_apart(self) -> bool:
        """As in the game inside."""
        return self.game.tells_dice_apart

    @property
    def spec(self) -> str:
        """The name of the game inside."""
        return str(self.game)

    def start(self) -> State:
        """As in the game inside."""
        return self.game.start()

    def start_for(self, seat: int) -> State | None:
        """As in the game inside, unless this wrapper has states of its own."""
        return self.game.start_for(seat) if self._same_states else super().start_for(seat)

    @property
    def _same_states(self) -> bool:
        """Whether the wrapper leaves states as they are."""
        return type(self).inner is Wrapped.inner

    def is_over(self, state: State) -> bool:
        """As in the game inside."""
        return self.game.is_over(self.inner(state))

    def rolls(self, state: State) -> Mapping[Roll, int]:
        """As in the game inside."""
        return self.game.rolls(self.inner(state))

    def choices(self, state: State, roll: Roll) -> Sequence[Choice]:
        """As in the game inside."""
        return self.game.choices(self.inner(state), roll)

    def choices_before_roll(self, state: State) -> Sequence[Choice]:
        """As in the game inside."""
        return self.game.choices_before_roll(self.inner(state))

    def play(self, state: State, roll: Roll, choice: Choice) -> tuple[int, State]:
        """As in the game inside."""
        return self.game.play(self.inner(state), roll, choice)

    def progress(self, state: State) -> int:
        """As in the game inside."""
        return self.game.progress(self.inner(state))

    def to_move(self, state: State) -> int:
        """As in the game inside."""
        return self.game.to_move(self.inner(state))

    def win_share(self, state: State) -> Fraction:
        """As in the game inside."""
        return self.game.win_share(self.inner(state))

    def ends_turn(self, state: State, roll: Roll, choice: Choice) -> bool:
        """As in the game inside."""
        return self.game.ends_turn(self.inner(state), roll, choice)

    def stuck(self, state: State, roll: Roll) -> str:
        """As in the game inside."""
        return self.game.stuck(self.inner(state), roll)

    def turns_played(self, state: State) -> int | None:
        """As in the game inside."""
        return self.game.turns_played(self.inner(state))

    def turns_in_all(self) -> int | None:
        """As in the game inside."""
        return self.game.turns_in_all()

    def is_in_turn(self, state: State) -> bool:
        """As in the game inside."""
        return self.game.is_in_turn(self.inner(state))

    def stage(self, state: State) -> int:
        """As in the game inside."""
        return self.game.stage(self.inner(state))

    def box(self, choice: Choice) -> str | None:
        """As in the game inside."""
        return self.game.box(choice)

    def strategies(self) -> Mapping[str, Any]:
        """Those of the game inside, which look at nothing but their own part of a state."""
        found = self.game.strategies()
        return {name: InnerBoard(self, one) for name, one in found.items() if callable(one)}

    def own_strategy(self, name: str) -> Any:
        """As in the game inside; nobody knows rolls beforehand in a wrapped one."""
        found = self.game.own_strategy(name)
        return None if found is None or isinstance(found, Foreseeing) else InnerBoard(self, found)

    @property
    def also_called(self) -> Called:
        """As in the game inside."""
        return self.game.also_called

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """As in the game inside."""
        return self.game.facts(position._replace(state=self.inner(position.state)), written)

    def write_choice(self, choice: Choice) -> str:
        """As in the game inside."""
        return self.game.write_choice(choice)

    def read_choice(self, state: State, roll: Roll, text: str) -> Choice:
        """As in the game inside."""
        return self.game.read_choice(self.inner(state), roll, text)

    def write_roll(self, roll: Roll) -> str:
        """As in the game inside."""
        return self.game.write_roll(roll)

    def read_roll(self, state: State, text: str) -> Roll:
        """As in the game inside."""
        return self.game.read_roll(self.inner(state), text)

    def require_roll(self, state: State, roll: Roll, text: str) -> None:
        """As in the game inside."""
        self.game.require_roll(self.inner(state), roll, text)

    def write_state(self, state: State) -> str:
        """As in the game inside."""
        return self.game.write_state(self.inner(state))

    def read_state(self, text: str) -> Any:
        """As in the game inside."""
        return self.game.read_state(text)

    def read_position(self, state_text: str, roll_text: str) -> tuple[Position, Roll]:
        """As in the game inside, unless this wrapper has states of its own."""
        if self._same_states:
            return self.game.read_position(state_text, roll_text)
        return super().read_position(state_text, roll_text)


@dataclass(frozen=True)
class InnerBoard:
    """A chooser of the game inside: it looks at nothing but the mover's own part of a state."""

    game: Wrapped
    choose: Any

    def __call__(self, state: State, roll: Roll) -> Any:
        """Choose as if there were nothing around."""
        return self.choose(self.game.inner(state), roll)
