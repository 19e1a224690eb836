"""Solved tables on disk: plain arrays that can be memory-mapped, and a small JSON sidecar.

A table is a folder with one `.npy` file an array and `table.json`: format, game, objective, a hash
of the rules, solver version, and a checksum of each array. It is written under a temporary name,
flushed and renamed, so a table is there whole or not at all. Only one process at a time makes a
table; others wait and then read it. A damaged table, or one made for other rules, is refused by name.

A table follows from the rules (the files of the game's class, of all classes it is made of and of their
families, and of what wraps them) and from the room that solved it: none outlives an edit of them.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicedevil.errors import TableError
from dicedevil.games import is_listed
from dicedevil.leftovers import draft
from dicedevil.objectives import OBJECTIVES
from dicedevil.solvers.question import Question
from dicedevil.wrapped.base import Wrapped
from dicedevil.wrapped.turn_by_turn import TurnByTurn

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = 1
SOLVER = 1
"""Raised whenever a change of the solvers makes older tables wrong; rules have a hash of their own."""
SIDECAR = "table.json"
DRAFT_AGE = 3_600.0
"""Seconds after which a draft that nobody writes to any more was left behind by a kill."""

PACKAGE = Path(__file__).parent.parent
SHARED = ("solvers/simd.py", "solvers/machine.py", "objectives.py")
"""What all rooms' kernels are made of, beside their own files."""
WORDS = ("dice.py", "objectives.py", "rules.py")
"""What all rules are made of, and what "best" means."""

Arrays = Mapping[str, Any]
"""Arrays by name."""


@dataclass(frozen=True)
class TableKey:
    """What a table answers."""

    game: str
    objective: str
    rules_hash: str = ""
    """Of the sources and of the rules: a game whose rules have changed finds no old table."""

    @property
    def folder(self) -> str:
        """The name of its folder: readable, and different for different keys."""
        text = json.dumps([self.game, self.objective, self.rules_hash, FORMAT, SOLVER])
        digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        plain = "".join(c if c.isalnum() else "-" for c in f"{self.game} {self.objective}")
        return f"{plain[:60]}-{digest}"


def key_of(question: Question, about: str = "", *, room: str, name: str = "") -> TableKey | None:
    """Return the key of the table that answers a question; None where none is kept.

    Only a game whose own text makes exactly this game again has tables: a class of the user's own may
    have taken over a name, and one of ours may have been given other rules. Of wrapped games only a
    match of two has: what else is around a game, a strategy or a number of turns, is not in its text.
    `room` is the lane's own module, `about` tells tables of different content apart, and a `name`
    stands for all that is in the game: whoever gives one vouches for it.
    """
    game, aim = question.game, question.objective
    played = game.game if type(game) is TurnByTurn else game
    told = bool(name) or not isinstance(played, Wrapped)
    if question.fresh or not told or OBJECTIVES.get(aim.name) is not type(aim):
        return None
    if not is_listed(played.innermost):
        return None
    sources = sources_hash(room_name(room), type(game), type(played), type(played.innermost))
    objective = f"{aim.name} {about}".strip()
    return TableKey(name or str(game), objective, f"{sources}-{played.innermost.fingerprint}")


def default_folder() -> Path:
    """Return where tables are kept: DICEDEVIL_TABLES, or the user's cache folder."""
    chosen = os.environ.get("DICEDEVIL_TABLES")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("dicedevil")) / "tables"


@dataclass(frozen=True)
class Table:
    """A table that was read: its arrays (memory-mapped) and what the sidecar says."""

    path: Path
    facts: Mapping[str, Any]
    arrays: Arrays


def load(key: TableKey, folder: Path | None = None, unchecked: Container[str] = ()) -> Table | None:
    """Return the table for a key, or None if there is none; refuse a damaged one."""
    path = (folder or default_folder()) / key.folder
    if not (path / SIDECAR).is_file():
        return None
    return read(path, key, unchecked)


