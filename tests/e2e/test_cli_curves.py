"""Target curves of score cards on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli
from dicedevil.errors import TooLarge
from dicedevil.solvers.cards import curve_making


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def test_the_curve_of_a_card() -> None:
    told = run("curve", "junior-yahtzee")
    assert told.exit_code == 0, told.output
    assert "Kept in single precision" in told.stdout
    data = json.loads(run("curve", "junior-yahtzee", "--json").stdout)
    assert data["targets"][-1] == 140
    assert data["probability"][0] == 1
    assert 0 < data["error_bound"] < 1e-6
    assert data["mean"] == pytest.approx(data["targets"][0] + sum(data["probability"][1:]))


def test_advice_for_a_target_in_mid_turn() -> None:
    asked = ("--state", "ones=3,twos=6,rerolls=1", "--roll", "33364", "--target", "84")
    data = json.loads(run("advise", "junior-yahtzee", *asked, "--json").stdout)
    assert data["objective"] == "target"
    assert data["choices"][0]["choice"] == "keep 333"
    assert data["value"] == data["choices"][0]["value"]
    assert {one["choice"] for one in data["choices"]} >= {"score threes", "keep 33346", "keep none"}
    curve = ("--state", "ones=3,twos=6,rerolls=0,kept=333", "--json")
    at = json.loads(run("curve", "junior-yahtzee", *curve).stdout)
    place = at["targets"].index(84)
    assert at["probability"][place] == pytest.approx(data["value"], rel=1e-9)


def test_solve_for_a_target() -> None:
    data = json.loads(run("solve", "junior-yahtzee", "--target", "84", "--json").stdout)
    assert data["lane"] == "keep-reroll"
    assert data["states"] == 1618
    assert 0 < data["value"] < 1


def test_what_is_told_before_a_long_solve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost stands on stderr before anything is made; what is refused is not announced."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    refused = run("solve", "yahtzee", "--target", "300", "--memory", "100")
    assert refused.exit_code == 5
    assert "Making" not in refused.stderr
    assert "105 MB of memory are allowed" in refused.stderr

    def broken_off(*given: object) -> None:
        raise TooLarge("broken off here")

    monkeypatch.setattr(curve_making, "make_layers", broken_off)
    told = run("solve", "yahtzee", "--target", "300")
    assert "Making the target curves of 310,656 states" in told.stderr
    assert "MB on disk" in told.stderr
    assert "at most the shards in work are lost" in told.stderr
    assert told.stderr.index("Making") < told.stderr.index("broken off")
    bad = run("advise", "yahtzee", "--state", "ones=7", "--roll", "66654", "--target", "300")
    assert bad.exit_code == 3
    assert "Making" not in bad.stderr
    assert not list(tmp_path.glob("*open*"))


def test_a_target_out_of_reach() -> None:
    refused = run("solve", "junior-yahtzee", "--target", "1000")
    assert refused.exit_code == 3
    assert "the highest possible score is 140" in refused.stderr


def test_the_curve_as_a_figure(tmp_path: Path) -> None:
    drawn = run("plot", "curve", "junior-yahtzee", "-o", str(tmp_path / "curve.svg"))
    assert drawn.exit_code == 0, drawn.output
    assert (tmp_path / "curve.svg").stat().st_size > 1000


def test_tiny_chances_are_shown() -> None:
    told = run("advise", "junior-yahtzee", "--roll", "66321", "--target", "140")
    assert told.exit_code == 0, told.output
    best = next(line for line in told.stdout.splitlines() if "best" in line)
    assert "keep 66" in best
    assert "e-" in best
    assert "0.000000000" not in told.stdout
