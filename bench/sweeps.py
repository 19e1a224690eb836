"""A sweep over the threshold of the bonus of Yahtzee, in this process and in two: how much sooner."""

from __future__ import annotations

from collections.abc import Iterator

from bench.figure import Figure, seconds, timed
from dicedevil.design.rows import Sweep
from dicedevil.design.sweep import sweep
from dicedevil.solvers.machine import cores

SETTINGS = "threshold=20..80"
TARGET = 1.5
"""Times sooner, with two processes on two cores, their start included."""


def figures() -> Iterator[Figure]:
    """Measure both; nothing is kept."""
    _swept(1, "threshold=62..63")  # compiled code is there then
    alone, found = timed(lambda: _swept(1))
    yield Figure(f"yahtzee: {len(found.rows)} settings, here", seconds(alone))
    beside, other = timed(lambda: _swept(2))
    yield Figure(f"yahtzee: {len(found.rows)} settings, two processes", seconds(beside))
    if other != found:
        raise SystemExit("Two processes found something else.")
    enough = alone / beside >= TARGET if cores() > 1 else None
    what = "two processes against one"
    yield Figure(what, f"{alone / beside:.2f} times as fast", f"> {TARGET}", enough)


def _swept(workers: int, settings: str = SETTINGS) -> Sweep:
    return sweep("yahtzee", settings, workers=workers, fresh=True)
