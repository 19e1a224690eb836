"""Rows that answer one question: what they take, and whether they are kept while it is answered.

Rows of a utility belong to it, and those of games in a row to a number of games. What takes long is
kept in shards, so that whoever is broken off goes on, and so that others can take part; a layer goes
when the next one is finished, and all of them when the question is answered.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from dicedevil.objectives import MaxScore
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.row_costs import (
    PER_SET,
    PER_STATE,
    PROCESS,
    RowSizes,
    room_for,
    scratch_bytes,
    seconds_for,
)
from dicedevil.solvers.cards.row_shelf import WorkShelf
from dicedevil.solvers.cards.row_table import GONE, LayeredRows, RowEnds
from dicedevil.solvers.cards.shelf import CurveLayer, Layers, SealedLayer, joined, layer_bases
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.drafts import can_keep, free_space, require_space
from dicedevil.solvers.machine import SIMD, cores, megabytes
from dicedevil.solvers.progress import Progress, about
from dicedevil.solvers.question import Question
from dicedevil.solvers.tables import TableKey, default_folder, key_of

LONG = 10.0
"""Seconds of one core that rows take whose shards are kept."""
POINTS = 24
"""Bytes of a state for the points that may have been made there."""
MadeBy = tuple[str, tuple[Any, ...]]
"""The module whose `table_for` makes a table elsewhere, and what tells it which."""


@dataclass(frozen=True)
class RowCost:
    """What rows take that are kept no longer than they are made."""

    values: int
    memory_bytes: int
    seconds: float
    table_bytes: int = 0
    what: str = "rows of worths"
    on: str = ""
    """Who works."""

    def __str__(self) -> str:
        """In a line for a person."""
        disk = f"{megabytes(self.table_bytes)} on disk meanwhile, " if self.table_bytes else ""
        return (
            f"{self.what}, {self.values:,} numbers: {disk}{megabytes(self.memory_bytes)} of memory, "
            f"{about(self.seconds)} {self.on}"
        )


@dataclass(frozen=True, eq=False)
class Pass:
    """Rows from the full cards to those with so many open boxes."""

    by_set: Ints64
    """By set of open boxes: how many numbers there are at most."""
    boxes: int


@dataclass(frozen=True, eq=False)
class RowPlan:
    """All rows that a question needs, one pass after the other."""

    question: Question
    """About one game."""
    encoded: Encoding
    what: str
    passes: Sequence[Pass]
    """In the order in which they are made."""
    whole: bool = False
    """Whether all layers are needed in the end, not only the last."""

    @property
    def budget(self) -> Budget:
        """What it may take."""
        return self.question.budget

    def shelf(self, by_set: Ints64, told: str = "") -> WorkShelf:
        """Return where rows of this size are kept."""
        name, lock = partial(_key, self.question, told), _key(self.question, self.what, "")
        return WorkShelf(
            self.encoded,
            name,
            budget=self.budget,
            widths=by_set,
            until=lock.folder if lock is not None else "",
            what=self.what,
        )

    @cached_property
    def _sizes(self) -> list[tuple[RowSizes, range]]:
        return [(RowSizes(self.shelf(one.by_set)), range(1, one.boxes + 1)) for one in self.passes]

    @cached_property
    def values(self) -> int:
        """How many numbers there are at most."""
        return sum(sizes.most[layer] for sizes, layers in self._sizes for layer in layers)

    @cached_property
    def _in_memory(self) -> int:
        """Bytes of a process that holds the layers it needs as a whole."""
        all_held = [
            sum(sizes.layer(layer) for layer in layers) if self.whole else 0
            for sizes, layers in self._sizes
        ]
        pairs = [sizes.held(layer) for sizes, layers in self._sizes for layer in layers]
        return max(pairs, default=0) + max(all_held, default=0) + self._beside

    @property
    def _beside(self) -> int:
        states = (POINTS + PER_STATE) * self.encoded.states
        scratch = cores() * scratch_bytes(self.encoded)
        return states + scratch + PER_SET * len(self.encoded.sizes)

    @cached_property
    def _by_parts(self) -> int:
        """The same for a process that reads what a shard needs."""
        least = [sizes.least(layers) for sizes, layers in self._sizes]
        return max(least, default=0) + POINTS * self.encoded.states

    @cached_property
    def disk(self) -> int:
        """Bytes on disk: two layers at a time, or all."""
        found = [0]
        for sizes, layers in self._sizes:
            pairs = [sizes.layer(layer - 1) + sizes.layer(layer) for layer in layers]
            found.append(
                sum(sizes.layer(layer) for layer in layers) if self.whole else max(pairs, default=0)
            )
        return max(found)

    @cached_property
    def seconds(self) -> float:
        """How long it takes, about."""
        return seconds_for(self.encoded, self.values) * cores() / self.budget.where.cores

    @cached_property
    def fits(self) -> bool:
        """Whether all that is needed at a time fits in memory."""
        return self._in_memory <= room_for(self.budget)

    @cached_property
    def keeps(self) -> bool:
        """Whether shards are kept: what takes long, and what does not fit otherwise."""
        if _key(self.question, "", "") is None or not self.passes:
            return False
        if not self.fits:
            return free_space(default_folder()) is not None
        is_long = seconds_for(self.encoded, self.values) * cores() > LONG
        return is_long and can_keep(default_folder(), self.disk)

    @cached_property
    def cost(self) -> RowCost:
        """What all of it takes."""
        where, memory = self.budget.where, self._in_memory + PROCESS
        if self._is_streamed:
            memory = max(self._by_parts, self.budget.memory)
        on = where.words(self._by_parts if self.keeps else memory)
        disk = self.disk if self.keeps else 0
        return RowCost(self.values, memory, self.seconds, disk, self.what, on)

    @property
    def _is_streamed(self) -> bool:
        return self.keeps and not self.fits and not self.whole

    def require(self, advice: str) -> None:
        """Say what the rows take, or refuse them; `advice` begins a sentence that says the cost."""
        needed = self._by_parts - PROCESS if self._is_streamed else self._in_memory
        instead = "One position alone takes less." if self.whole else ""
        rows = f"Making rows for {self.question.game} ({self.cost})"
        self.budget.require(rows, needed, instead=instead)
        if self.keeps:
            if not self.fits:
                what = f"{self.question.game} in the memory allowed"
                require_space(default_folder(), what, self.cost)
            self.budget.where.require_memory(self._by_parts, f"Making the {self.what}")
        self.budget.allow(self.cost, f"Making the {self.cost}.", f"{advice}: {self.cost}.")

    def key(self) -> TableKey | None:
        """Return what is locked while the question is answered."""
        return _key(self.question, self.what, "") if self.keeps else None

    def table(self, ends: RowEnds, one: Pass, made_by: MadeBy, answers: Collection[int]) -> LayeredRows:
        """Return the table of a pass, to be made."""
        shelf = self.shelf(one.by_set, digest_of(made_by))
        game = self.question.game if self.keeps else None
        budget = replace(
            self.budget, progress=self._progress(sum(RowSizes(shelf).most[1 : one.boxes + 1]))
        )
        return LayeredRows(shelf, ends, one.boxes, budget, game, made_by, answers)

    @cached_property
    def _begun(self) -> list[int]:
        """How many numbers the passes have that were begun."""
        return []

    def _progress(self, values: int) -> Progress:
        """Return whom the next pass, of so many numbers, tells how far it is: as a part of all."""
        earlier = sum(self._begun)
        self._begun.append(values)
        left = self._sizes[len(self._begun) :]
        in_all = earlier + values + sum(sizes.most[layer] for sizes, layers in left for layer in layers)

        def tell(what: str, done: int, of: int) -> None:
            self.budget.progress(what, earlier + (values * done // of if of else 0), in_all)

        return tell


def worker_table(
    question: Question,
    encoded: Encoding,
    ends: RowEnds,
    one: Pass,
    made_by: MadeBy,
    told: tuple[Any, ...],
) -> LayeredRows:
    """Return the table of a pass, for a process that makes shards of it; its shelf was told."""
    shelf = RowPlan(question, encoded, ends.what, [one]).shelf(one.by_set, digest_of(made_by))
    size, until, what = told
    shelf = replace(shelf, size=size, until=until, what=what)
    return LayeredRows(shelf, ends, one.boxes, question.budget, question.game, made_by, (one.boxes,))


def inner_question(question: Question, game: Any) -> Question:
    """Return the question as one about a game's score: tables of rows are found by it."""
    return replace(question, game=game, objective=MaxScore(), at=None, points=0)


