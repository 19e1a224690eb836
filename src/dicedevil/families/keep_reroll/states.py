"""States of play: what of a half-filled card still matters, numbered without gaps.

A state is (open boxes, Yahtzee box zero or not, upper class). States with the same open boxes lie
side by side: number = base[open boxes] + holds_points * classes + class.

Upper totals with the same future are one class (see `upper`). For the official card
this makes 1,618 classes over the 64 sets of open upper boxes, times 192 = 310,656 states (Pawlewicz
2010, section 3.1).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.dice import Roll
from dicedevil.errors import PositionError, RulesError, TooLarge, listed, quoted
from dicedevil.families.keep_reroll.card import JOKER_RULES, MOST_POINTS, ScoreCard
from dicedevil.families.keep_reroll.lattice import Ints, Lattice, keep_count, lattice
from dicedevil.families.keep_reroll.upper import UpperSet, upper_set

Bools = NDArray[np.bool_]
Ints64 = NDArray[np.int64]
Numbers = NDArray[np.uint16]

LANES = 16
"""As many states as a kernel works on side by side; it may read so far beyond the end of a table."""
MOST_THRESHOLD = 5_000
MOST_TOTALS = 8_000_000
"""Sets of open upper boxes times upper totals: more would take minutes to sort into classes."""
NO_JOKER, FORCED_JOKER = JOKER_RULES.index("none"), JOKER_RULES.index("forced")


class CardArrays(NamedTuple):
    """What the kernels read of a card. An outcome is a box with the points written into it."""

    base: NDArray[np.int64]  # (2 ** boxes,): the first state with these boxes open
    upper_open: Ints  # (2 ** boxes,): which upper boxes are among them
    classes: Ints  # (2 ** upper,): the number of upper classes
    total_of: Ints  # (2 ** upper, most classes): a total that stands for the class
    class_of: Ints  # (2 ** upper, threshold + 1): the class of a total, -1 if none
    is_upper: Bools  # (boxes,)
    outcome_start: Ints  # (boxes + 1,)
    outcome_box: Ints  # (outcomes,)
    outcome_points: Ints  # (outcomes,)
    outcome_extra: Ints  # (outcomes,): -1, or made by a Yahtzee: no bonus while these boxes are open
    outcome_of: Ints  # (rolls, boxes)
    joker_outcome: Ints  # (rolls, boxes): the same, with the joker scores paid
    matching: Ints  # (rolls,): the bit of a Yahtzee's upper box, 0 without one; -1: no Yahtzee
    lower_mask: int
    yahtzee_bit: int  # 0 without a Yahtzee box
    tells_zero: bool
    sign: int  # 1 where more points are better, -1 where fewer are
    joker: int  # index into JOKER_RULES
    threshold: int
    upper_bonus: int
    yahtzee_bonus: int


class SizeEstimate(NamedTuple):
    """What a solve will need, told before it starts."""

    states: int
    groups: int  # sets of open boxes
    table_bytes: int
    memory_bytes: int  # table, index arrays and the scratch rows of two threads


class Encoding:
    """The numbering of the states of a card."""

    def __init__(self, card: ScoreCard) -> None:
        self.card = card
        self.lattice: Lattice = lattice(card)
        self.upper = [number for number, box in enumerate(card.boxes) if box.is_upper]
        self.yahtzee_bit = 0 if card.yahtzee_box is None else 1 << card.box_number(card.yahtzee_box)

    @cached_property
    def threshold(self) -> int:
        """The upper total that earns the bonus, 0 without one; one out of reach is just beyond it."""
        if not self.card.has_upper_bonus or not self.upper:
            return 0
        most = sum(int(self.points[number].max()) for number in self.upper)
        threshold = min(self.card.threshold, most + 1)
        if threshold > MOST_THRESHOLD:
            raise TooLarge(
                f"An upper bonus at {threshold:,} points needs too many states: the most is "
                f"{MOST_THRESHOLD:,}."
            )
        return threshold

    @cached_property
    def points(self) -> NDArray[np.int32]:
        """(boxes, rolls): the points of every box for every roll."""
        table = [
            [box.points(roll) for roll in map(_sorted, self.lattice.rolls)] for box in self.card.boxes
        ]
        most = max(abs(points) for row in table for points in row)
        if most > MOST_POINTS:
            raise RulesError(f"A box pays at most {MOST_POINTS:,} points, not {most:,}.")
        points = np.array(table, dtype=np.int32)
        if self.card.has_upper_bonus and self.upper and points[self.upper].min() < 0:
            raise RulesError("Upper boxes with a bonus cannot pay less than zero.")
        return points

    @cached_property
    def upper_sets(self) -> list[UpperSet]:
        """One for every set of open upper boxes, numbered by its bits."""
        pays = [sorted({int(p) for p in self.points[number]}) for number in self.upper]
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
    def upper_open(self) -> Ints:
        masks = np.arange(1 << len(self.card.boxes))
        return _pack_bits(masks, self.upper)

    @cached_property
    def lanes(self) -> NDArray[np.int64]:
        """The number of states with each set of open boxes."""
        classes = np.array([len(s.totals) for s in self.upper_sets])[self.upper_open]
        masks = np.arange(len(classes))
        filled = self.card.tells_yahtzee_zero and (masks & self.yahtzee_bit == 0)
        return np.where(filled, 2 * classes, classes).astype(np.int64)

    @property
    def states(self) -> int:
        return int(self.lanes.sum())

    @cached_property
    def start(self) -> int:
        """The state of the empty card."""
        return self.state_index({})

    def state_index(self, filled: Mapping[str, int]) -> int:
        """Return the number of the state after the boxes `filled` hold these points."""
        self.require_points(filled)
        card, numbers = self.card, [self.card.box_number(name) for name in filled]
        open_boxes = (1 << len(card.boxes)) - 1 - sum(1 << number for number in numbers)
        total = sum(
            points
            for number, points in zip(numbers, filled.values(), strict=True)
            if card.boxes[number].is_upper
        )
        holds = card.tells_yahtzee_zero and filled.get(card.yahtzee_box or "", 0) > 0
        return self.number(open_boxes, self.upper_total(open_boxes, total), holds)

    def require_points(self, filled: Mapping[str, int]) -> None:
        """Refuse points that a box cannot hold."""
        for name, points in filled.items():
            number = self.card.box_number(name)
            if points not in self.possible_points[number]:
                held = listed(sorted(self.possible_points[number]), limit=40)
                raise PositionError(f"{quoted(f'{name}={points}')}: the box can hold {held}.")

    @cached_property
    def possible_points(self) -> list[set[int]]:
        """What each box can ever hold, joker scores included."""
        held = [{int(p) for p in row} for row in self.points]
        for number, box in enumerate(self.card.boxes):
            if self.card.joker != "none" and box.joker is not None:
                held[number].add(box.joker)
        return held

    def open_boxes(self, state: int) -> int:
        """The set of open boxes of a state, as bits."""
        return int(np.searchsorted(self.arrays.base, state, side="right")) - 1

    @cached_property
    def layers(self) -> list[NDArray[np.int64]]:
        """The sets of open boxes by their number: layer 0 is the full card, already over."""
        boxes = len(self.card.boxes)
        masks = np.arange(1 << boxes, dtype=np.int64)
        count = sum((masks >> number) & 1 for number in range(boxes))
        return [masks[count == size] for size in range(boxes + 1)]

    def estimate(self, threads: int = 2) -> SizeEstimate:
        """Return states and memory of a solve."""
        keeps = keep_count(self.card)
        states, groups = self.states, len(self.lanes)
        index = self.arrays.class_of.nbytes + self.arrays.total_of.nbytes + 24 * groups
        scratch = threads * 8 * LANES * (keeps + len(self.arrays.outcome_points))
        return SizeEstimate(states, groups, 8 * states, 8 * states + index + scratch)

    def upper_total(self, open_boxes: int, total: int) -> int:
        """Return the upper total that stands for this one while these boxes are open."""
        classes = self.upper_set_of(open_boxes)
        return classes.totals[classes.class_of[min(total, self.threshold)]]

    def upper_set_of(self, open_boxes: int) -> UpperSet:
        """Return the upper classes while these boxes are open."""
        return self._upper_sets_by_open[open_boxes]

    @cached_property
    def _upper_sets_by_open(self) -> list[UpperSet]:
        return [self.upper_sets[upper] for upper in self.upper_open.tolist()]

    def number(self, open_boxes: int, upper_total: int, holds_points: bool | int) -> int:
        """Return the number of a state; the upper total is one that stands for its class."""
        totals = self.upper_set_of(open_boxes).totals
        place = int(bool(holds_points)) * len(totals) + totals.index(upper_total)
        return int(self.arrays.base[open_boxes]) + place

    @cached_property
    def fingerprint(self) -> str:
        """A short text that differs for different rules: tables carry it."""
        digest = hashlib.blake2b(digest_size=16)
        for part in (*self.arrays, *self.lattice.arrays, self.card.rerolls, self.lattice.faces):
            array = np.asarray(part)
            digest.update(f"{array.dtype.str}{array.shape}".encode())
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()

    @cached_property
    def arrays(self) -> CardArrays:
        card, sets = self.card, self.upper_sets
        most = max(len(s.totals) for s in sets)
        total_of = np.full((len(sets), most), self.threshold, dtype=np.int32)
        for number, one in enumerate(sets):
            total_of[number, : len(one.totals)] = one.totals
        outcomes = _Outcomes(self)
        return CardArrays(
            base=np.concatenate(([0], np.cumsum(self.lanes)[:-1])).astype(np.int64),
            upper_open=self.upper_open,
            classes=np.array([len(s.totals) for s in sets], dtype=np.int32),
            total_of=total_of,
            class_of=np.array([s.class_of for s in sets], dtype=np.int32),
            is_upper=np.array([box.is_upper for box in card.boxes]),
            outcome_start=outcomes.start,
            outcome_box=np.repeat(np.arange(len(card.boxes)), np.diff(outcomes.start)).astype(np.int32),
            outcome_points=outcomes.points,
            outcome_extra=outcomes.extra,
            outcome_of=np.ascontiguousarray(outcomes.of.T),
            joker_outcome=np.ascontiguousarray(outcomes.joker.T),
            matching=outcomes.matching,
            lower_mask=sum(1 << n for n, box in enumerate(card.boxes) if not box.is_upper),
            yahtzee_bit=self.yahtzee_bit,
            tells_zero=card.tells_yahtzee_zero,
            sign=1,
            joker=JOKER_RULES.index(card.joker),
            threshold=self.threshold,
            upper_bonus=card.upper_bonus if self.threshold else 0,
            yahtzee_bonus=card.yahtzee_bonus,
        )


class _Outcomes:
    """The different things that can be written: few hundred, where box times roll are thousands."""

    def __init__(self, encoding: Encoding) -> None:
        card, rolls = encoding.card, encoding.lattice.rolls
        yahtzee = [bool(encoding.yahtzee_bit) and card.is_yahtzee(roll) for roll in rolls]
        self.matching = np.full(len(rolls), -1, dtype=np.int32)
        for number, roll in enumerate(rolls):
            if yahtzee[number]:
                box = card.upper_number(roll[0])
                self.matching[number] = 0 if box is None else 1 << box
        normal = encoding.points
        joker = normal.copy()
        for number, paid in enumerate(card.boxes):
            if paid.joker is not None:
                joker[number, yahtzee] = paid.joker
        extra = np.where(np.array(yahtzee) & card.tells_yahtzee_zero, 0, -1)
        start, points, blocking = [0], [], []
        self.of, self.joker = np.empty_like(normal), np.empty_like(normal)
        for number in range(len(card.boxes)):
            blocked = extra
            if card.joker == "used":  # elsewhere than in its own upper box, while that is open
                blocked = np.where((extra == 0) & (self.matching != 1 << number), self.matching, extra)
            normal_keys = list(zip(normal[number].tolist(), blocked.tolist(), strict=True))
            joker_keys = list(zip(joker[number].tolist(), extra.tolist(), strict=True))
            keys = sorted({*normal_keys, *joker_keys})
            where = {key: start[-1] + position for position, key in enumerate(keys)}
            self.of[number] = [where[key] for key in normal_keys]
            self.joker[number] = [where[key] for key in joker_keys]
            points += [key[0] for key in keys]
            blocking += [key[1] for key in keys]
            start.append(start[-1] + len(keys))
        self.start = np.array(start, dtype=np.int32)
        self.points = np.array(points, dtype=np.int32)
        self.extra = np.array(blocking, dtype=np.int32)


def turn_positions(encoded: Encoding) -> tuple[int, int]:
    """Return how many positions with dice to roll there are, and how many choices in them."""
    lattice, rerolls = encoded.lattice.arrays, encoded.card.rerolls
    inside = np.diff(lattice.within_start).astype(np.int64)  # by roll: the keeps it can come from
    boxes = sum((np.arange(len(encoded.lanes)) >> n) & 1 for n in range(len(encoded.card.boxes)))
    states = int(encoded.lanes[1:].sum())  # all but the full card
    fillings = int((encoded.lanes * boxes).sum())
    # a roll is met once from nothing kept, and once from each keep inside it for each reroll
    met, met_rerolling = len(inside) + rerolls * int(inside.sum()), 0
    if rerolls:
        met_rerolling = int(inside.sum()) + (rerolls - 1) * int((inside * inside).sum())
    positions = states * (1 + rerolls * lattice.keeps) + int(encoded.lanes[0])
    return positions, fillings * met + states * met_rerolling


def points_that_lead_to(
    encoded: Encoding, open_boxes: int, upper_total: int, yahtzee: int
) -> dict[str, int]:
    """Return points for the filled boxes that make this state: as low as may be."""
    card = encoded.card
    made: dict[int, dict[str, int]] = {0: {}}
    for number, name in enumerate(card.names):
        if open_boxes >> number & 1:
            continue
        pays = sorted(encoded.possible_points[number])
        if card.tells_yahtzee_zero and name == card.yahtzee_box:
            pays = [points for points in pays if (points > 0) == bool(yahtzee)]
        if not card.boxes[number].is_upper:
            made = {total: {**filled, name: pays[0]} for total, filled in made.items()}
            continue
        longer: dict[int, dict[str, int]] = {}
        for total, filled in made.items():
            for points in pays:
                longer.setdefault(total + points, {**filled, name: points})
        made = longer
    for total, filled in sorted(made.items()):
        if encoded.upper_total(open_boxes, total) == upper_total:
            return filled
    raise PositionError(f"No card has {upper_total} upper points with these boxes open.")


@lru_cache(maxsize=8)
def encoding(card: ScoreCard) -> Encoding:
    """The encoding of a card, built once."""
    return Encoding(card)


def _sorted(roll: Roll) -> Roll:
    return tuple(sorted(roll))


def _pack_bits(masks: NDArray[np.int64], numbers: list[int]) -> Ints:
    packed = np.zeros(len(masks), dtype=np.int32)
    for position, number in enumerate(numbers):
        packed |= (((masks >> number) & 1) << position).astype(np.int32)
    return packed


# -- the rules on numbers, plain here and compiled in the kernels ---------------------------------


def joker_boxes(card: CardArrays, open_boxes: int, matching: int) -> tuple[int, bool]:
    """The boxes a Yahtzee may fill, and whether they pay their joker scores."""
    if card.joker == NO_JOKER or open_boxes & card.yahtzee_bit:
        return open_boxes, False
    if card.joker != FORCED_JOKER:
        return open_boxes, open_boxes & matching == 0
    if open_boxes & matching:
        return matching, False
    if open_boxes & card.lower_mask:
        return open_boxes & card.lower_mask, True
    return open_boxes, False


def write(card: CardArrays, open_boxes: int, lane: int, box: int, outcome: int) -> tuple[int, int]:
    """Write an outcome into a box: the points it brings, bonuses included, and the next state."""
    upper = card.upper_open[open_boxes]
    holds_points = lane // card.classes[upper]
    upper_class = lane - holds_points * card.classes[upper]
    points = card.outcome_points[outcome]
    gain = points
    blocking = card.outcome_extra[outcome]
    if holds_points and blocking >= 0 and open_boxes & blocking == 0:
        gain += card.yahtzee_bonus
    left = open_boxes & ~(1 << box)
    if card.is_upper[box]:
        total = card.total_of[upper, upper_class]
        reached = total + points
        if reached >= card.threshold:
            gain += card.upper_bonus if total < card.threshold else 0
            reached = card.threshold
        upper = card.upper_open[left]
        upper_class = card.class_of[upper, reached]
    if card.tells_zero and 1 << box == card.yahtzee_bit:
        holds_points = 1 if points > 0 else 0
    return gain, card.base[left] + holds_points * card.classes[upper] + upper_class


def group_size(card: CardArrays, open_boxes: int) -> int:
    """The number of states with these open boxes."""
    classes = int(card.classes[card.upper_open[open_boxes]])
    return classes * 2 if card.tells_zero and open_boxes & card.yahtzee_bit == 0 else classes
