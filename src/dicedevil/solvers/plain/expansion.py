"""Laying out a game that answers for many states at once (`Game.expand`), wave by wave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import RulesError
from dicedevil.expansion import Expansion
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import Watch
from dicedevil.solvers.plain.kernels.rows import fill_slots, number_rows, slot_of

Ints = NDArray[np.int64]

FEWEST_AT_ONCE, MOST_AT_ONCE = 1 << 12, 1 << 18
"""States that are expanded together."""
_BYTES_PER_CHOICE = 40


class RowTable:
    """Rows of whole numbers, each with its number."""

    def __init__(self, width: int) -> None:
        self.known = 0
        self._rows = np.empty((1 << 10, width), np.int64)
        self._slots = np.full(1 << 12, -1, np.int32)

    @property
    def rows(self) -> Ints:
        """The rows in the order of their numbers."""
        return self._rows[: self.known]

    def number(self, new: Ints) -> NDArray[np.int32]:
        """Return the numbers of rows, adding those not met before."""
        self._make_room(self.known + len(new))
        numbers = np.empty(len(new), np.int32)
        self.known = number_rows(new, self._rows, self.known, self._slots, numbers)
        return numbers

    def find(self, row: Sequence[int]) -> int:
        """Return the number of a row, or -1."""
        if len(row) != self._rows.shape[1]:
            return -1
        slot = slot_of(np.array(row, np.int64), self._rows, self._slots)
        return int(self._slots[slot])

    def growth(self, new: int) -> int:
        """Return how many bytes so many new rows may take at once."""
        most = self.known + new
        rows = 2 * most * self._rows.shape[1] * 8 if most > len(self._rows) else 0
        return rows + (4 << (4 * most).bit_length() if 2 * most > len(self._slots) else 0)

    def _make_room(self, most: int) -> None:
        if most > len(self._rows):
            grown = np.empty((2 * most, self._rows.shape[1]), np.int64)
            grown[: self.known] = self.rows
            self._rows = grown
        if 2 * most > len(self._slots):
            self._slots = np.full(1 << (4 * most).bit_length(), -1, np.int32)
            fill_slots(self._rows, self.known, self._slots)


@dataclass(frozen=True)
class RowStates(Sequence[State]):
    """The states of a table of rows; each is made when it is looked at."""

    table: RowTable
    make: Callable[[Any], State]

    def __len__(self) -> int:
        """The number of states."""
        return self.table.known

    def __getitem__(self, place: Any) -> Any:
        """Make the state of a row."""
        if isinstance(place, slice):
            return [self.make(row) for row in self.table.rows[place].tolist()]
        return self.make(self.table.rows[place].tolist())

    def __iter__(self) -> Iterator[State]:
        """Make all states in turn."""
        return map(self.make, self.table.rows.tolist())


@dataclass(frozen=True)
class RowIndex(Mapping[State, int]):
    """From a state to its number."""

    states: RowStates

    def __getitem__(self, state: State) -> int:
        """Find a state."""
        place = self.states.table.find(state) if isinstance(state, tuple) else -1
        if place < 0:
            raise KeyError(state)
        return place

    def __len__(self) -> int:
        """The number of states."""
        return len(self.states)

    def __iter__(self) -> Iterator[State]:
        """All states in the order of their numbers."""
        return iter(self.states)


@dataclass(frozen=True)
class Layout:
    """The arrays of a graph, and its states."""

    states: RowStates
    index: RowIndex
    expansion: Expansion
    edge_next: NDArray[np.int32]


def lay_out(game: Game, roots: Sequence[State], watch: Watch) -> Layout | None:
    """Expand wave after wave of new states; None if the game does not answer for many at once."""
    start = roots[0]
    if type(game).expand is Game.expand or not isinstance(start, tuple):
        return None
    table = RowTable(len(start))
    table.number(np.array(roots, np.int64).reshape(len(roots), len(start)))
    fields: list[list[NDArray[Any]]] = [[], [], [], []]
    numbered: list[NDArray[np.int32]] = []
    done, choices, size = 0, 0, 1
    while done < table.known:
        wave = table.rows[done : done + size].copy()
        part = game.expand(wave)
        if part is None:
            return None
        _require_fitting(game, part, len(wave), len(start))
        done += len(wave)
        numbered.append(table.number(np.ascontiguousarray(part.after, np.int64)))
        choices += len(part.points)
        for parts, told in zip(fields, part[:4], strict=True):
            parts.append(np.asarray(told))
        # A wave is small beside what is known: what it takes for a moment is little, too.
        size = min(MOST_AT_ONCE, max(FEWEST_AT_ONCE, done // 4))
        per_state = _BYTES_PER_CHOICE * choices / done
        coming = per_state * (table.known - done + size * len(start)) + table.growth(
            size * choices // done
        )
        watch.check(done, coming)
    rolls, weights, made, points = map(_joined, fields)
    states = RowStates(table, getattr(type(start), "_make", tuple))
    return Layout(
        states,
        RowIndex(states),
        Expansion(rolls, weights, made, points, None),
        np.concatenate(numbered),
    )


def _joined(parts: list[NDArray[Any]]) -> Ints:
    """Join the parts of an array, and let go of them."""
    joined: Ints = np.empty(sum(map(len, parts)), np.int64)
    place = len(joined)
    while parts:
        part = parts.pop()
        joined[place - len(part) : place] = part
        place -= len(part)
    return joined


def _require_fitting(game: Game, part: Expansion, states: int, width: int) -> None:
    """Refuse an expansion whose counts do not fit together."""
    fits = (
        len(part.rolls) == states
        and len(part.weights) == len(part.choices) == int(np.sum(part.rolls))
        and np.shape(part.after) == (len(part.points), width)
        and len(part.points) == int(np.sum(part.choices))
    )
    if not fits:
        raise RulesError(f"{game}: expand() gave arrays whose lengths do not fit; see check_game.")
    for numbers, what, least in ((part.weights, "weights", 1), (part.points, "points", None)):
        told = np.asarray(numbers)
        if told.size and (told.dtype.kind not in "iu" or (least is not None and told.min() < least)):
            low = "" if least is None else f" of at least {least}"
            raise RulesError(f"{game}: expand() gave {what} that are not whole numbers{low}.")
