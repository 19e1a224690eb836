"""What standings are worth to each player, read off everybody's target curves.

A curve says for every score how likely it is reached at best. Read as if it were the law of the final
score, it says how many opponents are beaten (Pawlewicz 2010, 4.1: EvalEMP). Or every player picks the
score that is best to aim at, and beats whoever misses it (4.3: EvalDynS). Both count opponents: with
one opponent a value is a chance to win, with more it is the number of players less the expected place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.rules import Game, Position

Floats = NDArray[np.float64]
Curve = tuple[int, Floats]
"""The last score that is certain, and the best chances of each point more; more is always better."""


def absolute(game: Game, row: tuple[int, Any], position: Position) -> Curve:
    """Return the curve of a position: the points made counted in, negative where low scores win."""
    sure, chances = row
    made = -position.points if game.lower_is_better else position.points
    return made + sure, np.asarray(chances, np.float64)


def on_grid(curves: Sequence[Curve]) -> Floats:
    """Return (players, scores): all curves from the lowest certain score to beyond the highest."""
    low = min(sure for sure, _ in curves)
    high = max(sure + len(chances) for sure, chances in curves)
    grid = np.zeros((len(curves), high - low + 2))
    for row, (sure, chances) in zip(grid, curves, strict=True):
        row[: sure - low + 1] = 1.0
        row[sure - low + 1 : sure - low + 1 + len(chances)] = chances
    return grid


def match_points(curves: Sequence[Curve]) -> tuple[float, ...]:
    """Return how many opponents each player beats, ties counting half, taking curves for laws."""
    at_least = on_grid(curves)
    more = np.concatenate((at_least[:, 1:], np.zeros((len(curves), 1))), axis=1)
    beaten = (at_least - more) @ (1.0 - (at_least + more) / 2).T
    np.fill_diagonal(beaten, 0.0)
    return tuple(beaten.sum(axis=1).tolist())


def best_aims(curves: Sequence[Curve]) -> tuple[float, ...]:
    """Return how many opponents each player beats by aiming at the best score for that."""
    at_least = on_grid(curves)
    missing = (1.0 - at_least).sum(axis=0) - (1.0 - at_least)
    return tuple((at_least * missing).max(axis=1).tolist())


EVALUATIONS: dict[str, Callable[[Sequence[Curve]], tuple[float, ...]]] = {
    "emp": match_points,
    "dyns": best_aims,
}
"""In the order in which kernels number them."""
