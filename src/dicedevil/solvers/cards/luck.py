"""Luck taken out of played games: what each game would have scored if all rolls had been average.

    score = value(start) + luck - lost,   luck = sum of value after a roll - value before it,
                                          lost = sum of value after a roll - value after the choice

by the values of best play. Luck has mean zero whoever plays, so value(start) - lost has the mean of the
scores; and it does not spread by what the dice do, only by what is given away.

How exact it is. If no value is off by more than e, the sum over n choices is off by e (2 n + 1), and
adding it up rounds each of its n + 1 terms by as much as the size of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any, Protocol

import numpy as np

from dicedevil.errors import TableError, TooLarge
from dicedevil.solvers.cards.kernels.play import add_losses
from dicedevil.solvers.cards.kernels.soft import value_groups
from dicedevil.solvers.cards.lattice import Floats, Ints
from dicedevil.solvers.cards.mean import CardValues
from dicedevil.solvers.cards.shards import SHARDS_PER_THREAD, padded, split_groups
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.rounding import UNIT

VALUES_AT_ONCE = 1 << 26
"""Bytes of values that are held at once: states are looked at in parts."""
MOST_STATES, MOST_KEEPS = 1 << 20, 1 << 10
"""Cards whose values are found in about a second: luck is taken out of no larger one."""


class TurnsPlayed(Protocol):
    """A turn of many games: where each was before it, what was rolled and done; what is lost."""

    before: Ints64
    open_before: Ints64
    rolls: Ints
    codes: Ints
    lost: Floats


class CardLuck:
    """The values of best play, and what choices give away against it."""

    def __init__(self, solved: CardValues) -> None:
        self.solved, self.encoded = solved, solved.encoding
        self.values = padded(solved.sign * solved.table)

    def is_best(self, player: object) -> bool:
        """Tell whether somebody plays by these very values, and gives nothing away."""
        return type(player) is CardValues and player.sign == self.solved.sign

    def add_losses(self, turns: Sequence[TurnsPlayed], executor: Executor, threads: int) -> None:
        """Add what a turn of all games gave away."""
        encoded, rerolls = self.encoded, self.encoded.card.rerolls
        lattice, card = encoded.lattice.arrays, encoded.arrays._replace(sign=self.solved.sign)
        outcomes = len(card.outcome_points)
        met = np.unique(np.concatenate([np.unique(one.before) for one in turns]))
        row_of: Ints64 = np.full(encoded.states, -1, dtype=np.int64)
        at_once = max(1, VALUES_AT_ONCE // (8 * (rerolls * lattice.keeps + outcomes)))
        for first in range(0, len(met), at_once):
            part = met[first : first + at_once]
            row_of[:] = -1
            row_of[part] = np.arange(len(part))
            keeps, boxes = (
                np.empty((len(part), rerolls * lattice.keeps)),
                np.empty((len(part), outcomes)),
            )
            groups = np.unique(np.searchsorted(encoded.arrays.base, part, side="right") - 1)

            def value(some: Ints64, keeps: Floats = keeps, boxes: Floats = boxes) -> None:
                value_groups(lattice, card, rerolls, some, self.values, row_of, keeps, boxes)

            def lose(one: TurnsPlayed, keeps: Floats = keeps, boxes: Floats = boxes) -> None:
                rows = row_of[one.before]
                add_losses(
                    lattice, card, keeps, boxes, rows, one.open_before, one.rolls, one.codes, one.lost
                )

            list(executor.map(value, split_groups(encoded, groups, threads * SHARDS_PER_THREAD)))
            list(executor.map(lose, turns))

    def results(self, lost: Floats) -> Floats:
        """Return the games without their luck."""
        start = float(self.solved.table[self.encoded.start])
        return start - self.solved.sign * lost

    def error(self, results: Floats) -> float:
        """Return how far the mean of these can be from what exact values would give."""
        choices = len(self.encoded.card.boxes) * (self.encoded.card.rerolls + 1)
        start = abs(float(self.solved.table[self.encoded.start]))
        size = 2 * start + float(np.abs(results).max())
        return self.solved.error_bound * (2 * choices + 1) + 2 * UNIT * (choices + 3) * size


def card_luck(encoded: Encoding, solve: Callable[[], Any]) -> CardLuck | None:
    """Return what takes luck out of played games, where the values of best play are found at once."""
    if encoded.states > MOST_STATES or encoded.lattice.arrays.keeps > MOST_KEEPS:
        return None
    try:
        return CardLuck(solve())
    except (TableError, TooLarge):  # then without it
        return None
