"""All of two-player Yahtzee: what each layer takes, and the schedule played through.

    python docs/plan.py                 the table of layers, and a schedule for 100 and 1,000 workers
    python docs/plan.py --workers 40    for so many workers
    python docs/plan.py --curves        what a network carries for the target curves of one player

Nothing is solved. Positions are counted (`solvers.cards.counting`); the time of one is what kernels
took on one core, measured by `python -m bench endgames`, and less where few boxes are open since fewer
keeps differ. A shard is a block of states of the player who waits: it reads the same block of the layer
before, and writes one of its own.
"""

from __future__ import annotations

import argparse
import heapq
import random
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import dicedevil as dd
from dicedevil.solvers.cards.counting import count_positions
from dicedevil.solvers.cards.curve_sizes import most_targets
from dicedevil.solvers.cards.endgame_making import seconds_per_value
from dicedevil.solvers.cards.row_costs import seconds_for
from dicedevil.solvers.cards.row_shelf import CurveShelf
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.machine import cores

GAME = "yahtzee:joker=used"
VALUE, PER_PAIR = 4, 12
"""Bytes of a chance in single precision, and of what stands beside each pair of states."""
SHARD = 60.0
"""Seconds of a core: long beside the scheduler's millisecond, short beside a layer of many workers."""
DISPATCH, BEGIN = 0.001, 0.0015
"""Seconds that the scheduler and a worker take for a task, measured."""
STORE, LINK = 20e9, 1e9
"""Bytes a second: of a parallel file system, and of one worker."""
LIFE = 30 * 86_400.0
"""Seconds until a worker dies, on average."""
UNEVEN = 0.1
"""How far workers differ in speed: the spread of its logarithm."""


class Layer(NamedTuple):
    """The positions with so many open boxes of both together."""

    open_boxes: int
    pairs: int
    values: int
    core_seconds: float
    shards: int
    states: int
    """Of the player who waits."""

    @property
    def size(self) -> int:
        """Bytes."""
        return VALUE * self.values + PER_PAIR * self.pairs


@dataclass(frozen=True)
class Run:
    """A schedule that was played through."""

    workers: int
    hours: float
    busy: float
    """The share of their time that workers solve."""
    waiting: float
    """The share that they wait for the last shards of a layer."""
    lost: int
    """Shards that were begun again since their worker died."""


def layers_of(game: str) -> list[Layer]:
    """Return the layers in the order in which they are made: few open boxes first."""
    rules = dd.game(game)
    encoded, boxes, found = encoding(rules.card), len(rules.card.boxes), []
    states = [int(encoded.sizes[sets].sum()) for sets in encoded.layers]
    for counted in reversed(count_positions(rules).layers):
        mine, theirs = boxes - counted.second, boxes - counted.first
        mover, waiter = max(mine, theirs), min(mine, theirs)
        if mover:
            seconds = counted.positions * seconds_per_value(encoded, mover) * cores()
            shards = min(states[waiter], max(1, round(seconds / SHARD)))
            found.append(
                Layer(mine + theirs, counted.pairs, counted.positions, seconds, shards, states[waiter])
            )
    return found


def played(layers: list[Layer], workers: int, seed: int = 1) -> Run:
    """Play the schedule: a layer begins when the one before is finished."""
    rng = random.Random(seed)
    speeds = [rng.lognormvariate(0.0, UNEVEN) for _ in range(workers)]
    now = solving = waiting = 0.0
    lost, before = 0, 0
    for layer in layers:
        work = layer.core_seconds / layer.shards
        moved = (layer.size + before) / layer.shards / min(LINK, STORE / workers)
        free = [(now, worker) for worker in range(workers)]
        sent, left, ends = now, layer.shards, []
        while left:
            idle, worker = heapq.heappop(free)
            sent = max(sent + DISPATCH, idle)
            took = BEGIN + moved + work / speeds[worker]
            death = rng.expovariate(1 / LIFE)
            if death < took:
                lost += 1
                heapq.heappush(free, (sent + death + 60.0, worker))  # a minute until it is back
                continue
            left -= 1
            solving += work / speeds[worker]
            ends.append(sent + took)
            heapq.heappush(free, (sent + took, worker))
        finished = max(ends)
        waiting += sum(finished - max(now, idle) for idle, _ in free)
        now, before = finished, layer.size
    return Run(workers, now / 3600, solving / now / workers, waiting / now / workers, lost)


def told(layers: list[Layer]) -> list[str]:
    """Return the table of layers."""
    lines = [
        "| open | pairs of states | positions | core-hours | on disk | shards | read | a worker |",
        "|---|---|---|---|---|---|---|---|",
    ]
    before = 0
    for layer in layers:
        state = (layer.size + before) / layer.states
        lines.append(
            f"| {layer.open_boxes} | {layer.pairs:,} | {layer.values:,} | "
            f"{layer.core_seconds / 3600:,.2f} | {_bytes(layer.size)} | {layer.shards:,} | "
            f"{_bytes(before)} | {_bytes(state)} |"
        )
        before = layer.size
    hours, size = sum(one.core_seconds for one in layers) / 3600, sum(one.size for one in layers)
    peak = max(a.size + b.size for a, b in pairwise(layers))
    shards, values = sum(one.shards for one in layers), sum(one.values for one in layers)
    lines.append(
        f"| all | | {values:,} | {hours:,.0f} | {_bytes(size)} | {shards:,} | {_bytes(size)} | |"
    )
    lines.append("")
    lines.append(f"Two layers at a time: {_bytes(peak)} at most.")
    return lines


def carried(game: str) -> list[str]:
    """Return the table of layers of curves: what travels between workers and a folder elsewhere."""
    encoded = encoding(dd.game(game).card)
    lines = [
        "| open | shards | core-seconds | each worker reads | all together write |",
        "|---|---|---|---|---|",
    ]
    before = 0
    for layer, values in enumerate(most_targets(encoded)):
        size = VALUE * values + PER_PAIR * int(encoded.sizes[encoded.layers[layer]].sum())
        if layer:
            shards = len(CurveShelf(encoded, lambda about: None).shards(layer))
            work = seconds_for(encoded, values) * cores()
            lines.append(f"| {layer} | {shards} | {work:.1f} | {_bytes(before)} | {_bytes(size)} |")
        before = size
    return lines


def _bytes(size: float) -> str:
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:,.3g} PB"


def main() -> None:
    """Print the plan."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--workers", type=int, action="append")
    asked.add_argument("--curves", action="store_true")
    wanted = asked.parse_args()
    if wanted.curves:
        print("\n".join(carried("yahtzee")))
        return
    layers = layers_of(GAME)
    print("\n".join(told(layers)))
    for workers in wanted.workers or [100, 1_000]:
        run = played(layers, workers)
        print(
            f"{run.workers:,} workers: {run.hours:,.1f} hours, {run.busy:.1%} of their time solving, "
            f"{run.waiting:.1%} waiting for the end of a layer, {run.lost} shards begun again."
        )


if __name__ == "__main__":
    main()
