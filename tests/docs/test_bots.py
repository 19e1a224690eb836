"""The tables of docs/bots.md: those of small games are made again."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

import bots

PAGE = bots.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["micro-yahtzee", "pig"])
def test_tables_of_small_games_are_as_they_stand(name: str) -> None:
    assert bots.table(name) == bots.written(name, PAGE)


def test_every_table_tells_of_every_bot() -> None:
    told = re.findall(r"<!-- ([\w-]+) -->", PAGE)
    assert {"yahtzee", "yatzy", "ten-thousand", "klappenspiel", "ten-times-18"} <= set(told)
    for name in told:
        rows = re.findall(r"^\| `(.*?)`", bots.written(name, PAGE), re.MULTILINE)
        assert sorted(rows) == sorted(bots.exact_names(bots.dd.game(name)))


def test_another_table_differs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "GAMES", 10)  # a game has one decision, however many are counted
    assert bots.main(["--check", "micro"]) == 0
    monkeypatch.setattr(bots, "HEADING", "| bot |")
    assert bots.main(["--check", "micro"]) == 1
    assert "micro-yahtzee:" in capsys.readouterr().out
