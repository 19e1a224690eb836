"""Games that are kept, from the command line: listed, taken elsewhere, brought in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli
from dicedevil.coach.records import Record
from dicedevil.coach.store import Store
from dicedevil.games import game
from recorded import played_at_random
from unusual import NAMES


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, typed: bytes = b"") -> Result:
    return CliRunner().invoke(cli, ["records", *arguments], input=typed, catch_exceptions=False)


@pytest.fixture
def records() -> list[Record]:
    found = [Record("pig", tuple(NAMES)), Record("yatzy", ("Ann",), seed=5)]
    found.append(played_at_random(game("micro-yahtzee"), 2)[0])
    with Store() as store:
        store.keep(found)
        store.begin(Record("pig", ("Ann",)))
    return [*found, Record("pig", ("Ann",))]


def test_games_go_out_and_come_in_without_loss(records: list[Record]) -> None:
    assert "4 games written." in run("export", "games.jsonl").stderr
    lines = Path("games.jsonl").read_text().splitlines()
    assert [Record.from_line(line) for line in lines] == records
    assert run("import", "games.jsonl", "--data", "other").stdout == "4 games kept.\n"
    with Store("other") as store:
        assert list(store.records()) == records
    assert run("export", "-", "--player", "Ann", "--game", "pig").stdout == records[3].to_line() + "\n"
    told = run("import", "-", "--data", "third", typed=Path("games.jsonl").read_bytes())
    assert told.stdout == "4 games kept.\n"


@pytest.mark.usefixtures("records")
def test_games_are_listed() -> None:
    told = json.loads(run("list", "--json").stdout)
    assert [one["game"] for one in told] == ["pig", "yatzy", "micro-yahtzee", "pig"]
    assert [one["under_way"] for one in told] == [False, False, False, True]
    assert told[0]["players"] == NAMES
    listing = run("list").stdout
    assert "left" in listing
    assert "given up" in listing
    assert "\u202e" not in listing
    assert "3 player 0" not in listing


def test_a_file_that_is_wrong_is_refused_whole(records: list[Record]) -> None:
    Path("bad.jsonl").write_text(f"{records[0].to_line()}\n{records[1].to_line()[:-9]}\n")
    result = run("import", "bad.jsonl", "--data", "other")
    assert result.exit_code == 3
    assert "bad.jsonl, line 2: This is no JSON" in result.stderr
    assert "Nothing was kept." in result.stderr
    with Store("other") as store:
        assert list(store.records()) == []
    missing = run("import", "none.jsonl")
    assert (missing.exit_code, "Cannot read 'none.jsonl'" in missing.stderr) == (1, True)
    assert run("export", "none/games.jsonl").exit_code == 1
