"""The command `train`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli
from dicedevil.coach.store import Store
from dicedevil.games import game
from recorded import played_at_random

SPEC = "ten-times-18:slots=4"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICEDEVIL_DATA", str(tmp_path / "data"))
    return tmp_path


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, ("train", *arguments), input=typed)


def test_a_round_of_close_calls() -> None:
    told = run(SPEC, "--count", "3", typed="nonsense\n1\n2\n3\n4\n1\n2\n3\n4\n")
    assert told.exit_code == 0, told.output
    assert "'nonsense' is no choice here" in told.output
    assert "1 of 3, a close call" in told.output
    assert "of 3 right" in told.output
    assert "comes back on" in told.output
    assert max(map(len, told.output.splitlines())) <= 80


def test_ones_own_mistakes_come_first_and_are_kept(data: Path) -> None:
    with Store() as store:
        store.keep([played_at_random(game(SPEC), seed=seed)[0] for seed in range(3)])
    told = run("--player", "player 0", "--count", "2", "--json", typed="1\n2\n3\n4\n1\n2\n3\n4\n")
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert [one["source"] for one in found["answers"]] == ["mistake", "mistake"]
    assert found["right"] == sum(one["loss"] == 0 or one["right"] for one in found["answers"])
    stats = CliRunner().invoke(cli, ("stats", "--player", "player 0", "--json"))
    assert json.loads(stats.stdout)["practice"][0]["answers"] == 2


def test_nothing_is_due() -> None:
    told = run(typed="")
    assert told.exit_code == 0
    assert "Nothing is due." in told.output
    assert run(SPEC, "--level", "harder").exit_code == 2


@pytest.mark.parametrize("spec", ["pig:target=30", "klappenspiel", "micro-yahtzee"])
def test_every_kind_of_game_is_shown(spec: str) -> None:
    told = run(spec, "--count", "1", typed="quit\n")
    assert told.exit_code == 0, told.output
    assert "Your choice> " in told.output


def test_a_game_of_ones_own(data: Path) -> None:
    file = data / "low.py"
    file.write_text(
        "from dataclasses import dataclass\n"
        "from dicedevil import Game\n"
        "@dataclass(frozen=True)\n"
        "class Low(Game):\n"
        "    def start(self): return 0\n"
        "    def is_over(self, state): return state == 4\n"
        "    def rolls(self, state): return {(face,): 1 for face in range(1, 7)}\n"
        "    def choices(self, state, roll): return ('take', 'leave')\n"
        "    def play(self, state, roll, choice):\n"
        "        return (roll[0] if choice == 'take' else 3), state + 1\n"
        "    def progress(self, state): return state\n"
    )
    assert "--level any" in run(str(file), "--level", "hard").output
    told = run(str(file), "--count", "2", typed="take\nleave\n")
    assert told.exit_code == 0, told.output
    assert "low.py" in told.output
    assert "of 2 right" in told.output
