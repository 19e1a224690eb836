"""Several cards at once, solved exactly for the mean score.

    value(state) = mean over rolls, keeping best, of max over cards and their open boxes of
                   points(box, roll) + bonuses on that card + value(state after)

A state is what the linked boxes of each card hold, cards in any order, and of every loose box on how
many cards it is open (`families.cards.several`). States between turns are numbered

    number = rank of the multiset of parts * (cards + 1) ** loose boxes + how often each is open

where a part is the state of one card's linked boxes, numbered by its own `Encoding`. Without bonuses
nothing is linked, and 4^6 states are all there is to three cards of Junior Yahtzee, 4^13 of Basic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from dicedevil.families.cards.card import ScoreCard, joker_boxes
from dicedevil.families.cards.numbered import CardsState, Part
from dicedevil.families.cards.several import SeveralCards, with_boxes
from dicedevil.remembering import Remembers
from dicedevil.solvers.cards.lattice import Floats, Ints, Lattice, lattice
from dicedevil.solvers.cards.layered import SECONDS_PER_STEP, Layered
from dicedevil.solvers.cards.mean import MOST_TURNS, walk_turn
from dicedevil.solvers.cards.states import Encoding, Ints64, encoding, write

if TYPE_CHECKING:
    from dicedevil.solvers.cards.kernels.several import SeveralArrays

MOST_STATES = 1 << 12
"""States whose values are remembered: the choices at all rolls of a turn lead to the same few."""
LOW_SIZE = 1 << 12
"""Lows are at most so many: what is looked up of them stays in the processor's first cache."""
BYTES_PER_HIGH = 13
"""How many boxes are open in it, and where its states begin in the two layers and in one more."""
LINKED_STEP = 2.4e-9
"""What a keep of a state takes where the cards are told apart, with what each of them makes of it."""


