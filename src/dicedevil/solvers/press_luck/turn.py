"""One turn for the most points: exact fractions or floats, thresholds derived, hold-at-n.

The recursion, in points:

    roll(t, n) = sum over outcomes of P(outcome | n) * max over set-asides of best(t + points, left)
    best(t, n) = max(t, roll(t, n))        (t is no choice below the minimum that may be banked)

Why it ends. Rolling n dice once from t and then banking everything gains G(n) - t B(n), G the
mean points of the roll and B the bust probability. Past T = max over n of G(n)/B(n) that is
nowhere positive, and rolling only leads to larger totals, so by induction over the rolls still
played no way of rolling on beats banking: best(t, n) = t from T on. (Crocce and Mordecki,
Lemma 4.3, whose (8) is this condition.) The sweep starts at T and needs no guess. Where some number of
dice cannot bust, best(t, n) = t + w(n) from T on, and T counts w too: see `families.press_luck.free`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Generic, TypeVar

import numpy as np

from dicedevil.dice import Roll
from dicedevil.errors import PositionError
from dicedevil.families.press_luck import Outcome, PressLuck, SetAside
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.press_luck.arrays import UNIT_ROUNDOFF, compile_rules, outcome_list
from dicedevil.solvers.press_luck.kernels.race import turn_rounding
from dicedevil.solvers.press_luck.kernels.turn import Plan, sweep_rolls, sweep_turn

Number = TypeVar("Number", Fraction, float)


@dataclass(frozen=True)
class TurnTable(Generic[Number]):
    """A solved turn: `rolling[turn // unit][dice]` is the worth of rolling, in points."""

    rules: PressLuck
    rolling: tuple[tuple[Number, ...], ...]
    zero: Number

    @property
    def value(self) -> Number:
        """The best expected score of a turn."""
        return self.rolling[0][self.rules.dice]

    def roll_value(self, turn: int, dice: int) -> Number:
        """The worth of rolling so many dice with so many points in the turn."""
        row = turn // self.rules.unit
        if row >= len(self.rolling):
            if dice in self.rules.free_dice:
                return self.zero + turn + self.rules.free_worths[dice]
            raise PositionError(f"turn={turn} cannot be: a turn so large is banked.")
        return self.rolling[row][dice]

    def best(self, turn: int, dice: int) -> Number:
        """The better of banking and rolling."""
        if not self.goes_on(turn, dice):
            return self.zero + turn
        rolling = self.roll_value(turn, dice)
        return rolling if turn < self.rules.minimum else max(self.zero + turn, rolling)

    def goes_on(self, turn: int, dice: int) -> bool:
        """Tell whether the turn may go on with these dice, as far as the table knows."""
        return turn // self.rules.unit < len(self.rolling) or dice in self.rules.free_dice

    @property
    def threshold(self) -> int:
        """The fewest points from which banking is best in every position that can bust."""
        can_bust = [dice for dice in range(1, self.rules.dice + 1) if dice not in self.rules.free_dice]
        rows = [
            row
            for row, values in enumerate(self.rolling)
            if any(values[dice] > row * self.rules.unit for dice in can_bust)
        ]
        return (rows[-1] + 1) * self.rules.unit if rows else 0

    def choices(self, turn: int, roll: Roll) -> list[tuple[str, SetAside, Number]]:
        """What may be done after a roll, best first: bank, or roll on after a set-aside.

        Ties go to banking, then to the set-aside of more points.
        """
        asides = self.rules.set_asides(roll)
        found: list[tuple[str, SetAside, Number]] = []
        if asides and turn + asides[0].points >= self.rules.minimum:
            found.append(("bank", asides[0], self.zero + turn + asides[0].points))
        for aside in asides:
            total = turn + aside.points
            if self.goes_on(total, aside.left):
                found.append(("roll", aside, self.roll_value(total, aside.left)))
        return sorted(found, key=lambda choice: -choice[2])

    def plan(self) -> Plan:
        """The best choices as a table for the kernels (see `planned_turn`)."""
        rules, rows = self.rules, max(self.threshold // self.rules.unit, 1)
        if rules.free_dice:  # they are rolled whatever there is: until the target of a race is reached
            rows = max(rows, rules.cap(0) // rules.unit)
        outcomes = [each for _, found in outcome_list(rules) for each in found]
        plan = np.zeros((rows, len(outcomes)), dtype=np.int16)
        for row in range(rows):
            for column, outcome in enumerate(outcomes):
                plan[row, column] = self._best_option(row * rules.unit, outcome)
        return plan

    def _best_option(self, turn: int, outcome: Outcome) -> int:
        banked = turn + outcome.top
        worth = self.zero + banked if banked >= self.rules.minimum else self.zero - 1
        choice = 0
        for option, (points, left) in enumerate(outcome.options, start=1):
            total = turn + points
            if self.goes_on(total, left):
                rolling = self.roll_value(total, left)
                if rolling > worth:
                    worth, choice = rolling, option
        return choice


@lru_cache(maxsize=16)
def exact_turn(rules: PressLuck, cap: int = 0, budget: Budget = USUAL) -> TurnTable[Fraction]:
    """Solve one turn for the best expected score in fractions, by the recursion above.

    The table goes up to the threshold, or to `cap` points where that is further.
    """
    rows = max(rules.threshold, cap) // rules.unit
    rolling: list[tuple[Fraction, ...]] = [()] * rows
    watch = budget.watch("A turn in fractions", instead="Without --exact it is quick.")
    watch.begin("solving", rows, growing=True)
    for row in range(rows - 1, -1, -1):
        watch.look(rows - 1 - row)
        worths = [Fraction(0)]
        for dice, (_, outcomes) in enumerate(outcome_list(rules), start=1):
            total = sum(
                outcome.weight * _best_after(rules, rolling, row * rules.unit, outcome)
                for outcome in outcomes
            )
            worths.append(Fraction(total) / rules.total_weight**dice)
        rolling[row] = tuple(worths)
    return TurnTable(rules, tuple(rolling), Fraction(0))


def _best_after(
    rules: PressLuck, rolling: list[tuple[Fraction, ...]], turn: int, outcome: Outcome
) -> Fraction:
    banked = turn + outcome.top
    best = Fraction(banked if banked >= rules.minimum else -1)
    for points, left in outcome.options:
        row = (turn + points) // rules.unit
        if row < len(rolling):
            best = max(best, rolling[row][left])
        elif left in rules.free_dice:
            best = max(best, turn + points + rules.free_worths[left])
    return best


def best_turn(rules: PressLuck, cap: int = 0) -> tuple[TurnTable[float], float]:
    """Solve the same by the compiled kernel, in floats; return also a bound on its rounding."""
    free = np.array([float(worth / rules.unit) for worth in rules.free_worths])
    arrays = compile_rules(rules)._replace(free=free)
    rows = max(rules.threshold, cap) // rules.unit
    width = rules.dice + 1
    bank = np.arange(rows + arrays.reach, dtype=np.float64)
    bank[: arrays.minimum] = -np.inf
    best, rolling, rounding = (np.zeros((rows + arrays.reach) * width) for _ in range(3))
    sweep_turn(arrays, bank, 0.0, rows, best, np.zeros_like(best))
    sweep_rolls(arrays, best, best, 0.0, rows, rolling)
    best[:width] = rolling[:width]  # at the start there is nothing to bank
    turn_rounding(arrays, best, rows, UNIT_ROUNDOFF, rounding)
    # `rolling` is one sum more on top of `best`; points are units times a whole number.
    error = (float(rounding.max()) + 2 * UNIT_ROUNDOFF * float(rolling.max())) * rules.unit
    points = (rolling[: rows * width] * rules.unit).reshape(rows, width).tolist()
    return TurnTable(rules, tuple(tuple(row) for row in points), 0.0), error


def outcome_count(rules: PressLuck) -> int:
    """Return how many outcomes all rolls have together."""
    return sum(len(outcomes) for _, outcomes in outcome_list(rules))


def hold_at(rules: PressLuck, points: int) -> Plan:
    """Return the plan that sets all that scores aside and banks at `points` or more."""
    outcomes = [each for _, found in outcome_list(rules) for each in found]
    hold = min(max(points, rules.minimum), max(rules.cap(0), rules.threshold))
    rows = max(-(-hold // rules.unit), 1)
    tops = np.array([outcome.top for outcome in outcomes])
    totals = np.arange(rows)[:, None] * rules.unit + tops[None, :]
    plan: Plan = (totals < hold).astype(np.int16)
    return plan
