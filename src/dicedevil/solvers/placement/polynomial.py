"""The polynomial lane for placement games with multipliers: E_j[i] instead of a table of sets.

    E_j[i] = mean over rolls x of   E_{j-1}[i]    for i below the slot x takes
                                    x             for the slot x takes
                                    E_{j-1}[i-1]  for i above it

and the value of a set of k open slots with multipliers m_1 <= ... <= m_k is the sum of m_i E_k[i].
n slots need n(n+1)/2 numbers where the set table needs 2^n. (Böcker 2015, section 6.)

A roll x takes the place where it belongs in the rising row E_{j-1}; so the i-th number of the row
with x put in is the middle one of a = E_{j-1}[i-1], x and b = E_{j-1}[i], and the mean over x is

    E_j[i] = b P(X > b) + a P(X <= a) + (sum of x P(X = x) over a < x <= b)

with a = -infinity before the first and b = +infinity after the last. `expected_rolls` is the paper's
own form; this one needs no loop over the rolls.

How exact the floats are
    Write u = 2^-53 and M for the highest total; totals are never negative. The middle of three
    numbers moves by no more than the ends do, so a mean of it over X does too: an error in row j-1
    is not magnified in row j. That also settles near ties. Where rounding moves a E_{j-1}[i] to the
    other side of a total, the roll takes the neighbouring slot, but the middle number, and so the
    row, changes by no more than that rounding. Making a row adds at most 8uM: the three sums over
    rolls come from whole numbers, correctly rounded (u each); two products, one difference and two
    sums follow, of numbers that add up to at most 2M (6uM; the rest covers terms in u^2). The row is
    made to rise again with a running maximum, which does not add to the largest error. So
    |error of E_j[i]| <= 8juM, and with n slots a value m_1 E_k[1] + ... + m_k E_k[k] plus the points
    made is off by at most (8n + n + 4) u M (|m_1| + ... + |m_n|).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import PositionError, quoted
from dicedevil.families.placement.game import PlacementGame, open_slots
from dicedevil.remembering import Remembers
from dicedevil.rules import State
from dicedevil.solvers.budget import USUAL, Budget, Watch
from dicedevil.solvers.solution import Number

DIGITS_A_SECOND = 2e7
"""Bytes of digits that are worked out in a second; long numbers take longer."""
MOST_REMEMBERED = 100_000
INSTEAD = "Without --exact the method handles far more."

Floats = NDArray[np.float64]


def polynomial_values(
    game: PlacementGame, exact: bool, budget: Budget = USUAL
) -> tuple[ExactPolynomialValues | PolynomialValues, float]:
    """Return the values and an error bound, as derived above."""
    multipliers = game.multipliers or ()
    if exact:
        _require_room(game, budget)
        watch = budget.watch(f"{game} in fractions", "solving", game.slots, INSTEAD)
        rows = expected_roll_weights(game.totals, game.slots, watch)
        return ExactPolynomialValues(multipliers, rows, game.dice.total_weight), 0.0
    largest = float(max(game.totals)) * sum(map(abs, multipliers))
    bound = (9 * game.slots + 4) * 2.0**-53 * largest
    watch = budget.watch(str(game), "solving", game.slots * (game.slots + 1) // 2)
    return PolynomialValues(multipliers, expected_rolls_float(game.totals, game.slots, watch)), bound


def _require_room(game: PlacementGame, budget: Budget) -> None:
    """Refuse fractions that are too long: n(n+1)/2 numbers of up to n times a roll's digits."""
    digits = game.slots**3 // 3 * game.dice.total_weight.bit_length() // 8
    what = f"A fraction for each of {game.slots:,} slots and their sets with {game.dice}"
    budget.require(what, 1.5 * digits, digits / DIGITS_A_SECOND, INSTEAD)


