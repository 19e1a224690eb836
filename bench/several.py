"""Three cards of Basic Yahtzee at once, from nothing, by shards: `python -m bench several`.

A tile of SIMD states goes through some 5,000 rows of the lattice, and as many again as there are rolls
for each box that is open on some card; a row is SIMD numbers, and the limit of the machine is how fast
these come from the second-level cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.apart import own_tables, row_speed, size_of, told_by
from bench.figure import Figure, seconds, timed

GAME = "basic-yahtzee:bonus=no,cards=3"
VALUE = 741.295255167
SOLVE = """
import json, math, resource, sys, time
import dicedevil as dd
from dicedevil.solvers.cards.several_lane import _encoded
from dicedevil.solvers.machine import SIMD
dd.solve("junior-yahtzee:bonus=no,cards=2", fresh=True)  # compile, or load what was
game = dd.game(sys.argv[1])
started, cpu = time.perf_counter(), time.process_time()
solved = dd.solve(game, budget=dd.Budget(patience=math.inf))
wall, cpu = time.perf_counter() - started, time.process_time() - cpu
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
cards = _encoded(game)
lattice, rerolls = cards.lattice.arrays, cards.card.rerolls
opened = len(cards.loose_boxes) * cards.count / (cards.count + 1)  # on some card, on average
rows = (1 + rerolls) * lattice.more.size + rerolls * lattice.fewer.size + lattice.rolls * opened
print(json.dumps([wall, cpu, used, solved.value, cards.states, rows * cards.states / SIMD]))
"""


def figures() -> Iterator[Figure]:
    """Make the table, then ask."""
    with own_tables() as folder:
        yield from _making(folder)
        yield from _asking()


def _making(folder: Path) -> Iterator[Figure]:
    wall, cpu, memory, value, states, rows = told_by(SOLVE, GAME)
    size = size_of(folder)
    is_right = abs(value - VALUE) < 1e-8
    yield Figure(f"{GAME}, {states:,} states: {value:.9f}", seconds(wall), f"{VALUE}", is_right)
    yield Figure("  time of all cores together", seconds(cpu), "< 105 s", cpu < 105)
    yield Figure("  peak memory", f"{memory / 1e6:,.0f} MB", "< 450 MB", memory < 4.5e8)
    yield Figure("  on disk", f"{size / 1e6:,.0f} MB in {len(list(folder.iterdir()))} shards")
    yield Figure("  states a second, one core", f"{states / cpu:,.0f}")
    yield row_speed(rows, cpu)


def _asking() -> Iterator[Figure]:
    import dicedevil as dd

    def ask() -> None:
        dd.solve(GAME).advise("1-ones=3,2-sixes=18", "11266")

    taken, _ = timed(ask)
    yield Figure("  choices at a roll, from the shards", seconds(taken), "< 5 s", taken < 5)
