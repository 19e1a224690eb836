"""The one way to make a large table: layer by layer, each layer cut into shards.

A shard is a pure function of the rules' text and the finished layers. It is solved, tested, written
under another name, checksummed and renamed: then it is sealed, and never solved again. A kill costs no
more than the shards in work. When all shards of a layer are sealed, the layer is finished; a layer of
one shard is that shard.

Where shards are made is the budget's word (`where`). In this process the layer before is in memory, and
each shard has all threads. Another process gets an `Order`, which says by texts what the table is and
where tables are kept; it reads the layer before, and what it makes is read here and checked again.
"""

from __future__ import annotations

import math
import os
import socket
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from dicedevil.errors import ClusterError, NoStore, TableError, UsageError
from dicedevil.games import game as game_named
from dicedevil.games import is_listed
from dicedevil.rules import Game
from dicedevil.solvers import shared, tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.kept_rows import all_sources
from dicedevil.solvers.progress import Progress
from dicedevil.solvers.where import Where

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints64 = NDArray[np.int64]

MOST_TABLES = 2
"""Tables whose layers a worker holds: one client makes one at a time."""
SOFTWARE = ("numba", "numpy")
"""What bits depend on beside our own sources."""

Tell = Callable[[int], None]
"""Is told how many numbers more of a shard are found."""


class Shard(NamedTuple):
    """A part of a layer: a range of its states."""

    layer: int
    place: int
    of: int
    """How many shards the layer has."""
    begin: int
    stop: int
    values: int
    """How many numbers it holds at most."""


def cut_layer(layer: int, values: Ints64, states: Ints64, size: int) -> list[Shard]:
    """Cut a layer between groups of states into shards of about so many values.

    `values` and `states` say how many each group has.
    """
    import numpy as np

    which = (np.cumsum(values) - values) // size
    cuts = [0, *(np.flatnonzero(np.diff(which)) + 1).tolist(), len(values)]
    stops = np.concatenate(([0], np.cumsum(states)))
    return [
        Shard(layer, place, len(cuts) - 1, int(stops[a]), int(stops[b]), int(values[a:b].sum()))
        for place, (a, b) in enumerate(pairwise(cuts))
    ]


def tell_no_one(values: int) -> None:
    """Report nothing."""


class LayeredTable(ABC):
    """A table that is made layer by layer; its room says what layers are and how a shard is solved."""

    budget: Budget

    @property
    @abstractmethod
    def missing(self) -> Sequence[int]:
        """The layers that are to be made, in their order."""

    @abstractmethod
    def shards(self, layer: int) -> list[Shard]:
        """Cut a layer; known before anything is solved."""

    @abstractmethod
    def key(self, shard: Shard) -> tables.TableKey | None:
        """Return what the table of a shard answers; None where none is kept."""

    @abstractmethod
    def solve(self, shard: Shard, tell: Tell = tell_no_one) -> Any:
        """Find the numbers of a shard from the layer before, and test them."""

    @abstractmethod
    def seal(self, shard: Shard, found: Any) -> None:
        """Write a shard; OSError where that cannot be."""

    @abstractmethod
    def read(self, shard: Shard) -> Any | None:
        """Return a sealed shard, checked; None if there is none that can be used."""

    @abstractmethod
    def take(self, shard: Shard, found: Any) -> None:
        """Put a shard where the next layer finds it."""

    @abstractmethod
    def finish(self, layer: int) -> None:
        """Make a layer of its shards, all of which were taken."""

    @abstractmethod
    def order(self) -> Order | None:
        """Return what another process needs to make shards; None where nothing is kept."""

    @cached_property
    def _said(self) -> set[str]:
        return set()

    def say(self, message: str) -> None:
        """Tell whoever listens, once."""
        if message not in self._said:
            self._said.add(message)
            self.budget.announce(message)

    def keep(self, key: tables.TableKey | None, write: Callable[[], None]) -> None:
        """Write a table; a full or read-only disk costs the table, not the answer."""
        if key is not None:
            try:
                write()
            except OSError as error:
                self.say(tables.not_kept(key, error))

    def discard(self, layer: int) -> None:
        """Remove the tables of shards that a whole table has taken the place of."""
        for shard in self.shards(layer):
            key = self.key(shard)
            if key is not None:
                shared.discard(key)

    @abstractmethod
    def title(self, layer: int) -> str:
        """Say what a layer holds."""

    def words(self, shard: Shard) -> str:
        """Say what is being made."""
        cut = f", shard {shard.place + 1} of {shard.of}" if shard.of > 1 else ""
        return f"{self.title(shard.layer)}{cut}"

    def is_small(self, layer: int) -> bool:
        """Tell whether a layer is made here, wherever the others are: it is not worth the way."""
        return False

    def is_sealed(self, shard: Shard) -> bool:
        """Tell whether a shard is on disk, without reading it."""
        key = self.key(shard)
        return key is not None and tables.is_there(key)


# -- making ----------------------------------------------------------------------------------------


def make_missing_layers(table: LayeredTable) -> None:
    """Make the layers that are missing; what is sealed already is not made again."""
    with tables.listed_once():
        left = {layer: _untaken(table, table.shards(layer)) for layer in table.missing}
    count = _Count(table.budget.progress, sum(one.values for shards in left.values() for one in shards))
    where = table.budget.where
    order = None if where.is_here else table.order()
    if order is None and not where.is_here and left:
        table.say("Nothing is kept of it, so no other process can take part: it is made here.")
    if order is not None:
        shared.share()  # what was read here others are to read in the store
    with where.staying() as place:
        for layer, shards in left.items():
            if order is None or table.is_small(layer):
                _make_here(table, shards, count)
            else:
                _make_elsewhere(table, order, shards, count, place)
            table.finish(layer)


