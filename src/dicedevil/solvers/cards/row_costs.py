"""What rows take: bytes of layers and shards, and time, known before anything is solved."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.row_shelf import RowShelf
from dicedevil.solvers.cards.states import Encoding
from dicedevil.solvers.layers import Shard
from dicedevil.solvers.machine import SIMD, cores

SECONDS_PER_ROW = 7e-11
"""Measured: one row of the lattice, one target, one core at 3 GHz."""
PROCESS = 150 << 20
"""Bytes of any process beside the layers, measured: Python, NumPy and compiled code."""
PER_STATE = 12
"""Bytes of a state beside its row: where that begins, and the points that are sure."""
PER_SET = 64
"""Bytes of a set of open boxes: numbers, places and seals."""
COPIES = 3
"""Of a shard while it is made: as it is found, trimmed, and on its way to the disk."""


class RowSizes:
    """How many bytes layers and shards take at most."""

    def __init__(self, shelf: RowShelf) -> None:
        self.shelf, self.encoded, self.number = shelf, shelf.encoded, shelf.dtype.itemsize
        self.most = [int(shelf.by_set[groups].sum()) for groups in self.encoded.layers]
        """By layer: how many numbers there are."""
        self.states = [int(self.encoded.sizes[groups].sum()) for groups in self.encoded.layers]

    def layer(self, layer: int) -> int:
        """Return what a layer takes, in memory or on disk."""
        return self.number * self.most[layer] + PER_STATE * self.states[layer]

    def held(self, layer: int) -> int:
        """Return what it takes to make a layer and join it in memory, the one before beside it."""
        return self.layer(layer - 1) + 2 * self.layer(layer) + self._largest(layer)

    def _largest(self, layer: int) -> int:
        return COPIES * self.number * min(2 * self.shelf.size, self.most[layer])

    def work(self, shard: Shard) -> int:
        """Return what a shard in work takes."""
        states = self.states[shard.layer] * PER_STATE
        return COPIES * self.number * shard.values + states + self.beside

    @cached_property
    def beside(self) -> int:
        """What the threads' kernels take, and the numbering of sets for one shard."""
        scratch = cores() * 8 * SIMD * 2 * self.encoded.card.keep_count
        return scratch + 8 * len(self.encoded.sizes)

    def streamed(self, layer: int) -> int:
        """Return what a process takes that reads no more of the layer before than a shard needs."""
        below = self.shelf.by_set[self.encoded.layers[layer - 1]]
        shards = self.shelf.shards(layer)
        needed = max(int(below[self.shelf.before(shard)].sum()) for shard in shards)
        work = max(self.work(shard) for shard in shards)
        return self.number * needed + work + PER_STATE * self.states[layer - 1] + self.always

    @cached_property
    def always(self) -> int:
        """What any process takes: Python and the numbering of the sets."""
        return PROCESS + PER_SET * len(self.encoded.sizes)

    def least(self, layers: Iterable[int]) -> int:
        """Return what making layers takes where each is read by parts and stays in its shards."""
        opened = PER_STATE * self.encoded.states
        return opened + max((self.streamed(layer) for layer in layers if layer), default=self.always)


def room_for(budget: Budget) -> int:
    """Return how many bytes rows may take: beside what is in use, and what a process takes anyway."""
    return min(budget.room(), budget.memory - PROCESS)


def seconds_for(encoded: Encoding, chances: int) -> float:
    """Estimate how long so many chances take."""
    lattice, rerolls = encoded.lattice.arrays, encoded.card.rerolls
    rows = rerolls * (lattice.more.size + lattice.fewer.size + lattice.keeps) + 6 * lattice.rolls
    return chances * rows * SECONDS_PER_ROW / cores()


def scratch_bytes(encoded: Encoding) -> int:
    """Return what the kernels of one thread take."""
    return int(np.dtype(np.float64).itemsize * SIMD * 2 * encoded.card.keep_count)
