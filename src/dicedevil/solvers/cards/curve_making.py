"""Making all target curves of a score card, layer by layer, few open boxes first.

    P(state, s)     = mean over rolls, keeping best, of max over open boxes of
                      P(state after, s - points(box, roll) - bonuses)
    P(full card, s) = 1 if s <= 0, else 0

for every target s at once (Pawlewicz 2010, section 3.3 and appendix C). Only the layer with one open
box less is needed, so two layers are in memory at a time. The sets of open boxes of a layer do not
depend on each other: they are cut into shards that any executor of threads may run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from dicedevil.errors import TooLarge
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.cards.glances import glance_at_curves
from dicedevil.solvers.cards.mean import split_groups
from dicedevil.solvers.cards.sharing import share_scores
from dicedevil.solvers.cards.shelf import (
    CurveLayer,
    CurveShelf,
    SealedLayer,
    laid_out,
    layer_bases,
    most_targets,
    usable_layers,
)
from dicedevil.solvers.cards.states import Encoding
from dicedevil.solvers.drafts import can_keep
from dicedevil.solvers.machine import SIMD, compiled_before, cores, megabytes
from dicedevil.solvers.progress import Pace, Progress, about
from dicedevil.solvers.question import Question
from dicedevil.solvers.tables import KEPT, default_folder, key_of, right_to_make

SHARDS_PER_THREAD = 16
"""So that threads finish a layer at about the same time, and progress is told often."""
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

    def __str__(self) -> str:
        """In a line for a person."""
        return (
            f"target curves of {self.states:,} states between turns: up to "
            f"{megabytes(self.table_bytes)} on disk, "
            f"{megabytes(self.memory_bytes)} of memory, {about(self.seconds)} on {cores()} cores"
        )


def curve_cost(encoded: Encoding, layers: Iterable[int] = ()) -> CurveCost:
    """Estimate the making of the layers with so many open boxes each; without any, of all."""
    made = list(layers) or list(range(len(encoded.layers)))
    most = most_targets(encoded)
    states = [int(encoded.sizes[encoded.layers[open_boxes]].sum()) for open_boxes in made]
    targets = [most[open_boxes] for open_boxes in made]
    total, per_state = sum(targets), 8 + _SINGLE  # `first` and `sure`
    # all layers, if none can be kept, and of the largest one the work and its trimmed copy
    in_memory = sum(most[: max(made) + 1]) + 2 * max(targets)
    lattice, rerolls = encoded.lattice.arrays, encoded.card.rerolls
    rows = rerolls * (lattice.more.size + lattice.fewer.size + lattice.keeps) + 6 * lattice.rolls
    scratch = cores() * 8 * SIMD * 2 * encoded.card.keep_count
    return CurveCost(
        sum(states),
        total,
        _SINGLE * total + per_state * sum(states),
        _SINGLE * in_memory + per_state * encoded.states + scratch + PROCESS,
        total * rows * SECONDS_PER_ROW / cores(),
    )


def missing_cost(shelf: CurveShelf, boxes: int) -> CurveCost | None:
    """Estimate the making of the layers with up to so many open boxes that are not on the shelf."""
    found = usable_layers(shelf, boxes)
    missing = [open_boxes for open_boxes, layer in enumerate(found) if layer is None]
    if 1 in missing:
        missing.append(0)  # full cards count as states too, though nothing is to be solved
    return curve_cost(shelf.encoded, missing) if missing else None


def make_missing(question: Question, shelf: CurveShelf, boxes: int) -> list[SealedLayer]:
    """Return the curves with up to so many open boxes.

    What making them takes is told, or refused, beforehand. Two processes make them once.
    """
    game, budget = question.game, question.budget
    cost = missing_cost(shelf, boxes) or curve_cost(shelf.encoded)
    require_memory(cost, budget)
    key = key_of(question, "(keep-reroll)", room=__name__)
    keeps = key is not None and can_keep(default_folder(), cost.table_bytes)
    kept = f" {KEPT}: if this is broken off, at most one layer is lost." if keeps else ""
    budget.allow(
        cost,
        f"Making the {cost}.{kept}",
        f"The curves of {game} are not on disk. They are made by 'dicedevil curve {game}': {cost}.",
    )
    tested = partial(glance_at_curves, game, shelf) if key is not None else _believe
    with right_to_make(key, budget):
        return make_layers(shelf, boxes, budget, tested=tested)


def _believe(open_boxes: int, made: CurveLayer, before: SealedLayer) -> None:
    """Nothing is written."""


def require_memory(cost: CurveCost, budget: Budget) -> None:
    """Refuse curves that do not fit into the memory allowed, or into what is left of it."""
    if cost.memory_bytes > budget.memory:
        raise TooLarge(
            f"The {cost}; {megabytes(budget.memory)} of memory are allowed (allow more, or use fewer "
            "boxes or dice)."
        )
    budget.require("Making the target curves", cost.memory_bytes - PROCESS)


def make_layers(
    shelf: CurveShelf,
    boxes: int,
    budget: Budget = USUAL,
    threads: int | None = None,
    tested: Callable[[int, CurveLayer, SealedLayer], None] = _believe,
) -> list[SealedLayer]:
    """Return the curves by number of open boxes, up to so many.

    What is on the shelf already is not made again; what is made is tested before it is kept.
    """
    encoded, executor = shelf.encoded, budget.executor
    layers = usable_layers(shelf, boxes)
    if None in layers:
        making = _Making(encoded, budget.progress, threads or cores(), layers)
        with nullcontext(executor) if executor else ThreadPoolExecutor(making.threads) as workers:
            for open_boxes, layer in enumerate(layers):
                if layer is None:
                    before = layers[open_boxes - 1]
                    made = making.layer(open_boxes, before, workers)  # type: ignore[arg-type]
                    tested(open_boxes, made, before)  # type: ignore[arg-type]
                    saved = layers[open_boxes] = shelf.save(open_boxes, made)
                    saved.stay_in_memory(made)  # the next layer is made from it
                    before.leave_memory()  # type: ignore[union-attr]
    return [layer for layer in layers if layer is not None]


@dataclass(eq=False)
class _Making:
    """Layers in work: what the kernels read, and how far it has come."""

    encoded: Encoding
    progress: Progress
    threads: int
    found: Iterable[SealedLayer | None]

    def __post_init__(self) -> None:
        encoded = self.encoded
        self.pace = Pace(self.progress)
        self.to_do = [
            0 if layer is not None else targets
            for layer, targets in zip(self.found, most_targets(encoded), strict=False)
        ]
        if not compiled_before("cards", "solve_curves"):
            self.progress("compiling, the first time only", 0, sum(self.to_do))
        from dicedevil.solvers.cards.kernels import curves as card_curves

        self.kernels: Any = card_curves
        self.card = encoded.arrays._replace(base=layer_bases(encoded))
        self.lattice = encoded.lattice.arrays
        self.sharing = share_scores(encoded)
        self.possible = np.flatnonzero(self.lattice.roll_prob > 0).astype(np.int32)

    def layer(self, open_boxes: int, before: SealedLayer, workers: Executor) -> CurveLayer:
        """Make the curves of all states with so many open boxes."""
        encoded, below = self.encoded, before.whole()
        shards = split_groups(encoded, encoded.layers[open_boxes], self.threads * SHARDS_PER_THREAD)
        states = int(encoded.sizes[encoded.layers[open_boxes]].sum())
        lowest, highest = np.empty(states, np.int32), np.empty(states, np.int32)
        list(
            workers.map(
                lambda groups: self.kernels.bound_curves(
                    self.card, groups, below, self.possible, lowest, highest
                ),
                shards,
            )
        )
        first = laid_out(highest.astype(np.int64) - lowest)
        work = CurveLayer(first, lowest, np.zeros(int(first[-1]) + SIMD, np.float32))
        self.to_do[open_boxes] = int(first[-1]) - SIMD
        self._tell(open_boxes)
        rerolls = encoded.card.rerolls

        def solve(groups: Any) -> Any:
            self.kernels.solve_curves(
                self.lattice, self.card, self.sharing, rerolls, groups, below, work
            )
            return groups

        for finished in as_completed([workers.submit(solve, groups) for groups in shards]):
            self.pace.finish(self._targets(work, finished.result()))
            self._tell(open_boxes)
        return trimmed(work)

    def _targets(self, work: CurveLayer, groups: Any) -> int:
        begin = self.card.base[groups]
        stop = begin + self.encoded.sizes[groups]
        return int((work.first[stop] - work.first[begin]).sum())

    def _tell(self, open_boxes: int) -> None:
        layer = f"{open_boxes} of {len(self.to_do) - 1} boxes"
        self.pace.tell(f"target curves, {layer}", sum(self.to_do))


def trimmed(work: CurveLayer) -> CurveLayer:
    """Cut off what cannot be told from 1 or from 0 in the precision it is kept in."""
    from dicedevil.solvers.cards.kernels.curves import pack_curves, trim_ends

    begin, stop = np.empty(len(work.sure), np.int64), np.empty(len(work.sure), np.int64)
    trim_ends(work, begin, stop)
    first = laid_out(stop - begin)
    chances = np.zeros(int(first[-1]) + SIMD, work.chances.dtype)
    pack_curves(work, begin, first, chances)
    return CurveLayer(first, (work.sure + (begin - work.first[:-1])).astype(np.int32), chances)
