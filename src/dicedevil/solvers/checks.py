"""Checksums of tables: of an array, of its header, and of the facts in the sidecar.

Nothing of a table is believed that no checksum covers, wherever it lies: on disk (`tables`), or in a
store (`stores`), from which it comes chunk by chunk.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import TYPE_CHECKING, Any

from dicedevil.errors import TableError
from dicedevil.solvers.layout import SIDECAR

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEAL = "seal"
"""The fact that is a checksum of all others."""


def believed(text: bytes) -> dict[str, Any]:
    """Return the facts of a sidecar; refuse them if their checksum is not theirs."""
    facts: dict[str, Any] = json.loads(text)
    if facts.pop(SEAL, None) != seal_of(facts):
        raise TableError(f"{SIDECAR} has changed")
    return facts


def seal_of(facts: Mapping[str, Any]) -> str:
    """Return the checksum of facts."""
    text = json.dumps(facts, sort_keys=True).encode()
    return hashlib.blake2b(text, digest_size=16).hexdigest()


def checksum(array: NDArray[Any]) -> str:
    """Return the checksum of an array's shape, type and bytes."""
    import numpy as np

    digest = hashlib.blake2b(f"{array.dtype.str}{array.shape}".encode(), digest_size=16)
    digest.update(np.ascontiguousarray(array).view(np.uint8).data)
    return digest.hexdigest()


def header_sum(header: bytes) -> str:
    """Return the checksum of what stands before the numbers."""
    return hashlib.blake2b(header, digest_size=8).hexdigest()


def file_size(fact: Mapping[str, Any]) -> int:
    """Return how many bytes the file of an array has, by what the sidecar says of it."""
    import numpy as np

    return int(fact["offset"] + prod(fact["shape"]) * np.dtype(fact["dtype"]).itemsize)


def passed_on(chunks: Iterable[bytes], fact: Mapping[str, Any], name: str) -> Iterator[bytes]:
    """Pass on the bytes of an array's file; refuse them, in the end, if they are not those sealed."""
    offset, wanted, size = int(fact["offset"]), file_size(fact), 0
    digest = hashlib.blake2b(f"{fact['dtype']}{tuple(fact['shape'])}".encode(), digest_size=16)
    for chunk in chunks:
        if size == 0 and header_sum(chunk[:offset]) != fact["header"]:
            raise TableError(f"the header of {name} has changed")
        digest.update(memoryview(chunk)[offset if size == 0 else 0 :])
        size += len(chunk)
        yield chunk
    if size != wanted:
        raise TableError(f"{name} has {size:,} bytes, not {wanted:,}")
    if digest.hexdigest() != fact["checksum"]:
        raise TableError(f"{name} has changed")
