"""Kernels of one turn for a target: the best chance to bank so many units or more.

    chance[t, n] = sum over outcomes of P(outcome | n) * (1 where t + top reaches the target,
                                                          else the best chance[t + points, left])

Nothing is banked before the target is reached, so banking needs no row of its own.
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.machine import kernel
from dicedevil.solvers.press_luck.kernels.turn import Floats, TurnArrays


@kernel
def chances_of_target(arrays: TurnArrays, beyond: Floats, cap: int, target: int, out: Floats) -> None:
    """out[turn, dice], flat, below the cap; from there on only dice that cannot bust go on.

    beyond[units, dice] is their chance of so many units more (see `chances_beyond`).
    """
    width = arrays.dice + 1
    for turn in range(cap - 1, -1, -1):
        for dice in range(1, width):
            if turn == 0 and dice < arrays.dice:
                continue  # a turn starts with every die in hand
            total = part = 0.0
            for outcome in range(arrays.outcome_start[dice], arrays.outcome_start[dice + 1]):
                best = 0.0
                if turn + arrays.top[outcome] >= target:
                    best = 1.0
                else:
                    for option in range(arrays.option_start[outcome], arrays.option_start[outcome + 1]):
                        spot, left = turn + arrays.option_points[option], arrays.option_left[option]
                        if spot < cap:
                            best = max(best, out[spot * width + left])
                        else:
                            best = max(best, beyond[target - spot, left])
                part += arrays.prob[outcome] * best
                if outcome & 7 == 7:
                    total += part
                    part = 0.0
            out[turn * width + dice] = total + part


@kernel
def chances_beyond(arrays: TurnArrays, out: Floats) -> None:
    """out[units, dice]: the chance of so many more where only dice that cannot bust are rolled."""
    for units in range(1, out.shape[0]):
        for dice in range(1, arrays.dice + 1):
            if arrays.bust[dice] > 0.0:
                continue
            total = part = 0.0
            for outcome in range(arrays.outcome_start[dice], arrays.outcome_start[dice + 1]):
                best = 0.0
                if arrays.top[outcome] >= units:
                    best = 1.0
                else:
                    for option in range(arrays.option_start[outcome], arrays.option_start[outcome + 1]):
                        before = out[units - arrays.option_points[option], arrays.option_left[option]]
                        best = max(best, before)
                part += arrays.prob[outcome] * best
                if outcome & 7 == 7:
                    total += part
                    part = 0.0
            out[units, dice] = min(total + part, 1.0)
    for dice in range(1, arrays.dice + 1):
        out[0, dice] = np.float64(arrays.bust[dice] == 0.0)
