"""Play many games of a card that saves throws, dice and all, as its tables say is best.

All games play their turns together, part by part of the layer: what the turns of a part lead to is
read once. Games are cut into tables of fixed size, each with its own random stream, so that a seed
gives the same games on any number of threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator, SeedSequence, default_rng

from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.kernels.saved import play_saved_turn
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.law_errors import named_lines
from dicedevil.solvers.cards.saved import SavedValues
from dicedevil.solvers.cards.saved_making import SavedTable
from dicedevil.solvers.cards.states import Encoding, Ints64
from dicedevil.solvers.lane import Played
from dicedevil.solvers.layers import Shard
from dicedevil.solvers.machine import cores

GAMES_AT_A_TABLE = 1 << 10
GAME_BYTES = 64
"""What a game takes while it is played."""


@dataclass(frozen=True, eq=False)
class _Table:
    """Some games that share a random stream."""

    rng: Generator
    states: Ints64
    open_boxes: Ints64
    saved: Ints64
    scores: Ints64
    extras: Ints64
    paid: Floats

    @classmethod
    def begun(cls, encoded: Encoding, stream: SeedSequence, games: int) -> _Table:
        """Return games at their start."""
        boxes, whole = len(encoded.card.boxes), (1 << len(encoded.card.boxes)) - 1
        states, opened = np.full(games, encoded.start), np.full(games, whole)
        saved, scores, extras = (np.zeros(games, np.int64) for _ in range(3))
        paid = np.zeros((boxes + 1, 2))
        return cls(default_rng(stream), states, opened, saved, scores, extras, paid)

    def order(self, groups: Ints64) -> Ints64:
        """Return the games that stand at some sets of open boxes, those of one card together."""
        here = np.flatnonzero((self.open_boxes >= groups[0]) & (self.open_boxes <= groups[-1]))
        return here[np.lexsort((-self.saved[here], self.states[here]))]


def play_saved_games(values: SavedValues, games: int, seed: int, budget: Budget) -> Played:
    """Play games from the start; same seed, same games."""
    encoded, boxes = values.encoding, len(values.game.card.boxes)
    budget.require(f"Playing {games:,} games", GAME_BYTES * games)
    counts = [min(GAMES_AT_A_TABLE, games - first) for first in range(0, games, GAMES_AT_A_TABLE)]
    streams = SeedSequence(seed).spawn(len(counts))
    tables = [_Table.begun(encoded, *both) for both in zip(streams, counts, strict=True)]
    made = SavedTable(values.layers.shelf, boxes, values.sign)
    watch = budget.unhurried().watch(f"Playing {games:,} games", "playing", boxes * games)
    executor, done = budget.executor, 0
    with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as workers:
        for layer in range(boxes, 0, -1):
            for part in made.shelf.parts[layer]:
                orders = [table.order(made.shelf.groups(part)) for table in tables]
                if any(map(len, orders)):
                    turn = _Turn(values, part, *made.before(part, values.layers.known))
                    list(workers.map(turn.play, tables, orders))
                    done += sum(map(len, orders))
                    watch.look(done)
    paid = np.zeros((boxes + 2, 2))
    paid[:-1] = sum(table.paid for table in tables) / games
    paid[-2, 1] = 1.0 - paid[-2, 1]
    extras = np.concatenate([table.extras for table in tables])
    paid[-1] = extras.mean() * values.game.card.yahtzee_bonus, (extras == 0).mean()
    lines = named_lines(values.game.card, (1 << boxes) - 1, paid)
    return Played(np.concatenate([table.scores for table in tables]), lines)


@dataclass(frozen=True, eq=False)
class _Turn:
    """The turns of a part, and the values that they lead to."""

    solved: SavedValues
    part: Shard
    base: Ints64
    values: Floats

    def play(self, table: _Table, order: Ints64) -> None:
        """Play the turns of some games of a table."""
        if len(order):
            encoded = self.solved.encoding
            card = encoded.arrays._replace(sign=self.solved.sign)
            play_saved_turn(
                encoded.lattice.arrays,
                card,
                card._replace(base=self.base),
                encoded.card.rerolls,
                self.values,
                2 * self.solved.error_bound,
                table.rng,
                order,
                table.states,
                table.open_boxes,
                table.saved,
                table.scores,
                table.extras,
                table.paid,
            )
