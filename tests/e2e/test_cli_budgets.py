"""Budgets at the command line: work that nobody can size before is told, and refused while it grows."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli

TUG = """
from dicedevil import Game

class Tug(Game):
    players = 2

    def start(self):
        return (0, 0, 0)

    def is_over(self, state):
        return abs(state[1]) >= 20

    def to_move(self, state):
        return state[0]

    def rolls(self, state):
        return {(face,): 1 for face in range(1, 7)}

    def choices(self, state, roll):
        return ("pull", "rest") if state[2] < 5 else ("pull",)

    def play(self, state, roll, choice):
        mover, place, breath = state
        if choice == "rest":
            return 0, (1 - mover, place, breath + 1)
        step = roll[0] + breath // 2
        return 0, (1 - mover, max(-20, min(20, place + (-step if mover else step))), 0)

    def progress(self, state):
        return int(self.is_over(state))

    def win_share(self, state):
        return int(state[1] > 0)

game = Tug()
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, catch_exceptions=False)


def test_fractions_that_would_take_hours_are_refused_in_seconds() -> None:
    began = time.process_time()
    position = ("--state", "me=40,them=60,turn=19", "--roll", "4", "--objective", "win")
    refused = run("advise", "pig", *position, "--exact")
    assert refused.exit_code == 5
    assert "in fractions" in refused.stderr
    assert "takes about" in refused.stderr
    assert "--patience" in refused.stderr
    assert "Without --exact" in refused.stderr
    assert time.process_time() - began < 20


def test_a_game_that_goes_back_and_forth_is_solved_in_fractions() -> None:
    """It took more than ten minutes by elimination of everything from everything."""
    Path("tug.py").write_text(TUG)
    solved = run("solve", "tug.py", "--objective", "win", "--exact", "--patience", "60")
    assert solved.exit_code == 0, solved.output
    assert "exactly" in solved.stdout
