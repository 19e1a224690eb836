"""The player who knows all rolls beforehand, in placement games with multipliers that never fall.

Such a player sorts the rolls and puts the lowest on the lowest multiplier. The mean score is

    Q[y, l] = sum over k of C(l, k) p^k (1-p)^(l-k) (y * S(l-k+1, l) + Q[y-1, l-k])

for l rolls known to be at most y, on the l lowest slots: k of them show y and take the k highest of
these slots; p is the chance of y given at most y, and S(a, b) the sum of the multipliers a to b.
Q[highest total, number of slots] is the answer. (Böcker 2015, equation 7; the text there describes Q
as what has been scored already, but the equation adds up what is still to be scored, as here.)

`totals` is always the weight of each total of the dice, in rising order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING

from dicedevil.families.placement.game import PlacementGame
from dicedevil.solvers.budget import USUAL, Budget

INSTEAD = "The mean alone is quick (`omniscient_mean`), and a simulation tells the rest."

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SECONDS_PER_TERM = 3e-6
"""Of a sum over rolls, with numbers of a few hundred digits."""
BYTES_A_SECOND = 2e9
"""How many bytes of long numbers are added up in a second."""


def omniscient_table(
    totals: Mapping[int, int], multipliers: Sequence[int]
) -> dict[tuple[int, int], Fraction]:
    """Return every Q[y, l], as equation 7 has it, in fractions."""
    upto = list(accumulate(multipliers, initial=0))  # S(a, b) is upto[b] - upto[a - 1]
    slots = range(len(multipliers) + 1)
    table: dict[tuple[int, int], Fraction] = {}
    below = [Fraction(0)] * len(slots)
    weight_so_far = 0
    for y, weight in totals.items():
        weight_so_far += weight
        p = Fraction(weight, weight_so_far)
        row = [
            sum(
                (
                    comb(l, k)
                    * p**k
                    * (1 - p) ** (l - k)
                    * (y * (upto[l] - upto[l - k]) + below[l - k])
                    for k in range(l + 1)
                ),
                Fraction(0),
            )
            for l in slots  # noqa: E741  the paper's letter
        ]
        table |= {(y, l): mean for l, mean in zip(slots, row, strict=True)}  # noqa: E741
        below = row
    return table


def omniscient_mean(
    totals: Mapping[int, int],
    multipliers: Sequence[int],
    *,
    exact: bool = True,
    budget: Budget = USUAL,
) -> Fraction | float:
    """Return the mean score of the player who knows all rolls beforehand: Q[highest, slots].

    Exactly, or in floats within `omniscient_error` of it, which takes far more slots.
    """
    if not exact:
        return _mean_in_floats(totals, multipliers)
    slots = len(multipliers)
    terms = slots * (slots + 1) // 2
    budget.require(
        f"The exact mean for {slots:,} slots",
        memory=terms * (60 + slots // 16),
        seconds=len(totals) * terms * (1 + slots / 300) * SECONDS_PER_TERM,
        instead="In floats it is quick.",
    )
    return _mean_in_whole_numbers(totals, multipliers)


def _mean_in_whole_numbers(totals: Mapping[int, int], multipliers: Sequence[int]) -> Fraction:
    """Q[y, l] times the weight of l rolls of at most y: the same sums without fractions."""
    slots = len(multipliers)
    upto = list(accumulate(multipliers, initial=0))
    orders = [[comb(l, k) for k in range(l + 1)] for l in range(slots + 1)]  # noqa: E741
    scaled = [0] * (slots + 1)
    weight_below = 0
    for y, weight in totals.items():
        show = [weight**k for k in range(slots + 1)]
        less = [weight_below**k for k in range(slots + 1)]
        scaled = [
            sum(
                orders[l][k] * show[k] * (y * (upto[l] - upto[l - k]) * less[l - k] + scaled[l - k])
                for k in range(l + 1)
            )
            for l in range(slots + 1)  # noqa: E741
        ]
        weight_below += weight
    return Fraction(scaled[slots], weight_below**slots)


def _mean_in_floats(totals: Mapping[int, int], multipliers: Sequence[int]) -> float:
    """Q[y, l] a row at a time; the chances of k among l rolls follow from those among l - 1."""
    import numpy as np

    slots = len(multipliers)
    upto = np.array(list(accumulate(multipliers, initial=0)), np.float64)
    means: NDArray[np.float64] = np.zeros(slots + 1)
    weight_so_far = 0
    for y, weight in totals.items():
        weight_so_far += weight
        p, rest = weight / weight_so_far, (weight_so_far - weight) / weight_so_far
        chances = np.zeros(slots + 1)  # chances[k]: k of l rolls show y
        chances[0] = 1.0
        row = np.zeros(slots + 1)
        for l in range(1, slots + 1):  # noqa: E741
            chances[1 : l + 1] = p * chances[:l] + rest * chances[1 : l + 1]
            chances[0] *= rest
            fewer = slice(l, None, -1)  # l - k for k = 0, 1, ..., l
            row[l] = chances[: l + 1] @ (y * (upto[l] - upto[fewer]) + means[fewer])
        means = row
    return float(means[slots])


def omniscient_error(totals: Mapping[int, int], multipliers: Sequence[int]) -> float:
    """Bound the error of the mean in floats.

    All chances are positive, so l steps leave each within 4l roundings of itself; the sum over them
    takes l + 1 more, the products 6. Each total of the dice adds one such row to the error, and no
    score in it exceeds the highest total times the sum of the multipliers' sizes.
    """
    largest = float(max(totals)) * sum(map(abs, multipliers))
    return len(totals) * (6 * len(multipliers) + 8) * 2.0**-53 * largest


def omniscient_law(
    totals: Mapping[int, int], multipliers: Sequence[int], budget: Budget = USUAL
) -> dict[int, Fraction]:
    """Return the exact law of the score: Q with each score kept apart.

    The weights of all scores of l rolls stand side by side in one long whole number, the lowest
    score first, so that adding points is a shift and mixing is a sum.
    """
    slots = len(multipliers)
    upto = list(accumulate(multipliers, initial=0))
    weight_of_all = sum(totals.values()) ** slots
    bits = -(-(weight_of_all.bit_length() + 1) // 8) * 8
    watch = budget.watch("The exact law of who knows all rolls", "adding up", len(totals), INSTEAD)
    _require_room(totals, multipliers, bits, budget)
    lowest, ways = [0], [1]  # nothing rolled; more rolls cannot all be below the lowest total
    for done, (total, weight) in enumerate(totals.items()):
        watch.look(done)
        longer_lowest, longer_ways = [], []
        for l in range(slots + 1):  # noqa: E741  the paper's letter
            parts = [
                (
                    lowest[l - k] + total * (upto[l] - upto[l - k]),
                    comb(l, k) * weight**k * ways[l - k],
                )
                for k in range(max(0, l + 1 - len(ways)), l + 1)
            ]
            low = min(start for start, _ in parts)
            longer_lowest.append(low)
            longer_ways.append(sum(orders << bits * (start - low) for start, orders in parts))
        lowest, ways = longer_lowest, longer_ways
    return {
        lowest[slots] + place: Fraction(orders, weight_of_all)
        for place, orders in _unpacked(ways[slots], bits // 8)
    }


def _unpacked(packed: int, step: int) -> Iterator[tuple[int, int]]:
    """Yield the place and the number of every run of `step` bytes that is not zero."""
    data = packed.to_bytes(-(-packed.bit_length() // (8 * step)) * step, "little")
    for begin in range(0, len(data), step):
        if number := int.from_bytes(data[begin : begin + step], "little"):
            yield begin // step, number


def _require_room(
    totals: Mapping[int, int], multipliers: Sequence[int], bits: int, budget: Budget
) -> None:
    """Refuse a law whose long numbers do not fit, or take too long to add up."""
    slots = len(multipliers)
    scores = (max(totals) - min(totals)) * sum(map(abs, multipliers)) + 1
    row = scores * bits // 8
    budget.require(
        f"The exact law of up to {scores:,} scores with {bits:,} bits each",
        memory=(slots + 3) * row,
        seconds=len(totals) * slots * slots // 6 * row / BYTES_A_SECOND,
        instead=INSTEAD,
    )


def omniscient_scores(
    game: PlacementGame, games: int, seed: int, budget: Budget = USUAL
) -> NDArray[np.int64]:
    """Roll whole games, sort each, and put the lowest roll on the lowest multiplier."""
    import numpy as np

    generator = np.random.default_rng(seed)
    totals = np.array(list(game.totals), np.int64)
    chances = np.array(game.chances)
    multipliers = np.array(game.multipliers, np.int64)
    scores = []
    watch = budget.unhurried().watch(f"Playing {games:,} games of {game}", "playing", games)
    budget.progress("playing", 0, games)
    for begin in range(0, games, 100_000):
        watch.look(begin)
        shape = (min(100_000, games - begin), game.slots)
        rolled = generator.choice(totals, size=shape, p=chances / chances.sum())
        rolled.sort(axis=1)
        scores.append(rolled @ multipliers)
    return np.concatenate(scores)
