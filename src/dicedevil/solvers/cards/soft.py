"""What weaker play of a score card gives away: all its games followed forward, by temperature.

    lost = value of best play - sum over states and outcomes of  visits * probability * points

One pass over all states for each temperature: seconds for the official card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers.budget import Budget, tell_nobody
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.machine import cores, megabytes
from dicedevil.solvers.progress import about
from dicedevil.solvers.soft import Soft
from dicedevil.solvers.solution import Solution

SECONDS_PER_CHOICE = 1.4e-9
"""Of a pass: each box and keep at each roll of each state, on one core at 3 GHz."""
PASSES = 8
"""Temperatures that are tried, about."""


@dataclass(frozen=True)
class SoftCost:
    """What finding a temperature takes, told before it is begun."""

    seconds: float
    memory_bytes: int
    table_bytes: int = 24

    def __str__(self) -> str:
        """In a line for a person."""
        return f"{about(self.seconds)} on {cores()} cores, {megabytes(self.memory_bytes)} of memory"


def softened(game: KeepRerollGame, solution: Solution, budget: Budget) -> Callable[[float], float]:
    """Return what is lost in a game, by temperature."""
    encoded = encoding(game.card)
    lattice, boxes = encoded.lattice.arrays, len(game.card.boxes)
    in_a_state = (game.card.rerolls + 1) * lattice.rolls * boxes + game.card.rerolls * len(
        lattice.within
    )
    seconds = PASSES * in_a_state * encoded.states * SECONDS_PER_CHOICE / cores()
    widest = max(int(encoded.sizes[groups].sum()) for groups in encoded.layers)
    cost = SoftCost(seconds, 8 * widest * len(encoded.arrays.outcome_points))
    what = f"Finding how often weaker players of {game} go wrong"
    budget.require(what, memory=cost.memory_bytes)
    budget.allow(cost, f"{what}: {cost}.", f"{what} takes {cost}: 'dicedevil evaluate' does it.")
    quiet = replace(budget, announce=tell_nobody)

    def lost(temperature: float) -> float:
        from dicedevil.solvers.cards.laws import card_mean

        mean = card_mean(encoded, Soft(solution, temperature), budget=quiet)
        return abs(solution.value - mean)

    return lost
