"""What chance decides, by weight: a number from 0 to 1 stands for a roll, or a choice of a mix."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from typing import Any, cast

from dicedevil.dice import Roll
from dicedevil.rules import Game, State

MOST_REMEMBERED = 10_000


class Ladder:
    """Things with weights: in order, they share the numbers from 0 to 1.

    Rolls are sorted first, so that equal numbers make rolls alike.
    """

    __slots__ = ("keys", "sums", "weights")

    def __init__(self, weights: Mapping[Any, int]) -> None:
        self.weights, self.keys = weights, list(weights)
        if all(type(key) is tuple for key in self.keys):
            self.keys.sort()  # rolls, tuples of faces
        self.sums = list(accumulate(weights[key] for key in self.keys))

    def draw(self, number: float) -> Any:
        """Return what a number from 0 to 1 stands for."""
        if len(self.keys) == 1:
            return self.keys[0]
        return self.keys[bisect_right(self.sums, number * self.sums[-1])]


class Rolls:
    """What can be rolled in a game; games hand out the same weights again and again."""

    def __init__(self, game: Game) -> None:
        self._rolls, self._weights = game.rolls, cast(Mapping[Any, int], {})
        self._ladder = lru_cache(MOST_REMEMBERED)(self._make)

    def draw(self, state: State, number: float) -> Roll:
        """Return the roll that a number from 0 to 1 stands for."""
        self._weights = weights = self._rolls(state)
        roll: Roll = self._ladder(id(weights)).draw(number)
        return roll

    def _make(self, _: int) -> Ladder:
        # The ladder holds on to its weights: while it is remembered, no others can have their number.
        return Ladder(self._weights)
