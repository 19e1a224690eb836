"""Laws of cards too large for the memory: the games carried forward, layer by layer, through the disk.

    so_far(after)[points + gain] += prob(outcome of the turn) * so_far(state)[points]

The way back (`laws`) holds the laws of two layers. Forward, a shard of a layer follows from a few
shards with a box more: they are read one after the other while the shard is in memory, its turns are
worked out once, and it is written (`solvers.layers`). Of two layers on disk the older one goes as soon
as the next is whole. Points so far are fewer than those to come: upper totals are part of a state. In
the end all games have come to the full card, and the law is what they made.

Before a layer counts as made, its chances must add up to 1 and, where best play is followed, points so
far and to come to the value of the start.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from dicedevil.errors import TableError
from dicedevil.solvers import shared, tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.kernels.so_far import SoFar, carry_groups, pay_groups, reach_groups
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.law_errors import Beginning, states_of
from dicedevil.solvers.cards.law_shards import (
    NUMBER,
    Cuts,
    LawShard,
    ShardSums,
    read_shard,
    write_shard,
)
from dicedevil.solvers.cards.law_turns import Following
from dicedevil.solvers.cards.laws import INSTEAD
from dicedevil.solvers.cards.shards import run_pieces, split_groups
from dicedevil.solvers.cards.states import Ints64
from dicedevil.solvers.layers import LayeredTable, Order, Shard, Tell, make_missing_layers, tell_no_one
from dicedevil.solvers.layout import UNTIL, WHAT
from dicedevil.solvers.machine import cores

LARGE_LAWS = "dicedevil.solvers.cards.large_laws"
"""The module whose `table_for` makes such a table again."""
PIECE = 1 << 12
"""States whose turns are worked out at a time by a thread."""
WHOLE = "whole"
"""What tells the table of a law from those of the shards that it was made of."""
CLOSE = 1e-9
"""How near a layer comes to what it must add up to, as a part of it: far beyond its error bound."""


def nowhere(about: str) -> None:
    """Name no table: none is kept."""


@dataclass(eq=False)
class LawTable(LayeredTable):
    """Where the games of a player come to, with how many points, until all boxes are filled."""

    cuts: Cuts
    following: Following
    starts: tuple[Beginning, ...]
    budget: Budget
    name: Callable[[str], tables.TableKey | None] = nowhere
    game: Any = None
    """Another process makes its shards too; None: nothing is kept."""
    threads: Executor | None = None
    """Who runs the pieces of a shard; None for one thread, this one."""
    known: dict[Shard, LawShard] = field(default_factory=dict)
    """Shards that are not on disk."""
    _paid: dict[int, Floats] = field(default_factory=dict)

    @property
    def turns(self) -> int:
        """How many boxes are open where games begin."""
        return self.cuts.encoded.open_boxes(self.starts[0].number).bit_count()

    @property
    def missing(self) -> range:
        """The layers after the last one that is whole: what it was made of is gone."""
        with tables.listed_once():
            for layer in range(self.turns + 1):
                if all(self.read(shard) is not None for shard in self.shards(layer)):
                    return range(layer - 1, -1, -1)
        return range(self.turns, -1, -1)

    def shards(self, layer: int) -> list[Shard]:
        """Cut a layer between sets of open boxes."""
        return self.cuts.shards(layer)

    def key(self, shard: Shard) -> tables.TableKey | None:
        """One table a shard."""
        return self.name(f"{shard.layer} open, shard {shard.place + 1} of {shard.of}")

    def title(self, layer: int) -> str:
        """Say how many boxes are open."""
        return f"following all games, {layer} of {self.turns} boxes open"

    # -- a shard ---------------------------------------------------------------------------------------

    def solve(self, shard: Shard, tell: Tell = tell_no_one) -> LawShard:
        """Carry the games to a shard, and work out their next turns."""
        groups = self.cuts.groups(shard)
        pieces = split_groups(
            self.cuts.encoded, groups, max(cores(), (shard.stop - shard.begin) // PIECE)
        )
        if shard.layer == self.turns:
            found, before = self._begun(shard), np.zeros((len(self.cuts.encoded.card.boxes) + 2, 2))
        else:
            found, before = self._carried(shard, pieces, tell), self._paid_before(shard.layer)
        if shard.layer:
            turns = self.following.turns(self.cuts, shard, found.visits, pieces, self.threads)
            found = found._replace(turns=turns[0], outcomes=turns[1], outcome_prob=turns[2])
        return LawShard(
            ShardSums(self._written(groups, found), before, self._told(groups, found)), found
        )

    def _begun(self, shard: Shard) -> SoFar:
        """Put the games where they begin."""
        encoded, states = self.cuts.encoded, shard.stop - shard.begin
        lowest, highest = _nowhere(states)
        base = encoded.arrays.base - self.cuts.bases + shard.begin
        places = [(one.number - int(base[encoded.open_boxes(one.number)]), one) for one in self.starts]
        here = [(place, one) for place, one in places if 0 <= place < states]
        for place, one in here:
            lowest[place] = min(lowest[place], one.points)
            highest[place] = max(highest[place], one.points)
        found = _blank(shard, lowest, highest)
        for place, one in here:
            found.visits[place] += one.chance
            found.clean[place] += one.chance
            found.chances[found.first[place] + one.points - found.lowest[place]] += one.chance
        return found

    def _carried(self, shard: Shard, pieces: Sequence[Ints64], tell: Tell) -> SoFar:
        """Add up what comes to a shard, source by source."""
        bases, encoded = self.cuts.bases, self.cuts.encoded
        card = encoded.arrays._replace(base=bases - shard.begin)
        lowest, highest = _nowhere(shard.stop - shard.begin)
        opened = [self._source(one) for one in self.cuts.sources(shard)]
        sources = [one.without_chances() for one in opened]
        for source in sources:
            self._run(partial(reach_groups, card, bases), pieces, source, lowest, highest)
        chances_bytes = NUMBER * int(np.maximum(highest - lowest + 1, 0).sum())
        self.budget.require(self.words(shard).capitalize(), chances_bytes, instead=INSTEAD)
        out = _blank(shard, lowest, highest)
        share = shard.values // (2 * len(sources))
        for source, chances in zip(sources, _read_ahead(opened), strict=True):
            whole = source._replace(chances=chances)
            self._run(partial(carry_groups, card, bases), pieces, whole, out)
            tell(share)
        return out

    def _run(self, work: Callable[..., None], pieces: Sequence[Ints64], *others: Any) -> None:
        """Run a kernel on all pieces."""

        def done(piece: Ints64) -> int:
            work(piece, *others)
            return 0

        run_pieces(done, pieces, self.threads)

    def _source(self, shard: Shard) -> LawShard:
        found = self.known.get(shard) or self._opened(shard)
        if found is None:
            raise TableError(f"{self.words(shard)}: a part of it is not on disk any more.")
        return found

    def _paid_before(self, layer: int) -> Floats:
        """Return what was written on the card before this layer's turns."""
        if layer not in self._paid:
            sums = [self._source(shard).sums for shard in self.shards(layer + 1)]
            self._paid[layer] = sums[0].before + sum(one.paid for one in sums)
        return self._paid[layer]

    def _written(self, groups: Ints64, found: SoFar) -> Floats:
        paid = np.zeros((len(self.cuts.encoded.card.boxes) + 2, 2))
        pay_groups(self.cuts.encoded.arrays, self.cuts.bases, groups, found, paid)
        return paid

    def _told(self, groups: Ints64, found: SoFar) -> Floats:
        """Return the chance that games come here, and points so far and to come, times that."""
        widths = np.diff(found.first)
        points = np.arange(len(found.chances)) - np.repeat(found.first[:-1] - found.lowest, widths)
        so_far = float(points @ found.chances)
        to_come = self.following.table
        if to_come is not None:
            so_far += float(to_come[states_of(self.cuts.encoded, groups)] @ found.visits)
        return np.array([found.visits.sum(), so_far])

    # -- keeping ---------------------------------------------------------------------------------------

    def seal(self, shard: Shard, found: LawShard) -> None:
        """Write a shard."""
        if (key := self.key(shard)) and (whole := self.name(WHOLE)):
            serves = {UNTIL: whole.folder, WHAT: "law of the final score"}
            write_shard(key, found, self.cuts.encoded.fingerprint, serves)

    def read(self, shard: Shard) -> LawShard | None:
        """Open a shard that was sealed; what is in it is checked when it is looked at."""
        try:
            return self.known.get(shard) or self._opened(shard)
        except TableError as error:
            self.say(f"{error} It is made again.")
            return None

    def _opened(self, shard: Shard) -> LawShard | None:
        return read_shard(self.key(shard), shard, self.cuts.encoded.fingerprint)

    def take(self, shard: Shard, found: LawShard) -> None:
        """Know a shard; on disk, it leaves the memory free."""
        if not self.is_sealed(shard):
            self.known[shard] = found

    def finish(self, layer: int) -> None:
        """Hold a layer against what it must add up to; let go of those before it."""
        told = sum(self._source(shard).sums.told for shard in self.shards(layer))
        wanted = [sum(one.chance for one in self.starts)]
        if self.following.table is not None:
            table = self.following.table
            wanted.append(
                sum(one.chance * (one.points + float(table[one.number])) for one in self.starts)
            )
        for found, value in zip(np.asarray(told).tolist(), wanted, strict=False):
            if not math.isclose(found, value, rel_tol=CLOSE, abs_tol=CLOSE):
                self.discard(layer)
                raise TableError(
                    f"{self.title(layer).capitalize()}: {found} where {value} must come out. Compiled "
                    "code or the machine is damaged; nothing of this layer is used."
                )
        for older in range(layer + 1, self.turns + 1):
            self.discard(older)
        self.known = {shard: one for shard, one in self.known.items() if shard.layer <= layer}

    def order(self) -> Order | None:
        """Say what other processes are to make."""
        if self.game is None or self.key(self.shards(self.turns)[0]) is None:
            return None
        starts = tuple((one.number, one.points, one.chance) for one in self.starts)
        about = (*self.following.words, starts, self.cuts.size)
        return Order.of(self.game, LARGE_LAWS, about, self.budget)

    # -- all of it -------------------------------------------------------------------------------------

    def make(self) -> tuple[dict[int, float], Floats]:
        """Return the law, and what was written on the card: see `visit_groups`."""
        executor = self.budget.executor
        with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as self.threads:
            while True:
                try:
                    make_missing_layers(self)
                    return self._read_off()
                except TableError as error:
                    if not self._drop_damaged():
                        raise
                    self.say(f"{error} It is made again, with what leads there.")

    def _drop_damaged(self) -> bool:
        """Remove all shards that are damaged; tell whether there was any."""
        dropped = False
        for shard in (one for layer in range(self.turns + 1) for one in self.shards(layer)):
            key = self.key(shard)
            if key is None or not tables.is_there(key):
                continue
            try:
                if opened := self._opened(shard):
                    opened.require_whole()
            except TableError:
                shared.discard(key)
                dropped = True
        return dropped

    def _read_off(self) -> tuple[dict[int, float], Floats]:
        """Return what games have come to when all boxes are filled."""
        law: dict[int, float] = {}
        clean, paid = 0.0, np.empty(0)
        for shard in self.shards(0):
            opened = self._source(shard)
            found, chances = opened.without_chances(), opened.chances()
            for place, low in enumerate(found.lowest.tolist()):
                of_state = chances[found.first[place] : found.first[place + 1]].tolist()
                for more, chance in enumerate(of_state):
                    law[low + more] = law.get(low + more, 0.0) + chance
            clean += float(found.clean.sum())
            paid = opened.sums.before.copy()
        paid[-2, 1] = 1.0 - paid[-2, 1]
        paid[-1, 1] = clean
        return {score: chance for score, chance in sorted(law.items()) if chance > 0.0}, paid

    def discard_all(self) -> None:
        """Remove all shards: the law is kept."""
        for layer in range(self.turns + 1):
            self.discard(layer)


def _nowhere(states: int) -> tuple[Ints64, Ints64]:
    """Return the least and most points of states that nothing has come to."""
    return np.full(states, 1 << 40, dtype=np.int64), np.full(states, -(1 << 40), dtype=np.int64)


def _blank(shard: Shard, lowest: Ints64, highest: Ints64) -> SoFar:
    """Return room for the games that come to a shard."""
    widths = np.maximum(highest - lowest + 1, 0)
    states, first = len(lowest), np.concatenate(([0], np.cumsum(widths)))
    nothing = np.zeros(states + 1, dtype=np.int64)
    return SoFar(
        shard.begin,
        first,
        np.where(widths > 0, lowest, 0),
        np.zeros(states),
        np.zeros(states),
        nothing,
        np.empty(0, np.uint16),
        np.empty(0),
        np.zeros(int(first[-1])),
    )


def _read_ahead(opened: Sequence[LawShard]) -> Iterator[Floats]:
    """Return the chances of each shard; the next is read while one is worked on."""
    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(opened[0].chances)
        for one in (*opened[1:], None):
            chances = coming.result()
            if one is not None:
                coming = reader.submit(one.chances)
            yield chances
