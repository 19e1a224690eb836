"""Numba kernels: arrays in, arrays out. They never validate; their callers do.

One decorator for all: compiled once and kept on disk, no Python objects, IEEE arithmetic as
written (no fast-math: error bounds depend on the order of operations).

Compiled code is kept in the user's cache folder (or NUMBA_CACHE_DIR), under a name made from the
sources. Numba by itself looks at the file of a kernel only, not at what that file imports: with the
name, no edit anywhere can leave stale code in use. Where nothing can be written, kernels are compiled
in every process.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numba

_F = TypeVar("_F", bound=Callable[..., Any])

_HERE = Path(__file__).parent
_SOURCES = (_HERE, _HERE.parent.parent / "families" / "keep_reroll")
"""Folders with everything that kernels are made of."""


def kernel(function: _F) -> _F:
    """Compile a kernel."""
    folder = cache_folder()
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder or "")  # read once, when the kernel is made
    try:
        compiled: _F = numba.njit(cache=folder is not None, nogil=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


@lru_cache(maxsize=1)
def cache_folder() -> Path | None:
    """Return where compiled kernels are kept, or None where nothing can be written."""
    folder = _cache_home() / f"kernels-{_digest_of_sources()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return None
    return folder


def compiled_before(name: str) -> bool:
    """Tell whether a kernel of this name was compiled in an earlier run."""
    folder = cache_folder()
    return folder is not None and any(folder.glob(f"*/*.{name}-*.nbc"))


def _cache_home() -> Path:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("dicedevil"))


def _digest_of_sources() -> str:
    digest = hashlib.blake2b(digest_size=8)
    for folder in _SOURCES:
        for source in sorted(folder.glob("*.py")):
            digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()
