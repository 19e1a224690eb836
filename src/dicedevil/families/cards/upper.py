"""Upper totals that cannot be told apart by what is still to come.

With the bonus paid when the threshold is reached, an upper total matters only through which sums of
the still open upper boxes reach it. That is decided by the smallest such sum that is enough, so totals
with the same smallest sum are one class; "already paid" and "out of reach" are one class too.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import PositionError, TooLarge
from dicedevil.families.cards.card import ScoreCard

MOST_THRESHOLD = 5_000
MOST_TOTALS = 8_000_000
"""Sets of open upper boxes times upper totals: more would take minutes to sort into classes."""


class UpperSet(NamedTuple):
    """The upper classes while one set of upper boxes is open."""

    totals: list[int]  # by class: a total that stands for it; the threshold for "settled"
    class_of: list[int]  # by upper total 0..threshold: its class, -1 for a total never met


class UpperSection:
    """What of a card's upper section still matters, whichever boxes are open."""

    def __init__(self, card: ScoreCard) -> None:
        card.require_few_keeps()
        self.card = card
        pays = card.pays  # refuses boxes that pay too much
        self.pays = [pays[number] for number in card.upper]
        """By upper box: what it can pay."""

    @cached_property
    def threshold(self) -> int:
        """The upper total that earns the bonus, 0 without one; one out of reach is just beyond it."""
        card = self.card
        if not card.has_upper_bonus or not card.upper:
            return 0
        threshold = min(card.threshold, sum(points[-1] for points in self.pays) + 1)
        if threshold > MOST_THRESHOLD:
            raise TooLarge(
                f"An upper bonus at {threshold:,} points needs too many states: the most is "
                f"{MOST_THRESHOLD:,}."
            )
        return threshold

    @cached_property
    def sets(self) -> list[UpperSet]:
        """One for every set of open upper boxes, numbered by its bits."""
        pays = self.pays
        full = (1 << len(pays)) - 1
        if full * self.threshold > MOST_TOTALS:
            raise TooLarge(
                f"{len(pays)} upper boxes with a bonus at {self.threshold:,} points make too many "
                "upper totals to tell apart: use fewer upper boxes or a lower threshold."
            )
        return [
            upper_set(
                [pays[i] for i in range(len(pays)) if not open_boxes >> i & 1],
                [pays[i] for i in range(len(pays)) if open_boxes >> i & 1],
                self.threshold,
            )
            for open_boxes in range(full + 1)
        ]

    @cached_property
    def open_upper(self) -> NDArray[np.int32]:
        """By set of open boxes: which upper ones are among them, as bits."""
        masks = np.arange(1 << len(self.card.boxes))
        packed = np.zeros(len(masks), dtype=np.int32)
        for place, number in enumerate(self.card.upper):
            packed |= (((masks >> number) & 1) << place).astype(np.int32)
        return packed

    @cached_property
    def group_sizes(self) -> NDArray[np.int64]:
        """The number of states with each set of open boxes."""
        classes = np.array([len(one.totals) for one in self.sets])[self.open_upper]
        masks = np.arange(len(classes))
        filled = self.card.tells_yahtzee_zero and (masks & self.card.yahtzee_bit == 0)
        return np.where(filled, 2 * classes, classes).astype(np.int64)

    def set_of(self, open_boxes: int) -> UpperSet:
        """Return the upper classes while these boxes are open."""
        return self._sets_by_open[open_boxes]

    @cached_property
    def _sets_by_open(self) -> list[UpperSet]:
        return [self.sets[upper] for upper in self.open_upper.tolist()]

    def total(self, open_boxes: int, total: int) -> int:
        """Return the upper total that stands for this one while these boxes are open."""
        classes = self.set_of(open_boxes)
        return classes.totals[classes.class_of[min(total, self.threshold)]]

    def can_be(self, open_boxes: int, total: int, yahtzee: int) -> bool:
        """Tell whether a card can have these boxes open, this total and this mark for its Yahtzee."""
        filled = not open_boxes & self.card.yahtzee_bit
        marks = (0, 1) if self.card.tells_yahtzee_zero and filled else (0,)
        return total in self.set_of(open_boxes).totals and yahtzee in marks

    def points_that_lead_to(self, open_boxes: int, total: int, yahtzee: int) -> dict[str, int]:
        """Return points for the filled boxes that make this state: as low as may be."""
        card = self.card
        made: dict[int, dict[str, int]] = {0: {}}
        for number, name in enumerate(card.names):
            if open_boxes >> number & 1:
                continue
            pays = sorted(card.possible_points[number])
            if card.tells_yahtzee_zero and name == card.yahtzee_box:
                pays = [points for points in pays if (points > 0) == bool(yahtzee)]
            if not card.boxes[number].is_upper:
                made = {sum_: {**filled, name: pays[0]} for sum_, filled in made.items()}
                continue
            longer: dict[int, dict[str, int]] = {}
            for sum_, filled in made.items():
                for points in pays:
                    longer.setdefault(sum_ + points, {**filled, name: points})
            made = longer
        for sum_, filled in sorted(made.items()):
            if self.total(open_boxes, sum_) == total:
                return filled
        raise PositionError(f"No card has {total} upper points with these boxes open.")


