"""What work may cost, on the command line: --memory, --patience, --yes."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli
from dicedevil.cli.telling import Waiting
from dicedevil.errors import TooLarge
from dicedevil.solvers import budget
from dicedevil.solvers.budget import MEMORY
from dicedevil.solvers.cards import curve_making

WORKING = ("solve", "advise", "curve", "evaluate", "simulate", "match", "judge", "plot", "reproduce")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", WORKING)
def test_every_command_that_works_can_be_told_what_it_may_cost(name: str) -> None:
    options = {
        one for given in import_module(f"dicedevil.cli.{name}").command.params for one in given.opts
    }
    assert {"--memory", "--patience", "--yes"} <= options
    assert f"[default: {MEMORY >> 20}]" in " ".join(run(name, "--help").output.split())


@pytest.mark.parametrize("given", ["nan", "-1", "0", "1e99", "inf", "soon", "", "9" * 500])
def test_a_time_that_is_none_is_refused_in_words(given: str) -> None:
    refused = run("solve", "pig", f"--patience={given}")
    assert refused.exit_code == 2
    assert "is no time to wait: say how many seconds" in refused.stderr
    assert len(refused.stderr) < 400


@pytest.mark.parametrize(
    "given", ["nan", "-1", "0", "1.5", "1e9", "99999999", "much", "", "9" * 5000, "٣"]
)
def test_memory_that_is_none_is_refused_in_words(given: str) -> None:
    refused = run("curve", "pig", f"--memory={given}")
    assert refused.exit_code == 2
    assert "is no memory: say how many megabytes" in refused.stderr
    assert len(refused.stderr) < 400


def test_yes_is_without_end() -> None:
    refused = run("solve", "pig", "--yes", "--patience", "3")
    assert refused.exit_code == 2
    assert "leave out --patience" in refused.stderr
    assert Waiting().budget(yes=True).longest == float("inf")
    assert Waiting().budget(300, 7.5).seconds(60.0) == 7.5
    assert Waiting().budget(300).memory == 300 << 20
    assert Waiting().budget().memory == MEMORY


@pytest.mark.parametrize(
    "question",
    [
        ("curve", "yahtzee"),
        ("solve", "yahtzee", "--target", "300"),
        ("advise", "yahtzee", "--roll", "66654", "--target", "300"),
        ("match", "yahtzee", "--players", "emp-1,optimal", "--games", "2"),
        ("plot", "curve", "yahtzee", "-o", "curve.png"),
        ("solve", "yahtzee", "--objective", "win", "--endgames", "4"),
        ("judge", "yahtzee", "--up-to", "4"),
    ],
)
def test_what_takes_longer_is_refused_before_it_begins(
    question: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    refused = run(*question, "--patience", "0.5")
    assert refused.exit_code == 5, refused.output
    assert "are allowed: --patience " in refused.stderr
    assert "or --yes goes on" in refused.stderr
    assert not list(folder.glob("*open*"))


def test_yes_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too long unless it is asked for is begun with --yes, and with enough patience."""

    def begun(*given: object) -> None:
        raise TooLarge("begun")

    monkeypatch.setattr(budget, "LONGEST", 1.0)
    monkeypatch.setattr(curve_making, "make_layers", begun)
    assert "begun" not in run("curve", "yahtzee").stderr
    for more in (("--yes",), ("--patience", "5000")):
        told = run("curve", "yahtzee", *more).stderr
        assert "begun" in told
        assert told.index("Making the target curves") < told.index("begun")
        assert "MB on disk" in told
        assert "'dicedevil tables list'" in told


def test_a_search_obeys_patience_and_memory(folder: Path) -> None:
    """Two cards of Yahtzee with seven open boxes each take time; the first roll would not fit."""
    filled = "four-of-a-kind=0,full-house=25,small-straight=30,large-straight=40,yahtzee=0,chance=20"
    both = f"{filled},them-{filled.replace(',', ',them-')}"
    asked = ("advise", "yahtzee", "--roll", "66654", "--objective", "win")
    refused = run(*asked, "--state", both)
    assert refused.exit_code == 5
    assert "14 boxes are open" in refused.stderr
    assert "or --yes goes on). Solving more endgames makes it shorter" in refused.stderr
    for more in ((), ("--yes",)):  # waiting would not help
        refused = run(*asked, *more)
        assert refused.exit_code == 5
        assert "26 boxes are open" in refused.stderr
        assert "(--memory " in refused.stderr


def test_many_games_are_told_and_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of so many games takes what it takes, unless less was allowed: then it is seen soon."""
    asked: dict[str, Any] = {"players": "hold-at-20,hold-at-25", "games": "2000000"}
    question = ("match", "pig", *(part for key, one in asked.items() for part in (f"--{key}", one)))
    refused = run(*question, "--patience", "2")
    assert refused.exit_code == 5, refused.output
    assert "Playing 2,000,000 matches (playing) takes about" in refused.stderr
    assert "2 s are allowed: --patience " in refused.stderr
