"""Where rows of chances or worths are kept: a layer as one table, or in the shards it was made in.

A layer that fits in memory is joined to one table. One that does not stays in its shards. Both are read
alike: the rows of a set of open boxes when one of them is looked at.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import TableError
from dicedevil.solvers import tables
from dicedevil.solvers.cards.curve_sizes import targets_by_set
from dicedevil.solvers.cards.shelf import (
    CurveLayer,
    Looks,
    SealedLayer,
    Seals,
    Shelf,
    layer_bases,
    nothing_read,
)
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.layout import JOINED, UNTIL, WHAT
from dicedevil.solvers.machine import SIMD

if TYPE_CHECKING:
    from dicedevil.solvers.layers import Shard

SHARD = 1 << 22
"""Numbers of a shard, about: some seconds on one core, and 16 or 32 MB."""
MOST_FILES = 16
"""Shards of a layer that are open at a time."""


def usual_size() -> int:
    """Return how many numbers a shard has, about."""
    return SHARD


@dataclass(frozen=True, eq=False)
class RowShelf(Shelf["int | Shard"]):
    """The tables of a card's rows: layers by number of open boxes, or shards of them."""

    size: int = field(default_factory=usual_size, kw_only=True)
    """Numbers of a shard."""

    @property
    @abstractmethod
    def by_set(self) -> Ints64:
        """By set of open boxes: how many numbers the rows of its states have at most."""

    @property
    def told(self) -> tuple[Any, ...]:
        """What another process is told to keep the same tables."""
        return (self.size,)

    def about(self, part: int | Shard) -> str:
        """One table a layer, or a shard of it."""
        if isinstance(part, int) or part.of == 1:
            return f"{part if isinstance(part, int) else part.layer} open (keep-reroll)"
        return f"{part.layer} open, shard {part.place + 1} of {part.of} (keep-reroll)"

    def stops(self, part: int | Shard) -> Ints64:
        """One seal a set of open boxes."""
        if isinstance(part, int):
            groups = self.encoded.layers[part]
            return self.bases[groups] + self.encoded.sizes[groups]
        groups = self.groups(part)
        return self.bases[groups] + self.encoded.sizes[groups] - part.begin

    @cached_property
    def bases(self) -> Ints64:
        """By set of open boxes: its first state's number within the layer."""
        return layer_bases(self.encoded)

    def groups(self, shard: Shard) -> Ints64:
        """Return the sets of open boxes of a shard."""
        groups = self.encoded.layers[shard.layer]
        begins = self.bases[groups]
        return groups[(begins >= shard.begin) & (begins < shard.stop)]

    def shards(self, layer: int) -> list[Shard]:
        """Cut a layer between sets of open boxes."""
        return cut_rows(self.encoded, self.by_set, layer, self.size)

    def before(self, shard: Shard) -> Ints64:
        """Return the places, within the layer before, of the sets that the turns of a shard lead to."""
        groups, below = self.groups(shard), self.encoded.layers[shard.layer - 1]
        needed = np.zeros(len(below), bool)
        for box in range(len(self.encoded.card.boxes)):
            after = groups[groups >> box & 1 == 1] & ~(1 << box)
            needed[np.searchsorted(below, after)] = True
        return np.flatnonzero(needed)

    # -- a layer in its shards -------------------------------------------------------------------

    def looks(self, part: int | Shard) -> Looks:
        """Of a layer that is not one table: how its shards look, if all are there."""
        found = super().looks(part)
        if found or not isinstance(part, int):
            return found
        shards = self.shards(part)
        looks = [super(RowShelf, self).looks(shard) for shard in shards] if len(shards) > 1 else [()]
        return tuple(look for one in looks for look in one) if all(looks) else ()

    def read(self, key: tables.TableKey, part: int | Shard) -> SealedLayer | None:
        """Read a part anew."""
        if isinstance(part, int) and not tables.is_there(key) and self.looks(part):
            return self._in_shards(part)
        return super().read(key, part)

    def _in_shards(self, layer: int) -> SealedLayer | None:
        """Return a layer that lies in its shards; none of their chances is read."""
        shards = self.shards(layer)
        widths, sure, sums = [], [], []
        for shard in shards:
            key = self.key(shard)
            found = None if key is None else super().read(key, shard)
            if found is None or found.seals is None:
                return None
            widths.append(np.diff(found.layer.first))
            sure.append(found.layer.sure)
            sums.append(found.seals.sums)
        first = SIMD + np.concatenate(([0], np.cumsum(np.concatenate(widths), dtype=np.int64)))
        begins = first[[shard.begin for shard in shards]]
        chances = ChancesInShards(self, shards, begins, int(first[-1]) + SIMD)
        seals = Seals(chances.name, chances, self.stops(layer), np.concatenate(sums))
        return SealedLayer(CurveLayer(first, np.concatenate(sure), nothing_read(chances)), seals)


