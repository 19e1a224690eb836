"""Layers of curves, and where they are kept: one table a layer or part of one.

A layer is all states with equally many open boxes, numbered from 0 within it, sets of open boxes in
rising order. The curves lie one behind the other in `chances`: those of state n are the best chances
of sure[n] + 1, sure[n] + 2, ... more points, at the places first[n] to first[n + 1]. Up to sure[n]
points are certain, and behind the last place it is impossible to get more. SIMD zeros at each end of
`chances` let a kernel read whole tiles that begin before a curve or end behind it.

A kill costs no more than the part in work.
The chances of a large card fill hundreds of megabytes. Checking all of them before the first answer
would take longer than the answer, so every set of open boxes has a seal (a checksum) of its own, and
a curve is read and checked when it is first looked at. One that is damaged is not used: its layer is
made again.
"""

from __future__ import annotations

import hashlib
import mmap
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import TableError
from dicedevil.solvers import tables
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.cards.lattice import Ints
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.layout import SIDECAR
from dicedevil.solvers.machine import SIMD

Chances = NDArray[np.floating[Any]]
"""In single precision; those of small matches in double."""
Looks = tuple[tuple[int, int], ...]
"""When each file of a table was written, and its size."""
FILES = (SIDECAR, "first.npy", "sure.npy", "chances.npy", "seals.npy")
SEAL = 16
"""Bytes of a seal."""
MOST_OPEN = 128
"""Layers that stay open: a service asks for the same ones again and again."""
LAZY = 1 << 20
"""Bytes of a table from which on its room is the system's own, not the heap's."""
AT_A_TIME = 256
"""Seals that are looked at before what lies under them is let go."""
PartT = TypeVar("PartT")


class CurveLayer(NamedTuple):
    """The curves of all states with equally many open boxes."""

    first: Ints64  # (states + 1,)
    sure: Ints  # (states,)
    chances: Chances  # (SIMD + the widths of all curves + SIMD,)

    def curve(self, number: int) -> tuple[int, Chances]:
        """Return the points that are sure for a state of the layer and the chances of more."""
        begin, stop = int(self.first[number]), int(self.first[number + 1])
        return int(self.sure[number]), self.chances[begin:stop]


class StoredChances(Protocol):
    """Chances on disk, in one table or in several: they are read from a place on."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def dtype(self) -> Any: ...

    def read(self, begin: int, out: NDArray[Any]) -> None: ...


class Seals(NamedTuple):
    """Where the chances of a layer are on disk, and their checksums."""

    name: Callable[[int], str]
    """The table in which the chance at a place is."""
    chances: StoredChances
    stops: Ints64
    """By seal: the number behind the last state it covers."""
    sums: NDArray[np.uint8]


@dataclass(eq=False)
class SealedLayer:
    """A layer, of which chances are in memory once their seal was looked at.

    Without seals it was made in this process, and is not on disk.
    """

    layer: CurveLayer
    seals: Seals | None = None
    damaged: bool = False
    _seen: set[int] = field(default_factory=set)
    _reading: threading.Lock = field(default_factory=threading.Lock)

    def curve(self, number: int) -> tuple[int, Chances]:
        """Return the points that are sure for a state of the layer and the chances of more."""
        return self.checked([number]).curve(number)

    def checked(self, numbers: Sequence[int]) -> CurveLayer:
        """Return the layer, with the chances of these states read and checked."""
        if self.seals is None:
            return self.layer
        return self.check(np.searchsorted(self.seals.stops, numbers, side="right").tolist())

    def stay_in_memory(self, layer: CurveLayer) -> None:
        """Take over what was just made and saved: it need not be read."""
        if self.seals is not None:
            with self._reading:
                self.layer = layer
                self._seen.update(range(len(self.seals.stops)))

    def leave_memory(self) -> None:
        """Let go of what was read; it is read again where it is asked for."""
        if self.seals is not None:
            with self._reading:
                self._seen.clear()
                self.layer = self.layer._replace(chances=nothing_read(self.seals.chances))

    def needed(self, places: Ints64, most: int) -> CurveLayer:
        """As `check`; what was read before goes first where both would take more than so many bytes."""
        if self.seals is not None:
            with self._reading:
                unread = [place for place in places.tolist() if place not in self._seen]
                held = self._size(np.array([*self._seen, *unread], np.int64))
            if held > most and len(self._seen) + len(unread) > len(places):
                self.leave_memory()
        return self.check(places.tolist())

    def _size(self, places: Ints64) -> int:
        """Return how many bytes the chances under some seals take."""
        stops = np.concatenate(([0], self.seals.stops)) if self.seals is not None else np.zeros(1, int)
        first = self.layer.first
        return (
            int((first[stops[places + 1]] - first[stops[places]]).sum()) * self.layer.chances.itemsize
        )

    @property
    def bytes_read(self) -> int:
        """How much of the layer was read."""
        with self._reading:
            return self._size(np.array([*self._seen], np.int64))

    def prove(self) -> None:
        """Look at every seal, a few at a time; refuse a layer that is damaged."""
        for place in range(0 if self.seals is None else len(self.seals.stops)):
            self.check([place])
            if place % AT_A_TIME == 0:
                self.leave_memory()

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as what is in memory, all of it."""
        return SealedLayer, (self.whole(),)

    def whole(self) -> CurveLayer:
        """Return the layer, with all chances read and every seal checked."""
        return self.check(range(0 if self.seals is None else len(self.seals.stops)))

    def check(self, places: Iterable[int]) -> CurveLayer:
        """Read the chances under seals and check these, once; return the layer that holds them.

        Another thread may let go of `layer` at any time: only what is returned was checked.
        """
        with self._reading:  # what was checked is not written over
            if self.seals is not None:
                for place in places:
                    if place not in self._seen:
                        self._read(self.seals, place)
                        self._seen.add(place)
            return self.layer

    def _read(self, seals: Seals, place: int) -> None:
        begin, stop = int(seals.stops[place - 1]) if place else 0, int(seals.stops[place])
        first, behind = int(self.layer.first[begin]), int(self.layer.first[stop])
        try:
            seals.chances.read(first, self.layer.chances[first:behind])
            if _seal(self.layer, begin, stop) != seals.sums[place].tobytes():
                raise TableError("chances have changed")
        except (OSError, TableError) as error:
            self.damaged = True
            raise TableError(f"The table {seals.name(first)} is damaged: {error}.") from None


