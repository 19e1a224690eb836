"""Making all target curves of a score card, layer by layer, few open boxes first.

    P(state, s)     = mean over rolls, keeping best, of max over open boxes of
                      P(state after, s - points(box, roll) - bonuses)
    P(full card, s) = 1 if s <= 0, else 0

for every target s at once (Pawlewicz 2010, section 3.3 and appendix C). They are rows like others
(`row_table`), in single precision, and all of their layers are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from dicedevil.errors import TooLarge
from dicedevil.objectives import ReachTarget
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.cards.curve_sizes import most_targets
from dicedevil.solvers.cards.curves import chance_error
from dicedevil.solvers.cards.glances import RowsSay
from dicedevil.solvers.cards.lattice import Ints
from dicedevil.solvers.cards.row_costs import (
    PER_STATE,
    PROCESS,
    RowSizes,
    room_for,
    scratch_bytes,
    seconds_for,
)
from dicedevil.solvers.cards.row_making import Cut, Making, trimmed
from dicedevil.solvers.cards.row_shelf import SHARD, CurveShelf, full_card, usable_layers
from dicedevil.solvers.cards.row_table import LayeredRows, RowEnds
from dicedevil.solvers.cards.shelf import CurveLayer, SealedLayer
from dicedevil.solvers.cards.states import Encoding, encoding
from dicedevil.solvers.drafts import can_keep, free_space, require_space
from dicedevil.solvers.layers import Shard
from dicedevil.solvers.machine import cores, megabytes
from dicedevil.solvers.progress import about
from dicedevil.solvers.question import Question
from dicedevil.solvers.tables import KEPT, default_folder, key_of, right_to_make
from dicedevil.solvers.where import HERE, Where

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
    least_bytes: int = 0
    """What will do where layers are read by parts; 0 where they are in memory as a whole."""

    def __str__(self) -> str:
        """In a line for a person."""
        return (
            f"target curves of {self.states:,} states between turns: up to "
            f"{megabytes(self.table_bytes)} on disk, "
            f"{megabytes(self.memory_bytes)} of memory, {about(self.seconds)} {self.on}"
        )

    def within(self, memory: int, least: int) -> CurveCost:
        """Return the same in so many bytes, from the least on: layers are read by parts."""
        allowed = max(least, min(memory, self.memory_bytes))
        return replace(self, memory_bytes=allowed, least_bytes=least)


def curve_cost(encoded: Encoding, layers: Iterable[int] = (), where: Where = HERE) -> CurveCost:
    """Estimate the making of the layers with so many open boxes each; without any, of all."""
    made = list(layers) or list(range(len(encoded.layers)))
    most = most_targets(encoded)
    states = [int(encoded.sizes[encoded.layers[open_boxes]].sum()) for open_boxes in made]
    targets = [most[open_boxes] for open_boxes in made]
    total = sum(targets)
    # all layers, if none can be kept, and of the largest one the work and its trimmed copy
    in_memory = sum(most[: max(made) + 1]) + 2 * max(targets)
    scratch = scratch_bytes(encoded)
    held = _SINGLE * most[max(made) - 1] + 2 * _SINGLE * min(SHARD, max(targets))
    worker = held + PER_STATE * encoded.states + scratch + PROCESS
    return CurveCost(
        sum(states),
        total,
        _SINGLE * total + PER_STATE * sum(states),
        _SINGLE * in_memory + PER_STATE * encoded.states + cores() * scratch + PROCESS,
        seconds_for(encoded, total) * cores() / where.cores,
        where.words(worker),
        worker,
    )


def missing_cost(shelf: CurveShelf, boxes: int) -> CurveCost | None:
    """Estimate the making of the layers with up to so many open boxes that are not on the shelf."""
    found = usable_layers(shelf, boxes)
    missing = [open_boxes for open_boxes, layer in enumerate(found) if layer is None]
    if not missing:
        return None
    if 1 in missing:
        missing.append(0)  # full cards count as states too, though nothing is to be solved
    where = shelf.budget.where
    cost, allowed = curve_cost(shelf.encoded, missing, where), shelf.budget.memory
    worker = where.share(allowed)
    fits = cost.memory_bytes - PROCESS <= room_for(shelf.budget) and cost.worker_bytes <= worker
    keeps = shelf.key(1) is not None and free_space(default_folder()) is not None
    if fits or not keeps:
        return cost
    least = RowSizes(shelf).least(missing)
    parts = min(cost.worker_bytes, max(least, worker))
    return replace(cost.within(allowed, least), worker_bytes=parts, on=where.words(parts))


def make_missing(question: Question, shelf: CurveShelf, boxes: int) -> list[SealedLayer]:
    """Return the curves with up to so many open boxes.

    What making them takes is told, or refused, beforehand. Two processes make them once.
    """
    game, budget = question.game, question.budget
    cost = missing_cost(shelf, boxes) or curve_cost(shelf.encoded)
    require_memory(cost, budget)
    budget.where.require_memory(cost.worker_bytes, "Making the target curves")
    if cost.least_bytes:
        require_space(default_folder(), f"{game} in the memory allowed", cost)
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
    budget.require("Making the target curves", (cost.least_bytes or cost.memory_bytes) - PROCESS)


def make_layers(
    shelf: CurveShelf, boxes: int, budget: Budget = USUAL, game: Any = None
) -> list[SealedLayer]:
    """Return the curves by number of open boxes, up to so many.

    What is on the shelf already is not made again; what is made for a game is tested before it is kept.
    """
    return curve_table(shelf, boxes, budget, game).make()


def table_for(game: Any, boxes: int, size: int | None = None, *, budget: Budget) -> LayeredRows:
    """Return the curves of a game, for a process that makes shards of them."""
    key = partial(key_of, Question(game, ReachTarget(), budget=budget), room=__name__)
    shelf = CurveShelf(encoding(game.card), key, budget=budget)
    shelf = shelf if size is None else replace(shelf, size=size)
    return curve_table(shelf, boxes, budget, game)


def curve_table(shelf: CurveShelf, boxes: int, budget: Budget, game: Any) -> LayeredRows:
    """Return all curves of a card with up to so many open boxes, to be made."""
    return LayeredRows(shelf, CurveEnds(shelf.encoded), boxes, budget, game, (__name__, (boxes,)))


@dataclass(frozen=True, eq=False)
class CurveEnds(RowEnds):
    """Chances of points to come: from those that are certain to the most that are possible."""

    encoded: Encoding
    what = "target curves"

    @cached_property
    def bound(self) -> float:  # type: ignore[override]  # worked out when asked
        """Rounded to single precision once a turn."""
        return chance_error(self.encoded)

    def full_cards(self) -> CurveLayer:
        """Nothing more can be scored."""
        return full_card(self.encoded)

    def limits(
        self, making: Making, shard: Shard, states: Cut, below: CurveLayer, threads: Executor | None
    ) -> tuple[Ints, Ints]:
        """By the curves below."""
        return making.bounds(states, below, threads)

    def trimmed(self, work: CurveLayer) -> CurveLayer:
        """Cut off what cannot be told from 1 or from 0."""
        return trimmed(work)

    def say(self, shard: Shard, made: CurveLayer) -> RowsSay:
        """Every state has a curve, be it certain."""
        return RowsSay(range(shard.begin, shard.stop), self.bound, True)
