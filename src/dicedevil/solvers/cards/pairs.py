"""Pairs of states of two players of a score card: whose they are, and the curves of a layer of them.

A layer is all pairs with equally many open boxes in all, D: the player to move has D/2 of them open,
rounded up. A turn fills a box of the mover and makes the other the mover, so every layer follows from
the one with a box less (see `kernels.pairs` for the recursion).

A `Side` is some states of one of the two, all with equally many open boxes: every state, for the
tables, or those that can come up from a position, for a search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from dicedevil.solvers.cards.alike import open_outcomes, open_turn
from dicedevil.solvers.cards.precision import DOUBLE, Precision
from dicedevil.solvers.cards.shards import run_pieces
from dicedevil.solvers.cards.shelf import CurveLayer, SealedLayer, laid_out, layer_bases
from dicedevil.solvers.cards.states import CardArrays, Encoding, Ints64
from dicedevil.solvers.machine import SIMD

FAR = 1 << 40
"""More points than there can be."""
FEW = 64
"""Pairs that one call to a kernel should at least be worth."""


class Section(NamedTuple):
    """The states of a side with the same open boxes, the Yahtzee box holding points or not."""

    open_boxes: int
    holds_points: bool
    begin: int
    """Places in the side: from here"""
    stop: int
    """up to here."""


@dataclass(frozen=True, eq=False)
class Side:
    """States of one player with equally many open boxes, by number within their layer, rising."""

    encoded: Encoding
    open_boxes: int
    """How many."""
    numbers: Ints64
    low: Ints64
    """By state: the points its player has at least"""
    high: Ints64
    """and at most; only their difference to the other player's matters."""
    places: Ints64
    """By number within the layer: the place in `numbers`; -1 for other states."""

    @classmethod
    def whole(cls, encoded: Encoding, open_boxes: int) -> Side:
        """Return all states, with any points."""
        states = int(encoded.sizes[encoded.layers[open_boxes]].sum())
        every: Ints64 = np.arange(states, dtype=np.int64)
        return cls(encoded, open_boxes, every, np.full(states, -FAR), np.full(states, FAR), every)

    @classmethod
    def spanned(cls, encoded: Encoding, open_boxes: int, low: Ints64, high: Ints64) -> Side:
        """Return the states that `low` and `high`, by number within the layer, give a range."""
        numbers = np.flatnonzero(low <= high)
        places = np.full(len(low), -1)
        places[numbers] = np.arange(len(numbers))
        return cls(encoded, open_boxes, numbers, low[numbers], high[numbers], places)

    @classmethod
    def one(cls, encoded: Encoding, open_boxes: int, number: int, points: int) -> Side:
        """Return a single state."""
        states = int(encoded.sizes[encoded.layers[open_boxes]].sum())
        low, high = np.full(states, FAR), np.full(states, -FAR)
        low[number] = high[number] = points
        return cls.spanned(encoded, open_boxes, low, high)

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def spread(self) -> int:
        """The sum over all states of their greatest less their least points."""
        return int((self.high - self.low).sum())

    def sections(self) -> Iterator[Section]:
        """Yield the parts with the same open boxes."""
        sets, holds, ends = _sections(self.encoded, self.open_boxes)
        stops = np.searchsorted(self.numbers, ends).tolist()
        begin = 0
        for open_boxes, holds_points, stop in zip(sets, holds, stops, strict=True):
            if stop > begin:
                yield Section(open_boxes, holds_points, begin, stop)
            begin = stop

    def movers(self, section: Section, begin: int, stop: int, numbers: Ints64) -> Any:
        """Return some states of a section as the kernels read them."""
        from dicedevil.solvers.cards.kernels.pairs import Movers

        part = slice(begin, stop)
        members = self.numbers[part] - card_of(self.encoded).base[section.open_boxes]
        return Movers(section.open_boxes, members, self.low[part], self.high[part], numbers)

    def after_a_turn(self) -> Side:
        """Return the states that a turn can lead to."""
        from dicedevil.solvers.cards.kernels.pairs import spread_points

        encoded, card = self.encoded, card_of(self.encoded)
        states = int(encoded.sizes[encoded.layers[self.open_boxes - 1]].sum())
        low, high = np.full(states, FAR), np.full(states, -FAR)
        for section in self.sections():
            outcomes = open_outcomes(encoded, section.open_boxes, section.holds_points)
            movers = self.movers(section, section.begin, section.stop, self.numbers[:0])
            spread_points(outcomes, card, movers, low, high)
        return Side.spanned(encoded, self.open_boxes - 1, low, high)


