"""Rules as text at the command line: a start of every family is checked, solved, played and graded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli
from dicedevil.written.base import FAMILIES
from dicedevil.written.sheet import sheet_names

ROLLS = {"cards": "44456", "press-luck": "1556", "tiles": "36", "placement": "11"}
"""A first roll of each start."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(cli, arguments, input=typed, catch_exceptions=False)


def answer(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def begun(family: str) -> str:
    Path("mine.toml").write_text(run("new", family).stdout, encoding="utf-8")
    return "mine.toml"


@pytest.mark.parametrize("family", FAMILIES)
def test_a_start_means_something_and_tells_its_cost(family: str) -> None:
    told = answer("check", begun(family))
    assert told["ok"]
    assert told["means"]
    assert told["size"] > 10
    assert told["seconds"] < 2
    shown = run("check", "mine.toml")
    assert told["means"][0] in shown.output
    assert "(to solve: less than a second" in shown.output


@pytest.mark.parametrize("family", FAMILIES)
def test_everything_works_for_the_file(family: str) -> None:
    file = begun(family)
    exact = family != "cards"  # of that fractions take minutes
    value = answer("solve", file, *(["--exact"] if exact else []))["value"]
    assert answer("show", file)["name"] == "mine"
    roll = ROLLS.get(family)
    if roll:
        choices = answer("advise", file, "--roll", roll)["choices"]
        assert choices[0]["loss"] == 0
        assert answer("advise", file, "--roll", roll, "--why")["why"]["sentence"]
    if family == "columns":  # turns have no end, and so no curve
        assert 0 < answer("solve", file, "--objective", "within", "--turns", "3")["value"] < 1
    else:
        assert answer("curve", file)["probability"]
    assert answer("evaluate", file)["mean"] == pytest.approx(value, rel=1e-9)
    assert sum(answer("match", file, "--players", "optimal,random", "--games", "5")["wins"]) <= 5
    assert run("plot", "distribution", file, "-o", "law.png").exit_code == 0
    assert Path("law.png").stat().st_size > 5_000
    assert run("simulate", file, "--games", "3", "--record", "games.jsonl").exit_code == 0
    graded = answer("grade", "games.jsonl", "--rules", file)["games"]
    for game in graded:
        assert game["result"] - game["start_value"] == pytest.approx(game["luck"] - game["loss"])
    played = run("play", file, "--against", "optimal", "--seed", "1", typed="quit\n")
    assert played.exit_code == 0, played.output


@pytest.mark.parametrize("name", sheet_names())
def test_the_rules_of_a_listed_game_are_a_start(name: str) -> None:
    Path("other.toml").write_text(run("new", name).stdout, encoding="utf-8")
    from dicedevil.games import game, text_problems

    assert text_problems("other.toml") == []
    assert str(game("other.toml")) == "other"


def test_what_is_wrong_is_told_at_once_with_the_right_code() -> None:
    Path("bad.toml").write_text('family = "cards"\nrerols = 3\n[boxes]\na = { pays = "totl" }\n')
    result = run("check", "bad.toml")
    assert result.exit_code == 3
    assert [line.split(": ")[0] for line in result.stdout.splitlines()] == [
        "bad.toml:2:1",
        "bad.toml:4:7",
    ]
    told = run("check", "bad.toml", "--json")
    assert told.exit_code == 3
    assert len(json.loads(told.stdout)["problems"]) == 2
    for command in ("solve", "show", "evaluate", "simulate", "play"):
        refused = run(command, "bad.toml")
        assert refused.exit_code == 3
        assert (
            "bad.toml:2:1: There is no key 'rerols'. Did you mean 'rerolls'? (and 1 more"
            in refused.stderr
        )


def test_too_large_is_refused_before_anything_is_made() -> None:
    boxes = "".join(f"b{number} = {{ pays = {number} }}\n" for number in range(20))
    Path("large.toml").write_text(f'family = "cards"\ndice = "9d6"\nrerolls = 9\n[boxes]\n{boxes}')
    result = run("solve", "large.toml", "--memory", "300")
    assert result.exit_code == 5
    assert "MB" in result.stderr
    Path("wide.toml").write_text('family = "cards"\ndice = "40d20"\n[boxes]\na = { pays = 1 }\n')
    result = run("check", "wide.toml")
    assert result.exit_code in (3, 5)
    assert "can be kept in 10^15 ways: too many to list" in result.output


def test_what_rules_mean_and_cost_is_told_before_a_long_look_at_them() -> None:
    Path("long.toml").write_text('family = "cards"\ndice = "8d8"\n[boxes]\na = { pays = 1 }\n')
    result = run("check", "long.toml", "--patience", "0.01")
    assert result.exit_code == 5
    assert "a: pays 1" in result.stdout
    assert "2 states between turns (to solve:" in result.stdout
    assert "looked at" not in result.stdout


def test_starts_and_the_schema() -> None:
    assert json.loads(run("new", "--schema").stdout)["anyOf"]
    assert run("new").exit_code == 2
    assert run("new", "cards", "--schema").exit_code == 2
    result = run("new", "crads")
    assert result.exit_code == 2
    assert "Did you mean 'cards'?" in result.stderr
