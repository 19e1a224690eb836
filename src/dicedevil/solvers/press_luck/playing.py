"""Many random races to the target, and how many turns each of them takes.

Strategies of single turns and the best race are played by compiled kernels; any other is asked at every
place it comes to, once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.dice import Roll
from dicedevil.errors import TooLarge, UsageError, quoted
from dicedevil.families.press_luck import PressLuck, PressLuckRace
from dicedevil.rules import State
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.press_luck.arrays import compile_rules
from dicedevil.solvers.press_luck.kernels.playing import fill_best, play_best, play_planned
from dicedevil.solvers.press_luck.kernels.turn import Floats, Plan, race_cap
from dicedevil.solvers.press_luck.race import Race
from dicedevil.strategy import Strategy

Turns = NDArray[np.int64]

MOST_TURNS = 1_000_000
"""A race of more turns is taken for one that never ends."""
MOST_ASKED = 200_000
"""Places whose choices are remembered."""


def planned_races(
    race: PressLuckRace, plan: Plan, name: str, games: int, seed: int, budget: Budget
) -> Turns:
    """Play races by a plan of single turns."""
    arrays, reached = compile_rules(race.rules), _reached(race.rules)
    generator, turns = np.random.default_rng(seed), np.zeros(games, np.int64)
    for part in _parts(turns, budget):
        if not play_planned(generator, arrays, plan, race.rules.goal, reached, MOST_TURNS, part):
            raise _endless(race, name)
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
    for part in _parts(turns, budget):
        play_best(generator, arrays, solved.turns, starts, best, reached, part)
    return turns


def asked_races(
    race: PressLuckRace, strategy: Strategy, games: int, seed: int, budget: Budget
) -> Turns:
    """Play races by any strategy."""
    generator, turns = np.random.default_rng(seed), np.zeros(games, np.int64)
    ladders = {dice: _ladder(race.rules.rolls(dice)) for dice in range(1, race.rules.dice + 1)}

    @lru_cache(MOST_ASKED)
    def asked(state: State, roll: Roll) -> tuple[list[Any], list[int]]:
        return _ladder(strategy.mix(race, state, roll))

    for part in _parts(turns, budget, 250):
        for game in range(part.size):
            state = race.start()
            while not race.is_over(state):
                roll = _draw(*ladders[state.dice], generator)
                choice = _draw(*asked(state, roll), generator)
                part[game] += race.ends_turn(state, roll, choice)
                if part[game] > MOST_TURNS:
                    raise _endless(race, strategy.name)
                state = race.play(state, roll, choice)[1]
    return turns


def _parts(turns: Turns, budget: Budget, size: int = 50_000) -> Iterator[Turns]:
    """Yield the races in parts, of which each is told when it begins; they may take what they take."""
    watch = budget.unhurried().watch(f"Playing {turns.size:,} races", "playing", turns.size)
    budget.progress("playing", 0, turns.size)
    for begin in range(0, turns.size, size):
        watch.look(begin)
        yield turns[begin : begin + size]


def _reached(rules: PressLuck) -> Floats:
    """Return for each outcome the chance of a bust, of all outcomes before it, and of itself."""
    arrays = compile_rules(rules)
    parts = []
    for dice in range(1, rules.dice + 1):
        first, last = arrays.outcome_start[dice], arrays.outcome_start[dice + 1]
        parts.append(arrays.bust[dice] + np.cumsum(arrays.prob[first:last]))
    return np.concatenate(parts)


def _ladder(weights: Mapping[Any, int]) -> tuple[list[Any], list[int]]:
    """Return things and the sums of their weights up to each."""
    return list(weights), list(accumulate(weights.values()))


def _draw(keys: list[Any], sums: list[int], generator: np.random.Generator) -> Any:
    """Return one of the things, by weight."""
    if len(keys) == 1:
        return keys[0]
    return keys[bisect_right(sums, generator.random() * sums[-1])]


def _endless(race: PressLuckRace, name: str) -> UsageError:
    return UsageError(
        f"With the strategy {quoted(name)} a race of {race} went on for more than {MOST_TURNS:,} "
        "turns: it may never end."
    )
