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

from dicedevil.errors import TooLarge
from dicedevil.families.cards.game import CardState
from dicedevil.solvers.budget import A_MOMENT, Budget, more_memory, more_patience
from dicedevil.solvers.cards.endgame_making import BESIDE, SHARDS, seconds_per_value
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.pairs import Block, PairRows, PairWork, Side
from dicedevil.solvers.cards.precision import Precision
from dicedevil.solvers.cards.shelf import SealedLayer
from dicedevil.solvers.machine import SIMD, cores, megabytes
from dicedevil.solvers.progress import Pace, Progress, about, silent

PATIENCE = 20.0
"""Seconds that a search may take unless more are allowed."""
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
        cls, mover: Side, waiter: Side, turns: int, budget: Budget, precision: Precision
    ) -> Search:
        """Return what can come up in so many turns; no more than is needed to see it does not fit.

        What takes too long is laid out all the same: whoever would wait hears whether it fits.
        """
        found = cls([], precision)
        for _ in range(turns):
            mover, waiter = waiter, mover.after_a_turn()
            found = cls([*found.levels, (mover, waiter)], precision)
            if found.memory_bytes > budget.memory:
                break
        return found

    def require_quick(self, budget: Budget, asked: str, instead: str) -> None:
        """Refuse a search that would take long, or much memory."""
        fits = self.memory_bytes <= budget.memory
        if not fits or self.seconds > budget.seconds(PATIENCE):
            go_on = more_patience(self.seconds) if fits else more_memory(self.memory_bytes)
            more = "" if fits else " or more"
            raise TooLarge(
                f"{asked}: the search would take {about(self.seconds)}{more}, and "
                f"{megabytes(self.memory_bytes)} ({go_on}). {instead}"
            ).costing(self.seconds if fits else None, self.memory_bytes)
        beside = self.memory_bytes - BESIDE  # so much any process holds, and was allowed above
        budget.require(f"{asked}: the search", beside, instead=instead)

    def solve(self, rows: PairRows, progress: Progress = silent) -> PairRows:
        """Return the curves after one turn, from those of the layer below the last level."""
        in_all = sum(_values(*level) for level in self.levels)
        pace = Pace(progress if self.seconds > A_MOMENT else silent)
        for movers, waiters in reversed(self.levels):
            work = PairWork(movers, waiters, rows, 0, len(movers))
            if _values(movers, waiters) < SMALL:
                curves = work.solve()
            else:
                with ThreadPoolExecutor(cores()) as workers:
                    curves = work.solve(workers, SHARDS)
            rows = PairRows(movers, waiters, [Block(0, len(movers), SealedLayer(curves))])
            pace.finish(_values(movers, waiters))
            pace.tell("searching", in_all)
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
