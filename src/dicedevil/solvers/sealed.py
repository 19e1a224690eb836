"""Compiled code on disk, sealed: every file begins with a checksum of the rest.

Numba believes whatever its cache holds, and a flipped bit in machine code gives numbers that look like
numbers. A file that does not match its seal is named, and the kernel is compiled again.
"""

from __future__ import annotations

import hashlib
import pickle
import warnings
from pathlib import Path
from typing import Any

from numba.core.caching import IndexDataCacheFile

SEAL_SIZE = 16


class DamagedCode(RuntimeWarning):
    """Compiled code on disk had changed, and was compiled again."""


class SealedFiles(IndexDataCacheFile):  # type: ignore[misc]  # numba has no types for mypy
    """The files of one kernel: an index of the types it was compiled for, and one of code for each."""

    def load(self, key: Any) -> Any:
        """Return the code compiled for these types, or None if there is none to be trusted."""
        name = self._load_index().get(key)
        return None if name is None else self._read(self._data_path(name))

    def _load_index(self) -> dict[Any, str]:
        stamp, overloads = self._read(self._index_path) or (None, {})
        return dict(overloads) if stamp == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, ((self._version, self._source_stamp), overloads))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _write(self, path: str, content: Any) -> None:
        data = self._dump(content)
        with self._open_for_write(path) as file:
            file.write(_seal_of(data) + data)

    def _read(self, path: str) -> Any:
        try:
            sealed = Path(path).read_bytes()
        except FileNotFoundError:
            return None
        data = sealed[SEAL_SIZE:]
        if sealed[:SEAL_SIZE] != _seal_of(data):
            warnings.warn(
                f"Compiled code was damaged and is made again: {Path(path).name}.",
                DamagedCode,
                stacklevel=2,
            )
            return None
        return pickle.loads(data)


def _seal_of(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=SEAL_SIZE).digest()


def seal(kernel: Any) -> None:
    """Let a kernel that numba keeps on disk keep its files sealed."""
    numbas = kernel._cache._cache_file
    kernel._cache._cache_file = SealedFiles(
        numbas._cache_path, numbas._index_name.removesuffix(".nbi"), numbas._source_stamp
    )