upper_section = lru_cache(maxsize=8)(UpperSection)
"""The upper section of a card, sorted out once."""


def turn_positions(upper: UpperSection) -> tuple[int, int]:
    """Return how many positions with dice to roll there are, and how many choices in them."""
    card, sizes = upper.card, upper.group_sizes
    boxes = sum((np.arange(len(sizes)) >> number) & 1 for number in range(len(card.boxes)))
    saving = card.rerolls * (len(card.boxes) - boxes) if card.saved else 0 * boxes
    cards = int(sizes[1:].sum())  # all but the full card
    states = int((sizes * (1 + saving))[1:].sum())  # with each number of throws saved
    fillings = int((sizes * boxes * (1 + saving)).sum())
    met, met_rerolling = turns_met(card)
    positions = states * (1 + card.rerolls * card.keep_count) + int(sizes[0])
    return positions, fillings * met + cards * met_rerolling + (states - cards) * met_saving(card)


def turns_met(card: ScoreCard) -> tuple[int, int]:
    """Return how many rolls are met within a turn, and how many keeps there are to choose from."""
    rerolls, inside = card.rerolls, _keeps_inside(card)
    # a roll is met once from nothing kept, and once from each keep inside it for each reroll
    met, met_rerolling = len(inside) + rerolls * int(inside.sum()), 0
    if rerolls:
        met_rerolling = int(inside.sum()) + (rerolls - 1) * int((inside * inside).sum())
    return met, met_rerolling


def met_saving(card: ScoreCard) -> int:
    """Return how many keeps there are to choose from where throws are saved, a turn: at every roll."""
    inside = _keeps_inside(card)
    return int(inside.sum()) + card.rerolls * int((inside * inside).sum())


def _keeps_inside(card: ScoreCard) -> NDArray[np.int64]:
    """Return, by roll, how many different keeps it has."""
    if card.tells_dice_apart:  # any of the dice, in each of the rolls
        return np.full(len(card.faces) ** len(card.dice.dice), 2 ** len(card.dice.dice), np.int64)
    rolls = [[roll.count(face) + 1 for face in card.faces] for roll in card.rolls()]
    inside: NDArray[np.int64] = np.array(rolls, np.int64).prod(axis=1)  # so many of each face
    return inside


def upper_set(filled: list[list[int]], still_open: list[list[int]], threshold: int) -> UpperSet:
    """Sort the totals that filled boxes can hold by what the open ones can add; what each pays."""
    made, coming = 1, 1
    for pays in filled:
        made = _sums(made, pays)
    for pays in still_open:
        coming |= _sums(coming, pays)  # a box may stay open, so its "nothing yet" is a sum too
    enough = [_smallest_enough(threshold - total, coming) for total in range(threshold + 1)]
    met = [total for total in range(threshold) if made >> total & 1]
    if made >> threshold:
        met.append(threshold)
    first_total: dict[int, int] = {}
    for total in met:
        first_total.setdefault(enough[total], total if enough[total] else threshold)
    totals = sorted(first_total.values())
    number = {key: totals.index(total) for key, total in first_total.items()}
    return UpperSet(totals, [number.get(key, -1) for key in enough])


def _smallest_enough(short: int, coming: int) -> int:
    """The smallest coming sum of at least `short` > 0; 0 if the bonus is settled either way."""
    if short <= 0 or not coming >> short:
        return 0
    rest = coming >> short
    return short + (rest & -rest).bit_length() - 1


def _sums(totals: int, pays: list[int]) -> int:
    """Sums as bits of one integer: bit t is set if t can be reached."""
    united = 0
    for points in pays:
        united |= totals << points
    return united
