"""Our side of Böcker 2015: the tables, the exact laws, a million games, and the bins of Figure 2."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

import numpy as np

from dicedevil.ask.closest import ClosestCalls, closest_calls
from dicedevil.ask.evaluate import Distribution, evaluate
from dicedevil.ask.simulate import Simulation, simulate_alone
from dicedevil.families.placement.game import PlacementGame, open_slots
from dicedevil.games import game
from dicedevil.rules import Position
from dicedevil.solvers.placement.polynomial import expected_rolls, slot_for
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import solve
from dicedevil.strategy import Strategy

SEED = 2015
GAMES = 1_000_000
STRATEGIES = ("random", "optimal", "omniscient")
LOADED = "2d{1..11:1;12:2}"
"""The dice of section 9."""
BINS = tuple(range(150, 1000, 10))
"""The lowest score of each bin {10n, ..., 10n + 9}, n = 15 to 99."""


def ten_times_18(parameters: str = "") -> PlacementGame:
    """Return the game of the paper, or with other parameters, `:slots=5`."""
    return cast(PlacementGame, game(f"ten-times-18{parameters}"))


class Paper:
    """Our side of the paper, each part worked out when it is first asked for."""

    def __init__(self) -> None:
        """The two games of the paper."""
        self.game = ten_times_18()
        self.loaded = ten_times_18(f":slots=5,dice={LOADED}")

    @cached_property
    def by_sets(self) -> Solution:
        """M: the exact table over all sets of open slots."""
        return solve(self.game, exact=True, lane="reference")

    def m(self, state: int) -> Fraction:
        """M of a set of open slots."""
        return Fraction(self.by_sets.worth(state))

    @cached_property
    def by_counts(self) -> list[list[Fraction]]:
        """E: the exact polynomial table, as equation 6 makes it."""
        return expected_rolls(self.game.totals, self.game.slots)

    @cached_property
    def laws(self) -> dict[str, Distribution]:
        """The exact law of the score under each strategy."""
        plans: dict[str, Any] = {name: name for name in STRATEGIES}
        plans["optimal"] = Strategy("optimal", self.polynomial_choice)
        return {name: evaluate(self.game, plan) for name, plan in plans.items()}

    def polynomial_choice(self, state: int, roll: Sequence[int]) -> int:
        """The slot that E gives a roll."""
        open_now = open_slots(state)
        return open_now[slot_for(self.by_counts[len(open_now) - 1], roll[0])]

    @cached_property
    def simulations(self) -> dict[str, Simulation]:
        """A million games under each strategy."""
        plans: dict[str, Any] = {name: name for name in STRATEGIES}
        plans["optimal"] = Strategy("optimal", self.polynomial_choice)
        return {
            name: simulate_alone(self.game, plan, games=GAMES, seed=SEED)
            for name, plan in plans.items()
        }

    @cached_property
    def first_move(self) -> ClosestCalls:
        """The closest calls at the start."""
        return closest_calls(self.by_sets, [Position(0, self.game.start())])

    @cached_property
    def whole_game(self) -> ClosestCalls:
        """The closest calls among all positions that any play can reach."""
        return closest_calls(self.by_sets)


def figure_2_bins(paper: Paper | None = None) -> dict[str, dict[int, Fraction]]:
    """Return for each strategy the exact probability of each bin, by its lowest score."""
    laws = (paper or Paper()).laws
    return {
        name: {
            low: sum((Fraction(law.law.get(score, 0)) for score in range(low, low + 10)), Fraction(0))
            for low in BINS
        }
        for name, law in laws.items()
    }


def figure_2_simulated(paper: Paper | None = None) -> dict[str, dict[int, Fraction]]:
    """Return the same from a million simulated games, as the paper drew it."""
    simulations = (paper or Paper()).simulations
    shares = {}
    for name, played in simulations.items():
        counts = np.bincount(played.scores // 10, minlength=100)
        shares[name] = {low: Fraction(int(counts[low // 10]), played.games) for low in BINS}
    return shares
