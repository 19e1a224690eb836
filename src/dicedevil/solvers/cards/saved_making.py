"""Making the tables of a card that saves throws: layer by layer, few open boxes first.

The turns of a shard lead to a few shards of the layer before it: these are read, the shard is made and
written (`solvers.layers`). So much is in memory at a time, and a kill costs the shards in work.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from dicedevil.errors import TableError
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.saved_shelf import NUMBER, SavedShelf
from dicedevil.solvers.cards.shards import run_pieces, split_groups
from dicedevil.solvers.cards.sharing import Sharing, share_scores
from dicedevil.solvers.cards.shelf import CurveLayer, SealedLayer
from dicedevil.solvers.cards.states import Ints64
from dicedevil.solvers.layers import (
    LayeredTable,
    Order,
    Shard,
    Tell,
    make_missing_layers,
    tell_no_one,
)
from dicedevil.solvers.machine import SIMD, compiled_before, cores, megabytes
from dicedevil.solvers.progress import about
from dicedevil.solvers.tables import TableKey, listed_once

LANE = "dicedevil.solvers.cards.saved_lane"
"""The module whose `table_for` makes such a table again."""
SHARDS_PER_THREAD = 8
"""So that threads finish a shard at about the same time, and progress is told often."""
SECONDS_PER_ROW = 1.8e-9
"""Measured: one row of the lattice, a tile of states side by side, one core."""
SCORED = 0.35
"""Measured: rows read to score a roll, for each open box, where boxes are scored together."""
BESIDE = 190 << 20
"""Bytes beside the shards, measured: Python, NumPy, compiled code."""
BESIDE_SET = 110
"""The same for each set of open boxes: the numbering of the cards."""


@dataclass(frozen=True)
class SavedCost:
    """What making tables of saved throws takes, told before it is begun."""

    values: int
    table_bytes: int
    memory_bytes: int
    seconds: float

    def __str__(self) -> str:
        """In a line for a person."""
        return (
            f"{self.values:,} values, {megabytes(self.table_bytes)} on disk, "
            f"{megabytes(self.memory_bytes)} of memory, {about(self.seconds)} on {cores()} cores"
        )


def _untested(shard: Shard, known: dict[Shard, SealedLayer]) -> None:
    """Test nothing: nothing is kept."""


@dataclass(eq=False)
class SavedTable(LayeredTable):
    """The layers with up to so many open boxes: those on the shelf, and those to be made."""

    shelf: SavedShelf
    boxes: int
    sign: int = 1
    budget: Budget = USUAL
    game: Any = None
    """Another process makes its shards too; None: nothing is kept."""
    objective: str = ""
    test: Callable[[Shard, dict[Shard, SealedLayer]], None] = _untested
    """Holds a shard against the rules before it is kept."""
    threads: Executor | None = None
    """Who runs the pieces of a shard; None for one thread, this one."""
    known: dict[Shard, SealedLayer] = field(default_factory=dict)

    @cached_property
    def sharing(self) -> Sharing:
        """Which boxes are scored together."""
        return share_scores(self.shelf.encoded)

    @cached_property
    def wanted(self) -> list[Shard]:
        """All shards, few open boxes first."""
        return [part for parts in self.shelf.parts[: self.boxes + 1] for part in parts]

    def found(self) -> dict[Shard, SealedLayer]:
        """Return the shards on the shelf."""
        with listed_once():
            loaded = [(part, self.shelf.load(part)) for part in self.wanted]
        return {part: sealed for part, sealed in loaded if sealed is not None}

    def missing_cost(self, keeps: bool) -> SavedCost | None:
        """Return what the shards take that are not on the shelf; None if all are."""
        found = self.found()
        missing = [part for part in self.wanted if part not in found]
        return self.cost(missing, keeps) if missing else None

    def cost(self, missing: list[Shard], keeps: bool) -> SavedCost:
        """Return what it takes to make these shards."""
        sizes = {part: NUMBER * part.values for part in self.wanted}
        held = [
            sum(sizes[one] for one in self.shelf.before(part)) + 2 * sizes[part] for part in missing
        ]
        most = max(held) if keeps else sum(sizes.values()) + max(held)
        scratch = cores() * 8 * SIMD * 2 * self.shelf.encoded.card.keep_count
        index = (3 * NUMBER + BESIDE_SET) * len(self.shelf.encoded.sizes)
        return SavedCost(
            sum(part.values for part in missing),
            sum(sizes[part] for part in missing),
            most + scratch + index + BESIDE,
            sum(self.rows(part) for part in missing) * SECONDS_PER_ROW / cores(),
        )

    def rows(self, part: Shard, groups: Ints64 | None = None) -> int:
        """Return how many rows of tiles are gone through to make a shard, or some of its sets."""
        encoded, lattice = self.shelf.encoded, self.shelf.encoded.lattice.arrays
        sizes = encoded.sizes[self.shelf.groups(part) if groups is None else groups]
        tiles = int((-(-sizes // SIMD)).sum())
        rungs = 1 + encoded.card.rerolls + self.shelf.most(part.layer)
        scored = lattice.rolls * min(part.layer, 2 + SCORED * part.layer)
        return tiles * rungs * (lattice.more.size + lattice.fewer.size + int(scored))

    @property
    def missing(self) -> list[int]:
        """The layers of which something is not on the shelf."""
        return sorted({part.layer for part in self.wanted if part not in self.known})

    def shards(self, layer: int) -> list[Shard]:
        """Cut a layer between sets of open boxes."""
        return self.shelf.parts[layer]

    def key(self, shard: Shard) -> TableKey | None:
        """One table a shard."""
        return self.shelf.key(shard)

    def title(self, layer: int) -> str:
        """Say how many boxes are open."""
        return f"saved throws, {layer} of {self.boxes} boxes"

    def make(self) -> dict[Shard, SealedLayer]:
        """Return all shards; what is on the shelf is not made again."""
        executor = self.budget.executor
        with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as self.threads:
            while True:
                self.known = self.found()
                try:
                    make_missing_layers(self)
                except TableError as error:  # a shard on the shelf: it says so itself from now on
                    if not any(one.damaged for one in self.known.values()):
                        raise
                    self.shelf.say_damage(error)
                    continue
                return self.known

    def solve(self, shard: Shard, tell: Tell = tell_no_one) -> CurveLayer:
        """Find the values of a shard, and test some of them."""
        if not compiled_before("cards", "solve_saved"):
            self.budget.progress("compiling, the first time only", 0, shard.values)
        from dicedevil.solvers.cards.kernels.saved import solve_saved

        encoded, known = self.shelf.encoded, self._known_before(shard)
        base, values = self.before(shard, known)
        made, groups = self.shelf.blank(shard), self.shelf.groups(shard)
        out: Any = made.chances
        card = encoded.arrays._replace(base=base, sign=self.sign)
        most, rerolls = self.shelf.most(shard.layer), encoded.card.rerolls

        def solve(piece: Ints64) -> int:
            place = int(np.searchsorted(groups, piece[0]))
            first = made.first[place : place + len(piece)]
            lattice = encoded.lattice.arrays
            solve_saved(lattice, card, self.sharing, rerolls, most, piece, values, first, out)
            return int(encoded.sizes[piece].sum()) * (1 + most)

        pieces = split_groups(encoded, groups, cores() * SHARDS_PER_THREAD)
        run_pieces(solve, pieces, self.threads, tell)
        self.test(shard, {**known, shard: SealedLayer(made)})
        for one in known.values():
            one.leave_memory()  # a few values of it were tested
        return made

    def _known_before(self, shard: Shard) -> dict[Shard, SealedLayer]:
        """Return the shards that this one follows from: in another process, as they are on disk."""
        found = {one: self.known.get(one) or self.shelf.load(one) for one in self.shelf.before(shard)}
        if None in found.values():
            raise TableError(f"A part of the saved throws of {self.game} is not on disk any more.")
        return {one: sealed for one, sealed in found.items() if sealed is not None}

    def seal(self, shard: Shard, found: CurveLayer) -> None:
        """Write a shard."""
        self.shelf.write(shard, found)

    def read(self, shard: Shard) -> SealedLayer | None:
        """Return a shard on the shelf; what is in it is checked when it is looked at."""
        return self.shelf.load(shard)

    def take(self, shard: Shard, found: CurveLayer | SealedLayer) -> None:
        """Know a shard; on disk, it leaves the memory free."""
        made = found if isinstance(found, SealedLayer) else self.shelf.load(shard) or SealedLayer(found)
        self.known[shard] = made

    def finish(self, layer: int) -> None:
        """A layer is its shards."""

    def say(self, message: str) -> None:
        """Tell whoever listens, once."""
        self.shelf.say(message)

    def order(self) -> Order | None:
        """Say what other processes are to make."""
        if self.game is None or self.key(self.wanted[0]) is None:
            return None
        return Order.of(self.game, LANE, (self.objective, self.boxes), self.budget)

    def before(self, part: Shard, known: dict[Shard, SealedLayer]) -> tuple[Ints64, Floats]:
        """Return the values that the turns of a shard lead to, and where those of a set begin."""
        base = np.zeros(len(self.shelf.encoded.sizes), np.int64)
        if part.layer == 1:
            size = int(self.shelf.encoded.sizes[0]) * (1 + self.shelf.most(0))
            return base, np.zeros(size + SIMD)
        needed = self.shelf.before(part)
        values = np.empty(sum(one.values for one in needed) + SIMD)
        values[-SIMD:] = 0.0
        place = 0
        for one in needed:
            layer = known[one].whole()
            stop = place + len(layer.chances) - 2 * SIMD
            values[place:stop] = layer.chances[SIMD:-SIMD]
            base[self.shelf.groups(one)] = layer.first[:-1] - SIMD + place
            known[one].leave_memory()
            place = stop
        return base, values
