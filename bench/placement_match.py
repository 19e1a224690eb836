"""Two players of Ten Times 18: the best reply with the same rolls, and the whole match.

Each in a process of its own, with what was compiled before, so that the memory is its own too.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

from bench.apart import own_tables, size_of, told_by
from bench.figure import Figure, seconds

SAME_ROLLS, WHOLE = 60.0, 300.0
"""The most seconds that were asked for."""
MEMORY = 2 << 30
LIMIT = 12e9
"""Values that a core with AVX2 can compare in a second: four a cycle, at 3 GHz."""
WORK = """
import json, resource, time
import dicedevil as dd
from dicedevil.ask.strategies import best_reply, same_rolls
small, game = dd.game("ten-times-18:slots=2,dice=1d3"), dd.game("ten-times-18")
def make(rules):
    return {match}
dd.outcomes(dd.solve(make(small), dd.WinMatch(), fresh=True))
started, cpu = time.perf_counter(), time.process_time()
solution = dd.solve(make(game), dd.WinMatch(), fresh=True)
if {follow}:
    dd.outcomes(solution)
took, cpu = time.perf_counter() - started, time.process_time() - cpu
pairs = solution.values.pairs
slots, rolls = pairs.slots, len(game.chances)
opened = [slots - n // 2 for n in range(len(pairs.layers))]  # by the player to move
both_choose = pairs.match.first is pairs.match.second is None
steps = both_choose * sum(pairs.width(n) * rolls * many for n, many in enumerate(opened))
size = 8 * sum(map(pairs.width, pairs.kept))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([took, peak, solution.value, solution.states, cpu, steps, size]))
"""
ALLOWED = 700
"""Megabytes in which the match does not fit, so that it goes by shards."""
BY_SHARDS = """
import json, resource, sys, time
import dicedevil as dd
budget = dd.Budget(memory=int(sys.argv[1]) << 20)
dd.solve("ten-times-18:slots=2,dice=1d3", dd.WinMatch(), fresh=True)
started, cpu = time.perf_counter(), time.process_time()
solution = dd.solve("ten-times-18", dd.WinMatch(), budget=budget)
took, cpu = time.perf_counter() - started, time.process_time() - cpu
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([took, cpu, peak, solution.value]))
"""


def figures() -> Iterator[Figure]:
    """Measure the same rolls with wins and ties told apart, the reply and the match turn by turn."""
    same = "same_rolls(rules, 'optimal')"
    yield from _measure("best reply to optimal, same rolls, wins and ties", same, True, SAME_ROLLS)
    reply = "best_reply(dd.TurnByTurn(rules), 'optimal')"
    yield from _measure("best reply to optimal, own dice", reply, False, WHOLE)
    yield from _measure("the whole match", "dd.TurnByTurn(rules)", False, WHOLE)
    yield from _by_shards()


def _by_shards() -> Iterator[Figure]:
    with own_tables() as folder:
        took, cpu, peak, value = told_by(BY_SHARDS, ALLOWED)
        size = size_of(folder)
    yield Figure(f"ten-times-18, the whole match by shards: {value:.10f}", seconds(took))
    yield Figure("  time of all cores together", seconds(cpu))
    yield Figure("  memory", f"{peak / (1 << 20):,.0f} MB", f"< {ALLOWED} MB", peak < ALLOWED << 20)
    yield Figure("  on disk", f"{size / 1e6:,.0f} MB")


def _measure(what: str, match: str, follow: bool, limit: float) -> Iterator[Figure]:
    work = WORK.format(match=match, follow=follow)
    run = subprocess.run([sys.executable, "-c", work], check=True, capture_output=True, text=True)
    took, peak, value, states, cpu, steps, size = json.loads(run.stdout)
    name = f"ten-times-18, {what}: {value:.10f}, {states:,} leads of pairs"
    yield Figure(name, seconds(took), f"< {seconds(limit)}", took < limit)
    yield Figure("  memory", f"{peak / (1 << 20):,.0f} MB", f"< {MEMORY >> 20:,} MB", peak < MEMORY)
    yield Figure("  on disk, where it is kept", f"{size / 1e6:,.0f} MB")
    if not follow:  # else the time is not that of the values alone
        yield Figure("  leads a second, one core", f"{states / cpu:,.0f}")
    if not steps:
        return
    speed = f"{steps / cpu / 1e9:.1f} thousand million, {steps / cpu / LIMIT:.0%} of the limit"
    yield Figure("  values compared a second, one core", speed)
