"""Play many games of a score card, dice and all.

All games play their turns together. Before each turn the choices of the states that occur are
worked out once a state; then every game rolls, looks its choices up, and writes. Games are cut into
tables of fixed size, each with its own random stream, so that a seed gives the same games on any
number of threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.random import Generator, SeedSequence, default_rng

from dicedevil.families.cards.priorities import Priorities
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.cards.kernels.choices import choose_groups
from dicedevil.solvers.cards.kernels.play import play_random_turn, play_turn
from dicedevil.solvers.cards.kernels.soft import play_soft_turn, value_groups
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.laws import named_lines
from dicedevil.solvers.cards.mean import SHARDS_PER_THREAD, CardValues, padded, split_groups
from dicedevil.solvers.cards.ruled import rule_choices
from dicedevil.solvers.cards.states import Encoding, Ints64, Numbers
from dicedevil.solvers.machine import cores
from dicedevil.solvers.soft import Soft
from dicedevil.strategy import AtRandom

GAMES_AT_A_TABLE = 1 << 14
GAMES_AT_ONCE = 1 << 22
GAME_BYTES = 64
"""What a game takes while it is played and counted: where it is, its score, and copies of these."""
CHOICES_AT_ONCE = 1 << 30
"""Bytes of choices held for the states of a turn: bounds how many games are played together."""


@dataclass(frozen=True, eq=False)
class CardGames:
    """The scores of many games and, by box, the mean points and the share of zeroes."""

    scores: Ints64
    lines: Mapping[str, tuple[float, float]]


@dataclass(frozen=True, eq=False)
class _Table:
    """Some games that share a random stream."""

    rng: Generator
    states: Ints64
    open_boxes: Ints64
    scores: Ints64
    extras: Ints64
    paid: Floats


def play_card_games(
    encoded: Encoding,
    player: Any,
    games: int,
    seed: int,
    *,
    budget: Budget = USUAL,
    threads: int | None = None,
) -> CardGames:
    """Play games of a player that `following` knows; same seed, same games."""
    threads = threads or cores()
    budget.require(f"Playing {games:,} games", GAME_BYTES * games)
    tables = list(_tables(encoded, games, seed))
    choices = min(CHOICES_AT_ONCE, budget.room() // 2)
    per_batch = max(
        1, _games_at_once(encoded, choices, _state_bytes(encoded, player)) // GAMES_AT_A_TABLE
    )
    watch = budget.unhurried().watch(f"Playing {games:,} games", "playing", games)
    budget.progress("playing", 0, games)
    executor = budget.executor
    with nullcontext(executor) if executor else ThreadPoolExecutor(threads) as workers:
        for first in range(0, len(tables), per_batch):
            watch.look(first * GAMES_AT_A_TABLE)
            batch = tables[first : first + per_batch]
            if isinstance(player, AtRandom):
                _play_random(encoded, batch, workers)
            elif isinstance(player, Soft):
                _play_soft(encoded, player, batch, workers, threads)
            else:
                _play_chosen(encoded, player, batch, workers, threads)
    return CardGames(np.concatenate([t.scores for t in tables]), _lines(encoded, tables))


def _state_bytes(encoded: Encoding, player: Any) -> int:
    """Return what is held of a state while it is played: choices, or what all choices are worth."""
    lattice, rerolls = encoded.lattice.arrays, encoded.card.rerolls
    if isinstance(player, Soft):
        return 8 * (rerolls * lattice.keeps + len(encoded.arrays.outcome_points))
    return 2 * lattice.rolls * (rerolls + 1)


def _games_at_once(encoded: Encoding, room: int, per_state: int) -> int:
    """Return how many games may meet different states without their choices taking too much room."""
    in_a_layer = max(int(encoded.sizes[groups].sum()) for groups in encoded.layers)
    if in_a_layer * per_state <= room:
        return GAMES_AT_ONCE
    return min(GAMES_AT_ONCE, max(GAMES_AT_A_TABLE, room // per_state))


def _tables(encoded: Encoding, games: int, seed: int) -> Iterator[_Table]:
    sizes = [GAMES_AT_A_TABLE] * (games // GAMES_AT_A_TABLE)
    if games % GAMES_AT_A_TABLE:
        sizes.append(games % GAMES_AT_A_TABLE)
    boxes = len(encoded.card.boxes)
    for size, stream in zip(sizes, SeedSequence(seed).spawn(len(sizes)), strict=True):
        yield _Table(
            default_rng(stream),
            states=np.full(size, encoded.start),
            open_boxes=np.full(size, (1 << boxes) - 1),
            scores=np.zeros(size, dtype=np.int64),
            extras=np.zeros(size, dtype=np.int64),
            paid=np.zeros((boxes + 1, 2)),
        )


def _play_random(encoded: Encoding, tables: list[_Table], executor: Executor) -> None:
    lattice, card, rerolls = encoded.lattice.arrays, encoded.arrays, encoded.card.rerolls

    def play(table: _Table) -> None:
        for _ in encoded.card.boxes:
            play_random_turn(
                lattice, card, rerolls, table.rng, table.states, table.open_boxes, table.scores,
                table.extras, table.paid,
            )  # fmt: skip

    list(executor.map(play, tables))


def _play_chosen(
    encoded: Encoding, player: Any, tables: list[_Table], executor: Executor, threads: int
) -> None:
    """Play by choices that are known before a turn begins."""
    row_of: Ints64 = np.full(encoded.states, -1, dtype=np.int64)
    for _ in encoded.card.boxes:
        groups = _number_states(encoded, tables, row_of)
        if isinstance(player, Priorities):
            keeps, outcomes = rule_choices(encoded, player, groups)
            occurring = np.flatnonzero(row_of >= 0)
            boxes = np.searchsorted(encoded.arrays.base, occurring, side="right") - 1
            row_of[occurring] = np.searchsorted(groups, boxes)
        else:
            keeps, outcomes = _choices(encoded, player, groups, row_of, executor, threads)

        def play(table: _Table, keeps: Numbers = keeps, outcomes: Numbers = outcomes) -> None:
            play_turn(
                encoded.lattice.arrays, encoded.arrays, keeps, outcomes, row_of[table.states],
                table.rng, table.states, table.open_boxes, table.scores, table.extras, table.paid,
            )  # fmt: skip

        list(executor.map(play, tables))


def _play_soft(
    encoded: Encoding, player: Soft, tables: list[_Table], executor: Executor, threads: int
) -> None:
    """Play by chance, choices weighted by what they give away."""
    solved, temperature = cast(CardValues, player.solution.values), player.temperature
    values = padded(solved.sign * solved.table)
    lattice, rerolls = encoded.lattice.arrays, encoded.card.rerolls
    card = encoded.arrays._replace(sign=solved.sign)
    row_of: Ints64 = np.full(encoded.states, -1, dtype=np.int64)
    for _ in encoded.card.boxes:
        groups = _number_states(encoded, tables, row_of)
        rows = int(row_of.max()) + 1
        keeps = np.empty((rows, rerolls * lattice.keeps))
        outcomes = np.empty((rows, len(card.outcome_points)))

        def value(part: Ints64, keeps: Floats = keeps, outcomes: Floats = outcomes) -> None:
            value_groups(lattice, card, rerolls, part, values, row_of, keeps, outcomes)

        def play(table: _Table, keeps: Floats = keeps, outcomes: Floats = outcomes) -> None:
            play_soft_turn(
                lattice, encoded.arrays, rerolls, temperature, keeps, outcomes, row_of[table.states],
                table.rng, table.states, table.open_boxes, table.scores, table.extras, table.paid,
            )  # fmt: skip

        list(executor.map(value, split_groups(encoded, groups, threads * SHARDS_PER_THREAD)))
        list(executor.map(play, tables))


def _number_states(encoded: Encoding, tables: list[_Table], row_of: Ints64) -> Ints64:
    """Number the states that occur; return the groups they are in."""
    row_of[:] = -1
    seen = np.zeros(len(encoded.sizes), dtype=np.bool_)
    for table in tables:
        row_of[table.states] = 0
        seen[table.open_boxes] = True
    occurring = np.flatnonzero(row_of == 0)
    row_of[occurring] = np.arange(len(occurring))
    return np.flatnonzero(seen).astype(np.int64)


def _choices(
    encoded: Encoding,
    solved: CardValues,
    groups: Ints64,
    row_of: Ints64,
    executor: Executor,
    threads: int,
) -> tuple[Numbers, Numbers]:
    lattice, card = encoded.lattice.arrays, encoded.arrays._replace(sign=solved.sign)
    rows, tie = int(row_of.max()) + 1, 2 * solved.error_bound
    values = padded(solved.sign * solved.table)
    keeps = np.empty((rows, encoded.card.rerolls, lattice.rolls), dtype=np.uint16)
    outcomes = np.empty((rows, lattice.rolls), dtype=np.uint16)
    parts = split_groups(encoded, groups, threads * SHARDS_PER_THREAD)
    list(
        executor.map(
            lambda part: choose_groups(lattice, card, part, values, tie, row_of, keeps, outcomes),
            parts,
        )
    )
    return keeps, outcomes


def _lines(encoded: Encoding, tables: list[_Table]) -> dict[str, tuple[float, float]]:
    games = sum(len(table.scores) for table in tables)
    paid = np.sum([table.paid for table in tables], axis=0) / games
    paid[-1, 1] = 1.0 - paid[-1, 1]
    extras = np.concatenate([table.extras for table in tables])
    points = float(extras.mean()) * encoded.card.yahtzee_bonus
    rows = np.vstack((paid, [[points, float((extras == 0).mean())]]))
    return named_lines(encoded.card, (1 << len(encoded.card.boxes)) - 1, rows)
