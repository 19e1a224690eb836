"""Many random races, and how many turns each of them takes.

A family plays strategies that it knows by kernels, in parts that are watched; any other is asked at
every place it comes to, once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dicedevil.dice import Roll
from dicedevil.errors import UsageError, quoted
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.ladders import Ladder, Rolls
from dicedevil.strategy import Strategy

Turns = NDArray[np.int64]
MOST_TURNS = 1_000_000
"""A race of more turns is taken for one that never ends."""
MOST_ASKED = 200_000
"""Places whose choices are remembered."""
ASKED_AT_ONCE = 100
"""Races of who is asked, between two looks at the clock."""


def in_parts(turns: Turns, budget: Budget, size: int) -> Iterator[Turns]:
    """Yield the races in parts, of which each is told when it begins; they may take what they take."""
    watch = budget.unhurried().watch(f"Playing {turns.size:,} races", "playing", turns.size)
    budget.progress("playing", 0, turns.size)
    for begin in range(0, turns.size, size):
        watch.look(begin)
        yield turns[begin : begin + size]


def asked_races(race: Game, strategy: Strategy, games: int, seed: int, budget: Budget) -> Turns:
    """Play races by any strategy."""
    generator, turns, rolls = np.random.default_rng(seed), np.zeros(games, np.int64), Rolls(race)

    @lru_cache(MOST_ASKED)
    def asked(state: State, roll: Roll) -> Ladder:
        return Ladder(strategy.mix(race, state, roll))

    for part in in_parts(turns, budget, ASKED_AT_ONCE):
        for place in range(part.size):
            state = race.start()
            while not race.is_over(state):
                roll = rolls.draw(state, generator.random())
                choice = asked(state, roll).draw(generator.random())
                part[place] += race.ends_turn(state, roll, choice)
                if part[place] > MOST_TURNS:
                    raise endless(race, strategy.name)
                state = race.play(state, roll, choice)[1]
    return turns


def endless(race: Game, name: str) -> UsageError:
    """Return the refusal of a race that goes on and on."""
    return UsageError(
        f"With the strategy {quoted(name)} a race of {race} went on for more than {MOST_TURNS:,} "
        "turns: it may never end."
    )
