"""What the best strategy writes on its card, turn by turn, exactly.

    visits(start) = 1,  visits(after) += visits(state) * prob(outcome of the turn)

An outcome is a box with the points written into it. Only states the strategy can come to are looked
at, one turn after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dicedevil.solvers.cards.kernels.choices import turn_groups
from dicedevil.solvers.cards.kernels.flows import visit_groups
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.law_errors import states_of
from dicedevil.solvers.cards.mean import CardValues
from dicedevil.solvers.cards.shards import padded, split_groups
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.machine import cores

SHARDS = 8
MEAN, ZERO = 0, 1
"""Columns of what is paid."""
BONUS, EXTRA = -2, -1
"""Rows of what is paid, after those of the boxes."""


@dataclass(frozen=True, eq=False)
class WrittenBoxes:
    """Everything the best strategy writes, with its probability."""

    encoding: Encoding
    by_turn: Floats
    """(turns, outcomes): the probability of writing an outcome in a turn."""
    zero_while_open: Floats
    """(boxes, boxes): a zero in the first box while the second is open, the last turn included."""
    first_zero: Mapping[int, tuple[int, list[int]]]
    """By box that ever takes a zero: the first turn in which it does, and in which states."""
    bonus_prob: float
    no_extra_prob: float
    extra_mean: float
    extra_square_mean: float

    @cached_property
    def points(self) -> Floats:
        """By outcome: its points."""
        return self.encoding.arrays.outcome_points.astype(np.float64)

    def outcomes(self, box: int) -> slice:
        """Return the outcomes of a box."""
        start = self.encoding.arrays.outcome_start
        return slice(int(start[box]), int(start[box + 1]))

    def mean(self, box: int, power: int = 1) -> float:
        """Return the mean of a box's points, or of their square."""
        of_box = self.outcomes(box)
        return float(self.by_turn[:, of_box].sum(axis=0) @ self.points[of_box] ** power)

    def zeroes(self, box: int) -> Floats:
        """Return, by turn, the probability of a zero in a box."""
        of_box = self.outcomes(box)
        zero = self.points[of_box] == 0
        found: Floats = self.by_turn[:, of_box][:, zero].sum(axis=1)
        return found

    def filled(self, box: int) -> Floats:
        """Return, by turn, the probability that a box is filled then."""
        found: Floats = self.by_turn[:, self.outcomes(box)].sum(axis=1)
        return found


def written_by_best(values: CardValues, tie: float) -> WrittenBoxes:
    """Follow the best strategy; choices within `tie` of the best count as equal, the first is taken."""
    encoded = values.encoding
    card, boxes = encoded.arrays, len(encoded.card.boxes)
    visits, clean, extras = (np.zeros(encoded.states) for _ in range(3))
    visits[encoded.start] = clean[encoded.start] = 1.0
    paid, paid_after_extra = np.zeros((boxes + 2, 2)), np.zeros((boxes + 2, 2))
    by_turn = np.zeros((boxes, len(card.outcome_points)))
    zero_while_open = np.zeros((boxes, boxes))
    first_zero: dict[int, tuple[int, list[int]]] = {}
    wanted: Ints64 = np.full(encoded.states, -1, dtype=np.int64)
    for turn in range(boxes):
        groups = encoded.layers[boxes - turn]
        states = states_of(encoded, groups)
        states = states[visits[states] > 0]
        prob = _turns(values, tie, groups, states, wanted)
        by_turn[turn] = visits[states] @ prob
        zeroes = visits[states, None] * _zero_prob(encoded, prob)
        zero_while_open += zeroes.T @ _is_open(encoded, states)
        for box in np.flatnonzero(zeroes.any(axis=0)).tolist():
            first_zero.setdefault(box, (turn + 1, states[zeroes[:, box] > 0].tolist()))
        # The expected number of extras so far: what is passed on, and one for each extra made now.
        # A second pass knows the visits that make none; the rest of the visits make one.
        without = np.zeros(encoded.states)
        without[states] = visits[states]
        visit_groups(card, groups, wanted, prob, visits, clean, paid)
        visit_groups(card, groups, wanted, prob, extras, without, paid_after_extra)
        after = states_of(encoded, encoded.layers[boxes - turn - 1])
        extras[after] += visits[after] - without[after]
    full = states_of(encoded, encoded.layers[0])
    made = paid[EXTRA, MEAN] / encoded.card.yahtzee_bonus
    pairs = paid_after_extra[EXTRA, MEAN] / encoded.card.yahtzee_bonus
    return WrittenBoxes(
        encoded,
        by_turn,
        zero_while_open,
        first_zero,
        bonus_prob=float(paid[BONUS, ZERO]),
        no_extra_prob=float(clean[full].sum()),
        extra_mean=float(made),
        extra_square_mean=float(made + 2 * pairs),
    )


def _turns(values: CardValues, tie: float, groups: Ints64, states: Ints64, wanted: Ints64) -> Floats:
    """Return the probability of every outcome (columns) for each of these states (rows)."""
    encoded, table = values.encoding, padded(np.asarray(values.table))
    wanted[:] = -1
    wanted[states] = np.arange(len(states))
    prob = np.empty((len(states), len(encoded.arrays.outcome_points)))

    def work(part: Ints64) -> None:
        turn_groups(
            encoded.lattice.arrays, encoded.arrays, encoded.card.rerolls, part, table, tie, wanted, prob
        )

    with ThreadPoolExecutor(cores()) as executor:
        list(executor.map(work, split_groups(encoded, groups, SHARDS)))
    return prob


def _zero_prob(encoded: Encoding, prob: Floats) -> Floats:
    """Return, by state (rows) and box, the probability of a zero."""
    card = encoded.arrays
    zero = np.where(card.outcome_points == 0, prob, 0.0)
    found: Floats = np.add.reduceat(zero, card.outcome_start[:-1], axis=1)
    return found


def _is_open(encoded: Encoding, states: Ints64) -> Floats:
    """Return, by state (rows) and box, 1 where the box is open."""
    open_boxes = np.searchsorted(encoded.arrays.base, states, side="right") - 1
    boxes = np.arange(len(encoded.card.boxes))
    return ((open_boxes[:, None] >> boxes) & 1).astype(np.float64)