def read(path: Path, key: TableKey | None = None, unchecked: Container[str] = ()) -> Table:
    """Read and check a table; the caller checks the arrays named `unchecked` part by part."""
    import numpy as np  # late: many answers need no table

    try:
        facts = json.loads((path / SIDECAR).read_text(encoding="utf-8"))
        wanted: dict[str, Any] = {"format": FORMAT, "solver": SOLVER}
        if key is not None:
            wanted |= {"game": key.game, "objective": key.objective, "rules_hash": key.rules_hash}
        for name, value in wanted.items():
            if facts.get(name) != value:
                raise TableError(f"{path.name} is for {name} {facts.get(name)!r}, not {value!r}.")
        arrays = {}
        for name, fact in facts["arrays"].items():
            array = np.load(path / f"{name}.npy", mmap_mode="r", allow_pickle=False)
            if name not in unchecked and checksum(array) != fact["checksum"]:
                raise TableError(f"The table {path.name} is damaged: {name} has changed.")
            arrays[name] = array
    except TableError:
        raise
    except Exception as error:  # NumPy reads a header as Python text: damage can raise anything
        raise TableError(f"The table {path.name} is damaged: {error}") from None
    return Table(path, facts, arrays)


def checksum(array: NDArray[Any]) -> str:
    """Return the checksum of an array's shape, type and bytes."""
    import numpy as np

    digest = hashlib.blake2b(f"{array.dtype.str}{array.shape}".encode(), digest_size=16)
    digest.update(np.ascontiguousarray(array).view(np.uint8).data)
    return digest.hexdigest()


def save(key: TableKey, arrays: Arrays, facts: Mapping[str, Any], folder: Path | None = None) -> Path:
    """Write a table whole: under a temporary name first, then renamed."""
    import numpy as np

    home = folder or default_folder()
    home.mkdir(parents=True, exist_ok=True)
    with draft(lambda: Path(tempfile.mkdtemp(prefix=".draft-", dir=home))) as begun:
        for name, array in arrays.items():
            with open(begun / f"{name}.npy", "wb") as file:
                np.save(file, np.ascontiguousarray(array), allow_pickle=False)
                file.flush()
                os.fsync(file.fileno())
        sidecar = {
            "format": FORMAT,
            "solver": SOLVER,
            "game": key.game,
            "objective": key.objective,
            "rules_hash": key.rules_hash,
            "arrays": {name: {"checksum": checksum(array)} for name, array in arrays.items()},
            **facts,
        }
        with open(begun / SIDECAR, "w", encoding="utf-8") as text:
            json.dump(sidecar, text, indent=1)
            text.flush()
            os.fsync(text.fileno())
        path = home / key.folder
        old = begun.with_name(begun.name + "-old")  # goes as a whole too: a kill may come any time
        if path.exists():
            os.replace(path, old)
        os.replace(begun, path)
        shutil.rmtree(old, ignore_errors=True)
    return path


@contextlib.contextmanager
def making(key: TableKey, folder: Path | None = None) -> Iterator[None]:
    """Hold the right to make a table; another process that asks for it waits here."""
    from filelock import FileLock  # only where something is made

    home = folder or default_folder()
    home.mkdir(parents=True, exist_ok=True)
    lock = home / f".{key.folder}.lock"
    lock.touch()  # where no file can be made, a lock would be waited for without end
    with FileLock(lock):
        yield


@contextlib.contextmanager
def right_to_make(key: TableKey | None) -> Iterator[None]:
    """Hold the right to make a table; where no table can be kept, go on without."""
    with contextlib.ExitStack() as held:
        if key is not None:
            with contextlib.suppress(OSError):
                held.enter_context(making(key))
        yield


def kept(
    key: TableKey | None, make: Callable[[], Arrays | None], facts: Mapping[str, Any]
) -> Arrays | None:
    """Read the arrays of a table, or make them and the table; two processes make it once.

    A table whose facts are others is made again. Arrays that cannot be kept are None, and a full or
    read-only disk costs the table, not the answer.
    """
    found = _usable(key, facts)
    if found is not None:
        return found
    with right_to_make(key):
        found = _usable(key, facts)  # another process may have made it in the meantime
        arrays = make() if found is None else found
        if key is not None and found is None and arrays is not None:
            with contextlib.suppress(OSError):
                save(key, arrays, facts)
    return arrays


