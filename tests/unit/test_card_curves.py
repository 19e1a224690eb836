"""Target curves of score cards on disk: kept by layers, checked, made once, refused when too dear."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import dicedevil as dd
from damage import flip, overwrite
from dicedevil.errors import PositionError, TableError, TooLarge, UsageError
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers import tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards import row_costs
from dicedevil.solvers.cards.curve_making import CurveCost, curve_cost, make_layers
from dicedevil.solvers.cards.curve_sizes import most_targets
from dicedevil.solvers.cards.row_shelf import CurveShelf
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.layout import SIDECAR
from dicedevil.solvers.question import Question
from dicedevil.solvers.solver import lane_for

JUNIOR = "junior-yahtzee"
KILLED_AT = 4

KILL_ITSELF = f"""
import os, signal
import dicedevil as dd
from functools import partial
from dicedevil.solvers.solver import lane_for

def progress(what, done, in_all):
    if what.startswith("target curves, {KILLED_AT} of 6") and done:
        os.kill(os.getpid(), signal.SIGKILL)

dd.curve("{JUNIOR}", progress=progress)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the curves of Junior Yahtzee."""
    folder = tmp_path_factory.mktemp("curves")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DICEDEVIL_TABLES", str(folder))
        dd.curve(JUNIOR)
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy that a test may spoil."""
    copy = tmp_path / "tables"
    shutil.copytree(made, copy)
    monkeypatch.setenv("DICEDEVIL_TABLES", str(copy))
    return copy


def shelf_of(spec: str) -> CurveShelf:
    game = dd.game(spec)
    assert isinstance(game, KeepRerollGame)
    return CurveShelf(
        encoding(game.card),
        partial(tables.key_of, Question(game, dd.ReachTarget()), room=game.solved_in),
    )


def missing(spec: str) -> CurveCost | None:
    question = Question(dd.game(spec), dd.ReachTarget(60))
    return lane_for(question).cost(question)  # type: ignore[return-value]


def layer_folders(folder: Path) -> list[Path]:
    keys = [shelf_of(JUNIOR).key(open_boxes) for open_boxes in range(1, 7)]
    return [folder / key.folder for key in keys if key is not None]


def stamps(folders: list[Path]) -> list[int | None]:
    files = [folder / SIDECAR for folder in folders]
    return [file.stat().st_mtime_ns if file.exists() else None for file in files]


def spoil(path: Path) -> None:
    """Change a bit before the last tile: a chance of some state."""
    flip(path, -100)


def test_a_curve_falls_from_certain_to_the_highest_score() -> None:
    found = dd.curve(JUNIOR)
    assert found.probability[0] == 1.0
    assert all(a >= b for a, b in pairwise(found.probability))
    assert found.targets[-1] == 5 * (1 + 2 + 3 + 4 + 5 + 6) + 35
    assert found.probability[-1] > 0
    assert 0 < found.error_bound < 6 * 6e-8


def test_the_curve_lies_above_every_strategy_and_its_mean_above_the_best_mean() -> None:
    found, best = dd.curve(JUNIOR), dd.evaluate(JUNIOR, "optimal")
    assert found.mean > best.mean
    for target in found.targets:
        tail = sum(float(chance) for score, chance in best.law.items() if score >= target)
        assert found.chance(target) >= tail - found.error_bound - 1e-12


def test_two_lanes_give_the_same_curve() -> None:
    ours, graph = dd.curve("micro-yahtzee"), dd.solve("micro-yahtzee", dd.ReachTarget(30), lane="graph")
    assert graph.lane == "graph"
    assert ours.chance(30) == pytest.approx(graph.value, abs=ours.error_bound)


def test_layers_are_on_disk_and_read_again(folder: Path) -> None:
    before = stamps(layer_folders(folder))
    assert None not in before
    assert dd.curve(JUNIOR) == dd.curve(JUNIOR, fresh=True)
    assert stamps(layer_folders(folder)) == before
    assert missing(JUNIOR) is None


def test_a_killed_process_loses_one_layer_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    killed = subprocess.run([sys.executable, "-c", KILL_ITSELF], env=dict(os.environ), check=False)
    assert killed.returncode == -signal.SIGKILL
    left = stamps(layer_folders(tmp_path))
    assert [stamp is not None for stamp in left] == [True] * (KILLED_AT - 1) + [False] * 3
    cost = missing(JUNIOR)
    assert cost is not None
    told: list[str] = []
    found = dd.curve(JUNIOR, progress=lambda what, done, in_all: told.append(what))
    assert not any(what.startswith(f"target curves, {KILLED_AT - 1} of") for what in told)
    assert any(what.startswith(f"target curves, {KILLED_AT} of") for what in told)
    assert stamps(layer_folders(tmp_path))[: KILLED_AT - 1] == left[: KILLED_AT - 1]
    assert found == dd.curve(JUNIOR, fresh=True)


def test_damaged_chances_are_made_again_when_looked_at(folder: Path) -> None:
    game, said = dd.game(JUNIOR), list[str]()
    good, folders = dd.curve(game, "ones=3,twos=6"), layer_folders(folder)
    before = stamps(folders)
    spoil(folders[3] / "chances.npy")  # four open boxes; the last set of them
    budget = Budget(announce=said.append)
    assert dd.solve(game, dd.ReachTarget(60), budget=budget).value > 0  # another layer, and whole
    assert not said
    with pytest.raises(TableError, match=r"4-open.*damaged"):
        tables.read(folders[3])
    assert dd.curve(game, "ones=3,twos=6", budget=budget) == good
    assert len(said) == 1
    assert re.search("4-open.*damaged: chances have changed. It is made again", said[0])
    assert [a != b for a, b in zip(stamps(folders), before, strict=True)] == [False] * 3 + [True] + [
        False
    ] * 2
    tables.read(folders[3])


