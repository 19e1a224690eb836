"""The laws of cards too large for the memory: what they take, and who is followed that way.

What fits stays in memory, on the way back (`laws`). What does not goes forward by shards through the
disk (`law_making`), if the player can be told to another process and tables are kept; the law that
comes of it is kept too, and read when it is asked for again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

import numpy as np

from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.objectives import OBJECTIVES, MaxScore, Objective, Worst
from dicedevil.solvers.budget import CREEP, Budget, resident, tell_nobody
from dicedevil.solvers.cards import law_shards
from dicedevil.solvers.cards.following import LANE
from dicedevil.solvers.cards.law_errors import Beginning, law_errors, named_lines
from dicedevil.solvers.cards.law_making import WHOLE, LawTable
from dicedevil.solvers.cards.law_shards import NUMBER, Cuts, Shares
from dicedevil.solvers.cards.law_turns import Following
from dicedevil.solvers.cards.laws import INSTEAD, CardLaw
from dicedevil.solvers.cards.mean import CardValues
from dicedevil.solvers.cards.states import Encoding, encoding
from dicedevil.solvers.drafts import free_space, require_space
from dicedevil.solvers.machine import cores, megabytes
from dicedevil.solvers.progress import about
from dicedevil.solvers.question import Question
from dicedevil.solvers.soft import Soft
from dicedevil.solvers.solution import Solution, behind
from dicedevil.solvers.solver import answer
from dicedevil.solvers.tables import TableKey, default_folder, is_there, kept, key_of
from dicedevil.strategy import AtRandom, Foreseeing, Strategy

BY_NAME = {"optimal": MaxScore.name, "worst": Worst.name, "random": ""}
"""The objective by which the values of a strategy are solved."""
IN_MEMORY = 9
"""Numbers of a state that the way back holds in memory beside the laws, measured."""
AT_ONCE = 3
"""Shards in memory, their chances: the one in work, its source, and the next one being read."""
LOADED = 190 << 20
"""Bytes of a process whose kernels are loaded, before any law is in memory."""
BESIDE = 300 << 20
"""Bytes beside shards and values: Python, NumPy, compiled code, the numbering of the cards."""
SECONDS_PER_KEEP = 1.1e-8
"""Measured: a turn, for each keep and each roll of it, on one core."""
SECONDS_PER_CHANCE = 6e-8
"""Measured: a chance added up, written, and read by some shards, on one core."""


@dataclass(frozen=True)
class LawCost:
    """What following all games through the disk takes, told before it is begun."""

    states: int
    table_bytes: int
    """On disk at a time."""
    memory_bytes: int
    seconds: float

    def __str__(self) -> str:
        """In a line for a person."""
        return (
            f"{self.states:,} states between turns, up to {megabytes(self.table_bytes)} on disk at a "
            f"time, {megabytes(self.memory_bytes)} of memory, {about(self.seconds)} on {cores()} cores"
        )


@lru_cache(64)
def law_cost(cuts: Cuts, turns: int, shares: Shares) -> LawCost:
    """Return what the law of games with so many turns takes by shards."""
    encoded, layers = cuts.encoded, range(turns + 1)
    disk = [cuts.disk_bytes(layer, shares) for layer in layers]
    two = max((a + b for a, b in pairwise(disk)), default=disk[0])
    shards = [shard for layer in layers for shard in cuts.shards(layer)]
    turn_bytes = {shard: cuts.turn_bytes(shard, shares) for shard in shards}
    read = max(
        sum(turn_bytes[one] for one in cuts.sources(shard)) + 2 * turn_bytes[shard]
        for shard in shards
        if shard.layer < turns or turns == 0
    )
    largest = min(cuts.size, max(shard.values for shard in shards))
    states = sum(int(encoded.sizes[encoded.layers[layer]].sum()) for layer in layers)
    turn = encoded.card.keep_count * (encoded.card.rerolls + 1) * SECONDS_PER_KEEP
    chances = sum(shard.values for shard in shards) * SECONDS_PER_CHANCE
    values = encoded.states + encoded.states // 2  # all, and those of a layer a few times
    held = int(shares.chances * AT_ONCE * largest) + values
    seconds = shares.chances * (states * turn + chances) / cores()
    return LawCost(states, two, NUMBER * held + read + BESIDE, seconds)


def memory_of_way_back(cuts: Cuts, turns: int) -> int:
    """Return what the law takes in memory at most, beside what is in use."""
    laws = [int(cuts.to_come(layer).sum()) for layer in range(turns + 1)]
    two = max((a + b for a, b in pairwise(laws)), default=0)
    return NUMBER * (two + IN_MEMORY * cuts.encoded.states)


def cuts_of(encoded: Encoding, size: int | None = None) -> Cuts:
    """Return how the layers of a card are cut, in shards of the usual size or of another."""
    return _cut(encoded, size or law_shards.SHARD)


@lru_cache(8)
def _cut(encoded: Encoding, size: int) -> Cuts:
    """Cut them, once."""
    return Cuts(encoded, size)


def is_too_large(encoded: Encoding, turns: int, shares: Shares, budget: Budget) -> bool:
    """Tell whether a law might not fit into the memory allowed, and takes less of it by shards."""
    cuts, held = cuts_of(encoded), max(resident(), LOADED)
    wanted = memory_of_way_back(cuts, turns)
    if wanted <= budget.memory // CREEP or held + wanted <= budget.memory:
        return False
    return law_cost(cuts, turns, shares).memory_bytes < held + wanted


def require_large_law(game: KeepRerollGame, strategy: str, budget: Budget) -> None:
    """Refuse the law of a whole game that fits neither the memory nor, by shards, the budget.

    Strategies that go everywhere are known by name, before they are solved.
    """
    encoded, objective = encoding(game.card), BY_NAME.get(strategy)
    if objective is None:
        return
    following = Following(objective, None)
    if not is_too_large(encoded, len(game.card.boxes), following.shares, budget):
        return
    table = law_table(game, following, [Beginning(encoded.start)], budget)
    whole = table.name(WHOLE)
    if whole is not None and not is_there(whole):
        _allow(game, _left(table), replace(budget, announce=tell_nobody))


def large_law(
    game: KeepRerollGame,
    strategy: Strategy | Foreseeing,
    starts: Sequence[Beginning],
    budget: Budget,
) -> CardLaw | None:
    """Return the law of games too large for the memory; None where it fits, or cannot be had so."""
    encoded = encoding(game.card)
    turns = encoded.open_boxes(starts[0].number).bit_count()
    following = _followed(strategy) if isinstance(strategy, Strategy) else None
    if following is None or not is_too_large(encoded, turns, following.shares, budget):
        return None
    table = law_table(game, following, starts, budget)
    if table.order() is None or free_space(default_folder()) is None:
        return None

    def make() -> dict[str, Any]:
        _allow(game, _left(table), budget)
        law, paid = table.make()
        scores, chances = np.array(list(law)), np.array(list(law.values()))
        return {"scores": scores, "chances": chances, "paid": paid}

    facts = {"states": encoded.states, "rules": encoded.fingerprint}
    found = kept(table.name(WHOLE), make, facts, budget) or {}
    table.discard_all()
    law = dict(zip(found["scores"].tolist(), found["chances"].tolist(), strict=True))
    lines = {}  # which boxes are open differs, where there are several starts
    if len(starts) == 1:
        lines = named_lines(game.card, encoded.open_boxes(starts[0].number), found["paid"])
    choose = getattr(strategy, "choose", None)
    player = choose if isinstance(choose, Soft) else None
    return CardLaw(law, lines, law_errors(encoded, starts, player, forward_only=True))


def _left(table: LawTable) -> LawCost:
    """Return what the layers take that are not on disk."""
    return law_cost(table.cuts, max(table.missing, default=0), table.following.shares)


def _allow(game: KeepRerollGame, cost: LawCost, budget: Budget) -> None:
    """Tell what following all games takes; refuse what the budget or the disk does not allow."""
    what = f"The law of the final score of {game}"
    budget.require(what, max(0, cost.memory_bytes - resident()), instead=INSTEAD)
    budget.where.require_memory(cost.memory_bytes, what)
    require_space(default_folder(), what, cost, INSTEAD)
    budget.allow(
        cost,
        f"{what}: {cost}. Shards are kept until it is done: if this is broken off, at most those in "
        "work are lost.",
        f"{what} is not on disk. It is made by 'dicedevil evaluate {game}': {cost}.",
    )


def law_table(
    game: KeepRerollGame,
    following: Following,
    starts: Sequence[Beginning],
    budget: Budget,
    size: int | None = None,
) -> LawTable:
    """Return the shards that a law follows from, to be made."""
    question = _question(game, budget, following.objective)
    told = [following.words, [(one.number, one.points, one.chance.hex()) for one in starts]]
    digest = hashlib.blake2b(json.dumps(told).encode(), digest_size=8).hexdigest()
    name = partial(_key, question, f"(law {digest})")
    cuts = cuts_of(encoding(game.card), size)
    return LawTable(cuts, following, tuple(starts), budget, name, game)


def table_for(
    game: KeepRerollGame,
    objective: str,
    temperature: float | None,
    starts: tuple[tuple[int, int, float], ...],
    size: int,
    *,
    budget: Budget,
) -> LawTable:
    """Return the same, for a process that makes shards of it."""
    values: Any = None
    if objective:
        values = answer(_question(game, budget, objective)).values
    begun = [Beginning(*one) for one in starts]
    return law_table(game, Following(objective, values, temperature), begun, budget, size)


def _question(game: KeepRerollGame, budget: Budget, objective: str = "") -> Question:
    aim: Objective = OBJECTIVES[objective]() if objective else MaxScore()
    return Question(game, aim, budget=budget)


def _key(question: Question, what: str, about: str = "") -> TableKey | None:
    return key_of(question, f"{what} {about}".strip(), room=__name__)


def _followed(strategy: Strategy) -> Following | None:
    """Return a player that can be told in words; None for any other."""
    choose = strategy.choose
    if isinstance(choose, AtRandom):
        return Following("", None)
    solution = choose.solution if isinstance(choose, Soft) else behind(strategy)
    if solution is None or not _is_of_tables(solution):
        return None
    temperature = choose.temperature if isinstance(choose, Soft) else None
    values: Any = solution.values
    return Following(solution.objective.name, values, temperature)


def _is_of_tables(solution: Solution) -> bool:
    """Tell whether another process that is asked the same gets the same values."""
    is_told = OBJECTIVES.get(solution.objective.name) is type(solution.objective)
    return solution.lane == LANE and is_told and type(solution.values) is CardValues
