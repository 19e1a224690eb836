"""The polynomial lane for placement games with multipliers: E_j[i] instead of a table of sets.

    E_j[i] = mean over rolls x of   E_{j-1}[i]    for i below the slot x takes
                                    x             for the slot x takes
                                    E_{j-1}[i-1]  for i above it

and the value of a set of k open slots with multipliers m_1 <= ... <= m_k is the sum of m_i E_k[i].
n slots need n(n+1)/2 numbers where the set table needs 2^n. (Böcker 2015, section 6.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import TooLarge
from dicedevil.families.placement import PlacementGame, expected_rolls, open_slots
from dicedevil.rules import State
from dicedevil.solvers.solution import Number

MOST_EXACT_SLOTS = 150
"""Beyond this the fractions have so many digits that they take minutes; floats do not."""


@dataclass(frozen=True)
class PolynomialValues:
    """The mean roll E[j][i] on the i-th lowest of j open slots, and the multipliers."""

    multipliers: Sequence[int]
    rows: Sequence[Sequence[Fraction] | NDArray[np.float64]]

    def worth(self, points: int, state: State) -> Number:
        """Return the points made plus each open slot's multiplier times its mean roll."""
        open_now = [self.multipliers[slot - 1] for slot in open_slots(state)]
        row = self.rows[len(open_now)]
        if isinstance(row, np.ndarray):
            return points + float(np.dot(row, np.array(open_now, np.float64)))
        return points + sum((m * e for m, e in zip(open_now, row, strict=True)), Fraction(0))


def polynomial_values(game: PlacementGame, exact: bool) -> tuple[PolynomialValues, float]:
    """Return the values and an error bound."""
    multipliers = game.multipliers or ()
    if exact:
        if game.slots > MOST_EXACT_SLOTS:
            raise TooLarge(
                f"Exact fractions for {game.slots:,} slots are too long (the most is "
                f"{MOST_EXACT_SLOTS}); without exactness the method handles them."
            )
        return PolynomialValues(multipliers, expected_rolls(game.totals, game.slots)), 0.0
    rows = expected_rolls_float(game.totals, game.slots)
    # Each row is a mean of len(totals) numbers no larger than the highest total: 2n + 2 roundings,
    # adding up over the rows; then a sum of products over the slots.
    largest = float(max(game.totals)) * sum(map(abs, multipliers))
    roundings = game.slots * (2 * len(game.totals) + 2) + 2 * game.slots
    return PolynomialValues(multipliers, rows), roundings * 2.0**-53 * largest


def expected_rolls_float(totals: Mapping[int, int], slots: int) -> list[NDArray[np.float64]]:
    """Return E[j][i] in floats, a row at a time.

    A roll that takes slot t adds E[i] below t, x at t and E[i-1] above; so with W(i) the weight of
    the rolls that take a slot above i, and so on, a row is three products of arrays.
    """
    values = np.array(list(totals), np.float64)
    weights = np.array(list(totals.values()), np.float64)
    weights /= weights.sum()
    rows = [np.empty(0)]
    for j in range(1, slots + 1):
        before = rows[-1]
        taken = np.searchsorted(before, values, side="left")
        at = np.bincount(taken, weights, minlength=j)
        row = np.bincount(taken, weights * values, minlength=j).astype(np.float64)
        up_to = np.cumsum(at)
        row[:-1] += before * (1.0 - up_to[:-1])  # the roll took a higher slot
        row[1:] += before * up_to[:-1]  # the roll took a lower one
        rows.append(row)
    return rows
