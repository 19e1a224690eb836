"""The tables of docs/bots.md: those of small games are made again."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dicedevil.ask import weaker
from dicedevil.families.cards.game import KeepRerollGame

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

import bots

PAGE = bots.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["micro-yahtzee", "pig"])
def test_tables_of_small_games_are_as_they_stand(name: str) -> None:
    assert bots.table(name) == bots.written(name, PAGE)


@pytest.mark.parametrize("name", ["micro-yahtzee", "klappenspiel", "ten-times-18", "pig"])
def test_strengths_that_come_with_dice_devil_are_those_worked_out(name: str) -> None:
    found = json.loads(bots.FILE.read_text(encoding="utf-8"))[name]
    made = bots.strengths(name)
    assert found.keys() == made.keys()
    for one in made:
        assert found[one] == pytest.approx(made[one], rel=1e-12)


def test_nobody_waits_for_the_named_players_of_yahtzee(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("nothing is to be worked out")

    monkeypatch.setattr(weaker, "worked_out", refuse)
    yahtzee = bots.dd.game("yahtzee")
    assert isinstance(yahtzee, KeepRerollGame)
    found = weaker.made_ready(yahtzee, "club", bots.dd.Budget())
    assert found.loss == pytest.approx(weaker.LEVELS["club"] * found.most, rel=1e-6)
    other = replace(yahtzee, card=replace(yahtzee.card, upper_bonus=36))  # not the listed one
    with pytest.raises(AssertionError, match="worked out"):
        weaker.made_ready(other, "club", bots.dd.Budget())


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
