"""Solved tables on disk: plain arrays, and a small JSON sidecar.

A table is a folder with one `.npy` file an array and `table.json`: format, game, objective, a hash of
the rules, solver version, and of each array its type, its shape and checksums of its header and of its
numbers. The sidecar has a checksum of its own: nothing is believed that none covers. A table is written
whole (`drafts`), and only one process at a time makes it (`locks`); whoever reads needs no lock. Where
an address is named instead of a folder, a store is behind the folder (`copies`).

What is read is copied, not mapped: a file that is overwritten or cut while a process has it open spoils
no answer and kills no process. A damaged table is said to be damaged and made again; so is one that may
not be read, and whoever made that keeps it.

A table follows from the rules (the files of the game's class, of all classes it is made of and of their
families, and of what wraps them) and from the room that solved it: none outlives an edit of them.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import weakref
from collections.abc import Callable, Container, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicedevil.errors import TableError, Unreadable, quoted
from dicedevil.games import is_told
from dicedevil.objectives import OBJECTIVES
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.checks import SEAL, believed, checksum, file_size, header_sum, seal_of
from dicedevil.solvers.layout import ARRAY, SIDECAR
from dicedevil.solvers.question import Question
from dicedevil.solvers.sources import at_home, room_name, sources_hash
from dicedevil.wrapped.base import Wrapped
from dicedevil.wrapped.turn_by_turn import TurnByTurn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dicedevil.solvers.copies import Copies

FORMAT = 2
SOLVER = 1
"""Raised whenever a change of the solvers makes older tables wrong; rules have a hash of their own."""
ADDRESS = "://"
"""What tells the address of a store from a folder."""
KEPT = "They are kept (see 'dicedevil tables list')"
CHUNK = 1 << 20
"""Bytes that are read and summed at a time: they are still in the processor's cache."""

Arrays = Mapping[str, Any]
"""Arrays by name."""
_chosen: ContextVar[str | None] = ContextVar("folder", default=None)
"""Where tables are kept for whoever works for another process."""


@dataclass(frozen=True)
class TableKey:
    """What a table answers."""

    game: str
    objective: str
    rules_hash: str = ""
    """Of the sources and of the rules: a game whose rules have changed finds no old table."""
    made_from: tuple[str, ...] = field(default=(), compare=False)
    """The room and the classes whose sources these are: `upkeep` asks whether they still are."""

    @property
    def folder(self) -> str:
        """The name of its folder: readable, and different for different keys."""
        return folder_name(self.game, self.objective, self.rules_hash, FORMAT, SOLVER)


def folder_name(game: object, objective: object, *others: object) -> str:
    """Return the name of a table's folder."""
    text = json.dumps([game, objective, *others])
    digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    plain = "".join(c if c.isalnum() else "-" for c in f"{game} {objective}")
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
    if not is_told(played.innermost):
        return None
    classes = tuple(at_home(type(one)) for one in (game, played, played.innermost))
    sources = sources_hash(room_name(room), *classes)
    objective = f"{aim.name} {about}".strip()
    made_from = (room_name(room), *(f"{one.__module__}:{one.__qualname__}" for one in classes))
    rules_hash = f"{sources}-{played.innermost.fingerprint}"
    return TableKey(name or str(game), objective, rules_hash, made_from)


@contextlib.contextmanager
def kept_in(folder: Path | str) -> Iterator[None]:
    """Keep tables in a folder or at an address, whatever this process is usually told."""
    before = _chosen.set(str(folder))
    try:
        yield
    finally:
        _chosen.reset(before)


def told_where() -> str:
    """Return what says where tables are kept: a folder, the address of a store, or nothing."""
    return _chosen.get() or os.environ.get("DICEDEVIL_TABLES", "")


def copies() -> Copies | None:
    """Return the copies of a store's tables, where it is an address that says where tables are."""
    told = told_where()
    if ADDRESS not in told:
        return None
    from dicedevil.solvers.copies import copies_of, kept_for_copies  # nobody else needs any of it

    return copies_of(told, kept_for_copies())


def default_folder() -> Path:
    """Return where tables are kept here: DICEDEVIL_TABLES, or the user's cache folder.

    Where that is the address of a store, it is the folder of the copies.
    """
    store = copies()
    if store is not None:
        return store.home
    if told := told_where():
        return Path(told)
    import platformdirs

    return Path(platformdirs.user_cache_dir("dicedevil")) / "tables"


