"""The most points a turn in the long run: the gain g, and what every position is worth beside it.

F(b) is the best mean of a turn in which a bust is worth b: a maximum of straight lines, slopes the
chances of a bust. Before a turn with z busts in a row, h(z) is the best mean of points less g for each
turn, until there are none in a row again:

    h(z) = F(h(z + 1)) - g,     h(last + 1) = - penalty,     g solves h(0) = 0.

h(0) falls with g, its slope the turns of a stretch, negative: Newton's method on g is policy iteration,
and with fractions it ends with the solution. A turn is told as F: its own points, and what it does to
those that follow. (A bust is never worth more than 0, so the threshold of a turn alone is enough.)

Error bound. F moves by no more than b, so the rounding of a sweep goes on to h(0) undiminished at most,
and the slope of h(0) in g is -1 or less: |g - g*| <= |h(0)| + the rounding of all sweeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from dicedevil.dice import Roll
from dicedevil.errors import UsageError
from dicedevil.families.press_luck import LongTurn, PressLuckLongRun
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.press_luck.arrays import (
    UNIT_ROUNDOFF,
    compile_rules,
    longest,
    outcome_list,
    rounding_per_roll,
)
from dicedevil.solvers.press_luck.kernels.race import turn_rounding
from dicedevil.solvers.press_luck.kernels.turn import sweep_rolls, sweep_turn

STEPS = 100
STILL = 2.0**-50
Number = Fraction | float


@dataclass(frozen=True)
class LongRunValues:
    """The gain, and by busts in a row the worth of rolling, in points: `rolling[z][row][dice]`."""

    game: PressLuckLongRun
    gain: Number
    rolling: tuple[Any, ...]

    def worth(self, points: int, state: LongTurn) -> Number:
        """Return the mean of this turn, and what it does to those that follow."""
        if self.game.is_over(state):
            return points + 0 * self.gain
        self.game.require_state(state)
        rules, row = self.game.rules, state.turn // self.game.rules.unit
        if row == len(self.rolling[state.zilches]):  # dice that cannot bust, at the cap
            return points + state.turn + rules.free_worths[state.dice] + 0 * self.gain
        worth: Number = self.rolling[state.zilches][row][state.dice]
        return points + worth

    def choice_worths(self, state: LongTurn, roll: Roll) -> Sequence[Number]:
        """Return the value of every choice: the turn that begins after one is counted less the gain."""
        found = []
        for choice in self.game.choices(state, roll):
            points, after = self.game.play(state, roll, choice)
            begins = after.turn == 0 and not self.game.is_over(after)
            found.append(self.worth(points, after) - (self.gain if begins else 0))
        return found


def long_run(
    game: PressLuckLongRun, exact: bool, budget: Budget = USUAL
) -> tuple[LongRunValues, float]:
    """Find the gain; return also how far off a value can be."""
    turn = _exact_turn if exact else _float_turn
    watch = budget.watch(f"The long run of {game}")
    gain: Any = Fraction(0) if exact else 0.0
    for step in range(STEPS):
        watch.look(step)
        after: Any = -game.cost + 0 * gain
        turns, rounding, tables = 0 * gain, 0.0, []
        for _ in game.lengths:
            value, busts, table, error = turn(game, after)
            tables.append(table)
            after, turns = value - gain, 1 + busts * turns
            rounding += error
        change = after / turns
        if change == 0 or (not exact and abs(change) <= STILL * abs(gain)):
            off = (abs(float(after)) + rounding) * (len(tables) + 1) if not exact else 0.0
            return LongRunValues(game, gain, tuple(reversed(tables))), off
        gain += change
    raise UsageError(f"The long run of {game} did not come to rest.")


def _float_turn(game: PressLuckLongRun, bust: float) -> tuple[float, float, Any, float]:
    """Return F(bust), its slope, the worth of rolling, and the rounding of all that, in points."""
    rules = game.rules
    free = np.array([float(worth / rules.unit) for worth in rules.free_worths])
    arrays = compile_rules(rules)._replace(free=free)
    rows, width = game.most // rules.unit, rules.dice + 1
    bank = np.arange(rows + arrays.reach, dtype=np.float64)
    bank[: max(arrays.minimum, 1)] = -np.inf
    best, slope, rolling, rounding = (np.zeros((rows + arrays.reach) * width) for _ in range(4))
    value, busts = sweep_turn(arrays, bank, bust / rules.unit, rows, best, slope)
    sweep_rolls(arrays, best, best, bust / rules.unit, rows, rolling)
    best[:width] = rolling[:width]
    turn_rounding(arrays, best, rows, UNIT_ROUNDOFF, rounding)
    # Where busts cost, terms are larger than their sum by twice that.
    error = float(rounding.max()) + 4 * UNIT_ROUNDOFF * float(rolling.max())
    error += 2 * abs(bust) / rules.unit * longest(rules, rounding_per_roll(rules))
    table = (rolling[: rows * width] * rules.unit).reshape(rows, width).tolist()
    return value * rules.unit, busts, table, error * rules.unit


def _exact_turn(game: PressLuckLongRun, bust: Fraction) -> tuple[Fraction, Fraction, Any, float]:
    """Return the same in fractions."""
    rules, rows = game.rules, game.most // game.rules.unit
    table: list[list[tuple[Fraction, Fraction]]] = [[]] * rows
    for row in range(rows - 1, -1, -1):
        turn, worths = row * rules.unit, [(Fraction(0), Fraction(0))]
        for dice, (lost, outcomes) in enumerate(outcome_list(rules), start=1):
            value, busts = lost * bust, Fraction(lost)
            for outcome in outcomes:
                ways = [(Fraction(turn + outcome.top), Fraction(0))]
                if turn + outcome.top < rules.minimum:
                    ways = []
                for points, left in outcome.options:
                    further = (turn + points) // rules.unit
                    if further < rows:
                        ways.append(table[further][left])
                    elif left in rules.free_dice:
                        worth = turn + points + rules.free_worths[left]
                        ways.append((Fraction(worth), Fraction(0)))
                best = max(ways)
                value += outcome.weight * best[0]
                busts += outcome.weight * best[1]
            whole = rules.total_weight**dice
            worths.append((value / whole, busts / whole))
        table[row] = worths
    value, busts = table[0][rules.dice]
    return value, busts, [[worth for worth, _ in one] for one in table], 0.0
