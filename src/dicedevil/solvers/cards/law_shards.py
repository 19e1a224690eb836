"""Games that come to the states of a card with so many points: how layers are cut, and kept on disk.

A layer is all states with equally many open boxes, as on the shelf of curves. A shard of it is some
sets of open boxes in a row; its table has the points so far of every state that games come to, and what
the next turn of each leads to. How far points can lie apart is known before: boxes that are filled have
paid something between their least and their most, and an upper class stands for a few totals.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from dicedevil.errors import TableError
from dicedevil.solvers import tables
from dicedevil.solvers.cards.kernels.so_far import SoFar
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.shelf import layer_bases
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.checks import checksum
from dicedevil.solvers.layers import Shard, cut_layer

SHARD = 1 << 25
"""Chances of a shard, at most: some seconds on one core, and 256 MB."""
NUMBER = 8
"""Bytes of a chance."""
TURN = 10
"""Bytes of an outcome of a turn: its number and its chance."""
STATE = 48
"""Bytes of a state beside its chances and its turn."""
KEPT_LATER = ("first", "lowest", "visits", "clean", "turns", "outcomes", "outcome_prob", "chances")
"""Arrays that are read, and checked, when they are needed."""


class Shares(NamedTuple):
    """Which part of all that is possible the games of a player come to."""

    chances: float
    outcomes: float


EVERYTHING = Shares(1.0, 1.0)
BEST_PLAY = Shares(0.6, 0.45)
"""Measured with Maxi Yatzy, and a margin: best play never sees half of the states."""


class ShardSums(NamedTuple):
    """What a shard says of the games as a whole."""

    paid: Floats
    """(boxes + 2, 2): what its turns write on the card; see `visit_groups`."""
    before: Floats
    """The same of all earlier turns, of all shards."""
    told: Floats
    """(2,): the chance that a game comes to this shard; points so far and to come, times that."""


@dataclass(eq=False)
class LawShard:
    """A shard in memory, or open on disk: then it is read part by part, and every part is checked."""

    sums: ShardSums
    made: SoFar | None = None
    table: tables.Table | None = None
    begin: int = 0

    def without_chances(self) -> SoFar:
        """Return all but the chances of points."""
        if self.made is not None:
            return self.made
        arrays: dict[str, Any] = {name: self._array(name) for name in KEPT_LATER if name != "chances"}
        return SoFar(begin=self.begin, chances=np.empty(0), **arrays)

    def chances(self) -> Floats:
        """Return the chances of points, one state's behind the other's."""
        if self.made is not None:
            return self.made.chances
        found: Floats = self._array("chances")
        return found

    def _array(self, name: str) -> Any:
        if self.table is None:
            raise TableError("A shard that is neither in memory nor on disk was asked for.")
        try:
            array = self.table.parts[name].whole()
            if checksum(array) != self.table.facts["arrays"][name]["checksum"]:
                raise TableError(f"{name} has changed")
        except (OSError, TableError) as error:
            raise TableError(f"The table {self.table.path.name} is damaged: {error}.") from None
        return array

    def require_whole(self) -> None:
        """Read all of it, and refuse it if anything is damaged."""
        self.without_chances()
        self.chances()


def write_shard(key: tables.TableKey, found: LawShard, rules: str, serves: dict[str, str]) -> None:
    """Write a shard that was made, with what it serves."""
    if found.made is not None:
        arrays = found.made._asdict() | found.sums._asdict()
        begin = arrays.pop("begin")
        facts = {"states": len(found.made.visits), "rules": rules, "begin": begin, **serves}
        tables.save(key, arrays, facts)


def read_shard(key: tables.TableKey | None, shard: Shard, rules: str) -> LawShard | None:
    """Open a shard on disk; None if there is none."""
    table = None if key is None else tables.load(key, unchecked=KEPT_LATER)
    if table is None or (table.facts.get("rules"), table.facts.get("begin")) != (rules, shard.begin):
        return None
    sums = ShardSums(*(table.arrays[name] for name in ShardSums._fields))
    return LawShard(sums, table=table, begin=shard.begin)


# -- sizes -----------------------------------------------------------------------------------------


@dataclass(eq=False)
class Cuts:
    """How the layers of a card are cut, and how large they are at most."""

    encoded: Encoding
    size: int
    """Chances of a shard, at most."""
    _shards: dict[int, list[Shard]] = field(default_factory=dict)
    _cutting: threading.Lock = field(default_factory=threading.Lock)

    @cached_property
    def bases(self) -> Ints64:
        """By set of open boxes: its first state's number within the layer."""
        return layer_bases(self.encoded)

    @cached_property
    def ranges(self) -> Ints64:
        """By box: how far apart what it pays can be."""
        card = self.encoded.arrays
        points = np.split(card.outcome_points, card.outcome_start[1:-1])
        return np.array([int(part.max() - part.min()) for part in points], dtype=np.int64)

    def made(self, layer: int) -> Ints64:
        """By set of open boxes of a layer: how many chances of points so far there are at most."""
        card, groups = self.encoded.arrays, self.encoded.layers[layer]
        lower = np.zeros(len(groups), dtype=np.int64)
        for box, apart in enumerate(self.ranges.tolist()):
            if not card.is_upper[box]:
                lower += np.where(groups >> box & 1, 0, apart)
        turns = len(self.encoded.card.boxes) - layer
        extra = np.where(groups & card.yahtzee_bit, 0, self._extra * max(0, turns - 1))
        upper = self._upper_apart[card.upper_open[groups]]
        members = self.encoded.sizes[groups]
        twice = members // card.classes[card.upper_open[groups]]  # a Yahtzee box with points, or not
        return members * (1 + lower) + members // 2 * extra + upper * twice

    def to_come(self, layer: int) -> Ints64:
        """The same of the points that are still to come."""
        groups = self.encoded.layers[layer]
        apart = sum(np.where(groups >> box & 1, one, 0) for box, one in enumerate(self.ranges.tolist()))
        members, bonus = self.encoded.sizes[groups], abs(self.encoded.arrays.upper_bonus)
        extra = np.where(
            groups & self.encoded.arrays.yahtzee_bit,
            members * self._extra * max(0, layer - 1),
            members // 2 * self._extra * layer,
        )
        return members * (1 + bonus + np.asarray(apart, dtype=np.int64)) + extra

    @property
    def _extra(self) -> int:
        """What a turn's extra Yahtzee adds, if the Yahtzee box has points: half of its states."""
        return abs(self.encoded.card.yahtzee_bonus) if self.encoded.card.tells_yahtzee_zero else 0

    @cached_property
    def _upper_apart(self) -> Ints64:
        """By open upper boxes: how far upper points of a class can be apart, all classes together."""
        card, found = self.encoded.arrays, []
        upper = [box for box in range(len(card.is_upper)) if card.is_upper[box]]
        for open_upper, one in enumerate(self.encoded.upper.sets):
            closed = [box for place, box in enumerate(upper) if not open_upper >> place & 1]
            settled = int(self.ranges[closed].sum()) + abs(card.upper_bonus)
            class_of, apart = np.array(one.class_of), 0
            for number, total in enumerate(one.totals):
                met = np.flatnonzero(class_of == number)
                is_settled = total >= card.threshold or not len(met)
                apart += settled if is_settled else int(met[-1] - met[0])
            found.append(apart)
        return np.array(found, dtype=np.int64)

    def shards(self, layer: int) -> list[Shard]:
        """Cut a layer between sets of open boxes."""
        with self._cutting:
            if layer not in self._shards:
                states = self.encoded.sizes[self.encoded.layers[layer]]
                self._shards[layer] = cut_layer(layer, self.made(layer), states, self.size)
            return self._shards[layer]

    def groups(self, shard: Shard) -> Ints64:
        """Return the sets of open boxes of a shard."""
        groups = self.encoded.layers[shard.layer]
        begin, stop = np.searchsorted(self.bases[groups], (shard.begin, shard.stop))
        return groups[begin:stop]

    def sources(self, shard: Shard) -> list[Shard]:
        """Return the shards with a box more whose turns lead to this one."""
        groups, needed, before = self.groups(shard), set[int](), self.shards(shard.layer + 1)
        begins = [one.begin for one in before]
        for box in range(len(self.encoded.card.boxes)):
            closed = groups[groups >> box & 1 == 0] | 1 << box
            places = np.searchsorted(begins, self.bases[closed], side="right") - 1
            needed.update(np.unique(places).tolist())
        return [before[place] for place in sorted(needed)]

    def turn_bytes(self, shard: Shard, shares: Shares) -> int:
        """Return what the turns of a shard take, and all else but its chances."""
        card, groups = self.encoded.arrays, self.groups(shard)
        many = np.diff(card.outcome_start)
        open_outcomes = sum(
            np.where(groups >> box & 1, one, 0) for box, one in enumerate(many.tolist())
        )
        sizes = self.encoded.sizes[groups]
        return int((sizes * (STATE + TURN * shares.outcomes * np.asarray(open_outcomes))).sum())

    def disk_bytes(self, layer: int, shares: Shares) -> int:
        """Return what a layer takes on disk, about."""
        chances = sum(one.values for one in self.shards(layer))
        turns = sum(self.turn_bytes(one, shares) for one in self.shards(layer))
        return int(NUMBER * shares.chances * chances) + turns
