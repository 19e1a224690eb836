"""Making a match that is too large for the memory, few open slots first, by shards through the disk.

Of the layer after, a shard reads what its moves lead to, strip by strip (`match_shards`); strips that
fit into the memory allowed stay there for the next shards. All shards are kept: they are the table.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from dicedevil.errors import TableError
from dicedevil.families.placement.game import PlacementGame
from dicedevil.objectives import OBJECTIVES
from dicedevil.rules import Position
from dicedevil.solvers import shared
from dicedevil.solvers.budget import Budget, resident
from dicedevil.solvers.held import Look, glance
from dicedevil.solvers.layers import (
    LayeredTable,
    Order,
    Shard,
    Tell,
    make_missing_layers,
    tell_no_one,
)
from dicedevil.solvers.machine import compiled_before, cores
from dicedevil.solvers.pieces import run_pieces
from dicedevil.solvers.placement.kernels.pairs import Layer, Step, solve_pairs
from dicedevil.solvers.placement.leads import Ints
from dicedevil.solvers.placement.match_shards import (
    NUMBER,
    Floats,
    FreeValues,
    MatchCuts,
    SealedShard,
    StoredRows,
    open_shard,
    write_shard,
)
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.tables import TableKey, default_folder, listed_once, told_where
from dicedevil.wrapped.turn_by_turn import MatchState, TurnByTurn

LARGE_MATCHES = "dicedevil.solvers.placement.large_matches"
"""The module whose `table_for` makes such a table again."""
BESIDE = 190 << 20
"""Bytes of a process beside shards and strips: Python, NumPy, compiled code."""
PIECES = 4
"""Of a shard, for each thread: so that they finish at about the same time."""


def error_bound(game: PlacementGame) -> float:
    """Bound the error of a value: two steps a slot, each a mean over all rolls of values in [0, 1]."""
    return 2 * game.slots * 3 * (len(game.chances) + 1) * 2.0**-53


class Strips:
    """Strips of a layer that stay in memory, as many as were allowed: those that are read first."""

    def __init__(self, layer: int, most: int) -> None:
        self.layer, self._places = layer, dict[tuple[int, int], tuple[int, int]]()
        self._room, self._taken = np.empty(max(0, most) // NUMBER), 0
        self._taking = threading.Lock()

    def read(self, rows: StoredRows, place: int, strip: int, out: Floats) -> None:
        """Fill in a strip; keep it, if there is room."""
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


@dataclass(eq=False)
class MatchTable(LayeredTable):
    """The first player's share of the win at every pair of sets, with every lead, if both play best."""

    cuts: MatchCuts
    tie_share: float
    budget: Budget
    name: Callable[[str], TableKey | None]
    objective: str
    threads: Executor | None = None
    """Who runs the pieces of a shard; None for one thread, this one."""
    known: set[Shard] = field(default_factory=set)
    """Shards on disk."""
    _said: set[str] = field(default_factory=set)
    _strips: Strips | None = None
    _changing: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._beside = max(BESIDE, resident())

    @property
    def slots(self) -> int:
        """How many each player has."""
        return self.cuts.game.slots

    @cached_property
    def wanted(self) -> list[Shard]:
        """All shards, few open slots first; without any open nothing is left to decide."""
        return [one for layer in range(1, self.slots + 1) for one in self.shards(layer)]

    @cached_property
    def rows(self) -> StoredRows:
        """What is on disk."""
        keys = {one: key for one in self.wanted if (key := self.key(one)) is not None}
        return StoredRows(self.cuts, keys, told_where() or str(default_folder()), self.tie_share)

    @property
    def missing(self) -> list[int]:
        """The layers of which something is not on disk."""
        return sorted({one.layer for one in self.wanted if one not in self.known})

    def shards(self, layer: int) -> list[Shard]:
        """Cut a layer between sets of the second player."""
        return self.cuts.shards(layer)

    def key(self, shard: Shard) -> TableKey | None:
        """One table a shard."""
        return self.name(f"{shard.layer} open, part {shard.place + 1} of {shard.of} (pairs)")

    def title(self, layer: int) -> str:
        """Say how many slots are open."""
        return f"the match, {layer} of {self.slots} slots"

    def say(self, message: str) -> None:
        """Tell whoever listens, once."""
        if message not in self._said:
            self._said.add(message)
            super().say(message)

    # -- making ------------------------------------------------------------------------------------

    def look(self) -> None:
        """See what is on disk; what is in it is checked when it is read."""
        self.known.clear()
        with listed_once():
            for shard in self.wanted:
                self.read(shard)

    def make(self) -> None:
        """Make the shards that are missing."""
        if not compiled_before("placement", "solve_pairs"):
            self.budget.progress("compiling, the first time only", 0, self.cuts.values(self.slots))
        executor = self.budget.executor
        with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as self.threads:
            while True:
                try:
                    make_missing_layers(self)
                    break
                except TableError as error:
                    if not self.drop_damaged():
                        raise
                    self.say(f"{error} It is made again.")
        self._strips = None

    def drop_damaged(self) -> bool:
        """Remove shards that are damaged, whoever found them; tell whether there was any."""
        damaged = self.rows.damaged or {one for one in self.known if not self.rows.prove(one)}
        for shard in damaged:
            self.known.discard(shard)
            shared.discard(self.rows.keys[shard])
        found = bool(damaged)
        self.rows.damaged.clear()
        self.rows.forget()
        return found

    def solve(self, shard: Shard, tell: Tell = tell_no_one) -> Floats:
        """Find the values of a shard, and test some of them."""
        between, after = self._between(shard, tell)
        here, out = self.cuts.laid_out(shard), np.empty(shard.values)
        many, seconds = len(here.first), shard.stop - shard.begin
        step = self._step(0, self.cuts.leads.rank, _places(self.cuts.seconds(shard), self.slots))

        def solved(begin: int) -> int:
            stop = min(many, begin + size)
            solve_pairs(begin * seconds, stop * seconds, step, here, between, after, out)
            return shard.values * (stop - begin) // (2 * many)

        size = -(-many // (PIECES * cores()))
        run_pieces(solved, range(0, many, size), self.threads, tell)
        near = NearValues(self.rows, shard, here, out, between, after)
        glance(__name__, {"values": out}, self._looks(near))
        return out

    def _between(self, shard: Shard, tell: Tell) -> tuple[Layer, Floats]:
        """Return the pairs in which the second player has the sets of a shard and is to move."""
        leads, layer = self.cuts.leads, shard.layer - 1
        seconds, needed, strips = self.cuts.seconds(shard), self.cuts.needed(shard), self._held(layer)
        here = leads.layer(leads.sets[layer], seconds)
        out, places = np.empty(int(here.start[-1])), _places(leads.sets[layer][needed], self.slots)

        def solved(strip: int) -> int:
            begin, stop = self.cuts.strips(layer)[strip]
            after, values = self._strip(strips, strip, needed)
            step = self._step(1, leads.rank - begin, places)
            solve_pairs(begin * len(seconds), stop * len(seconds), step, here, after, values, out)
            return shard.values * (stop - begin) // (2 * len(here.first))

        run_pieces(solved, range(len(self.cuts.strips(layer))), self.threads, tell)
        return here, out

    def _strip(self, strips: Strips, strip: int, needed: Ints) -> tuple[Layer, Floats]:
        """Return the rows of a strip that a shard leads to."""
        sets, (begin, stop) = self.cuts.leads.sets[strips.layer], self.cuts.strips(strips.layer)[strip]
        layer = self.cuts.leads.by_column(sets[begin:stop], sets[needed])
        values, cuts = np.empty(int(layer.start[-1])), [*layer.start[: len(needed)].tolist()]
        for place, first, last in zip(needed.tolist(), cuts, [*cuts[1:], len(values)], strict=True):
            strips.read(self.rows, place, strip, values[first:last])
        return layer, values

    def _held(self, layer: int) -> Strips:
        """Return the strips of a layer that stay in memory; those of another layer go."""
        with self._changing:
            if self._strips is None or self._strips.layer != layer:
                self._strips = None
                room = self.budget.memory - self._beside - self.work_bytes
                most = min(NUMBER * self.cuts.values(layer), room * 3 // 4)
                self._strips = Strips(layer, most)
            return self._strips

    @cached_property
    def work_bytes(self) -> int:
        """What a shard in work takes, at most: its values, those between, and a strip a thread."""
        return max(self._work(layer) for layer in range(1, self.slots + 1))

    def _work(self, layer: int) -> int:
        longest = int(self.cuts.columns(layer - 1).max())
        strip = -(-longest // len(self.cuts.strips(layer - 1)))
        most = 0
        for shard in self.shards(layer):
            pairs = (shard.stop - shard.begin) * len(self.cuts.leads.sets[layer])
            threads = cores() * 2 * strip * len(self.cuts.needed(shard))
            most = max(most, NUMBER * (5 * shard.values // 2 + 8 * pairs + threads))
        return most

    def _step(self, chooser: int, first_rank: Ints, second_rank: Ints) -> Step:
        """Say who does what, between which sets."""
        game, nothing = self.cuts.game, np.zeros(0, np.int64)
        paid = [[game.points(slot + 1, total) for total in game.totals] for slot in range(self.slots)]
        points, chances = np.array(paid, np.int64), np.array(game.chances)
        ranks = first_rank, second_rank
        return Step(chooser, -1, points, chances, *ranks, np.zeros(1, np.int64), nothing, np.zeros(0))

    def _looks(self, near: NearValues) -> Iterator[Look]:
        """Look at pairs of a shard, and at those from which they follow."""
        rng, game = random.Random(near.shard.place), TurnByTurn(self.cuts.game)
        question = Question(game, OBJECTIVES[self.objective]())
        solution = Solution.of(question, "", near, 0, error_bound(self.cuts.game))
        layers = [(mover, one) for mover, one in enumerate((near.here, near.between))]
        counted = [(mover, one, np.flatnonzero(one.high >= one.low)) for mover, one in layers]
        while any(len(pairs) for _, _, pairs in counted):
            for mover, layer, pairs in counted:
                if len(pairs):
                    pair = int(rng.choice(pairs))
                    first, second = divmod(pair, len(layer.second))
                    lead = rng.randint(int(layer.low[pair]), int(layer.high[pair]))
                    sets = int(layer.first[first]), int(layer.second[second])
                    yield solution, Position(0, MatchState(mover, *sets, lead))

    # -- shards ------------------------------------------------------------------------------------

    def seal(self, shard: Shard, found: Floats) -> None:
        """Write the values of a shard."""
        if key := self.key(shard):
            write_shard(key, shard, self.cuts, found)
            self.known.add(shard)

    def read(self, shard: Shard) -> SealedShard | None:
        """Open a shard that was sealed; what is in it is checked when it is read."""
        self.known.discard(shard)
        try:
            key = self.key(shard)
            found = None if key is None else open_shard(key, shard, self.cuts)
        except TableError as error:
            self.say(f"{error} It is made again.")
            return None
        if found is not None:
            self.known.add(shard)
        return found

    def take(self, shard: Shard, found: Floats | SealedShard) -> None:
        """On disk, a shard leaves the memory free."""
        if shard not in self.known:
            raise TableError(
                f"{self.words(shard).capitalize()} could not be kept, and all of it does not fit in "
                "memory. What is finished stays on disk: ask again, and only the rest is made."
            )

    def is_small(self, layer: int) -> bool:
        """A layer that takes a moment is not worth giving to others."""
        return self.cuts.values(layer) < self.cuts.size // 2

    def finish(self, layer: int) -> None:
        """A layer is its shards."""

    def order(self) -> Order | None:
        """Say what other processes are to make, in their share of the memory."""
        where = self.budget.where
        told = where.worker_memory() or self.budget.memory // where.workers
        budget = replace(self.budget, memory=told)
        about = self.objective, self.cuts.size, self.cuts.strip
        return Order.of(self.cuts.game, LARGE_MATCHES, about, budget)


def _places(sets: Ints, slots: int) -> Ints:
    """Return, by set of slots, its place among these."""
    places = np.zeros(1 << slots, np.int64)
    places[sets] = np.arange(len(sets))
    return places


@dataclass(frozen=True, eq=False)
class NearValues(FreeValues):
    """The values of a shard that has just been made, those between, and those on disk after them."""

    shard: Shard
    here: Layer
    found: Floats
    between: Layer
    after: Floats

    def row(self, number: int, first: int, second: int) -> Floats:
        """Return the values of a pair."""
        if second.bit_count() < self.shard.layer:
            return self.rows.row(first, second)
        is_here = first.bit_count() == self.shard.layer
        layer, values = (self.here, self.found) if is_here else (self.between, self.after)
        rank, (low, high) = self.rows.cuts.leads.rank, self.counting(number, first, second)
        pair = int(rank[first]) * len(layer.second) + int(rank[second]) - self.shard.begin
        begin = int(layer.start[pair])
        return values[begin : begin + high - low + 1]
