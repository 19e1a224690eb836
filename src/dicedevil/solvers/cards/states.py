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

from dicedevil.errors import PositionError, quoted
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import CardState, KeepRerollGame
from dicedevil.families.cards.upper import UpperSection, upper_section
from dicedevil.solvers.cards.lattice import Ints, Lattice, lattice
from dicedevil.solvers.machine import SIMD

Bools = NDArray[np.bool_]
Ints64 = NDArray[np.int64]
Numbers = NDArray[np.uint16]


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
    joker_rule: int  # index into JOKER_RULES
    threshold: int
    upper_bonus: int
    yahtzee_bonus: int


SECONDS_PER_KEEP = 1.4e-9
"""Of each keep of each state and each roll of a turn, on one core at 3 GHz."""


class SizeEstimate(NamedTuple):
    """What a solve will need, told before it starts."""

    states: int
    groups: int  # sets of open boxes
    table_bytes: int
    memory_bytes: int  # table, index arrays and the scratch rows of two threads
    seconds: float


class Encoding:
    """The numbering of the states of a card."""

    def __init__(self, card: ScoreCard) -> None:
        self.card = card
        self.lattice: Lattice = lattice(card)
        self.upper: UpperSection = upper_section(card)
        self.sizes: Ints64 = self.upper.group_sizes
        """The number of states with each set of open boxes."""

    @cached_property
    def points(self) -> NDArray[np.int32]:
        """(boxes, rolls): the points of every box for every roll."""
        card = self.card
        table = [card.scores(roll) for roll in self.lattice.rolls]
        return np.ascontiguousarray(np.array(table, dtype=np.int32).T)

    @property
    def states(self) -> int:
        return int(self.sizes.sum())

    @cached_property
    def start(self) -> int:
        """The state of the empty card."""
        return self.state_index({})

    def state_index(self, filled: Mapping[str, int]) -> int:
        """Return the number of the state after the boxes `filled` hold these points."""
        self.card.require_points(filled)
        card, numbers = self.card, [self.card.box_number(name) for name in filled]
        open_boxes = (1 << len(card.boxes)) - 1 - sum(1 << number for number in numbers)
        total = sum(
            points
            for number, points in zip(numbers, filled.values(), strict=True)
            if card.boxes[number].is_upper
        )
        holds = card.tells_yahtzee_zero and filled.get(card.yahtzee_box or "", 0) > 0
        return self.number(open_boxes, self.upper.total(open_boxes, total), holds)

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
        keeps = self.card.keep_count
        states, groups = self.states, len(self.sizes)
        index = self.arrays.class_of.nbytes + self.arrays.total_of.nbytes + 24 * groups
        scratch = threads * 8 * SIMD * (keeps + len(self.arrays.outcome_points))
        seconds = SECONDS_PER_KEEP * states * keeps * (self.card.rerolls + 1) / threads
        return SizeEstimate(states, groups, 8 * states, 8 * states + index + scratch, seconds)

    def number(self, open_boxes: int, upper_total: int, holds_points: bool | int) -> int:
        """Return the number of a state; the upper total is one that stands for its class."""
        totals = self.upper.set_of(open_boxes).totals
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
        card, sets = self.card, self.upper.sets
        most = max(len(s.totals) for s in sets)
        total_of = np.full((len(sets), most), self.upper.threshold, dtype=np.int32)
        for number, one in enumerate(sets):
            total_of[number, : len(one.totals)] = one.totals
        outcomes = _Outcomes(self)
        return CardArrays(
            base=np.concatenate(([0], np.cumsum(self.sizes)[:-1])).astype(np.int64),
            upper_open=self.upper.open_upper,
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
            lower_mask=card.lower_mask,
            yahtzee_bit=self.card.yahtzee_bit,
            tells_zero=card.tells_yahtzee_zero,
            sign=1,
            joker_rule=card.joker_rule,
            threshold=self.upper.threshold,
            upper_bonus=card.upper_bonus if self.upper.threshold else 0,
            yahtzee_bonus=card.yahtzee_bonus,
        )


class _Outcomes:
    """The different things that can be written: few hundred, where box times roll are thousands."""

    def __init__(self, encoding: Encoding) -> None:
        card, rolls = encoding.card, encoding.lattice.rolls
        yahtzee = [bool(encoding.card.yahtzee_bit) and card.is_yahtzee(roll) for roll in rolls]
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


encoding = lru_cache(maxsize=8)(Encoding)
"""The numbering of a card's states, made once."""


def card_number(encoded: Encoding, game: KeepRerollGame, state: CardState) -> int:
    """Return the number of a state's card; refuse a state that cannot occur."""
    try:
        return encoded.number(state.open, state.upper, state.yahtzee)
    except (AttributeError, IndexError, TypeError, ValueError):
        raise PositionError(f"The state {quoted(state)} cannot occur in {game}.") from None


def card_state(game: KeepRerollGame, number: int) -> CardState:
    """Return the state, between two turns, that has this number."""
    encoded = encoding(game.card)
    open_boxes = encoded.open_boxes(number)
    totals = encoded.upper.set_of(open_boxes).totals
    yahtzee, place = divmod(number - int(encoded.arrays.base[open_boxes]), len(totals))
    return game.before_turn(open_boxes, totals[place], yahtzee)


# -- the rules on numbers, plain here and compiled in the kernels ---------------------------------


def write(card: CardArrays, open_boxes: int, member: int, box: int, outcome: int) -> tuple[int, int]:
    """Write an outcome into a box: the points it brings, bonuses included, and the next state."""
    upper = card.upper_open[open_boxes]
    holds_points = member // card.classes[upper]
    upper_class = member - holds_points * card.classes[upper]
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
