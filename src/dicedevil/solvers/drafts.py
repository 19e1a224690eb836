"""Folders that are there whole or not at all: written under another name, flushed, then renamed.

Files are written once and never changed: they are made read-only, and what takes their place is a
new folder. While a draft is written its process holds a lock on it. A draft that nobody holds was left
behind by a kill, and the next one who writes removes it.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import socket
import time
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicedevil import leftovers
from dicedevil.errors import TooLarge
from dicedevil.solvers.budget import Cost
from dicedevil.solvers.layout import ARRAY, SIDECAR
from dicedevil.solvers.locks import try_lock
from dicedevil.solvers.machine import megabytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

PREFIX = ".draft-"
_ITSELF = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
DRAFT_AGE = 3_600.0
"""Seconds that a draft must be old where there are no locks to ask whether it is being written."""


def publish(home: Path, name: str, files: Mapping[str, Iterable[bytes | memoryview]]) -> Path:
    """Write a folder of files whole; one of that name makes way."""
    home.mkdir(parents=True, exist_ok=True)
    for forgotten in drafts(home):
        with contextlib.suppress(OSError):
            remove_forgotten(forgotten)
    with _held_draft(home) as draft:
        for file, chunks in files.items():
            _write(draft / file, chunks)
        _flush(draft)
        path = home / name
        if set(files) == {SIDECAR} and _has_only_facts(path):
            os.replace(draft / SIDECAR, path / SIDECAR)  # at once: no kill leaves neither of the two
            _flush(path)
            return path
        old = draft.with_name(f"{draft.name}-old")  # goes as a whole too: a kill may come any time
        if path.exists():
            require_ours(path)
            os.replace(path, old)
        os.replace(draft, path)
        _flush(home)
        with contextlib.suppress(OSError):
            remove(old)
    return path


def _has_only_facts(folder: Path) -> bool:
    """Tell whether a table is there that has no arrays."""
    return not folder.is_symlink() and folder.is_dir() and os.listdir(folder) == [SIDECAR]


def _write(path: Path, chunks: Iterable[bytes | memoryview]) -> None:
    with open(path, "xb", opener=_read_only) as file:
        for chunk in chunks:
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())


def header_of(array: NDArray[Any]) -> bytes:
    """Return what stands before the numbers in an `.npy` file."""
    from numpy.lib import format as npy

    made = BytesIO()
    npy.write_array_header_1_0(made, npy.header_data_from_array_1_0(array))
    return made.getvalue()


def _read_only(path: str, flags: int) -> int:
    """Make a file that others may read, if the umask lets them, and nobody may write to any more."""
    return os.open(path, flags, 0o444)


def _flush(folder: Path) -> None:
    """Flush the names in a folder."""
    with contextlib.suppress(OSError):  # not everywhere
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


# -- drafts ----------------------------------------------------------------------------------------


def drafts(home: Path) -> list[Path]:
    """Return the drafts in a folder, those that are being written and those left behind."""
    return sorted(home.glob(f"{PREFIX}*")) if home.is_dir() else []


@contextlib.contextmanager
def _held_draft(home: Path) -> Iterator[Path]:
    """Make a draft and hold it; whatever is left of it goes in the end."""
    host = "".join(c for c in socket.gethostname() if c.isalnum())[:20]

    def begun() -> Path:
        path = home / f"{PREFIX}{host}-{os.getpid()}-{secrets.token_hex(4)}"
        path.mkdir()
        return path

    while True:
        with leftovers.draft(begun) as path, _opened(path) as folder:
            if _is_taken(folder) or not path.exists():
                continue  # somebody who removes drafts was quicker
            yield path
            return


def _is_taken(folder: int | None) -> bool:
    """Lock a new draft; tell whether another process has. Where nobody can, its age must do."""
    with contextlib.suppress(OSError):
        return folder is not None and not try_lock(folder)
    return False


@contextlib.contextmanager
def _opened(folder: Path) -> Iterator[int | None]:
    """Open a folder itself, not one behind a link; None if that is not possible."""
    try:
        file = os.open(folder, os.O_RDONLY | _ITSELF)
    except OSError:
        yield None
        return
    try:
        yield file
    finally:
        os.close(file)


def is_forgotten(draft: Path) -> bool:
    """Tell whether no living process writes a draft any more."""
    with _opened(draft) as folder:
        return folder is not None and _is_free(draft, folder)


def remove_forgotten(draft: Path) -> bool:
    """Remove a draft that nobody writes any more, if all in it is ours; tell whether it went."""
    with _opened(draft) as folder:
        if folder is None or not _is_free(draft, folder):
            return False
        remove(draft)
    return not draft.exists()


def _is_free(draft: Path, folder: int) -> bool:
    try:
        return try_lock(folder)
    except OSError:
        pass
    try:
        touched = max(path.stat().st_mtime for path in (draft, *draft.iterdir()))
    except OSError:  # renamed or gone in the meantime
        return False
    return time.time() - touched > DRAFT_AGE


# -- removing --------------------------------------------------------------------------------------


def foreign(folder: Path) -> list[str]:
    """Return the names of what is in a folder and not written by us."""
    return sorted(
        one.name
        for one in folder.iterdir()
        if one.is_symlink()
        or not one.is_file()
        or (one.name != SIDECAR and not (one.suffix == ARRAY and one.stem.isidentifier()))
    )


def require_ours(folder: Path) -> None:
    """Refuse with OSError a folder that holds anything else."""
    others = foreign(folder)
    if others:
        raise OSError(f"its folder holds what is not ours: {', '.join(others[:3])}")


def remove(folder: Path) -> None:
    """Remove a folder of ours, if it is there; refuse with OSError if anything else is in it."""
    if folder.is_symlink() or not folder.is_dir():
        return
    require_ours(folder)
    for file in sorted(folder.iterdir(), key=lambda one: one.name != SIDECAR):
        file.unlink(missing_ok=True)  # the sidecar first: without it there is no table
    folder.rmdir()


def discard(path: Path) -> None:
    """Remove a table; under another name first, so that nobody finds half of one."""
    require_ours(path)
    aside = path.with_name(f"{PREFIX}{path.name}-{os.getpid()}-old")
    os.replace(path, aside)
    remove(aside)


def can_keep(home: Path, size: int) -> bool:
    """Tell whether so many bytes can be kept in a folder."""
    free = free_space(home)
    return free is not None and free >= size


def require_space(home: Path, what: str, cost: Cost, instead: str = "") -> None:
    """Refuse what does not fit on the disk; `instead` says what would work."""
    free = free_space(home)
    if free is not None and cost.table_bytes > free:
        raise TooLarge(
            f"{what}: {cost}; {megabytes(free)} are free on disk (DICEDEVIL_TABLES says where tables "
            f"are kept). {instead}".rstrip()
        ).costing(cost.seconds, cost.memory_bytes)


def free_space(home: Path) -> int | None:
    """Return how many bytes can be written where a folder is or will be; None if none can."""
    try:
        there = next(one for one in (home, *home.parents) if one.exists())
        if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
            return None
        return shutil.disk_usage(there).free
    except (OSError, StopIteration):
        return None
