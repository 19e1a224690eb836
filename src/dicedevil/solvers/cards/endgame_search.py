"""Endgames from one position on: forwards for what can come up, backwards for what it is worth.

While a player's turn lasts the other's card does not change. So the pairs that can come up after some
turns are all pairs of a state that the one and a state that the other can have come to, and the lead
lies between what their least and their greatest points allow: a few thousand pairs and leads where the
tables hold hundreds of millions.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from dicedevil.families.cards.game import CardState
from dicedevil.solvers.cards.endgame_making import SHARDS, seconds_per_value
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.pairs import Block, PairRows, PairWork, Side
from dicedevil.solvers.cards.precision import Precision
from dicedevil.solvers.cards.shelf import SealedLayer
from dicedevil.solvers.machine import SIMD, cores

SMALL = 1 << 18
"""Values that are not worth a second thread."""


class Place(NamedTuple):
    """A position between turns, or the one a turn began with, as the player to move sees it."""

    mine: CardState
    theirs: CardState
    need: int
    """Points I am behind."""

    @property
    def open_boxes(self) -> int:
        """Of both players."""
        return self.mine.open.bit_count() + self.theirs.open.bit_count()


class TurnValues(NamedTuple):
    """The mover's chance to win, everywhere in a turn."""

    written: Floats
    """By outcome of the card: after writing it; 0 for boxes that are not open."""
    kept: list[Floats]
    """By rerolls left after the coming roll, and by keep."""
    start: float
    """Before the first roll."""


@dataclass(frozen=True, eq=False)
class Search:
    """The pairs (movers, waiters) after one turn, after two, and so on."""

    levels: Sequence[tuple[Side, Side]]
    precision: Precision
    """That of the curves it will stand on."""

    @classmethod
    def below(
        cls, mover: Side, waiter: Side, turns: int, patience: float, precision: Precision
    ) -> Search:
        """Return what can come up in so many turns; no more than is needed to see it takes too long."""
        levels: list[tuple[Side, Side]] = []
        seconds = 0.0
        for _ in range(turns):
            mover, waiter = waiter, mover.after_a_turn()
            levels.append((mover, waiter))
            seconds += _seconds(mover, waiter)
            if seconds > patience:
                break
        return cls(levels, precision)

    def solve(self, rows: PairRows) -> PairRows:
        """Return the curves after one turn, from those of the layer below the last level."""
        for movers, waiters in reversed(self.levels):
            work = PairWork(movers, waiters, rows, 0, len(movers))
            if _values(movers, waiters) < SMALL:
                curves = work.solve()
            else:
                with ThreadPoolExecutor(cores()) as workers:
                    curves = work.solve(workers, SHARDS)
            rows = PairRows(movers, waiters, [Block(0, len(movers), SealedLayer(curves))])
        return rows

    @property
    def seconds(self) -> float:
        """How long it will take, about."""
        return sum(_seconds(movers, waiters) for movers, waiters in self.levels)

    @property
    def memory_bytes(self) -> int:
        """What two levels take at most."""
        sizes = [self._bytes(movers, waiters) for movers, waiters in self.levels]
        return max((a + b for a, b in pairwise((0, *sizes))), default=0)

    def _bytes(self, movers: Side, waiters: Side) -> int:
        pairs = len(movers) * len(waiters)
        bounds = 2 * 4 * pairs  # while a level is laid out
        return self.precision.size(_values(movers, waiters), pairs) + bounds


def _seconds(movers: Side, waiters: Side) -> float:
    return _values(movers, waiters) * seconds_per_value(movers.encoded, movers.open_boxes)


def _values(movers: Side, waiters: Side) -> int:
    """Return how many values are worked out, members that are not needed included."""
    pairs = len(movers) * len(waiters)
    return movers.spread * len(waiters) + waiters.spread * len(movers) + (SIMD // 2 + 1) * pairs
