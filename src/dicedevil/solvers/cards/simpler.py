"""Simpler games beside that of several cards, between whose values its own lies.

They differ in what is known of the upper sections, and so in their number:

    number = what is known of the sections * ways to be open + how often each counted box is open

- *in order*: upper sections are filled one after the other; known are the cards to come and the
  section that is being filled. All other boxes are filled on any card. It is a way to play several
  cards, so its value is a bound from below.
- *one total*: only the total of all upper sections is known, and every time it has grown by as much as
  a bonus takes, one is paid. A card that earns one has as much by itself, so the true game pays no more
  for the same choices: a bound from above.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.several import with_boxes
from dicedevil.remembering import Remembers
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.layered import Layered, open_counts
from dicedevil.solvers.cards.states import Encoding, Ints64, encoding, write


@dataclass(frozen=True, eq=False)
class SimplerCards(Remembers, Layered):
    """Some cards, of whose upper sections less is known; the card has no bonuses of its own."""

    card: ScoreCard
    count: int
    counted: tuple[int, ...]
    """The boxes of which is counted how often they are open."""
    after: Ints64
    """(sections, outcomes): what is known after writing it; -1 where that cannot be."""
    gain: Floats
    """(sections, outcomes): the points that it brings, bonuses included."""
    still_open: Ints64
    """(sections,): how many boxes are open beside those that are counted."""
    start: int

    @property
    def open_ways(self) -> int:
        """In how many ways counted boxes can be open."""
        ways: int = (self.count + 1) ** len(self.counted)
        return ways

    @property
    def states(self) -> int:
        """All that can be known, with all ways to be open."""
        return len(self.after) * self.open_ways

    @cached_property
    def encoding(self) -> Encoding:
        """The outcomes of the card."""
        return encoding(self.card)

    def solve(self, budget: Budget, what: str) -> tuple[float, float]:
        """Return the value of the start, and how far off it can be; no points may be negative."""
        self.require(budget, what)
        from dicedevil.solvers.cards.kernels.simpler import SimplerArrays, solve_simpler

        stride = np.zeros(len(self.card.boxes), np.int64)
        stride[list(self.counted)] = (self.count + 1) ** np.arange(len(self.counted))
        card, lattice = self.encoding.arrays, self.encoding.lattice.arrays
        arrays = SimplerArrays(
            self.count,
            self.open_ways,
            stride,
            card.outcome_start,
            card.outcome_of,
            self.after,
            self.gain,
        )
        values = np.zeros(self.states)

        def run(numbers: Ints64) -> int:
            solve_simpler(lattice, arrays, self.card.rerolls, numbers, values)
            return len(numbers)

        counts = open_counts(self.count, len(self.counted))
        layer_of = np.add.outer(self.still_open.astype(np.uint8), counts).reshape(-1)
        self.solve_layers(layer_of, run, budget, what)
        value = float(values[(self.start + 1) * self.open_ways - 1])
        return value, self.rounding * float(values.max())


def in_order(card: ScoreCard, count: int) -> SimplerCards:
    """Return the game in which upper sections are filled one after the other."""
    plain = _without_bonuses(card)
    section = encoding(with_boxes(replace(card, **_NO_YAHTZEES), sum(1 << box for box in card.upper)))
    parts, opened = section.states, np.repeat(np.arange(len(section.sizes)), section.sizes)
    empty = int(section.arrays.base[(1 << len(card.upper)) - 1])
    of_card = encoding(plain).arrays
    after, gain = _staying(of_card, count * parts)
    for place, box in enumerate(card.upper):
        for outcome in range(int(of_card.outcome_start[box]), int(of_card.outcome_start[box + 1])):
            to, gained = _written(section, opened, place, int(of_card.outcome_points[outcome]))
            for later in range(count):  # cards whose section comes after this one
                here = slice(later * parts, (later + 1) * parts)
                after[here, outcome] = np.where(to < 0, -1, later * parts + to)
                if later:
                    ends = (to >= 0) & (opened[to] == 0)
                    after[here, outcome][ends] = (later - 1) * parts + empty
                gain[here, outcome] = gained
    counts = np.array([int(boxes).bit_count() for boxes in opened])
    still_open = np.concatenate([counts + later * len(card.upper) for later in range(count)])
    counted = tuple(box for box in range(len(card.boxes)) if box not in card.upper)
    return SimplerCards(plain, count, counted, after, gain, still_open, (count - 1) * parts + empty)


def _written(section: Encoding, opened: Ints64, box: int, points: int) -> tuple[Ints64, Floats]:
    """Return what each section holds with these points in a box, -1 for none, and what they bring."""
    arrays = section.arrays
    outcome = next(
        one
        for one in range(int(arrays.outcome_start[box]), int(arrays.outcome_start[box + 1]))
        if arrays.outcome_points[one] == points
    )
    to, gained = np.full(len(opened), -1), np.zeros(len(opened))
    for part in np.flatnonzero(opened >> box & 1).tolist():
        boxes = int(opened[part])
        gained[part], to[part] = write(arrays, boxes, part - int(arrays.base[boxes]), box, outcome)
    return to, gained


def one_total(card: ScoreCard, count: int) -> SimplerCards:
    """Return the game in which all upper points are added up."""
    plain = _without_bonuses(card)
    of_card = encoding(plain).arrays
    most = count * card.threshold
    totals = np.arange(most + 1)
    after, gain = _staying(of_card, most + 1)
    for box in card.upper:
        for outcome in range(int(of_card.outcome_start[box]), int(of_card.outcome_start[box + 1])):
            after[:, outcome] = np.minimum(totals + int(of_card.outcome_points[outcome]), most)
            bonuses = after[:, outcome] // card.threshold - totals // card.threshold
            gain[:, outcome] += card.upper_bonus * bonuses
    every = tuple(range(len(card.boxes)))
    return SimplerCards(plain, count, every, after, gain, np.zeros(most + 1, np.int64), 0)


_NO_YAHTZEES: dict[str, Any] = {"yahtzee_box": None, "yahtzee_bonus": 0, "joker": "none"}


def _without_bonuses(card: ScoreCard) -> ScoreCard:
    return replace(card, upper_bonus=0, threshold=0, **_NO_YAHTZEES)


def _staying(card: Any, sections: int) -> tuple[Ints64, Floats]:
    """Return what writing does where the sections are left as they are."""
    after = np.repeat(np.arange(sections)[:, None], len(card.outcome_points), axis=1)
    gain = np.repeat(card.outcome_points[None, :].astype(np.float64), sections, axis=0)
    return after, gain
