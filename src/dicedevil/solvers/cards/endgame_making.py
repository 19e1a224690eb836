"""Making the tables of endgames: matches of two score cards with few open boxes, layer by layer.

Layer D holds the curves of all pairs of states with D open boxes in all (see `pairs`), for every
lead at which the match is not decided. A layer is cut into shards, blocks of movers, each a table of
its own (`solvers.layers`). One shard and the layer before it are in memory at a time; where that does
not fit, one shard of the layer before after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dicedevil.errors import TableError, TooLarge, count_text
from dicedevil.solvers import tables
from dicedevil.solvers.budget import A_MOMENT, Budget
from dicedevil.solvers.cards.curve_sizes import targets_by_set
from dicedevil.solvers.cards.pairs import Block, PairRows, PairWork, Side
from dicedevil.solvers.cards.precision import Precision
from dicedevil.solvers.cards.row_making import trimmed
from dicedevil.solvers.cards.shelf import CurveLayer, SealedLayer, Shelf
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.drafts import can_keep, free_space, require_space
from dicedevil.solvers.layers import (
    LayeredTable,
    Order,
    Shard,
    Tell,
    cut_layer,
    make_missing_layers,
    tell_no_one,
)
from dicedevil.solvers.machine import SIMD, compiled_before, cores, megabytes
from dicedevil.solvers.progress import Progress, about

ROOM = "dicedevil.solvers.cards.endgames"
"""Where another process finds how they are made."""
PART = 1 << 29
"""Bytes of chances in a part, about: half a gigabyte, and half a minute at most on two cores."""
BESIDE = 200 << 20
"""Bytes beside the layers, measured: Python, NumPy and compiled code."""
SHARDS = 64
"""Pieces of a part: threads finish at about the same time, and progress is told often."""
SECONDS_PER_ROW = 1.1e-10
"""Measured: one row of the lattice, one chance, one core at 3 GHz, with all that is done beside it."""
SHARE_OF_LATTICE = (0.15, 0.15, 0.35, 0.7)
"""Measured, by open boxes of the mover: how much of the lattice differs, so has to be walked."""


def layer_parts(
    encoded: Encoding, open_boxes: int, precision: Precision, part_bytes: int = PART
) -> list[Shard]:
    """Cut a layer between sets of open boxes of the mover; known before anything is solved."""
    sets, others = encoded.layers[-(-open_boxes // 2)], encoded.layers[open_boxes // 2]
    targets = targets_by_set(encoded)
    waiters, waiting = int(encoded.sizes[others].sum()), int(targets[others].sum())
    states = encoded.sizes[sets]
    values = targets[sets] * waiters + states * (waiting + waiters)
    return cut_layer(open_boxes, values, states, part_bytes // precision.chance_bytes)


@dataclass(frozen=True)
class EndgameCost:
    """What making tables of endgames takes, told before it is begun."""

    positions: int
    """How many there are at most."""
    table_bytes: int
    memory_bytes: int
    seconds: float
    on: str
    """Who works."""
    worker_bytes: int
    """What each worker needs, where others do the work."""
    least_bytes: int = 0
    """What will do where the layer before is read by parts; 0 where it is in memory as a whole."""

    def __str__(self) -> str:
        """In a line for a person."""
        return (
            f"up to {count_text(self.positions)} positions, {megabytes(self.table_bytes)} on disk, "
            f"{megabytes(self.memory_bytes)} of memory, {about(self.seconds)} {self.on}"
        )

    @property
    def needed_bytes(self) -> int:
        """What has to be free for it, beside what any process takes."""
        return (self.least_bytes or self.memory_bytes) - BESIDE

    def is_small(self, budget: Budget) -> bool:
        """Tell whether all of it can be made: in memory, or from disk within the time allowed."""
        if self.memory_bytes > budget.memory or not self.least_bytes:
            return self.memory_bytes <= budget.memory
        is_quick = self.seconds <= budget.longest
        return is_quick and can_keep(tables.default_folder(), self.table_bytes)


def endgame_cost(shelf: EndgameShelf, parts: list[Shard]) -> EndgameCost:
    """Estimate the making of these parts."""
    encoded, where = shelf.encoded, shelf.budget.where
    scratch = 8 * SIMD * 2 * encoded.card.keep_count
    seconds = sum(part.values * seconds_per_value(encoded, -(-part.layer // 2)) for part in parts)
    beside = scratch * (cores() if where.is_here else 1) + BESIDE
    allowed = where.share(shelf.budget.memory)
    memory, least = _most_held(shelf, parts) + beside, 0
    if memory > allowed and shelf.writes_tables:
        least = _most_held(shelf, parts, in_turns=True) + beside
        memory = max(least, allowed)
    return EndgameCost(
        sum(part.values for part in parts),
        sum(map(shelf.size, parts)),
        memory,
        seconds * cores() / where.cores,
        where.words(memory),
        memory,
        least,
    )


def require_room(game: Any, cost: EndgameCost, boxes: int, usual: int, budget: Budget) -> None:
    """Refuse what does not fit into the memory allowed; `usual` open boxes always fit."""
    if cost.memory_bytes <= budget.memory:
        return
    allowed = f"{cost}; {megabytes(budget.memory)} of memory are allowed"
    refusal = TooLarge(
        f"Endgames of {game} with up to {boxes} open boxes: {allowed} (allow more, or ask for fewer "
        "boxes)."
    )
    if boxes == 2 * len(game.card.boxes):
        refusal = TooLarge(
            f"A match of two players of {game}: {allowed}. Its endgames fit: 'dicedevil solve {game} "
            f"--objective win --endgames {usual}', and 'dicedevil advise' answers for them."
        )
    raise refusal.costing(memory_bytes=cost.memory_bytes)


def _most_held(shelf: EndgameShelf, parts: list[Shard], in_turns: bool = False) -> int:
    """Return the bytes of layers in memory while the most is: the one before, or all that are made.

    `in_turns`: of the one before, the chances of one shard after the other.
    """
    held = most = 0
    for number in sorted({part.layer for part in parts}):
        shards = shelf.parts(number - 1) if number > 1 else []
        before = sum(map(shelf.size, shards))
        if in_turns:
            chances = [shelf.precision.size(one.values, 0) for one in shards]
            before -= sum(chances) - max(chances, default=0)
        held = before if shelf.writes_tables else held + before
        sizes = [shelf.size(part) for part in parts if part.layer == number]
        made = 0 if shelf.writes_tables else sum(sizes) - max(sizes)
        most = max(most, held + made + 2 * max(sizes))  # a part in work, and its trimmed copy
    return most


def seconds_per_value(encoded: Encoding, open_boxes: int) -> float:
    """Estimate the time for one chance of a mover with so many open boxes, all cores at work."""
    lattice, rerolls = encoded.lattice.arrays, encoded.card.rerolls
    rows = rerolls * (lattice.more.size + lattice.fewer.size + lattice.keeps) + 6 * lattice.rolls
    known = open_boxes < len(SHARE_OF_LATTICE)
    return rows * SECONDS_PER_ROW * (SHARE_OF_LATTICE[open_boxes] if known else 1.0) / cores()


@dataclass(frozen=True, eq=False)
class EndgameShelf(Shelf[Shard]):
    """The tables of a card's endgames, all in one precision."""

    precision: Precision
    tie_share: float = 0.5
    """What player 0 gets of a tie."""
    part_bytes: int | None = None
    """Bytes of chances in a part, where it is not `PART`."""

    @cached_property
    def ended(self) -> PairRows:
        """The layer of two full cards."""
        return PairRows.ended(self.encoded, self.precision, self.tie_share)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The kind of number that chances are kept as."""
        return self.precision.dtype

    def about(self, part: Shard) -> str:
        """One table a part; those of another precision have other names."""
        place = f"part {part.place + 1} of {part.of}"
        return f"{part.layer} open, {place} (endgames, {self.precision.name} precision)"

    def parts(self, open_boxes: int) -> list[Shard]:
        """Return the parts of a layer."""
        return layer_parts(self.encoded, open_boxes, self.precision, self.part_bytes or PART)

    def size(self, part: Shard) -> int:
        """Return the bytes of a part at most."""
        return self.precision.size(part.values, (part.stop - part.begin) * self._waiters(part))

    def stops(self, part: Shard) -> Ints64:
        """One seal a mover: what is read during a turn has the same mover."""
        return np.arange(1, part.stop - part.begin + 1) * self._waiters(part)

    def _waiters(self, part: Shard) -> int:
        """Return how many states the other player may be in."""
        return int(self.encoded.sizes[self.encoded.layers[part.layer // 2]].sum())

    @cached_property
    def keeps_tables(self) -> bool:
        """Whether there is a place on disk."""
        return self.name("") is not None

    @cached_property
    def writes_tables(self) -> bool:
        """Whether tables can be written there too."""
        return self.keeps_tables and free_space(tables.default_folder()) is not None

    def is_there(self, open_boxes: int) -> bool:
        """Tell whether the layer is on disk, without reading it."""
        if not self.keeps_tables:
            return False
        keys = (self.key(part) for part in self.parts(open_boxes))
        return all(key and tables.is_there(key) for key in keys)

    def layer(self, open_boxes: int) -> PairRows | None:
        """Return a layer, if all of it is there."""
        if open_boxes == 0:
            return self.ended
        if not self.is_there(open_boxes):
            return None
        parts = self.parts(open_boxes)
        found = [(part, self.load(part)) for part in parts]
        blocks = [Block(part.begin, part.stop, curves) for part, curves in found if curves]
        return self.rows(open_boxes, blocks) if len(blocks) == len(parts) else None

    def rows(self, open_boxes: int, blocks: list[Block]) -> PairRows:
        """Return a layer of these blocks."""
        movers, waiters = -(-open_boxes // 2), open_boxes // 2
        return PairRows(Side.whole(self.encoded, movers), Side.whole(self.encoded, waiters), blocks)


@dataclass(eq=False)
class EndgameMaking(LayeredTable):
    """The layers with up to so many open boxes: those on the shelf, and those to be made."""

    shelf: EndgameShelf
    boxes: int
    game: Any = None
    """Which another process makes again."""
    test: Callable[[Shard, CurveLayer, PairRows], None] | None = None
    """Looks at a shard, made from a layer, before it is kept."""
    threads: Executor | None = None
    """Who runs the pieces of a shard; None for one thread, this one."""

    def __post_init__(self) -> None:
        self.budget = self.shelf.budget
        self.layers: list[PairRows | None] = [self.shelf.ended, *[None] * self.boxes]
        self.found: dict[Shard, SealedLayer] = {}

    @cached_property
    def missing(self) -> list[int]:
        """The layers that are not whole."""
        return sorted({part.layer for part in self.missing_parts})

    @cached_property
    def missing_parts(self) -> list[Shard]:
        """The shards that are to be made."""
        missing: list[Shard] = []
        for number in range(self.boxes, 0, -1):
            is_read = bool(missing) and missing[0].layer == number + 1  # for that it must be whole
            with tables.listed_once():
                parts = [(part, self.shelf.load(part)) for part in self.shelf.parts(number)]
            found = [(part, self._whole(one) if is_read else one) for part, one in parts]
            missing = [*(part for part, one in found if one is None), *missing]
        return missing

    @property
    def cost(self) -> EndgameCost | None:
        """What they take; None if nothing is to be made."""
        if not self.missing_parts:
            return None
        return endgame_cost(self.shelf, self.missing_parts)

    def _whole(self, curves: SealedLayer | None) -> SealedLayer | None:
        """Return curves without damage, or None."""
        try:
            if curves is not None:
                curves.prove()
                curves.leave_memory()
        except TableError as error:
            self.shelf.say_damage(error)
            return None
        return curves

    def require_disk(self) -> None:
        """Refuse what does not fit on the disk, unless it is made in a moment each time."""
        cost, what = self.cost, f"Endgames with up to {self.boxes} open boxes"
        if cost is not None and cost.seconds > A_MOMENT:
            require_space(tables.default_folder(), what, cost)

    def make(self) -> list[PairRows]:
        """Return all layers; what is on the shelf already is not made again."""
        executor = self.budget.executor
        if self.missing_parts:
            in_all = sum(part.values for part in self.missing_parts)
            _tell_compiling(self.budget.progress, self.shelf.precision, in_all)
            with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as self.threads:
                make_missing_layers(self)
        return [self._layer(number) for number in range(self.boxes + 1)]

    def _layer(self, number: int) -> PairRows:
        """Return a layer that is whole."""
        layer = self.layers[number] = self.layers[number] or self.shelf.layer(number)
        if layer is None:
            raise TableError(f"The endgames of {self.game} with {number} open boxes are not on disk.")
        return layer

    # -- shards ----------------------------------------------------------------------------------------

    def shards(self, layer: int) -> list[Shard]:
        """Cut a layer into blocks of movers."""
        return self.shelf.parts(layer)

    def key(self, shard: Shard) -> tables.TableKey | None:
        """One table a shard."""
        return self.shelf.key(shard)

    def title(self, layer: int) -> str:
        """Say how many boxes are open."""
        return f"endgames, {layer} of {self.boxes} boxes"

    def words(self, shard: Shard) -> str:
        """Say which part it is, as the name of its table does."""
        return f"{self.title(shard.layer)}, part {shard.place + 1} of {shard.of}"

    def solve(self, shard: Shard, tell: Tell = tell_no_one) -> CurveLayer:
        """Find the curves of a block of movers."""
        before, empty = self._layer(shard.layer - 1), self.shelf.rows(shard.layer, [])
        work = PairWork(empty.movers, empty.waiters, before, shard.begin, shard.stop)
        room = self.budget.room() - 3 * self.shelf.size(shard)  # in work, trimmed, and a margin
        in_turns = self.shelf.writes_tables and before.unread_bytes > room
        found = trimmed(work.solve(self.threads, SHARDS, tell, in_turns))
        if self.test is not None and self.shelf.keeps_tables:
            self.test(shard, found, before)
        return found

    def say(self, message: str) -> None:
        """Tell whoever listens, once."""
        self.shelf.say(message)

    def seal(self, shard: Shard, found: CurveLayer) -> None:
        """Write a shard."""
        self.shelf.write(shard, found)

    def read(self, shard: Shard) -> SealedLayer | None:
        """Return a shard that was sealed, if it is whole."""
        return self._whole(self.shelf.load(shard))

    def take(self, shard: Shard, found: CurveLayer | SealedLayer) -> None:
        """Hold a shard; what is on disk need not be in memory."""
        if isinstance(found, CurveLayer):
            found = self.shelf.load(shard) or SealedLayer(found)
        found.leave_memory()
        self.found[shard] = found

    def finish(self, layer: int) -> None:
        """Put a layer together; the one before it is not needed any more."""
        blocks = [Block(part.begin, part.stop, self.found.pop(part)) for part in self.shards(layer)]
        self.layers[layer] = self.shelf.rows(layer, blocks)
        for block in (self.layers[layer - 1] or self.shelf.ended).blocks:
            block.curves.leave_memory()

    def order(self) -> Order | None:
        """Say what other processes are to make."""
        if self.game is None or not self.shelf.keeps_tables:
            return None
        about = (self.boxes, not self.shelf.tie_share, self.shelf.part_bytes or PART)
        share = self.budget.where.share(self.budget.memory)
        return Order.of(self.game, ROOM, about, replace(self.budget, memory=share))


def _tell_compiling(progress: Progress, precision: Precision, in_all: int) -> None:
    if not compiled_before("cards", f"solve_{precision.name}_pairs"):
        progress("compiling, the first time only", 0, in_all)
