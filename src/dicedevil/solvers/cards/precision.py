"""In which precision the endgames of a card are kept, and how far from the truth that can leave them.

Everything within a turn is double precision. A chance is kept in double precision too where the whole
match of the card is small, and in single precision otherwise.

Error. Let u = 2 ** -53. On any path from a chance after a turn to the chance before it, a turn rounds

    rerolls * dice * (faces + 2)   times in the means over one die after the other: its weight times
                                   the chance, at most faces - 1 sums, the share and its own rounding
    2 * rolls                      times in the mean over the rolls: rolls that come to the same are
                                   added up first, then all are; either is less than `rolls` sums
    5                              times in a roll's probability, its product with the chance, and
                                   whenever a chance is taken from 1

each time by at most u of a number that is at most 1. (That is more by `rolls` than there can be, and
thus outweighs what roundings of roundings add.) Means and maxima do not magnify errors, nor does taking
from 1. So an error grows by `steps` * u a turn, and by what storing the chance loses:

    double   nothing: what is stored is the number that was worked out
    single   2 ** -25, since no chance exceeds 1, and less than 2 ** -140 where it becomes 0

With D open boxes, D turns are to come. At the ends of a curve, what is worked out as 1 or more is held
for certain, and as 0 or less for impossible: that only takes it nearer to the truth. The bound is
absolute: of a chance smaller than it no digit counts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from dicedevil.solvers.cards.curve_sizes import targets_by_set
from dicedevil.solvers.cards.states import Encoding

SMALL_MATCH = 5 << 29
"""Bytes of a whole match, in double precision, up to which that is what its endgames are kept in.

Junior Yahtzee with its bonus, the largest match among the games that is solved as a whole, has 2.2 GB.
With what is in work beside it, so much is made within the 4 GB that are allowed unless more are, even
where nothing can be kept on disk. What is larger is solved for its last turns, where half the bytes are
worth more than digits: official Yahtzee has 300 TB, and 2.4 GB of them with up to 4 open boxes.
"""
PER_PAIR = 8 + 4
"""Bytes of `first` and `sure`."""


class Precision(NamedTuple):
    """How a chance is kept."""

    name: str
    dtype: np.dtype[Any]
    loss: float
    """What storing a chance changes it by at most."""

    @property
    def chance_bytes(self) -> int:
        """Bytes of a chance."""
        return int(self.dtype.itemsize)

    def size(self, values: int, pairs: int) -> int:
        """Return the bytes of so many chances of so many pairs of states."""
        return self.chance_bytes * values + PER_PAIR * pairs

    def error_bound(self, encoded: Encoding, turns: int) -> float:
        """No chance with so many turns to come is further than this from the exact one: see above."""
        return turns * (self.loss + rounding_steps(encoded) * 2.0**-53)


SINGLE = Precision("single", np.dtype(np.float32), 2.0**-25 + 2.0**-140)
DOUBLE = Precision("double", np.dtype(np.float64), 0.0)


def precision_of(encoded: Encoding) -> Precision:
    """Return the precision that all endgames of a card are worked out for and kept in."""
    return DOUBLE if DOUBLE.size(*whole_match(encoded)) <= SMALL_MATCH else SINGLE


@lru_cache(maxsize=64)
def whole_match(encoded: Encoding) -> tuple[int, int]:
    """Return how many chances a match has at most, and pairs of states; nothing is solved for it."""
    targets = targets_by_set(encoded)
    states = [int(encoded.sizes[sets].sum()) for sets in encoded.layers]
    widths = [int(targets[sets].sum()) for sets in encoded.layers]
    values = pairs = 0
    for number in range(1, 2 * len(states) - 1):
        mover, waiter = -(-number // 2), number // 2
        both = states[mover] * states[waiter]
        values += widths[mover] * states[waiter] + widths[waiter] * states[mover] + both
        pairs += both
    return values, pairs


def rounding_steps(encoded: Encoding) -> int:
    """Return how often a turn rounds at most, on any path through it."""
    card, lattice = encoded.card, encoded.lattice.arrays
    return card.rerolls * len(card.dice) * (len(card.faces) + 2) + 2 * lattice.rolls + 5
