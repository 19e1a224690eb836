"""A rule of thumb as data: boxes in an order, and what is kept to roll on.

Whoever plays by it fills a box of `at_once` as soon as it pays. Otherwise dice are kept and the others
rolled while there are rerolls; then the first box of `prefer` that pays is filled, and if none does,
the last open box of the order is given up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dicedevil.dice import Roll
from dicedevil.families.cards.choices import KeepDice, ScoreBox
from dicedevil.families.cards.priorities import Priorities, Priority


def most_alike(roll: Roll) -> Roll:
    """Return as many dice alike as there are, of several faces the highest."""
    count, face = max((roll.count(face), face) for face in roll)
    return (face,) * count


def high_half(roll: Roll) -> Roll:
    """Return the dice above the middle of those that are shown."""
    low, high = min(roll), max(roll)
    return tuple(face for face in roll if 2 * face > low + high)


KEEPS: Mapping[str, Callable[[Roll], Roll]] = {
    "alike": most_alike,
    "high": high_half,
    "none": lambda roll: (),
}
"""What may be kept, by its word in a rules file."""


@dataclass(frozen=True)
class Preferring(Priorities):
    """Fill boxes in an order, and keep dice by one rule."""

    prefer: tuple[str, ...]
    at_once: tuple[str, ...] = ()
    keep: str = "alike"

    def lines(self, roll: Roll, rerolls: int) -> Sequence[Priority]:
        """Return what pays at once, then what to keep, or what to fill."""
        card = self.game.card
        order = [name for name in (*self.prefer, *card.names) if name in card.names]
        paying = {
            name for name, points in zip(card.names, card.scores(roll), strict=True) if points > 0
        }
        found = [self._fill(name) for name in self.at_once if name in paying]
        if rerolls:
            every = (1 << len(card.names)) - 1
            return [*found, Priority(every, KeepDice(self._kept(roll)))]
        found += [self._fill(name) for name in order if name in paying]
        return [*found, *(self._fill(name) for name in reversed(order))]

    def _fill(self, name: str) -> Priority:
        return Priority(1 << self.game.card.names.index(name), ScoreBox(name))

    def _kept(self, roll: Roll) -> Roll:
        if not self.game.card.tells_dice_apart:
            return KEEPS[self.keep](roll)
        return self.game.nothing_kept  # which of the dice would have to be said
