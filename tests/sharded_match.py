"""Small matches of placement games in many small shards, for tests of how large ones are made."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.objectives import WinMatch
from dicedevil.solvers import held, tables
from dicedevil.solvers.layers import tell_no_one
from dicedevil.solvers.placement import large, making, shards
from dicedevil.solvers.placement.large import StoredMatch
from dicedevil.solvers.placement.pairs import PairValues

GAME = "ten-times-18:slots=5,dice=1d6"
WIN = WinMatch()
SMALL = "ten-times-18:slots=3,dice=2d{1..2:1;3:2}"


def in_small_shards(patch: pytest.MonkeyPatch, folder: Path) -> Path:
    """Make small matches in many small shards, in a folder of their own."""
    patch.setattr(large, "goes_by_shards", lambda *_: True)
    patch.setattr(shards, "SHARD", 400)
    patch.setattr(shards, "STRIP", 40)
    patch.setattr(held, "A_GLANCE", 0.0)
    patch.setenv("DICEDEVIL_TABLES", str(folder))
    return folder


def noted_shards(patch: pytest.MonkeyPatch) -> list[Any]:
    """Return the shards that are solved in this process, as they are."""
    seen: list[Any] = []
    solve = making.MatchTable.solve

    def noted(table: Any, shard: Any, tell: Any = tell_no_one) -> Any:
        seen.append(shard)
        return solve(table, shard, tell)

    patch.setattr(making.MatchTable, "solve", noted)
    return seen


def stored(solution: dd.Solution) -> StoredMatch:
    assert isinstance(solution.values, StoredMatch)
    return solution.values


def sums(folder: Path) -> dict[str, str]:
    """The checksums of all shards."""
    facts = [tables.read(path).facts for path in tables.listing(folder)]
    return {one["objective"]: one["arrays"]["values"]["checksum"] for one in facts}


def require_same_bits(spec: str, objective: WinMatch = WIN, **how: Any) -> dd.Solution:
    """Every row, made in memory and by shards."""
    known, found = dd.solve(spec, objective, fresh=True), dd.solve(spec, objective, **how)
    assert isinstance(known.values, PairValues)
    values = stored(found)
    assert (found.value, found.states, found.error_bound, found.lane) == (
        known.value,
        known.states,
        known.error_bound,
        known.lane,
    )
    for number, layer in enumerate(known.values.pairs.layers):
        for pair in itertools.product(layer.first.tolist(), layer.second.tolist()):
            right, row = known.values.row(number, *pair), values.row(number, *pair)
            assert (right is None) == (row is None)
            assert right is None or row is None or right.tobytes() == row.tobytes()
    return found
