"""What happens in a game of best play: how many decisions matter in it, and what its boxes bring.

A decision is a roll that leaves choices which do not come to the same. What it decides is the loss of
the second best of them, if all later play is best. With one strategy fixed, the first of the best
choices,

    made(state) = mean over rolls of  [loss(state, roll) > threshold] + made(state after the choice)

is the number of decisions still to come that decide more than a threshold; turns, rolls and the points
of a box add up in the same way. A box is empty in a game that wrote nothing but zeroes into it:

    empty(state) = mean over rolls of  [the choice writes no points] * empty(state after the choice)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, runtime_checkable

from dicedevil.dice import Roll
from dicedevil.rules import Position
from dicedevil.solvers.budget import Budget

SELDOM = 1e-4
"""What comes up in fewer games than this is no closest call: nobody will ever see it."""


class Occurring(NamedTuple):
    """A decision that best play comes to."""

    position: Position
    roll: Roll
    loss: float
    """What the second best choice gives away."""
    times: float
    """How often a game comes to it, on average."""


@dataclass(frozen=True)
class BestPlay:
    """Means over all games of best play: exact but for rounding, or of games that were simulated."""

    thresholds: tuple[float, ...]
    decisions: float
    """Rolls that leave something to choose."""
    above: tuple[float, ...]
    """By threshold: decisions whose second best choice loses more."""
    even: float
    """Decisions in which two choices that do not come to the same are equally good."""
    turns: float
    rolls: float
    """Rolls of dice; of a die that cannot fall in two ways none."""
    closest: Occurring | None
    """The smallest loss above 0 that does not come up too seldom (`SELDOM`); None: there is none."""
    boxes: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """By box: the mean of its points, and in what share of games it has none."""
    error_bound: float = 0.0
    """What rounding can have done to any of the counts."""
    boxes_error: float = 0.0
    """The same for boxes: in parts of each figure, or of 1 where it is less."""
    games: int | None = None
    """How many games were simulated; None where all were followed."""
    standard_errors: tuple[float, ...] = ()
    """Of games that were simulated: of `decisions`, of each of `above`, and of `turns`."""


def around(thresholds: Sequence[float], doubt: float) -> list[float]:
    """Return what decisions are counted by: each threshold as far up and down as doubt goes, and ties.

    A loss is off by `doubt` at most: what is above a threshold for sure is above it and the doubt. A
    loss that may be none is a tie, and above nothing.
    """
    surely = (one + doubt for one in thresholds)
    perhaps = (max(doubt, one - doubt) for one in thresholds)
    return [*surely, *perhaps, doubt]


class Counted(NamedTuple):
    """Decisions above thresholds, told from those that are counted `around` them."""

    above: tuple[float, ...]
    above_none: float
    """Those that lose anything that can be told."""
    off: float
    """How far the doubt can have moved any of them."""

    @classmethod
    def of(cls, counts: Sequence[float]) -> Counted:
        """Take the middle between what is surely and what is perhaps above."""
        *both, above_none = counts
        surely, perhaps = both[: len(both) // 2], both[len(both) // 2 :]
        pairs = list(zip(surely, perhaps, strict=True))
        off = max(((most - least) / 2 for least, most in pairs), default=0.0)
        return cls(tuple((least + most) / 2 for least, most in pairs), above_none, off)


@runtime_checkable
class TellsBestPlay(Protocol):
    """Values that know a fast way to it."""

    def best_play(self, thresholds: tuple[float, ...], budget: Budget) -> BestPlay:
        """Return what happens in games of best play from the start."""
