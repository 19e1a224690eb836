"""Kernels of the last turn of a match: score more than the other is ahead, or lose.

A question about a single turn: banking t units is worth 1 beyond the lead, with it what a tie counts
(a half, or nothing or all of it where one player has to win alone) and nothing below; a bust is worth
nothing. Who follows a solved match plays as if a tie counted half, whatever it counts.
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.machine import kernel
from dicedevil.solvers.press_luck.kernels.turn import (
    Floats,
    TurnArrays,
    follow_best,
    least_bank,
    planned_turn,
    sweep_rolls,
    sweep_turn,
)

PLANNED, AT_BEST, GUIDED = 0, 1, 2
"""How the player plays: by a plan, best for what a tie counts, or as a solved match says."""


@kernel
def last_turn(arrays: TurnArrays, lead: int, banked: int, how: int, tie: float, out: Floats) -> float:
    """The chance to beat a lead, a tie counting `tie`; out[turn, dice], flat, is that of rolling.

    Who plays by a plan sets everything aside and rolls on until ahead. `out` has room for
    lead + 1 (or the fewest units that may be banked) + reach turns.
    """
    least = least_bank(arrays, banked)
    cap = max(lead + 1, least)
    rows = cap + arrays.reach
    bank = np.empty(rows)
    best, slope = np.empty(rows * (arrays.dice + 1)), np.empty(rows * (arrays.dice + 1))
    _fill_bank(lead, least, tie, bank)
    if how == PLANNED:
        plan = np.ones((cap, arrays.prob.shape[0]), np.int16)
        return planned_turn(arrays, plan, bank, 0.0, cap, cap, least, out, slope)[0]
    if how == AT_BEST:
        value, _ = sweep_turn(arrays, bank, 0.0, cap, best, slope)
        sweep_rolls(arrays, best, best, 0.0, cap, out)
        return value
    shared = np.empty(rows)
    _fill_bank(lead, least, 0.5, shared)
    sweep_turn(arrays, shared, 0.0, cap, best, slope)
    value = follow_best(arrays, shared, bank, cap, best, slope)
    sweep_rolls(arrays, best, slope, 0.0, cap, out)
    return value


@kernel
def _fill_bank(lead: int, least: int, tie: float, bank: Floats) -> None:
    """bank[t]: what banking t units is worth."""
    for turn in range(bank.shape[0]):
        if turn < least:
            bank[turn] = -np.inf
        elif turn < lead:
            bank[turn] = 0.0
        else:
            bank[turn] = 1.0 if turn > lead else tie


@kernel
def fill_last_turns(arrays: TurnArrays, how: int, tie: float, out: Floats) -> None:
    """out[opened, lead]: the chance of a player who has banked nothing (0) or something (1)."""
    for lead in range(out.shape[1]):
        for opened in range(2):
            rows = max(lead + 1, least_bank(arrays, opened)) + arrays.reach
            rolling = np.zeros(rows * (arrays.dice + 1))
            out[opened, lead] = last_turn(arrays, lead, opened, how, tie, rolling)
