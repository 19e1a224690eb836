"""The guide to press-your-luck rules: its file and its commands work, against fractions too."""

from __future__ import annotations

import re
import shlex
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import dicedevil as dd
import press_oracle as oracle
from dicedevil.cli.group import cli
from dicedevil.families.press_luck import PressLuck, PressLuckGame

GUIDE = (Path(__file__).parent.parent.parent / "docs" / "press-your-luck.md").read_text(
    encoding="utf-8"
)


@pytest.fixture(autouse=True)
def _rules_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert match
    (tmp_path / "street.toml").write_text(match[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_the_rules_against_fractions() -> None:
    game = dd.game("street.toml")
    assert isinstance(game, PressLuckGame)
    rules = game.rules
    assert (rules.unit, rules.score((1, 2, 3, 4, 5, 6)), rules.score((2, 2, 2, 2))) == (50, 1500, 400)
    few = tuple(one for one in rules.combinations if len(one.dice) <= 4)
    four = PressLuck(4, few, rules.target, minimum=rules.minimum)
    assert dd.solve(PressLuckGame(four), exact=True).exact == oracle.best_turn(four, four.threshold)
    near = PressLuckGame(PressLuck(6, rules.combinations, target=50, minimum=100))
    turns = dd.solve(near, dd.FewestTurns())
    assert abs(Fraction(turns.value) - oracle.fewest_turns(near.rules)[0]) <= turns.error_bound
    win = dd.solve(near, dd.WinMatch())
    assert abs(Fraction(win.value) - oracle.match(near.rules)[0][0, 0]) <= win.error_bound


def test_the_commands() -> None:
    commands = re.findall(r"^    dicedevil (.*)$", GUIDE, re.MULTILINE)
    assert len(commands) >= 10
    for command in commands:
        few = ["--games", "2000"] if command.startswith("simulate") else []
        result = CliRunner().invoke(cli, [*shlex.split(command), *few], catch_exceptions=False)
        assert result.exit_code == 0, command
