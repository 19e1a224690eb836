"""Values of the graph lane as arrays with an index of states: what tables on disk hold."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.objectives import Objective, ReachTarget, made, require_reachable
from dicedevil.rules import Game, State
from dicedevil.solvers.solution import look_up
from dicedevil.solvers.tables import Arrays


@dataclass(frozen=True)
class StoredValues:
    """Arrays with an entry a state: `low` and `high`, or the rows of curves."""

    index: Mapping[Any, int]
    arrays: Arrays
    flat: bool = False
    """Whether the index knows states as flat tuples of numbers, as tables do."""

    @classmethod
    def read(cls, arrays: Arrays) -> StoredValues:
        """Take over the arrays of a table."""
        rows = arrays["states"].tolist()
        lengths = arrays["lengths"].tolist()
        index = {
            tuple(row[:length]): place
            for place, (row, length) in enumerate(zip(rows, lengths, strict=True))
        }
        return cls(index, arrays, flat=True)

    def place(self, state: State) -> int:
        """Return the place of a state in the arrays."""
        place: int = look_up(self.index, flattened(state) if self.flat else state)
        return place


def encode(stored: StoredValues) -> dict[str, NDArray[Any]] | None:
    """Return the arrays of a table, states among them; None if states are not made of numbers."""
    from dicedevil.solvers.plain.expansion import RowIndex  # compiled code: only where values are made

    if isinstance(stored.index, RowIndex):
        table = stored.index.states.table.rows
        alike = np.full(len(table), table.shape[1], np.int32)
        return {"states": table, "lengths": alike, **stored.arrays}
    numbers, lengths = array("q"), array("i")
    for state in stored.index:
        row = flattened(state)
        if row is None:
            return None
        try:
            numbers.extend(row)
        except OverflowError:
            return None
        lengths.append(len(row))
    states = np.zeros((len(lengths), max(lengths)), np.int64)
    long = np.array(lengths, np.int32)
    states[np.arange(states.shape[1]) < long[:, None]] = np.frombuffer(numbers, np.int64)
    if np.abs(states).max(initial=0) < 2**31:
        states = states.astype(np.int32)
    return {"states": states, "lengths": long, **stored.arrays}


def flattened(state: State) -> tuple[int, ...] | None:
    """Write a state as a flat tuple of whole numbers, or None if it is not made of them."""
    if isinstance(state, (int, np.integer)):
        return (int(state),)
    if not isinstance(state, tuple):
        return None
    flat: list[int] = []
    for part in state:
        inner = flattened(part)
        if inner is None:
            return None
        if isinstance(part, tuple):
            flat.append(len(inner))  # so that nested tuples of different shape stay different
        flat.extend(inner)
    return tuple(flat)


@dataclass(frozen=True)
class BoundedValues:
    """Single values, each enclosed between two bounds."""

    objective: Objective
    stored: StoredValues

    def worth(self, points: int, state: State) -> float:
        """Return the middle of the enclosure."""
        place = self.stored.place(state)
        low, high = self.stored.arrays["low"][place], self.stored.arrays["high"][place]
        return made(self.objective, points) + float(low + (high - low) / 2)

    @cached_property
    def error_bound(self) -> float:
        """The farthest that a true value can lie from the middle, which is rounded itself."""
        low, high = self.stored.arrays["low"], self.stored.arrays["high"]
        middle = low + (high - low) / 2
        return float(np.maximum(high - middle, middle - low).max())


@dataclass(frozen=True)
class RowValues:
    """Curves as rows of chances, asked for one target."""

    game: Game
    target: int
    stored: StoredValues

    def worth(self, points: int, state: State) -> float:
        """Return the best chance of reaching the target from here."""
        missing = points - self.target if self.game.lower_is_better else self.target - points
        sure, row = self._units(state)
        place = -(-missing // self.unit) - sure - 1
        if place < 0:
            return 1.0
        return float(row[place]) if place < row.size else 0.0

    def row(self, state: State) -> tuple[int, NDArray[np.float64]]:
        """Return the points that are sure and the chances of each point more."""
        sure, row = self._units(state)
        return self.unit * sure, np.repeat(row, self.unit)

    @property
    def unit(self) -> int:
        """All points are multiples of it, and only those have chances of their own."""
        return int(self.stored.arrays["unit"][0])

    def _units(self, state: State) -> tuple[int, NDArray[np.float64]]:
        """Return the units that are sure and the chances of each unit more."""
        arrays = self.stored.arrays
        place = self.stored.place(state)
        sure = int(arrays["lowest"][place])
        width = int(arrays["highest"][place]) - sure
        begin = int(arrays["row_start"][place])
        return sure, arrays["chances"][begin : begin + width]

    @property
    def error_bound(self) -> float:
        """How far off a chance can be."""
        return float(self.stored.arrays["error_bound"][0])

    def require_reachable(self, objective: ReachTarget) -> None:
        """Refuse a target out of reach."""
        sure, row = self.row(self.game.start())
        require_reachable(self.game, objective, sure, sure + row.size)
