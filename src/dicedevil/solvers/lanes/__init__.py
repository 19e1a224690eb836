"""The lanes: ways to solve a game, the special ones first.

A lane is a module with two functions, `fits(question)` and `solve(question)`. Asking whether a lane
fits costs next to nothing: a lane loads its compiled code only to solve.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from dicedevil.errors import UsageError, listed, nearest, quoted
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution

LANES: dict[str, str] = {
    "polynomial": "dicedevil.solvers.lanes.polynomial",
    "press-luck": "dicedevil.solvers.lanes.press_luck",
    "keep-reroll": "dicedevil.solvers.lanes.keep_reroll",
    "reference": "dicedevil.solvers.lanes.reference",
    "endgames": "dicedevil.solvers.lanes.endgames",
    "pairs": "dicedevil.solvers.lanes.pairs",
    "graph": "dicedevil.solvers.lanes.graph",
}


class Lane(Protocol):
    """A way to solve."""

    def fits(self, question: Question) -> bool:
        """Tell whether this lane is the one for a question."""

    def solve(self, question: Question) -> Solution:
        """Answer it, or say why this lane cannot."""


def lane_named(name: str) -> Lane:
    """Find a lane by its name."""
    if name not in LANES:
        hint = nearest(name, LANES) or f" Lanes: {listed(LANES)}."
        raise UsageError(f"Unknown lane {quoted(name)}.{hint}")
    return cast(Lane, import_module(LANES[name]))


def fitting(question: Question) -> Lane:
    """Return the first lane that fits; the last fits everything."""
    return next(lane for lane in map(lane_named, LANES) if lane.fits(question))