def test_damage_that_may_not_be_mended_is_refused_with_its_cost(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(layer_folders(folder)[3] / "chances.npy")
    monkeypatch.setattr(row_costs, "SECONDS_PER_ROW", 1.0)  # as if it took long
    with pytest.raises(TableError, match=r"not on disk.*made by 'dicedevil curve junior.*MB on disk"):
        dd.curve(JUNIOR, "ones=3,twos=6", missing_ok=False)


@pytest.mark.parametrize("name", ["first.npy", "sure.npy", "seals.npy", SIDECAR])
def test_other_damage_makes_the_layer_again(folder: Path, name: str) -> None:
    folders = layer_folders(folder)
    before = stamps(folders)
    good = dd.curve(JUNIOR)
    overwrite(folders[4] / name, (folders[4] / name).read_bytes()[:-7])
    assert dd.curve(JUNIOR) == good
    after = stamps(folders)
    assert after[4] != before[4]
    assert after[:4] == before[:4]


def test_a_layer_is_not_made_from_a_damaged_one(folder: Path) -> None:
    folders, good = layer_folders(folder), dd.curve(JUNIOR)
    spoil(folders[3] / "chances.npy")
    shutil.rmtree(folders[4])
    before = stamps(folders)
    assert dd.curve(JUNIOR) == good
    after = stamps(folders)
    assert [a != b for a, b in zip(after, before, strict=True)] == [False] * 3 + [True] * 2 + [False]
    tables.read(folders[3])


def test_chances_cut_short_are_made_again(folder: Path) -> None:
    good, path = dd.curve(JUNIOR), layer_folders(folder)[5] / "chances.npy"
    path.chmod(0o644)
    np.save(path, np.load(path)[:-20])
    assert dd.curve(JUNIOR) == good


def test_layers_of_other_rules_are_not_used(folder: Path) -> None:
    ours, other = shelf_of(JUNIOR), shelf_of("junior-yahtzee:bonus=no")
    assert ours.load(3) is not None
    assert CurveShelf(other.encoded, ours.name).load(3) is None


def test_progress_tells_how_far_it_has_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    told: list[tuple[str, int, int]] = []
    dd.curve(JUNIOR, progress=lambda *report: told.append(report))
    assert any("4 of 6 boxes" in what for what, _, _ in told)
    assert all(0 <= done <= in_all for _, done, in_all in told)
    counted = [done for _, done, _ in told]
    assert counted == sorted(counted)
    assert told[-1][1] == told[-1][2]


def test_the_estimate_covers_what_is_made() -> None:
    encoded = shelf_of(JUNIOR).encoded
    layers = make_layers(CurveShelf(encoded, lambda about: None), 6)
    made = [int(one.layer.first[-1] - one.layer.first[0]) for one in layers]
    assert all(0 <= ours <= most for ours, most in zip(made, most_targets(encoded), strict=True))
    assert sum(made) > 0.5 * sum(most_targets(encoded))


def test_the_official_card_is_estimated_and_refused_where_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """310,656 states (Pawlewicz 2010): the cost is told before anything is solved."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    cost = missing("yahtzee")
    assert cost is not None
    assert cost.states == 310_656
    assert 500e6 < cost.table_bytes < 1e9
    assert cost.memory_bytes < 4 << 30
    refused = (
        r"curves of yahtzee are not on disk.*'dicedevil curve yahtzee'.*310,656 states.*MB on disk"
    )
    with pytest.raises(TableError, match=refused):
        dd.solve("yahtzee", dd.ReachTarget(300), missing_ok=False)
    with pytest.raises(TableError, match=refused):
        dd.curve("yahtzee", missing_ok=False)
    with pytest.raises(TableError, match=refused):
        dd.advise("yahtzee", roll="66654", objective=dd.ReachTarget(300), missing_ok=False)
    with pytest.raises(TooLarge, match=r"310,656 states.*allowed"):
        dd.solve("yahtzee", dd.ReachTarget(300), memory=100 << 20)
    assert not list(tmp_path.glob("*open*"))
    assert dd.curve("micro-yahtzee", missing_ok=False).mean > 0  # a moment: nobody needs to be asked


def test_questions_that_do_not_fit() -> None:
    with pytest.raises(PositionError, match="cannot reach 141: the highest possible score is 140"):
        dd.solve(JUNIOR, dd.ReachTarget(141))
    with pytest.raises(UsageError, match="exact fractions need the reference"):
        dd.solve(JUNIOR, dd.ReachTarget(80), exact=True, lane="keep-reroll")
    solution = dd.solve(JUNIOR, dd.ReachTarget(80))
    start = dd.game(JUNIOR).start()
    with pytest.raises(PositionError, match="cannot occur"):
        solution.worth(start._replace(upper=99))
    with pytest.raises(PositionError, match="cannot occur"):
        solution.worth(start._replace(kept=(7, 7)))


def test_the_cost_reads_well() -> None:
    text = str(curve_cost(shelf_of("yahtzee").encoded))
    assert text.startswith("target curves of 310,656 states between turns: up to ")
    assert "cores" in text


def test_tiny_chances_are_told_apart() -> None:
    """The bound is relative: for the highest score of all the best keep is still found."""
    solution = dd.solve(JUNIOR, dd.ReachTarget(140))
    assert 0 < solution.value < solution.error_bound
    advice = solution.advise("", "66321")
    assert advice.best.choice == "keep 66"
    assert advice.choices[1].value < 0.9 * advice.value
