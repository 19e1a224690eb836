"""Where everybody stands in a match of two or more players, each with a game of their own.

Players take turns in the order of their seats; whoever is done waits. How standings are written is told
in `dicedevil.wrapped.boards`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from dicedevil.dice import Roll
from dicedevil.doors import checked
from dicedevil.errors import PositionError, RulesError, UsageError, quoted
from dicedevil.rules import Choice, Game, Position, State, read_roll_at
from dicedevil.wrapped.boards import (
    next_mover,
    read_boards,
    require_players,
    write_boards,
    written_with_points,
)


@dataclass(frozen=True)
class Standings:
    """Every player's position, in the order of play, and whose turn it is."""

    game: Game
    positions: tuple[Position, ...]
    mover: int = 0

    def __post_init__(self) -> None:
        """Refuse standings that cannot be."""
        seats = isinstance(self.positions, tuple) and isinstance(self.mover, int)
        if not isinstance(self.game, Game) or not seats:
            raise UsageError(
                "Standings are a game, a tuple of everybody's Position and the place of the player to "
                f"move, not {quoted(self.game)}, {quoted(self.positions)} and {quoted(self.mover)}."
            )
        require_score_game(self.game)
        require_players(len(self.positions))
        if not 0 <= self.mover < len(self.positions):
            raise PositionError(
                f"The player to move is one of 0 to {len(self.positions) - 1}, not {self.mover}."
            )
        for position in self.positions:
            self._require_state(position.state)
        self._require_turns()

    @classmethod
    def start(cls, game: Game, players: int = 2) -> Standings:
        """Return the beginning of a match."""
        require_players(players)
        return cls(game, (Position(0, game.start()),) * players)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.positions)

    @property
    def mine(self) -> Position:
        """The position of the player to move."""
        return self.positions[self.mover]

    @cached_property
    def is_over(self) -> bool:
        """Everybody is done."""
        return all(self.game.is_over(position.state) for position in self.positions)

    def in_turn(self) -> tuple[Position, ...]:
        """Return all positions, the mover's first, in the order of play."""
        return self.positions[self.mover :] + self.positions[: self.mover]

    def play(self, roll: Roll, choice: Choice) -> Standings:
        """Return the standings after a choice of the player to move."""
        points, after = self.game.play(self.mine.state, roll, choice)
        over = self.game.ends_turn(self.mine.state, roll, choice)
        return self.moved(Position(self.mine.points + points, after), over)

    def moved(self, position: Position, turn_over: bool) -> Standings:
        """Return the standings with the mover here; after a turn the next who is not done moves."""
        mover = self.mover
        positions = (*self.positions[:mover], position, *self.positions[mover + 1 :])
        if turn_over or self.game.is_over(position.state):
            mover = next_mover(self.game, positions, mover)
        return Standings(self.game, positions, mover)

    def places(self) -> list[float]:
        """Return everybody's place by the points made so far; equal players share theirs."""
        sign = 1 if self.game.lower_is_better else -1
        scores = [sign * position.points for position in self.positions]
        return [
            1 + sum(other < mine for other in scores) + (scores.count(mine) - 1) / 2 for mine in scores
        ]

    # -- the words -------------------------------------------------------------------------------

    @classmethod
    @checked
    def read(cls, game: Game, text: str, players: int | None = None) -> Standings:
        """Read standings as written; nothing at all is the start of a match of two."""
        return cls(game, *read_boards(game, text, players))

    def write(self) -> str:
        """Write the standings so that `read` reads them again."""
        boards = (written_with_points(self.game, position) for position in self.in_turn())
        return write_boards(boards, f"mover={self.mover}")

    def __str__(self) -> str:
        """As written."""
        return self.write()

    def read_roll(self, roll: Roll | int | str) -> Roll:
        """Take a roll of the player to move, as an object or as written."""
        if self.is_over:
            raise PositionError(
                f"The match is over at {quoted(self.write())}: nothing is left to choose."
            )
        if self.game.is_over(self.mine.state):
            raise PositionError("The player to move is done: it is somebody else's turn.")
        return read_roll_at(self.game, self.mine, roll)[1]

    def _require_state(self, state: State) -> None:
        """Refuse a state of another game: all players of a match play the same."""
        try:
            self.game.is_over(state)
            self.game.turns_played(state)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError, RulesError):
            raise PositionError(f"The state {quoted(state)} cannot occur in {self.game}.") from None

    def _require_turns(self) -> None:
        """Refuse turns that are not the mover's, and numbers of turns that no order leads to."""
        for position in self.in_turn()[1:]:
            if self.game.is_in_turn(position.state):
                raise PositionError(
                    f"Only the player to move can be in a turn: {quoted(self.write())} has somebody "
                    "else with rerolls or kept dice."
                )
        turns = [self.game.turns_played(position.state) for position in self.in_turn()]
        if None in turns:
            return
        mine = turns[0] or 0
        later = len(turns) - self.mover  # those behind me this round have not moved yet
        expected = [mine] * later + [mine + 1] * self.mover
        done = self.game.is_over(self.mine.state)
        if turns != expected and not (done and self.is_over):
            raise PositionError(
                f"The players have taken {_listed(turns)} turns, the player to move first: in a match "
                f"each who moved before in this round has taken one more ({_listed(expected)})."
            )


def require_score_game(game: Game) -> None:
    """Refuse games that are not won by the better score."""
    if not isinstance(game, Game):
        raise UsageError(f"A match is of a game, not of {quoted(game)}.")
    if game.players != 1 or game.view("win").players != 1:
        raise UsageError(f"{game} is a race: its players are not compared by their scores.")


def _listed(turns: Sequence[int | None]) -> str:
    return ", ".join(map(str, turns))
