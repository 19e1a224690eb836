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
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.random import Generator, SeedSequence, default_rng

from dicedevil.families.cards.priorities import Priorities
from dicedevil.solvers.budget import USUAL, Budget, Watch
from dicedevil.solvers.cards.asked import AskedPlayer
from dicedevil.solvers.cards.kernels.choices import choose_groups
from dicedevil.solvers.cards.kernels.play import play_random_turn, play_turn, roll_many, write_many
from dicedevil.solvers.cards.kernels.soft import play_soft_turn, value_groups
from dicedevil.solvers.cards.lattice import Floats, Ints
from dicedevil.solvers.cards.law_errors import named_lines
from dicedevil.solvers.cards.luck import CardLuck
from dicedevil.solvers.cards.mean import CardValues
from dicedevil.solvers.cards.ruled import rule_choices
from dicedevil.solvers.cards.shards import SHARDS_PER_THREAD, padded, split_groups
from dicedevil.solvers.cards.states import Encoding, Ints64, Numbers
from dicedevil.solvers.machine import cores
from dicedevil.solvers.soft import Soft
from dicedevil.strategy import AtRandom

GAMES_AT_A_TABLE = 1 << 14
GAMES_AT_ONCE = 1 << 22
GAME_BYTES = 128
"""What a game takes while it is played and counted: where it is, its score, and copies of these."""
CHOICES_AT_ONCE = 1 << 30
"""Bytes of choices held for the states of a turn: bounds how many games are played together."""


class CardGames(NamedTuple):
    """The scores of many games and, by box, the mean points and the share of zeroes."""

    scores: Ints64
    lines: Mapping[str, tuple[float, float]]
    without_luck: Floats | None = None
    """See `luck`."""
    without_luck_error: float = 0.0


@dataclass(eq=False)
class _Table:
    """Some games that share a random stream."""

    rng: Generator
    states: Ints64
    open_boxes: Ints64
    scores: Ints64
    extras: Ints64
    paid: Floats
    lost: Floats
    before: Ints64
    open_before: Ints64
    rolls: Ints
    codes: Ints
    """Of the last turn, if luck is taken out: see `play_turn`."""

    def begin_turn(self, notes: bool) -> None:
        """Remember where the games are, and get ready to note what happens."""
        levels = len(self.rolls)
        games = len(self.states) if notes else 0
        self.before, self.open_before = self.states.copy(), self.open_boxes.copy()
        self.rolls = np.full((levels, games), -1, dtype=np.int32)
        self.codes = np.zeros((levels, games), dtype=np.int32)


def play_card_games(
    encoded: Encoding,
    player: Any,
    games: int,
    seed: int,
    *,
    budget: Budget = USUAL,
    threads: int | None = None,
    luck: CardLuck | None = None,
) -> CardGames:
    """Play games of a player that `following` knows; same seed, same games.

    With `luck` what each of them gives away is added up, too.
    """
    threads = threads or cores()
    budget.require(f"Playing {games:,} games", GAME_BYTES * games)
    noted = None if luck is None or luck.is_best(player) else luck
    tables = list(_tables(encoded, games, seed))
    choices = min(CHOICES_AT_ONCE, budget.room() // 2)
    per_batch = max(
        1, _games_at_once(encoded, choices, _state_bytes(encoded, player)) // GAMES_AT_A_TABLE
    )
    rolls = len(encoded.card.boxes) * (encoded.card.rerolls + 1)
    steps = rolls if isinstance(player, AskedPlayer) else 1  # of a game
    watch = budget.unhurried().watch(f"Playing {games:,} games", "playing", steps * games)
    budget.progress("playing", 0, steps * games)
    executor = budget.executor
    with nullcontext(executor) if executor else ThreadPoolExecutor(threads) as workers:
        for first in range(0, len(tables), per_batch):
            begun = first * GAMES_AT_A_TABLE * steps
            watch.look(begun)
            batch = _Batch(encoded, tables[first : first + per_batch], workers, threads, noted)
            if isinstance(player, AtRandom):
                _play_random(batch)
            elif isinstance(player, Soft):
                _play_soft(batch, player)
            elif isinstance(player, AskedPlayer):
                _play_asked(batch, player, watch, begun)
            else:
                _play_chosen(batch, player)
    scores, lines = np.concatenate([t.scores for t in tables]), _lines(encoded, tables)
    if luck is None:
        return CardGames(scores, lines)
    results = luck.results(np.concatenate([t.lost for t in tables]))
    return CardGames(scores, lines, results, luck.error(results))


@dataclass(frozen=True, eq=False)
class _Batch:
    """Tables that are played together."""

    encoded: Encoding
    tables: list[_Table]
    executor: Executor
    threads: int
    luck: CardLuck | None

    def turns(self) -> Iterator[None]:
        """Yield once a turn; what it gave away is counted when it is over."""
        for _ in self.encoded.card.boxes:
            for table in self.tables:
                table.begin_turn(self.luck is not None)
            yield
            if self.luck is not None:
                self.luck.add_losses(self.tables, self.executor, self.threads)


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
            lost=np.zeros(size),
            before=np.empty(0, dtype=np.int64),
            open_before=np.empty(0, dtype=np.int64),
            rolls=np.empty((encoded.card.rerolls + 1, 0), dtype=np.int32),
            codes=np.empty((encoded.card.rerolls + 1, 0), dtype=np.int32),
        )


