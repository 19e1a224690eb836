"""Numbering rows of whole numbers: a hash table in two arrays, for states that come by the million.

rows   int64[capacity, width]  the rows numbered so far
slots  int32[power of two]     the number of the row that hashes here, or -1
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel

Ints = NDArray[np.int64]
Slots = NDArray[np.int32]


@kernel
def slot_of(row: Ints, rows: Ints, slots: Slots) -> int:
    """The slot that holds this row, or the free one where it would go."""
    mixed = np.uint64(0)
    for number in row:
        # an odd constant with well spread bits, and a fold: neighbours must not share their slots
        mixed = (mixed ^ np.uint64(number)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    last = np.uint64(slots.size - 1)
    slot = mixed & last
    while True:
        found = slots[slot]
        if found < 0:
            return int(slot)
        same = True
        for k in range(row.size):
            if rows[found, k] != row[k]:
                same = False
                break
        if same:
            return int(slot)
        slot = (slot + np.uint64(1)) & last


@kernel
def number_rows(new: Ints, rows: Ints, known: int, slots: Slots, out: Slots) -> int:
    """Number the new rows, adding those not met before; returns how many rows are known now."""
    for place in range(new.shape[0]):
        slot = slot_of(new[place], rows, slots)
        if slots[slot] < 0:
            rows[known] = new[place]
            slots[slot] = known
            known += 1
        out[place] = slots[slot]
    return known


@kernel
def fill_slots(rows: Ints, known: int, slots: Slots) -> None:
    """Enter the known rows into an empty table."""
    for place in range(known):
        slots[slot_of(rows[place], rows, slots)] = place
