"""A designer's rules files: what is wrong is told with its place, never as our own failure."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.cli.group import Refusal, as_refusal, cli

GAME = """
import dicedevil as dd

class OneRoll(dd.Game):
    '''Roll a die; stop, or roll again for nothing.'''

    def start(self):
        return 0

    def is_over(self, state):
        return state == 1

    def rolls(self, state):
        return {(face,): 1 for face in range(1, 7)}

    def choices(self, state, roll):
        return CHOICES

    def play(self, state, roll, choice):
        return (POINTS, 1) if choice == "stop" else (0, 0)

    def progress(self, state):
        return state

    def strategies(self):
        return {"restless": lambda state, roll: "again"}
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)


def write(points: str, choices: str = '("stop",)') -> str:
    Path("mine.py").write_text(GAME.replace("POINTS", points).replace("CHOICES", choices))
    return "mine.py"


def failure(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert "inside Dice Devil" not in result.stderr
    return result.exit_code, result.stderr


@pytest.mark.parametrize("command", [("solve",), ("solve", "--exact"), ("evaluate",), ("simulate",)])
def test_points_that_are_not_whole(command: tuple[str, ...]) -> None:
    code, words = failure(*command, write("roll[0] / 2"))
    assert code == 3
    assert "play at 0 gave 0.5 points: points are Python's whole numbers" in words


@pytest.mark.parametrize("command", [("solve",), ("solve", "--exact"), ("evaluate",), ("simulate",)])
def test_rules_that_fail(command: tuple[str, ...]) -> None:
    code, words = failure(*command, write("roll[0] // 0"))
    assert code == 3
    assert "The rules failed in 'mine.py', line 20: ZeroDivisionError" in words


@pytest.mark.parametrize("command", [("solve",), ("solve", "--exact"), ("evaluate",), ("simulate",)])
def test_a_roll_without_a_choice(command: tuple[str, ...]) -> None:
    code, words = failure(*command, write("1", "()"))
    assert code == 3
    assert "choice" in words


@pytest.mark.parametrize("points", ["10**17", "10**30"])
def test_points_beyond_floats_are_solved_in_fractions_only(points: str) -> None:
    file = write(points)
    code, words = failure("solve", file)
    assert code == 5
    assert "exact fractions" in words
    assert failure("solve", "--exact", file)[0] == 0


def test_a_strategy_that_never_ends_is_stopped() -> None:
    code, words = failure(
        "simulate", write("1", '("stop", "again")'), "--strategy", "restless", "--games", "3"
    )
    assert code == 2
    assert "'restless'" in words
    assert "may never end" in words


def test_a_failure_of_our_own_is_told_as_such() -> None:
    told = as_refusal(ValueError("no idea"))
    assert isinstance(told, Refusal)
    assert told.exit_code == 1
    assert "inside Dice Devil: ValueError: no idea" in told.message


def test_lists_and_truths_in_toml() -> None:
    Path("variant.toml").write_text('game = "ten-times-18"\n[parameters]\nmultipliers = [1, 2, 5]\n')
    assert str(dd.game("variant.toml")) == "ten-times-18:multipliers=1/2/5"
    Path("wrong.toml").write_text('game = "ten-times-18"\n[parameters]\nslots = true\n')
    code, words = failure("solve", "wrong.toml")
    assert code == 3
    assert "'yes'" in words


def test_the_name_of_a_missing_file_is_told_to_its_end() -> None:
    code, words = failure("solve", "a/" * 50 + "missing.toml")
    assert code == 3
    assert "missing.toml'" in words
