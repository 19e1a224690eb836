"""Making all target curves of a score card, layer by layer, few open boxes first.

    P(state, s)     = mean over rolls, keeping best, of max over open boxes of
                      P(state after, s - points(box, roll) - bonuses)
    P(full card, s) = 1 if s <= 0, else 0

for every target s at once (Pawlewicz 2010, section 3.3 and appendix C). Only the layer with one open
box less is needed, so two layers are in memory at a time. The sets of open boxes of a layer do not
depend on each other: they are cut into shards, made anywhere (`solvers.layers`), and a shard into
pieces that any executor of threads may run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise
from typing import Any

from dicedevil.errors import TableError, TooLarge
from dicedevil.objectives import ReachTarget
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.cards.curve_sizes import most_targets, targets_by_set
from dicedevil.solvers.cards.glances import glance_at_curves
from dicedevil.solvers.cards.row_making import Making, trimmed
from dicedevil.solvers.cards.shelf import CurveLayer, CurveShelf, SealedLayer, joined, usable_layers
from dicedevil.solvers.cards.states import Encoding, encoding
from dicedevil.solvers.drafts import can_keep
from dicedevil.solvers.layers import (
    LayeredTable,
    Order,
    Shard,
    Tell,
    cut_layer,
    make_missing_layers,
    tell_no_one,
)
from dicedevil.solvers.machine import SIMD, cores, megabytes
from dicedevil.solvers.progress import about
from dicedevil.solvers.question import Question
from dicedevil.solvers.tables import (
    KEPT,
    TableKey,
    default_folder,
    key_of,
    load,
    right_to_make,
    save,
)
from dicedevil.solvers.where import HERE, Where

SHARD = 1 << 22
"""Chances of a shard, about: some seconds on one core, and 16 MB."""
SECONDS_PER_ROW = 1.1e-10
"""Measured: one row of the lattice, one target, one core at 3 GHz."""
PROCESS = 150 << 20
"""Bytes of any process beside the layers, measured: Python, NumPy and compiled code."""
_SINGLE = 4


@dataclass(frozen=True)
class CurveCost:
    """What making a card's curves takes, told before it is begun."""

    states: int
    targets: int
    """How many chances there are at most."""
    table_bytes: int
    memory_bytes: int
    seconds: float
    on: str
    """Who works."""
    worker_bytes: int
    """What each worker needs, where others do the work."""

    def __str__(self) -> str:
        """In a line for a person."""
        return (
            f"target curves of {self.states:,} states between turns: up to "
            f"{megabytes(self.table_bytes)} on disk, "
            f"{megabytes(self.memory_bytes)} of memory, {about(self.seconds)} {self.on}"
        )


def curve_cost(encoded: Encoding, layers: Iterable[int] = (), where: Where = HERE) -> CurveCost:
    """Estimate the making of the layers with so many open boxes each; without any, of all."""
    made = list(layers) or list(range(len(encoded.layers)))
    most = most_targets(encoded)
    states = [int(encoded.sizes[encoded.layers[open_boxes]].sum()) for open_boxes in made]
    targets = [most[open_boxes] for open_boxes in made]
    total, per_state = sum(targets), 8 + _SINGLE  # `first` and `sure`
    # all layers, if none can be kept, and of the largest one the work and its trimmed copy
    in_memory = sum(most[: max(made) + 1]) + 2 * max(targets)
    scratch = 8 * SIMD * 2 * encoded.card.keep_count
    held = _SINGLE * most[max(made) - 1] + 2 * _SINGLE * min(SHARD, max(targets))
    worker = held + per_state * encoded.states + scratch + PROCESS
    return CurveCost(
        sum(states),
        total,
        _SINGLE * total + per_state * sum(states),
        _SINGLE * in_memory + per_state * encoded.states + cores() * scratch + PROCESS,
        seconds_for(encoded, total) * cores() / where.cores,
        where.words(worker),
        worker,
    )


def seconds_for(encoded: Encoding, chances: int) -> float:
    """Estimate how long so many chances take."""
    lattice, rerolls = encoded.lattice.arrays, encoded.card.rerolls
    rows = rerolls * (lattice.more.size + lattice.fewer.size + lattice.keeps) + 6 * lattice.rolls
    return chances * rows * SECONDS_PER_ROW / cores()


