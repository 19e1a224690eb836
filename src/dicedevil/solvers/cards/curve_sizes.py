"""How many points and chances curves can have at most: known before anything is solved."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from dicedevil.solvers.cards.states import Encoding, Ints64


def most_targets(encoded: Encoding) -> list[int]:
    """Return, by layer, how many chances there are at most: known before anything is solved."""
    targets = targets_by_set(encoded)
    return [int(targets[groups].sum()) for groups in encoded.layers]


@lru_cache(maxsize=8)
def targets_by_set(encoded: Encoding) -> Ints64:
    """Return, by set of open boxes, how many chances all its states have at most."""
    card = encoded.card
    masks = np.arange(len(encoded.sizes))
    width = np.zeros(len(masks), dtype=np.int64)
    for box, held in enumerate(encoded.card.possible_points):
        width += (masks >> box & 1) * (max(held) - min(held))
    width += np.where(encoded.arrays.upper_open > 0, abs(encoded.arrays.upper_bonus), 0)
    targets = encoded.sizes * width
    if card.tells_yahtzee_zero:
        open_boxes = sum((masks >> box) & 1 for box in range(len(card.boxes)))
        holding = np.where(masks & card.yahtzee_bit, encoded.sizes, encoded.sizes // 2)
        extra = np.where(masks & card.yahtzee_bit, open_boxes - 1, open_boxes)
        targets += holding * extra * abs(card.yahtzee_bonus)
    return targets
