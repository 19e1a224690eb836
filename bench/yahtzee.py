"""The official Yahtzee table: time, cores, memory, compiling, laws, games, answers.

Times are the best of a few runs: the machine may be busy with other things. What needs a fresh
process (compiling, memory) gets one.

What limits simulation: the choices of each state that occurs are worked out first, 14 µs of one core a
state, a second or two in all; then a game takes about 6 µs, most of it waiting for memory: 39 look-ups
in tables of choices far larger than the caches. So the rate grows with the number of games.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from bench.figure import Figure, seconds, timed
from dicedevil.ask.evaluate import evaluate
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.games import game
from dicedevil.players.simulate import simulate
from dicedevil.solvers.cards.mean_making import solve_card
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.machine import cores
from dicedevil.solvers.solver import solve

STEPS_PER_STATE = 8_400
"""Additions and maxima that one state needs, whatever the program."""
MEMORY_OF = """
import json, re, sys, time
import dicedevil as dd
started = time.perf_counter()
{work}
# not ru_maxrss: a child takes over the peak of the process it was forked from
peak = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024
print(json.dumps([time.perf_counter() - started, peak]))
"""


def figures() -> Iterator[Figure]:
    """Measure everything about the official game."""
    yield from _table()
    with tempfile.TemporaryDirectory() as folder:
        yield from _processes(folder)
    yield from _laws_and_games()
    yield from _answers()


def _below(what: str, measured: float, limit: float) -> Figure:
    return Figure(what, seconds(measured), f"< {seconds(limit)}", measured < limit)


def _table() -> Iterator[Figure]:
    official = game("yahtzee")
    if not isinstance(official, KeepRerollGame):
        raise TypeError("yahtzee is no score card")
    encoded = encoding(official.card)
    solve_card(encoded)  # compiled, or read, before
    alone, _ = timed(lambda: solve_card(encoded, threads=1), repeats=5)
    threads = cores()
    together, _ = timed(lambda: solve_card(encoded, threads=threads), repeats=7)
    yield Figure(f"yahtzee: {encoded.states:,} states", "")
    yield _below(f"  whole table, {threads} threads", together, 0.5)
    yield Figure("  whole table, 1 thread", seconds(alone))
    yield Figure(f"  {threads} threads, times faster than 1", f"{alone / together:.2f}")
    rate = STEPS_PER_STATE * encoded.states / together
    yield Figure("  additions and maxima a second", f"{rate / 1e9:.1f} billion")


def _processes(folder: str) -> Iterator[Figure]:
    work = "dd.solve('yahtzee', fresh=True)"
    cold, _ = _child(work, folder)
    yield _below("  first run ever, compiling included", cold, 15)
    warm, peak = _child(work, folder)
    yield Figure("  in a later process", seconds(warm))
    yield _megabytes("  memory of a solve, all of the process", peak, 300)
    _child("dd.evaluate('yahtzee')", folder)
    took, peak = _child("dd.evaluate('yahtzee')", folder)
    yield _below("  exact law of the final score, in a later process", took, 120)
    yield _megabytes("  memory of the exact law", peak, 2_000)


def _child(work: str, folder: str) -> tuple[float, int]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": folder, "DICEDEVIL_TABLES": f"{folder}/tables"}
    command = [sys.executable, "-c", MEMORY_OF.format(work=work)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    took, peak = json.loads(done.stdout)
    return took, peak


def _megabytes(what: str, size: int, most: int) -> Figure:
    return Figure(what, f"{size / 1e6:,.0f} MB", f"< {most:,} MB", size < most * 10**6)


def _laws_and_games() -> Iterator[Figure]:
    law, _ = timed(lambda: evaluate("yahtzee"), repeats=2)
    yield _below("  exact law of the final score, compiled", law, 120)
    simulate("yahtzee", games=1_000)
    for games in (100_000, 1_000_000):
        took, _ = timed(lambda games=games: simulate("yahtzee", games=games), repeats=2)  # type: ignore[misc]
        rate = games / took
        what = f"  {games:,} optimal games, games a second"
        yield Figure(what, f"{rate:,.0f}", ">= 100,000", rate >= 100_000)


def _answers() -> Iterator[Figure]:
    solution = solve("yahtzee")
    asked = iter(["", "ones=3", "ones=3,rerolls=1", "sixes=18", "chance=20", "twos=4,rerolls=1"])
    took, _ = timed(lambda: solution.advise(next(asked), "66654"), repeats=6)
    yield _below("  advice at a new position, table in memory", took, 0.02)
