"""The machine that solves: its cores, kernels compiled for it, and the sources both are made from.

Kernels take arrays and write arrays. They never validate; their callers do. One decorator for all:
compiled once and kept on disk, no Python objects, IEEE arithmetic as written (no fast-math: error
bounds depend on the order of operations).

Compiled code is kept in the user's cache folder (or NUMBA_CACHE_DIR), under a name made from all
sources of its room. Numba by itself looks at the file of a kernel only, not at what that file imports:
with the name, no edit anywhere can leave stale code in use. Where nothing can be written, kernels are
compiled in every process.

A table follows from the rules (the files of the game's class, of all classes it is made of and of their
families, and of what wraps them) and from the room that solved it: none outlives an edit of them.

Numba is loaded by the first kernel, not by this module: answers from a table need none.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent.parent
SHARED = ("solvers/simd.py", "solvers/machine.py", "objectives.py")
"""What all rooms' kernels are made of, beside their own files."""
WORDS = ("dice.py", "objectives.py", "rules.py")
"""What all rules are made of, and what "best" means."""
SIMD = 16
"""As many numbers as a kernel works on side by side; it may read so far beyond the end of a table."""


def cores() -> int:
    """Return how many threads can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def megabytes(size: int) -> str:
    """Write a number of bytes."""
    return f"{max(1, round(size / 1_000_000)):,} MB"


def kernel(function: _F) -> _F:
    """Compile a kernel."""
    import numba

    folder = cache_folder(room_name(function.__module__))
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder or "")  # read once, when the kernel is made
    try:
        compiled: _F = numba.njit(cache=folder is not None, nogil=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


@cache
def cache_folder(room: str) -> Path | None:
    """Return where the compiled kernels of a room are kept, or None where nothing can be written."""
    folder = _cache_home() / f"kernels-{room}-{digest(room_files(room))}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return None
    return folder


def compiled_before(room: str, name: str) -> bool:
    """Tell whether a kernel of this name was compiled in an earlier run."""
    folder = cache_folder(room)
    return folder is not None and any(folder.glob(f"*/*.{name}-*.nbc"))


def _cache_home() -> Path:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("dicedevil"))


# -- sources ---------------------------------------------------------------------------------------


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
    """Return the file of a module; where it belongs to a family, all files of that."""
    parts = module.split(".")
    if parts[:2] == ["dicedevil", "families"] and (PACKAGE / "families" / parts[2]).is_dir():
        return list((PACKAGE / "families" / parts[2]).rglob("*.py"))
    file = getattr(sys.modules.get(module), "__file__", None)
    return [] if file is None else [Path(file)]


def digest(files: Iterable[Path]) -> str:
    """Return a hash of what these files hold."""
    made = blake2b(digest_size=8)
    for file in files:
        made.update(file.name.encode() + b"\0" + file.read_bytes())
    return made.hexdigest()


@cache
def sources_hash(room: str, *classes: type) -> str:
    """Return a hash of all that a table of these games, solved in this room, was made from."""
    return digest([*rules_files(classes), *room_files(room)])
