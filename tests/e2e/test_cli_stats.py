"""The command `stats`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli
from dicedevil.coach.records import Record
from dicedevil.coach.store import Store
from dicedevil.games import game
from recorded import played_at_random

ODD = 'A "quoted" \u202e\N{GAME DIE}\n\x1b[31m'


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICEDEVIL_DATA", str(tmp_path / "data"))
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def some_records(count: int = 3) -> list[Record]:
    names = ("me", ODD)
    return [
        replace(played_at_random(game("ten-times-18:slots=4"), 2, seed=seed)[0], players=names)
        for seed in range(count)
    ]


def test_stats_of_kept_games(data: Path) -> None:
    with Store() as store:
        store.keep(some_records())
    told = run("stats")
    assert told.exit_code == 0, told.output
    assert told.stdout.startswith("ten-times-18:slots=4: 3 games")
    for words in ("Over time", "Where it was lost", "Your dice, 12 rolls"):
        assert words in told.stdout
    found = json.loads(run("stats", "ten-times-18:slots=4", "--json", "--player", ODD).stdout)
    (one,) = found["games"]
    assert one["score"] - one["start_value"] == pytest.approx(one["luck"] - one["loss"])
    assert "No games of yahtzee" in run("stats", "yahtzee").stdout


def test_no_games_yet() -> None:
    told = run("stats", "--player", "Ann")
    assert told.exit_code == 0
    assert "No games by Ann" in told.stdout
    assert json.loads(run("stats", "--json").stdout)["games"] == []


@pytest.mark.parametrize("command", ["stats", "train"])
def test_rules_that_are_not_there_are_refused(command: str) -> None:
    told = CliRunner().invoke(cli, [command, "--rules", "nowhere.py"])
    assert told.exit_code == 2
    assert "'nowhere.py' does not exist" in told.stderr
