"""The chance in matches: one stream of random numbers a match, or the same numbers for everybody."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from typing import Any, cast

import numpy as np

from dicedevil.dice import Roll
from dicedevil.rules import Game, State

TURNS, ROLLS = 64, 8
"""Numbers drawn at once for a match with the same rolls; beyond these they are drawn one by one."""
BLOCK = 256
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


class Tosses:
    """Where the random numbers of matches come from; the same seed gives the same ones."""

    def __init__(self, seed: int, players: int, same_rolls: bool) -> None:
        self.seed, self.same_rolls = seed, same_rolls
        self._players = players
        self.begin(0)

    def begin(self, number: int) -> None:
        """Begin a match."""
        self._match = number
        self._stream = np.random.default_rng((self.seed, number))
        self._block: list[float] = []
        self._turns = [-1] * self._players
        self._rolls = [0] * self._players
        self._shared = self._stream.random((TURNS, ROLLS)).tolist() if self.same_rolls else []

    def next_turn(self, seat: int) -> None:
        """Begin a player's next turn."""
        self._turns[seat] += 1
        self._rolls[seat] = 0

    def roll(self, seat: int) -> float:
        """Return the number that decides a player's next roll."""
        if not self.same_rolls:
            return self.choice(seat)
        turn, roll = self._turns[seat], self._rolls[seat]
        self._rolls[seat] += 1
        if turn < TURNS and roll < ROLLS:
            return float(self._shared[turn][roll])
        return float(np.random.default_rng((self.seed, self._match, turn, roll)).random())

    def choice(self, seat: int) -> float:
        """Return a number that nobody else gets: for players who leave a choice to chance."""
        if not self._block:
            self._block = self._stream.random(BLOCK).tolist()
        return self._block.pop()
