"""Rows of a score card, layer by layer: the one table of target curves, utilities and games in a row.

    row(state) = mean over rolls, keeping best, of max over open boxes of
                 row(state after), shifted by the points
    row(full card): what the ends of the rows say

Only the layer with one open box less is needed. The sets of open boxes of a layer do not depend on each
other: they are cut into shards, made anywhere (`solvers.layers`), and a shard into pieces that any
executor of threads may run. A shard reads the rows of those sets that its turns lead to. They stay in
memory as long as they fit; so does a whole layer, which is then joined. A layer that does not fit stays
in its shards on disk.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from dicedevil.errors import TableError
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.glances import RowsSay, glance_at_rows
from dicedevil.solvers.cards.lattice import Ints
from dicedevil.solvers.cards.row_costs import RowSizes
from dicedevil.solvers.cards.row_making import Cut, Making
from dicedevil.solvers.cards.row_shelf import RowShelf, usable_layers
from dicedevil.solvers.cards.shelf import CurveLayer, SealedLayer, joined
from dicedevil.solvers.layers import (
    LayeredTable,
    Order,
    Shard,
    Tell,
    make_missing_layers,
    tell_no_one,
)
from dicedevil.solvers.machine import cores
from dicedevil.solvers.tables import TableKey

GONE = SealedLayer(CurveLayer(np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0)))
"""A layer that was let go."""


class RowEnds(ABC):
    """What tells rows apart that go the same way through a turn: how they begin, and where they end."""

    what: str
    """What the rows are called."""
    bound: float
    """No number is further than this from the exact one..."""
    is_relative = True
    """...or than this part of it."""

    @abstractmethod
    def full_cards(self) -> CurveLayer:
        """Return the rows of the full cards."""

    @abstractmethod
    def limits(
        self, making: Making, shard: Shard, states: Cut, below: CurveLayer, threads: Executor | None
    ) -> tuple[Ints, Ints]:
        """Return, for the states of a shard, the place before the first of a row and the last."""

    @abstractmethod
    def trimmed(self, work: CurveLayer) -> CurveLayer:
        """Cut off what need not be kept."""

    def say(self, shard: Shard, made: CurveLayer) -> RowsSay:
        """Say what the rows of a shard are held against the rules for; a state may have none."""
        numbers = np.flatnonzero(np.diff(made.first)) + shard.begin
        return RowsSay(numbers.tolist(), self.bound, self.is_relative)


@dataclass(eq=False)
class LayeredRows(LayeredTable):
    """All rows of a card with up to so many open boxes."""

    shelf: RowShelf
    ends: RowEnds
    boxes: int
    budget: Budget
    game: Any
    """What is made is tested for it, and another process makes it again; None: nothing is kept."""
    made_by: tuple[str, tuple[Any, ...]] = ("", ())
    """The module whose `table_for` makes the same table elsewhere, and what tells it which."""
    answers: Collection[int] | None = None
    """The layers that the question needs in the end, others go when they have served; None: all stay,
    and are joined on disk."""
    threads: Executor | None = None
    """Who runs the pieces of a shard; None for one thread, this one."""
    layers: list[SealedLayer | None] = field(init=False)
    taken: dict[Shard, CurveLayer] = field(default_factory=dict)
    """Shards of layers in work."""
    _held: dict[int, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.layers = usable_layers(self.shelf, self.boxes, self.ends.full_cards())

    @cached_property
    def sizes(self) -> RowSizes:
        """How large layers and shards are, at most."""
        return RowSizes(self.shelf)

    @property
    def missing(self) -> list[int]:
        """The layers that are wanted and not on the shelf, and those that they are made from."""
        wanted = set(range(self.boxes + 1) if self.answers is None else self.answers)
        found = []
        for layer in range(self.boxes, 0, -1):
            if layer in wanted and self.layers[layer] is None:
                found.append(layer)
                wanted.add(layer - 1)
        return found[::-1]

    def make(self) -> list[SealedLayer]:
        """Return the layers by number of open boxes; what is on the shelf is not made again."""
        executor = self.budget.executor
        with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as self.threads:
            while self.missing:
                try:
                    make_missing_layers(self)
                except TableError as error:  # a layer that others are made from: it is made again
                    if not self._is_damaged():
                        raise
                    self.shelf.say_damage(error)
                    self.taken.clear()
                    self.__post_init__()
        return [layer or GONE for layer in self.layers]

    def _is_damaged(self) -> bool:
        """Tell whether a layer is; where another process has seen it, each is looked at."""
        made = [layer for layer in self.layers if layer is not None]
        if not self.budget.where.is_here:
            for layer in made:
                try:
                    layer.prove()
                except TableError:
                    break
        return any(layer.damaged for layer in made)

    # -- shards ----------------------------------------------------------------------------------

    def shards(self, layer: int) -> list[Shard]:
        """Cut a layer between sets of open boxes."""
        return self.shelf.shards(layer)

    def key(self, shard: Shard) -> TableKey | None:
        """One table a shard; that of a whole layer is the layer's."""
        return None if self.game is None else self.shelf.key(shard)

    def title(self, layer: int) -> str:
        """Say how many boxes are open."""
        return f"{self.ends.what}, {layer} of {self.boxes} boxes"

    def solve(self, shard: Shard, tell: Tell = tell_no_one) -> CurveLayer:
        """Find the rows of a shard from those that its turns lead to."""
        before = self._before(shard.layer)
        room = self.budget.room() + before.bytes_read - self.sizes.work(shard)
        below = before.needed(self.shelf.before(shard), room)
        states = self._making.part(shard)
        limits = self.ends.limits(self._making, shard, states, below, self.threads)
        made = self._making.rows(states, below, *limits, self.threads, self.shelf.dtype.type, tell)
        found = self.ends.trimmed(made)
        if self.game is not None:
            glance_at_rows(self.game, self.shelf, shard, found, before, self.ends.say(shard, found))
        return found

    @cached_property
    def _making(self) -> Making:
        in_all = sum(self.sizes.most[: self.boxes + 1])
        return Making(self.shelf.encoded, self.budget.progress, in_all)

    def _before(self, layer: int) -> SealedLayer:
        """Return the layer that this one follows from: in another process, as it is on disk."""
        before = self.layers[layer - 1]
        if before is None or before.damaged:
            before = self.shelf.load(layer - 1)
        if before is None:
            raise TableError(f"Layer {layer - 1}, {self.ends.what} of {self.game}, is not on disk.")
        for number in range(1, layer - 1):
            if (done := self.layers[number]) is not None:
                done.leave_memory()
        self.layers[layer - 1] = before
        return before

    def seal(self, shard: Shard, found: CurveLayer) -> None:
        """Write a shard, or the layer that it is."""
        self.shelf.write(shard, found)

    def read(self, shard: Shard) -> CurveLayer | None:
        """Return a shard that was sealed, if it is whole."""
        try:
            found = None if self.game is None else self.shelf.load(shard)
            layer = None if found is None else found.whole()
        except TableError as error:
            self.shelf.say_damage(error)
            return None
        if found is not None:
            found.leave_memory()
        return layer

    def take(self, shard: Shard, found: CurveLayer) -> None:
        """Hold a shard until its layer is whole, if that fits; else it stays on disk."""
        if self._is_held(shard.layer):
            self.taken[shard] = found

    def _is_held(self, layer: int) -> bool:
        """Tell whether a layer is held in memory as a whole, beside the one before."""
        if layer not in self._held:
            before = self.layers[layer - 1]
            read = 0 if before is None else before.bytes_read
            coming = self.sizes.held(layer) - read
            self._held[layer] = self.game is None or coming <= self.budget.room()
        return self._held[layer]

    def finish(self, layer: int) -> None:
        """Make one layer of the shards, or leave it in them."""
        if self._is_held(layer):
            self.layers[layer] = self._joined(layer)
        else:
            self.layers[layer] = self.shelf.load(layer)
            if self.layers[layer] is None:
                raise TableError(
                    f"{self.title(layer)}: the layer does not fit in memory, and it could not be kept."
                )
        if self.answers is not None and layer > 1 and layer - 1 not in self.answers:
            if (before := self.layers[layer - 1]) is not None:
                before.leave_memory()  # tables that were opened stay known for a while
            self.layers[layer - 1] = GONE
            self.discard(layer - 1)

    def _joined(self, layer: int) -> SealedLayer:
        shards = self.shards(layer)
        made = joined([self.taken.pop(shard) for shard in shards])
        if self.answers is not None or self.game is None:
            return SealedLayer(made)
        if len(shards) > 1:
            self.keep(self.shelf.key(layer), lambda: self.shelf.write(layer, made))
        sealed = self.shelf.load(layer) or SealedLayer(made)
        sealed.stay_in_memory(made)  # the next layer is made from it
        if sealed.seals is not None and len(shards) > 1:
            self.discard(layer)
        return sealed

    def discard_all(self) -> None:
        """Remove what is on disk: the question is answered."""
        for layer in range(1, self.boxes + 1):
            self.discard(layer)

    def say(self, message: str) -> None:
        """Tell whoever listens, once."""
        self.shelf.say(message)

    def order(self) -> Order | None:
        """Say what other processes are to make, in their share of the memory."""
        module, about = self.made_by
        if self.game is None or not module:
            return None
        share = self.budget.where.share(self.budget.memory)
        least = max((self.sizes.streamed(layer) for layer in self.missing), default=0)
        budget = replace(self.budget, memory=max(share, least))
        return Order.of(self.game, module, (*about, *self.shelf.told), budget)
