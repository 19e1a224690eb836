"""Solved values held against the rules: what agrees is kept, what does not is refused."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.errors import TableError
from dicedevil.rules import Position, State
from dicedevil.solvers import held
from dicedevil.solvers.solution import Solution

QUESTIONS = {
    "klappenspiel:tiles=5": None,
    "shut-the-box:tiles=5": dd.WinMatch(),
    "micro-yahtzee": None,
    "junior-yahtzee:bonus=no": dd.ReachTarget(30),
    "pig:target=20": dd.WinMatch(),
    "ten-times-18:slots=3,dice=1d6": dd.WinMatch(),
}


class Spoiled:
    """Values of which one is wrong."""

    def __init__(self, solution: Solution, where: State, wrong: float) -> None:
        self.solution, self.where, self.wrong = solution, where, wrong

    def worth(self, points: int, state: State) -> Any:
        told = self.solution.values.worth(points, state)
        return told + self.wrong if state == self.where else told


@pytest.mark.parametrize(("game", "objective"), QUESTIONS.items())
def test_every_position_agrees_with_the_rules(game: str, objective: dd.Objective | None) -> None:
    solution = dd.solve(game, objective, fresh=True)
    found = held.hold((solution, one) for one in islice(held.every(solution), 100))
    assert found.positions > 2
    assert found.worst <= 2 * solution.error_bound + 1e-15


@pytest.mark.parametrize(("game", "objective"), QUESTIONS.items())
@pytest.mark.parametrize("wrong", [1e-3, -1e-3, float("nan"), float("inf")])
def test_a_wrong_value_is_refused(game: str, objective: dd.Objective | None, wrong: float) -> None:
    solution = dd.solve(game, objective, fresh=True)
    position = next(held.sampled(solution))
    bad = replace(solution, values=Spoiled(solution, position.state, wrong))
    with pytest.raises(TableError, match="contradict the rules"):
        held.require_step(bad, position)


def test_what_contradicts_the_rules_is_not_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    forgotten: list[str] = []
    monkeypatch.setattr(held, "_forget_code", lambda room: forgotten.append(room) or "Forgotten.")
    from dicedevil.solvers.cards.mean_making import MeanTable

    right = MeanTable.make
    monkeypatch.setattr(MeanTable, "make", lambda table: right(table) * 1.001)
    with pytest.raises(TableError, match="Forgotten"):
        dd.solve("micro-yahtzee")
    assert forgotten == ["dicedevil.solvers.cards.lanes"]
    assert not list(tmp_path.glob("*/table.json"))
    monkeypatch.setattr(MeanTable, "make", lambda table: right(table) * np.nan)
    with pytest.raises(TableError, match="no numbers"):
        dd.solve("micro-yahtzee")


def test_compiled_code_that_is_not_believed_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from dicedevil.solvers import machine

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    machine.cache_folder.cache_clear()
    folder = machine.cache_folder("cards")
    assert folder is not None
    (folder / "code").write_text("wrong")
    assert folder.name in held._forget_code("dicedevil.solvers.cards.lanes")
    assert not folder.exists()
    machine.cache_folder.cache_clear()


@pytest.mark.parametrize(
    ("objective", "kind"), [(dd.ReachTarget(10), "curves"), (dd.WinMatch(), "endgames")]
)
def test_layers_are_tested_before_they_are_written(
    objective: dd.Objective, kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every chance is a hair too high: the first layer is refused, and nothing is kept."""
    from dicedevil.solvers.cards import curve_making, endgame_making

    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    monkeypatch.setattr(held, "_forget_code", lambda room: "Forgotten.")
    monkeypatch.setattr(held, "A_GLANCE", 60)  # not one position but all, however busy the machine is
    right = curve_making.trimmed

    def spoiled(work: Any) -> Any:
        made = right(work)
        return made._replace(chances=(made.chances * 1.001).astype(made.chances.dtype))

    for module in (curve_making, endgame_making):
        monkeypatch.setattr(module, "trimmed", spoiled)
    with pytest.raises(TableError, match=r"contradict the rules.*Forgotten"):
        dd.solve("micro-yahtzee", objective)
    assert not list(tmp_path.glob("*/table.json"))


def test_what_was_looked_at_is_let_go() -> None:
    """At once: values may hold a whole layer, and their caches hold them."""
    solved = dd.solve("micro-yahtzee:cards=2", fresh=True)
    looked = replace(solved, values=replace(solved.values))
    seen, start = weakref.ref(looked.values), Position(0, solved.game.start())
    gc.collect()
    gc.disable()
    try:
        held.glance("cards", {}, ((looked, start) for _ in range(2)))
        assert "_worth" not in vars(looked.values)
        del looked
        assert seen() is None
    finally:
        gc.enable()


def test_what_several_choices_lead_to_is_asked_for_once() -> None:
    solution = dd.solve("micro-yahtzee", dd.ReachTarget(30), fresh=True)
    asked: list[tuple[int, State]] = []

    class Counted:
        def worth(self, points: int, state: State) -> Any:
            asked.append((points, state))
            return solution.values.worth(points, state)

    counted = replace(solution, values=Counted())
    position = next(held.sampled(solution))
    assert held.one_step(counted, position) == held.one_step(solution, position)
    assert len(asked) == len(set(asked)) > 1
