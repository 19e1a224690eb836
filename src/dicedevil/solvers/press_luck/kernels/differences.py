"""Kernels that set a plan beside the best play of a match, decision by decision."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel
from dicedevil.solvers.press_luck.kernels.match import BEST_REPLY, bank_worth
from dicedevil.solvers.press_luck.kernels.turn import (
    Floats,
    Ints,
    Plan,
    TurnArrays,
    least_bank,
    race_cap,
    sweep_rolls,
    sweep_turn,
)


@kernel
def count_partings(
    shard: int,
    shards: int,
    arrays: TurnArrays,
    plan: Plan,
    values: Floats,
    goal: int,
    spots: NDArray[np.bool_],
    banked: NDArray[np.bool_],
    tolerance: float,
    counts: Ints,
    worst: Floats,
    uses: Ints,
) -> float:
    """Look at every `shards`-th total of the player to move; each shard has rows of its own.

    counts: decisions, best rolls, best banks, other set-aside; worst: the largest loss.
    """
    width = arrays.dice + 1
    for me in range(shard, goal, shards):
        cap = race_cap(arrays, goal, me)
        rows = cap + arrays.reach
        bank = np.empty(rows)
        best, slope = np.empty(rows * width), np.empty(rows * width)
        rolled = np.full(rows * width, -np.inf)
        for them in range(goal):
            if not (banked[me] and banked[them]):
                continue
            bank_worth(arrays, values, goal, me, them, 0.0, values, BEST_REPLY, bank)
            bust = 1.0 - values[them, me]
            sweep_turn(arrays, bank, bust, cap, best, slope)
            sweep_rolls(arrays, best, best, bust, cap, rolled)
            for turn in range(cap):
                for dice in range(1, width):
                    if spots[turn, dice]:
                        _count_spot(
                            arrays, plan, me, them, turn, dice, cap, bank, rolled, tolerance,
                            counts[shard], worst[shard], uses[shard],
                        )  # fmt: skip
    return 0.0


@kernel
def _count_spot(
    arrays: TurnArrays,
    plan: Plan,
    me: int,
    them: int,
    turn: int,
    dice: int,
    cap: int,
    bank: Floats,
    rolled: Floats,
    tolerance: float,
    counts: Ints,
    worst: Floats,
    uses: Ints,
) -> None:
    """One turn total with so many dice rolled: every outcome is a decision."""
    base = turn * (arrays.dice + 1)
    for outcome in range(arrays.outcome_start[dice], arrays.outcome_start[dice + 1]):
        if turn + arrays.top[outcome] >= cap:
            continue  # banking wins at once for both
        counts[0] += 1
        first_option = arrays.option_start[outcome]
        top, second, choice = bank[turn + arrays.top[outcome]], -np.inf, 0
        for option in range(first_option, arrays.option_start[outcome + 1]):
            worth = rolled[base + arrays.option_step[option]]
            if worth > top:
                top, second, choice = worth, top, option - first_option + 1
            elif worth > second:
                second = worth
        if choice > 0 and top - second > tolerance:
            uses[first_option + choice - 1] += 1
        planned = plan[turn, outcome] if turn < plan.shape[0] else 0
        if planned == 0 and turn + arrays.top[outcome] < least_bank(arrays, me):
            planned = 1
        if planned == 0:
            worth = bank[turn + arrays.top[outcome]]
        else:
            worth = rolled[base + arrays.option_step[first_option + planned - 1]]
        if top - worth > tolerance:
            counts[1 if planned == 0 else (2 if choice == 0 else 3)] += 1
            if top - worth > worst[5]:
                worst[0], worst[1], worst[2] = me, them, turn
                worst[3], worst[4], worst[5] = dice, outcome, top - worth
