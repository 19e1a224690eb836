"""Games that are kept: a SQLite database in the user's data folder.

    with Store() as store:
        number = store.begin(record)      # who plays what; the moves follow one by one
        store.add(number, 1, move)        # on the disk when this returns
        store.finish(number, (241,))
        lines = [record.to_line() for record in store.records(player="me")]

Every change is one transaction, and is on the disk when the call returns: a process that is killed,
or a machine that goes down, loses nothing that was kept. Several processes may write at once: each
waits for the other.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from dicedevil.coach.records import Move, Record, RecordError
from dicedevil.coach.schema import VERSION, is_ours, migrate, version_of
from dicedevil.errors import DiceDevilError, quoted

FILE = "dicedevil.db"
PATIENCE = 30.0
"""Seconds to wait for another process that is writing."""
Answer = TypeVar("Answer")

_HEADERS = "SELECT id, game, seed, state, what, result, more FROM games"


class StoreError(DiceDevilError):
    """Games cannot be kept, or those that are kept cannot be read."""

    http_status = 503


@dataclass(frozen=True)
class KeptGame:
    """A game in the database: its number there, and its record as far as it went."""

    number: int
    record: Record


def data_folder(folder: str | Path | None = None) -> Path:
    """Return where games are kept: the folder given, DICEDEVIL_DATA, or the user's data folder."""
    chosen = folder or os.environ.get("DICEDEVIL_DATA")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("dicedevil"))


