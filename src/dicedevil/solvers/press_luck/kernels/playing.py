"""Kernels that play many races at random and count the turns."""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.machine import kernel
from dicedevil.solvers.press_luck.kernels.turn import (
    Floats,
    Ints,
    Plan,
    TurnArrays,
    least_bank,
    race_cap,
    sweep_turn,
)


@kernel
def _rolled(arrays: TurnArrays, reached: Floats, dice: int, number: float) -> int:
    """The outcome that a number from 0 to 1 stands for; -1 is a bust.

    `reached` adds up the chances of the outcomes of so many dice, the bust's first.
    """
    if number < arrays.bust[dice]:
        return -1
    first, last = arrays.outcome_start[dice], arrays.outcome_start[dice + 1]
    place = first + np.searchsorted(reached[first:last], number, "right")
    return min(place, last - 1)  # type: ignore[no-any-return]


@kernel
def play_planned(
    generator: np.random.Generator,
    arrays: TurnArrays,
    plan: Plan,
    goal: int,
    reached: Floats,
    most: int,
    out: Ints,
) -> bool:
    """Play out.size races by a plan (see `planned_turn`); False if one takes more than `most` turns."""
    for game in range(out.size):
        banked = turns = 0
        while banked < goal:
            cap, least = race_cap(arrays, goal, banked), least_bank(arrays, banked)
            turn, dice = 0, arrays.dice
            turns += 1
            if turns > most:
                return False
            while True:
                outcome = _rolled(arrays, reached, dice, generator.random())
                if outcome < 0:
                    break
                top = turn + arrays.top[outcome]
                choice = plan[turn, outcome] if turn < plan.shape[0] else 0
                if choice == 0 and top < least:
                    choice = 1
                if choice == 0 or top >= cap:
                    banked += top
                    break
                option = arrays.option_start[outcome] + choice - 1
                turn += arrays.option_points[option]
                dice = arrays.option_left[option]
        out[game] = turns
    return True


@kernel
def fill_best(arrays: TurnArrays, turns: Floats, starts: Ints, best: Floats) -> None:
    """What the best of banking and rolling saves in turns, for every banked total one after another."""
    goal, width = turns.size, arrays.dice + 1
    slope = np.empty((race_cap(arrays, goal, 0) + arrays.reach) * width)
    for banked in range(goal):
        cap = race_cap(arrays, goal, banked)
        bank = np.empty(cap + arrays.reach)
        _fill_saved(arrays, turns, banked, bank)
        sweep_turn(arrays, bank, 0.0, cap, best[starts[banked] : starts[banked + 1]], slope)


@kernel
def _fill_saved(arrays: TurnArrays, turns: Floats, banked: int, bank: Floats) -> None:
    goal, least = turns.size, least_bank(arrays, banked)
    for turn in range(bank.size):
        later = turns[banked + turn] if banked + turn < goal else 0.0
        bank[turn] = -np.inf if turn < least else turns[banked] - later


@kernel
def _best_option(arrays: TurnArrays, best: Floats, base: int, outcome: int) -> int:
    """The option of an outcome that is best, by a table of the better of banking and rolling."""
    chosen = arrays.option_start[outcome]
    for other in range(chosen + 1, arrays.option_start[outcome + 1]):
        if best[base + arrays.option_step[other]] > best[base + arrays.option_step[chosen]]:
            chosen = other
    return chosen  # type: ignore[no-any-return]


@kernel
def play_best(
    generator: np.random.Generator,
    arrays: TurnArrays,
    turns: Floats,
    starts: Ints,
    best: Floats,
    reached: Floats,
    out: Ints,
) -> None:
    """Play out.size races in the fewest turns, by the tables of `fill_best`."""
    goal, width = turns.size, arrays.dice + 1
    for game in range(out.size):
        banked = taken = 0
        while banked < goal:
            turn, dice, least = 0, arrays.dice, least_bank(arrays, banked)
            taken += 1
            while True:
                outcome = _rolled(arrays, reached, dice, generator.random())
                if outcome < 0:
                    break
                base = starts[banked] + turn * width
                chosen = _best_option(arrays, best, base, outcome)
                turn += arrays.option_points[chosen]
                dice = arrays.option_left[chosen]
                later = turns[banked + turn] if banked + turn < goal else 0.0
                saved = turns[banked] - later
                if turn >= least and saved >= best[base + arrays.option_step[chosen]]:
                    banked += turn
                    break
        out[game] = taken
