"""Which boxes are scored together: fewer maxima for the kernels of curves.

A roll is scored by the best of up to 13 boxes. Of the three boxes for ones, twos and threes, though,
the 252 rolls make only 56 different combinations: the best of the three is worked out once for each.
Boxes are put into families one merger at a time, as long as that saves work.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from dicedevil.solvers.cards.lattice import Ints
from dicedevil.solvers.cards.states import Encoding

Family = tuple[int, ...]


class Sharing(NamedTuple):
    """Boxes in families, and the different combinations of outcomes that rolls make of each."""

    boxes: Ints  # (families, most boxes): the boxes of a family, -1 behind the last
    start: Ints  # (families + 1,): the first combination of a family
    outcomes: Ints  # (combinations, most boxes): the outcome of each of its boxes
    of: Ints  # (rolls, families): the combination a roll makes


def share_scores(encoded: Encoding) -> Sharing:
    """Return the families of a card's boxes and the combinations that rolls make of them."""
    outcome_of = encoded.arrays.outcome_of
    families = _families(outcome_of)
    most = max(len(family) for family in families)
    boxes = np.full((len(families), most), -1, dtype=np.int32)
    found, of, start = [], [], [0]
    for place, family in enumerate(families):
        boxes[place, : len(family)] = family
        different, which = np.unique(outcome_of[:, family], axis=0, return_inverse=True)
        wide = np.full((len(different), most), -1, dtype=np.int32)
        wide[:, : len(family)] = different
        found.append(wide)
        of.append(which.reshape(-1) + start[-1])
        start.append(start[-1] + len(different))
    return Sharing(
        boxes=boxes,
        start=np.array(start, dtype=np.int32),
        outcomes=np.concatenate(found),
        of=np.ascontiguousarray(np.stack(of, axis=1), dtype=np.int32),
    )


def _families(outcome_of: Ints) -> list[Family]:
    """Merge two families as long as that saves work; the pair that saves most comes first."""
    families: list[Family] = [(box,) for box in range(outcome_of.shape[1])]
    while len(families) > 1:
        best, merged = min(
            (_work(outcome_of, a + b) - _work(outcome_of, a) - _work(outcome_of, b), (a, b))
            for a, b in combinations(families, 2)
        )
        if best >= 0:
            break
        families = [family for family in families if family not in merged]
        families.append(tuple(sorted(merged[0] + merged[1])))
    return sorted(families)


def _work(outcome_of: Ints, family: Family) -> int:
    """Rows to read and write: one a roll, and all boxes of every combination."""
    rolls = len(outcome_of)
    if len(family) == 1:
        return rolls
    different = len(np.unique(outcome_of[:, family], axis=0))
    return rolls + different * (len(family) + 1)
