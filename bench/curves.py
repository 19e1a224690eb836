"""All target curves of official Yahtzee, from nothing: `python -m bench curves`.

Takes minutes, so it runs only when it is named. The marks: the paper (Pawlewicz 2010, section 3.3)
needed 6 hours, and 150 ms an answer; a plain vectorised C++ program that computes in single
precision throughout takes 62 s on two cores.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.apart import own_tables, row_speed, size_of, told_by
from bench.figure import Figure, seconds, timed

GAME = "yahtzee"
SOLVE = """
import json, resource, sys, time
import dicedevil as dd
from dicedevil.solvers.cards.curve_sizes import most_targets
from dicedevil.solvers.cards.row_costs import SECONDS_PER_ROW, seconds_for
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.machine import SIMD, cores
dd.curve("micro-yahtzee", fresh=True)  # compile, or load what was compiled
started, cpu = time.perf_counter(), time.process_time()
found = dd.curve(sys.argv[1])
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
took = time.perf_counter() - started, time.process_time() - cpu
encoded = encoding(dd.game(sys.argv[1]).card)
rows = seconds_for(encoded, sum(most_targets(encoded))) * cores() / SECONDS_PER_ROW / SIMD
print(json.dumps([*took, used, found.mean, rows]))
"""
POSITIONS = (
    ("", "66654"),
    ("yahtzee=50,sixes=18,rerolls=1", "33364"),
    ("ones=3,twos=6,threes=9", "11234"),
    ("yahtzee=0,chance=20,full-house=25,rerolls=1", "22256"),
    ("ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,yahtzee=50,extra-yahtzees=1", "44444"),
)


def figures() -> Iterator[Figure]:
    """Solve, then ask."""
    with own_tables() as folder:
        yield from _solving(folder)
        yield from _asking()


def _solving(folder: Path) -> Iterator[Figure]:
    wall, cpu, memory, mean, rows = told_by(SOLVE, GAME)
    size = size_of(folder)
    yield Figure(f"all curves of {GAME}", seconds(wall), "<= 600 s, aim 120 s", wall <= 600)
    yield Figure("  time of all cores together", seconds(cpu))
    yield row_speed(rows, cpu)
    yield Figure("  peak memory", f"{memory / 1e9:.2f} GB", "< 4 GB", memory < 4e9)
    yield Figure("  on disk", f"{size / 1e9:.2f} GB")
    yield Figure("  mean of the start's curve", f"{mean:.6f}")


def _asking() -> Iterator[Figure]:
    from dicedevil import curve

    _one_answer(*POSITIONS[0], 250)  # opens the tables
    for target in (250, 400, 1000):
        worst = max(_one_answer(*place, target) for place in POSITIONS)
        what = f"  choices for a target of {target}, slowest of {len(POSITIONS)} positions"
        yield Figure(what, seconds(worst), "< 50 ms", worst < 0.05)
    taken, _ = timed(lambda: curve(GAME, "yahtzee=50,sixes=18"), repeats=3)
    yield Figure("  a curve between turns", seconds(taken))
    taken, _ = timed(lambda: curve(GAME, "yahtzee=50,sixes=18,rerolls=1,kept=33"))
    yield Figure("  a curve in mid-turn", seconds(taken))


def _one_answer(state: str, roll: str, target: int) -> float:
    from dicedevil import ReachTarget, advise

    taken, _ = timed(lambda: advise(GAME, state, roll, ReachTarget(target)))
    return taken
