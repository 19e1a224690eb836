"""Exact laws and curves over whole numbers of points, with common denominators.

An `ExactLaw` is a probability distribution packed into one big whole number: the weight of `low + k`
points stands in the k-th slot of a fixed number of bits. Points shift it, mixing adds, and Python's
long integers do the rest: exact distributions at the speed of memory.

An `ExactCurve` is the best reachable probability of "at least t more points" for every t at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise


@dataclass(frozen=True)
class ExactLaw:
    """Weights over points `low`, `low + 1`, ...: slot k of `packed` over `total`."""

    low: int
    packed: int
    total: int
    bits: int

    @classmethod
    def certain(cls, points: int, bits: int) -> ExactLaw:
        """Return the law that gives these points for sure."""
        return cls(points, 1, 1, bits)

    def shifted(self, points: int) -> ExactLaw:
        """Return the law with points added."""
        return ExactLaw(self.low + points, self.packed, self.total, self.bits)

    @staticmethod
    def mix(parts: list[tuple[int, ExactLaw]]) -> ExactLaw:
        """Return the mean of laws with whole-number weights."""
        if len(parts) == 1:
            return parts[0][1]
        weight_of_all = sum(weight for weight, _ in parts)
        common = math.lcm(*(law.total for _, law in parts))
        low = min(law.low for _, law in parts)
        bits = parts[0][1].bits
        packed = sum(
            (law.packed * (weight * (common // law.total))) << ((law.low - low) * bits)
            for weight, law in parts
        )
        return ExactLaw(low, packed, common * weight_of_all, bits)

    def weights(self) -> Iterator[tuple[int, int]]:
        """Yield (points, weight) for every number of points that can occur."""
        mask = (1 << self.bits) - 1
        width = -(-self.packed.bit_length() // self.bits)
        data = self.packed.to_bytes(width * self.bits // 8, "little")
        step = self.bits // 8
        for place in range(width):
            weight = int.from_bytes(data[place * step : (place + 1) * step], "little") & mask
            if weight:
                yield self.low + place, weight


@dataclass(frozen=True)
class ExactCurve:
    """`chances[k] / total` is the best probability of at least `low + 1 + k` more points.

    Up to `low` points are certain; beyond the end there is no chance.
    """

    low: int
    chances: tuple[int, ...]
    total: int

    @classmethod
    def nothing_to_come(cls) -> ExactCurve:
        """Return the curve of a game that is over."""
        return cls(0, (), 1)

    def shifted(self, points: int) -> ExactCurve:
        """Return the curve with points added."""
        return ExactCurve(self.low + points, self.chances, self.total)

    def chance(self, points: int) -> Fraction:
        """Return the best probability of at least this many more points."""
        place = points - self.low - 1
        if place < 0:
            return Fraction(1)
        return Fraction(self.chances[place], self.total) if place < len(self.chances) else Fraction(0)

    @property
    def high(self) -> int:
        """The most points that can still be made."""
        return self.low + len(self.chances)

    def _over(self, low: int, high: int, factor: int) -> list[int]:
        """Spread the chances over `low + 1 .. high`, scaled."""
        ones = [self.total * factor] * (self.low - low)
        return ones + [chance * factor for chance in self.chances] + [0] * (high - self.high)

    @staticmethod
    def best(curves: Iterable[ExactCurve]) -> ExactCurve:
        """Return the curve of a free choice among these."""
        options = list(curves)
        if len(options) == 1:
            return options[0]
        low = min(curve.low for curve in options)
        high = max(curve.high for curve in options)
        common = math.lcm(*(curve.total for curve in options))
        spread = [curve._over(low, high, common // curve.total) for curve in options]
        return ExactCurve(low, tuple(map(max, *spread)), common)._trimmed()

    @staticmethod
    def mix(parts: list[tuple[int, ExactCurve]]) -> ExactCurve:
        """Return the mean of curves with whole-number weights."""
        low = min(curve.low for _, curve in parts)
        high = max(curve.high for _, curve in parts)
        common = math.lcm(*(curve.total for _, curve in parts))
        sums = [0] * (high - low)
        for weight, curve in parts:
            spread = curve._over(low, high, weight * (common // curve.total))
            sums = [a + b for a, b in zip(sums, spread, strict=True)]
        return ExactCurve(low, tuple(sums), common * sum(w for w, _ in parts))._trimmed()

    def _trimmed(self) -> ExactCurve:
        """Drop certain chances at the front and hopeless ones at the end."""
        first, last = 0, len(self.chances)
        while first < last and self.chances[first] == self.total:
            first += 1
        while last > first and self.chances[last - 1] == 0:
            last -= 1
        return ExactCurve(self.low + first, self.chances[first:last], self.total)

    def falls(self) -> bool:
        """Tell whether the curve never rises, as it must."""
        return all(a >= b for a, b in pairwise((self.total, *self.chances)))
