"""Alone against the board: fewest expected turns, and the best chance within n turns.

Fewest turns. E(b) is the least expected number of turns from the banked board b,

    E(b) = 1 + min over ways to play of [ P(bust) E(b) + sum of P(bank b') E(b') ].

One unknown for each b: later boards, with more spaces banked, are known. StepCounting the turns saved,
E(b) - E(b') for a bank and nothing for a bust, the equation says that the best expected saving of a
turn is exactly 1. That saving is a maximum of straight lines in E(b), slopes P(bank) > 0: Newton's
method is policy iteration, and ends when the way to play no longer changes (Glenn, Fang and Kruskal
solve the same equation by it).

Error bound. Let T be the map on the right, r the largest |T E - E| including rounding. T scales:
T((1 - c) E) = c + (1 - c) T E >= (1 - c) E as soon as c >= r / (1 + r), and T is monotone with one
fixed point, so E* >= (1 - c) E; the same from above. Hence |E - E*| <= r E / (1 - r). Rounding: a
saving is a difference of two stored numbers, rounded once, and nothing else is ever subtracted: sums
and products of numbers that are never negative are off by at most one rounding a term (see
`solvers.rounding`), and a turn has at most as many rolls as its markers have spaces.

Within n turns. Q(0, b) = 0 before the end, 1 after it, and

    Q(n, b) = max over ways to play of [ P(bust) Q(n-1, b) + sum of P(bank b') Q(n-1, b') ];

one sweep for each n and b, nothing subtracted: every turn adds its roundings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from dicedevil.families.columns import Columns
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.columns.arrays import board_arrays
from dicedevil.solvers.columns.kernels.race import (
    one_turn_more,
    solve_boards,
    sort_boards,
    space_for,
)
from dicedevil.solvers.columns.kernels.turn import (
    Floats,
    Ints,
    TurnSpace,
    lay_out,
    sweep_turn,
    value_stops,
)
from dicedevil.solvers.machine import cores
from dicedevil.solvers.rounding import relative_error

PART = 2_000_000
"""So many positions are swept between two looks at the clock, about."""


@dataclass(frozen=True)
class ClimbTurns:
    """`worth[b]`: fewest expected turns from a banked board."""

    board: Columns
    worth: Floats
    error_bound: float


@dataclass(frozen=True)
class ClimbChances:
    """`within[n, b]`: best chance to be done in n turns."""

    board: Columns
    within: Floats
    error_bound: float


def roundings(board: Columns) -> int:
    """Return how often a number is rounded on any path through a turn."""
    rolls = sum(sorted(board.lengths)[-board.neutral :])
    return rolls * (len(board.rolls) + 4) + 1


def places_needed(board: Columns) -> int:
    """Return how many positions a turn has at most: those above the empty board."""
    count = [1] + [0] * board.neutral
    for length in board.lengths:
        for placed in range(board.neutral, 0, -1):
            count[placed] += count[placed - 1] * length
    return sum(count)


@dataclass(frozen=True)
class BoardLayers:
    """The boards to be solved, those with the most spaces banked first."""

    board: Columns
    boards: Ints
    start: Ints

    @classmethod
    def of(cls, board: Columns) -> BoardLayers:
        """Sort the boards by their spaces."""
        arrays = board_arrays(board)
        start = np.zeros(sum(board.lengths) + 2, np.int64)
        nothing = np.empty(0, np.int64)
        count = sort_boards(arrays, board.columns, board.boards, start, nothing)
        start = np.cumsum(start)
        out = np.empty(count, np.int64)
        sort_boards(arrays, board.columns, board.boards, start.copy(), out)
        return cls(board, out, start)

    def parts(self) -> Iterator[list[Ints]]:
        """Yield layer by layer what can be solved side by side."""
        average = max(1, self.board.turn_count // self.board.banked_count)
        width = max(1, PART // average)
        for spaces in range(len(self.start) - 2, -1, -1):
            layer = self.boards[self.start[spaces] : self.start[spaces + 1]]
            if layer.size:
                yield [layer[at : at + width] for at in range(0, layer.size, width)]

    def run(self, solve: Callable[[Ints], None], looked: Callable[[int], None]) -> None:
        """Solve all parts, on all cores (kernels hold no GIL), and tell how many boards are done."""
        done = 0
        with ThreadPoolExecutor(cores()) as pool:
            for parts in self.parts():
                for part, _ in zip(parts, pool.map(solve, parts), strict=True):
                    done += part.size
                    looked(done)


def fewest_turns(board: Columns, budget: Budget = USUAL) -> ClimbTurns:
    """Return the least expected number of turns from every banked board."""
    arrays, places = board_arrays(board), places_needed(board)
    once = relative_error(roundings(board))
    worth, residuals = np.zeros(board.boards), [0.0]
    layers = BoardLayers.of(board)
    watch = budget.watch("Solving the board", "solving boards", layers.boards.size)

    def solve(part: Ints) -> None:
        residuals.append(solve_boards(arrays, part, places, once, worth)[0])

    layers.run(solve, watch.look)
    worst, longest = max(residuals), float(worth.max())
    if worst >= 0.5:
        return ClimbTurns(board, worth, float("inf"))
    # A position within a turn is one more sweep, and two differences, away from the values bounded.
    return ClimbTurns(board, worth, worst * longest / (1.0 - worst) + (once + 2.0**-51) * longest)


def chances_within(board: Columns, turns: int, budget: Budget = USUAL) -> ClimbChances:
    """Return the best chance to be done within 0, 1, ..., `turns` turns."""
    arrays, places = board_arrays(board), places_needed(board)
    layers = BoardLayers.of(board)
    within = np.ones((turns + 1, board.boards))
    _not_over(layers, within)
    watch = budget.watch(
        f"A table of {turns:,} turns", "solving boards", max(1, turns * layers.boards.size)
    )
    for turn in range(1, turns + 1):
        before, after = within[turn - 1], within[turn]

        def solve(part: Ints, before: Floats = before, after: Floats = after) -> None:
            one_turn_more(arrays, part, places, before, after)

        def looked(done: int, turn: int = turn) -> None:
            watch.look((turn - 1) * layers.boards.size + done)

        layers.run(solve, looked)
    return ClimbChances(board, within, relative_error((turns + 1) * roundings(board)))


def _not_over(layers: BoardLayers, within: Floats) -> None:
    """Write that nothing is done without a turn."""
    board = layers.board
    within[0, layers.boards] = 0.0
    mirror = np.zeros_like(layers.boards)
    rest = layers.boards.copy()
    for column, length in enumerate(board.lengths):
        rest, space = np.divmod(rest, length + 1)
        mirror += space * board.places[-1 - column]
    within[0, mirror] = 0.0


@dataclass(frozen=True, eq=False)
class Swept:
    """One turn, every position of it."""

    board: Columns
    space: TurnSpace
    sign: float
    base: float

    @classmethod
    def turns(cls, solved: ClimbTurns, banked: int) -> Swept:
        """Sweep a turn for the fewest turns."""
        expected = float(solved.worth[banked])
        return cls._of(solved.board, banked, solved.worth, expected, -1.0, 0.0, 1.0 + expected)

    @classmethod
    def chances(cls, solved: ClimbChances, left: int, banked: int) -> Swept:
        """Sweep the first of so many turns for the chance to be done."""
        before = solved.within[left - 1]
        return cls._of(solved.board, banked, before, 0.0, 1.0, float(before[banked]), 0.0)

    @classmethod
    def _of(
        cls,
        board: Columns,
        banked: int,
        worth: Floats,
        base: float,
        sign: float,
        bust: float,
        shown: float,
    ) -> Swept:
        arrays = board_arrays(board)
        space = space_for(arrays, places_needed(board))
        lay_out(arrays, banked, space)
        value_stops(arrays, banked, worth, base, sign, space)
        sweep_turn(arrays, bust, space)
        return cls(board, space, -1.0 if sign < 0 else 1.0, shown)

    def worth(self, now: int, decide: bool) -> float:
        """Return the value of a position, before the decision or before the roll."""
        arrays, space = board_arrays(self.board), self.space
        above = [
            there - int(banked)
            for there, banked in zip(self.board.spaces(now), space.spaces, strict=True)
        ]
        bits = sum(1 << column for column, up in enumerate(above) if up)
        one = int(arrays.set_place[bits])
        spot = int(space.first[one])
        for k in range(int(arrays.sizes[one])):
            spot += (above[int(arrays.members[one, k])] - 1) * int(space.stride[one, k])
        return self.base + self.sign * float((space.best if decide else space.rolled)[spot])
