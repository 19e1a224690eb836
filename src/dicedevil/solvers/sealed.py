"""Compiled code on disk, sealed: every file ends with a checksum of the rest.

Numba believes whatever its cache holds, and a flipped bit in machine code gives numbers that look like
numbers. Before a kernel is loaded its files are looked at: one that does not match its seal is named
and removed, and the kernel is compiled again. (Numba stops reading where its data ends.)
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import warnings
from pathlib import Path
from typing import Any

from numba.core.caching import IndexDataCacheFile

from dicedevil.solvers.progress import compiling

SEAL_SIZE = 16
NUMBAS = ("_save_index", "_save_data", "_data_path", "_dump", "_open_for_write")
"""What is numba's own, and may be named otherwise in its next release."""


class DamagedCode(RuntimeWarning):
    """Compiled code on disk had changed, and is compiled again."""


class SealedFiles(IndexDataCacheFile):  # type: ignore[misc]  # numba has no types for mypy
    """The files of one kernel: an index of the types it was compiled for, and one of code for each."""

    def require_whole(self) -> None:
        """Remove files that have changed since they were written."""
        folder, name = Path(self._cache_path), self._index_name.removesuffix(".nbi")
        for path in folder.glob(f"{name}.*nb[ic]"):
            with contextlib.suppress(OSError):  # removed by another process that has seen it too
                sealed = path.read_bytes()
                if sealed[-SEAL_SIZE:] != _seal_of(sealed[:-SEAL_SIZE]):
                    path.unlink()
                    told = f"Compiled code was damaged and is made again: {path.name}."
                    warnings.warn(told, DamagedCode, stacklevel=2)

    def _save_index(self, overloads: dict[Any, str]) -> None:
        version = pickle.dumps(self._version, protocol=-1)
        self._write(self._index_path, version + self._dump((self._source_stamp, overloads)))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), self._dump(data))

    def _write(self, path: str, data: bytes) -> None:
        with self._open_for_write(path) as file:
            file.write(data + _seal_of(data))


class NewFiles(SealedFiles):
    """Those of a kernel that was never compiled here."""

    def load(self, key: Any) -> Any:
        """Return the code for these types; where there is none, say that it is being compiled."""
        found = super().load(key)
        if found is None:
            compiling.begin()
        return found


def _seal_of(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=SEAL_SIZE).digest()


def seal(kernel: Any) -> None:
    """Let a kernel that numba keeps on disk keep its files sealed, and look at those that are there.

    A numba that has other names for what is used here is refused, with AttributeError.
    """
    for name in NUMBAS:
        getattr(IndexDataCacheFile, name)
    numbas = kernel._cache._cache_file
    files = SealedFiles(
        numbas._cache_path, numbas._index_name.removesuffix(".nbi"), numbas._source_stamp
    )
    files.require_whole()
    if not Path(files._index_path).exists():
        files.__class__ = NewFiles
    kernel._cache._cache_file = files