def listing(folder: Path | None = None) -> list[Path]:
    """Return the folders of all tables."""
    home = folder or default_folder()
    return sorted(path.parent for path in home.glob(f"[!.]*/{SIDECAR}")) if home.is_dir() else []


def is_there(key: TableKey) -> bool:
    """Tell whether there is a table for a key, without reading it."""
    store = copies()
    if store is not None:
        return store.has(key.folder)
    return os.path.isfile(default_folder() / key.folder / SIDECAR)  # not if it may not be looked at


def listed_once() -> contextlib.AbstractContextManager[None]:
    """Look for many tables, most of which may be missing: a store is asked once which ones it has."""
    store = copies()
    return contextlib.nullcontext() if store is None else store.listed_once()


def path_of(key: TableKey) -> Path:
    """Return where the table for a key is, or would be; one that only a store has is brought here."""
    store = copies()
    if store is not None:
        store.bring(key.folder)
    return default_folder() / key.folder


# -- reading ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class StoredArray:
    """An array on disk, open as long as this lives: numbers are copied from it, whole or in parts."""

    name: str
    file: int
    dtype: Any
    shape: tuple[int, ...]
    offset: int
    """Where the numbers begin."""

    def __post_init__(self) -> None:
        weakref.finalize(self, os.close, self.file)

    def read(self, begin: int, out: NDArray[Any]) -> None:
        """Fill a flat array with the numbers from a place on; refuse a file that was cut off."""
        into, place = out.data.cast("B"), self.offset + begin * out.itemsize
        for start in range(0, len(into), CHUNK):
            part = into[start : start + CHUNK]
            if os.preadv(self.file, [part], place + start) < len(part):
                raise TableError(f"{self.name} is cut off")

    def whole(self) -> NDArray[Any]:
        """Return a copy of the array."""
        import numpy as np

        flat: NDArray[Any] = np.empty(int(np.prod(self.shape, dtype=np.int64)), self.dtype)
        self.read(0, flat)
        return flat.reshape(self.shape)


@dataclass(frozen=True)
class Table:
    """A table that was read: its arrays, those to be read part by part, and what the sidecar says."""

    path: Path
    facts: Mapping[str, Any]
    arrays: Arrays
    parts: Mapping[str, StoredArray] = field(default_factory=dict)


def load(
    key: TableKey, folder: Path | None = None, unchecked: Container[str] = (), *, latest: bool = False
) -> Table | None:
    """Return the table for a key, or None if there is none; refuse a damaged one.

    What is not here, or damaged, comes from the store, if there is one; `latest`: in any case, since
    others may have written there.
    """
    path, store = (folder or default_folder()) / key.folder, None if folder else copies()
    if store is not None:
        with contextlib.suppress(*([Unreadable] if latest else [])):
            store.bring(key.folder, anew=latest)
    try:
        return read(path, key, unchecked)
    except FileNotFoundError:
        return None
    except TableError:
        if store is None or not store.bring(key.folder, anew=True):
            raise
    return read(path, key, unchecked)


def read(path: Path, key: TableKey | None = None, unchecked: Container[str] = ()) -> Table:
    """Read and check a table; those named `unchecked` are only opened: the caller checks parts."""
    try:
        text = (path / SIDECAR).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(f"There is no table {path}.") from None
    except OSError as error:
        raise Unreadable(f"The table {path.name} cannot be read: {error.strerror}.") from None
    try:
        facts = believed(text)
        wanted: dict[str, Any] = {"format": FORMAT, "solver": SOLVER}
        if key is not None:
            wanted |= {"game": key.game, "objective": key.objective, "rules_hash": key.rules_hash}
        for name, value in wanted.items():
            if facts.get(name) != value:
                raise TableError(
                    f"{path.name} is for {name} {quoted(facts.get(name))}, not {quoted(value)}."
                )
        parts = {name: _opened(path / f"{name}{ARRAY}", fact) for name, fact in facts["arrays"].items()}
        arrays = {name: parts.pop(name).whole() for name in [*parts] if name not in unchecked}
        for name, array in arrays.items():
            if checksum(array) != facts["arrays"][name]["checksum"]:
                raise TableError(f"{name} has changed")
    except MemoryError:
        raise
    except Exception as error:  # damage can raise anything
        if isinstance(error, OSError) and not isinstance(error, FileNotFoundError):
            raise Unreadable(f"The table {path.name} cannot be read: {error.strerror}.") from None
        raise TableError(f"The table {path.name} is damaged: {error}.") from None
    return Table(path, facts, arrays, parts)


