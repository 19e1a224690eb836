"""Which points may have been made at a state of a card: kernels that go from the start to the end."""

from __future__ import annotations

from dicedevil.solvers.cards.kernels.turns import group_size, write
from dicedevil.solvers.cards.lattice import Ints
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import kernel


@kernel
def reach_points(card: CardArrays, groups: Ints64, fewest: Ints, most: Ints) -> None:
    """From the points at the states of these groups to those at the states after them."""
    for open_boxes in groups:
        for member in range(group_size(card, open_boxes)):
            number = card.base[open_boxes] + member
            if fewest[number] > most[number]:
                continue
            for box in range(len(card.is_upper)):
                if open_boxes >> box & 1:
                    for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                        gain, after = write(card, open_boxes, member, box, outcome)
                        fewest[after] = min(fewest[after], fewest[number] + gain)
                        most[after] = max(most[after], most[number] + gain)
