"""A game under way: where everybody stands, whose roll comes next, and what it all came to.

One kind of table serves every game. Either all players have a board of their own, with one score each
at the end (score cards, tiles, a race alone, whose score is the turns it took), or they share one match
in which somebody wins (Pig of two and more, two-player games).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from dicedevil.dice import Roll
from dicedevil.errors import DiceDevilError, UsageError, quoted
from dicedevil.players.races import table_of
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.wrapped.boards import (
    MOST_PLAYERS,
    Boards,
    board_texts,
    next_mover,
    read_boards,
    write_boards,
    written_with_points,
)
from dicedevil.wrapped.counted import TurnsCounted

WHAT = ("game", "turn", "race", "match")
"""What a table may be for: scores of whole games or of one turn, a race alone, or a match."""


@runtime_checkable
class Noted(Protocol):
    """Games whose states forget what is written on the board: they tell how the position is written."""

    def noted(self, written: str, state: State, roll: Roll, choice: Choice) -> str:
        """Return how a position is written after a choice, from how it was written before."""

    def plainly(self, written: str) -> str:
        """Return how a position is written with every key in the game's own words."""


@dataclass(frozen=True)
class GameTable(ABC):
    """A game under way. Tables do not change: `play` returns the next one."""

    game: Game
    """As it was named."""
    rules: Game
    """The game whose states are played: the named one, or its race or match."""
    what: str
    """One of `WHAT`."""

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many play."""

    @property
    @abstractmethod
    def mover(self) -> int:
        """Whose roll, or choice, comes next."""

    @property
    @abstractmethod
    def position(self) -> Position:
        """Where the mover stands, in the states of `rules`."""

    @property
    @abstractmethod
    def written(self) -> str:
        """How the mover's position is written."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing is left to roll."""

    @abstractmethod
    def play(self, roll: Roll, choice: Choice) -> GameTable:
        """Return the table after a choice of the mover."""

    @property
    @abstractmethod
    def results(self) -> tuple[float, ...]:
        """What everybody has, in the order of the seats: scores, turns, or shares of the win."""


@dataclass(frozen=True)
class OwnBoards(GameTable):
    """Everybody has a board of their own."""

    positions: tuple[Position, ...]
    notes: tuple[str, ...]
    """How the boards are written, in games that take notes; for others this stays empty."""
    seat: int = 0

    @property
    def seats(self) -> int:
        """One a board."""
        return len(self.positions)

    @property
    def mover(self) -> int:
        """Turns go round; whoever is done waits."""
        return self.seat

    @property
    def position(self) -> Position:
        """The mover's own board."""
        return self.positions[self.seat]

    @property
    def written(self) -> str:
        """The mover's own board."""
        if self.notes:
            return self.notes[self.seat]
        return written_whole(self.rules, self.position)

    @property
    def written_for_all(self) -> str:
        """Everybody's board, the mover's first: as players who look at the others see it."""
        boards = [self._items(seat) for seat in range(self.seats)]
        return write_boards(boards[self.seat :] + boards[: self.seat], f"mover={self.seat}")

    def _items(self, seat: int) -> list[str]:
        """Return how somebody's board is written; the points too, where they do not follow from it."""
        rules, position = self.rules, self.positions[seat]
        if not self.notes:
            return written_with_points(rules, position)
        note = self.notes[seat]
        more = [f"points={position.points}"] if rules.read_state(note).points != position.points else []
        return [*note.split(","), *more]

    @property
    def is_over(self) -> bool:
        """All boards are done: the turn comes to somebody who is only when nobody else is left."""
        return self.rules.is_over(self.position.state)

    def play(self, roll: Roll, choice: Choice) -> OwnBoards:
        """Play on one's own board; after a turn the next who is not done moves."""
        rules, seat = self.rules, self.seat
        points, state = self.position
        earned, after = rules.play(state, roll, choice)
        positions = replaced(self.positions, seat, Position(points + earned, after))
        notes = self.notes
        if notes and isinstance(rules, Noted):
            notes = replaced(notes, seat, rules.noted(notes[seat], state, roll, choice))
        if rules.is_over(after) or rules.ends_turn(state, roll, choice):
            seat = next_mover(rules, positions, seat)
        return replace(self, positions=positions, notes=notes, seat=seat)

    @property
    def results(self) -> tuple[float, ...]:
        """The points."""
        return tuple(position.points for position in self.positions)


