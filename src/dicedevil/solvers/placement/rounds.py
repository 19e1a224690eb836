"""One round of a match by shards: what the sets of a shard follow from, read from disk by strips.

Strips that fit into the memory allowed stay there, for the next shards of the layer.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import cached_property

import numpy as np

from dicedevil.solvers.budget import resident
from dicedevil.solvers.layers import Shard, Tell, tell_no_one
from dicedevil.solvers.machine import cores
from dicedevil.solvers.placement.kernels.pairs import Layer, Step, solve_pairs
from dicedevil.solvers.placement.leads import Ints
from dicedevil.solvers.placement.shards import NUMBER, Floats, StoredRows
from dicedevil.solvers.where import run_pieces

BESIDE = 190 << 20
"""Bytes of a process beside shards and strips: Python, NumPy, compiled code."""
PIECES = 4
"""Of a shard, for each thread: so that they finish at about the same time."""
PER_PAIR = 8
"""Numbers of a pair beside its row: which leads count, where rows begin, and what that is made of."""


class HeldStrips:
    """Strips of a layer that stay in memory, as many as were allowed: those that are read first."""

    def __init__(self, layer: int, most: int) -> None:
        self.layer, self._places = layer, dict[tuple[int, int], tuple[int, int]]()
        self._room, self._taken = np.empty(max(0, most) // NUMBER), 0
        self._taking = threading.Lock()

    def read(self, rows: StoredRows, place: int, strip: int, out: Floats) -> None:
        """Fill in a strip of a set of the second player; keep it, if there is room."""
        if found := self._places.get((place, strip)):
            out[:] = self._room[slice(*found)]
            return
        rows.read(self.layer, place, strip, out)
        with self._taking:
            begin, stop = self._taken, self._taken + len(out)
            if stop > len(self._room):
                return
            self._taken = stop
        self._room[begin:stop] = out
        self._places[place, strip] = begin, stop


class Rounds:
    """The rounds of a match of two who play best, whose last ones are on disk."""

    def __init__(self, rows: StoredRows, memory: int) -> None:
        self.rows, self.cuts, self.slots = rows, rows.cuts, rows.cuts.game.slots
        self.threads: Executor | None = None  # who runs the pieces of a shard; None for this one
        self._room = memory - max(BESIDE, resident()) - self.work_bytes
        self._held: HeldStrips | None = None
        self._changing = threading.Lock()

    @cached_property
    def work_bytes(self) -> int:
        """What a shard in work takes, at most: its values, those between, and strips for threads."""
        return max(self._work(layer) for layer in range(1, self.slots + 1))

    def _work(self, layer: int) -> int:
        below, sets = layer - 1, len(self.cuts.leads.sets[layer])
        strip = -(-int(self.cuts.columns(below).max()) // len(self.cuts.strips(below)))
        most = 0
        for shard in self.cuts.shards(layer):
            strips = 2 * cores() * strip * len(self.cuts.needed(shard))
            pairs = PER_PAIR * sets * (shard.stop - shard.begin)
            most = max(most, NUMBER * (5 * shard.values // 2 + pairs + strips))
        return most

    @contextmanager
    def by_threads(self, executor: Executor | None) -> Iterator[None]:
        """Run pieces by all threads of this process; in the end nothing stays in memory."""
        with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as self.threads:
            yield
        self.threads = None
        self.forget()

    def forget(self) -> None:
        """Let go of what was read."""
        with self._changing:
            self._held = None

    def held(self, layer: int) -> HeldStrips:
        """Return the strips of a layer that stay in memory; those of another layer go."""
        with self._changing:
            if self._held is None or self._held.layer != layer:
                self._held = None  # its room is needed
                most = min(NUMBER * self.cuts.values(layer), self._room * 3 // 4)
                self._held = HeldStrips(layer, most)
            return self._held

    def strip(self, held: HeldStrips, strip: int, needed: Ints) -> tuple[Layer, Floats]:
        """Return the rows of a strip, of those sets of the second player that are needed."""
        sets, (begin, stop) = self.cuts.leads.sets[held.layer], self.cuts.strips(held.layer)[strip]
        layer = self.cuts.leads.by_column(sets[begin:stop], sets[needed])
        values = np.empty(int(layer.start[-1]))
        for place, part in zip(needed.tolist(), by_set(layer, values), strict=True):
            held.read(self.rows, place, strip, part)
        return layer, values

    def step(self, chooser: int, first_rank: Ints, second_rank: Ints) -> Step:
        """Say who does what, and where sets are found after that."""
        game, nobody = self.cuts.game, np.zeros(0, np.int64)
        paid = [[game.points(slot + 1, total) for total in game.totals] for slot in range(self.slots)]
        points, chances, plan = np.array(paid, np.int64), np.array(game.chances), np.zeros(1, np.int64)
        return Step(chooser, -1, points, chances, first_rank, second_rank, plan, nobody, np.zeros(0))

    def second_step(self, begin: int, layer: int, needed: Ints) -> Step:
        """Return the step of the second player, to the strip that begins at a set of the first."""
        leads = self.cuts.leads
        return self.step(1, leads.rank - begin, self._places(leads.sets[layer][needed]))

    def first_step(self, shard: Shard) -> Step:
        """Return the step of the first player, who leaves the second's sets as they are."""
        return self.step(0, self.cuts.leads.rank, self._places(self.cuts.seconds(shard)))

    def _places(self, sets: Ints) -> Ints:
        """Return, by set of slots, its place among these."""
        places = np.zeros(1 << self.slots, np.int64)
        places[sets] = np.arange(len(sets))
        return places

    def between(self, shard: Shard, tell: Tell = tell_no_one) -> tuple[Layer, Floats]:
        """Return the pairs in which the second player has the sets of a shard and is to move."""
        leads, layer = self.cuts.leads, shard.layer - 1
        seconds, needed, held = self.cuts.seconds(shard), self.cuts.needed(shard), self.held(layer)
        here = leads.layer(leads.sets[layer], seconds)
        out, many = np.empty(int(here.start[-1])), len(seconds)

        def solved(strip: int) -> int:
            begin, stop = self.cuts.strips(layer)[strip]
            after, values = self.strip(held, strip, needed)
            step = self.second_step(begin, layer, needed)
            solve_pairs(begin * many, stop * many, step, here, after, values, out)
            return shard.values * (stop - begin) // (2 * len(here.first))

        run_pieces(solved, range(len(self.cuts.strips(layer))), self.threads, tell)
        return here, out

    def values(
        self, shard: Shard, between: Layer, after: Floats, tell: Tell = tell_no_one
    ) -> tuple[Layer, Floats]:
        """Return the pairs of a shard: they follow from those between."""
        here, out, step = self.cuts.laid_out(shard), np.empty(shard.values), self.first_step(shard)
        sets, many = len(here.first), shard.stop - shard.begin
        size = -(-sets // (PIECES * cores()))

        def solved(begin: int) -> int:
            stop = min(sets, begin + size)
            solve_pairs(begin * many, stop * many, step, here, between, after, out)
            return shard.values * (stop - begin) // (2 * sets)

        run_pieces(solved, range(0, sets, size), self.threads, tell)
        return here, out


def by_set(layer: Layer, values: Floats) -> list[Floats]:
    """Return the parts of values that lie by set of the second player."""
    return np.split(values, layer.start[1 : len(layer.second)])
