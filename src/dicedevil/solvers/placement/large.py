"""Matches that do not fit in memory, or that others help to make: what they take, and their values.

What fits and is quick is made in memory as a whole (`pairs`): to write and read its parts would take
longer than to make them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from dicedevil.errors import TableError
from dicedevil.families.placement.game import PlacementGame
from dicedevil.objectives import OBJECTIVES
from dicedevil.solvers.budget import ESTIMATED, Budget, resident
from dicedevil.solvers.drafts import free_space, require_space
from dicedevil.solvers.layers import Shard
from dicedevil.solvers.machine import megabytes
from dicedevil.solvers.placement import shards
from dicedevil.solvers.placement.making import MatchTable
from dicedevil.solvers.placement.rounds import BESIDE, Rounds
from dicedevil.solvers.placement.shards import NUMBER, Floats, FreeValues, MatchCuts
from dicedevil.solvers.placement.values import MatchLaw, tie_share
from dicedevil.solvers.progress import about
from dicedevil.solvers.question import Question
from dicedevil.solvers.tables import (
    KEPT,
    TableKey,
    default_folder,
    is_there,
    key_of,
    listed_once,
    right_to_make,
)
from dicedevil.wrapped.turn_by_turn import TurnByTurn

LONG = 10.0
"""Seconds of one core that a match takes which others are given a part of."""
MOST_PAIRS = 1 << 27
"""Pairs of sets beyond which shards are too many to be looked for: terabytes."""
SECONDS_PER_STEP = 4e-10
"""Measured: a value compared, for each roll and each open slot, on one core."""
SECONDS_PER_BYTE = 6e-9
"""Measured: a value sealed and written, and read by some shards, on one core."""


@dataclass(frozen=True)
class ShardedCost:
    """What making shards of a match takes, told before it is begun."""

    positions: int
    table_bytes: int
    memory_bytes: int
    """With all strips that are allowed to stay."""
    least: int
    """The bytes without which nothing can be made."""
    seconds: float
    on: str

    def __str__(self) -> str:
        """In a line for a person."""
        return (
            f"{self.positions:,} positions, {megabytes(self.table_bytes)} on disk, "
            f"{megabytes(self.memory_bytes)} of memory, {about(self.seconds)} {self.on}"
        )


def core_seconds(cuts: MatchCuts, some: Sequence[Shard]) -> float:
    """Return what the values of shards take on one core, in memory."""
    rolls = len(cuts.game.chances)
    return sum(2 * one.values * rolls * one.layer for one in some) * SECONDS_PER_STEP


def cost_of(table: MatchTable, budget: Budget) -> ShardedCost:
    """Return what the shards take that are not on disk."""
    left = [one for one in table.wanted if one not in table.known]
    values, where = sum(one.values for one in left), budget.where
    seconds = core_seconds(table.cuts, left) + NUMBER * values * SECONDS_PER_BYTE
    least = BESIDE + table.rounds.work_bytes
    memory = max(least, min(budget.memory, least + NUMBER * _largest(table.cuts)))
    on = where.words(least)
    return ShardedCost(
        _positions(table.cuts, left), NUMBER * values, memory, least, seconds / where.cores, on
    )


def _positions(cuts: MatchCuts, some: Sequence[Shard]) -> int:
    """Return how many positions shards have, those included that are told from them."""
    between = {layer: cuts.between(layer) for layer in {one.layer for one in some}}
    return sum(one.values + int(between[one.layer][one.begin : one.stop].sum()) for one in some)


def _largest(cuts: MatchCuts) -> int:
    """Return how many values the largest layer has."""
    return max(cuts.values(layer) for layer in range(cuts.game.slots + 1))


def in_memory_bytes(cuts: MatchCuts) -> int:
    """Return what all of a match takes in memory, with the pairs themselves."""
    slots = cuts.game.slots
    values = sum(cuts.values(layer) for layer in range(slots + 1)) + _largest(cuts)
    return NUMBER * (values + 5 * math.comb(2 * slots + 1, slots))


def large_match(question: Question, game: PlacementGame, whole: TableKey) -> StoredMatch | None:
    """Return the values in shards, and make those that are missing; None for a match in memory."""
    table = _in_shards(question, game, whole)
    if table is None:
        return None
    if table.missing:
        _make(question, table, whole)

    def mend(error: TableError) -> None:
        table.drop_damaged()
        table.say(f"{error} It is made again.")
        _make(question, table, whole)

    return StoredMatch(table.rows, question.budget, mend)


def missing_cost(question: Question, game: PlacementGame, whole: TableKey) -> ShardedCost | None:
    """Return what has to be made by shards; None where nothing has."""
    table = _in_shards(question, game, whole)
    return None if table is None or not table.missing else cost_of(table, question.budget)


def _in_shards(question: Question, game: PlacementGame, whole: TableKey) -> MatchTable | None:
    """Return the shards of a match, and see which are on disk; None for a match in memory."""
    if math.comb(2 * game.slots + 1, game.slots) > MOST_PAIRS or free_space(default_folder()) is None:
        return None
    table = match_table(question, game, shards.SHARD, shards.STRIP)
    if not goes_by_shards(table, whole):
        return None
    table.look()
    return table


def goes_by_shards(table: MatchTable, whole: TableKey) -> bool:
    """Tell whether a match does not fit in memory, is made by others, or lies on disk in shards."""
    budget = table.budget
    if max(resident(), BESIDE) + in_memory_bytes(table.cuts) > budget.memory:
        return True
    if is_there(whole):
        return False
    if not budget.where.is_here and core_seconds(table.cuts, table.wanted) > LONG:
        return True
    with listed_once():
        return all(is_there(key) for key in table.rows.keys.values())


def match_table(question: Question, game: PlacementGame, size: int, strip: int) -> MatchTable:
    """Return the shards of a match, to be made."""
    objective, name = question.objective, partial(key_of, question, room=__name__)
    cuts = MatchCuts(game, size, strip)
    return MatchTable(cuts, tie_share(objective), question.budget, name, objective.name)


def table_for(
    game: PlacementGame, objective: str, size: int, strip: int, *, budget: Budget
) -> MatchTable:
    """Return the same, for a process that makes shards of it."""
    question = Question(TurnByTurn(game), OBJECTIVES[objective](), budget=budget)
    return match_table(question, game, size, strip)


def _make(question: Question, table: MatchTable, whole: TableKey) -> None:
    """Make what is missing; what that takes is told, or refused, beforehand."""
    _allow(f"A match of {table.cuts.game}", cost_of(table, question.budget), question.budget)
    with right_to_make(whole, question.budget):
        table.look()  # another process may have made some in the meantime
        table.make()


def _allow(what: str, cost: ShardedCost, budget: Budget) -> None:
    """Say what making a match takes; refuse what the budget or the disk does not allow."""
    budget.require(what, max(0, cost.least - resident()), instead=ESTIMATED)
    budget.where.require_memory(cost.least, what)
    require_space(default_folder(), what, cost, ESTIMATED)
    budget.allow(
        cost,
        f"{what}: {cost}. {KEPT}: if this is broken off, at most the shards in work are lost.",
        f"{what} is not on disk. It is made by 'dicedevil solve --objective win': {cost}.",
    )


# -- values ----------------------------------------------------------------------------------------


def _lost(error: TableError) -> None:
    raise error


@dataclass(frozen=True, eq=False)
class StoredMatch(FreeValues):
    """The values of a match, from shards on disk; a damaged one is made again."""

    budget: Budget
    mend: Callable[[TableError], None] = _lost
    """Makes a damaged one again; what travels to another process cannot."""

    def __getstate__(self) -> dict[str, Any]:
        """Travel without the way to mend, and without listeners."""
        return {**vars(self), "budget": self.budget.without_listeners(), "mend": _lost}

    def row(self, number: int, first: int, second: int) -> Floats | None:
        """Return the values of a pair; None where the second player is to move."""
        if number % 2:
            return None
        while True:  # what was mended may be damaged again
            try:
                return self.rows.row(first, second)
            except TableError as error:
                self.mend(error)

    def results(self) -> MatchLaw:
        """Tell wins from ties; refuse it where the games of two layers do not fit in memory."""
        from dicedevil.solvers.placement.followed import law_by_shards, two_layers

        needed, work = two_layers(self.rows.cuts), Rounds(self.rows, 0).work_bytes
        what = f"To tell wins from ties of {self.rows.cuts.game}"
        self.budget.require(what, needed + 2 * work, instead=ESTIMATED)
        rounds = Rounds(self.rows, self.budget.memory - needed - work)
        while True:
            try:
                with rounds.by_threads(self.budget.executor):
                    return law_by_shards(rounds, self.budget)
            except TableError as error:
                self.mend(error)
