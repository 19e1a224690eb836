"""Everyday questions at the table, on the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli
from dicedevil.cli.telling import between_keys


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def answer(*arguments: str) -> Any:
    told = run(*arguments, "--json")
    assert told.exit_code == 0, told.output
    return json.loads(told.stdout)


@pytest.mark.parametrize(
    ("game", "state"),
    [
        ("ten-times-18", "1=4,5=8"),
        ("shut-the-box:score=remaining", "up=1+4+9"),
        ("junior-yahtzee", "ones=3,sixes=18,rerolls=1"),
        ("pig", "turn=19"),
    ],
)
def test_solve_and_evaluate_from_a_position(game: str, state: str) -> None:
    solved = answer("solve", game, "--state", state)
    law = answer("evaluate", game, "--state", state)
    assert solved["state"] == law["state"] == state
    assert solved["value"] == pytest.approx(law["mean"])
    assert solved["value"] != answer("solve", game)["value"]
    assert f": {state}" in run("solve", game, "--state", state).stdout
    assert f"at {state}: " in run("evaluate", game, "--state", state).stdout


def test_points_made_count() -> None:
    start, later = answer("solve", "ten-times-18"), answer("solve", "ten-times-18", "--state", "10=18")
    assert later["value"] > start["value"]
    assert answer("evaluate", "ten-times-18", "--state", "10=18")["min"] > 180


def test_a_bad_position_is_refused_before_any_work() -> None:
    for command in ("solve", "evaluate"):
        refused = run(command, "yahtzee", "--state", "ones=7")
        assert refused.exit_code == 3
        assert "the box can hold" in refused.stderr
    refused = run("evaluate", "pig", "--objective", "win", "--state", "turn=4")
    assert refused.exit_code == 2
    assert "--against NAME --state" in refused.stderr


def test_a_target_at_the_table() -> None:
    told = run("curve", "pig", "--state", "turn=12", "--target", "25", "--target", "20")
    assert told.exit_code == 0, told.output
    lines = told.stdout.splitlines()
    assert lines[0] == "Worth now: 13.99 points on average."
    assert lines[1] == "At least 25: 2.08% playing for the most points, 51.37% going for it."
    assert lines[2] == "  Going for it costs 0.25 points on average."
    assert any(line.split()[:1] == ["25"] for line in lines)
    data = answer("curve", "pig", "--state", "turn=12", "--target", "25")
    assert data["asked"][0]["target"] == 25
    assert data["asked"][0]["normally"] == pytest.approx(0.020833, abs=1e-6)
    assert data["worth"] == pytest.approx(13.985, abs=1e-3)
    assert "asked" not in answer("curve", "pig")


def test_a_curve_is_told_in_round_numbers() -> None:
    rows = run("curve", "ten-times-18").stdout.splitlines()[4:-3]
    targets = [int(row.split()[0]) for row in rows]
    assert {600, 620, 640, 660, 680, 700} <= set(targets)
    assert all(target % 20 == 0 for target in targets[1:-1])
    assert targets == sorted(targets)
    assert targets[-1] == 990


def test_headings_are_broken_between_keys() -> None:
    filled = "ones=3,twos=6,threes=9,fours=12,fives=20,three-of-a-kind=24,small-straight=30"
    for width in (24, 40, 80):
        lines = between_keys(f"yahtzee: {filled}, roll 33456", width).splitlines()
        assert all(len(line) <= width for line in lines)
        assert "".join(line.strip() + " " for line in lines).replace(", ", ",").split() == [
            "yahtzee:",
            f"{filled},roll",
            "33456",
        ]


def test_advice_before_the_roll() -> None:
    told = run("advise", "pig", "--state", "turn=23")
    assert told.exit_code == 0, told.output
    assert "pig: turn=23 (23 in the turn)" in told.stdout
    assert "> best   stop     23.00000" in told.stdout
    assert "What may be rolled" in told.stdout
    data = answer("advise", "pig", "--state", "turn=23")
    assert [one["choice"] for one in data["choices"]] == ["stop", "roll"]
    assert len(data["rolls"]) == 6


def test_chances_are_per_cents_and_headings_tell_what_is_to_be_seen() -> None:
    told = run("advise", "klappenspiel", "--state", "up=4+6+10", "--roll", "4 6").stdout
    assert "roll 46 (3 of 10 tiles up, sum 20)" in told
    assert "8.333333%" in told
    assert "0.462963%" in told
    assert all(len(line.rstrip()) <= 80 for line in told.splitlines())
    target = run(
        "advise", "ten-times-18", "--state", "1=4,5=8", "--roll", "12", "--target", "650"
    ).stdout
    assert "%" in target
