"""The law of official Yahtzee through the disk, as that of a card too large: `python -m bench laws`.

Games go forward: what comes to a state with so many points is added, times the chance of an outcome, to
what has come to the state after. So a chance is read, multiplied and added once for each outcome of a
turn, and the limit of the machine is how fast a core does that with rows that lie in its second-level
cache: measured in the same run, by the same kernel. Turns are worked out once a state.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.apart import own_tables, told_by
from bench.figure import Figure, seconds

GAME, SHARD = "yahtzee", 1 << 21
"""Small shards, so that there are as many as a large card has."""
FOLLOW = """
import json, resource, sys, time
from pathlib import Path
import numpy as np
import dicedevil as dd
from dicedevil.solvers import tables
from dicedevil.solvers.cards import large_laws, law_shards
from dicedevil.solvers.cards.kernels.flows import add_scaled
from dicedevil.solvers.cards.law_making import LawTable
from dicedevil.solvers.cards.law_turns import Following

large_laws.is_too_large = lambda *_: True
dd.evaluate("micro-yahtzee", exact=False)  # compile, or load what was
law_shards.SHARD = int(sys.argv[2])
game = dd.game(sys.argv[1])
value = dd.solve(game).value
spent = {"turns": 0.0, "carried": 0.0, "sealed": 0.0}
added = rows = states = disk = shards = 0

def clocked(kind, name, what):
    work = getattr(kind, name)
    def timed(*given):
        begun = time.process_time()
        found = work(*given)
        spent[what] += time.process_time() - begun
        return found
    setattr(kind, name, timed)

def counted(table, shard, found, seal=LawTable.seal):
    global added, rows, states, disk, shards
    made = found.made
    added += int(np.diff(made.turns) @ np.diff(made.first))
    rows += len(made.outcomes)
    states += int((made.visits > 0).sum())
    shards += 1
    seal(table, shard, found)
    disk = max(disk, sum(file.stat().st_size for file in tables.default_folder().glob("*open*/*")))

LawTable.seal = counted
clocked(Following, "turns", "turns")
clocked(LawTable, "_carried", "carried")
clocked(LawTable, "seal", "sealed")
row, out = np.random.default_rng(1).random(1 << 13), np.zeros(1 << 13)  # 128 kB both
add_scaled(0.5, row, out)
begun = time.process_time()
for _ in range(20_000):
    add_scaled(0.5, row, out)
limit = 20_000 * len(row) / (time.process_time() - begun)
begun, cpu = time.perf_counter(), time.process_time()
found = dd.evaluate(game, exact=False)
wall, cpu = time.perf_counter() - begun, time.process_time() - cpu
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
counts = shards, states, added, rows
print(json.dumps([wall, cpu, used, disk, *counts, limit, spent, abs(found.mean - value)]))
"""


def figures() -> Iterator[Figure]:
    """Follow all games of best play."""
    with own_tables():
        told = told_by(FOLLOW, GAME, SHARD)
    wall, cpu, memory, disk, shards, states, added, rows, limit, spent, off = told
    what = f"law of {GAME} by {shards} shards, {states:,} states that games come to"
    yield Figure(what, seconds(wall), "mean as solved", off < 1e-9)
    yield Figure("  time of all cores together", seconds(cpu))
    yield Figure("  peak memory", f"{memory / 1e6:,.0f} MB", "< 600 MB", memory < 6e8)
    yield Figure("  on disk at a time", f"{disk / 1e6:,.0f} MB")
    yield Figure("  turns worked out", f"{spent['turns'] / cpu:.0%} of the time")
    yield Figure("  states a second, one core", f"{states / spent['turns']:,.0f}")
    yield Figure("  games carried", f"{spent['carried'] / cpu:.0%} of the time")
    speed = added / spent["carried"]
    width = f"{speed / 1e6:,.0f} million, in rows of {added / rows:.0f}"
    yield Figure("  chances added a second, one core", width)
    share = f"{speed / limit:.2f} of {limit / 1e6:,.0f} million"
    yield Figure("  to what a core adds in long rows from its cache", share)
    yield Figure("  checksums and writing", f"{spent['sealed'] / cpu:.0%} of the time")
