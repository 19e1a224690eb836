"""Long matches of press-your-luck games: what they cost is said before, and their bound is proven."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import press_oracle as oracle
from dicedevil.cli.group import cli
from dicedevil.errors import TooLarge
from dicedevil.solvers.press_luck import match as matches
from dicedevil.solvers.press_luck.match import BEST, Shards, certify, solve_match

LONG = "ten-thousand:target=20000"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    return tmp_path


def test_turns_that_are_too_short_for_their_margins_are_lengthened() -> None:
    """As where ways to play are equal and one is longer: the bound is proven, and it holds."""
    rules = oracle.rules_of("pig:target=12")
    found, exact = solve_match(rules), oracle.match(rules)[0]
    usual = found.error_bound
    short = np.maximum(found.first_turns - 0.7 * (np.indices((12, 12)).sum(axis=0) % 3 == 0), 0.5)
    with Shards(1) as shards:
        tables, lengths = (found.first, found.first), (short, short)
        before = short.copy()
        bound = certify(rules, (BEST, BEST), True, tables, lengths, 0.0, shards)
    assert usual < bound < 10 * usual
    assert (short == before).all()
    for (me, them), chance in exact.items():
        assert abs(Fraction(found.first[me, them]) - chance) <= bound


def test_values_that_are_wrong_prove_nothing() -> None:
    rules = oracle.rules_of("pig:target=12")
    found = solve_match(rules)
    wrong = found.first.copy()
    wrong[3, 4] -= 1e-9
    with Shards(1) as shards:
        tables, lengths = (wrong, wrong), (found.first_turns, found.first_turns)
        assert certify(rules, (BEST, BEST), True, tables, lengths, 0.0, shards) > 1e-9


def test_what_a_long_match_takes_is_said_before(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = run("solve", LONG, "--objective", "win", "--patience", "1")
    assert refused.exit_code == 5
    assert "400 x 400 pairs of totals" in refused.stderr
    assert "are allowed: --patience" in refused.stderr

    def begun(*given: object, **more: object) -> None:
        raise TooLarge("begun")

    monkeypatch.setattr(matches, "solve_match", begun)
    told = run("solve", LONG, "--objective", "win").stderr
    assert f"Solving a match of {LONG}: 400 x 400 pairs of totals, up to 5 MB on disk" in told
    assert told.index("about") < told.index("begun")
    assert "Solving" not in run("solve", "pig", "--objective", "win").stderr  # a moment


def test_a_match_that_does_not_fit_is_refused_before(folder: Path) -> None:
    refused = run("solve", "pig:target=5000", "--objective", "win", "--memory", "300")
    assert refused.exit_code == 5
    assert "5,000 x 5,000 pairs of totals takes 763 MB of memory" in refused.stderr
    assert "--memory" in refused.stderr
    refused = run(
        "solve", "pig:target=5000", "--objective", "within", "--turns", "9999", "--memory", "300"
    )
    assert refused.exit_code == 5
    assert "9,999 turns of pig" in refused.stderr
