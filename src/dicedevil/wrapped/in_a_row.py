"""Several games in a row, one total: the state is the games left and the state of the one being played.

Points of earlier games count on, so where a target or a utility is the aim they decide how the next one
is played. Verhoeff (1999, section 2.6) tells of six games of Yahtzee played so, on one sheet of paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, TooLarge, UsageError, quoted
from dicedevil.rules import Choice, Position, State, read_whole_number
from dicedevil.wrapped.base import Wrapped

MOST_GAMES = 1_000
KEYS = ("game", "earlier")


class RowState(NamedTuple):
    """The games left, the one being played included, and its state."""

    left: int
    state: State


@dataclass(frozen=True)
class InARow(Wrapped):
    """So many games, each begun when the one before is over; the points of all of them count."""

    games: int

    solved_in = "dicedevil.solvers.in_a_row.lanes"

    def __post_init__(self) -> None:
        """Refuse a number of games that makes no sense, and games without a score."""
        if not isinstance(self.games, int) or isinstance(self.games, bool) or self.games < 1:
            raise UsageError(f"At least 1 game is played in a row, not {quoted(self.games)}.")
        if self.games > MOST_GAMES:
            raise TooLarge(f"{self.games:,} games in a row are too many: the most is {MOST_GAMES:,}.")
        if self.game.players != 1 or self.game.scored_in == "race":
            raise UsageError(
                f"{self.game} has no score to add up: games in a row are games for one player."
            )

    @property
    def spec(self) -> str:
        """The game inside, and how many of it."""
        return f"{self.game}, {self.games:,} in a row"

    def inner(self, state: RowState) -> State:
        """The state of the game being played."""
        return state.state

    def start(self) -> RowState:
        """All games are left."""
        return RowState(self.games, self.game.start())

    def is_over(self, state: RowState) -> bool:
        """No game is left."""
        return state.left == 0

    def turns_in_all(self) -> int | None:
        """Those of all games."""
        each = self.game.turns_in_all()
        return None if each is None else self.games * each

    def play(self, state: RowState, roll: Roll, choice: Choice) -> tuple[int, RowState]:
        """As in the game; when it is over the next one begins."""
        points, after = self.game.play(state.state, roll, choice)
        return points, self._going_on(state.left, after)

    def _going_on(self, left: int, state: State) -> RowState:
        if not self.game.is_over(state):
            return RowState(left, state)
        return RowState(left - 1, self.game.start() if left > 1 else state)

    def progress(self, state: RowState) -> int:
        """The games played, and how far the present one has come."""
        return (self.games - state.left << 40) + self.game.progress(state.state)

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """Which game it is, beside what the game tells."""
        state: RowState = position.state
        if not state.left:
            return (f"{position.points:,} points",)
        told = self.game.facts(Position(position.points, state.state), self._apart(written)[0])
        return (f"game {self.games - state.left + 1} of {self.games}", *told)

    def write_state(self, state: RowState) -> str:
        """`game=3` and the state of play; nothing of the points of earlier games."""
        number = f"game={self.games - state.left + 1}" if state.left < self.games else ""
        inside = self.game.write_state(state.state) if state.state != self.game.start() else ""
        return ",".join(part for part in (number, inside) if part)

    def read_state(self, text: str) -> Position:
        """Read `game=3,earlier=512` and a state of play; the first game unless said otherwise."""
        rest, number, earlier = self._apart(text)
        points, state = self.game.read_state(rest)
        return Position(earlier + points, self._going_on(self.games - number + 1, state))

    def read_position(self, state_text: str, roll_text: str) -> tuple[Position, Roll]:
        """Read a state and a roll together, as the game does."""
        rest, number, earlier = self._apart(state_text)
        position, roll = self.game.read_position(rest, roll_text)
        left = self.games - number + 1
        return Position(earlier + position.points, RowState(left, position.state)), roll

    def _apart(self, text: str) -> tuple[str, int, int]:
        """Return the state of play as written, the number of the game, and the points before it."""
        items = [item.strip() for item in text.split(",")]
        told: dict[str, str] = {}
        for item in items:
            key, _, value = (part.strip() for part in item.partition("="))
            if key in KEYS:
                if key in told:
                    raise PositionError(f"{quoted(text)} says twice what {quoted(key)} is.")
                told[key] = value
        rest = ",".join(item for item in items if item.partition("=")[0].strip() not in KEYS)
        number = read_whole_number(told.get("game", "1"), "game", 1, self.games)
        earlier = read_whole_number(told.get("earlier", "0"), "earlier")
        if earlier and number == 1:
            raise PositionError(f"earlier={earlier}: before the first game no points are made.")
        self._require_possible(number - 1, earlier)
        return rest, number, earlier

    def _require_possible(self, games: int, earlier: int) -> None:
        """Refuse more points than so many games can have brought."""
        most = self.game.highest_score()
        if most is not None and earlier > games * most:
            before = "the game before brings" if games == 1 else f"{games} games bring"
            raise PositionError(
                f"earlier={earlier}: {before} at most {games * most:,} points in {self.game}."
            )
