"""Making a match that is too large for the memory, few open slots first, by shards through the disk.

Of the layer after, a shard reads what its moves lead to, strip by strip (`shards`); strips that
fit into the memory allowed stay there for the next shards. All shards are kept: they are the table.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

import numpy as np

from dicedevil.errors import TableError
from dicedevil.objectives import OBJECTIVES
from dicedevil.rules import Position
from dicedevil.solvers import shared
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.held import Look, glance
from dicedevil.solvers.layers import (
    LayeredTable,
    Order,
    Shard,
    Tell,
    make_missing_layers,
    tell_no_one,
)
from dicedevil.solvers.machine import compiled_before
from dicedevil.solvers.placement.kernels.pairs import Layer
from dicedevil.solvers.placement.rounds import Rounds
from dicedevil.solvers.placement.shards import (
    Floats,
    FreeValues,
    MatchCuts,
    SealedShard,
    StoredRows,
    open_shard,
    write_shard,
)
from dicedevil.solvers.placement.values import error_bound
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.tables import TableKey, default_folder, listed_once, told_where
from dicedevil.wrapped.turn_by_turn import MatchState, TurnByTurn

LARGE = "dicedevil.solvers.placement.large"
"""The module whose `table_for` makes such a table again."""


@dataclass(eq=False)
class MatchTable(LayeredTable):
    """The first player's share of the win at every pair of sets, with every lead, if both play best."""

    cuts: MatchCuts
    tie_share: float
    budget: Budget
    name: Callable[[str], TableKey | None]
    objective: str
    known: set[Shard] = field(default_factory=set)
    """Shards on disk."""

    @property
    def slots(self) -> int:
        """How many each player has."""
        return self.cuts.game.slots

    @cached_property
    def wanted(self) -> list[Shard]:
        """All shards, few open slots first; without any open nothing is left to decide."""
        return [one for layer in range(1, self.slots + 1) for one in self.shards(layer)]

    @cached_property
    def rows(self) -> StoredRows:
        """What is on disk."""
        keys = {one: key for one in self.wanted if (key := self.key(one)) is not None}
        return StoredRows(self.cuts, keys, told_where() or str(default_folder()), self.tie_share)

    @cached_property
    def rounds(self) -> Rounds:
        """What shards follow from."""
        return Rounds(self.rows, self.budget.memory)

    @property
    def missing(self) -> list[int]:
        """The layers of which something is not on disk."""
        return sorted({one.layer for one in self.wanted if one not in self.known})

    def shards(self, layer: int) -> list[Shard]:
        """Cut a layer between sets of the second player."""
        return self.cuts.shards(layer)

    def key(self, shard: Shard) -> TableKey | None:
        """One table a shard."""
        return self.name(f"{shard.layer} open, part {shard.place + 1} of {shard.of} (pairs)")

    def title(self, layer: int) -> str:
        """Say how many slots are open."""
        return f"the match, {layer} of {self.slots} slots"

    # -- making ------------------------------------------------------------------------------------

    def look(self) -> None:
        """See what is on disk; what is in it is checked when it is read."""
        self.known.clear()
        with listed_once():
            for shard in self.wanted:
                self.read(shard)

    def make(self) -> None:
        """Make the shards that are missing."""
        if not compiled_before("placement", "solve_pairs"):
            self.budget.progress("compiling, the first time only", 0, self.cuts.values(self.slots))
        with self.rounds.by_threads(self.budget.executor):
            while True:
                try:
                    make_missing_layers(self)
                    return
                except TableError as error:
                    if not self.drop_damaged():
                        raise
                    self.say(f"{error} It is made again.")

    def drop_damaged(self) -> bool:
        """Remove shards that are damaged, whoever found them; tell whether there was any."""
        damaged = self.rows.damaged or {one for one in self.known if not self.rows.prove(one)}
        for shard in damaged:
            self.known.discard(shard)
            shared.discard(self.rows.keys[shard])
        found = bool(damaged)
        self.rows.damaged.clear()
        self.rows.forget()
        self.rounds.forget()
        return found

    def solve(self, shard: Shard, tell: Tell = tell_no_one) -> Floats:
        """Find the values of a shard, and test some of them."""
        between, after = self.rounds.between(shard, tell)
        here, found = self.rounds.values(shard, between, after, tell)
        near = NearValues(self.rows, shard, here, found, between, after)
        glance(__name__, {}, islice(self._looks(near, 1), 1))  # what the others were found from
        glance(__name__, {"values": found}, self._looks(near, 0))
        self.rows.strip.cache_clear()  # of what was looked at
        return found

    def _looks(self, near: NearValues, mover: int) -> Iterator[Look]:
        """Look at pairs of a shard, or at those between, in which the second player is to move."""
        rng, game = random.Random(near.shard.place), TurnByTurn(self.cuts.game)
        question = Question(game, OBJECTIVES[self.objective]())
        solution = Solution.of(question, "", near, 0, error_bound(self.cuts.game))
        layer = near.between if mover else near.here
        pairs = np.flatnonzero(layer.high >= layer.low)
        while len(pairs):
            pair = int(rng.choice(pairs))
            first, second = divmod(pair, len(layer.second))
            lead = rng.randint(int(layer.low[pair]), int(layer.high[pair]))
            sets = int(layer.first[first]), int(layer.second[second])
            yield solution, Position(0, MatchState(mover, *sets, lead))

    # -- shards ------------------------------------------------------------------------------------

    def seal(self, shard: Shard, found: Floats) -> None:
        """Write the values of a shard."""
        if key := self.key(shard):
            write_shard(key, shard, self.cuts, found)
            self.known.add(shard)

    def read(self, shard: Shard) -> SealedShard | None:
        """Open a shard that was sealed; what is in it is checked when it is read."""
        self.known.discard(shard)
        try:
            key = self.key(shard)
            found = None if key is None else open_shard(key, shard, self.cuts)
        except TableError as error:
            self.say(f"{error} It is made again.")
            return None
        if found is not None:
            self.known.add(shard)
        return found

    def take(self, shard: Shard, found: Floats | SealedShard) -> None:
        """On disk, a shard leaves the memory free."""
        if shard not in self.known:
            raise TableError(
                f"{self.words(shard).capitalize()} could not be kept, and all of it does not fit in "
                "memory. What is finished stays on disk: ask again, and only the rest is made."
            )

    def is_small(self, layer: int) -> bool:
        """A layer that takes a moment is not worth giving to others."""
        return self.cuts.values(layer) < self.cuts.size // 2

    def finish(self, layer: int) -> None:
        """A layer is its shards."""

    def order(self) -> Order | None:
        """Say what other processes are to make, in their share of the memory."""
        budget = replace(self.budget, memory=self.budget.where.share(self.budget.memory))
        about = self.objective, self.cuts.size, self.cuts.strip
        return Order.of(self.cuts.game, LARGE, about, budget)


@dataclass(frozen=True, eq=False)
class NearValues(FreeValues):
    """The values of a shard that has just been made, those between, and those on disk after them."""

    shard: Shard
    here: Layer
    found: Floats
    between: Layer
    after: Floats

    def row(self, number: int, first: int, second: int) -> Floats:
        """Return the values of a pair."""
        if second.bit_count() < self.shard.layer:
            return self.rows.row(first, second)
        is_here = first.bit_count() == self.shard.layer
        layer, values = (self.here, self.found) if is_here else (self.between, self.after)
        rank, (low, high) = self.rows.cuts.leads.rank, self.counting(number, first, second)
        pair = int(rank[first]) * len(layer.second) + int(rank[second]) - self.shard.begin
        begin = int(layer.start[pair])
        return values[begin : begin + high - low + 1]