@dataclass(frozen=True)
class PolynomialValues(Remembers):
    """The mean roll E[j][i] on the i-th lowest of j open slots in floats, and the multipliers."""

    multipliers: Sequence[int]
    rows: Sequence[Floats]

    @cached_property
    def _multipliers(self) -> Floats:
        return np.array(self.multipliers, np.float64)

    def worth(self, points: int, state: State) -> float:
        """Return the points made plus each open slot's multiplier times its mean roll."""
        return points + self._to_come(state)

    @cached_property
    def _to_come(self) -> Callable[[State], float]:
        return lru_cache(MOST_REMEMBERED)(self._add_up)

    def _add_up(self, state: State) -> float:
        slots = len(self.multipliers)
        require_open_set(state, slots)
        packed = np.frombuffer(state.to_bytes(-(-slots // 8), "little"), np.uint8)
        is_open = np.unpackbits(packed, count=slots, bitorder="little").view(np.bool_)
        open_now = self._multipliers[is_open]
        return float(self.rows[open_now.size] @ open_now)


@dataclass(frozen=True)
class ExactPolynomialValues(Remembers):
    """The same as whole numbers: `rows[j][i]` over the j-th power of the weight of all rolls."""

    multipliers: Sequence[int]
    rows: Sequence[Sequence[int]]
    weight_of_all: int

    def worth(self, points: int, state: State) -> Number:
        """Return the points made plus each open slot's multiplier times its mean roll."""
        return points + self._to_come(state)

    @cached_property
    def _to_come(self) -> Callable[[State], Fraction]:
        return lru_cache(MOST_REMEMBERED)(self._add_up)

    def _add_up(self, state: State) -> Fraction:
        require_open_set(state, len(self.multipliers))
        open_now = open_slots(state)
        row = self.rows[len(open_now)]
        scaled = sum(self.multipliers[slot - 1] * e for slot, e in zip(open_now, row, strict=True))
        return Fraction(scaled, self.weight_of_all ** len(open_now))


def require_open_set(state: State, slots: int) -> None:
    """Refuse a state that is not a set of these slots."""
    if not isinstance(state, int) or not 0 <= state < 1 << slots:
        raise PositionError(f"The state {quoted(state)} cannot occur in this game.")


def expected_roll_weights(
    totals: Mapping[int, int], slots: int, watch: Watch | None = None
) -> list[list[int]]:
    """Return E_j[i] times W^j, where W is the weight of all rolls: exact, without fractions."""
    values = list(totals)
    upto = list(accumulate(totals.values(), initial=0))
    sums = list(accumulate((x * weight for x, weight in totals.items()), initial=0))
    weight_of_all, power = upto[-1], 1
    rows: list[list[int]] = [[]]
    for done in range(slots):
        if watch is not None:
            watch.look(done)
        before = rows[-1]
        # How many totals each mean is not below: a total is whole, so the whole part decides.
        passed = [bisect_right(values, scaled // power) for scaled in before]
        row = [
            (sums[high] - sums[low]) * power
            for low, high in zip([0, *passed], [*passed, len(values)], strict=True)
        ]
        for i, (scaled, place) in enumerate(zip(before, passed, strict=True)):
            row[i] += scaled * (weight_of_all - upto[place])  # the roll took a higher slot
            row[i + 1] += scaled * upto[place]  # the roll took a lower one
        rows.append(row)
        power *= weight_of_all
    return rows


def expected_rolls_float(
    totals: Mapping[int, int], slots: int, watch: Watch | None = None
) -> list[Floats]:
    """Return E_j[i] in floats, a row at a time."""
    values = np.array(list(totals), np.float64)
    upto = list(accumulate(totals.values(), initial=0))
    sums = list(accumulate((x * weight for x, weight in totals.items()), initial=0))
    weight_of_all = upto[-1]
    # Whole-number division: correctly rounded, also where the weights are beyond floats.
    at_most = np.array([weight / weight_of_all for weight in upto])
    above = np.array([(weight_of_all - weight) / weight_of_all for weight in upto])
    partial = np.array([weight / weight_of_all for weight in sums])
    rows: list[Floats] = [np.empty(0)]
    for j in range(1, slots + 1):
        before = rows[-1]
        passed = np.searchsorted(values, before, side="right")
        row = np.empty(j)
        row[:-1] = partial[passed]
        row[-1] = partial[-1]
        row[1:] -= partial[passed]
        row[:-1] += before * above[passed]
        row[1:] += before * at_most[passed]
        rows.append(np.maximum.accumulate(row))
        if watch is not None:
            watch.look(j * (j + 1) // 2)
    return rows


# -- the paper's own form ------------------------------------------------------------------------


def expected_rolls(totals: Mapping[int, int], slots: int) -> list[list[Fraction]]:
    """Return E[j][i]: the mean roll that lands on the i-th lowest of j open slots, exactly.

        E_j[i] = mean over rolls x of   E_{j-1}[i]    for i below the slot x takes
                                        x             for the slot x takes
                                        E_{j-1}[i-1]  for i above it

    where x takes the i-th slot with E_{j-1}[i-1] <= x <= E_{j-1}[i] (Böcker 2015, equation 6, whose
    I_j(x) is the index for j - 1 slots: E_j is not yet known when it is needed).
    """
    weight_of_all = sum(totals.values())
    rows: list[list[Fraction]] = [[]]
    for j in range(1, slots + 1):
        before = rows[-1]
        sums = [Fraction(0)] * j
        for total, weight in totals.items():
            taken = slot_for(before, total)
            placed = [*before[:taken], Fraction(total), *before[taken:]]
            sums = [so_far + weight * value for so_far, value in zip(sums, placed, strict=True)]
        rows.append([value / weight_of_all for value in sums])
    return rows


def slot_for(row: Sequence[Any], total: int) -> int:
    """Return the (zero-based) slot a roll takes: before the first mean that is not below it."""
    return bisect_left(row, total)
