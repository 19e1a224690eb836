"""Records played again: every move is held against the rules.

A record never has a rules file run: records of a game of one's own are read with the rules that the
reader names.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from dicedevil.coach.records import Move, Record, RecordError, require_plain
from dicedevil.coach.table import GameTable, laid
from dicedevil.dice import Roll
from dicedevil.errors import DiceDevilError, PositionError, listed, quoted
from dicedevil.games import from_file, made, rules_file
from dicedevil.rules import Choice, Game, State

MOST_ROLLS = 20_000
"""Of a position, that are looked through for a move that was left out."""


@dataclass(frozen=True)
class PlayedMove:
    """One move of a game that is played again: the table before it, the roll and the choice."""

    table: GameTable
    roll: Roll
    choice: Choice
    is_filled_in: bool = False
    """Whether the move was left out: then the roll is one of those that come to the same."""

    def after(self) -> GameTable:
        """Return the table after the move."""
        return self.table.play(self.roll, self.choice)


@dataclass(frozen=True)
class Replay:
    """A record, played again by the rules."""

    record: Record
    begin: GameTable
    steps: tuple[PlayedMove, ...]
    end: GameTable

    @property
    def is_whole(self) -> bool:
        """Whether the game was played to its end."""
        return self.end.is_over


def replay(record: Record, rules: Sequence[Game | str] = ()) -> Replay:
    """Play a record again; refuse it at the first move that cannot have been.

    `rules` are games of one's own, or the paths of their files, that records may name.
    """
    try:
        return _as_turn_or_whole(record, rules)
    except (AttributeError, TypeError, ValueError, OverflowError):
        require_plain(record)
        raise


def _as_turn_or_whole(record: Record, rules: Sequence[Game | str]) -> Replay:
    game = recorded_game(record.game, rules)
    if game.scored_in == "turn" and len(record.players) == 1 and not record.what:
        with suppress(RecordError):  # one turn, if that is all; otherwise a race
            return _replayed(replace(record, what="turn"), game, record)
    return _replayed(record, game, record)


def _replayed(told: Record, game: Game, record: Record) -> Replay:
    try:
        begin = laid(game, len(told.players), told.state, told.what)
    except DiceDevilError as error:
        raise RecordError(str(error)) from None
    table, steps = begin, []
    for number, move in enumerate(told.moves, 1):
        try:
            found = _steps(table, move, begin.seats)
        except DiceDevilError as error:
            raise RecordError(f"Move {number}: {error}") from None
        steps += found
        table = steps[-1].after()
    _require_result(record, table)
    return Replay(record, begin, tuple(steps), table)


def _require_result(record: Record, end: GameTable) -> None:
    """Refuse scores that the moves do not lead to.

    Matches are told in totals or in shares of the win, races in points or in turns: there it is
    enough that the same players win.
    """
    if record.result is None:
        return
    if not end.is_over:
        raise RecordError("The record has a result, but its moves end before the game does.")
    tells_winner = end.game.players == 1 or sorted(record.result) == [0.0, 1.0]
    if end.what == "match" and tells_winner and _winners(record.result) != _winners(end.results):
        names = listed(quoted(record.players[seat]) for seat in _winners(end.results))
        raise RecordError(f"By the moves the winner is {names}, not by the result.")
    if end.what in ("game", "turn") and record.result != end.results:
        told, found = (listed(f"{one:g}" for one in scores) for scores in (record.result, end.results))
        raise RecordError(f"The moves lead to a result of {found}, not of {told}.")


def _winners(scores: Sequence[float]) -> list[int]:
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def _steps(table: GameTable, move: Move, most: int) -> list[PlayedMove]:
    """Return a move as a step, after those that were left out before it, if any were."""
    try:
        return [_step(table, move)]
    except DiceDevilError:
        fits = [_after_forced(table, forced, move, most) for forced in _forced(table) if most]
        found = [steps for steps in fits if steps]
        if len(found) != 1:
            raise
        return found[0]


def _after_forced(table: GameTable, forced: PlayedMove, move: Move, most: int) -> list[PlayedMove]:
    """Return the steps with which a move fits after one that was left out; none, if it does not."""
    try:
        return [forced, *_steps(forced.after(), move, most - 1)]
    except DiceDevilError:
        return []


def _forced(table: GameTable) -> list[PlayedMove]:
    """Return the moves that may have been left out here: one for each outcome without a choice."""
    if table.is_over:
        return []
    rules, state = table.rules, table.position.state
    rolls = rules.rolls(state)
    outcomes: dict[Any, PlayedMove] = {}
    for roll in rolls if len(rolls) <= MOST_ROLLS else ():
        choices = rules.choices(state, roll)
        if len(choices) == 1:
            outcome = rules.play(state, roll, choices[0])
            outcomes.setdefault(outcome, PlayedMove(table, roll, choices[0], is_filled_in=True))
    return list(outcomes.values())


def _step(table: GameTable, move: Move) -> PlayedMove:
    """Read a move at the table."""
    if table.is_over:
        raise PositionError("the game is over.")
    if move.player != table.mover:
        raise PositionError(f"it is the turn of player {table.mover}, not of player {move.player}.")
    rules, state = table.rules, table.position.state
    roll = read_roll_as_written(rules, state, move.roll)
    if move.choice is not None:
        return PlayedMove(table, roll, rules.read_choice(state, roll, move.choice))
    choices = rules.choices(state, roll)
    if len(choices) != 1:
        words = listed(rules.write_choice(choice) for choice in choices)
        raise PositionError(f"the choice is missing, and there are several: {words}.")
    return PlayedMove(table, roll, choices[0])


def read_roll_as_written(rules: Game, state: State, text: str) -> Roll:
    """Read a roll as people write it, or just as the game does: faces may be anything there."""
    try:
        return rules.read_roll(state, text)
    except DiceDevilError:
        for roll in rules.rolls(state):
            if rules.write_roll(roll) == text:
                return roll
        raise


# -- names of games --------------------------------------------------------------------------------


def recorded_game(name: str, rules: Sequence[Game | str] = ()) -> Game:
    """Return the game of a record: a listed one, or one by the rules that the reader names.

    A record is somebody's text: no file that it names is opened, let alone run.
    """
    own = rules_file(name)
    for known in rules:
        if isinstance(known, Game):
            if str(known) == name:
                return known
        elif own is not None and own[0].name == (path := Path(known)).name:
            return _from_file(path, tuple(own[1].items()), _last_written(path))
    if own is not None:
        raise RecordError(
            f"{quoted(name)} is a game of somebody's own, and a record never has a file run: name the "
            f"rules yourself, as in --rules {own[0].name}."
        )
    try:
        return made(name.strip())
    except DiceDevilError as error:
        raise RecordError(f"The game is not known here: {error}") from None


@lru_cache(maxsize=16)
def _from_file(path: Path, parameters: tuple[tuple[str, str], ...], written: int) -> Game:
    """Make the game of a file, once as long as nobody writes it anew."""
    return from_file(path, dict(parameters))


def _last_written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0  # whoever reads it says what is wrong


def recorded_name(game: Game, named: str = "") -> str:
    """Return what a record calls a game: a game of one's own by its file, without the folder."""
    own = rules_file(named) if named else None
    if own is None:
        return str(game)
    parameters = ",".join(f"{key}={value}" for key, value in own[1].items())
    return f"{own[0].name}:{parameters}" if parameters else own[0].name
