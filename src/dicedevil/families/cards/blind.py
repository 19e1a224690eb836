"""Blind strategies: the boxes are filled in a given order, whatever is rolled.

    blind                  the boxes from the top down, each with the first roll of its turn
    blind=chance+yahtzee   these first, then the others from the top down
    blind-reroll[=...]     the same with the last roll: all dice are rolled again before

Where no box pays for others (no bonus, no jokers) all of them have the same mean: the sum of what a
single roll brings in each box (Verhoeff 1999, Table 7). A joker rule may forbid the box that is next;
then the first one that is allowed is filled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicedevil.dice import Roll
from dicedevil.errors import UsageError, listed, nearest, quoted
from dicedevil.families.cards.choices import KeepDice, ScoreBox
from dicedevil.families.cards.names import BLIND
from dicedevil.families.cards.priorities import CardRules, Priorities, Priority


@dataclass(frozen=True)
class Blind(Priorities):
    """Fills the boxes in an order."""

    order: tuple[str, ...]
    rolls_on: bool = False
    """Whether all dice are rolled again as often as may be."""

    def lines(self, roll: Roll, rerolls: int) -> Sequence[Priority]:
        """Return the boxes in their order."""
        names = self.game.card.names
        if rerolls and self.rolls_on:
            return (Priority((1 << len(names)) - 1, KeepDice(self.game.nothing_kept)),)
        return [Priority(1 << names.index(name), ScoreBox(name)) for name in self.order]


def blind_strategy(game: CardRules, written: str) -> Blind:
    """Read `blind=chance+yahtzee`; boxes that are not named come behind those that are."""
    word, equals, rest = written.partition("=")
    names, first = game.card.names, rest.split("+") if equals else []
    for place, name in enumerate(first):
        if name not in names:
            hint = nearest(name, names) or f" There are: {listed(names)}."
            raise UsageError(f"{quoted(written)} names no box {quoted(name)} of this card.{hint}")
        if name in first[:place]:
            raise UsageError(f"{quoted(name)} stands twice in {quoted(written)}.")
    order = (*first, *(name for name in names if name not in first))
    return Blind(game, order, rolls_on=word == BLIND[1])
