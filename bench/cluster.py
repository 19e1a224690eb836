"""Shards on a local cluster of processes: `python -m bench cluster`.

Takes minutes, so it runs only when it is named. Measured are curves of official Yahtzee with up to so
many open boxes, the shards at their usual size: what making one takes beside its kernels (reading the
layer before, looking at positions, checksums, writing, the scheduler), how much faster two processes
are than one, and what a network would carry where the folder of tables is elsewhere.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from bench.apart import own_tables
from bench.figure import Figure, seconds

GAME, BOXES = "yahtzee", 5
TASKS = 500
FILLED = (
    "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three-of-a-kind=20,four-of-a-kind=22,"
    "full-house=25,small-straight=30,large-straight=40,yahtzee=50,chance=20"
)


def figures() -> Iterator[Figure]:
    """Measure a shard, then a cluster of one process and of two."""
    with own_tables() as folder:
        yield from _shards(folder)
    yield from _scaling()


def position() -> str:
    """A card with so many open boxes."""
    return ",".join(FILLED.split(",")[BOXES:])


def _shards(folder: Path) -> Iterator[Figure]:
    """Make the last layer as a worker does, and by its kernels alone; in time of the processor."""
    import dicedevil as dd
    from dicedevil.solvers.cards.curve_making import table_for
    from dicedevil.solvers.cards.row_making import Making, trimmed
    from dicedevil.solvers.layers import Order, sealed, tell_no_one
    from dicedevil.solvers.progress import silent

    game = dd.game(GAME)
    dd.curve(game, ",".join(FILLED.split(",")[BOXES - 1 :]))  # all layers before
    table = table_for(game, BOXES, budget=dd.Budget())
    shards = table.shards(BOXES)
    order = Order.of(game, table_for.__module__, (BOXES,), dd.Budget())
    making, below = Making(table.shelf.encoded, silent, 0), table.layers[BOXES - 1]
    once = _taken(partial(sealed, order, shards[0]))  # reads the layer before, loads and looks up
    whole = alone = 0.0
    for shard in shards[1:]:  # one after the other: what slows the machine down slows both
        whole += _taken(partial(sealed, order, shard))
        alone += _taken(lambda: trimmed(making.shard(shard, below.whole(), None, tell_no_one)))  # noqa: B023
    share, each = whole / alone - 1, alone / (len(shards) - 1)
    yield Figure(f"a shard of {shards[0].values:,} chances, one core", seconds(each))
    yield Figure("  beside its kernels", f"{share:.1%}", "< 5 %", share < 0.05)
    yield Figure("  once a worker", seconds(once - each))
    keys = [table.shelf.key(BOXES - 1), *map(table.key, shards)]
    read, *written = (_size(folder / key.folder) for key in keys if key is not None)
    yield Figure(f"  layer of {BOXES} open boxes: each worker reads", f"{read / 1e6:.0f} MB")
    yield Figure(f"  all {len(shards)} shards together write", f"{sum(written) / 1e6:.0f} MB")


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


def _taken(work: Any) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


class Nothing:
    """Work that is none."""

    def __call__(self) -> Any:
        return _idle


def _idle(part: Any) -> int:
    return 0


def _scaling() -> Iterator[Figure]:
    from dicedevil import Budget, curve
    from dicedevil.solvers import cluster

    walls = {}
    for workers in (1, 2):
        with own_tables(), cluster.local(workers, 4 << 30) as place:
            list(place.deal(Nothing(), range(10)))
            begun = time.perf_counter()
            list(place.deal(Nothing(), range(TASKS)))
            each = (time.perf_counter() - begun) / TASKS
            curve("micro-yahtzee", budget=Budget(on=place))  # kernels are loaded
            begun = time.perf_counter()
            curve(GAME, position(), budget=Budget(on=place))
            walls[workers] = time.perf_counter() - begun
        yield Figure(f"a task of {workers} workers, by the scheduler", seconds(each))
        yield Figure(f"  curves of {BOXES} open boxes by {workers} workers", seconds(walls[workers]))
    yield Figure("  two are faster than one by", f"{walls[1] / walls[2]:.2f}")