@lru_cache(maxsize=8)
def card_of(encoded: Encoding) -> CardArrays:
    """Return the card with states numbered within their layers."""
    return encoded.arrays._replace(base=layer_bases(encoded))


@lru_cache(maxsize=64)
def _sections(encoded: Encoding, open_boxes: int) -> tuple[list[int], list[bool], Ints64]:
    """Return, for all states with so many open boxes: open boxes, holding points, number behind."""
    card, sets, holds, ends = card_of(encoded), [], [], []
    for group in encoded.layers[open_boxes].tolist():
        classes = int(card.classes[card.upper_open[group]])
        for half in range(int(encoded.sizes[group]) // classes):
            sets.append(group)
            holds.append(half == 1)
            ends.append(int(card.base[group]) + (half + 1) * classes)
    return sets, holds, np.array(ends)


class Block(NamedTuple):
    """The curves of some movers with all waiters."""

    begin: int
    stop: int
    curves: SealedLayer


@dataclass(frozen=True, eq=False)
class PairRows:
    """The curves of a layer: pair (mover, waiter) is number (mover - begin) * waiters + waiter."""

    movers: Side
    waiters: Side
    blocks: Sequence[Block]

    @classmethod
    def ended(cls, encoded: Encoding, precision: Precision, tie_share: float = 0.5) -> PairRows:
        """Return the layer of two full cards: who needs less than nothing has won, level is shared.

        Curves are those of the player who waits: player 1, when all is over.
        """
        side = Side.whole(encoded, 0)
        pairs = len(side) ** 2
        chances = np.zeros(pairs + 2 * SIMD, precision.dtype)
        chances[SIMD:-SIMD] = 1 - tie_share
        layer = CurveLayer(laid_out(np.ones(pairs, np.int64)), np.full(pairs, -1, np.int32), chances)
        return cls(side, side, [Block(0, len(side), SealedLayer(layer))])

    @property
    def dtype(self) -> np.dtype[Any]:
        """The kind of number that chances are kept as."""
        return self.blocks[0].curves.layer.chances.dtype

    @property
    def damaged(self) -> bool:
        """Whether chances were looked at that are not what they were."""
        return any(one.curves.damaged for one in self.blocks)

    @property
    def values(self) -> int:
        """How many chances there are."""
        return sum(int(one.curves.layer.first[-1] - one.curves.layer.first[0]) for one in self.blocks)

    @property
    def unread_bytes(self) -> int:
        """What the chances would take that are not in memory yet."""
        read = sum(one.curves.bytes_read for one in self.blocks)
        return max(0, self.values * self.dtype.itemsize - read)

    def chances(self, mover: int, waiters: Ints64, needs: Ints64) -> Any:
        """Return the chances of waiters (numbers within their layer) who need so many points."""
        place = int(self.movers.places[mover])
        block = next(one for one in self.blocks if place < one.stop)
        layer = block.curves.check([place - block.begin])
        numbers = (place - block.begin) * len(self.waiters) + self.waiters.places[waiters]
        first = layer.first[numbers]
        width = layer.first[numbers + 1] - first
        places = needs - layer.sure[numbers] - 1
        inside = layer.chances[first + np.clip(places, 0, np.maximum(width - 1, 0))]
        return np.where(places < 0, 1.0, np.where(places < width, inside.astype(np.float64), 0.0))

    def reading(
        self, waiters: Side, blocks: Sequence[Block], is_read: bool = True
    ) -> Iterator[tuple[CurveLayer, slice, Any]]:
        """Yield, block by block, what kernels read for those who wait now and move in this layer.

        `is_read`: with the chances; without, they are neither read nor checked.
        """
        from dicedevil.solvers.cards.kernels.pairs import Waiters

        movers = self.movers.places[waiters.numbers]
        for block in blocks:
            begin, stop = np.searchsorted(movers, (block.begin, block.stop)).tolist()
            if stop > begin:
                part = slice(begin, stop)
                places = movers[part] - block.begin
                layer = block.curves.check(places.tolist()) if is_read else block.curves.layer
                origins = places * len(self.waiters)
                read = Waiters(waiters.low[part], waiters.high[part], origins, self.waiters.places)
                yield _fixed(layer), part, read


def _fixed(layer: CurveLayer) -> CurveLayer:
    """Return the layer read-only: kernels only look at it, and are compiled for that."""
    fixed = CurveLayer(layer.first.view(), layer.sure.view(), layer.chances.view())
    for view in fixed:
        view.setflags(write=False)
    return fixed


class PairJob(NamedTuple):
    """A call to a kernel."""

    turn: Any
    movers: Any
    waiters: Any
    before: CurveLayer


@dataclass(frozen=True, eq=False)
class PairWork:
    """The pairs of some movers with all waiters, to be worked out from the layer after the turn."""

    movers: Side
    waiters: Side
    before: PairRows
    """Its precision becomes theirs."""
    begin: int
    """Places of the movers: from here"""
    stop: int
    """up to here."""

    def solve(
        self,
        workers: Executor | None = None,
        shards: int = 1,
        finished: Callable[[int], None] | None = None,
        in_turns: bool = False,
    ) -> CurveLayer:
        """Return the curves. `workers` run the parts, `finished(values)` is told of each.

        `in_turns`: one block after the other of the layer before is in memory, not all at once.
        """
        from dicedevil.solvers.cards.kernels.pairs import solve_double_pairs, solve_single_pairs

        solve_pairs = solve_double_pairs if self.before.dtype == DOUBLE.dtype else solve_single_pairs
        card, rerolls = card_of(self.movers.encoded), self.movers.encoded.card.rerolls
        blocks, most = self.before.blocks, self._most(shards)
        work = self._laid_out(self._jobs(most, blocks, is_read=False), workers)

        def solve(job: PairJob) -> int:
            solve_pairs(job.turn, card, rerolls, job.movers, job.waiters, job.before, work)
            numbers, waiters = job.movers.numbers, len(job.waiters.low)
            return int((work.first[numbers + waiters] - work.first[numbers]).sum())

        for read in [[one] for one in blocks] if in_turns else [blocks]:
            run_pieces(solve, self._jobs(most, read), workers, finished)
            if in_turns:
                read[0].curves.leave_memory()
        return work

    def prepared(
        self, workers: Executor | None = None, shards: int = 1
    ) -> tuple[list[PairJob], CurveLayer]:
        """Return the calls to a kernel, and the layer with room for what they find."""
        jobs = self._jobs(self._most(shards), self.before.blocks)
        return jobs, self._laid_out(jobs, workers)

    def _most(self, shards: int) -> int:
        """Return how many pairs a call should be about."""
        return max(FEW, self.pairs // shards + 1)

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return (self.stop - self.begin) * len(self.waiters)

    def _laid_out(self, jobs: list[PairJob], workers: Executor | None) -> CurveLayer:
        """Return the layer with room for all chances that are neither 0 nor 1."""
        from dicedevil.solvers.cards.kernels.pairs import bound_pairs

        card, lowest, highest = card_of(self.movers.encoded), *np.empty((2, self.pairs), np.int32)

        def bound(job: PairJob) -> int:
            first, sure = job.before.first, job.before.sure
            bound_pairs(job.turn, card, job.movers, job.waiters, first, sure, lowest, highest)
            return 0

        run_pieces(bound, jobs, workers)
        first = laid_out(highest - lowest)
        return CurveLayer(first, -highest - 1, np.zeros(int(first[-1]) + SIMD, self.before.dtype))

    def _jobs(self, most: int, blocks: Sequence[Block], is_read: bool = True) -> list[PairJob]:
        """Cut the pairs that follow from these blocks into parts of about so many."""
        jobs = []
        for before, part, waiters in self.before.reading(self.waiters, blocks, is_read):
            step = max(1, most // len(waiters.low))
            for section in self.movers.sections():
                turn = open_turn(self.movers.encoded, section.open_boxes, section.holds_points)
                stop = min(section.stop, self.stop)
                for begin in range(max(section.begin, self.begin), stop, step):
                    end = min(begin + step, stop)
                    places = np.arange(begin - self.begin, end - self.begin)
                    numbers = places * len(self.waiters) + part.start
                    movers = self.movers.movers(section, begin, end, numbers)
                    jobs.append(PairJob(turn, movers, waiters, before))
        return jobs