def _untaken(table: LayeredTable, shards: Sequence[Shard]) -> list[Shard]:
    """Take the shards that are sealed; return the others."""
    left = []
    for shard in shards:
        found = table.read(shard)
        if found is None:
            left.append(shard)
        else:
            table.take(shard, found)
    return left


@dataclass
class _Count:
    """How far all layers have come: shards by what they hold at most."""

    progress: Progress
    in_all: int
    finished: int = 0
    what: str = ""

    def tell(self, what: str, shard: Shard, values: int) -> None:
        """Report that so many numbers of a shard are found."""
        self.progress(what, self.finished + min(values, shard.values), self.in_all)

    def finish(self, what: str, shard: Shard) -> None:
        """Count a shard."""
        self.finished += shard.values
        self.progress(what, self.finished, self.in_all)


def _make_here(table: LayeredTable, shards: Sequence[Shard], count: _Count) -> None:
    for shard in shards:
        what, values = table.words(shard), 0

        def tell(more: int, shard: Shard = shard, what: str = what) -> None:
            nonlocal values
            values += more
            count.tell(what, shard, values)

        tell(0)
        found = table.solve(shard, tell)
        table.keep(table.key(shard), partial(table.seal, shard, found))
        table.take(shard, found)
        del found  # the next shard needs its room
        count.finish(what, shard)


def _make_elsewhere(
    table: LayeredTable, order: Order, shards: Sequence[Shard], count: _Count, where: Where
) -> None:
    """What comes back damaged is made again, once: then the folder is not the same for all."""
    for _ in range(2):
        if not shards:
            return
        count.what = table.words(shards[0])
        look = partial(_look, count, where)
        for number, said in where.deal(order, shards, look):
            for message in said:
                table.say(message)
            count.what = table.words(shards[number])
            count.finished += shards[number].values
            look()
        shards = _untaken(table, shards)
        count.finished -= sum(one.values for one in shards)
    if shards:
        raise TableError(
            f"Workers say that {table.words(shards[0])} is made, and it cannot be read in "
            f"{shared.shown_place()} here: tables must be in a folder that this process and all "
            "workers see, or in a store (DICEDEVIL_TABLES)."
        )


def _look(count: _Count, where: Where) -> None:
    """Report how far all is, and what each worker does now."""
    doing = where.doing()
    count.progress(f"{count.what} ({doing})" if doing else count.what, count.finished, count.in_all)


# -- in another process ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Order:
    """All that another process needs to make shards of a table."""

    game: str | Game
    """The text of the rules; rules of a file travel as theirs."""
    kind: str
    """The module that makes such tables, by its `table_for(game, about, budget)`."""
    about: tuple[Any, ...]
    """What tells its tables apart."""
    folder: str
    """Where tables are kept: a folder that all see, or the address of a store."""
    memory: int
    software: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, game: Game, kind: str, about: tuple[Any, ...], budget: Budget) -> Order:
        """Return the order for a table of a game, kept where this process keeps them."""
        told = str(game) if is_listed(game) else game
        return cls(told, kind, about, shared.place(), budget.memory, software())

    def __call__(self) -> Callable[[Shard], list[str]]:
        """Return who makes shards, in another process."""
        _require_same(self.software)
        return partial(sealed, self)

    def table(self, budget: Budget) -> LayeredTable:
        """Return the table, to be made of what is sealed."""
        game = game_named(self.game) if isinstance(self.game, str) else self.game
        made: LayeredTable = import_module(self.kind).table_for(game, *self.about, budget=budget)
        return made


def sealed(order: Order, shard: Shard) -> list[str]:
    """Make a shard, unless it is sealed; return what there is to say."""
    with tables.kept_in(order.folder), _named():
        table, said = _table(order)
        key = table.key(shard)
        if key is None:
            raise UsageError(f"{order.game} keeps no tables: it is solved where it is asked about.")
        with tables.right_to_make(key, table.budget):
            if table.is_sealed(shard) and table.read(shard) is not None:
                shared.share(key)  # it may be here alone: whoever asks could not read it
            else:
                _seal(table, shard, key)
        told, said[:] = list(said), []
        return told


def _seal(table: LayeredTable, shard: Shard, key: tables.TableKey) -> None:
    found = table.solve(shard)
    try:
        table.seal(shard, found)
    except OSError as error:
        raise TableError(tables.not_kept(key, error)) from None


@contextmanager
def _named() -> Iterator[None]:
    """Say whose trouble it is: tables or a store that others may well be able to use."""
    try:
        yield
    except (TableError, NoStore) as error:
        raise type(error)(f"{_whoever()}: {error}") from None


@lru_cache(MOST_TABLES)
def _table(order: Order) -> tuple[LayeredTable, list[str]]:
    """Return the table of an order, and what is said about it: the layer before stays in memory."""
    said: list[str] = []
    return order.table(Budget(order.memory, math.inf, announce=said.append)), said


def _whoever() -> str:
    return f"Process {os.getpid()} on {socket.gethostname()}"


@lru_cache(1)
def software() -> tuple[tuple[str, str], ...]:
    """Return what bits depend on: our sources, and the versions of what compiles them."""
    found = [("dicedevil", all_sources())]
    for name in SOFTWARE:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            found.append((name, "none"))
    return tuple(found)


def _require_same(wanted: tuple[tuple[str, str], ...]) -> None:
    """Refuse to work for a process with other software: bits might differ."""
    for (name, theirs), (_, ours) in zip(wanted, software(), strict=True):
        if theirs != ours:
            has = (
                "other sources of dicedevil" if name == "dicedevil" else f"{name} {ours}, not {theirs}"
            )
            raise ClusterError(
                f"{_whoever()} has {has}: results might differ. Install the same versions everywhere."
            )
