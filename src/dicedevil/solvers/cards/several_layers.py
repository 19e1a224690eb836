"""States of several cards by how many boxes are open in them, each layer in the order of the numbers.

    number = high * low_size + low

The low is how often each of the first few loose boxes is open, the high all the rest. Of the states
with the same high, those of a layer have equally many boxes open in their low, so

    place of a state in its layer = base[high] + rank of its low among those with as many open

and two small tables say where any value lies. A layer is cut between highs into shards. Of a game that
takes long these stay on disk as they are, and `ShardValues` reads those that it is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import TableError, TooLarge
from dicedevil.remembering import Remembers
from dicedevil.solvers.budget import Budget, in_megabytes, resident
from dicedevil.solvers.cards.lattice import Floats, Ints
from dicedevil.solvers.cards.layered import INSTEAD, open_counts
from dicedevil.solvers.cards.several import CardsEncoding
from dicedevil.solvers.cards.states import Ints64
from dicedevil.solvers.drafts import require_space
from dicedevil.solvers.layers import Shard
from dicedevil.solvers.machine import cores
from dicedevil.solvers.progress import about
from dicedevil.solvers.tables import KEPT, TableKey, default_folder, kept_in, load

Places = NDArray[np.uint32]

SHARD = 1 << 20
"""States of a shard, about: one or two seconds of a core, and 8 MB."""
REMEMBERED = 1 << 26
"""Bytes of places that are remembered, about."""
SHARD_COPIES = 6
"""What a shard takes in work: numbers, values, what is read of the layer before and written."""
BESIDE = 190 << 20
"""Bytes of a process beside that: Python, NumPy, compiled code."""
FEWEST = 16
"""Shards that are held by whoever asks, at least: a turn leads to less."""


@dataclass(frozen=True)
class CardLayers(Remembers):
    """The layers of several cards, and how they are cut."""

    encoded: CardsEncoding
    shard_size: int = SHARD

    @property
    def low_size(self) -> int:
        """How many lows there are."""
        return self.encoded.low_size

    @cached_property
    def _low_open(self) -> Any:
        """By low: how many of its boxes are open."""
        return open_counts(self.encoded.count, self.encoded.low_boxes)

    @cached_property
    def lows(self) -> Ints:
        """All lows, those with few open boxes first."""
        return np.argsort(self._low_open, kind="stable").astype(np.int32)

    @cached_property
    def low_start(self) -> Ints64:
        """Where those with so many open boxes begin among them."""
        return np.concatenate(([0], np.cumsum(np.bincount(self._low_open)))).astype(np.int64)

    @cached_property
    def low_rank(self) -> Ints:
        """By low: how many with as many open boxes come before it."""
        rank = np.empty(self.low_size, np.int32)
        rank[self.lows] = np.arange(self.low_size) - self.low_start[self._low_open[self.lows]]
        return rank

    @cached_property
    def opened(self) -> NDArray[np.uint8]:
        """By high: how many boxes are open beside those of the low."""
        encoded = self.encoded
        loose = open_counts(encoded.count, len(encoded.loose_boxes) - encoded.low_boxes)
        linked = np.zeros(encoded.multisets, np.uint8)
        if encoded.part is not None:
            from dicedevil.solvers.cards.kernels.several import count_open

            count_open(encoded.arrays, linked)
        opened: NDArray[np.uint8] = np.add.outer(linked, loose).reshape(-1)
        return opened

    @property
    def sizes(self) -> list[int]:
        """By open boxes: how many states there are."""
        return self.encoded.layer_sizes

    @cached_property
    def base(self) -> Callable[[int], Places]:
        """By layer, and by high: where its states begin."""
        most = REMEMBERED // (4 * len(self.opened))
        return lru_cache(min(max(2, most), self.encoded.turns + 1))(self._base)

    def _base(self, layer: int) -> Places:
        low = np.diff(self.low_start)[: layer + 1]
        counts = np.zeros(self.encoded.turns + 1, np.uint16)
        counts[layer - np.arange(len(low))] = low
        base = np.zeros(len(self.opened), np.uint32)
        np.cumsum(counts[self.opened[:-1]], dtype=np.uint32, out=base[1:])
        return base

    def place(self, number: int) -> tuple[int, int]:
        """Return the layer of a state, and its place there."""
        high, low = divmod(number, self.low_size)
        layer = int(self.opened[high]) + int(self._low_open[low])
        return layer, int(self.base(layer)[high]) + int(self.low_rank[low])

    @cached_property
    def shards(self) -> Callable[[int], list[Shard]]:
        """The shards of a layer, which begin and stop at places."""
        return lru_cache(None)(self._cut)

    def _cut(self, layer: int) -> list[Shard]:
        base, size = self.base(layer), self.sizes[layer]
        places = np.searchsorted(base, np.arange(0, size, self.shard_size, dtype=np.uint32))
        begins = np.unique(base[np.minimum(places, len(base) - 1)]).tolist()
        cuts = [0, *(place for place in begins if 0 < place < size), size]
        return [
            Shard(layer, place, len(cuts) - 1, begin, stop, stop - begin)
            for place, (begin, stop) in enumerate(pairwise(cuts))
        ]

    def shard_of(self, layer: int, place: int) -> Shard:
        """Return the shard of a layer in which a place lies."""
        return next(one for one in self.shards(layer) if one.begin <= place < one.stop)

    def highs(self, shard: Shard) -> tuple[int, int]:
        """Return the first high of a shard, and the one behind its last."""
        ends = np.array((shard.begin, shard.stop), np.uint32)  # as the places: else all are copied
        first, last = np.searchsorted(self.base(shard.layer), ends)
        return int(first), int(last)

    def numbers(self, shard: Shard) -> Ints64:
        """Return the numbers of the states of a shard."""
        from dicedevil.solvers.cards.kernels.several import list_numbers

        numbers = np.empty(shard.stop - shard.begin, np.int64)
        first = self.highs(shard)[0]
        list_numbers(shard.layer, first, self.opened, self.low_start, self.lows, numbers)
        return numbers

    def before(self, shard: Shard) -> list[Shard]:
        """Return the shards with a box less that the turns of this one lead to."""
        every = self.shards(shard.layer - 1)
        if self.encoded.linked:
            return every
        first, last = self.highs(shard)
        steps = [0, *(one // self.low_size for one in self.encoded.strides[self.encoded.low_boxes :])]
        base = np.append(self.base(shard.layer - 1), self.sizes[shard.layer - 1])
        needed: set[Shard] = set()
        for step in steps:
            begin, stop = base[max(0, first - step)], base[max(0, last - step)]
            needed.update(one for one in every if one.begin < stop and begin < one.stop)
        return sorted(needed)


@dataclass(frozen=True)
class SeveralCost:
    """What making shards takes, told before it is begun."""

    seconds: float
    memory_bytes: int
    table_bytes: int
    by_parts: bool
    """Whether the layer before is read by parts, for want of memory."""

    @property
    def coming(self) -> int:
        """The bytes beside those in use now: what is not loaded yet comes to it."""
        return self.memory_bytes + max(0, BESIDE - resident())

    def __str__(self) -> str:
        """In a line for a person."""
        return f"{self._disk}, {in_megabytes(self.memory_bytes)} of memory, {about(self.seconds)}"

    @property
    def _disk(self) -> str:
        return f"{in_megabytes(self.table_bytes)} on disk"

    def fits(self, budget: Budget) -> bool:
        """Tell whether the budget allows it."""
        try:
            budget.require("", self.coming, self.seconds)
        except TooLarge:
            return False
        return True

    def require(self, what: str, budget: Budget) -> None:
        """Refuse it, or say what it takes."""
        budget.require(what, self.coming, self.seconds, instead=INSTEAD)
        budget.where.require_memory(self.memory_bytes + BESIDE, what)
        if self.coming + self.table_bytes > budget.room():  # what is not kept stays in memory
            require_space(default_folder(), f"{what} in the memory allowed", self)
        memory = f"{in_megabytes(self.memory_bytes)} of memory"
        if not budget.where.is_here:
            memory = budget.where.words(self.memory_bytes + BESIDE)
        takes = f"{what} takes {about(self.seconds)}, {memory}, {self._disk}."
        kept = f"{takes} {KEPT}: if this is broken off, at most the shards in work are lost."
        budget.allow(self, kept, f"{takes} 'dicedevil solve' makes the table.")


def cost(encoded: CardsEncoding, missing: int, budget: Budget) -> SeveralCost:
    """Return what so many states of all take."""
    where, shard = budget.where, 8 * SHARD
    seconds = encoded.seconds * cores() / where.cores * missing / encoded.states
    at_work = SHARD_COPIES * shard
    memory = encoded.layers_bytes + at_work
    room = max(0, budget.memory - max(BESIDE, resident()))
    if not where.is_here:
        room = max(0, min(budget.memory, where.share(budget.memory)) - BESIDE)
    if encoded.linked or memory <= room:
        return SeveralCost(seconds, memory, 8 * missing, False)
    steps = 1 + len(encoded.loose_boxes) - encoded.low_boxes
    needed = min(8 * max(encoded.layer_sizes), 2 * steps * shard)
    return SeveralCost(seconds, encoded.places_bytes + needed + at_work, 8 * missing, True)


def held(budget: Budget) -> int:
    """Return how many shards may be held in memory by whoever asks."""
    return max(FEWEST, budget.room() // 2 // (8 * SHARD))


def _lost(shard: Shard, error: TableError) -> None:
    raise error


@dataclass(frozen=True, eq=False)
class ShardValues(Remembers):
    """The value of every state, from shards on disk; a damaged one is made again."""

    layers: CardLayers
    keys: Mapping[Shard, TableKey]
    folder: str
    """Where they are kept: a folder, or the address of a store."""
    sign: int
    largest: float
    """No value is larger, nor further below 0."""
    most: int = FEWEST
    """Shards that are held in memory."""
    unkept: Mapping[Shard, Floats] = field(default_factory=dict)
    """Those that could not be written."""
    mend: Callable[[Shard, TableError], None] = _lost
    """Makes a damaged one again; what travels to another process cannot."""

    def __getstate__(self) -> dict[str, Any]:
        """Travel without the way to mend."""
        return super().__getstate__() | {"mend": _lost}

    def __getitem__(self, number: int) -> float:
        layer, place = self.layers.place(number)
        if layer == 0:
            return 0.0
        shard = self.layers.shard_of(layer, place)
        return self.sign * float(self._held(shard)[place - shard.begin])

    @cached_property
    def _held(self) -> Callable[[Shard], Floats]:
        return lru_cache(self.most)(self._found)

    def _found(self, shard: Shard) -> Floats:
        while shard not in self.unkept:  # what was mended may be damaged again
            key = self.keys[shard]
            try:
                with kept_in(self.folder):
                    table = load(key)
                if table is None:
                    raise TableError(f"The table {key.folder} is not on disk any more.")
            except TableError as error:
                self.mend(shard, error)
                continue
            found: Floats = table.arrays["values"]
            return found
        return self.unkept[shard]
