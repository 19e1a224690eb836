"""Any game with so many turns to finish it: the state is the state of play and the turns left.

The objective `within` asks for the best chance that the game is over in time, which for a race to a
target is the best chance of reaching it within so many turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, quoted
from dicedevil.rules import Choice, Position, State, read_whole_number
from dicedevil.wrapped.base import Wrapped


class Timed(NamedTuple):
    """The turns left, the one being played included, and the state of play."""

    left: int
    state: State


@dataclass(frozen=True)
class WithinTurns(Wrapped):
    """A game that is lost when it is not over after so many turns."""

    turns: int

    def inner(self, state: Timed) -> State:
        """The state of play."""
        return state.state

    def start(self) -> Timed:
        """All turns are left."""
        return Timed(self.turns, self.game.start())

    def is_over(self, state: Timed) -> bool:
        """Finished, or out of time."""
        return state.left == 0

    def turns_in_all(self) -> int | None:
        """As in the game, or as many as there are."""
        wanted = self.game.turns_in_all()
        return None if wanted is None else min(wanted, self.turns)

    def win_share(self, state: Timed) -> Fraction:
        """All of it for a game that is finished in time."""
        return Fraction(int(self.game.is_over(state.state)))

    def play(self, state: Timed, roll: Roll, choice: Choice) -> tuple[int, Timed]:
        """As in the game; a turn that ends uses up one of those left."""
        points, after = self.game.play(state.state, roll, choice)
        left = state.left - int(self.game.ends_turn(state.state, roll, choice))
        return points, Timed(0 if self.game.is_over(after) else left, after)

    def progress(self, state: Timed) -> int:
        """As in the game, and the turns used up."""
        return self.game.progress(state.state) + self.turns - state.left

    def write_state(self, state: Timed) -> str:
        """`left=3` and the state of play."""
        return ",".join(
            part for part in (f"left={state.left}", self.game.write_state(state.state)) if part
        )

    def read_state(self, text: str) -> Position:
        """Read a state of play; all turns are left unless `left=` says otherwise."""
        rest, left = self._turns_left(text)
        points, state = self.game.read_state(rest)
        return Position(points, Timed(0 if self.game.is_over(state) else left, state))

    def _turns_left(self, text: str) -> tuple[str, int]:
        items = [item.strip() for item in text.split(",")]
        given = [item.partition("=")[2] for item in items if item.startswith("left=")]
        rest = ",".join(item for item in items if not item.startswith("left="))
        left = read_whole_number(given[0], "left") if given else self.turns
        if len(given) > 1 or not 0 <= left <= self.turns:
            raise PositionError(
                f"{quoted(text)} should say once how many turns are left: 0 to {self.turns:,}."
            )
        return rest, left

    def read_position(self, state_text: str, roll_text: str) -> tuple[Position, Roll]:
        """Read a state and a roll together, as the game does."""
        rest, left = self._turns_left(state_text)
        if left == 0:
            raise PositionError(f"No turn is left at {quoted(state_text)}: nothing is left to choose.")
        position, roll = self.game.read_position(rest, roll_text)
        return Position(position.points, Timed(left, position.state)), roll
