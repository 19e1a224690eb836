"""Games that are being played: kept in the database, move by move, and nowhere else.

A process remembers a few sessions so that a move does not play the whole game again. What it remembers
is held against the database first: whoever else has played on, in another process or at a terminal, is
believed, and a server that was killed goes on where it was. Two requests about one game wait for each
other; each thread has a connection of its own.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dicedevil.coach.records import RecordError
from dicedevil.coach.replay import recorded_name
from dicedevil.coach.session import Session
from dicedevil.coach.store import KeptGame, Store, StoreError, data_folder
from dicedevil.errors import DiceDevilError
from dicedevil.games import rules_file
from dicedevil.rules import Game
from dicedevil.web.library import Library, RunsElsewhere
from dicedevil.web.problems import Problem

MOST_REMEMBERED = 64
"""Sessions of a process; any other is played again from the database."""

_own = threading.local()


def store_of(library: Library) -> Store:
    """Return this thread's connection to the games that are kept."""
    folder = data_folder(library.data)
    stores: dict[Path, tuple[Store, int]] = _own.__dict__.setdefault("stores", {})
    found = stores.get(folder)
    if found is None or _file(found[0].path) != found[1]:  # somebody may have removed all games
        store = Store(folder)
        found = stores[folder] = (store, _file(store.path))
    return found[0]


def _file(path: Path) -> int:
    """Return what tells a file from another one of its name; 0 where there is none."""
    try:
        return path.stat().st_ino
    except OSError:
        return 0


# -- names of games --------------------------------------------------------------------------------


def named_in_records(library: Library, name: str) -> str:
    """Return how a game is named when it is recorded: one from a rules file by that file."""
    own, colon, written = name.strip().partition(":")
    return f"{library.files[own].name}{colon}{written}" if own in library.files else ""


def kept_under(library: Library, name: str | None) -> str | None:
    """Return the name that games are kept under, of one that is served; None stands for all games."""
    if name is None:
        return None
    return recorded_name(library.game(name), named_in_records(library, name))


def served_name(library: Library, recorded: str) -> str:
    """Return the name under which the game of a record is served."""
    own = rules_file(recorded)
    if own is None:
        return recorded
    file, parameters = own[0].name, ",".join(f"{key}={value}" for key, value in own[1].items())
    for name, path in library.files.items():
        if path.name == file:
            return f"{name}:{parameters}" if parameters else name
    raise RecordError(f"This is a game of {file}, which is not served: dicedevil serve {file}.")


def as_served(library: Library, told: dict[str, Any]) -> dict[str, Any]:
    """Return what is told of a recorded game with its name here; what is not served keeps its own."""
    try:
        return told | {"game": served_name(library, told["game"])}
    except RecordError:
        return told


def game_of(library: Library, recorded: str) -> Game:
    """Return the game of a record."""
    return library.game(served_name(library, recorded))


def rules_for(library: Library, names: Iterable[str]) -> list[str]:
    """Return the rules files that games of records are of; where there are any, not in the server."""
    files = {path.name: path for path in library.files.values()}
    wanted = {name.partition(":")[0] for name in names} & files.keys()
    if wanted and not library.runs_files:
        raise RunsElsewhere(", ".join(sorted(wanted)))
    return [str(files[name]) for name in sorted(wanted)]


def rules_at_hand(library: Library, store: Store) -> list[str]:
    """Return the rules files of the games that are kept."""
    return rules_for(library, (name for (name,) in store.rows("SELECT DISTINCT game FROM games")))


# -- sessions ----------------------------------------------------------------------------------------


@dataclass(eq=False)
class Remembered:
    """A session that is remembered, and who is at it."""

    session: Session | None = None
    door: threading.RLock = field(default_factory=threading.RLock)


class Sessions:
    """The sessions that a process remembers."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self.most = most
        self._places: OrderedDict[tuple[Path, int], Remembered] = OrderedDict()
        self._door = threading.Lock()

    @contextmanager
    def at(self, library: Library, number: int) -> Iterator[Session]:
        """Sit down at a game: nobody else of this process is at it meanwhile."""
        store = store_of(library)
        place = self._place(store, number)
        with place.door:
            session = self._as_kept(library, store, number, place.session)
            session.keep_in(store)
            session.budget = library.budget
            place.session = None  # if anything but a refusal comes, the database knows
            try:
                yield session
            except DiceDevilError:
                place.session = None if session.trouble else session
                raise
            if session.trouble:
                raise _lost(session)
            place.session = session

    def remember(self, library: Library, session: Session) -> None:
        """Remember a game that was just begun."""
        place = self._place(store_of(library), session.number)
        with place.door:
            place.session = session

    def forget(self, library: Library, number: int) -> None:
        """Remember a game no longer."""
        with self._door:
            self._places.pop((store_of(library).path, number), None)

    def _place(self, store: Store, number: int) -> Remembered:
        with self._door:
            place = self._places.setdefault((store.path, number), Remembered())
            self._places.move_to_end((store.path, number))
            while len(self._places) > self.most:
                self._places.popitem(last=False)
            return place

    def _as_kept(self, library: Library, store: Store, number: int, session: Session | None) -> Session:
        """Return the session if it is as the database has the game; or play that game again."""
        kept = store.progress(number)
        if kept is None:
            raise unknown(number)
        if session is not None and kept[1:] == _progress(session):
            return session
        record = store.record(number)
        rules = game_of(library, record.game)
        found = Session.resume(KeptGame(number, record), rules, store, library.budget)
        if not found.is_over and found.bot is None and not found.begins_turn:
            found.throw()  # the dice of a turn that goes on lay there
        return found


def _progress(session: Session) -> tuple[int, str]:
    """Return what the database tells of a game that is as far as this one."""
    if not session.steps:
        return 0, ""
    last = session.steps[-1]
    rules = last.table.rules
    return len(session.steps), f"{rules.write_roll(last.roll)} {rules.write_choice(last.choice)}"


def _lost(session: Session) -> Exception:
    """Return why a move was not kept: somebody else has played on, or the disk has no room."""
    if "elsewhere" in session.trouble:
        return moved_on(f"Meanwhile this game was played on elsewhere. {session.trouble}")
    return StoreError(session.trouble)


def unknown(number: int) -> Problem:
    """Return the refusal of a game that there is not."""
    return Problem(
        404, "unknown-number", f"There is no game {number}.", "GET /api/v1/play lists the games."
    )


def moved_on(message: str) -> Problem:
    """Return the refusal of a move that comes at the wrong time."""
    return Problem(409, "moved-on", message, "Ask for the game again, and go on from there.")


SESSIONS = Sessions()
"""Those of this process."""
