"""Solved tables on disk: plain arrays that can be memory-mapped, and a small JSON sidecar.

A table is a folder with one `.npy` file an array and `table.json`: format, game, objective, a hash
of the rules, solver version, and a checksum of each array. It is written under a temporary name,
flushed and renamed, so a table is there whole or not at all. Only one process at a time makes a
table; others wait and then read it. A damaged table, or one made for other rules, is refused by name.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import TableError

FORMAT = 1
SOLVER = 1
"""Raised whenever a change of the solvers makes older tables wrong; rules have a hash of their own."""
SIDECAR = "table.json"
DRAFT_AGE = 3_600.0
"""Seconds after which a draft that nobody writes to any more was left behind by a kill."""

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class TableKey:
    """What a table answers."""

    game: str
    objective: str
    rules_hash: str = ""
    """A hash of the rules, so that a game whose rules have changed finds no old table."""

    @property
    def folder(self) -> str:
        """The name of its folder: readable, and different for different keys."""
        text = json.dumps([self.game, self.objective, self.rules_hash, FORMAT, SOLVER])
        digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        plain = "".join(c if c.isalnum() else "-" for c in f"{self.game} {self.objective}")
        return f"{plain[:60]}-{digest}"


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
    digest = hashlib.blake2b(f"{array.dtype.str}{array.shape}".encode(), digest_size=16)
    digest.update(np.ascontiguousarray(array).view(np.uint8).data)
    return digest.hexdigest()


def save(key: TableKey, arrays: Arrays, facts: Mapping[str, Any], folder: Path | None = None) -> Path:
    """Write a table whole: under a temporary name first, then renamed."""
    home = folder or default_folder()
    home.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=home))
    try:
        for name, array in arrays.items():
            with open(draft / f"{name}.npy", "wb") as file:
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
        with open(draft / SIDECAR, "w", encoding="utf-8") as text:
            json.dump(sidecar, text, indent=1)
            text.flush()
            os.fsync(text.fileno())
        path = home / key.folder
        old = draft.with_name(draft.name + "-old")  # goes as a whole too: a kill may come any time
        if path.exists():
            os.replace(path, old)
        os.replace(draft, path)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return path


@contextlib.contextmanager
def making(key: TableKey, folder: Path | None = None) -> Iterator[None]:
    """Hold the right to make a table; another process that asks for it waits here."""
    import fcntl

    home = folder or default_folder()
    home.mkdir(parents=True, exist_ok=True)
    with open(home / f".{key.folder}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(lock, fcntl.LOCK_UN)


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
    for draft in home.glob(".draft-*") if home.is_dir() else ():
        with contextlib.suppress(OSError):  # renamed or gone in the meantime
            touched = max(path.stat().st_mtime for path in (draft, *draft.iterdir()))
            if time.time() - touched > DRAFT_AGE:
                yield draft