@dataclass(frozen=True)
class SharedMatch(GameTable):
    """One match that all players share."""

    state: State

    @property
    def seats(self) -> int:
        """As many as the match is for."""
        return self.rules.players

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return self.rules.to_move(self.state)

    @property
    def position(self) -> Position:
        """The state of the match."""
        return Position(0, self.state)

    @property
    def written(self) -> str:
        """The state of the match, as the mover sees it."""
        return self.rules.write_state(self.state)

    @property
    def is_over(self) -> bool:
        """The match is over."""
        return self.rules.is_over(self.state)

    def play(self, roll: Roll, choice: Choice) -> SharedMatch:
        """Play on."""
        return replace(self, state=self.rules.play(self.state, roll, choice)[1])

    @property
    def results(self) -> tuple[float, ...]:
        """Of two, what each gets of the win; of more, everybody's total."""
        if self.seats == 2:
            share = self.rules.win_share(self.state) if self.is_over else Fraction(1, 2)
            return (float(share), float(1 - share))
        rules: Any = self.rules  # a table of several tells its scores
        return tuple(rules.scores(self.state))


def written_whole(rules: Game, position: Position) -> str:
    """Write a position, with the points made so far where the game reads them."""
    text = rules.write_state(position.state)
    if not position.points or rules.read_state(text) == position:
        return text
    with suppress(DiceDevilError):
        longer = f"{text},points={position.points}" if text else f"points={position.points}"
        if rules.read_state(longer) == position:
            return longer
    return text


def replaced(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    """Return the items with another one at a place."""
    return (*items[:place], item, *items[place + 1 :])


def laid(game: Game, players: int = 1, state: str = "", what: str = "") -> GameTable:
    """Return the table at which a game begins, at its start or at a position as written.

    A race such as Pig is a race alone, or a match of several; with `what="turn"` one turn of it.
    """
    if not 1 <= players <= MOST_PLAYERS:
        raise UsageError(f"1 to {MOST_PLAYERS} players sit at a table, not {players}.")
    if what and what not in WHAT:
        raise UsageError(
            f"A table is for one {', '.join(WHAT[:-1])} or {WHAT[-1]}, not {quoted(what)}."
        )
    shared = _match_of(game, players)
    if shared is not None:
        return SharedMatch(game, shared, "match", shared.read_state(state).state)
    if game.players == 2:
        raise UsageError(f"{game} is for 2 players, not for {players}.")
    rules = game
    if game.scored_in == "turn" and what != "turn":
        rules = TurnsCounted(game.view("turns"))
    boards = (
        Boards((rules.read_state(state),), 0) if players == 1 else read_boards(rules, state, players)
    )
    positions, seat = boards
    notes: tuple[str, ...] = ()
    if isinstance(rules, Noted) and "open=" not in state.replace(" ", ""):
        # else a board was told by its sum, and nobody knows what stands where
        texts = (state,) if players == 1 else board_texts(state, players, seat)
        notes = tuple(rules.plainly(text) for text in texts)
    return OwnBoards(game, rules, _kind(game, rules), positions, notes, seat)


def _kind(game: Game, rules: Game) -> str:
    return game.scored_in if rules is game else "race"


def _match_of(game: Game, players: int) -> Game | None:
    """Return the match that so many players share, if they do."""
    if game.players == 2:
        return game if players == 2 else None
    if players == 1 or game.view("win").players != 2:
        return None
    if players == 2:
        return game.view("win")
    found: Game | None = table_of(game, players)
    if found is None:
        raise UsageError(f"Matches of {game} are for 2 players, not for {players}.")
    return found
