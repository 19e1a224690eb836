"""The commands `stats` and `records`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli
from dicedevil.coach.records import Record
from dicedevil.games import game
from recorded import played_at_random

ODD = 'A "quoted" \u202e\N{GAME DIE}\n\x1b[31m'


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICEDEVIL_DATA", str(tmp_path / "data"))
    return tmp_path


def run(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(cli, arguments, input=given)


def some_records(count: int = 3) -> list[Record]:
    names = ("me", ODD)
    return [
        replace(played_at_random(game("ten-times-18:slots=4"), 2, seed=seed)[0], players=names)
        for seed in range(count)
    ]


def test_records_go_in_and_out_without_loss(data: Path) -> None:
    records = some_records()
    file = data / "in.jsonl"
    file.write_text("".join(one.to_line() + "\n" for one in records))
    told = run("records", "import", str(file))
    assert told.exit_code == 0, told.output
    assert "3 games" in told.stdout
    out = data / "out.jsonl"
    assert run("records", "export", str(out)).exit_code == 0
    assert out.read_text() == file.read_text() == run("records", "export", "-").stdout
    listed = run("records", "list")
    assert listed.stdout.count("ten-times-18:slots=4") == 3
    assert "\x1b" not in listed.stdout
    assert "\u202e" not in listed.stdout
    assert len(json.loads(run("records", "list", "--player", ODD, "--json").stdout)) == 3


def test_what_is_no_record_is_left_out(data: Path) -> None:
    (record,) = some_records(1)
    told = run("records", "import", "-", given=f"nonsense\n{record.to_line()}\n" + "{}\n" * 9)
    assert told.exit_code == 3
    assert "line 1" in told.stderr
    assert "10 lines are no records" in told.stderr
    assert "line 9" not in told.stderr
    assert len(json.loads(run("records", "list", "--json").stdout)) == 1


def test_stats_of_kept_games(data: Path) -> None:
    text = "".join(one.to_line() + "\n" for one in some_records())
    assert run("records", "import", "-", given=text).exit_code == 0
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
