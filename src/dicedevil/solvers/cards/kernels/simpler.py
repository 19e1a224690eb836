"""Numba kernel of simpler games of several cards: what is known of upper sections, and open boxes.

One tile is SIMD states of a layer, as in `several`: an outcome that cannot be written in one of them is
worth minus infinity there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dicedevil.solvers.cards.kernels.turns import best_keeps, mean_keeps
from dicedevil.solvers.cards.lattice import Floats, Ints, LatticeArrays
from dicedevil.solvers.cards.states import Ints64
from dicedevil.solvers.machine import SIMD, kernel
from dicedevil.solvers.simd import larger, load_row, spread, store_row


class SimplerArrays(NamedTuple):
    """What the kernel reads of a game."""

    cards: int
    open_ways: int  # in how many ways counted boxes can be open
    stride: Ints64  # (boxes,): 0 where the sections tell whether a box is open
    outcome_start: Ints  # (boxes + 1,)
    outcome_of: Ints  # (rolls, boxes)
    after: Ints64  # (sections, outcomes): the sections after writing it, -1 where that cannot be
    gain: Floats  # (sections, outcomes)


@kernel
def solve_simpler(
    lattice: LatticeArrays, simpler: SimplerArrays, rerolls: int, numbers: Ints64, values: Floats
) -> None:
    """The values of these states of a layer; layers with fewer open boxes are solved."""
    keeps, boxes = lattice.keeps, len(simpler.stride)
    rows = np.empty((keeps + simpler.after.shape[1], SIMD))
    for first in range(0, len(numbers), SIMD):
        rows[keeps:] = -np.inf
        for member in range(SIMD):
            number = numbers[min(first + member, len(numbers) - 1)]
            sections, ways = number // simpler.open_ways, number % simpler.open_ways
            for box in range(boxes):
                stride = simpler.stride[box]
                if stride > 0 and ways // stride % (simpler.cards + 1) == 0:
                    continue
                for outcome in range(simpler.outcome_start[box], simpler.outcome_start[box + 1]):
                    after = simpler.after[sections, outcome]
                    if after >= 0:
                        future = values[after * simpler.open_ways + ways - stride]
                        rows[keeps + outcome, member] = simpler.gain[sections, outcome] + future
        for roll in range(lattice.rolls):
            best = spread(-np.inf)
            for box in range(boxes):
                best = larger(load_row(rows, keeps + simpler.outcome_of[roll, box]), best)
            store_row(rows, roll, best)
        mean_keeps(lattice, rows)
        for _ in range(rerolls):
            best_keeps(lattice, rows)
            mean_keeps(lattice, rows)
        for member in range(min(SIMD, len(numbers) - first)):
            values[numbers[first + member]] = rows[keeps - 1, member]
