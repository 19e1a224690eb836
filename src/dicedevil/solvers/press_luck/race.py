"""Alone against the target: fewest expected turns, and the best chance within n turns.

Fewest turns. E(b) is the least expected number of turns from b banked points,

    E(b) = 1 + min over ways to play of [ P(bust) E(b) + sum of P(bank t) E(b + t) ].

One unknown for each b, all others known. Counting the turns saved, D(t) = E(b) - E(b + t) and
nothing on a bust, the equation says that the best expected saving of a turn is exactly 1. That
saving is a maximum of straight lines in E(b), slopes 1 - P(bust) > 0: Newton's method is policy
iteration, monotone, and ends when the way to play no longer changes. (Savings are small numbers
where E itself is large, which also keeps the rounding small.)

Error bound. Let T be the map on the right, r the largest |T E - E| including rounding. T scales:
T((1 - c) E) = c + (1 - c) T E >= (1 - c) E as soon as c >= r / (1 + r), and T is monotone with
one fixed point, so E* >= (1 - c) E; the same from above. Hence |E - E*| <= r E / (1 - r): the
largest residual is the relative error. The rounding of each sweep is bounded by a running
error analysis (`turn_rounding`), not guessed.

Within n turns. Q(0, b) = 0 below the target and

    Q(n, b) = max over ways to play of [ P(bust) Q(n-1, b) + sum of P(bank t) Q(n-1, b + t) ];

no cycles, one sweep for each (n, b), and each turn adds at most one sweep's rounding, so
|Q - Q*| <= n * rounding_per_turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dicedevil.families.press_luck import PressLuck
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.press_luck.arrays import compile_rules, rounding_per_turn
from dicedevil.solvers.press_luck.kernels.race import one_turn_more, sweep_fewest_turns
from dicedevil.solvers.press_luck.kernels.turn import (
    Floats,
    least_bank,
    race_cap,
    sweep_rolls,
    sweep_turn,
)


@dataclass(frozen=True)
class Race:
    """`turns[b]`: fewest expected turns from b units banked."""

    rules: PressLuck
    turns: Floats
    error_bound: float

    @property
    def value(self) -> float:
        return float(self.turns[0])


@dataclass(frozen=True)
class Chances:
    """`within[n, b]`: best probability of reaching the target from b units in n turns."""

    rules: PressLuck
    within: Floats
    error_bound: float


def fewest_turns(rules: PressLuck) -> Race:
    """Return the least expected number of turns to the target, from every banked total."""
    arrays = compile_rules(rules)
    turns, residual, rounded = (np.zeros(rules.goal) for _ in range(3))
    sweep_fewest_turns(arrays, rules.goal, turns, residual, rounded)
    worst = float(residual.max())
    if worst >= 0.5:
        return Race(rules, turns, float("inf"))
    # A position within a turn is one more sweep away from the values that are bounded.
    bound = worst * float(turns.max()) / (1.0 - worst) + float(rounded.max())
    return Race(rules, turns, bound)


def chances_within(rules: PressLuck, turns: int, budget: Budget = USUAL) -> Chances:
    """Return the best probability of reaching the target within 0, 1, ..., `turns` turns."""
    arrays = compile_rules(rules)
    within = np.zeros((turns + 1, rules.goal))
    watch = budget.watch(f"A race of {turns:,} turns", "solving turn by turn", turns)
    for n in range(1, turns + 1):
        one_turn_more(arrays, within[n - 1], within[n])
        watch.look(n)
    return Chances(rules, within, turns * rounding_per_turn(rules))


def turns_after_rolling(race: Race, banked: int) -> Floats:
    """Return the turns still to come, this one included, by units in the turn and dice to roll."""
    rules, start = race.rules, banked // race.rules.unit
    expected = float(race.turns[start])
    later = np.append(race.turns[start:], 0.0)
    saved = _rolling(rules, start, lambda turn: expected - later[min(turn, len(later) - 1)], 0.0)
    return 1.0 + expected - saved


def chances_after_rolling(chances: Chances, turns: int, banked: int) -> Floats:
    """Return the best chance within so many turns, by units in the turn and dice to roll."""
    rules, start = chances.rules, banked // chances.rules.unit
    later = np.append(chances.within[turns - 1, start:], 1.0)
    return _rolling(rules, start, lambda turn: later[min(turn, len(later) - 1)], float(later[0]))


def _rolling(rules: PressLuck, start: int, worth: Callable[[int], float], bust: float) -> Floats:
    """Sweep one turn; `worth` is that of banking so many units."""
    arrays, width = compile_rules(rules), rules.dice + 1
    cap, least = race_cap(arrays, rules.goal, start), least_bank(arrays, start)
    rows = cap + arrays.reach
    bank = np.array([worth(turn) if turn >= least else -np.inf for turn in range(rows)])
    best, out = np.zeros(rows * width), np.zeros(rows * width)
    sweep_turn(arrays, bank, bust, cap, best, np.zeros_like(best))
    sweep_rolls(arrays, best, best, bust, cap, out)
    return out.reshape(rows, width)
