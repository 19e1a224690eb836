"""Strategies from files on the command line: played, and blamed where they fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedevil.cli.group import cli
from dicedevil.reproduce.verhoeff.plans import choice_counts, mixed_rows

ONE = """
def mine(state, roll):
    return "score double" if roll[0] < 5 else "score square"
"""
TWO = (
    ONE
    + """
def bad(state, roll):
    return 1 // 0

def wrong(state, roll):
    return "score nothing"
"""
)


def asked(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, list(words))
    return done.exit_code, done.output


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(TWO)
    return str(path)


def test_it_plays_like_the_same_strategy_of_the_game(tmp_path: Path) -> None:
    path = tmp_path / "one.py"
    path.write_text(ONE)
    code, told = asked("evaluate", "micro-yahtzee", "--strategy", str(path), "--json")
    assert code == 0
    assert json.loads(told)["exact"] == "467/18"  # as S.4: Verhoeff 1999, Table 4
    code, told = asked("simulate", "micro-yahtzee", "--strategy", str(path), "--games", "500", "--json")
    found = json.loads(told)
    assert code == 0
    assert found["strategy"] == "mine"
    assert found["controlled_mean"] == pytest.approx(467 / 18)
    code, told = asked("simulate", "micro-yahtzee", "--strategy", "s.1", "--games", "500")
    assert "without luck" in told
    assert "times as many games" in told


def test_it_sits_at_a_table(file: str) -> None:
    code, told = asked(
        "match", "micro-yahtzee", "--players", f"{file}:mine,random", "--games", "9", "--json"
    )
    assert code == 0
    assert json.loads(told)["players"] == ["mine", "random"]


@pytest.mark.parametrize(
    ("function", "exit_code", "words"),
    [
        (":bad", 3, "The strategy 'bad' failed in"),
        (":wrong", 3, "chose 'score nothing'"),
        (":none", 2, "it has mine, bad, wrong"),
        ("", 2, "should have one function"),
    ],
)
def test_what_fails_is_blamed(file: str, function: str, exit_code: int, words: str) -> None:
    for command in (
        ("evaluate", "micro-yahtzee", "--strategy", file + function),
        ("simulate", "micro-yahtzee", "--strategy", file + function),
        ("match", "micro-yahtzee", "--players", f"{file + function},random"),
    ):
        code, told = asked(*command)
        assert (code, words in told) == (exit_code, True), told


def test_a_file_that_is_not_there() -> None:
    code, told = asked("evaluate", "yahtzee", "--strategy", "nowhere.py")
    assert code == 2
    assert "There is no file 'nowhere.py'" in told


# -- Verhoeff's strategies ---------------------------------------------------------------------------


def test_the_product_of_all_options_is_the_number_of_strategies() -> None:
    product = 1
    for nodes in choice_counts(turns=2, rolls=6, attempts=0, keeps=0, attempt=0):
        product *= nodes.options**nodes.many
    assert product == 64  # Micro Yahtzee, all listed elsewhere


def test_coins_do_not_help() -> None:
    claim, best = mixed_rows()
    assert claim.agrees
    assert best.computed.startswith("25.9306")  # between S.3 and S.4
