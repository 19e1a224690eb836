"""What a sample says of a printed number: it agrees, it differs, or this sample does not decide.

A sampled figure is a mean and its standard error. Its interval goes SIGMAS standard errors to either
side, and a printed statement is held against all of it: what holds everywhere in the interval agrees,
what holds nowhere in it differs, and anything else needs a larger sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dicedevil.reproduce.verdicts import Verdict

SIGMAS = 3.0
"""Standard errors to either side: 99.7 in 100 of such intervals, where errors are normal, hold."""


@dataclass(frozen=True)
class Interval:
    """Where a number may lie."""

    low: float
    high: float

    @classmethod
    def around(cls, mean: float, standard_error: float) -> Interval:
        """Return the interval of a sampled mean."""
        return cls(mean - SIGMAS * standard_error, mean + SIGMAS * standard_error)

    def below(self, bound: float) -> Verdict:
        """Tell whether the number is less than a bound."""
        return decided(self.high < bound, self.low >= bound)

    def within(self, low: float, high: float) -> Verdict:
        """Tell whether the number lies from `low` to `high`."""
        return decided(low <= self.low and self.high <= high, self.high < low or self.low > high)

    def less_than(self, other: Interval) -> Verdict:
        """Tell whether the number is less than another."""
        return decided(self.high < other.low, self.low >= other.high)

    def __str__(self) -> str:
        """Both ends, to as many places as their distance is worth."""
        return f"{self.low:.3g} to {self.high:.3g}"


def decided(surely: bool, surely_not: bool) -> Verdict:
    """Return the verdict on what holds surely, surely not, or maybe."""
    if surely:
        return Verdict.AGREES
    return Verdict.DIFFERS if surely_not else Verdict.UNDECIDED


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Tell whether several things hold: not if one does not, and maybe if one is not decided."""
    found = set(verdicts)
    return decided(found <= {Verdict.AGREES}, Verdict.DIFFERS in found)


def largest_is(place: int, intervals: Sequence[Interval]) -> Verdict:
    """Tell whether the number at a place is the largest of all."""
    mine = intervals[place]
    others = [one for number, one in enumerate(intervals) if number != place]
    return decided(
        all(one.high < mine.low for one in others), any(one.low > mine.high for one in others)
    )
