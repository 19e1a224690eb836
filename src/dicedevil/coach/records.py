"""Records of games: one line of JSON a game, with the rules, the players, every roll and every choice.

    {"record": 1, "game": "yahtzee:joker=forced", "players": ["me", "emp-1"], "seed": 7,
     "moves": [{"player": 0, "roll": "33456", "choice": "keep 3456"}, ...], "result": [241, 233]}

Rolls and choices are in the game's notation, in the order of play. The choice may be left out where a
roll leaves only one; so may the whole move, where it can have had only one outcome. What else stands in
a record is kept and written again.

A record is somebody's text: it is read within limits, and what is wrong is told with its line.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import IO, Any, NoReturn

from dicedevil.coach.table import WHAT
from dicedevil.errors import DiceDevilError, listed, quoted, shortened
from dicedevil.wrapped.boards import MOST_PLAYERS

FORMAT = 1
"""The version of the format, under the key `record`."""
MOST_BYTES = 4_000_000
"""Of one line: a million rolls, more than any game that is played to its end."""
MOST_MOVES = 200_000
MOST_TEXT = 2_000
"""Characters of any one text of a record: a position, a choice, a name."""
KEYS = ("record", "game", "players", "seed", "state", "what", "moves", "result")


class RecordError(DiceDevilError):
    """A record cannot be read, or tells of what cannot be."""

    exit_code = 3
    http_status = 400


@dataclass(frozen=True)
class Move:
    """One roll and what was done with it, as written; None is what was left out."""

    player: int
    roll: str
    choice: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        left_out = {} if self.choice is None else {"choice": self.choice}
        return {"player": self.player, "roll": self.roll, **left_out}


@dataclass(frozen=True)
class Record:
    """A game as it was played, from its beginning, to its end or as far as it went."""

    game: str
    players: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    seed: int | None = None
    result: tuple[float, ...] | None = None
    state: str = ""
    """Where the game began; empty is the usual start."""
    what: str = ""
    """What was played, where the game alone does not tell: one turn of a race, or the race."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Whatever else stood in the record."""

    def __post_init__(self) -> None:
        """Keep the record from being changed."""
        object.__setattr__(self, "more", MappingProxyType(dict(self.more)))

    def __hash__(self) -> int:
        """Equal records have equal hashes."""
        return hash((self.game, self.players, self.moves, self.seed, self.state))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as it stands in a file."""
        return {
            "record": FORMAT,
            "game": self.game,
            "players": list(self.players),
            "seed": self.seed,
            **({"state": self.state} if self.state else {}),
            **({"what": self.what} if self.what else {}),
            "moves": [move.to_dict() for move in self.moves],
            "result": None if self.result is None else list(self.result),
            **self.more,
        }

    def to_line(self) -> str:
        """Return the record as one line of JSON."""
        try:
            return json.dumps(self.to_dict(), ensure_ascii=True, allow_nan=False)
        except (AttributeError, TypeError, ValueError, RecursionError):
            require_plain(self)
            raise RecordError("More of a record is only what JSON can say.") from None

    @classmethod
    def from_dict(cls, told: Any) -> Record:
        """Take plain data for a record; refuse what is none."""
        if not isinstance(told, dict):
            raise RecordError(f"A record is a JSON object with the key record, not {quoted(told)}.")
        version = told.get("record")
        if version != FORMAT or isinstance(version, bool):
            raise RecordError(
                f"This is no record of version {FORMAT}: the key record says {quoted(version)}."
            )
        what = _text(told, "what", "") or ""
        if what and what not in WHAT:
            raise RecordError(f"what is one of {listed(WHAT)}, not {quoted(what)}.")
        moves = told.get("moves")
        if not isinstance(moves, list) or len(moves) > MOST_MOVES:
            raise RecordError(f"moves is a list of at most {MOST_MOVES:,} moves.")
        players = _players(told.get("players"))
        return cls(
            _text(told, "game"),
            players,
            tuple(_move(move, number, len(players)) for number, move in enumerate(moves, 1)),
            _seed(told.get("seed")),
            _result(told.get("result"), len(players)),
            _text(told, "state", "") or "",
            what,
            {key: value for key, value in told.items() if key not in KEYS},
        )

    @classmethod
    def from_line(cls, line: str | bytes) -> Record:
        """Read one line of JSON."""
        if not isinstance(line, (str, bytes)):
            raise RecordError(f"A record is a line of JSON, not {quoted(line)}.")
        if len(line) > MOST_BYTES:
            raise RecordError(f"A record has at most {MOST_BYTES:,} bytes.")
        try:
            told = json.loads(line, parse_constant=_no_number, parse_float=_finite)
        except RecursionError:
            raise RecordError("Values within values are too deep.") from None
        except ValueError as error:  # no JSON, no UTF-8, or a number with thousands of digits
            raise RecordError(f"This is no JSON: {shortened(str(error), 100)}.") from None
        return cls.from_dict(told)


def require_plain(record: Record) -> None:
    """Refuse a record that was filled in with what no file can say; asked once something has failed."""
    if not all(isinstance(move, Move) for move in record.moves):
        raise RecordError("The moves of a record are Moves, each with player, roll and choice.")
    Record.from_dict(record.to_dict())


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of a record")


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)


def _is_text(found: Any) -> bool:
    """Tell whether this is a text that can be written anywhere: half a sign (U+D800...) cannot."""
    if not isinstance(found, str) or len(found) > MOST_TEXT:
        return False
    return found.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in found)


def _text(told: Mapping[str, Any], key: str, default: str | None = None) -> str:
    found = told.get(key, default)
    if found is None and default is not None:
        return default
    if not _is_text(found):
        raise RecordError(f"{key} is a text of at most {MOST_TEXT:,} characters, not {quoted(found)}.")
    return str(found)


def _players(found: Any) -> tuple[str, ...]:
    names = isinstance(found, list) and all(map(_is_text, found))
    if not names or not 1 <= len(found) <= MOST_PLAYERS:
        raise RecordError(f"players is a list of 1 to {MOST_PLAYERS} names, not {quoted(found)}.")
    return tuple(found)


def _seed(found: Any) -> int | None:
    if found is None or (isinstance(found, int) and not isinstance(found, bool)):
        return found
    raise RecordError(f"seed is a whole number or null, not {quoted(found)}.")


def _result(found: Any, players: int) -> tuple[float, ...] | None:
    if found is None:
        return None
    if not isinstance(found, list) or len(found) != players or not all(map(_is_number, found)):
        raise RecordError(f"result is one number a player, or null, not {quoted(found)}.")
    return tuple(found)


def _is_number(found: Any) -> bool:
    """Tell whether this is a number that fits into a float: whole ones may be too large for it."""
    number = isinstance(found, (int, float)) and not isinstance(found, bool)
    return number and abs(found) <= sys.float_info.max


def _move(told: Any, number: int, players: int) -> Move:
    if not isinstance(told, dict):
        raise RecordError(
            f"Move {number} is an object with player, roll and choice, not {quoted(told)}."
        )
    player, roll, choice = (
        told.get("player", 0 if players == 1 else None),
        "" if told.get("roll") is None else told["roll"],  # some choices come without one
        told.get("choice"),
    )
    if not isinstance(player, int) or isinstance(player, bool) or not 0 <= player < players:
        raise RecordError(f"Move {number}: player is one of 0 to {players - 1}, not {quoted(player)}.")
    for what, text in (("roll", roll), ("choice", choice)):
        if not _is_text(text) and not (what == "choice" and text is None):
            raise RecordError(f"Move {number}: the {what} is a text, not {quoted(text)}.")
    return Move(player, roll, choice)


# -- files -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Refused:
    """A line that is no record, or tells of what cannot be."""

    line: int
    reason: str

    def __str__(self) -> str:
        """For a person."""
        return f"line {self.line}: {self.reason}"


def read_records(file: IO[bytes]) -> Iterator[tuple[int, Record | Refused]]:
    """Read records one by one, each with the number of its line; never more than one in memory.

    Empty lines are passed over.
    """
    for number, line in read_lines(file):
        yield number, read_line(number, line)


def record_in(path: str, line: int | None = None) -> Record:
    """Return the record on a line of a file, or the first one there is."""
    try:
        with open(path, "rb") as file:
            for number, found in read_records(file):
                if line is None or number == line:
                    if isinstance(found, Refused):
                        raise RecordError(f"{quoted(path)}, {found}")
                    return found
    except (OSError, ValueError) as error:  # a path with a sign that no name of a file has
        reason = getattr(error, "strerror", None) or "no file is called so"
        raise DiceDevilError(f"Cannot read {quoted(path)}: {reason}.") from None
    where = "" if line is None else f" on line {line:,}"
    raise RecordError(f"There is no record{where} in {quoted(path)}.")


def read_line(number: int, line: bytes) -> Record | Refused:
    """Read one line, or say why it is no record."""
    try:
        return Record.from_line(line)
    except RecordError as error:
        return Refused(number, str(error))


def read_lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Read lines that are not empty, each with its number; of one that is too long the beginning."""
    number = 0
    while line := file.readline(MOST_BYTES + 1):
        number += 1
        if len(line) > MOST_BYTES and not line.endswith(b"\n"):
            _skip_line(file)
        if line.strip():
            yield number, line


def _skip_line(file: IO[bytes]) -> None:
    while part := file.readline(MOST_BYTES):
        if part.endswith(b"\n"):
            return


def write_records(file: IO[str], records: Iterable[Record]) -> int:
    """Write records, one a line; return how many there were."""
    count = 0
    for record in records:
        file.write(record.to_line() + "\n")
        count += 1
    return count
