"""Two players of Ten Times 18: the best reply with the same rolls, and the whole match.

Each in a process of its own, with what was compiled before, so that the memory is its own too.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

from bench.figure import Figure, seconds

SAME_ROLLS, WHOLE = 60.0, 300.0
"""The most seconds that were asked for."""
MEMORY = 2 << 30
WORK = """
import json, resource, time
import dicedevil as dd
from dicedevil.ask.strategies import best_reply, same_rolls
small, game = dd.game("ten-times-18:slots=2,dice=1d3"), dd.game("ten-times-18")
def make(rules):
    return {match}
dd.outcomes(dd.solve(make(small), dd.WinMatch(), fresh=True))
started = time.perf_counter()
solution = dd.solve(make(game), dd.WinMatch(), fresh=True)
if {follow}:
    dd.outcomes(solution)
took = time.perf_counter() - started
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([took, peak, solution.value, solution.states]))
"""


def figures() -> Iterator[Figure]:
    """Measure the same rolls with wins and ties told apart, the reply and the match turn by turn."""
    same = "same_rolls(rules, 'optimal')"
    yield from _measure("best reply to optimal, same rolls, wins and ties", same, True, SAME_ROLLS)
    reply = "best_reply(dd.TurnByTurn(rules), 'optimal')"
    yield from _measure("best reply to optimal, own dice", reply, False, WHOLE)
    yield from _measure("the whole match", "dd.TurnByTurn(rules)", False, WHOLE)


def _measure(what: str, match: str, follow: bool, limit: float) -> Iterator[Figure]:
    work = WORK.format(match=match, follow=follow)
    run = subprocess.run([sys.executable, "-c", work], check=True, capture_output=True, text=True)
    took, peak, value, states = json.loads(run.stdout)
    name = f"ten-times-18, {what}: {value:.10f}, {states:,} leads of pairs"
    yield Figure(name, seconds(took), f"< {seconds(limit)}", took < limit)
    yield Figure("  memory", f"{peak / (1 << 20):,.0f} MB", f"< {MEMORY >> 20:,} MB", peak < MEMORY)
