"""Which leads count where both players may do whatever the rules allow, turn by turn.

A slot takes any roll, so what a set of slots has paid, or will, lies between two sums over its slots,
and a pair of sets needs nothing but four of them. (Where a player's strategy is known, less can come
up: `pairs` finds out step by step.)
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.families.placement.game import PlacementGame
from dicedevil.solvers.placement.kernels.pairs import Layer

Ints = NDArray[np.int64]
Spans = tuple[Any, Any]
"""The least and the greatest lead of each pair."""
AT_A_TIME = 1 << 22
"""Pairs whose leads are counted at a time."""


class Leads:
    """The leads of every pair of sets of open slots."""

    def __init__(self, game: PlacementGame) -> None:
        self.slots = game.slots
        paid = [[game.points(slot + 1, total) for total in game.totals] for slot in range(self.slots)]
        self.least = _sums([min(of_slot) for of_slot in paid])
        self.most = _sums([max(of_slot) for of_slot in paid])

    @cached_property
    def sets(self) -> list[Ints]:
        """The sets of slots, by size, in rising order."""
        sets = np.arange(1 << self.slots, dtype=np.int64)
        sizes = np.array([int(one).bit_count() for one in sets])
        return [sets[sizes == size] for size in range(self.slots + 1)]

    @cached_property
    def rank(self) -> Ints:
        """The place of each set of slots among those of its size."""
        rank = np.empty(1 << self.slots, np.int64)
        for alike in self.sets:
            rank[alike] = np.arange(alike.size)
        return rank

    def came(self, first: Any, second: Any) -> Spans:
        """Return the leads that can have come up: what is filled has paid."""
        everything = (1 << self.slots) - 1
        mine, theirs = everything ^ first, everything ^ second
        return self.least[mine] - self.most[theirs], self.most[mine] - self.least[theirs]

    def counting(self, first: Any, second: Any) -> Spans:
        """Return those of them that do not decide the match yet."""
        low, high = self.came(first, second)
        falls, rises = self.least[first] - self.most[second], self.most[first] - self.least[second]
        return np.maximum(low, -rises), np.minimum(high, -falls)

    def layer(self, first: Ints, second: Ints) -> Layer:
        """Return all pairs of these sets, their rows one behind the other."""
        low, high = (one.reshape(-1) for one in self.counting(first[:, None], second[None, :]))
        start = np.concatenate(([0], np.cumsum(np.maximum(high - low + 1, 0))))
        return Layer(first, second, low, high, start)

    def by_column(self, first: Ints, second: Ints) -> Layer:
        """Return the same; the rows of each set of the second player lie together."""
        low, high = self.counting(first[:, None], second[None, :])
        widths = np.maximum(high - low + 1, 0)
        ends = np.cumsum(widths.T).reshape(widths.T.shape)
        start = np.append((ends - widths.T).T.reshape(-1), ends[-1, -1] if ends.size else 0)
        return Layer(first, second, low.reshape(-1), high.reshape(-1), start)

    def columns(self, mine: int, theirs: int) -> Ints:
        """By set of so many slots of the second player: how many leads count, over all of the first."""
        first, second = self.sets[mine], self.sets[theirs]
        many = max(1, AT_A_TIME // len(first))
        found = []
        for begin in range(0, len(second), many):
            low, high = self.counting(first[:, None], second[None, begin : begin + many])
            found.append(np.maximum(high - low + 1, 0).sum(axis=0))
        return np.concatenate(found)


def _sums(by_slot: list[int]) -> Ints:
    """Return the sum over each set of slots."""
    sums = np.zeros(1, np.int64)
    for one in by_slot:
        sums = np.concatenate((sums, sums + one))
    return sums