def digest_of(made_by: MadeBy) -> str:
    """Return a text that differs for different rows."""
    return hashlib.blake2b(repr(made_by).encode(), digest_size=8).hexdigest()


def _key(question: Question, told: str, part: str) -> TableKey | None:
    return key_of(question, f"rows {told}, {part}".rstrip(", "), room=__name__)


# -- what stays in the end ---------------------------------------------------------------------------


def last_turn(table: LayeredRows, open_boxes: int) -> tuple[Layers, Ints64]:
    """Return the rows of a set of open boxes and those after its turn; and where sets begin."""
    encoded, number = table.shelf.encoded, open_boxes.bit_count()
    bases = np.full(len(encoded.sizes), -1)
    layers = [GONE] * (number + 1)
    below = [
        open_boxes & ~(1 << box) for box in range(len(encoded.card.boxes)) if open_boxes >> box & 1
    ]
    for layer, groups in ((number, [open_boxes]), (number - 1, sorted(below))):
        if groups:
            layers[layer] = SealedLayer(_rows_of(table, layer, np.array(groups)))
            sizes = encoded.sizes[groups]
            bases[groups] = np.cumsum(sizes) - sizes
    return Layers(layers), bases


def _rows_of(table: LayeredRows, layer: int, groups: Ints64) -> CurveLayer:
    """Return the rows of some sets of open boxes, a copy."""
    encoded, sealed = table.shelf.encoded, table.layers[layer] or GONE
    whole = sealed.check(np.searchsorted(encoded.layers[layer], groups).tolist())
    parts = []
    for group in groups.tolist():
        begin = int(table.shelf.bases[group])
        stop = begin + int(encoded.sizes[group])
        first = whole.first[begin : stop + 1]
        chances = whole.chances[int(first[0]) - SIMD : int(first[-1]) + SIMD]
        parts.append(CurveLayer(first - first[0] + SIMD, whole.sure[begin:stop], chances))
    return joined(parts)


def all_layers(table: LayeredRows) -> tuple[Layers, Ints64]:
    """Return all rows, in memory; and where sets begin."""
    layers = [SealedLayer(layer.whole()) for layer in table.make()]
    return Layers(layers), layer_bases(table.shelf.encoded)