@dataclass(frozen=True)
class RowCost:
    """What rows take that are not kept on disk."""

    values: int
    memory_bytes: int
    seconds: float
    table_bytes: int = 0
    what: str = "rows of worths"

    def __str__(self) -> str:
        """In a line for a person."""
        return (
            f"{self.what}, {self.values:,} numbers: {megabytes(self.memory_bytes)} of memory, "
            f"{about(self.seconds)} on {cores()} cores"
        )


def row_cost(encoded: Encoding, widths: Sequence[int], whole: bool) -> RowCost:
    """Estimate rows of these widths by layer, in double precision: two layers at a time, or all."""
    pairs = [a + b for a, b in pairwise(widths)] or [sum(widths)]
    held = sum(widths) if whole else max(pairs)
    states = 250 * encoded.states  # the points made, and where rows begin
    scratch = cores() * 8 * SIMD * 2 * encoded.card.keep_count
    memory = 8 * held + states + scratch + PROCESS
    return RowCost(sum(widths), memory, seconds_for(encoded, sum(widths)))


def missing_cost(shelf: CurveShelf, boxes: int) -> CurveCost | None:
    """Estimate the making of the layers with up to so many open boxes that are not on the shelf."""
    found = usable_layers(shelf, boxes)
    missing = [open_boxes for open_boxes, layer in enumerate(found) if layer is None]
    if 1 in missing:
        missing.append(0)  # full cards count as states too, though nothing is to be solved
    return curve_cost(shelf.encoded, missing, shelf.budget.where) if missing else None


def make_missing(question: Question, shelf: CurveShelf, boxes: int) -> list[SealedLayer]:
    """Return the curves with up to so many open boxes.

    What making them takes is told, or refused, beforehand. Two processes make them once.
    """
    game, budget = question.game, question.budget
    cost = missing_cost(shelf, boxes) or curve_cost(shelf.encoded)
    require_memory(cost, budget)
    budget.where.require_memory(cost.worker_bytes, "Making the target curves")
    key = key_of(question, "(keep-reroll)", room=__name__)
    keeps = key is not None and can_keep(default_folder(), cost.table_bytes)
    kept = f" {KEPT}: if this is broken off, at most the shards in work are lost." if keeps else ""
    budget.allow(
        cost,
        f"Making the {cost}.{kept}",
        f"The curves of {game} are not on disk. They are made by 'dicedevil curve {game}': {cost}.",
    )
    with right_to_make(key, budget):
        return make_layers(shelf, boxes, budget, game if key is not None else None)


def require_memory(cost: CurveCost, budget: Budget) -> None:
    """Refuse curves that do not fit into the memory allowed, or into what is left of it."""
    if cost.memory_bytes > budget.memory:
        raise TooLarge(
            f"The {cost}; {megabytes(budget.memory)} of memory are allowed (allow more, or use fewer "
            "boxes or dice)."
        ).costing(memory_bytes=cost.memory_bytes)
    budget.require("Making the target curves", cost.memory_bytes - PROCESS)


def make_layers(
    shelf: CurveShelf, boxes: int, budget: Budget = USUAL, game: Any = None
) -> list[SealedLayer]:
    """Return the curves by number of open boxes, up to so many.

    What is on the shelf already is not made again; what is made for a game is tested before it is kept.
    """
    table = CurveTable(shelf, boxes, budget, game)
    if table.missing:
        executor = budget.executor
        with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as table.threads:
            make_missing_layers(table)
    return [layer for layer in table.layers if layer is not None]


def table_for(game: Any, boxes: int, *, budget: Budget) -> CurveTable:
    """Return the curves of a game, for a process that makes shards of them."""
    question = Question(game, ReachTarget(), budget=budget)
    key = partial(key_of, question, room=__name__)
    return CurveTable(CurveShelf(encoding(game.card), key, budget=budget), boxes, budget, game)


