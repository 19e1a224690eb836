"""Variants side by side: two large cards, and games that are followed state by state."""

from __future__ import annotations

from collections.abc import Iterator

from bench.figure import Figure, seconds, timed
from dicedevil.ask.best_play import best_play
from dicedevil.design.compare import compare
from dicedevil.solvers.solver import solve

LIMIT = 60.0
"""Seconds for two cards on two cores: eight laws, and best play followed twice."""


def figures() -> Iterator[Figure]:
    """Measure with kernels that are compiled and tables that are made."""
    yahtzee = solve("yahtzee")
    best_play(solve("micro-yahtzee"), (1.0,))
    followed, _ = timed(lambda: best_play(yahtzee, (1.2, 0.3)))
    yield Figure(
        "decisions and boxes of yahtzee, exactly", seconds(followed), "< 10 s", followed < 10.0
    )
    compare("pig", "pig:sides=8")
    small, _ = timed(lambda: compare("pig", "pig:sides=8"))
    yield Figure("compare pig pig:sides=8", seconds(small), "< 2 s", small < 2.0)
    solve("yatzy")
    large, _ = timed(lambda: compare("yahtzee", "yatzy"))
    yield Figure("compare yahtzee yatzy", seconds(large), f"< {LIMIT:g} s", large < LIMIT)
