"""Three cards of Basic Yahtzee at once, from nothing, by shards: `python -m bench several`.

A tile of SIMD states goes through some 5,000 rows of the lattice, and as many again as there are rolls
for each box that is open on some card; a row is SIMD numbers, and the limit of the machine is how fast
these come from the second-level cache.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

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
ROW = 128
"""Bytes of a row."""
TARGET = 4e8
"""Rows that a core should go through in a second, at least: 51 GB from the cache."""


def figures() -> Iterator[Figure]:
    """Make the table, then ask."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("DICEDEVIL_TABLES")
        os.environ["DICEDEVIL_TABLES"] = folder
        try:
            yield from _making(folder)
            yield from _asking()
        finally:
            os.environ.pop("DICEDEVIL_TABLES")
            if before is not None:
                os.environ["DICEDEVIL_TABLES"] = before


def _making(folder: str) -> Iterator[Figure]:
    done = subprocess.run(
        [sys.executable, "-c", SOLVE, GAME], check=True, stdout=subprocess.PIPE, text=True
    )
    wall, cpu, memory, value, states, rows = json.loads(done.stdout)
    size = sum(file.stat().st_size for file in Path(folder).glob("*/*"))
    is_right = abs(value - VALUE) < 1e-8
    yield Figure(f"{GAME}, {states:,} states: {value:.9f}", seconds(wall), f"{VALUE}", is_right)
    yield Figure("  time of all cores together", seconds(cpu), "< 105 s", cpu < 105)
    yield Figure("  peak memory", f"{memory / 1e6:,.0f} MB", "< 450 MB", memory < 4.5e8)
    yield Figure("  on disk", f"{size / 1e6:,.0f} MB in {len(list(Path(folder).iterdir()))} shards")
    yield Figure("  states a second, one core", f"{states / cpu:,.0f}")
    speed = f"{rows / cpu / 1e6:,.0f} million ({ROW * rows / cpu / 1e9:.0f} GB/s)"
    yield Figure("  rows a second, one core", speed, ">= 400 million", rows / cpu >= TARGET)


def _asking() -> Iterator[Figure]:
    import dicedevil as dd

    def ask() -> None:
        dd.solve(GAME).advise("1-ones=3,2-sixes=18", "11266")

    taken, _ = timed(ask)
    yield Figure("  choices at a roll, from the shards", seconds(taken), "< 5 s", taken < 5)
