"""Matches of placement games by shards: kills, damage, a full disk; the bits stay the same."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import dicedevil as dd
from damage import flip
from dicedevil.errors import TableError
from dicedevil.objectives import WinMatch
from dicedevil.solvers import tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.placement import rounds, shards
from sharded_match import (
    GAME,
    in_small_shards,
    noted_shards,
    require_same_bits,
    stored,
    sums,
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return in_small_shards(monkeypatch, tmp_path)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    return noted_shards(monkeypatch)


KILLED = """
import sys, time
import dicedevil as dd
from dicedevil.solvers import held
from dicedevil.solvers.placement import large, making, shards
large.goes_by_shards = lambda *_: True
shards.SHARD, shards.STRIP, held.A_GLANCE = 400, 40, 0.0
seal = making.MatchTable.seal
def slowly(table, shard, found):
    time.sleep(0.02)
    seal(table, shard, found)
making.MatchTable.seal = slowly
dd.solve(sys.argv[1], dd.WinMatch())
"""


def test_a_kill_costs_the_shard_in_work(folder: Path, solved: list[Any]) -> None:
    child = subprocess.Popen([sys.executable, "-c", KILLED, GAME])
    while len(tables.listing(folder)) < 9:
        time.sleep(0.005)
        assert child.poll() is None
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    there = len(tables.listing(folder))
    require_same_bits(GAME)
    assert 0 < len(solved) == len(tables.listing(folder)) - there


def test_a_damaged_shard_is_made_again_when_it_is_read(folder: Path, solved: list[Any]) -> None:
    right = stored(dd.solve(GAME, WinMatch()))
    before, shard = sums(folder), right.rows.cuts.shards(3)[1]
    flip(folder / right.rows.keys[shard].folder / "values.npy", -100)
    solved.clear()
    said: list[str] = []
    found = dd.solve(GAME, WinMatch(), budget=Budget(announce=said.append))
    assert not solved  # it is not looked at yet
    assert dd.outcomes(found).tie == dd.outcomes(dd.solve(GAME, WinMatch())).tie
    assert solved == [shard]
    assert sum("damaged" in one for one in said) == 1
    assert sums(folder) == before
    flip(folder / right.rows.keys[shard].folder / "values.npy", -100)
    last = int(right.rows.cuts.seconds(shard)[-1])
    for first in right.rows.cuts.leads.sets[3].tolist():
        row = dd.solve(GAME, WinMatch(), fresh=True).values.row(4, first, last)  # type: ignore[attr-defined]
        assert stored(found).row(4, first, last).tobytes() == row.tobytes()  # type: ignore[union-attr]
    assert solved == [shard, shard]


def test_a_damaged_shard_is_made_again_when_others_follow_from_it(
    folder: Path, solved: list[Any]
) -> None:
    values = stored(dd.solve(GAME, WinMatch()))
    right, cuts = sums(folder), values.rows.cuts
    spoiled, last = cuts.shards(3)[1], cuts.shards(4)
    for on in ("threads", "processes"):
        flip(folder / values.rows.keys[spoiled].folder / "values.npy", -100)
        for shard in last:
            shutil.rmtree(folder / values.rows.keys[shard].folder)
        solved.clear()
        said: list[str] = []
        dd.solve(GAME, WinMatch(), budget=Budget(on=on, announce=said.append))
        assert sums(folder) == right
        assert any("damaged" in one for one in said)
        assert on == "processes" or sorted(set(solved)) == [spoiled, *last]


def test_what_is_not_right_is_not_sealed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ("between", "values"):
        with monkeypatch.context() as patch:
            find = getattr(rounds.Rounds, wrong)

            def spoilt(*given: Any, find: Any = find) -> Any:
                layer, values = find(*given)
                return layer, values * 0.75

            patch.setattr(rounds.Rounds, wrong, spoilt)
            with pytest.raises(TableError, match="contradict the rules"):
                dd.solve(GAME, WinMatch())
        assert not tables.listing(folder)


def test_a_full_disk_is_said_to_be_the_reason(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = shards.save

    def full(key: Any, *rest: Any) -> Any:
        if key.objective.startswith("win 3"):
            raise OSError("No space left on device")
        return save(key, *rest)

    monkeypatch.setattr(shards, "save", full)
    said: list[str] = []
    with pytest.raises(TableError, match="could not be kept, and all of it does not fit in memory"):
        dd.solve(GAME, WinMatch(), budget=Budget(announce=said.append))
    assert any("No space left" in one for one in said)
    monkeypatch.undo()


def test_values_travel(folder: Path) -> None:
    found = dd.solve(GAME, WinMatch(), budget=Budget(announce=lambda _: None))
    there = pickle.loads(pickle.dumps(found))
    assert there.worth("1=2,them-1=3") == found.worth("1=2,them-1=3")
    assert there.values.results() == stored(found).results()
    rows = there.values.rows
    shard = rows.cuts.shards(3)[1]
    flip(folder / rows.keys[shard].folder / "values.npy", -100)
    rows.forget()
    with pytest.raises(TableError, match="damaged"):
        there.values.results()