def _play_random(batch: _Batch) -> None:
    encoded = batch.encoded
    lattice, card, rerolls = encoded.lattice.arrays, encoded.arrays, encoded.card.rerolls

    def play(table: _Table) -> None:
        play_random_turn(
            lattice, card, rerolls, table.rng, table.states, table.open_boxes, table.scores,
            table.extras, table.paid, table.rolls, table.codes,
        )  # fmt: skip

    for _ in batch.turns():
        list(batch.executor.map(play, batch.tables))


def _play_chosen(batch: _Batch, player: Any) -> None:
    """Play by choices that are known before a turn begins."""
    encoded, tables = batch.encoded, batch.tables
    row_of: Ints64 = np.full(encoded.states, -1, dtype=np.int64)
    for _ in batch.turns():
        groups = _number_states(encoded, tables, row_of)
        if isinstance(player, Priorities):
            keeps, outcomes = rule_choices(encoded, player, groups)
            occurring = np.flatnonzero(row_of >= 0)
            boxes = np.searchsorted(encoded.arrays.base, occurring, side="right") - 1
            row_of[occurring] = np.searchsorted(groups, boxes)
        else:
            keeps, outcomes = _choices(encoded, player, groups, row_of, batch.executor, batch.threads)

        def play(table: _Table, keeps: Numbers = keeps, outcomes: Numbers = outcomes) -> None:
            play_turn(
                encoded.lattice.arrays, encoded.arrays, keeps, outcomes, row_of[table.states],
                table.rng, table.states, table.open_boxes, table.scores, table.extras, table.paid,
                table.rolls, table.codes,
            )  # fmt: skip

        list(batch.executor.map(play, tables))


def _play_soft(batch: _Batch, player: Soft) -> None:
    """Play by chance, choices weighted by what they give away."""
    encoded, tables = batch.encoded, batch.tables
    solved, temperature = cast(CardValues, player.solution.values), player.temperature
    values = padded(solved.sign * solved.table)
    lattice, rerolls = encoded.lattice.arrays, encoded.card.rerolls
    card = encoded.arrays._replace(sign=solved.sign)
    row_of: Ints64 = np.full(encoded.states, -1, dtype=np.int64)
    for _ in batch.turns():
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
                table.rolls, table.codes,
            )  # fmt: skip

        parts = split_groups(encoded, groups, batch.threads * SHARDS_PER_THREAD)
        list(batch.executor.map(value, parts))
        list(batch.executor.map(play, tables))


def _play_asked(batch: _Batch, player: AskedPlayer, watch: Watch, done: int) -> None:
    """Play by asking, once for all games that have come to the same place with the same roll."""
    encoded, tables = batch.encoded, batch.tables
    lattice, rerolls = encoded.lattice.arrays, encoded.card.rerolls
    at_table = [len(table.states) for table in tables]
    ends = np.cumsum(at_table)[:-1]
    for _ in batch.turns():
        states = np.concatenate([table.states for table in tables])
        kept: Ints64 = np.full(len(states), lattice.keeps - 1, dtype=np.int64)
        outcomes: Ints64 = np.empty(len(states), dtype=np.int64)
        for left in range(rerolls, -1, -1):
            rolls = np.full(len(states), -1, dtype=np.int32)
            for table, held, rolled in zip(
                tables, np.split(kept, ends), np.split(rolls, ends), strict=True
            ):
                roll_many(lattice, held, table.rng, rolled)
            going = np.flatnonzero(kept >= 0)
            place = (states[going] * lattice.keeps + kept[going]) * lattice.rolls + rolls[going]
            places, which = np.unique(place, return_inverse=True)
            before, roll = np.divmod(places, lattice.rolls)
            per_place = len(states) / max(1, len(places))

            def answered(asked: int, done: int = done, each: float = per_place) -> None:
                watch.look(int(done + asked * each))

            number, held = np.divmod(before, lattice.keeps)
            codes, mixes = player.answers_at(number, held, roll, left, answered)
            made = codes[which]
            if mixes:
                chances = np.concatenate([table.rng.random(len(table.states)) for table in tables])
                for one in np.flatnonzero(np.isin(which, list(mixes))).tolist():
                    made[one] = mixes[int(which[one])].drawn(float(chances[going[one]]))
            done += len(states)
            if batch.luck is not None:
                all_codes = np.zeros(len(states), dtype=np.int32)
                all_codes[going] = made
                for table, rolled, code in zip(
                    tables, np.split(rolls, ends), np.split(all_codes, ends), strict=True
                ):
                    table.rolls[left], table.codes[left] = rolled, code
            outcomes[going[made < 0]] = -1 - made[made < 0]
            kept[going] = np.where(made < 0, -1, made)
        for table, written in zip(tables, np.split(outcomes, ends), strict=True):
            write_many(
                encoded.arrays, written, table.states, table.open_boxes, table.scores, table.extras,
                table.paid,
            )  # fmt: skip


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
