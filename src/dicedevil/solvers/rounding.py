"""How far floats can be from the truth: one rule behind the error bounds of laws.

Let u = 2^-53. A number that is made from whole numbers by sums, products and quotients of numbers that
are never negative is off by at most k u / (1 - k u) of itself, if no path from the start to it rounds
more than k times: every rounding is a factor between 1 - u and 1 + u, and a sum of numbers that are off
by such factors is off by no more than the worst of them. A sum of n numbers, added up one after the
other, rounds each of them n - 1 times at most. (A chance below 2^-1022 may lose more than that part of
itself, but never more than 2^-1074 in a rounding: far less than one u of the chance to score at all.)
"""

from __future__ import annotations

import math
from collections.abc import Mapping

UNIT = 2.0**-53
"""The most that a rounding changes a number, relative to it."""


def relative_error(roundings: int) -> float:
    """Bound the error of a number with so many roundings on any path to it, relative to it."""
    small = (roundings + 2) * UNIT  # two more for working out this bound
    return small / (1 - small) if small < 0.5 else math.inf


def mean_and_error(law: Mapping[int, float], relative: float) -> tuple[float, float]:
    """Return the mean of a law whose chances are right to this part of themselves, and its error."""
    size = math.fsum(abs(score) * chance for score, chance in law.items())
    mean = math.fsum(score * chance for score, chance in law.items())
    return mean, (relative + relative_error(4)) * size  # a product, and a sum that rounds once


def sd_and_error(
    law: Mapping[int, float], mean: float, mean_error: float, relative: float
) -> tuple[float, float]:
    """Return the standard deviation of such a law, and its error.

    Squares about a mean that is off by e add up to the variance + e^2, and a variance that is off by d
    has a root that is off by at most d / root, and by at most the root of d.
    """
    variance = math.fsum((score - mean) ** 2 * chance for score, chance in law.items())
    root = math.sqrt(variance)
    off = (relative + relative_error(8)) * 1.01 * (variance + mean_error**2) + mean_error**2
    return root, (min(off / root, math.sqrt(off)) if root else math.sqrt(off)) + relative_error(
        1
    ) * root
