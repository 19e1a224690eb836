"""Making the table of several cards, layer by layer, few open boxes first.

A layer follows from the one before it: of those two all values are in memory, or by parts those that a
shard needs. Of a game that takes long the shards are the table (`solvers.layers`, `several_layers`); of
any other the values of all states are put together by their numbers, and nothing else is kept.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from dicedevil.errors import TableError
from dicedevil.objectives import OBJECTIVES
from dicedevil.rules import Position
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.layered import CHUNK, INSTEAD
from dicedevil.solvers.cards.several import CardsEncoding, CardsValues
from dicedevil.solvers.cards.several_layers import CardLayers
from dicedevil.solvers.cards.shards import run_pieces
from dicedevil.solvers.cards.states import Ints64
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
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.tables import TableKey, listed_once, load, save

if TYPE_CHECKING:
    from dicedevil.solvers.cards.kernels.several import KnownLayer

LANE = "dicedevil.solvers.cards.several_lane"
"""The module whose `table_for` makes such a table again."""


def nothing_kept(about: str) -> None:
    """Keep no table."""


@dataclass(eq=False)
class SeveralTable(LayeredTable):
    """The mean of the points to come in every state of several cards, the highest or the lowest."""

    layers: CardLayers
    sign: int
    budget: Budget
    name: Callable[[str], TableKey | None] = nothing_kept
    game: Any = None
    objective: str = ""
    by_parts: bool = False
    """Whether of the layer before only what a shard needs is in memory."""
    threads: Executor | None = None
    """Who runs the pieces of a shard; None for one thread, this one."""
    whole: Floats | None = None
    """The values by number of state, where no shards are kept."""
    known: dict[Shard, float] = field(default_factory=dict)
    """Shards on disk, and the largest value of each."""
    unkept: dict[Shard, Floats] = field(default_factory=dict)
    """Shards that could not be written."""
    doubted: set[Shard] = field(default_factory=set)
    """Shards that are not believed by their sidecars alone."""
    _damaged: set[Shard] = field(default_factory=set)
    _rooms: dict[int, Floats] = field(default_factory=dict)
    """The layers that are being made here."""
    _reading: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._before = 0, np.zeros(self.layers.sizes[0])  # the last layer that was finished or read

    @property
    def encoded(self) -> CardsEncoding:
        """The numbering of the states."""
        return self.layers.encoded

    @cached_property
    def keeps(self) -> bool:
        """Whether shards are kept."""
        return self.key(self.wanted[0]) is not None

    @cached_property
    def wanted(self) -> list[Shard]:
        """All shards, few open boxes first; without any open all values are 0."""
        return [one for layer in range(1, self.encoded.turns + 1) for one in self.shards(layer)]

    @property
    def missing(self) -> list[int]:
        """The layers of which something is not on disk."""
        return sorted({one.layer for one in self.wanted if one not in self.known})

    def shards(self, layer: int) -> list[Shard]:
        """Cut a layer."""
        return self.layers.shards(layer)

    def key(self, shard: Shard) -> TableKey | None:
        """One table a shard."""
        return self.name(f"{shard.layer} open, part {shard.place + 1} of {shard.of} (several)")

    def title(self, layer: int) -> str:
        """Say how many boxes are open."""
        return f"{self.encoded.count} cards, {layer} of {self.encoded.turns} boxes"

    # -- making ------------------------------------------------------------------------------------

    def make(self) -> None:
        """Make what is missing: shards, or the whole table."""
        if not compiled_before("cards", "solve_numbers"):
            self.budget.progress("compiling, the first time only", 0, self.encoded.states)
        self.whole = None if self.keeps else np.zeros(self.encoded.states)
        executor = self.budget.executor
        with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as self.threads:
            while True:
                try:
                    make_missing_layers(self)
                    break
                except TableError:
                    if not self._is_damaged():
                        raise
        if self.whole is not None:
            self.whole *= (
                self.sign
            )  # in place: a second table would be memory that nobody was told about

    def _is_damaged(self) -> bool:
        """Tell whether a shard that was made before is damaged: then it is not known any more."""
        for shard in [*self.known]:
            self.read(shard)
        found = bool(self._damaged)
        self._damaged.clear()
        return found

    def look(self) -> None:
        """See what is on disk, by the sidecars alone."""
        with listed_once():
            for shard in self.wanted if self.keeps else ():
                if shard in self.doubted:
                    self.read(shard)
                    continue
                try:
                    self._load(shard, ("values",))
                except TableError as error:
                    self.say(f"{error} It is made again.")

    def solve(self, shard: Shard, tell: Tell = tell_no_one) -> Floats:
        """Find the values of a shard, and test some of them."""
        from dicedevil.solvers.cards.kernels.several import solve_numbers

        encoded, known, numbers = self.encoded, self._known_before(shard), self.layers.numbers(shard)
        linked, loose = (
            (one or encoded.loose or encoded.part).arrays._replace(sign=self.sign)  # type: ignore[union-attr]
            for one in (encoded.part, encoded.loose)  # a card has a box of one of the two kinds
        )
        lattice, several, rerolls = encoded.lattice.arrays, encoded.arrays, encoded.card.rerolls
        out = np.empty(len(numbers)) if self.threads is None else self._room(shard)

        def solved(begin: int) -> int:
            piece, into = numbers[begin : begin + CHUNK], out[begin : begin + CHUNK]
            solve_numbers(lattice, several, linked, loose, rerolls, piece, known, into)
            return len(piece)

        solved(len(numbers))  # compiles
        run_pieces(solved, range(0, len(numbers), CHUNK), self.threads, tell)
        if self.keeps:
            near = Near(self.layers, shard, known, out, self.sign)
            glance(__name__, {"values": out}, self._looks(near, numbers))
        return out

    def _room(self, shard: Shard) -> Floats:
        """Return where the values of a shard are put: in their layer, if all of it is held."""
        if self.by_parts:
            return np.empty(shard.values)
        if shard.layer not in self._rooms:
            self._rooms[shard.layer] = np.empty(self.layers.sizes[shard.layer])
        return self._rooms[shard.layer][shard.begin : shard.stop]

    def _known_before(self, shard: Shard) -> KnownLayer:
        """Return the values that those of a shard follow from; another process reads them."""
        from dicedevil.solvers.cards.kernels.several import KnownLayer

        layer, layers = shard.layer - 1, self.layers
        if self.by_parts and layer:
            needed = layers.before(shard)
            base = layers.base(layer).copy()
            place = 0
            for one in needed:
                first, last = layers.highs(one)
                base[first:last] -= np.uint32(one.begin - place)
                place += one.values
            return KnownLayer(self._joined(needed), base, layers.low_rank, layers.low_size)
        with self._reading:
            if self._before[0] != layer:
                self._before = layer, self._joined(self.shards(layer))
            values = self._before[1]
        return KnownLayer(values, layers.base(layer), layers.low_rank, layers.low_size)

    def _joined(self, shards: Sequence[Shard]) -> Floats:
        """Return the values of some shards, one after the other."""
        values, place = np.empty(sum(one.values for one in shards)), 0
        for shard in shards:
            found = self.unkept[shard] if shard in self.unkept else self.read(shard)
            if found is None:
                raise TableError(f"A part of the values of {self.game} is not on disk any more.")
            values[place : place + shard.values] = found
            place += shard.values
        return values

    def _looks(self, near: Near, numbers: Ints64) -> Iterator[Look]:
        """Look at states of a shard: all that one turn needs is known."""
        rng, objective = random.Random(near.shard.layer), OBJECTIVES[self.objective]()
        values = CardsValues(self.game, self.encoded, near, self.sign)
        solution = Solution.of(Question(self.game, objective), "", values, 0, values.error_bound)
        while True:
            cards = self.encoded.cards(int(rng.choice(numbers)))
            yield solution, Position(0, self.game.start()._replace(cards=cards))

    # -- shards ------------------------------------------------------------------------------------

    def seal(self, shard: Shard, found: Floats) -> None:
        """Write the values of a shard."""
        if key := self.key(shard):
            largest = float(max(found.max(), -found.min()))
            save(key, {"values": found}, {"begin": shard.begin, "largest": largest})
            self.known[shard] = largest

    def read(self, shard: Shard) -> Floats | None:
        """Return a shard that was sealed, if it is whole."""
        was_known = shard in self.known
        try:
            arrays = self._load(shard)
        except TableError as error:
            self.say(f"{error} It is made again.")
            arrays = None
        if arrays is None and was_known:
            self._damaged.add(shard)
        return None if arrays is None else arrays["values"]

    def _load(self, shard: Shard, unchecked: tuple[str, ...] = ()) -> Any:
        """Return the arrays of a shard, and know of it; None if it is not there, or cut otherwise."""
        self.known.pop(shard, None)
        key = self.key(shard)
        table = None if key is None else load(key, unchecked=unchecked)
        if table is None or table.facts.get("begin") != shard.begin:
            return None
        if table.facts["arrays"]["values"]["shape"] != [shard.values]:
            return None
        self.known[shard] = float(table.facts["largest"])
        return table.arrays

    def take(self, shard: Shard, found: Floats) -> None:
        """Put values where those of the next layer are found from, if that is made here."""
        if self.whole is not None:
            self.whole[self.layers.numbers(shard)] = found
        elif shard not in self.known:
            self.unkept[shard] = found
        if not self.by_parts and (self.whole is not None or self.budget.where.is_here):
            room = self._room(shard)
            if not np.shares_memory(room, found):
                room[:] = found

    def is_small(self, layer: int) -> bool:
        """A layer that takes a moment is not worth giving to others."""
        return self.layers.sizes[layer] < self.layers.shard_size // 2

    def finish(self, layer: int) -> None:
        """All values of a layer are where they belong."""
        if layer in self._rooms:
            self._before = layer, self._rooms.pop(layer)

    def order(self) -> Order | None:
        """Say what other processes are to make."""
        if not self.keeps:
            return None
        return Order.of(
            self.game, LANE, (self.objective, self.by_parts, self.layers.shard_size), self.budget
        )


@dataclass(frozen=True, eq=False)
class Near:
    """The values of a shard, and those that they follow from, by number of state."""

    layers: CardLayers
    shard: Shard
    known: KnownLayer
    found: Floats
    sign: int

    @property
    def largest(self) -> float:
        """No value is larger, nor further below 0."""
        return float(max(max(one.max(), -one.min()) for one in (self.found, self.known.values)))

    def __getitem__(self, number: int) -> float:
        layer, place = self.layers.place(number)
        if layer == self.shard.layer:
            return self.sign * float(self.found[place - self.shard.begin])
        high, low = divmod(number, self.layers.low_size)
        place = int(self.known.base[high]) + int(self.known.low_rank[low])
        return self.sign * float(self.known.values[place])


def solve_several(encoded: CardsEncoding, sign: int, budget: Budget, what: str) -> Floats:
    """Return the value of every state; nothing is kept."""
    encoded.require(budget, what)
    table = SeveralTable(CardLayers(encoded), sign, watched(budget, what, encoded.seconds))
    table.make()
    return np.zeros(0) if table.whole is None else table.whole


def watched(budget: Budget, what: str, seconds: float) -> Budget:
    """Return a budget that is looked after while cards are solved; so many seconds were told."""
    watch = budget.watch(what, "solving", 0, INSTEAD)
    watch.told = seconds

    def look(doing: str, done: int, in_all: int) -> None:
        if 0 < done < in_all and not doing.startswith("compiling"):
            if watch.in_all != in_all:
                watch.begin(doing, in_all)
            watch.doing = doing
            watch.look(done)
        else:  # nothing to go by yet, or all is done
            budget.progress(doing, done, in_all)

    return replace(budget, progress=look)