def _opened(path: Path, fact: Mapping[str, Any]) -> StoredArray:
    """Open an array of which the sidecar says this; refuse another header and another size."""
    import numpy as np  # late: many answers need no table

    dtype, shape, offset = np.dtype(fact["dtype"]), tuple(fact["shape"]), fact["offset"]
    opened = StoredArray(path.name, os.open(path, os.O_RDONLY), dtype, shape, offset)
    if header_sum(os.pread(opened.file, offset, 0)) != fact["header"]:
        raise TableError(f"the header of {path.name} has changed")
    wanted = file_size(fact)
    if os.fstat(opened.file).st_size != wanted:
        raise TableError(f"{path.name} has {os.fstat(opened.file).st_size:,} bytes, not {wanted:,}")
    return opened


# -- making ----------------------------------------------------------------------------------------


def save(key: TableKey, arrays: Arrays, facts: Mapping[str, Any], folder: Path | None = None) -> Path:
    """Write a table whole."""
    import numpy as np

    from dicedevil.solvers.drafts import header_of, publish  # only where something is made

    plain = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    headers = {name: header_of(array) for name, array in plain.items()}
    sidecar = {
        **facts,
        "format": FORMAT,
        "solver": SOLVER,
        "game": key.game,
        "objective": key.objective,
        "rules_hash": key.rules_hash,
        "made_from": list(key.made_from),
        "arrays": {
            name: {
                "dtype": array.dtype.str,
                "shape": list(array.shape),
                "offset": len(headers[name]),
                "header": header_sum(headers[name]),
                "checksum": checksum(array),
            }
            for name, array in plain.items()
        },
    }
    text = json.dumps(sidecar | {SEAL: seal_of(sidecar)}, indent=1).encode()
    files: dict[str, tuple[Any, ...]] = {
        f"{name}{ARRAY}": (headers[name], array.reshape(-1).view(np.uint8).data)
        for name, array in plain.items()
    }
    store = None if folder else copies()
    if store is not None:
        store.mark(key.folder)
    path = publish(folder or default_folder(), key.folder, files | {SIDECAR: (text,)})
    if store is not None:
        store.send(key.folder)
    return path


@contextlib.contextmanager
def right_to_make(key: TableKey | None, budget: Budget = USUAL) -> Iterator[None]:
    """Hold the right to make a table; another process waits here. Where there are no locks, go on."""
    with contextlib.ExitStack() as held:
        if key is not None:
            from dicedevil.solvers.locks import sole_right

            home = default_folder()
            with contextlib.suppress(OSError):
                home.mkdir(parents=True, exist_ok=True)
                held.enter_context(sole_right(home / f".{key.folder}.lock", budget))
        yield


def not_kept(key: TableKey, error: OSError) -> str:
    """Say that a table could not be kept; the answer is none the worse."""
    return f"The table {key.folder} could not be kept: {error.strerror or error}."


def kept(
    key: TableKey | None,
    make: Callable[[], Arrays | None],
    facts: Mapping[str, Any],
    budget: Budget = USUAL,
) -> Arrays | None:
    """Read the arrays of a table, or make them and the table; two processes make it once.

    A table that is damaged or has other facts is made again. Arrays that cannot be kept are None, and a
    full or read-only disk costs the table, not the answer: whoever listens is warned.
    """
    found = _usable(key, facts, budget)
    if found is not None:
        return found
    with right_to_make(key, budget):
        found = _usable(key, facts)  # another process may have made it in the meantime
        arrays = make() if found is None else found
        if key is not None and found is None and arrays is not None:
            budget.tell_size(key.folder, sum(array.nbytes for array in arrays.values()))
            try:
                save(key, arrays, facts)
            except OSError as error:
                budget.announce(not_kept(key, error))
    return arrays


def _usable(key: TableKey | None, facts: Mapping[str, Any], budget: Budget = USUAL) -> Arrays | None:
    """Return the arrays of a table with these facts; what is wrong with one is said."""
    try:
        table = None if key is None else load(key)
    except TableError as error:
        budget.announce(f"{error} It is made again.")
        return None
    if table is not None and all(table.facts.get(name) == fact for name, fact in facts.items()):
        return table.arrays
    return None