class ChancesInShards:
    """The chances of a layer that lies in its shards: each is opened when something is read of it."""

    def __init__(self, shelf: RowShelf, shards: list[Shard], begins: Ints64, size: int) -> None:
        self.shelf, self.shards, self.begins = shelf, shards, begins
        self.shape, self.dtype = (size,), shelf.dtype
        self._opened: Callable[[int], Any] = lru_cache(MOST_FILES)(self._open)

    def name(self, begin: int) -> str:
        """Return the table in which a chance is."""
        key = self.shelf.key(self.shards[self._place(begin)])
        return "" if key is None else key.folder

    def read(self, begin: int, out: NDArray[Any]) -> None:
        """Fill an array with the chances from a place on, all of one shard."""
        if len(out):
            place = self._place(begin)
            self._opened(place).read(begin - int(self.begins[place]) + SIMD, out)

    def _place(self, begin: int) -> int:
        return int(np.searchsorted(self.begins, begin, side="right")) - 1

    def _open(self, place: int) -> tables.StoredArray:
        key = self.shelf.key(self.shards[place])
        table = None if key is None else tables.load(key, unchecked=("chances",))
        if table is None:
            raise TableError("it is not there any more")
        return table.parts["chances"]


@dataclass(frozen=True, eq=False)
class CurveShelf(RowShelf):
    """The tables of a card's target curves."""

    @property
    def by_set(self) -> Ints64:
        """Known before anything is solved."""
        return targets_by_set(self.encoded)

    def serves(self, part: int | Shard) -> dict[str, str]:
        """A shard serves its layer."""
        key = None if isinstance(part, int) or part.of == 1 else self.key(part.layer)
        return {} if key is None else {JOINED: key.folder}


@dataclass(frozen=True, eq=False)
class WorkShelf(RowShelf):
    """Tables of rows that answer one question: in double precision, and gone when it is answered."""

    widths: Ints64 = field(kw_only=True)
    until: str = field(default="", kw_only=True)
    """The name of the lock that is held until the question is answered."""
    what: str = field(default="", kw_only=True)
    """What is worked out."""

    @property
    def by_set(self) -> Ints64:
        """As whoever asks has found out."""
        return self.widths

    @property
    def dtype(self) -> np.dtype[Any]:
        """Rows are not kept for long."""
        return np.dtype(np.float64)

    @property
    def told(self) -> tuple[Any, ...]:
        """What the rows are kept for, too."""
        return self.size, self.until, self.what

    def serves(self, part: int | Shard) -> dict[str, str]:
        """All parts serve the question."""
        return {UNTIL: self.until, WHAT: self.what}


def cut_rows(encoded: Encoding, by_set: Ints64, layer: int, size: int) -> list[Shard]:
    """Cut a layer between sets of open boxes, by how many numbers they have at most."""
    from dicedevil.solvers.layers import cut_layer  # late: a table that is there needs no shards

    groups = encoded.layers[layer]
    return cut_layer(layer, by_set[groups], encoded.sizes[groups], size)


def usable_layers(
    shelf: RowShelf, boxes: int, full: CurveLayer | None = None
) -> list[SealedLayer | None]:
    """Return the layers on the shelf with up to so many open boxes, the full cards first.

    One that others are made from is checked as a whole, if it fits in memory.
    """
    layers: list[SealedLayer | None] = [SealedLayer(full or full_card(shelf.encoded))]
    with tables.listed_once():
        layers += [shelf.load(open_boxes) for open_boxes in range(1, boxes + 1)]
    for open_boxes in range(len(layers) - 1, 0, -1):
        before = layers[open_boxes - 1]
        if layers[open_boxes] is None and before is not None:
            try:
                if before.layer.chances.nbytes < shelf.budget.room() // 2:
                    before.whole()
            except TableError as error:
                shelf.say_damage(error)
                layers[open_boxes - 1] = None
    return layers


def full_card(encoded: Encoding) -> CurveLayer:
    """Return the curves without open boxes: nothing more can be scored."""
    states = int(encoded.sizes[0])
    nothing = np.zeros(2 * SIMD, dtype=np.float32)
    return CurveLayer(np.full(states + 1, SIMD), np.zeros(states, dtype=np.int32), nothing)
