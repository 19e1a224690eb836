"""Layers of target curves: where the curve of every state lies.

A layer is all states with equally many open boxes, numbered from 0 within it, sets of open boxes in
rising order. The curves lie one behind the other in `chances`: those of state n are the best chances
of sure[n] + 1, sure[n] + 2, ... more points, at the places first[n] to first[n + 1]. Up to sure[n]
points are certain, and behind the last place it is impossible to get more. LANES zeros at each end of
`chances` let a kernel read whole tiles that begin before a curve or end behind it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.families.keep_reroll.lattice import Ints
from dicedevil.families.keep_reroll.states import LANES, Encoding, Ints64

Singles = NDArray[np.float32]


class CurveLayer(NamedTuple):
    """The curves of all states with equally many open boxes."""

    first: Ints64  # (states + 1,)
    sure: Ints  # (states,)
    chances: Singles  # (LANES + the widths of all curves + LANES,)

    def curve(self, number: int) -> tuple[int, Singles]:
        """Return the points that are sure for a state of the layer and the chances of more."""
        begin, stop = int(self.first[number]), int(self.first[number + 1])
        return int(self.sure[number]), self.chances[begin:stop]


def full_card(encoded: Encoding) -> CurveLayer:
    """Return the layer without open boxes: nothing more can be scored."""
    states = int(encoded.lanes[0])
    nothing = np.zeros(2 * LANES, dtype=np.float32)
    return CurveLayer(np.full(states + 1, LANES), np.zeros(states, dtype=np.int32), nothing)


def laid_out(widths: Ints64) -> Ints64:
    """Return where curves of these widths begin and end."""
    return LANES + np.concatenate(([0], np.cumsum(widths, dtype=np.int64)))


def layer_bases(encoded: Encoding) -> Ints64:
    """Return, by set of open boxes, its first state's number within the layer."""
    bases = np.zeros(len(encoded.lanes), dtype=np.int64)
    for groups in encoded.layers:
        bases[groups] = np.concatenate(([0], np.cumsum(encoded.lanes[groups])[:-1]))
    return bases


def most_targets(encoded: Encoding) -> list[int]:
    """Return, by layer, how many chances there are at most: known before anything is solved."""
    targets = targets_by_set(encoded)
    return [int(targets[groups].sum()) for groups in encoded.layers]


def targets_by_set(encoded: Encoding) -> Ints64:
    """Return, by set of open boxes, how many chances all its states have at most."""
    card = encoded.card
    masks = np.arange(len(encoded.lanes))
    width = np.zeros(len(masks), dtype=np.int64)
    for box, held in enumerate(encoded.possible_points):
        width += (masks >> box & 1) * (max(held) - min(held))
    width += np.where(encoded.upper_open > 0, abs(encoded.arrays.upper_bonus), 0)
    targets = encoded.lanes * width
    if card.tells_yahtzee_zero:
        open_boxes = sum((masks >> box) & 1 for box in range(len(card.boxes)))
        holding = np.where(masks & encoded.yahtzee_bit, encoded.lanes, encoded.lanes // 2)
        extra = np.where(masks & encoded.yahtzee_bit, open_boxes - 1, open_boxes)
        targets += holding * extra * abs(card.yahtzee_bonus)
    return targets
