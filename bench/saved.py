"""Saved throws of Maxi Yatzy, the layers of the last turns, from nothing: `python -m bench saved`.

A tile of states goes through some 5,500 rows of the lattice for each rung of its ladder, and as many
again as there are rolls for each open box; a row is SIMD numbers, and the limit of the machine is how
fast these come from the second-level cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.apart import own_tables, row_speed, size_of, told_by
from bench.figure import Figure, seconds, timed

GAME, BOXES = "maxi-yatzy:saved=yes", 5
ALL_VALUES = 610_369_495
SOLVE = """
import json, resource, sys, time
import dicedevil as dd
from dicedevil.solvers.cards.saved_lane import table_for
dd.solve("maxi-yatzy:boxes=chance,dice=2d3,saved=yes", fresh=True)  # compile, or load what was
game = dd.game(sys.argv[1])
table = table_for(game, "score", len(game.card.boxes), budget=dd.Budget())
last = game.before_turn((1 << int(sys.argv[2])) - 1, 84, 0)
started, cpu = time.perf_counter(), time.process_time()
dd.solve(game, at=last)
wall, cpu = time.perf_counter() - started, time.process_time() - cpu
shards = [one for layer in range(1, int(sys.argv[2]) + 1) for one in table.shards(layer)]
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
values = sum(one.values for one in shards)
rows = [sum(map(table.rows, some)) for some in (shards, table.wanted)]
print(json.dumps([wall, cpu, used, values, *rows]))
"""


def figures() -> Iterator[Figure]:
    """Make the layers with few open boxes, then ask."""
    with own_tables() as folder:
        yield from _making(folder)
        yield from _asking()


def _making(folder: Path) -> Iterator[Figure]:
    wall, cpu, memory, values, rows, all_rows = told_by(SOLVE, GAME, BOXES)
    size = size_of(folder)
    yield Figure(f"{GAME}, up to {BOXES} open boxes, {values:,} values", seconds(wall))
    yield Figure("  time of all cores together", seconds(cpu))
    yield Figure("  peak memory", f"{memory / 1e6:,.0f} MB", "< 1,000 MB", memory < 1e9)
    yield Figure("  on disk", f"{size / 1e6:,.0f} MB")
    yield Figure("  values a second, one core", f"{values / cpu:,.0f}")
    yield row_speed(rows, cpu)
    hours = cpu * all_rows / rows
    yield Figure(f"  all {ALL_VALUES:,} values at this rate, one core", seconds(hours))


def _asking() -> Iterator[Figure]:
    import dicedevil as dd

    card = "points=300,open=tower+castle+chance,upper=84,saved=9"
    solved = dd.solve(GAME, at=card)
    taken, _ = timed(lambda: solved.advise(card, "112346"))
    yield Figure("  choices at a roll, with 9 throws saved", seconds(taken), "< 1 s", taken < 1)
