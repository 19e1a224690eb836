"""Kernels of the race: fewest turns by Newton's method, and the best chance within so many turns.

See `solvers.columns.race` for the recursions and the error bounds. `worth` has an entry a board, by its
number; a board and its mirror image are worth the same.
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.columns.kernels.turn import (
    BoardArrays,
    Floats,
    Ints,
    TurnSpace,
    lay_out,
    sweep_turn,
    value_stops,
)
from dicedevil.solvers.machine import kernel

STEPS = 100
STILL = 2.0**-48
"""A Newton step this small, relative to the value, is rounding noise."""


@kernel
def space_for(board: BoardArrays, places: int) -> TurnSpace:
    """Return room to sweep turns of so many positions."""
    sets = board.members.shape[0]
    return TurnSpace(
        np.zeros(board.columns, np.int64),
        np.zeros(sets, np.int64),
        np.zeros((sets, max(board.neutral, 1)), np.int64),
        np.zeros(places),
        np.zeros(places),
        np.zeros(places),
        np.zeros(places),
    )


@kernel
def mirrored(board: BoardArrays, banked: int) -> int:
    """Return the board seen from the other side: 2 for 12, 3 for 11, ..."""
    rest, found = banked, 0
    for column in range(board.columns):
        space = rest % (board.length[column] + 1)
        rest //= board.length[column] + 1
        found += space * board.place[board.columns - 1 - column]
    return found


@kernel
def sort_boards(board: BoardArrays, goal: int, boards: int, start: Ints, out: Ints) -> int:
    """List the boards that are to be solved by the spaces banked; return how many there are.

    Those are not over, and no larger than their mirror image. start[s] is where those with s spaces
    begin; `out` may be empty, to count only.
    """
    count = 0
    for banked in range(boards):
        rest, spaces, won = banked, 0, 0
        for column in range(board.columns):
            space = rest % (board.length[column] + 1)
            rest //= board.length[column] + 1
            spaces += space
            won += space == board.length[column]
        if won < goal and banked <= mirrored(board, banked):
            if out.size > 0:
                out[start[spaces]] = banked
                start[spaces] += 1
            else:
                start[spaces + 1] += 1
            count += 1
    return count


@kernel
def solve_boards(
    board: BoardArrays, boards: Ints, places: int, roundings: float, worth: Floats
) -> tuple[float, int]:
    """worth[b] = fewest turns for some boards whose later ones are known.

    Returns the largest |T E - E| with its rounding, and the sweeps made.
    """
    space = space_for(board, places)
    worst, sweeps = 0.0, 0
    for at in range(boards.shape[0]):
        banked = boards[at]
        count = lay_out(board, banked, space)
        value_stops(board, banked, worth, 0.0, 1.0, space)
        later = space.stop[:count].copy()
        guess = 0.0
        for place in range(count - 1):
            guess = max(guess, later[place])
        guess += 0.25
        saved = 0.0
        for _ in range(STEPS):
            for place in range(count):
                space.stop[place] = guess - later[place]
            saved, banks = sweep_turn(board, 0.0, space)
            sweeps += 1
            step = (1.0 - saved) / banks
            if abs(step) <= STILL * guess:
                break
            guess += step
        worth[banked] = guess
        worth[mirrored(board, banked)] = guess
        worst = max(worst, abs(1.0 - saved) + roundings * saved)
    return worst, sweeps


@kernel
def one_turn_more(board: BoardArrays, boards: Ints, places: int, before: Floats, after: Floats) -> None:
    """after[b] = best chance with one turn more than before[b], which is 1 for boards that are over."""
    space = space_for(board, places)
    for at in range(boards.shape[0]):
        banked = boards[at]
        lay_out(board, banked, space)
        value_stops(board, banked, before, 0.0, 1.0, space)
        value, _ = sweep_turn(board, before[banked], space)
        after[banked] = value
        after[mirrored(board, banked)] = value
