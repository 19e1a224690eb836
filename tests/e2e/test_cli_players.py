"""Matches and players on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli

SLOTS = "ten-times-18:slots=3,dice=1d4"
CARD = "yahtzee:boxes=ones/sixes/chance"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def test_match() -> None:
    asked = ("match", SLOTS, "--players", "optimal,random", "--games", "2000", "--seed", "7")
    told = run(*asked)
    assert told.exit_code == 0, told.output
    assert "the first begins" in " ".join(told.stdout.split())
    data = json.loads(run(*asked, "--json").stdout)
    assert data["players"] == ["optimal", "random"]
    assert data["games"] == 2000
    assert sum(data["wins"]) + data["ties"] == 2000
    assert data["mean_rank"][0] < 1.5 < data["mean_rank"][1]
    assert len(data["standard_error"]) == 2
    assert data == json.loads(run(*asked, "--json").stdout)


def test_match_with_the_same_rolls() -> None:
    asked = ("match", SLOTS, "--players", "optimal,optimal,EMP(0)", "--games", "20", "--same-rolls")
    data = json.loads(run(*asked, "--json").stdout)
    assert data["same_rolls"] is True
    assert data["players"] == ["optimal", "optimal", "emp-0"]
    assert data["mean_score"][0] == data["mean_score"][1]
    assert "the same rolls for everybody" in " ".join(run(*asked).stdout.split())


def test_match_of_a_race() -> None:
    asked = ("match", "pig:target=20", "--players", "optimal,hold-at-20", "--games", "50")
    assert json.loads(run(*asked, "--json").stdout)["ties"] == 0
    assert "mean score" not in run(*asked).stdout


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ((SLOTS, "--players", "optimal"), 2, "at least 2 players"),
        ((SLOTS, "--players", "optimal,optimum"), 2, "Did you mean 'optimal'?"),
        ((SLOTS, "--players", "optimal,"), 2, "Nobody called ''"),
        ((SLOTS, "--players", "emp--1,optimal"), 2, "0 or more"),
        ((SLOTS, "--players", "emp,optimal"), 2, "emp-1"),
        ((SLOTS, "--players", "optimal,random", "--games", "0"), 2, "At least 1 game"),
        ((SLOTS, "--players", "optimal,random", "--seed", "-3"), 2, "at least 0"),
        (("pig", "--players", "optimal"), 2, "2 players"),
        (("yatzee", "--players", "optimal,optimal"), 3, "Did you mean"),
        ((SLOTS,), 2, "--players"),
    ],
)
def test_bad_matches(arguments: tuple[str, ...], code: int, says: str) -> None:
    refused = run("match", *arguments)
    assert refused.exit_code == code
    assert says in refused.stderr
    assert not refused.stdout


def test_advice_of_a_player() -> None:
    asked = ("--state", "ones=3,them-ones=2", "--roll", "66654")
    data = json.loads(run("advise", CARD, "--player", "emp-1", *asked, "--json").stdout)
    assert data["objective"] == "win"
    assert data["player"] == "emp-1"
    assert data["players"] == 2
    assert data["choices"][0]["choice"] == "keep 666"
    assert 0 < data["value"] == data["choices"][0]["value"] < 1
    assert data["expected_rank"] == pytest.approx(2 - data["value"])
    losses = [one["loss"] for one in data["choices"]]
    assert losses == sorted(losses)
    told = run("advise", CARD, "--player", "emp-1", "--objective", "win", *asked)
    assert "as emp-1 sees it" in " ".join(told.stdout.split())


def test_advice_among_three() -> None:
    asked = ("--state", "ones=3,them-ones=2,them2-chance=20", "--roll", "66654")
    told = run("advise", CARD, "--player", "dyns-0", *asked)
    assert "of 2 opponents" in told.stdout
    data = json.loads(run("advise", CARD, "--player", "emp-0", *asked, "--json").stdout)
    assert 0 < data["value"] < 2
    assert data["players"] == 3


def test_a_player_agrees_with_the_solution() -> None:
    asked = ("--state", "1=1,2=2,them-1=1,them-2=2,them-3=3", "--roll", "3", "--json")
    exact = json.loads(run("advise", SLOTS, "--objective", "win", *asked).stdout)
    seen = json.loads(run("advise", SLOTS, "--player", "emp-1", *asked).stdout)
    assert seen["choices"] == exact["choices"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--player", "emp-1", "--target", "20"), 2, "'win'"),
        (("--player", "emp-1", "--exact"), 2, "exact"),
        (("--player", "optimal"), 2, "does not tell"),
        (("--player", "emp-x"), 2, "depth"),
        (("--player", "emp-1", "--state", "ones=3,sixes=6"), 3, "turns"),
        (("--player", "emp-1", "--state", "them-rerolls=1"), 3, "Only the player to move"),
        (("--player", "emp-1", "--state", "ones=9"), 3, "can hold"),
        (("--objective", "win", "--state", "them2-ones=1"), 2, "--player emp-1"),
    ],
)
def test_bad_questions(arguments: tuple[str, ...], code: int, says: str) -> None:
    refused = run("advise", CARD, "--roll", "66654", *arguments)
    assert refused.exit_code == code, refused.output
    assert says in refused.stderr


def test_simulate_against() -> None:
    asked = ("simulate", CARD, "--strategy", "emp-0", "--games", "20")
    data = json.loads(run(*asked, "--against", "optimal,random", "--json").stdout)
    assert data["strategy"] == "emp-0 against optimal, random"
    assert data["games"] == 20
    refused = run(*asked)
    assert refused.exit_code == 2
    assert "--against" in refused.stderr
    assert run(*asked, "--against", "nobody").exit_code == 2


def test_missing_curves_are_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be made in the memory there is, the cost has been told before."""
    from dicedevil.solvers.cards import curve_making

    def refuse(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    monkeypatch.setattr(curve_making, "make_layers", refuse)
    for asked in (
        ("match", "yahtzee", "--players", "emp-1,optimal"),
        ("advise", "yahtzee", "--player", "emp-1", "--roll", "66654"),
        ("simulate", "yahtzee", "--strategy", "emp-1", "--against", "optimal"),
    ):
        refused = run(*asked)
        assert refused.exit_code == 5
        assert "Making the target curves of 310,656 states" in refused.stderr
