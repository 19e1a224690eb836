"""The machine that solves: its cores, how sizes are told, and kernels compiled for it.

Kernels take arrays and write arrays. They never validate; their callers do. One decorator for all:
compiled once and kept on disk, no Python objects, IEEE arithmetic as written (no fast-math: error
bounds depend on the order of operations).

Compiled code is kept in the user's cache folder (or NUMBA_CACHE_DIR), under a name made from all
sources of its room. Numba by itself looks at the file of a kernel only, not at what that file imports:
with the name, no edit anywhere can leave stale code in use. Each file ends with a checksum of the
rest (`sealed.py`): code with a flipped bit would answer nonsense, so it is named and compiled again.
Where nothing can be written, or a new numba keeps its files in a way that cannot be sealed, kernels
are compiled in every process.

Numba is loaded by the first kernel, not by this module: answers from a table need none.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from dicedevil.solvers.progress import compiling
from dicedevil.solvers.sources import digest, room_files, room_name

_F = TypeVar("_F", bound=Callable[..., Any])

SIMD = 16
"""As many numbers as a kernel works on side by side; it may read so far beyond the end of a table."""

_naming_folder = threading.Lock()
"""Numba has one name for all threads, and rooms are loaded by any."""


def cores() -> int:
    """Return how many threads can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def megabytes(size: int) -> str:
    """Write a number of bytes."""
    return f"{max(1, round(size / 1_000_000)):,} MB"


def kernel(function: _F) -> _F:
    """Compile a kernel."""
    folder = cache_folder(room_name(function.__module__))
    compiled = _compiled(function, folder)
    if folder is not None and _is_sealed(compiled):
        return compiled
    compiling.begin()
    return compiled if folder is None else _compiled(function, None)


def _compiled(function: _F, folder: Path | None) -> _F:
    """Return a kernel whose code is kept in a folder, or in none."""
    import numba

    with _naming_folder:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder or "")  # read once, when the kernel is made
        try:
            made: _F = numba.njit(cache=folder is not None, nogil=True, error_model="numpy")(function)
        finally:
            numba.config.CACHE_DIR = before
    return made


def _is_sealed(compiled: Any) -> bool:
    """Seal what is kept of a kernel; tell whether this numba lets us."""
    try:
        from dicedevil.solvers.sealed import seal

        seal(compiled)
    except (AttributeError, ImportError, TypeError):
        return False
    return True


@cache
def cache_folder(room: str) -> Path | None:
    """Return where the compiled kernels of a room are kept, or None where nothing can be written."""
    folder = cache_home() / f"kernels-{room}-{digest(room_files(room))}"
    import tempfile  # late: answers from a table need no kernels

    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        os.utime(folder)  # in use: `tables prune` removes what has not been for long
    except OSError:
        return None
    return folder


def compiled_before(room: str, name: str) -> bool:
    """Tell whether a kernel of this name was compiled in an earlier run."""
    folder = cache_folder(room)
    return folder is not None and any(folder.glob(f"*/*.{name}-*.nbc"))


def cache_home() -> Path:
    """Return where compiled kernels are kept: NUMBA_CACHE_DIR, or the user's cache folder."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("dicedevil"))
