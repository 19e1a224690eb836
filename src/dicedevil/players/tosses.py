"""The chance in matches: one stream of random numbers a match, or the same numbers for everybody."""

from __future__ import annotations

import numpy as np

TURNS, ROLLS = 64, 8
"""Numbers drawn at once for a match with the same rolls; beyond these they are drawn one by one."""
BLOCK = 256


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
