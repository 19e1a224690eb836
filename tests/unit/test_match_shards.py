"""Matches of placement games by shards: the bits of those in memory, whoever makes them."""

from __future__ import annotations

import shutil
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.errors import TableError, TooLarge
from dicedevil.objectives import WinAlone, WinMatch
from dicedevil.solvers import drafts, held, processes, tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.machine import cores
from dicedevil.solvers.placement import large, rounds, shards
from dicedevil.solvers.placement.large import StoredMatch
from dicedevil.solvers.placement.leads import Leads
from dicedevil.solvers.placement.pairs import Pairs, PairValues
from dicedevil.solvers.placement.players import match_of
from dicedevil.solvers.placement.shards import MatchCuts
from dicedevil.solvers.solver import lane_for
from sharded_match import (
    GAME,
    SMALL,
    in_small_shards,
    noted_shards,
    require_same_bits,
    stored,
    sums,
)

SPECS = (
    GAME,
    SMALL,
    "ten-times-18:multipliers=-2/0/3,dice=1d3",
    "ten-times-18:functions=x/2*x/x**2,dice=1d3",
    "ten-times-18:slots=3,dice=1d1",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return in_small_shards(monkeypatch, tmp_path)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    return noted_shards(monkeypatch)


# -- how a match is cut --------------------------------------------------------------------------


@pytest.mark.parametrize("spec", SPECS)
def test_the_leads_that_count_are_those_found_step_by_step(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(dd.TurnByTurn(dd.game(spec)))
    assert match is not None
    told = Pairs(match)
    monkeypatch.setattr(type(match), "is_free", False)
    found = Pairs(match)
    for one, other in zip(told.layers, found.layers, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    for one_came, other_came in zip(told.came, found.came, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one_came, other_came, strict=True))


def test_every_row_has_a_place() -> None:
    cuts = MatchCuts(dd.game(GAME), 400, 40)  # type: ignore[arg-type]
    leads = Leads(cuts.game)
    assert len(cuts.shards(3)) > 3
    assert len(cuts.strips(3)) > 3
    for layer in range(1, 6):
        assert sum(one.values for one in cuts.shards(layer)) == cuts.values(layer)
        assert [cut for cut, _ in cuts.strips(layer)][1:] == [cut for _, cut in cuts.strips(layer)][:-1]
        for shard in cuts.shards(layer):
            here, seconds = cuts.laid_out(shard), cuts.seconds(shard)
            widths = np.maximum(here.high - here.low + 1, 0)
            taken = np.concatenate([np.arange(a, a + b) for a, b in zip(here.start, widths)])  # noqa: B905
            assert sorted(taken.tolist()) == list(range(shard.values))
            needed = {
                int(leads.rank[one ^ 1 << slot])
                for one in seconds.tolist()
                for slot in range(5)
                if one >> slot & 1
            }
            assert set(cuts.needed(shard).tolist()) == needed
            assert cuts.sealed(shard)[-1] == shard.values
    assert any(len(cuts.needed(one)) < len(leads.sets[2]) for one in cuts.shards(3))


# -- the same bits -------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", [WinMatch(), WinAlone()], ids=lambda one: one.name)
@pytest.mark.parametrize("spec", SPECS)
def test_shards_have_the_bits_of_a_match_in_memory(
    spec: str, objective: WinMatch, folder: Path
) -> None:
    require_same_bits(spec, objective)
    assert len(tables.listing(folder)) > (10 if spec == GAME else 2)


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.integers(-3, 4), min_size=2, max_size=4),
    st.integers(1, 4),
    st.integers(1, 300),
    st.integers(1, 60),
)
def test_however_it_is_cut(multipliers: list[int], sides: int, size: int, strip: int) -> None:
    told = "/".join(str(one) for one in sorted(multipliers))
    with (
        pytest.MonkeyPatch.context() as patch,
        tempfile.TemporaryDirectory() as folder,
        tables.kept_in(folder),
    ):
        patch.setattr(large, "goes_by_shards", lambda *_: True)
        patch.setattr(shards, "SHARD", size)
        patch.setattr(shards, "STRIP", strip)
        patch.setattr(held, "A_GLANCE", 0.0)
        require_same_bits(f"ten-times-18:multipliers={told},dice=1d{sides}")


@pytest.mark.parametrize("objective", [WinMatch(), WinAlone()], ids=lambda one: one.name)
def test_fractions(objective: WinMatch, folder: Path) -> None:
    found, exact = dd.solve(SMALL, objective), dd.solve(SMALL, objective, exact=True)
    stored(found)
    for state in ("", "1=4,them-1=3", "2=4,them-1=3,them-2=5", "1=2,2=3,them-1=4,them-3=6"):
        assert abs(found.worth(state) - exact.worth(state)) <= found.error_bound
        one, other = found.advise(state, "4"), exact.advise(state, "4")
        assert [each.choice for each in one.choices] == [each.choice for each in other.choices]
    with pytest.raises(dd.DiceDevilError, match="cannot come up"):
        found.worth(dd.TurnByTurn(dd.game(SMALL)).start()._replace(lead=1))