def _usable(key: TableKey | None, facts: Mapping[str, Any]) -> Arrays | None:
    """Return the arrays of a table with these facts; one that is damaged is made again."""
    with contextlib.suppress(TableError):
        table = None if key is None else load(key)
        if table is not None and all(table.facts.get(name) == fact for name, fact in facts.items()):
            return table.arrays
    return None


def listing(folder: Path | None = None) -> list[Path]:
    """Return the folders of all tables."""
    home = folder or default_folder()
    return sorted(path.parent for path in home.glob(f"[!.]*/{SIDECAR}")) if home.is_dir() else []


def prune(folder: Path | None = None, everything: bool = False) -> list[Path]:
    """Delete tables that are damaged or of another version (or all), and left-over drafts."""
    home = folder or default_folder()
    doomed = []
    for path in listing(home):
        try:
            read(path)
            if not everything:
                continue
        except TableError:
            pass
        doomed.append(path)
    for path in [*doomed, *_forgotten_drafts(home)]:
        shutil.rmtree(path, ignore_errors=True)
    return doomed


def _forgotten_drafts(home: Path) -> Iterator[Path]:
    """Yield the drafts that no process can still be writing."""
    for begun in home.glob(".draft-*") if home.is_dir() else ():
        with contextlib.suppress(OSError):  # renamed or gone in the meantime
            touched = max(path.stat().st_mtime for path in (begun, *begun.iterdir()))
            if time.time() - touched > DRAFT_AGE:
                yield begun


# -- what tables and compiled code are made from ----------------------------------------------------


def room_name(module: str) -> str:
    """Return the room a module belongs to: `cards` of `dicedevil.solvers.cards.kernels.turns`."""
    parts = module.split(".")
    ours = len(parts) > 2 and parts[:2] in (["dicedevil", "solvers"], ["dicedevil", "families"])
    return parts[2] if ours else module


def room_files(room: str) -> list[Path]:
    """Return the files of a room and of the rules that its kernels compile too."""
    solvers, families = PACKAGE / "solvers", PACKAGE / "families"
    if not (solvers / room).is_dir():  # somebody else's: a module of theirs
        return _files_of(room)
    own = [*(solvers / room).rglob("*.py"), *(families / room).rglob("*.py")]
    return sorted([*own, *(PACKAGE / name for name in SHARED)])


def rules_files(classes: Iterable[type]) -> list[Path]:
    """Return the files that these games and the families they belong to are written in."""
    homes = {base.__module__ for cls in classes for base in cls.__mro__}
    files = {file for home in homes if _is_ours(home) for file in _files_of(home)}
    return sorted(files | {PACKAGE / name for name in WORDS})


def _is_ours(module: str) -> bool:
    return module.startswith("dicedevil.")


def _files_of(module: str) -> list[Path]:
    """Return the file of a module; of a family, or of somebody else's package, all files."""
    parts = module.split(".")
    if parts[:2] == ["dicedevil", "families"] and (PACKAGE / "families" / parts[2]).is_dir():
        return list((PACKAGE / "families" / parts[2]).rglob("*.py"))
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or module.startswith("dicedevil."):
        return [] if file is None else [Path(file)]
    package = getattr(sys.modules.get(parts[0]), "__path__", None)
    return [Path(file)] if package is None else sorted(Path(next(iter(package))).rglob("*.py"))


def digest(files: Iterable[Path]) -> str:
    """Return a hash of what these files hold."""
    made = hashlib.blake2b(digest_size=8)
    for file in files:
        made.update(file.name.encode() + b"\0" + file.read_bytes())
    return made.hexdigest()


@cache
def sources_hash(room: str, *classes: type) -> str:
    """Return a hash of all that a table of these games, solved in this room, was made from."""
    return digest([*rules_files(classes), *room_files(room)])
