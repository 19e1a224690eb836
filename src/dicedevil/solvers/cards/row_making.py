"""Rows of chances or worths for the states of a layer, found by kernels from the layer below."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from dicedevil.solvers.cards.lattice import Ints
from dicedevil.solvers.cards.shards import run_pieces, split_groups
from dicedevil.solvers.cards.sharing import share_scores
from dicedevil.solvers.cards.shelf import CurveLayer, laid_out, layer_bases
from dicedevil.solvers.cards.states import CardArrays, Encoding, Ints64
from dicedevil.solvers.layers import Shard, Tell, tell_no_one
from dicedevil.solvers.machine import SIMD, compiled_before
from dicedevil.solvers.progress import Progress

PIECES = 32
"""Of a shard or layer: threads finish it at about the same time, and progress is told often."""


class Cut(NamedTuple):
    """Sets of open boxes of a layer, and the card with their states numbered from 0 on."""

    card: CardArrays
    groups: Ints64


@dataclass(eq=False)
class Making:
    """What the kernels of rows read."""

    encoded: Encoding
    progress: Progress
    in_all: int
    """About how many numbers are to be found."""

    def __post_init__(self) -> None:
        encoded = self.encoded
        if not compiled_before("cards", "solve_curves"):
            self.progress("compiling, the first time only", 0, self.in_all)
        from dicedevil.solvers.cards.kernels import curves as card_curves

        self.kernels: Any = card_curves
        self.card = encoded.arrays._replace(base=layer_bases(encoded))
        self.lattice = encoded.lattice.arrays
        self.sharing = share_scores(encoded)
        self.possible = np.flatnonzero(self.lattice.roll_prob > 0).astype(np.int32)

    def part(self, shard: Shard) -> Cut:
        """Return the states of a shard."""
        groups = self.encoded.layers[shard.layer]
        begins = self.card.base[groups]
        groups = groups[(begins >= shard.begin) & (begins < shard.stop)]
        base = self.card.base.copy()
        base[groups] -= shard.begin
        return Cut(self.card._replace(base=base), groups)

    def shard(
        self, shard: Shard, below: CurveLayer, threads: Executor | None, tell: Tell
    ) -> CurveLayer:
        """Make the curves of a shard."""
        states = self.part(shard)
        lowest, highest = self.bounds(states, below, threads)
        return self.rows(states, below, lowest, highest, threads, tell=tell)

    def bounds(self, states: Cut, below: CurveLayer, threads: Executor | None) -> tuple[Ints, Ints]:
        """Return, for all these states, the points that are certain and the most that are possible."""
        count = int(self.encoded.sizes[states.groups].sum())
        lowest, highest = np.empty(count, np.int32), np.empty(count, np.int32)

        def bound(groups: Ints64) -> int:
            self.kernels.bound_curves(states.card, groups, below, self.possible, lowest, highest)
            return 0

        self._run(bound, states.groups, threads)
        return lowest, highest

    def rows(
        self,
        states: Cut,
        below: CurveLayer,
        lowest: Ints,
        highest: Ints,
        threads: Executor | None,
        dtype: type = np.float32,
        tell: Tell = tell_no_one,
    ) -> CurveLayer:
        """Fill the rows of all these states, from behind the lowest to the highest."""
        card, rerolls = states.card, self.encoded.card.rerolls
        first = laid_out(highest.astype(np.int64) - lowest)
        work = CurveLayer(first, lowest, np.zeros(int(first[-1]) + SIMD, dtype))

        def solve(groups: Ints64) -> int:
            self.kernels.solve_curves(self.lattice, card, self.sharing, rerolls, groups, below, work)
            begin = card.base[groups]
            return int((first[begin + self.encoded.sizes[groups]] - first[begin]).sum())

        self._run(solve, states.groups, threads, tell)
        return work

    def _run(
        self,
        work: Callable[[Ints64], int],
        groups: Ints64,
        threads: Executor | None,
        tell: Tell = tell_no_one,
    ) -> None:
        run_pieces(work, split_groups(self.encoded, groups, PIECES), threads, tell)


def trimmed(work: CurveLayer, least: float = 0.0) -> CurveLayer:
    """Cut off what cannot be told from 1 or from 0 in its precision, or is not above `least`."""
    from dicedevil.solvers.cards.kernels.curves import pack_curves, trim_ends

    begin, stop = np.empty(len(work.sure), np.int64), np.empty(len(work.sure), np.int64)
    trim_ends(work, least, begin, stop)
    first = laid_out(stop - begin)
    chances = np.zeros(int(first[-1]) + SIMD, work.chances.dtype)
    pack_curves(work, begin, first, chances)
    return CurveLayer(first, (work.sure + (begin - work.first[:-1])).astype(np.int32), chances)
