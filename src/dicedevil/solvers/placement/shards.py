"""Matches too large for the memory: how their layers are cut, and rows that are read from disk.

A layer is all pairs with equally many open slots, the first player to move. Those between, in which
the second is, are never kept:

    after(mine, theirs)    = mean over rolls of  worst over their slots of  V(mine, theirs - slot)
    V(mine, theirs)        = mean over rolls of  best over my slots of      after(mine - slot, theirs)

Neither half of a round changes the other player's set. So a layer is cut between sets of the second
player: of each set that a shard has, the values in between are worked out there, once, and by no other
shard. They follow from one set of the first player at a time, so that what is read of the layer after
goes by *strips*: some sets of the first player, under a seal (a checksum) for each set of the second.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import TableError
from dicedevil.families.placement.game import PlacementGame
from dicedevil.remembering import Remembers
from dicedevil.solvers.layers import Shard, cut_layer
from dicedevil.solvers.placement.kernels.pairs import Layer
from dicedevil.solvers.placement.leads import Ints, Leads
from dicedevil.solvers.placement.players import PlacementMatch
from dicedevil.solvers.placement.values import MatchValues
from dicedevil.solvers.tables import StoredArray, TableKey, kept_in, load, save

Floats = NDArray[np.float64]

SHARD = 1 << 23
"""Values of a shard, about: half a second of a core, and 64 MB."""
STRIP = 1 << 15
"""Values under one seal, about: read in a fraction of a millisecond."""
SEAL = 16
"""Bytes of a seal."""
NUMBER = 8
"""Bytes of a value."""
MOST_FILES = 256
"""Shards that stay open."""


@dataclass(frozen=True)
class MatchCuts(Remembers):
    """The layers of a match by open slots, and how they are cut."""

    game: PlacementGame
    size: int = SHARD
    strip: int = STRIP

    @cached_property
    def leads(self) -> Leads:
        """Which leads count."""
        return Leads(self.game)

    @cached_property
    def columns(self) -> Callable[[int], Ints]:
        """By layer, and by set of the second player: how many values there are."""
        return lru_cache(None)(lambda layer: self.leads.columns(layer, layer))

    def values(self, layer: int) -> int:
        """Return how many values a layer has."""
        return int(self.columns(layer).sum())

    @cached_property
    def states(self) -> int:
        """How many pairs with a lead that is still open there are, whoever is to move."""
        layers = range(self.game.slots + 1)
        return sum(map(self.values, layers)) + sum(int(self.between(one).sum()) for one in layers[1:])

    def between(self, layer: int) -> Ints:
        """By set of the second player, who is to move: how many positions there are."""
        return self.leads.columns(layer - 1, layer)

    @cached_property
    def shards(self) -> Callable[[int], list[Shard]]:
        """The shards of a layer, which begin and stop at sets of the second player."""
        return lru_cache(None)(self._cut)

    def _cut(self, layer: int) -> list[Shard]:
        columns = self.columns(layer)
        return cut_layer(layer, columns, np.ones(len(columns), np.int64), self.size)

    @cached_property
    def strips(self) -> Callable[[int], list[tuple[int, int]]]:
        """The strips of a layer: each from one set of the first player to another."""
        return lru_cache(None)(self._strips)

    def _strips(self, layer: int) -> list[tuple[int, int]]:
        sets, longest = len(self.leads.sets[layer]), int(self.columns(layer).max())
        many = min(sets, -(-longest // self.strip))
        cuts: list[int] = np.linspace(0, sets, many + 1).astype(np.int64).tolist()
        return list(pairwise(cuts))

    def seconds(self, shard: Shard) -> Ints:
        """Return the second player's sets of a shard."""
        return self.leads.sets[shard.layer][shard.begin : shard.stop]

    def laid_out(self, shard: Shard) -> Layer:
        """Return the pairs of a shard, and where their rows are in it."""
        return self.leads.by_column(self.leads.sets[shard.layer], self.seconds(shard))

    def sealed(self, shard: Shard) -> Ints:
        """Return where the parts under a seal begin in a shard, set by set of the second player."""
        here = self.laid_out(shard)
        start = here.start[:-1].reshape(-1, shard.stop - shard.begin)
        begins = start[[begin for begin, _ in self.strips(shard.layer)]]
        return np.append(begins.T.reshape(-1), here.start[-1])

    def before(self, layer: int, place: int, strip_begin: int) -> int:
        """Return how many values of a set of the second player come before a strip."""
        sets = self.leads.sets[layer]
        low, high = self.leads.counting(sets[:strip_begin], sets[place])
        return int(np.maximum(high - low + 1, 0).sum())

    def needed(self, shard: Shard) -> Ints:
        """Return the places, in the layer after, of the second player's sets that a shard leads to."""
        seconds, found = self.seconds(shard), set[int]()
        for slot in range(self.game.slots):
            found.update((seconds[seconds >> slot & 1 == 1] ^ (1 << slot)).tolist())
        return np.sort(self.leads.rank[sorted(found)])

    def shard_of(self, layer: int, place: int) -> Shard:
        """Return the shard in which a set of the second player is."""
        return next(one for one in self.shards(layer) if one.begin <= place < one.stop)


