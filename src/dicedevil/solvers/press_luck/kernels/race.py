"""Kernels of the race to the target: fewest turns, and the best chance within so many turns.

See `solvers.press_luck.race` for the recursions and the error bounds. Arrays of banked totals have
an entry a unit below the target.
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.machine import kernel
from dicedevil.solvers.press_luck.kernels.turn import (
    CHUNK,
    Floats,
    TurnArrays,
    least_bank,
    race_cap,
    sweep_turn,
)

STEPS = 100
STILL = 2.0**-48
"""A Newton step this small, relative to the value, is rounding noise."""


@kernel
def turn_rounding(arrays: TurnArrays, best: Floats, cap: int, unit: float, out: Floats) -> float:
    """A running bound on the rounding in `best`: each sum may be off by its terms times u.

    The error of a maximum is at most the largest error among its arguments.
    """
    width = arrays.dice + 1
    for spot in range(cap * width, (cap + arrays.reach) * width):
        out[spot] = 2.0 * unit * abs(best[spot])
    total = 0.0
    for turn in range(cap - 1, -1, -1):
        base = turn * width
        for dice in range(1, width):
            terms = arrays.outcome_start[dice + 1] - arrays.outcome_start[dice]
            total = (terms / CHUNK + CHUNK + 4) * unit * abs(best[base + dice])
            for outcome in range(arrays.outcome_start[dice], arrays.outcome_start[dice + 1]):
                most = 0.0
                for option in range(arrays.option_start[outcome], arrays.option_start[outcome + 1]):
                    most = max(most, out[base + arrays.option_step[option]])
                total += arrays.prob[outcome] * most
            out[base + dice] = max(total, 2.0 * unit * abs(best[base + dice]))
    return total


@kernel
def sweep_fewest_turns(
    arrays: TurnArrays, goal: int, turns: Floats, residual: Floats, rounded: Floats
) -> None:
    """turns[b] from the target down; residual[b] bounds |T E - E| with its rounding.

    rounded[b] bounds the rounding of a sweep at every position within the turn.
    """
    rows = race_cap(arrays, goal, 0) + arrays.reach
    width = arrays.dice + 1
    bank = np.empty(rows)
    best, slope, rounding = np.empty(rows * width), np.empty(rows * width), np.zeros(rows * width)
    for banked in range(goal - 1, -1, -1):
        cap, least = race_cap(arrays, goal, banked), least_bank(arrays, banked)
        guess = turns[banked + 1] if banked + 1 < goal else 1.0
        saved = 0.0
        for _ in range(STEPS):
            for turn in range(cap + arrays.reach):
                later = turns[banked + turn] if 0 < turn < goal - banked else 0.0
                bank[turn] = -np.inf if turn < least else guess - later
            saved, busts = sweep_turn(arrays, bank, 0.0, cap, best, slope)
            step = (1.0 - saved) / (1.0 - busts)
            if abs(step) <= STILL * guess:
                break
            guess += step
        turns[banked] = guess
        best[arrays.dice] = saved
        for dice in range(1, arrays.dice):
            best[dice] = 0.0  # never in hand at the start of a turn
        error = turn_rounding(arrays, best, cap, 2.0**-53, rounding)
        residual[banked] = abs(1.0 - saved) + error
        rounded[banked] = rounding[width : (cap + arrays.reach) * width].max()


@kernel
def one_turn_more(arrays: TurnArrays, before: Floats, after: Floats) -> None:
    """after[b] = best probability with one turn more than before[b]."""
    goal = before.shape[0]
    width = arrays.dice + 1
    for banked in range(goal):
        cap, least = race_cap(arrays, goal, banked), least_bank(arrays, banked)
        rows = cap + arrays.reach
        bank = np.empty(rows)
        best, slope = np.empty(rows * width), np.empty(rows * width)
        for turn in range(rows):
            if turn < least:
                bank[turn] = -np.inf
            else:
                bank[turn] = before[banked + turn] if banked + turn < goal else 1.0
        value, _ = sweep_turn(arrays, bank, before[banked], cap, best, slope)
        after[banked] = value
