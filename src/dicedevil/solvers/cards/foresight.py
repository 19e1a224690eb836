"""EMP(d) and DynS(d) of two score cards for every way a turn can end, by rows instead of a tree.

What can come up in some turns are all pairs of a state that the one and a state that the other can have
come to (`endgame_search`); where exact search stands on tables of endgames, this one stands on the
evaluation of those pairs by their curves, for every lead at once (`kernels.foresight`). The values are
those of `search`, which follows one lead and looks at fewer ends; here a further turn costs as much as
in an exact search, and all ends of a turn come together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.remembering import Remembers
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.cards.curves import CardCurves
from dicedevil.solvers.cards.endgame_making import SHARDS
from dicedevil.solvers.cards.endgame_search import SMALL, Search
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.pairs import Block, PairJob, PairRows, PairWork, Side, card_of
from dicedevil.solvers.cards.precision import DOUBLE
from dicedevil.solvers.cards.search import KINDS, BetweenTurns, whole_turn
from dicedevil.solvers.cards.shards import run_pieces
from dicedevil.solvers.cards.shelf import CurveLayer, SealedLayer, laid_out
from dicedevil.solvers.cards.states import Encoding, Ints64, encoding, write
from dicedevil.solvers.machine import SIMD, cores

EMP = KINDS.index("emp")
MOST_CARDS = 1 << 14
"""Cards of which it is remembered what can be written."""


@dataclass(frozen=True, eq=False)
class ValuedRows:
    """The values of a level of pairs: those of who waits, and, of DynS, one less those of who moves."""

    rows: PairRows
    rest: Floats | None = None

    def values(self, mover: int, waiters: Ints64, needs: Ints64) -> Floats:
        """Return what waiters get who need so many points against one mover."""
        found: Floats = self.rows.chances(mover, waiters, needs)
        return found


@dataclass(frozen=True, eq=False)
class Foresight(Remembers):
    """What looking ahead makes of all the ways to end a turn of a match of two."""

    game: KeepRerollGame
    curves: CardCurves
    budget: Budget = USUAL

    def written(
        self, mine: BetweenTurns, theirs: BetweenTurns, depths: Sequence[tuple[int, int]]
    ) -> list[Floats]:
        """Return, for each (evaluation, turns ahead), the values of the turn's outcomes, all of them.

        The order is that of `outcomes`.
        """
        to_go = mine.open.bit_count() + theirs.open.bit_count()
        deepest = max((min(depth, to_go - 1) for _, depth in depths), default=0)
        search = self._search(mine, theirs, deepest + 1)
        _, gains, afters = self.ends(mine.open, mine.member)
        other = int(card_of(self.encoding).base[theirs.open]) + theirs.member
        needs = theirs.points - mine.points - gains
        found: dict[tuple[int, int], Floats] = {}
        for kind, depth in dict.fromkeys((kind, min(depth, to_go - 1)) for kind, depth in depths):
            rows = self._rows(search, kind, depth)
            found[kind, depth] = rows.values(other, afters, needs)
        return [found[kind, min(depth, to_go - 1)] for kind, depth in depths]

    @cached_property
    def encoding(self) -> Encoding:
        """The numbering of the states."""
        return encoding(self.game.card)

    @cached_property
    def ends(self) -> Callable[[int, int], tuple[Ints64, Ints64, Ints64]]:
        """How a turn of a card can end: outcomes, their points and the numbers of the states after."""
        return lru_cache(MOST_CARDS)(self._ended)

    def _ended(self, open_boxes: int, member: int) -> tuple[Ints64, Ints64, Ints64]:
        card = card_of(self.encoding)
        holds = member >= card.classes[card.upper_open[open_boxes]]
        outcomes = whole_turn(self.encoding, open_boxes, bool(holds)).outcomes.astype(np.int64)
        boxes = card.outcome_box[outcomes].tolist()
        written = [
            write(card, open_boxes, member, box, outcome)
            for box, outcome in zip(boxes, outcomes.tolist(), strict=True)
        ]
        gains, afters = np.array(written, np.int64).T
        return outcomes, gains, afters

    def _search(self, mine: BetweenTurns, theirs: BetweenTurns, turns: int) -> Search:
        """Return the pairs that can come up after one turn, after two, and so on."""
        base = card_of(self.encoding).base
        mover, waiter = (
            Side.one(self.encoding, one.open.bit_count(), int(base[one.open]) + one.member, one.points)
            for one in (mine, theirs)
        )
        search = Search.below(mover, waiter, turns, self.budget, DOUBLE)
        self.budget.require("Looking ahead", 2 * search.memory_bytes)
        return search

    def _rows(self, search: Search, kind: int, depth: int) -> ValuedRows:
        """Return the values after this turn, evaluated so many turns later."""
        valued = self._evaluated(*search.levels[depth], kind)
        if kind == EMP:
            return ValuedRows(Search(search.levels[:depth], DOUBLE).solve(valued.rows))
        for movers, waiters in reversed(search.levels[:depth]):
            valued = _turn_before(movers, waiters, valued)
        return valued

    def _evaluated(self, movers: Side, waiters: Side, kind: int) -> ValuedRows:
        """Return the values of pairs by the curves of both."""
        from dicedevil.solvers.cards.kernels.foresight import bound_values, value_pairs

        curves = [
            self.curves.layers.checked(side.open_boxes, side.numbers.tolist())
            for side in (movers, waiters)
        ]
        mine, theirs = (CurveLayer(*map(_locked, layer)) for layer in curves)
        pairs = len(movers) * len(waiters)
        sure, width = np.empty(pairs, np.int64), np.empty(pairs, np.int64)
        mine_in, theirs_in = (movers.numbers, _points(movers)), (waiters.numbers, _points(waiters))
        bound_values(*mine_in, mine, *theirs_in, theirs, sure, width)
        first = laid_out(width)
        out = CurveLayer(first, sure.astype(np.int32), np.zeros(int(first[-1]) + SIMD))
        rest = np.zeros(len(out.chances) if kind != EMP else 0)
        widest = max(_widest(movers, mine), _widest(waiters, theirs))
        value_pairs(kind, movers.numbers, mine, waiters.numbers, theirs, out, rest, widest)
        rows = PairRows(movers, waiters, [Block(0, len(movers), SealedLayer(out))])
        return ValuedRows(rows, None if kind == EMP else rest)


def _turn_before(movers: Side, waiters: Side, after: ValuedRows) -> ValuedRows:
    """Return the values one turn before, where the two do not share a win."""
    from dicedevil.solvers.cards.kernels.foresight import solve_rival_pairs

    encoded = movers.encoded
    card, rerolls = card_of(encoded), encoded.card.rerolls
    work = PairWork(movers, waiters, after.rows, 0, len(movers))
    before_rest = _locked(np.asarray(after.rest))

    def solved(workers: ThreadPoolExecutor | None, shards: int) -> ValuedRows:
        jobs, layer = work.prepared(workers, shards)
        rest = np.zeros(len(layer.chances))

        def solve(job: PairJob) -> int:
            solve_rival_pairs(
                job.turn, card, rerolls, job.movers, job.waiters, job.before, before_rest, layer, rest
            )
            return 0

        run_pieces(solve, jobs, workers)
        return ValuedRows(PairRows(movers, waiters, [Block(0, len(movers), SealedLayer(layer))]), rest)

    if work.pairs * SIMD < SMALL:
        return solved(None, 1)
    with ThreadPoolExecutor(cores()) as workers:
        return solved(workers, SHARDS)


def _points(side: Side) -> Ints64:
    """Return (states, 2): the least and the most points."""
    return np.stack((side.low, side.high), axis=1)


def _widest(side: Side, layer: CurveLayer) -> int:
    """Return the length of the longest curve."""
    return int((layer.first[side.numbers + 1] - layer.first[side.numbers]).max(initial=0))


def _locked(array: Any) -> Any:
    """Return an array as kernels are compiled to read it."""
    view = array.view()
    view.setflags(write=False)
    return view
