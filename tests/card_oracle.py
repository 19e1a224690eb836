"""The believable way: a score card solved with fractions by its rules, word for word.

    value(card state) = mean over rolls of best(roll, rerolls left)
    best(roll, rerolls) = max of: fill an open box and go on; keep some dice, roll the others

Dice are always told apart, a state is every box with its points, and the upper bonus is paid when
the card is full: nothing here shares a shortcut with the kernels. Only for small cards.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product

from dicedevil.dice import Roll
from dicedevil.families.cards.card import Box, ScoreCard

Filled = tuple[int | None, ...]  # the points in each box, None while open
Kept = tuple[int | None, ...]  # the face of each die, None if it is to be rolled


def exact_value(card: ScoreCard, filled: Filled | None = None) -> Fraction:
    """The best mean of the points still to come."""
    return Oracle(card).value(filled or (None,) * len(card.boxes))


class Oracle:
    """One card, with what was already worked out about it."""

    def __init__(self, card: ScoreCard) -> None:
        self.card = card
        self.dice = card.dice.dice
        self.value = lru_cache(maxsize=None)(self._value)
        self.keep_value = lru_cache(maxsize=None)(self._keep_value)

    def _value(self, filled: Filled) -> Fraction:
        if None in filled:
            return self.keep_value(filled, (None,) * len(self.dice), self.card.rerolls)
        upper = sum(p or 0 for p, box in zip(filled, self.card.boxes, strict=True) if box.is_upper)
        earned = self.card.threshold > 0 and upper >= self.card.threshold
        return Fraction(self.card.upper_bonus if earned else 0)

    def _keep_value(self, filled: Filled, kept: Kept, rerolls: int) -> Fraction:
        """Roll the dice that are None, then go on with `rerolls` more."""
        if None not in kept:
            return self.best(filled, tuple(face for face in kept if face is not None), rerolls)
        place = kept.index(None)
        die = self.dice[place]
        total = sum(
            weight * self.keep_value(filled, (*kept[:place], face, *kept[place + 1 :]), rerolls)
            for face, weight in die.weights
        )
        return Fraction(total, die.total_weight)

    def best(self, filled: Filled, roll: Roll, rerolls: int) -> Fraction:
        values = [points + self.value(after) for points, after in self.fillings(filled, roll)]
        if rerolls:
            for held in product((True, False), repeat=len(roll)):
                if not all(held):
                    kept = tuple(f if hold else None for f, hold in zip(roll, held, strict=True))
                    values.append(self.keep_value(filled, kept, rerolls - 1))
        return max(values)

    def fillings(self, filled: Filled, roll: Roll) -> list[tuple[int, Filled]]:
        """Every box that may be filled: the points made now, and the card after."""
        extra = self.card.yahtzee_bonus if self.is_extra_yahtzee(filled, roll) else 0
        matching = self.matching(filled, roll)
        options = []
        for number, box in enumerate(self.card.boxes):
            if self.may_fill(filled, box, roll):
                points = box.points(tuple(sorted(roll)))
                if box.joker is not None and self.is_joker(filled, roll):
                    points = box.joker
                unused = self.card.joker == "used" and matching not in (None, box)
                bonus = 0 if unused else extra
                options.append((points + bonus, (*filled[:number], points, *filled[number + 1 :])))
        return options

    def held(self, filled: Filled, name: str | None) -> int | None:
        return None if name is None else filled[self.card.names.index(name)]

    def is_extra_yahtzee(self, filled: Filled, roll: Roll) -> bool:
        return self.card.is_yahtzee(roll) and bool(self.held(filled, self.card.yahtzee_box))

    def is_joker(self, filled: Filled, roll: Roll) -> bool:
        return (
            self.card.joker != "none"
            and self.card.is_yahtzee(roll)
            and self.held(filled, self.card.yahtzee_box) is not None
            and (self.card.joker == "any" or self.matching(filled, roll) is None)
        )

    def matching(self, filled: Filled, roll: Roll) -> Box | None:
        """The open upper box of a Yahtzee's face."""
        for box in self.card.boxes:
            if box.face == roll[0] and self.held(filled, box.name) is None:
                return box
        return None

    def may_fill(self, filled: Filled, box: Box, roll: Roll) -> bool:
        if self.held(filled, box.name) is not None:
            return False
        yahtzee_filled = self.held(filled, self.card.yahtzee_box) is not None
        if self.card.joker != "forced" or not self.card.is_yahtzee(roll) or not yahtzee_filled:
            return True
        matching = self.matching(filled, roll)
        if matching is not None:
            return box is matching
        lower_open = any(
            points is None and not other.is_upper
            for points, other in zip(filled, self.card.boxes, strict=True)
        )
        return not lower_open or not box.is_upper


class SeveralOracle(Oracle):
    """Several cards, each with its own boxes: nothing says that they are interchangeable."""

    def __init__(self, card: ScoreCard, count: int) -> None:
        super().__init__(card)
        self.count = count

    def start(self) -> Fraction:
        return self.value((None,) * self.count * len(self.card.boxes))

    def cards(self, filled: Filled) -> list[Filled]:
        boxes = len(self.card.boxes)
        return [filled[place * boxes : (place + 1) * boxes] for place in range(self.count)]

    def _value(self, filled: Filled) -> Fraction:
        if None in filled:
            return super()._value(filled)
        return Fraction(sum(super(SeveralOracle, self)._value(card) for card in self.cards(filled)))

    def fillings(self, filled: Filled, roll: Roll) -> list[tuple[int, Filled]]:
        cards, options = self.cards(filled), []
        for place, card in enumerate(cards):
            for points, after in super().fillings(card, roll):
                rest = [*cards[:place], after, *cards[place + 1 :]]
                options.append((points, tuple(held for one in rest for held in one)))
        return options