@dataclass(eq=False)
class CurveTable(LayeredTable):
    """All curves of a card with up to so many open boxes."""

    shelf: CurveShelf
    boxes: int
    budget: Budget
    game: Any
    """What is made is tested for it, and another process makes it again; None: nothing is kept."""
    threads: Executor | None = None
    """Who runs the pieces of a shard; None for one thread, this one."""
    layers: list[SealedLayer | None] = field(init=False)
    taken: dict[int, CurveLayer] = field(default_factory=dict)
    """Shards of the layer in work, by place."""

    def __post_init__(self) -> None:
        self.layers = usable_layers(self.shelf, self.boxes)

    @property
    def missing(self) -> list[int]:
        """The layers that are not on the shelf."""
        return [number for number, layer in enumerate(self.layers) if layer is None]

    def shards(self, layer: int) -> list[Shard]:
        """Cut a layer between sets of open boxes."""
        return curve_shards(self.shelf.encoded, layer)

    def key(self, shard: Shard) -> TableKey | None:
        """One table a shard; that of a whole layer is the layer's."""
        if shard.of == 1:
            return self.shelf.key(shard.layer)
        return self.shelf.name(
            f"{shard.layer} open, shard {shard.place + 1} of {shard.of} (keep-reroll)"
        )

    def title(self, layer: int) -> str:
        """Say how many boxes are open."""
        return f"target curves, {layer} of {self.boxes} boxes"

    def solve(self, shard: Shard, tell: Tell = tell_no_one) -> CurveLayer:
        """Find the curves of a shard."""
        before = self._before(shard.layer)
        found = trimmed(self._making.shard(shard, before.whole(), self.threads, tell))
        if self.game is not None:
            glance_at_curves(self.game, self.shelf, shard, found, before)
        return found

    @cached_property
    def _making(self) -> Making:
        in_all = sum(most_targets(self.shelf.encoded)[: self.boxes + 1])
        return Making(self.shelf.encoded, self.budget.progress, in_all)

    def _before(self, layer: int) -> SealedLayer:
        """Return the layer that this one follows from: in another process, as it is on disk."""
        before = self.layers[layer - 1] or self.shelf.load(layer - 1)
        if before is None:
            raise TableError(f"Layer {layer - 1} of the curves of {self.game} is not on disk any more.")
        for number in range(1, layer - 1):
            if (done := self.layers[number]) is not None:
                done.leave_memory()
        self.layers[layer - 1] = before
        return before

    def seal(self, shard: Shard, found: CurveLayer) -> None:
        """Write a shard, or the layer that it is."""
        if shard.of == 1:
            self.shelf.write(shard.layer, found)
        elif key := self.key(shard):
            save(key, found._asdict(), {"states": len(found.sure), **self._rules})

    @property
    def _rules(self) -> dict[str, str]:
        return {"rules": self.shelf.encoded.fingerprint}

    def read(self, shard: Shard) -> CurveLayer | None:
        """Return a shard that was sealed, if it is whole."""
        try:
            if shard.of == 1:
                layer = self.shelf.load(shard.layer)
                return None if layer is None else layer.whole()
            key = self.key(shard)
            table = None if key is None else load(key)
        except TableError as error:
            self.shelf.say_damage(error)
            return None
        if table is None or table.facts.get("rules") != self._rules["rules"]:
            return None
        return CurveLayer(*(table.arrays[name] for name in CurveLayer._fields))

    def take(self, shard: Shard, found: CurveLayer) -> None:
        """Hold a shard until its layer is whole."""
        self.taken[shard.place] = found

    def finish(self, layer: int) -> None:
        """Put a layer on the shelf; its shards go."""
        shards = self.shards(layer)
        made = joined([self.taken.pop(shard.place) for shard in shards])
        if len(shards) > 1:
            self.keep(self.shelf.key(layer), lambda: self.shelf.write(layer, made))
        sealed = self.shelf.load(layer) or SealedLayer(made)
        sealed.stay_in_memory(made)  # the next layer is made from it
        self.layers[layer] = sealed
        if sealed.seals is not None and len(shards) > 1:
            self.discard(layer)

    def say(self, message: str) -> None:
        """Tell whoever listens, once."""
        self.shelf.say(message)

    def order(self) -> Order | None:
        """Say what other processes are to make."""
        if self.game is None:
            return None
        return Order.of(self.game, __name__, (self.boxes,), self.budget)


def curve_shards(encoded: Encoding, layer: int) -> list[Shard]:
    """Cut a layer between sets of open boxes, by how many chances they have at most."""
    groups = encoded.layers[layer]
    values, states = targets_by_set(encoded)[groups], encoded.sizes[groups]
    return cut_layer(layer, values, states, SHARD)
