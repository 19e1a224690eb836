"""Making the tables of endgames: matches of two score cards with few open boxes, layer by layer.

Layer D holds the curves of all pairs of states with D open boxes in all (see `pairs`), for every
lead at which the match is not decided. A layer is cut into parts, blocks of movers, each a table of its
own: a kill costs the part in work. One part and the layer before it are in memory at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from dicedevil.errors import TableError, TooLarge, count_text
from dicedevil.solvers import tables
from dicedevil.solvers.budget import A_MOMENT, USUAL, Budget
from dicedevil.solvers.cards.curve_making import SECONDS_PER_ROW, trimmed
from dicedevil.solvers.cards.pairs import Block, PairRows, PairWork, Side
from dicedevil.solvers.cards.precision import Precision
from dicedevil.solvers.cards.shelf import CurveLayer, SealedLayer, Shelf, targets_by_set
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.drafts import free_space
from dicedevil.solvers.layout import SIDECAR
from dicedevil.solvers.machine import SIMD, compiled_before, cores, megabytes
from dicedevil.solvers.progress import Pace, Progress, about

PART = 1 << 29
"""Bytes of chances in a part, about: half a gigabyte, and half a minute at most on two cores."""
BESIDE = 200 << 20
"""Bytes beside the layers, measured: Python, NumPy and compiled code."""
SHARDS = 64
"""Pieces of a part: threads finish at about the same time, and progress is told often."""
SHARE_OF_LATTICE = (0.15, 0.15, 0.35, 0.7)
"""Measured, by open boxes of the mover: how much of the lattice differs, so has to be walked."""


class Part(NamedTuple):
    """A part of a layer: its movers, and what it holds at most."""

    open_boxes: int
    """In all."""
    place: int
    parts: int
    begin: int
    stop: int
    pairs: int
    values: int


def layer_parts(encoded: Encoding, open_boxes: int, precision: Precision) -> list[Part]:
    """Cut a layer into parts; known before anything is solved."""
    sets, others = encoded.layers[-(-open_boxes // 2)], encoded.layers[open_boxes // 2]
    targets = targets_by_set(encoded)
    waiters, waiting = int(encoded.sizes[others].sum()), int(targets[others].sum())
    states = encoded.sizes[sets]
    values = targets[sets] * waiters + states * (waiting + waiters)
    which = (np.cumsum(values) - values) // (PART // precision.chance_bytes)
    cuts = [0, *(np.flatnonzero(np.diff(which)) + 1).tolist(), len(sets)]
    stops = np.concatenate(([0], np.cumsum(states)))
    return [
        Part(
            open_boxes,
            place,
            len(cuts) - 1,
            int(stops[begin]),
            int(stops[stop]),
            int(states[begin:stop].sum()) * waiters,
            int(values[begin:stop].sum()),
        )
        for place, (begin, stop) in enumerate(pairwise(cuts))
    ]


@dataclass(frozen=True)
class EndgameCost:
    """What making tables of endgames takes, told before it is begun."""

    positions: int
    """How many there are at most."""
    table_bytes: int
    memory_bytes: int
    seconds: float

    def __str__(self) -> str:
        """In a line for a person."""
        return (
            f"up to {count_text(self.positions)} positions, {megabytes(self.table_bytes)} on disk, "
            f"{megabytes(self.memory_bytes)} of memory, {about(self.seconds)} on {cores()} cores"
        )


def endgame_cost(shelf: EndgameShelf, parts: list[Part]) -> EndgameCost:
    """Estimate the making of these parts."""
    encoded = shelf.encoded
    scratch = cores() * 8 * SIMD * 2 * encoded.card.keep_count
    seconds = sum(part.values * seconds_per_value(encoded, -(-part.open_boxes // 2)) for part in parts)
    return EndgameCost(
        sum(part.values for part in parts),
        sum(map(shelf.size, parts)),
        _most_held(shelf, parts) + scratch + BESIDE,
        seconds,
    )


def _most_held(shelf: EndgameShelf, parts: list[Part]) -> int:
    """Return the bytes of layers in memory while the most is: the one before, or all that are made."""
    held = most = 0
    for number in sorted({part.open_boxes for part in parts}):
        before = sum(map(shelf.size, shelf.parts(number - 1))) if number > 1 else 0
        held = before if shelf.writes_tables else held + before
        sizes = [shelf.size(part) for part in parts if part.open_boxes == number]
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
class EndgameShelf(Shelf[Part]):
    """The tables of a card's endgames, all in one precision."""

    precision: Precision
    tie_share: float = 0.5
    """What player 0 gets of a tie."""

    @cached_property
    def ended(self) -> PairRows:
        """The layer of two full cards."""
        return PairRows.ended(self.encoded, self.precision, self.tie_share)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The kind of number that chances are kept as."""
        return self.precision.dtype

    def about(self, part: Part) -> str:
        """One table a part; those of another precision have other names."""
        place = f"part {part.place + 1} of {part.parts}"
        return f"{part.open_boxes} open, {place} (endgames, {self.precision.name} precision)"

    def parts(self, open_boxes: int) -> list[Part]:
        """Return the parts of a layer."""
        return layer_parts(self.encoded, open_boxes, self.precision)

    def size(self, part: Part) -> int:
        """Return the bytes of a part at most."""
        return self.precision.size(part.values, part.pairs)

    def stops(self, part: Part) -> Ints64:
        """One seal a mover: what is read during a turn has the same mover."""
        waiters = int(self.encoded.sizes[self.encoded.layers[part.open_boxes // 2]].sum())
        return np.arange(1, part.stop - part.begin + 1) * waiters

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
        folder = tables.default_folder()
        return all(key and (folder / key.folder / SIDECAR).is_file() for key in keys)

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
class EndgameMaking:
    """The layers with up to so many open boxes: those on the shelf, and those to be made."""

    shelf: EndgameShelf
    boxes: int
    test: Callable[[Part, CurveLayer, PairRows], None] | None = None
    """Looks at a part, made from a layer, before it is kept."""
    parts: list[list[Part]] = field(init=False)
    found: list[list[SealedLayer | None]] = field(init=False)

    def __post_init__(self) -> None:
        numbers = range(self.boxes + 1)
        self.parts = [self.shelf.parts(number) if number else [] for number in numbers]
        self.found = [[self.shelf.load(part) for part in parts] for parts in self.parts]
        for number in range(self.boxes, 1, -1):
            if None in self.found[number]:  # made from the layer before: that must be whole
                self.found[number - 1] = [self._whole(one) for one in self.found[number - 1]]

    @cached_property
    def missing(self) -> list[Part]:
        """The parts that are to be made."""
        return [
            part
            for parts, found in zip(self.parts, self.found, strict=True)
            for part, curves in zip(parts, found, strict=True)
            if curves is None
        ]

    @property
    def cost(self) -> EndgameCost | None:
        """What they take; None if nothing is to be made."""
        if not self.missing:
            return None
        return endgame_cost(self.shelf, self.missing)

    def _whole(self, curves: SealedLayer | None) -> SealedLayer | None:
        """Return curves without damage, or None."""
        try:
            if curves is not None:
                curves.whole()
        except TableError as error:
            self.shelf.say_damage(error)
            return None
        return curves

    def require_disk(self) -> None:
        """Refuse what does not fit on the disk, unless it is made in a moment each time."""
        cost, free = self.cost, free_space(tables.default_folder())
        if cost is None or free is None or cost.seconds <= A_MOMENT:
            return
        if cost.table_bytes > free:
            raise TooLarge(
                f"Endgames with up to {self.boxes} open boxes: {cost}; {megabytes(free)} are free on "
                "disk (DICEDEVIL_TABLES says where tables are kept)."
            )

    def make(self, budget: Budget = USUAL, threads: int | None = None) -> list[PairRows]:
        """Return all layers; what is on the shelf already is not made again."""
        progress, executor = budget.progress, budget.executor
        in_all = sum(part.values for part in self.missing)
        if in_all:
            _tell_compiling(progress, self.shelf.precision, in_all)
        pace, threads = Pace(progress), threads or cores()
        layers = [self.shelf.ended]
        with nullcontext(executor) if executor else ThreadPoolExecutor(threads) as workers:
            for number in range(1, self.boxes + 1):
                blocks = []
                for part, curves in zip(self.parts[number], self.found[number], strict=True):
                    made = curves or self._make(part, layers[-1], workers, pace, in_all)
                    blocks.append(Block(part.begin, part.stop, made))
                for block in layers[-1].blocks:
                    block.curves.leave_memory()  # read for this layer, and not needed any more
                layers.append(self.shelf.rows(number, blocks))
        return layers

    def _make(
        self, part: Part, before: PairRows, workers: Executor, pace: Pace, in_all: int
    ) -> SealedLayer:
        what = (
            f"endgames, {part.open_boxes} of {self.boxes} boxes, part {part.place + 1} of {part.parts}"
        )
        begun = pace.done
        pace.tell(what, in_all)

        def finished(values: int) -> None:
            pace.finish(min(values, begun + part.values - pace.done))
            pace.tell(what, in_all)

        empty = self.shelf.rows(part.open_boxes, [])
        work = PairWork(empty.movers, empty.waiters, before, part.begin, part.stop)
        curves = trimmed(work.solve(workers, SHARDS, finished))
        pace.finish(begun + part.values - pace.done)  # what the estimate held too much
        pace.tell(what, in_all)
        if self.test is not None and self.shelf.keeps_tables:
            self.test(part, curves, before)
        return self.shelf.save(part, curves)


def _tell_compiling(progress: Progress, precision: Precision, in_all: int) -> None:
    if not compiled_before("cards", f"solve_{precision.name}_pairs"):
        progress("compiling, the first time only", 0, in_all)
