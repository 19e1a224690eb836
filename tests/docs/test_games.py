"""docs/games.md: every listed game is in it, and what it says is what the rules and figures make."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games as gallery
from dicedevil.games import names

PAGE = gallery.PAGE.read_text(encoding="utf-8")
FIGURES = gallery.read_figures()


def test_every_listed_game_has_its_entry() -> None:
    assert re.findall(r'^<a id="(.*)"></a>$', PAGE, re.MULTILINE) == names()
    assert list(FIGURES) == list(gallery.SHOWN) == names()


def test_the_page_is_made_from_the_rules_and_the_figures() -> None:
    assert gallery.problems(FIGURES, PAGE) == [], "run: python docs/games.py"
    assert gallery.main(["--check"]) == 0


def test_a_game_without_an_entry_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "names", lambda: [*names(), "new-game"])
    assert gallery.problems(FIGURES, PAGE) == ["new-game has no picture in docs/games.py"]


def test_other_rules_or_a_missing_picture_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stale = {**FIGURES, "pig": {**FIGURES["pig"], "of": "other"}}
    assert "pig: other rules" in gallery.problems(stale, PAGE)[0]
    assert gallery.problems(FIGURES, PAGE + "x") == [
        "docs/games.md is not what the rules and figures make"
    ]
    monkeypatch.setattr(gallery, "PICTURES", tmp_path)
    assert len(gallery.problems(FIGURES, PAGE)) == len(names())


@pytest.mark.parametrize("name", ["klappenspiel", "micro-yahtzee", "threes"])
def test_small_games_are_as_they_stand(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(gallery, "PICTURES", tmp_path)
    monkeypatch.setattr(gallery, "MATCHES", ())
    made = gallery.worked_out(name)
    for key in ("states", "counted", "value", "error_bound", "law", "others"):
        assert made[key] == FIGURES[name][key], key
    assert gallery.picture_file(name).stat().st_size < gallery.MOST_BYTES
