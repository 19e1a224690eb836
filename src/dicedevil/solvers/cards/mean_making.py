"""Making the table of a card's mean scores, layer by layer, few open boxes first.

The sets of open boxes of a layer do not depend on each other: they are cut into shards, made anywhere
(`solvers.layers`), and a shard into pieces that any executor of threads may run. The shards of a card
that takes long are kept until the table is whole; of any other the table alone is.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from dicedevil.errors import TableError
from dicedevil.objectives import OBJECTIVES
from dicedevil.rules import Position
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.law_errors import states_of
from dicedevil.solvers.cards.mean import CardValues, begin
from dicedevil.solvers.cards.shards import SHARDS_PER_THREAD, padded, run_pieces, split_groups
from dicedevil.solvers.cards.states import Encoding, Ints64, card_state, encoding
from dicedevil.solvers.held import Look, glance
from dicedevil.solvers.layers import (
    LayeredTable,
    Order,
    Shard,
    Tell,
    cut_layer,
    make_missing_layers,
    tell_no_one,
)
from dicedevil.solvers.layout import UNTIL, WHAT
from dicedevil.solvers.machine import compiled_before, cores
from dicedevil.solvers.progress import Progress
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.tables import TableKey, is_there, key_of, load, save

WHOLE = "(keep-reroll)"
"""What tells the table of a card from those of the shards that it was made of."""
SHARD = 1 << 19
"""States of a shard, about: some seconds on one core, and 4 MB."""
LONG = 10.0
"""Seconds of one core that a card takes whose shards are kept."""


def nothing_kept(about: str) -> None:
    """Keep no table."""


@dataclass(eq=False)
class MeanTable(LayeredTable):
    """The mean of the points to come in every state of a card, the highest or the lowest."""

    encoded: Encoding
    sign: int
    budget: Budget
    name: Callable[[str], TableKey | None] = nothing_kept
    game: Any = None
    objective: str = ""
    keeps: bool = False
    """Whether shards are kept until the table is whole: those of a card that takes long."""
    size: int = SHARD
    """States of a shard."""
    threads: Executor | None = None
    """Who runs the pieces of a shard; None for one thread, this one."""
    pieces: int = field(default_factory=lambda: cores() * SHARDS_PER_THREAD)
    finished: int = 0
    """The last layer whose values are known: the full card is worth nothing."""
    _reading: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.card = self.encoded.arrays._replace(sign=self.sign)
        self.values = padded(np.zeros(self.encoded.states))

    @property
    def missing(self) -> range:
        """All layers but the full card."""
        return range(1, len(self.encoded.card.boxes) + 1)

    def shards(self, layer: int) -> list[Shard]:
        """Cut a layer between sets of open boxes."""
        sizes = self.encoded.sizes[self.encoded.layers[layer]]
        return cut_layer(layer, sizes, sizes, self.size)

    def key(self, shard: Shard) -> TableKey | None:
        """One table a shard, where they are kept."""
        if not self.keeps:
            return None
        cut = f"shard {shard.place + 1} of {shard.of}"
        return self.name(f"{shard.layer} open, {cut} (keep-reroll values)")

    def title(self, layer: int) -> str:
        """Say how many boxes are open."""
        return f"mean scores, {layer} of {len(self.encoded.card.boxes)} boxes"

    def solve(self, shard: Shard, tell: Tell = tell_no_one) -> Floats:
        """Find the values of a shard."""
        self._require_before(shard.layer - 1)
        run, encoded = _compiled(self.budget.progress, len(self.encoded.card.boxes)), self.encoded

        def solved(groups: Ints64) -> int:
            run(encoded.lattice.arrays, self.card, encoded.card.rerolls, groups, self.values)
            return int(encoded.sizes[groups].sum())

        run_pieces(solved, split_groups(encoded, self._groups(shard), self.pieces), self.threads, tell)
        if self.key(shard) is not None:
            glance(__name__, {"values": self.values[self._states(shard)]}, self._looks(shard))
        return self.values[self._states(shard)]

    def _looks(self, shard: Shard) -> Iterator[Look]:
        """Look at states of a shard: all that one turn needs is known."""
        rng, question = random.Random(shard.layer), Question(self.game, OBJECTIVES[self.objective]())
        table = self.values[: self.encoded.states]
        values = CardValues(self.game, table if self.sign > 0 else -table, self.sign)
        solution = Solution.of(question, "", values, 0, values.error_bound)
        states = self._states(shard).tolist()
        while True:
            yield solution, Position(0, card_state(self.game, rng.choice(states)))

    def _require_before(self, layer: int) -> None:
        """Read the layer that values follow from, where it was made by another process."""
        with self._reading:
            if layer > self.finished:
                for shard in self.shards(layer):
                    found = self.read(shard)
                    if found is None:
                        raise TableError(
                            f"A part of the values of {self.game} is not on disk any more."
                        )
                    self.take(shard, found)
                self.finished = layer

    def _groups(self, shard: Shard) -> Ints64:
        groups = self.encoded.layers[shard.layer]
        begins = np.cumsum(self.encoded.sizes[groups]) - self.encoded.sizes[groups]
        return groups[(begins >= shard.begin) & (begins < shard.stop)]

    def _states(self, shard: Shard) -> Ints64:
        return states_of(self.encoded, self._groups(shard))

    def seal(self, shard: Shard, found: Floats) -> None:
        """Write the values of a shard."""
        if (key := self.key(shard)) and (whole := self.name(WHOLE)):
            serves = {UNTIL: whole.folder, WHAT: "mean scores"}
            facts = {"states": len(found), "rules": self.encoded.fingerprint, **serves}
            save(key, {"values": found}, facts)

    def read(self, shard: Shard) -> Floats | None:
        """Return a shard that was sealed, if it is whole."""
        try:
            key = self.key(shard)
            table = None if key is None else load(key)
        except TableError as error:
            self.say(f"{error} It is made again.")
            return None
        if table is None or table.facts.get("rules") != self.encoded.fingerprint:
            return None
        found: Floats = table.arrays["values"]
        return found

    def take(self, shard: Shard, found: Floats) -> None:
        """Put values where those of the next layer are found from."""
        self.values[self._states(shard)] = found

    def finish(self, layer: int) -> None:
        """All values of the layer are where they belong."""
        self.finished = layer

    def order(self) -> Order | None:
        """Say what other processes are to make."""
        if self.key(self.shards(1)[0]) is None:
            return None
        return Order.of(self.game, __name__, (self.objective, self.size), self.budget)

    def make(self) -> Floats:
        """Return the whole table."""
        executor = self.budget.executor
        with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as self.threads:
            make_missing_layers(self)
        self.values *= self.sign  # in place: a second table would be memory that nobody was told about
        return self.values[: self.encoded.states]

    def discard_all(self) -> None:
        """Remove all shards, if the whole table is kept."""
        whole = self.name(WHOLE) if self.keeps else None
        if whole is not None and is_there(whole):
            for layer in self.missing:
                self.discard(layer)


def mean_table(question: Question) -> MeanTable:
    """Return the table that answers a question, to be made; one that does not fit is refused."""
    game: Any = question.game
    encoded, objective = encoding(game.card), question.objective
    sign = 1 if objective.wants_more(game, game.start()) else -1
    key = partial(key_of, question, room=__name__)
    budget, is_long = watched(encoded, question.budget), encoded.estimate(1).seconds > LONG
    return MeanTable(encoded, sign, budget, key, game, objective.name, is_long, SHARD)


def table_for(game: Any, objective: str, size: int, *, budget: Budget) -> MeanTable:
    """Return the same, for a process that makes shards of it."""
    question = Question(game, OBJECTIVES[objective](), budget=budget)
    return replace(mean_table(question), budget=budget, keeps=True, size=size)


def solve_card(
    encoded: Encoding, sign: int = 1, budget: Budget = USUAL, threads: int | None = None
) -> Floats:
    """Return the table of a card, by so many threads; nothing is kept."""
    many = threads or cores()
    table = MeanTable(encoded, sign, watched(encoded, budget, many), pieces=many * SHARDS_PER_THREAD)
    if threads is None or budget.executor:
        return table.make()
    with ThreadPoolExecutor(threads) as executor:
        table.budget = replace(table.budget, executor=executor)
        return table.make()


def watched(encoded: Encoding, budget: Budget, threads: int = 2) -> Budget:
    """Refuse a card that does not fit; return a budget that is looked after while it is solved."""
    watch = begin(encoded, budget, threads)
    budget.progress(watch.doing, 0, encoded.states)

    def look(what: str, done: int, in_all: int) -> None:
        if what.startswith("compiling"):
            budget.progress(what, done, in_all)
        elif 0 < done < in_all:  # before, kernels are loaded or compiled: that is no pace
            watch.look(done + 1)  # and the full card
        elif done:
            budget.progress(watch.doing, encoded.states, encoded.states)

    return replace(budget, progress=look)


def _compiled(progress: Progress, boxes: int) -> Any:
    """Load the kernels late: answers from a table need none of them."""
    if not compiled_before("cards", "solve_groups"):
        progress("compiling, the first time only", 0, boxes)
    from dicedevil.solvers.cards.kernels.turns import solve_groups

    return solve_groups