def nothing_read(chances: StoredChances) -> Chances:
    """Return room for chances; what is not filled in takes no memory.

    Zeros from the heap would, wherever something else has lain there before.
    """
    size = int(np.prod(chances.shape, dtype=np.int64))
    if size * chances.dtype.itemsize < LAZY:
        return np.zeros(chances.shape, chances.dtype)
    room = mmap.mmap(-1, size * chances.dtype.itemsize)
    return np.frombuffer(room, chances.dtype, size).reshape(chances.shape)


def _looks(path: Path) -> Looks:
    """Return when each file of a table was written and its size; nothing if there is no table."""
    try:
        stats = [(path / name).stat() for name in FILES]
    except OSError:
        return ()
    return tuple((stat.st_mtime_ns, stat.st_size) for stat in stats)


def _seal(layer: CurveLayer, begin: int, stop: int) -> bytes:
    part = layer.chances[layer.first[begin] : layer.first[stop]]
    return hashlib.blake2b(part.data, digest_size=SEAL).digest()


@dataclass(frozen=True, eq=False)
class Shelf(ABC, Generic[PartT]):
    """Tables of curves; `name` gives a table its key, or None if none is to be kept."""

    encoded: Encoding
    name: Callable[[str], tables.TableKey | None]
    budget: Budget = field(default=USUAL, kw_only=True)
    """Whoever listens is told of damage, and of tables that cannot be kept."""
    _said: set[str] = field(default_factory=set, kw_only=True)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The kind of number that chances are kept as."""
        return np.dtype(np.float32)

    @abstractmethod
    def about(self, part: PartT) -> str:
        """Return the words that tell the table of a part from those of others."""

    @abstractmethod
    def stops(self, part: PartT) -> Ints64:
        """Return the numbers behind the last curve of each seal."""

    def key(self, part: PartT) -> tables.TableKey | None:
        """Return what the table of a part answers."""
        return self.name(self.about(part))

    def load(self, part: PartT) -> SealedLayer | None:
        """Return a part, or None if there is none that can be used."""
        key = self.key(part)
        if key is None:
            return None
        path = tables.default_folder() / key.folder
        found = _opened(_Opening(path, self.looks(part), self.encoded.fingerprint, self, part, key))
        return None if found is None or found.damaged else found

    def looks(self, part: PartT) -> Looks:
        """Return how the files of a part look; nothing if it is not there."""
        key = self.key(part)
        return () if key is None else _looks(self._path(key))

    def _path(self, key: tables.TableKey) -> Path:
        """Return where a table is, or would be; what is wrong with it in a store is said."""
        try:
            return tables.path_of(key)
        except TableError as error:
            self.say_damage(error)
            return tables.default_folder() / key.folder

    def read(self, key: tables.TableKey, part: PartT) -> SealedLayer | None:
        """Read a part anew."""
        try:
            table = tables.load(key, unchecked=("chances",))
        except TableError as error:
            self.say_damage(error)
            return None
        if table is None or table.facts.get("rules") != self.encoded.fingerprint:
            return None
        first, sure, stored = table.arrays["first"], table.arrays["sure"], table.parts["chances"]
        wanted = (int(first[-1]) + int(first[0]),)
        if stored.shape != wanted or stored.dtype != self.dtype:
            return None  # made otherwise, and not by `save`
        name = table.path.name
        seals = Seals(lambda place: name, stored, self.stops(part), table.arrays["seals"])
        return SealedLayer(CurveLayer(first, sure, nothing_read(stored)), seals)

    def say_damage(self, error: TableError) -> None:
        """Tell whoever listens that a table cannot be used."""
        self.say(f"{error} It is made again.")

    def say(self, message: str) -> None:
        """Tell whoever listens, once."""
        if message not in self._said:
            self._said.add(message)
            self.budget.announce(message)

    def serves(self, part: PartT) -> dict[str, str]:
        """Return the facts of a part that is not kept for itself."""
        return {}

    def write(self, part: PartT, layer: CurveLayer) -> None:
        """Keep a part, where tables are kept; OSError where it cannot be written."""
        key = self.key(part)
        if key is None:
            return
        stops = self.stops(part)
        begins = np.concatenate(([0], stops[:-1]))
        seals = b"".join(_seal(layer, int(a), int(b)) for a, b in zip(begins, stops, strict=True))
        arrays = {
            **layer._asdict(),
            "seals": np.frombuffer(seals, dtype=np.uint8).reshape(-1, SEAL),
        }
        facts = {"states": len(layer.sure), "rules": self.encoded.fingerprint, **self.serves(part)}
        tables.save(key, arrays, facts)


@dataclass(frozen=True)
class _Opening:
    """A table to be opened, known by where it is, how its files look and the rules it is for."""

    path: Path
    looks: Looks
    rules: str
    shelf: Shelf[Any] = field(compare=False)
    part: Any = field(compare=False)
    key: tables.TableKey = field(compare=False)


@lru_cache(MOST_OPEN)
def _opened(opening: _Opening) -> SealedLayer | None:
    return opening.shelf.read(opening.key, opening.part)


def _refuse(error: TableError) -> list[SealedLayer]:
    raise error


@dataclass(eq=False)
class Layers:
    """The layers that a question needs, by number of open boxes; a damaged one is made again."""

    sealed: list[SealedLayer]
    mend: Callable[[TableError], list[SealedLayer]] = _refuse
    """Says what is wrong and returns the layers without damage."""

    def curve(self, open_boxes: int, number: int) -> tuple[int, Chances]:
        """Return the points that are sure for a state of a layer and the chances of more."""
        return self.checked(open_boxes, [number]).curve(number)

    def checked(self, open_boxes: int, numbers: Sequence[int]) -> CurveLayer:
        """Return a layer, with the chances of these states read and checked."""
        while True:  # what another process has mended may be damaged again
            try:
                return self.sealed[open_boxes].checked(numbers)
            except TableError as error:
                self.sealed = self.mend(error)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel without the way to mend: what travels is whole."""
        for open_boxes in range(len(self.sealed)):
            try:
                self.sealed[open_boxes].whole()
            except TableError as error:
                self.sealed = self.mend(error)
        return Layers, (self.sealed,)


# -- how large layers are -------------------------------------------------------------------------


def joined(parts: Sequence[CurveLayer]) -> CurveLayer:
    """Return one layer of parts that lie one behind the other."""
    widths = np.concatenate([np.diff(part.first) for part in parts])
    nothing = np.zeros(SIMD, parts[0].chances.dtype)
    chances = [part.chances[SIMD:-SIMD] for part in parts]
    return CurveLayer(
        laid_out(widths),
        np.concatenate([part.sure for part in parts]),
        np.concatenate([nothing, *chances, nothing]),
    )


def laid_out(widths: Ints64) -> Ints64:
    """Return where curves of these widths begin and end."""
    return SIMD + np.concatenate(([0], np.cumsum(widths, dtype=np.int64)))


def layer_bases(encoded: Encoding) -> Ints64:
    """Return, by set of open boxes, its first state's number within the layer."""
    bases = np.zeros(len(encoded.sizes), dtype=np.int64)
    for groups in encoded.layers:
        bases[groups] = np.concatenate(([0], np.cumsum(encoded.sizes[groups])[:-1]))
    return bases
