"""What standings are worth to each player, read off everybody's target curves.

A curve says for every score how likely it is reached at best. Read as if it were the law of the final
score, it says how many opponents are beaten (Pawlewicz 2010, 4.1: EvalEMP). Or every player picks the
score that is best to aim at, and beats whoever misses it (4.3: EvalDynS). Both count opponents: with
one opponent a value is a chance to win, with more it is the number of players less the expected place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.rules import Game, Position

Floats = NDArray[np.float64]
MOST_ROWS = 20_000
"""Rows that are remembered, where there is room for so many."""
ROOM = 256 << 20
Curve = tuple[int, Floats]
"""The last score that is certain, and the best chances of each point more; more is always better."""


def absolute(game: Game, row: tuple[int, Any], position: Position) -> Curve:
    """Return the curve of a position: the points made counted in, negative where low scores win."""
    sure, chances = row
    made = -position.points if game.lower_is_better else position.points
    return made + sure, np.asarray(chances, np.float64)


class GridRow(NamedTuple):
    """A curve on a grid of scores."""

    at_least: Floats
    """The best chance of each score."""
    law: Floats
    """The same, read as the law of the final score."""
    level: Floats
    """How much of a win each score is worth to an opponent."""


def on_grid(curve: Curve, low: int, width: int) -> GridRow:
    """Return a curve by score, from `low` on; the grid must reach from its certain score to its end."""
    sure, chances = curve
    at_least = np.zeros(width + 1)
    at_least[: sure - low + 1] = 1.0
    at_least[sure - low + 1 : sure - low + 1 + len(chances)] = chances
    return GridRow(
        at_least[:-1], at_least[:-1] - at_least[1:], 1.0 - (at_least[:-1] + at_least[1:]) / 2
    )


class CurveGrid:
    """The rows of positions on one grid, each made once; the grid grows as it must."""

    def __init__(self, curve: Callable[[Position], Curve], room: int = ROOM) -> None:
        self._curve, self._room = curve, room
        self._row = lru_cache(MOST_ROWS)(self._make_row)
        self._low, self._width = 0, 0

    def rows(self, positions: Sequence[Position]) -> list[GridRow]:
        """Return the rows of these positions."""
        grid = None
        while grid != (self._low, self._width):  # made anew if the grid had to grow on the way
            grid = self._low, self._width
            found = [self._row(position) for position in positions]
        return found

    def _make_row(self, position: Position) -> GridRow:
        curve = self._curve(position)
        self._reach(curve)
        return on_grid(curve, self._low, self._width)

    def _reach(self, curve: Curve) -> None:
        """Make the grid reach over a curve; rows on a smaller grid are forgotten."""
        low, stop = curve[0], curve[0] + len(curve[1]) + 2
        if not self._width:
            self._low = low
        if low < self._low or stop > self._low + self._width:
            stop = max(stop, self._low + self._width)
            self._low = min(low, self._low)
            self._width = stop - self._low
            row_bytes = 3 * 8 * self._width + 500
            self._row.cache_clear()
            self._row = lru_cache(max(8, min(MOST_ROWS, self._room // row_bytes)))(self._make_row)


def match_points(rows: Sequence[GridRow]) -> tuple[float, ...]:
    """Return how many opponents each player beats, ties counting half, taking curves for laws."""
    points = [0.0] * len(rows)
    for me, mine in enumerate(rows):
        for other in range(me + 1, len(rows)):
            share = float(mine.law @ rows[other].level)
            points[me] += share
            points[other] += 1.0 - share
    return tuple(points)


def best_aims(rows: Sequence[GridRow]) -> tuple[float, ...]:
    """Return how many opponents each player beats by aiming at the best score for that."""
    reaching = sum(row.at_least for row in rows)
    return tuple(
        float((row.at_least * (len(rows) - 1 - (reaching - row.at_least))).max()) for row in rows
    )


EVALUATIONS: dict[str, Callable[[Sequence[GridRow]], tuple[float, ...]]] = {
    "emp": match_points,
    "dyns": best_aims,
}
"""In the order in which kernels number them."""