class SealedShard(NamedTuple):
    """A shard on disk, open."""

    name: str
    values: StoredArray
    begins: Ints
    sums: NDArray[np.uint8]

    def read(self, part: int, out: Floats) -> None:
        """Read what is under a seal; refuse what has changed."""
        try:
            self.values.read(int(self.begins[part]), out)
            if _seal(out) != self.sums[part].tobytes():
                raise TableError("values have changed")
        except (OSError, TableError) as error:
            raise TableError(f"The table {self.name} is damaged: {error}.") from None


def _seal(values: Floats) -> bytes:
    return hashlib.blake2b(values.data, digest_size=SEAL).digest()


def write_shard(key: TableKey, shard: Shard, cuts: MatchCuts, values: Floats) -> None:
    """Write a shard; OSError where that cannot be."""
    seals = b"".join(_seal(values[a:b]) for a, b in pairwise(cuts.sealed(shard).tolist()))
    sums = np.frombuffer(seals, np.uint8).reshape(-1, SEAL)
    facts = {"states": len(values), "begin": shard.begin, "strips": len(cuts.strips(shard.layer))}
    save(key, {"values": values, "seals": sums}, facts)


def open_shard(key: TableKey, shard: Shard, cuts: MatchCuts) -> SealedShard | None:
    """Open a shard; None if there is none, or one that was cut otherwise."""
    table = load(key, unchecked=("values",))
    if table is None:
        return None
    found, begins = table.parts["values"], cuts.sealed(shard)
    told = table.facts.get("begin"), table.facts.get("strips"), found.shape, found.dtype
    if told != (shard.begin, len(cuts.strips(shard.layer)), (shard.values,), np.float64):
        return None
    return SealedShard(key.folder, found, begins, table.arrays["seals"])


@dataclass(frozen=True, eq=False)
class StoredRows(Remembers):
    """The rows of a match on disk, read by strips; every one is checked whenever it is read."""

    cuts: MatchCuts
    keys: Mapping[Shard, TableKey]
    folder: str
    """Where they are kept: a folder, or the address of a store."""
    tie_share: float
    """What a lead of nothing is worth in the end."""
    most: int = 1 << 8
    """Strips that are remembered."""
    damaged: set[Shard] = field(default_factory=set)
    """Shards that were found to be."""

    @cached_property
    def opened(self) -> Any:
        """Return a shard, open."""
        return lru_cache(MOST_FILES)(self._open)

    def _open(self, shard: Shard) -> SealedShard:
        key = self.keys[shard]
        with kept_in(self.folder):  # threads are not told where tables are
            found = open_shard(key, shard, self.cuts)
        if found is None:
            raise TableError(f"The table {key.folder} is not on disk any more.")
        return found

    def read(self, layer: int, place: int, strip: int, out: Floats) -> None:
        """Read a strip of a set of the second player."""
        if layer == 0:  # all slots are filled
            out[:] = self.tie_share
            return
        shard = self.cuts.shard_of(layer, place)
        part = (place - shard.begin) * len(self.cuts.strips(layer)) + strip
        try:
            self._read(shard, part, out)
        except TableError:
            self.damaged.add(shard)
            raise

    def _read(self, shard: Shard, part: int, out: Floats) -> None:
        """Read what is under a seal; what was opened before it was made again is opened anew."""
        try:
            self.opened(shard).read(part, out)
        except TableError:
            self.opened.cache_clear()
            self.opened(shard).read(part, out)

    def row(self, first: int, second: int) -> Floats:
        """Return the row of a pair with equally many open slots."""
        layer, leads = first.bit_count(), self.cuts.leads
        mine, place = int(leads.rank[first]), int(leads.rank[second])
        strips = self.cuts.strips(layer)
        strip = next(number for number, (_, stop) in enumerate(strips) if mine < stop)
        starts, values = self.strip(layer, place, strip)
        begin = mine - strips[strip][0]
        row: Floats = values[starts[begin] : starts[begin + 1]]
        return row

    @cached_property
    def strip(self) -> Any:
        """Return where the rows of a strip of a set of the second player begin, and these."""
        return lru_cache(self.most)(self._strip)

    def _strip(self, layer: int, place: int, strip: int) -> tuple[Ints, Floats]:
        sets, (begin, stop) = self.cuts.leads.sets[layer], self.cuts.strips(layer)[strip]
        starts = self.cuts.leads.layer(sets[begin:stop], sets[place : place + 1]).start
        values = np.empty(int(starts[-1]))
        self.read(layer, place, strip, values)
        return starts, values

    def prove(self, shard: Shard) -> bool:
        """Read all of a shard; tell whether it is whole."""
        try:
            opened = self._open(shard)
            for part, (begin, stop) in enumerate(pairwise(opened.begins.tolist())):
                opened.read(part, np.empty(stop - begin))
        except TableError:
            self.damaged.add(shard)
            return False
        return True


@dataclass(frozen=True, eq=False)
class FreeValues(MatchValues):
    """The values of a match of two who play best, in rows on disk."""

    rows: StoredRows

    @property
    def match(self) -> PlacementMatch:
        """Two who play best."""
        return PlacementMatch(self.rows.cuts.game)

    def came(self, number: int, first: int, second: int) -> tuple[int, int]:
        """Return the leads that can have come up at a pair."""
        low, high = self.rows.cuts.leads.came(first, second)
        return int(low), int(high)

    def counting(self, number: int, first: int, second: int) -> tuple[int, int]:
        """Return those that do not decide the match yet."""
        low, high = self.rows.cuts.leads.counting(first, second)
        return int(low), int(high)
