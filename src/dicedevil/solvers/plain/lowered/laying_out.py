"""Laying out a game by its lowered functions, part by part, with an eye on the budget.

The lowered module numbers states as the plain way does, in the order in which they are met, so that the
graph is the same to the last bit. Rolls are asked of the game itself, once for each key (`rolled`). The
compiled loop comes back to Python when a key is new, when its arrays are full, and after a moment's
work; it raises where Python would, or where a number leaves 64 bits.

counts   int64[5]  states done, states known, rolls, choices; how far to go
work     int64[4]  steps of loops so far, the limit now, a moment's work, the most for one state
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from dicedevil.errors import DiceDevilError, quoted
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import Watch
from dicedevil.solvers.plain.kernels.rows import fill_slots, slot_of
from dicedevil.solvers.plain.lowered.lowering import Lowered
from dicedevil.solvers.plain.lowered.modules import expander
from dicedevil.solvers.plain.lowered.shapes import FARTHEST, NotLowered, Shape, flat, made_of, width

Ints = NDArray[np.int64]

DONE, NEW_KEY, NO_ROOM = 0, 1, 2
MOST_CHOICES = 1 << 12
MOMENT, MOST_STEPS = 1 << 22, 1 << 22
"""Steps of loops after which the clock is looked at; those that one state may take."""
FIRST_PART, LAST_PART = 1 << 12, 1 << 15
MOST_KEYS = 1 << 16
EXACT_FLOAT = 2**53


class Laid(NamedTuple):
    """The arrays of a graph, as `GameGraph` has them."""

    state_rolls: Ints
    roll_weight: NDArray[np.float64]
    roll_edges: Ints
    edge_points: Ints
    edge_next: NDArray[np.int32]


class Rows:
    """States as rows of numbers, and where each is found."""

    def __init__(self, columns: int, room: int) -> None:
        self.known = 0
        self.rows = np.empty((room, columns), np.int64)
        self.slots = np.full(1 << (4 * room).bit_length(), -1, np.int32)

    def make_room(self, most: int) -> None:
        """Have room for so many rows."""
        if most > len(self.rows):
            grown = np.empty((max(most, 2 * len(self.rows)), self.rows.shape[1]), np.int64)
            grown[: self.known] = self.rows[: self.known]
            self.rows = grown
        if 2 * most > self.slots.size:
            self.slots = np.full(1 << (4 * most).bit_length(), -1, np.int32)
            fill_slots(self.rows, self.known, self.slots)

    def add(self, row: Sequence[int]) -> None:
        """Add a row that is not there."""
        self.make_room(self.known + 1)
        self.rows[self.known] = row
        self.slots[slot_of(self.rows[self.known], self.rows, self.slots)] = self.known
        self.known += 1

    def find(self, row: Sequence[int]) -> int:
        """Return the number of a row, or -1."""
        return int(self.slots[slot_of(np.array(row, np.int64), self.rows, self.slots)])


@dataclass(frozen=True)
class LoweredStates(Sequence[State]):
    """States as lowered code holds them; each is made when it is looked at."""

    table: Rows
    shape: Shape

    def __len__(self) -> int:
        """The number of states."""
        return self.table.known

    def __getitem__(self, place: Any) -> Any:
        """Make the state at a place."""
        rows = self.table.rows[: self.table.known][place]
        if isinstance(place, slice):
            return [made_of(iter(row), self.shape) for row in rows.tolist()]
        return made_of(iter(rows.tolist()), self.shape)

    def __iter__(self) -> Iterator[State]:
        """Make all states in turn."""
        return (made_of(iter(row), self.shape) for row in self.table.rows[: self.table.known].tolist())


@dataclass(frozen=True)
class LoweredIndex(Mapping[State, int]):
    """From a state to its number."""

    states: LoweredStates

    def __getitem__(self, state: State) -> int:
        """Find a state."""
        try:
            place = self.states.table.find(list(flat(state, self.states.shape)))
        except ValueError:
            place = -1
        if place < 0:
            raise KeyError(state)
        return place

    def __len__(self) -> int:
        """The number of states."""
        return len(self.states)

    def __iter__(self) -> Iterator[State]:
        """All states in the order of their numbers."""
        return iter(self.states)


class RollTable:
    """The rolls of every key that was asked."""

    def __init__(self, game: Game, columns: Sequence[int]) -> None:
        self.game, self.columns = game, np.array(columns, np.int64)
        self.keys = Rows(len(columns), 64)
        self._first, self._roll_first = [0], [0]
        self._faces: list[int] = []
        self._weights: list[float] = []

    def ask(self, row: Ints, state: State) -> None:
        """Ask the rolls of a state, which are those of all states with its key."""
        if self.keys.known >= MOST_KEYS:
            raise NotLowered(f"rolls has a different answer at more than {MOST_KEYS:,} states")
        for roll, weight in self.game.rolls(state).items():
            if any(type(face) is not int or not -FARTHEST <= face <= FARTHEST for face in roll):
                raise NotLowered("a roll holds something else than whole numbers")
            self._faces += roll
            self._roll_first.append(len(self._faces))
            self._weights.append(
                min(weight, EXACT_FLOAT)
            )  # a larger one is refused once it is all there
        self._first.append(len(self._weights))
        self.keys.add(row[self.columns].tolist())

    def arrays(self) -> tuple[Any, Any]:
        """Return what the lowered code needs."""
        asked = (self.columns, np.empty(self.columns.size, np.int64), self.keys.rows, self.keys.slots)
        faces = np.array([*self._faces, 0], np.int64).reshape(-1, 1)
        first, roll_first = np.array(self._first, np.int64), np.array(self._roll_first, np.int64)
        return asked, (first, roll_first, faces, np.array([*self._weights, 0.0]))


class Laying:
    """A game that is being laid out by its lowered functions."""

    def __init__(self, game: Game, roots: Sequence[State], lowered: Lowered) -> None:
        self.game, self.lowered = game, lowered
        self.table = Rows(width(lowered.shape), (1 << 14) + 2 * len(roots))
        for root in roots:
            self.table.add(list(flat(root, lowered.shape)))
        self.rolls = RollTable(game, lowered.columns)
        self.told = Laid(
            np.zeros(len(self.table.rows) + 1, np.int64),
            np.empty(1 << 14),
            np.zeros((1 << 14) + 1, np.int64),
            np.empty(1 << 15, np.int64),
            np.empty(1 << 15, np.int32),
        )
        self.counts = np.array([0, self.table.known, 0, 0, 0], np.int64)

    def ask(self, watch: Watch, most_states: int | None = None) -> None:
        """Ask about all states, or about the first ones."""
        expand = expander(self.lowered.text)
        work = np.array([0, 0, MOMENT, MOST_STEPS], np.int64)
        choices = np.empty((MOST_CHOICES, self.lowered.choice_width), np.int64)
        counts, part = self.counts, FIRST_PART
        asked, rolled = self.rolls.arrays()
        while counts[0] < counts[1] and (most_states is None or counts[0] < most_states):
            counts[4] = min(counts[0] + part, counts[1] if most_states is None else most_states)
            work[0] = 0
            try:
                found = expand(
                    *(work, self.lowered.pool, self.table.rows, self.table.slots, counts),
                    *(asked, rolled, choices, tuple(self.told)),
                )
            except (ArithmeticError, LookupError, ValueError, MemoryError, TimeoutError) as error:
                raise self._trouble(error) from None
            except NumbaError as error:  # something that Numba does not know: the plain way does
                raise NotLowered(f"it cannot be compiled ({type(error).__name__})") from None
            self.table.known = int(counts[1])
            if found == NEW_KEY:
                place = int(counts[0])
                self._ask_rolls(place)
                asked, rolled = self.rolls.arrays()
            elif found == NO_ROOM:
                self._make_room(watch)
            else:
                part = min(LAST_PART, 2 * part)
                watch.check(int(counts[0]), 0, self.table.known)

    def _ask_rolls(self, place: int) -> None:
        try:
            row = self.table.rows[place]
            self.rolls.ask(row, made_of(iter(row.tolist()), self.lowered.shape))
        except DiceDevilError as error:
            raise NotLowered(f"its rolls are not sound: {error}") from None

    def _trouble(self, error: Exception) -> NotLowered:
        place = int(self.counts[0])
        state = made_of(iter(self.table.rows[place].tolist()), self.lowered.shape)
        what = {
            OverflowError: "a number leaves 64 bits",
            TimeoutError: "a loop takes very long",
            MemoryError: f"there are more than {MOST_CHOICES:,} choices",
        }.get(type(error), f"something is raised ({type(error).__name__})")
        return NotLowered(f"at {quoted(state)} {what}")

    def _make_room(self, watch: Watch) -> None:
        """Double whatever is half full; or all, for a state that needs very much at once."""
        _, known, rolls, edges, _ = self.counts.tolist()
        used = (known, rolls, rolls, edges, edges)
        told: list[NDArray[Any]] = list(self.told)
        half_full = [2 * some > array.size for some, array in zip(used, told, strict=True)]
        if not any(half_full):
            half_full = [True] * len(half_full)
        coming = 2 * sum(array.nbytes for array, full in zip(told, half_full, strict=True) if full)
        watch.room_for(
            coming + (3 * self.table.rows.nbytes + 2 * self.table.slots.nbytes) * half_full[0]
        )
        if half_full[0]:
            self.table.make_room(2 * len(self.table.rows))
        pairs = zip(told, half_full, strict=True)
        self.told = Laid(*(_doubled(array) if full else array for array, full in pairs))

    def finished(self) -> Laid:
        """Return the arrays, as long as they are full."""
        done, _, rolls, edges, _ = self.counts.tolist()
        sizes = (done + 1, rolls, rolls + 1, edges, edges)
        told: list[NDArray[Any]] = list(self.told)
        return Laid(*(array[:size] for array, size in zip(told, sizes, strict=True)))

    @property
    def states(self) -> LoweredStates:
        """The states met so far."""
        return LoweredStates(self.table, self.lowered.shape)


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    """Return a copy with room for as much again; its first number, which is 0, stays."""
    larger = np.empty(2 * array.size, array.dtype)
    larger[: array.size] = array
    return larger
