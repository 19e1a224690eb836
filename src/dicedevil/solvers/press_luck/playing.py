"""Many random races to the target, and how many turns each of them takes.

Strategies of single turns and the best race are played by compiled kernels.
"""

from __future__ import annotations

import numpy as np

from dicedevil.errors import TooLarge
from dicedevil.families.press_luck import PressLuck, PressLuckRace
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.press_luck.arrays import compile_rules
from dicedevil.solvers.press_luck.kernels.playing import fill_best, play_best, play_planned
from dicedevil.solvers.press_luck.kernels.turn import Floats, Plan, race_cap
from dicedevil.solvers.press_luck.race import Race
from dicedevil.solvers.races import MOST_TURNS, Turns, endless, in_parts

AT_ONCE = 50_000
"""Races that are played between two looks at the clock."""


def planned_races(
    race: PressLuckRace, plan: Plan, name: str, games: int, seed: int, budget: Budget
) -> Turns:
    """Play races by a plan of single turns."""
    arrays, reached = compile_rules(race.rules), _reached(race.rules)
    generator, turns = np.random.default_rng(seed), np.zeros(games, np.int64)
    for part in in_parts(turns, budget, AT_ONCE):
        if not play_planned(generator, arrays, plan, race.rules.goal, reached, MOST_TURNS, part):
            raise endless(race, name)
    return turns


def best_races(race: PressLuckRace, solved: Race, games: int, seed: int, budget: Budget) -> Turns:
    """Play races in the fewest turns."""
    rules = race.rules
    arrays, reached = compile_rules(rules), _reached(rules)
    caps = np.array([race_cap(arrays, rules.goal, banked) for banked in range(rules.goal)])
    starts = np.concatenate(([0], np.cumsum((caps + arrays.reach) * (rules.dice + 1))))
    if 8 * int(starts[-1]) > budget.memory // 2:
        raise TooLarge(
            f"The tables of {race} take {8 * int(starts[-1]) >> 20:,} MB: allow more memory, or a "
            "lower target."
        )
    budget.require(f"Playing {race}", 8 * int(starts[-1]), instead="A lower target takes less.")
    best = np.zeros(int(starts[-1]))
    fill_best(arrays, solved.turns, starts, best)
    generator, turns = np.random.default_rng(seed), np.zeros(games, np.int64)
    for part in in_parts(turns, budget, AT_ONCE):
        play_best(generator, arrays, solved.turns, starts, best, reached, part)
    return turns


def _reached(rules: PressLuck) -> Floats:
    """Return for each outcome the chance of a bust, of all outcomes before it, and of itself."""
    arrays = compile_rules(rules)
    parts = []
    for dice in range(1, rules.dice + 1):
        first, last = arrays.outcome_start[dice], arrays.outcome_start[dice + 1]
        parts.append(arrays.bust[dice] + np.cumsum(arrays.prob[first:last]))
    return np.concatenate(parts)
