"""The same number for the same thing everywhere, and what is counted is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.coach.shown import count_states
from dicedevil.errors import TooLarge, count_text
from dicedevil.games import names

LARGE = {"basic-yahtzee", "yahtzee", "pairs-yahtzee", "yatzy", "maxi-yatzy", "kniffel"}
LONG = LARGE | {"junior-yahtzee", "yacht", "crag", "cant-stop", "decathlon"}
"""Solved by tests that have the time, or not at all."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))


@pytest.mark.parametrize("name", sorted(names()))
def test_show_and_solve_count_the_same(name: str) -> None:
    game = dd.game(name)
    shown = count_states(game)
    assert shown.complete
    told = json.loads(CliRunner().invoke(cli, ["show", name, "--json"]).stdout)
    assert (told["states"], told["counted"]) == (shown.states, shown.counted)
    words = " ".join(CliRunner().invoke(cli, ["show", name]).stdout.split())
    assert f"Counted {count_text(shown.states)} {shown.counted}" in words
    size = game.size()
    if size is not None:
        assert told["size"] == {"states": size[0], "counted": game.size_words}
        assert f"{count_text(size[0])} {game.size_words}" in words
    if name not in LONG:
        solution = dd.solve(game)
        assert (solution.states, solution.counted) == (shown.states, shown.counted)
        assert solution.to_dict()["counted"] == shown.counted
        printed = " ".join(CliRunner().invoke(cli, ["solve", name]).stdout.split())
        assert f"counted {count_text(shown.states)} {shown.counted}" in printed


@pytest.mark.parametrize("name", sorted(LARGE))
def test_refusals_count_what_show_counts(name: str) -> None:
    game = dd.game(name)
    size = game.size()
    assert size is not None
    counted = f"{size[0]:,} states with those within turns"
    with pytest.raises(TooLarge, match=counted) as refused:
        dd.solve(game, exact=True)
    assert "are allowed: allow more (--memory" in str(refused.value)
    with pytest.raises(TooLarge, match=counted):
        dd.solve(game, lane="graph")
