"""A rules file is run once, whatever is asked about it; a name is read once."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedevil.cli.group import cli

RULES = """
from pathlib import Path

import dicedevil as dd

with open(Path(__file__).with_suffix(".log"), "a") as log:
    log.write("run\\n")


class Twice(dd.Game):
    \"\"\"Two rolls of a die with three faces; the higher one may be doubled.\"\"\"

    def start(self):
        return 2

    def is_over(self, state):
        return state == 0

    def rolls(self, state):
        return {(1,): 1, (2,): 1, (3,): 1}

    def choices(self, state, roll):
        return ("take", "pass")

    def play(self, state, roll, choice):
        return (roll[0] if choice == "take" else 0), state - 1

    def progress(self, state):
        return 2 - state

    def turns_played(self, state):
        return 2 - state
"""
COMMANDS = (
    "show",
    "check",
    "solve",
    "solve --exact",
    "solve --objective win",
    "solve --against random",
    "solve --against optimal --same-rolls",
    "solve --target 3",
    "advise --roll 3",
    "advise --roll 3 --exact",
    "advise --roll 3 --target 4",
    "advise --roll 3 --objective win",
    "advise --roll 3 --player emp-1",
    "curve",
    "curve --exact",
    "evaluate",
    "evaluate --strategy random --strategy optimal",
    "evaluate --objective win --strategy random",
    "simulate --games 10",
    "simulate --games 10 --strategy emp-1 --against optimal",
    "match --players emp-1,optimal --games 2",
    "match --players win,random --games 2 --same-rolls",
    "judge --players emp-0 --games 2",
)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("json", [False, True], ids=["text", "json"])
def test_a_rules_file_is_run_once(command: str, json: bool, tmp_path: Path) -> None:
    rules = tmp_path / "twice.py"
    rules.write_text(RULES)
    name, *options = command.split()
    arguments = [name, str(rules), *options, *(["--json"] if json else [])]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "twice.log").read_text() == "run\n"


@pytest.mark.parametrize("kind", ["distribution", "curve", "value"])
def test_a_figure_runs_it_once_too(kind: str, tmp_path: Path) -> None:
    rules = tmp_path / "twice.py"
    rules.write_text(RULES)
    arguments = ["plot", kind, str(rules), "-o", str(tmp_path / "figure.svg"), "--json"]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "twice.log").read_text() == "run\n"


def test_the_name_of_a_player_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """`emp-1` was parsed six times."""
    from dicedevil.players import player, races

    read: list[str] = []
    plain = player.look_ahead

    def counted(name: str):
        read.append(name)
        return plain(name)

    monkeypatch.setattr(player, "look_ahead", counted)
    monkeypatch.setattr(races, "look_ahead", counted)
    arguments = ["match", "micro-yahtzee", "--players", "emp-1,optimal", "--games", "2"]
    assert CliRunner().invoke(cli, arguments, catch_exceptions=False).exit_code == 0
    assert read == ["emp-1", "optimal"]


def test_nothing_is_solved_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """`optimal` was solved, thrown away and solved again."""
    from dicedevil.solvers.cards.lanes import KeepRerollLane

    solved: list[str] = []
    plain = KeepRerollLane.solve

    def counted(self, question):
        solved.append(question.objective.name)
        return plain(self, question)

    monkeypatch.setattr(KeepRerollLane, "solve", counted)
    arguments = ["match", "micro-yahtzee", "--players", "emp-2,optimal", "--games", "2"]
    assert CliRunner().invoke(cli, arguments, catch_exceptions=False).exit_code == 0
    assert sorted(solved) == ["score", "target"]