class Store:
    """The database of a folder, open; it is made when it is not there."""

    def __init__(self, folder: str | Path | None = None, patience: float = PATIENCE) -> None:
        self.path = data_folder(folder) / FILE
        with self._said():
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._look()
            self._database = sqlite3.connect(self.path, timeout=patience, isolation_level=None)
        try:
            with self._said():
                self._settle(patience)
        except BaseException:
            self._database.close()
            raise

    def _look(self) -> None:
        """Refuse what must not be written to, before it could be: a newer database, another's."""
        if not self.path.exists() or not self.path.stat().st_size:
            return
        try:
            found, ours = self._glance("ro")  # closing it leaves even the log alone
        except sqlite3.OperationalError:
            # Somebody was killed while making it: whoever may write undoes what was not finished.
            found, ours = self._glance("rw")
        if not ours:
            raise StoreError(f"{quoted(str(self.path))} is a database of something else. {_ELSEWHERE}")
        if found > VERSION:
            raise StoreError(
                f"{quoted(str(self.path))} was written by a newer version of Dice Devil (tables of "
                f"version {found}, this one knows {VERSION}), and is left as it is: update Dice Devil, "
                f"or keep games elsewhere. {_ELSEWHERE}"
            )

    def _glance(self, mode: str) -> tuple[int, bool]:
        """Return the version of the database, and whether it is ours, without changing it."""
        address = f"{self.path.resolve().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as database:
            database.execute("BEGIN")  # one look: somebody may just be making it
            return version_of(database), is_ours(database)

    def _settle(self, patience: float) -> None:
        """Have changes on the disk when they are made, and the tables up to date."""
        database = self._database
        _insist(lambda: database.execute("PRAGMA journal_mode = WAL").fetchone(), patience)
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        if version_of(database) < VERSION:
            with self.change():
                migrate(database)

    def close(self) -> None:
        """Close the database; a second time does nothing."""
        self._database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Change the database, all at once or not at all; wait while somebody else does."""
        with self._said():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    @contextmanager
    def _said(self) -> Iterator[None]:
        """Say in words what the system or the database has against it."""
        try:
            yield
        except UnicodeEncodeError:
            raise RecordError("A text of the record has half a sign in it, which is none.") from None
        except sqlite3.Error as error:
            raise StoreError(f"Cannot use {quoted(str(self.path))}: {_words(error)}.") from None
        except OSError as error:
            words = error.strerror or str(error)
            raise StoreError(f"Cannot use {quoted(str(self.path))}: {words}. {_ELSEWHERE}") from None

    # -- a game under way ------------------------------------------------------------------------

    def begin(self, record: Record, under_way: bool = True) -> int:
        """Keep a record, as far as the game went; return the number by which it is kept."""
        with self.change() as database:
            return self._insert(database, record, under_way)

    def add(self, number: int, place: int, move: Move) -> None:
        """Keep a game's next move, the first being 1; it is on the disk when this returns."""
        with self.change() as database:
            self._require_under_way(number)
            (last,) = self._one("SELECT max(number) FROM moves WHERE game_id = ?", number)
            if place != (last or 0) + 1:
                raise StoreError(
                    f"Game {number} has {last or 0} moves, so this cannot be move {place}: it was "
                    "played on elsewhere."
                )
            _add(database, number, place, move)

    def undo(self, number: int, place: int) -> None:
        """Forget a game's moves from this one on."""
        with self.change() as database:
            self._require_under_way(number)
            database.execute("DELETE FROM moves WHERE game_id = ? AND number >= ?", (number, place))

    def finish(self, number: int, result: tuple[float, ...] | None) -> None:
        """Close a game with its result; without one it was given up."""
        with self.change() as database:
            self._require_under_way(number)
            database.execute(
                "UPDATE games SET result = ?, under_way = 0, ended = ? WHERE id = ?",
                (None if result is None else json.dumps(result), now(), number),
            )

    def forget(self, number: int) -> None:
        """Remove a game and all that belongs to it."""
        with self.change() as database:
            database.execute("DELETE FROM games WHERE id = ?", (number,))

    def under_way(self, game: str | None = None) -> list[KeptGame]:
        """Return the games that can be gone on with, the latest first."""
        chosen = " WHERE under_way" + ("" if game is None else " AND game = ?")
        given = () if game is None else (game,)
        return list(self._kept(f"{_HEADERS}{chosen} ORDER BY id DESC", *given))

    # -- all of them -----------------------------------------------------------------------------

    def keep(self, records: Iterable[Record]) -> int:
        """Keep games that were played elsewhere; all of them or, if one cannot be, none."""
        count = 0
        with self.change() as database:
            for record in records:
                self._insert(database, record, under_way=False)
                count += 1
        return count

    def record(self, number: int) -> Record:
        """Return one game."""
        for kept in self._kept(f"{_HEADERS} WHERE id = ?", number):
            return kept.record
        raise StoreError(f"There is no game {number} in {quoted(str(self.path))}.")

    def progress(self, number: int) -> tuple[bool, int, str] | None:
        """Return whether a game is under way, how many moves it has, and the last of them as a text.

        None where there is no such game. Equal answers are the same game, as far as it went.
        """
        with self._said():
            found = self._one("SELECT under_way FROM games WHERE id = ?", number)
            last = self._one(
                "SELECT number, roll || ' ' || ifnull(choice, '') FROM moves WHERE game_id = ? "
                "ORDER BY number DESC LIMIT 1",
                number,
            )
        return None if found is None else (bool(found[0]), *(last or (0, "")))

    def seated(self, number: int) -> tuple[str, ...]:
        """Return who plays in a game, in the order of play."""
        found = self.rows(
            "SELECT name FROM seats JOIN players ON players.id = player_id WHERE game_id = ? "
            "ORDER BY seat",
            number,
        )
        return tuple(name for (name,) in found)

    def games(
        self, player: str | None = None, game: str | None = None, after: int = 0
    ) -> Iterator[KeptGame]:
        """Return games in the order they were kept, of a player or of a game, those after a number."""
        wanted, given = ["id > ?"], [str(after)]
        if game is not None:
            wanted.append("game = ?")
            given.append(game)
        if player is not None:
            wanted.append(
                "id IN (SELECT game_id FROM seats JOIN players ON player_id = players.id "
                "WHERE name = ?)"
            )
            given.append(player)
        return self._kept(f"{_HEADERS} WHERE {' AND '.join(wanted)} ORDER BY id", *given)

    def records(self, player: str | None = None, game: str | None = None) -> Iterator[Record]:
        """Return the records of games, in the order they were kept."""
        return (kept.record for kept in self.games(player, game))

    def players(self) -> list[str]:
        """Return everybody who played here, bots left out, the latest last."""
        found = self.rows(
            "SELECT name FROM players JOIN seats ON player_id = players.id WHERE NOT is_bot "
            "GROUP BY players.id ORDER BY max(game_id)"
        )
        return [name for (name,) in found]

    # -- rows ------------------------------------------------------------------------------------

    def rows(self, statement: str, *given: Any) -> list[Any]:
        """Return what a statement finds."""
        with self._said():
            return self._database.execute(statement, given).fetchall()

    def each(self, statement: str, *given: Any) -> Iterator[Any]:
        """Return the same one by one: there may be more than fit into the memory."""
        with self._said():
            yield from self._database.execute(statement, given)

    def _one(self, statement: str, *given: Any) -> Any:
        return self._database.execute(statement, given).fetchone()

    def _kept(self, statement: str, *given: Any) -> Iterator[KeptGame]:
        """Read games one by one: there may be more than fit into the memory."""
        with self._said():
            for number, game, seed, state, what, result, more in self._database.execute(
                statement, given
            ):
                moves = self.rows(
                    "SELECT seat, roll, choice FROM moves WHERE game_id = ? ORDER BY number", number
                )
                yield KeptGame(
                    number,
                    Record(
                        game,
                        self.seated(number),
                        tuple(Move(*row) for row in moves),
                        None if seed is None else int(seed),
                        None if result is None else tuple(json.loads(result)),
                        state,
                        what,
                        json.loads(more),
                    ),
                )

    def _insert(self, database: sqlite3.Connection, record: Record, under_way: bool) -> int:
        when = record.more.get("when")
        row = database.execute(
            "INSERT INTO games (game, seed, state, what, result, more, under_way, begun) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (
                record.game,
                None if record.seed is None else str(record.seed),
                record.state,
                record.what,
                None if record.result is None else json.dumps(record.result),
                json.dumps(dict(record.more)),
                int(under_way),
                when if isinstance(when, str) else now(),
            ),
        ).fetchone()
        number = int(row[0])
        bots = record.more.get("bots")
        for seat, name in enumerate(record.players):
            database.execute("INSERT OR IGNORE INTO players (name) VALUES (?)", (name,))
            database.execute(
                "INSERT INTO seats SELECT ?, ?, id, ? FROM players WHERE name = ?",
                (number, seat, int(isinstance(bots, list) and seat in bots), name),
            )
        for place, move in enumerate(record.moves, 1):
            _add(database, number, place, move)
        return number

    def _require_under_way(self, number: int) -> None:
        found = self._one("SELECT under_way FROM games WHERE id = ?", number)
        if found is None:
            raise StoreError(f"There is no game {number} in {quoted(str(self.path))}.")
        if not found[0]:
            raise StoreError(f"Game {number} is over: it was ended elsewhere.")


_ELSEWHERE = "--data FOLDER, or DICEDEVIL_DATA, names another place for your games."


def _add(database: sqlite3.Connection, number: int, place: int, move: Move) -> None:
    row = (number, place, move.player, move.roll, move.choice)
    database.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", row)


def now() -> str:
    """Return the time, as records tell it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _insist(change: Callable[[], Answer], patience: float) -> Answer:
    """Try until nobody else is in the way: SQLite does not wait by itself to change its journal."""
    end = time.monotonic() + patience
    while True:
        try:
            return change()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.01)


def _words(error: sqlite3.Error) -> str:
    """Say what SQLite says, and what would help."""
    said = str(error)
    if "locked" in said:
        return "another process has been writing to it all the time"
    if "full" in said:
        return "the disk is full"
    if "readonly" in said or "unable to open" in said:
        return f"it cannot be written to. {_ELSEWHERE[:-1]}"
    if "malformed" in said or "not a database" in said:
        return f"it is damaged, or no database at all ({said}), and is left as it is. {_ELSEWHERE[:-1]}"
    return said
