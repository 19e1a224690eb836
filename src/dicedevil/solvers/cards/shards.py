"""Work on a score card in parts, for threads."""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.machine import SIMD
from dicedevil.solvers.where import run_pieces as run_pieces

SHARDS_PER_THREAD = 4
"""So that threads finish a layer at about the same time."""


def split_groups(encoded: Encoding, groups: Ints64, shards: int) -> list[Ints64]:
    """Return the groups in at most `shards` parts of about equal work."""
    work = np.cumsum(encoded.sizes[groups])
    cuts = np.searchsorted(work, np.arange(1, shards) * work[-1] / shards)
    return [part for part in np.split(groups, cuts) if len(part)]


def split_visited(encoded: Encoding, groups: Ints64, visits: Floats, most: int) -> list[Ints64]:
    """Return the groups in parts of at most `most` visited states each, or of one group."""
    states = np.repeat(encoded.arrays.base[groups] - _starts(encoded, groups), encoded.sizes[groups])
    visited = visits[states + np.arange(len(states))] > 0
    in_group = np.add.reduceat(visited, _starts(encoded, groups), dtype=np.int64)
    which = (np.cumsum(in_group) - in_group) // max(1, most - int(in_group.max()))
    return [part for part in np.split(groups, np.flatnonzero(np.diff(which)) + 1) if len(part)]


def _starts(encoded: Encoding, groups: Ints64) -> Ints64:
    """Where the states of each group begin, if those of all lie one behind the other."""
    sizes = encoded.sizes[groups]
    return np.cumsum(sizes) - sizes


def padded(values: Floats) -> Floats:
    """Return the table with room behind its end: kernels read whole tiles."""
    return np.concatenate((values, np.zeros(SIMD)))
