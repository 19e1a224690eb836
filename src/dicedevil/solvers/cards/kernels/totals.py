"""Numba kernels for the least and the greatest points of a card: made so far, and still to come.

Forward:   made(after) = best over states and ways of   made(state) + gain
Backward:  coming(state) = best over ways of            gain + coming(after)

with "best" the least or the greatest. A way is a box with what a roll writes into it.
"""

from __future__ import annotations

from typing import NamedTuple

from dicedevil.solvers.cards.kernels.turns import group_size, joker_boxes, write
from dicedevil.solvers.cards.lattice import Ints
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import kernel


class Ways(NamedTuple):
    """The different rolls as each box sees them."""

    begin: Ints  # (boxes + 1,): the ways of a box
    outcome: Ints  # (ways,): what it is written as
    joker_outcome: Ints  # (ways,): and as a joker
    matching: Ints  # (ways,): the bit of a Yahtzee's upper box, 0 without one; -1: no Yahtzee


@kernel
def _gain(
    card: CardArrays, ways: Ways, open_boxes: int, member: int, box: int, way: int
) -> tuple[int, int]:
    """What a way brings and the state it leads to, which is -1 if the way is not allowed."""
    boxes, pays, matching = open_boxes, False, ways.matching[way]
    if matching >= 0:
        boxes, pays = joker_boxes(card, open_boxes, matching)
    if not boxes >> box & 1:
        return 0, -1
    number = ways.joker_outcome[way] if pays else ways.outcome[way]
    gain, after = write(card, open_boxes, member, box, number)
    return gain, after


@kernel
def make_groups(card: CardArrays, groups: Ints64, ways: Ways, low: Ints64, high: Ints64) -> None:
    """Carry the least and greatest points made on from these groups. (states,) each."""
    for open_boxes in groups:
        for member in range(group_size(card, open_boxes)):
            here = card.base[open_boxes] + member
            for box in range(len(card.is_upper)):
                if not open_boxes >> box & 1:
                    continue
                for way in range(ways.begin[box], ways.begin[box + 1]):
                    gain, after = _gain(card, ways, open_boxes, member, box, way)
                    if after >= 0:
                        low[after] = min(low[after], low[here] + gain)
                        high[after] = max(high[after], high[here] + gain)


@kernel
def expect_groups(card: CardArrays, groups: Ints64, ways: Ways, low: Ints64, high: Ints64) -> None:
    """Find the least and greatest points still to come in these groups. (states,) each."""
    for open_boxes in groups:
        for member in range(group_size(card, open_boxes)):
            here = card.base[open_boxes] + member
            for box in range(len(card.is_upper)):
                if not open_boxes >> box & 1:
                    continue
                for way in range(ways.begin[box], ways.begin[box + 1]):
                    gain, after = _gain(card, ways, open_boxes, member, box, way)
                    if after >= 0:
                        low[here] = min(low[here], gain + low[after])
                        high[here] = max(high[here], gain + high[after])