@dataclass(frozen=True)
class CardsEncoding(Remembers, Layered):
    """The numbering of the states of several cards: `linked` as bits of the card's boxes."""

    card: ScoreCard
    count: int
    linked: int
    pooled: bool = False
    """Whether extra Yahtzees and jokers count on all cards: a bound from above (`bounds`)."""

    @cached_property
    def linked_boxes(self) -> list[int]:
        """The numbers of the linked boxes on the card."""
        return [number for number in range(len(self.card.boxes)) if self.linked >> number & 1]

    @cached_property
    def loose_boxes(self) -> list[int]:
        """The numbers of the loose ones."""
        return [number for number in range(len(self.card.boxes)) if not self.linked >> number & 1]

    @cached_property
    def part(self) -> Encoding | None:
        """The linked boxes of one card, as a card of their own."""
        return encoding(with_boxes(self.card, self.linked)) if self.linked else None

    @cached_property
    def loose(self) -> Encoding | None:
        """The loose boxes of one card; jokers are asked for by whoever pools the cards."""
        return encoding(with_boxes(self.card, ~self.linked)) if self.loose_boxes else None

    @property
    def lattice(self) -> Lattice:
        """The keeps of the dice."""
        return lattice(self.card)

    @cached_property
    def loose_size(self) -> int:
        """In how many ways loose boxes can be open."""
        size: int = (self.count + 1) ** len(self.loose_boxes)
        return size

    @cached_property
    def multisets(self) -> int:
        """In how many ways the cards can hold their linked boxes."""
        parts = 1 if self.part is None else self.part.states
        return comb(parts + self.count - 1, self.count)

    @property
    def states(self) -> int:
        """States between turns, the end included."""
        return self.multisets * self.loose_size

    @cached_property
    def layer_sizes(self) -> list[int]:
        """By open boxes: how many states there are.

        Multisets are counted by Newton's identity, k h(k) = p(1) h(k - 1) + ... + p(k) h(0), with p(j)
        the sum over all parts of x ** (j * its open boxes).
        """
        parts = Counter({0: 1})
        if self.part is not None:
            boxes = [int(one).bit_count() for one in range(len(self.part.sizes))]
            parts = Counter()
            for opened, size in zip(boxes, self.part.sizes.tolist(), strict=True):
                parts[opened] += size
        ways: list[Counter[int]] = [Counter({0: 1})]
        for many in range(1, self.count + 1):
            summed: Counter[int] = Counter()
            for power in range(1, many + 1):
                for opened, size in parts.items():
                    for others, found in ways[many - power].items():
                        summed[power * opened + others] += size * found
            ways.append(Counter({opened: found // many for opened, found in summed.items()}))
        sizes = [ways[-1][opened] for opened in range(self.count * len(self.linked_boxes) + 1)]
        for _ in self.loose_boxes:
            sizes = [
                sum(sizes[max(0, opened - self.count) : opened + 1])
                for opened in range(len(sizes) + self.count)
            ]
        return sizes

    @cached_property
    def low_boxes(self) -> int:
        """How many loose boxes are told by the low part of a number (`several_layers`)."""
        ways, boxes = self.count + 1, 0
        while boxes < len(self.loose_boxes) and ways ** (boxes + 1) <= LOW_SIZE:
            boxes += 1
        return boxes

    @property
    def low_size(self) -> int:
        """In how many ways these can be open."""
        size: int = (self.count + 1) ** self.low_boxes
        return size

    @property
    def places_bytes(self) -> int:
        """What it takes to know where states are in their layers."""
        return BYTES_PER_HIGH * (self.states // self.low_size)

    @property
    def layers_bytes(self) -> int:
        """What a solve takes beside the whole table: two layers, and where their states are."""
        return 2 * 8 * max(self.layer_sizes) + self.places_bytes

    @property
    def memory_bytes(self) -> int:
        """What a solve takes."""
        return self.table_bytes + self.layers_bytes

    @property
    def seconds_per_step(self) -> float:  # type: ignore[override]
        """More where each of the cards has to be looked at."""
        return LINKED_STEP if self.linked and not self.pooled else SECONDS_PER_STEP

    @cached_property
    def strides(self) -> list[int]:
        """By loose box: how far apart states are that differ in one of it."""
        return [(self.count + 1) ** place for place in range(len(self.loose_boxes))]

    def number(self, state: CardsState) -> int:
        """Return the number of a state's cards."""
        loose = sum(
            stride * sum(part[0] >> box & 1 for part in state.cards)
            for box, stride in zip(self.loose_boxes, self.strides, strict=True)
        )
        return self._rank(sorted(map(self._part_number, state.cards))) * self.loose_size + loose

    def _part_number(self, part: tuple[int, int, int]) -> int:
        if self.part is None:
            return 0
        opened = sum((part[0] >> box & 1) << place for place, box in enumerate(self.linked_boxes))
        return self.part.number(opened, part[1], part[2])

    def _rank(self, parts: list[int]) -> int:
        return sum(comb(part + place, place + 1) for place, part in enumerate(parts))

    def parts_of(self, number: int) -> list[int]:
        """Return the parts of a multiset, in rising order."""
        left, parts = number // self.loose_size, []
        most = 1 if self.part is None else self.part.states
        for place in range(self.count - 1, -1, -1):
            low, high = 0, most - 1
            while low < high:
                middle = (low + high + 1) // 2
                low, high = (
                    (middle, high) if comb(middle + place, place + 1) <= left else (low, middle - 1)
                )
            parts.append(low)
            left -= comb(low + place, place + 1)
        return parts[::-1]

    def is_open(self, number: int, place: int) -> bool:
        """Tell whether a loose box is open on some card."""
        return number // self.strides[place] % (self.count + 1) > 0

    @cached_property
    def special(self) -> list[int]:
        """The rolls that are Yahtzees about which the joker rule speaks."""
        card = self.card
        speaks = self.part is not None and card.yahtzee_box is not None and card.joker != "none"
        if not (speaks or self.pooled):
            return []
        rolls = self.lattice.rolls
        return [number for number, roll in enumerate(rolls) if card.is_yahtzee(roll)]

    @property
    def joker_points(self) -> Ints:
        """(special, loose boxes): what a Yahtzee pays once it is a joker, if that is more."""
        rolls, boxes = self.lattice.rolls, [self.card.boxes[number] for number in self.loose_boxes]
        is_any = self.card.joker != "none"
        paid = [
            [max(box.points(rolls[roll]), (box.joker or 0) if is_any else 0) for box in boxes]
            for roll in self.special
        ]
        return np.array(paid, np.int32).reshape(len(self.special), len(boxes))

    def cards(self, number: int) -> tuple[Part, ...]:
        """Return cards that have a number, open loose boxes on the last of them."""
        cards = [self._part(part) for part in self.parts_of(number)]
        for box, stride in zip(self.loose_boxes, self.strides, strict=True):
            still_open = number // stride % (self.count + 1)
            for place in range(self.count - still_open, self.count):
                cards[place][0] |= 1 << box
        return tuple((opened, upper, mark) for opened, upper, mark in cards)

    def _part(self, number: int) -> list[int]:
        if self.part is None:
            return [0, 0, 0]
        opened = self.part.open_boxes(number)
        totals = self.part.upper.set_of(opened).totals
        mark, place = divmod(number - int(self.part.arrays.base[opened]), len(totals))
        boxes = sum((opened >> bit & 1) << box for bit, box in enumerate(self.linked_boxes))
        return [boxes, totals[place], mark]

    @cached_property
    def arrays(self) -> SeveralArrays:
        """What the kernels read of the cards."""
        from dicedevil.solvers.cards.kernels.several import SeveralArrays

        parts = 0 if self.part is None else self.part.states
        special = np.full(len(self.lattice.rolls), -1, np.int32)
        special[self.special] = np.arange(len(self.special))
        ways = [[comb(p + k, k + 1) for p in range(parts + 1)] for k in range(self.count)]
        return SeveralArrays(
            self.count,
            parts,
            self.open_of,
            np.array(ways, np.int64),
            np.array(self.strides, np.int64),
            self.loose_size,
            special,
            self.pooled,
            self.joker_points,
        )

    @cached_property
    def open_of(self) -> Ints64:
        """By part: which of the linked boxes are open, as bits of their own card."""
        if self.part is None:
            return np.zeros(0, np.int64)
        return np.repeat(np.arange(len(self.part.sizes)), self.part.sizes).astype(np.int64)


@dataclass(frozen=True, eq=False)
class CardsValues(Remembers):
    """The value of every state of several cards; mid-turn values are worked out when asked."""

    game: SeveralCards
    encoded: CardsEncoding
    table: Any
    """By number of state: an array, or values in shards (`several_layers`)."""
    sign: int = 1

    @cached_property
    def error_bound(self) -> float:
        """No value is further than this from the exact one: as for one card, with so many turns."""
        return self.encoded.rounding * self._largest

    @property
    def _largest(self) -> float:
        """No number on the way to a value is larger."""
        card = self.game.card
        lowest = min(min(points) for points in card.possible_points)
        if min(lowest, card.upper_bonus, card.yahtzee_bonus) >= 0:
            if isinstance(self.table, np.ndarray):
                return float(max(self.table.max(), -self.table.min()))
            return float(self.table.largest)
        most = sum(max(map(abs, points)) for points in card.possible_points) + abs(card.upper_bonus)
        return float(self.game.count * (most + len(card.boxes) * abs(card.yahtzee_bonus)))

    def worth(self, points: int, state: CardsState) -> float:
        """Return the mean of the final score from a state on, points made so far included."""
        try:
            return points + self._worth(state)
        except TypeError:  # no such state: it cannot even be remembered
            return points + self._still_to_come(state)

    @cached_property
    def _worth(self) -> Callable[[CardsState], float]:
        return lru_cache(MOST_STATES)(self._still_to_come)

    def _still_to_come(self, state: CardsState) -> float:
        if not self.game.is_over(state):
            self.game.rolls(state)  # refuses a state that cannot occur
        number = self.encoded.number(state)
        if not self.game.is_in_turn(state):
            return float(self.table[number])
        keep = self.encoded.lattice.number[state.kept]
        return float(self.turn(number)[state.rerolls][keep])

    @cached_property
    def turn(self) -> Callable[[int], list[Floats]]:
        """What keeps are worth: the mean to come, by rerolls left after the coming roll and by keep."""
        return lru_cache(MOST_TURNS)(self._turn)

    def _turn(self, number: int) -> list[Floats]:
        choose = np.maximum if self.sign > 0 else np.minimum
        best = self.sign * self._roll_values(number)
        return walk_turn(self.encoded.lattice, best, self.game.card.rerolls, choose)

    def _roll_values(self, number: int) -> Floats:
        """Return, by roll, what the best box of all cards brings, times the sign."""
        encoded = self.encoded
        best = np.full(len(encoded.lattice.rolls), -np.inf)
        if encoded.loose is not None:
            outcomes, points = encoded.loose.arrays.outcome_of, encoded.loose.arrays.outcome_points
            for place, stride in enumerate(encoded.strides):
                if encoded.is_open(number, place):
                    future = self.table[number - stride]
                    np.maximum(best, self.sign * (points[outcomes[:, place]] + future), out=best)
        if encoded.part is not None:
            parts = encoded.parts_of(number)
            for place, part in enumerate(parts):
                if place == 0 or part != parts[place - 1]:
                    np.maximum(best, self._on_card(encoded.part, number, parts, place), out=best)
        return best

    def _on_card(self, encoded: Encoding, number: int, parts: list[int], place: int) -> Floats:
        """Return, by roll, what the best linked box of one card brings, times the sign."""
        card, rolls = encoded.arrays, len(encoded.lattice.rolls)
        opened = encoded.open_boxes(parts[place])
        member = parts[place] - int(card.base[opened])
        worth = np.full(len(card.outcome_points), -np.inf)
        for outcome, box in enumerate(card.outcome_box.tolist()):
            if opened >> box & 1:
                gain, after = write(card, opened, member, box, outcome)
                others = sorted([*parts[:place], int(after), *parts[place + 1 :]])
                worth[outcome] = self.sign * (gain + self._at(others, number))
        best = np.full(rolls, -np.inf)
        if not opened:
            return best
        np.max(worth[card.outcome_of], axis=1, out=best)
        for roll in self.encoded.special:
            allowed, is_joker = joker_boxes(card, opened, int(card.matching[roll]))
            outcomes = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
            best[roll] = max(
                worth[outcomes[box]] for box in range(len(card.is_upper)) if allowed >> box & 1
            )
        return best

    def _at(self, parts: list[int], number: int) -> float:
        rank = sum(comb(part + place, place + 1) for place, part in enumerate(parts))
        return float(self.table[rank * self.encoded.loose_size + number % self.encoded.loose_size])
