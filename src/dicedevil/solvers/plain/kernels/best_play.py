"""Following best play through a game graph: one choice for every roll."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@kernel
def follow_sure(
    order: Ints,
    state_rolls: Ints,
    follows: NDArray[np.bool_],
    best_points: Ints,
    best_next: NDArray[np.int32],
    sure_points: Ints,
    sure_end: NDArray[np.int32],
) -> None:
    """Where every state leads to for sure, and the points on the way: its only roll is followed.

    order: successors first; follows: which states have one roll that leads on; best_points and
    best_next by roll; sure_points and sure_end by state.
    """
    for state in order:
        sure_points[state], sure_end[state] = 0, state
        if follows[state]:
            roll = state_rolls[state]
            after = best_next[roll]
            sure_points[state] = best_points[roll] + sure_points[after]
            sure_end[state] = sure_end[after]


@kernel
def mark_reached(
    start: int, state_rolls: Ints, best_next: NDArray[np.int32], reached: NDArray[np.bool_]
) -> None:
    """Mark the states that best play comes to."""
    waiting = np.empty(len(reached), np.int32)
    waiting[0], count = start, 1
    reached[start] = True
    while count > 0:
        count -= 1
        state = waiting[count]
        for roll in range(state_rolls[state], state_rolls[state + 1]):
            after = best_next[roll]
            if not reached[after]:
                reached[after] = True
                waiting[count] = after
                count += 1


@kernel
def pass_on(
    order: Ints,
    state_rolls: Ints,
    roll_weight: Floats,
    best_next: NDArray[np.int32],
    coming: Floats,
    visits: Floats,
) -> float:
    """Pass on what is coming to the states in `order`, and count it.

    Returns how much is left: nothing, unless states can return to each other.
    """
    left = 0.0
    for state in order:
        here = coming[state]
        coming[state] = 0.0
        visits[state] += here
        weights = 0.0
        for roll in range(state_rolls[state], state_rolls[state + 1]):
            weights += roll_weight[roll]
        for roll in range(state_rolls[state], state_rolls[state + 1]):
            coming[best_next[roll]] += here * roll_weight[roll] / weights
    for state in order:
        left += coming[state]
    return left