@pytest.mark.parametrize("objective", [WinMatch(), WinAlone()], ids=lambda one: one.name)
def test_wins_ties_and_losses(objective: WinMatch, folder: Path) -> None:
    for spec in (GAME, SMALL):
        found, known = dd.solve(spec, objective), dd.solve(spec, objective, fresh=True)
        stored(found)
        told, right = dd.outcomes(found), dd.outcomes(known)
        for name in ("win", "tie", "lose"):
            assert abs(getattr(told, name) - getattr(right, name)) < 1e-14
        assert told.error_bound < 1e-11
        assert abs(sum(map(float, (told.win, told.tie, told.lose))) - 1) < 1e-14
    exact = dd.outcomes(dd.solve(SMALL, objective, exact=True))
    assert isinstance(exact.tie, Fraction)
    assert abs(told.tie - exact.tie) <= told.error_bound
    assert abs(told.win - exact.win) <= told.error_bound


def test_strips_that_stay_in_memory_are_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right, reads = dd.solve(GAME, WinMatch()).value, []
    read = shards.StoredRows.read

    def noted(stored_rows: Any, layer: int, *others: Any) -> None:
        reads.append(layer)
        read(stored_rows, layer, *others)

    monkeypatch.setattr(shards.StoredRows, "read", noted)
    before, counts = sums(folder), []
    for memory in (1, 64 << 30):  # none stays, all do
        monkeypatch.setenv("DICEDEVIL_TABLES", str(folder / str(memory)))
        monkeypatch.setattr(large, "_allow", lambda *_: None)
        reads.clear()
        assert dd.solve(GAME, WinMatch(), budget=Budget(memory)).value == right
        assert sums(folder / str(memory)) == before
        counts.append(len(reads))
    assert counts[1] < counts[0] / 2


def test_other_processes_make_the_same_bits(
    folder: Path, solved: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Any] = []
    hire = processes.hired

    def noted(*work: Any) -> Any:
        started.append(work)
        return hire(*work)

    monkeypatch.setattr(processes, "hired", noted)
    values = stored(dd.solve(GAME, WinMatch()))
    right, of_layer = sums(folder), values.rows.cuts.shards
    for shard in (*of_layer(2), *of_layer(3), *of_layer(5)):
        shutil.rmtree(folder / values.rows.keys[shard].folder)
    solved.clear()
    told: list[tuple[str, int, int]] = []
    budget = Budget(on="processes", progress=lambda *one: told.append(one))
    require_same_bits(GAME, budget=budget)
    assert sums(folder) == right
    assert solved == of_layer(5)  # too small to be given away
    assert 0 < len(started) <= cores()  # they stay from layer to layer
    assert told[-1][1] == told[-1][2] > 0


# -- which way it goes ---------------------------------------------------------------------------


def test_a_match_goes_by_shards_where_it_does_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    assert isinstance(dd.solve(GAME, WinMatch()).values, PairValues)
    monkeypatch.setattr(large, "in_memory_bytes", lambda _: 1 << 40)
    right = stored(dd.solve(GAME, WinMatch()))
    assert len(tables.listing(tmp_path)) == 1 + 5  # one shard a layer: it is small
    monkeypatch.undo()
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    whole = next(path for path in tables.listing(tmp_path) if "open" not in path.name)
    shutil.rmtree(whole)
    found = stored(dd.solve(GAME, WinMatch(), missing_ok=False))  # there: nothing is made again
    assert found.rows.keys == right.rows.keys
    assert not whole.exists()


def test_others_help_with_what_takes_long(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.undo()
    monkeypatch.setenv("DICEDEVIL_TABLES", str(folder))
    budget = Budget(on="processes", announce=said.append)
    assert isinstance(dd.solve(SMALL, WinMatch(), budget=budget).values, PairValues)
    assert sum("threads of this process" in one for one in said) == 1
    monkeypatch.setattr(large, "LONG", 0.0)
    said.clear()
    stored(dd.solve(GAME, WinMatch(), budget=budget))
    assert not said


def test_nothing_is_kept_of_a_fresh_one(folder: Path) -> None:
    assert isinstance(dd.solve(GAME, WinMatch(), fresh=True).values, PairValues)
    assert not tables.listing(folder)


def test_cost_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "SECONDS_PER_STEP", 1e-5)
    question = dd.solvers.question.Question(dd.TurnByTurn(dd.game(GAME)), WinMatch())
    cost = lane_for(question).cost(question)
    assert cost is not None
    said: list[str] = []
    found = dd.solve(GAME, WinMatch(), budget=Budget(announce=said.append))
    assert len(said) == 1
    assert f"{found.states - 1:,} positions" in said[0]  # the end needs no making
    assert "on disk" in said[0]
    assert "at most the shards in work are lost" in said[0]
    assert lane_for(question).cost(question) is None
    monkeypatch.setenv("DICEDEVIL_TABLES", str(folder / "none"))
    with pytest.raises(TooLarge, match="allowed"):
        dd.solve(GAME, WinMatch(), budget=Budget(patience=0.5))
    with pytest.raises(TableError, match="It is made by"):
        dd.solve(GAME, WinMatch(), missing_ok=False)
    monkeypatch.setattr(drafts, "free_space", lambda _: 1000)
    with pytest.raises(TooLarge, match="free on disk"):
        dd.solve(GAME, WinMatch())
    monkeypatch.setattr(rounds, "BESIDE", 1 << 40)
    monkeypatch.setattr(large, "BESIDE", 1 << 40)
    with pytest.raises(TooLarge, match="of memory beside"):
        dd.solve(GAME, WinMatch())
    assert not tables.listing(folder / "none")


def test_wins_and_ties_are_refused_where_two_layers_do_not_fit(folder: Path) -> None:
    found = stored(dd.solve(GAME, WinMatch()))
    small = StoredMatch(found.rows, Budget(memory=1 << 10))
    with pytest.raises(TooLarge, match=r"To tell wins from ties .* are allowed: allow more"):
        small.results()
