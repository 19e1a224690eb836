"""Kernels of the last turn of a match: score more than the other is ahead, or lose.

A question about a single turn: banking t units is worth 1 beyond the lead, with it what a tie counts
(a half, or nothing or all of it where one player has to win alone) and nothing below; a bust is worth
nothing.
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.machine import kernel
from dicedevil.solvers.press_luck.kernels.turn import (
    Floats,
    TurnArrays,
    least_bank,
    planned_turn,
    sweep_rolls,
    sweep_turn,
)


@kernel
def last_turn(
    arrays: TurnArrays, lead: int, banked: int, planned: bool, tie: float, out: Floats
) -> float:
    """The chance to beat a lead, a tie counting `tie`; out[turn, dice], flat, is that of rolling.

    Who plays by a plan sets everything aside and rolls on until ahead. `out` has room for
    lead + 1 (or the fewest units that may be banked) + reach turns.
    """
    least = least_bank(arrays, banked)
    cap = max(lead + 1, least)
    rows = cap + arrays.reach
    bank = np.zeros(rows)
    best, slope = np.empty(rows * (arrays.dice + 1)), np.empty(rows * (arrays.dice + 1))
    for turn in range(rows):
        if turn < least:
            bank[turn] = -np.inf
        elif turn >= lead:
            bank[turn] = 1.0 if turn > lead else tie
    if planned:
        plan = np.ones((cap, arrays.prob.shape[0]), np.int16)
        return planned_turn(arrays, plan, bank, 0.0, cap, cap, least, out, slope)[0]
    value, _ = sweep_turn(arrays, bank, 0.0, cap, best, slope)
    sweep_rolls(arrays, best, best, 0.0, cap, out)
    return value


@kernel
def fill_last_turns(arrays: TurnArrays, planned: bool, tie: float, out: Floats) -> None:
    """out[opened, lead]: the chance of a player who has banked nothing (0) or something (1)."""
    for lead in range(out.shape[1]):
        for opened in range(2):
            rows = max(lead + 1, least_bank(arrays, opened)) + arrays.reach
            rolling = np.zeros(rows * (arrays.dice + 1))
            out[opened, lead] = last_turn(arrays, lead, opened, planned, tie, rolling)
