"""Endgames of matches between score cards, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli

JUNIOR = "junior-yahtzee:bonus=no"
FILLED = (
    "ones=3,twos=6,threes=9,fours=12,fives=15,three-of-a-kind=20,four-of-a-kind=22,full-house=25,"
    "small-straight=30,large-straight=40,yahtzee=50"
)
THEIRS = ",".join(f"them-{item}" for item in FILLED.split(","))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def answer(*arguments: str) -> dict[str, Any]:
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert isinstance(data, dict)
    return data


def test_a_whole_match() -> None:
    data = answer("solve", JUNIOR, "--objective", "win")
    assert data["lane"] == "endgames"
    assert data["value"] == pytest.approx(0.49820071893756, abs=1e-12)
    assert 0 < data["error_bound"] <= 1e-12
    assert data["states"] > 100_000
    told = run("solve", "micro-yahtzee", "--objective", "win").stdout
    assert "first player wins" in told
    assert "endgames lane" in told


def test_tables_of_endgames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    data = answer("solve", "yahtzee", "--objective", "win", "--endgames", "2")
    assert data["endgames"] == 2
    assert data["states"] > 1_300_000
    assert data["error_bound"] < 6e-8
    told = run("solve", "yahtzee", "--endgames", "2")
    assert "endgames with up to 2 open boxes" in told.stdout
    assert "endgames" in run("tables", "list").stdout
    assert run("tables", "verify").exit_code == 0


def test_advice_in_an_endgame() -> None:
    asked = ("--objective", "win", "--state", f"{FILLED},{THEIRS},rerolls=1", "--roll", "66654")
    data = answer("advise", "yahtzee", *asked)
    assert data["choices"][0]["choice"] == "keep 666"
    assert {one["choice"] for one in data["choices"]} >= {"score sixes", "score chance", "keep none"}
    assert data["value"] == data["choices"][0]["value"]
    behind = answer("advise", "yahtzee", *asked[:3], f"{asked[3]},lead=-20", *asked[4:])
    assert behind["value"] < data["value"]
    second = answer("advise", "yahtzee", *asked[:3], f"{FILLED},{THEIRS},them-sixes=18", *asked[4:])
    assert 0 < second["value"] < 1


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("solve", "yahtzee", "--objective", "win"), 5, "positions"),
        (
            ("solve", "yahtzee", "--endgames", "6", "--memory", "16000"),
            5,
            "Only 10 minutes are allowed",
        ),
        (("solve", "yahtzee", "--endgames", "9"), 5, "of memory are allowed"),
        (("solve", "yahtzee", "--endgames", "27"), 2, "0 to 26 open boxes"),
        (("solve", "yahtzee", "--endgames", "-1"), 2, "--endgames"),
        (("solve", "pig", "--endgames", "2"), 2, "no score card"),
        (("solve", "yahtzee", "--endgames", "2", "--exact"), 2, "does not go with --exact"),
        (("solve", "yahtzee", "--endgames", "2", "--objective", "score"), 2, "objective 'win'"),
        (("advise", "yahtzee", "--objective", "win", "--roll", "66654"), 5, "26 boxes are open"),
        (
            ("advise", "yahtzee", "--objective", "win", "--roll", "66654", "--state", "ones=3"),
            3,
            "as many as you, or one more",
        ),
        (
            ("advise", "yahtzee", "--objective", "win", "--roll", "66654", "--state", "them-kept=6"),
            3,
            "no dice are kept",
        ),
        (("solve", JUNIOR, "--lane", "endgames"), 2, "endgames lane does not answer 'score'"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], code: int, said: str) -> None:
    done = run(*arguments)
    assert done.exit_code == code, done.output
    assert said in " ".join(done.stderr.split())
    assert not done.stdout
