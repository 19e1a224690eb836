"""docs/rules-files.md: its example is the file, its tables are the shapes, its commands work."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import dicedevil as dd
import rules_keys
from dicedevil.cli.group import cli

ROOT = Path(__file__).parent.parent.parent
GUIDE = rules_keys.DOCUMENT.read_text(encoding="utf-8")
EXAMPLE = ROOT / "docs" / "examples" / "harvest.toml"
BLOCKS = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)


def test_the_tables_are_the_shapes() -> None:
    assert rules_keys.with_tables(GUIDE) == GUIDE, "run: python docs/rules_keys.py"
    assert rules_keys.main() == 0


def test_the_example_is_the_file_and_short() -> None:
    assert BLOCKS[0] == EXAMPLE.read_text(encoding="utf-8")
    rules = [line for line in BLOCKS[0].splitlines() if line.strip() and '"""' not in line]
    assert len(rules) <= 26


def test_the_other_texts_are_games(tmp_path: Path) -> None:
    (tmp_path / "odds.toml").write_text(BLOCKS[1], encoding="utf-8")
    assert "odds" in dd.game(str(tmp_path / "odds.toml")).card.names  # type: ignore[attr-defined]
    text = 'like = "yahtzee"\n' + BLOCKS[2]
    assert tomllib.loads(text)
    (tmp_path / "bonus.toml").write_text(text, encoding="utf-8")
    assert dd.game(str(tmp_path / "bonus.toml:bonus=no")).card.upper_bonus == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", re.findall(r"^    dicedevil (.*)$", GUIDE, re.MULTILINE))
def test_the_commands(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    words = shlex.split(command)
    if words[0] == "serve":
        words.append("--help")  # it would serve for ever; tests/web do that
    result = CliRunner().invoke(cli, words, input="quit\n", catch_exceptions=False)
    assert result.exit_code == 0, result.output
