"""`simulate --record` and `match --record`: what is told is told of the games in the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli

CARD = "yahtzee:boxes=ones/sixes/chance"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def recorded(path: Path, *arguments: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what a command tells, and the records it writes, which can be graded."""
    told = run(*arguments, "--record", str(path), "--json")
    assert told.exit_code == 0, told.output
    graded = run("grade", str(path), "--json")
    assert graded.exit_code == 0, graded.stderr
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    seats = [line["players"][seat] for line in lines for seat in range(len(line["players"]))]
    assert [one["player"] for one in json.loads(graded.stdout)["games"]] == seats
    return json.loads(told.stdout), lines


@pytest.mark.parametrize(
    "arguments",
    [
        ("ten-times-18:slots=4", "--strategy", "random"),
        (CARD,),
        ("shut-the-box:tiles=4,score=remaining", "--strategy", "random"),
        ("pig:target=30", "--strategy", "hold-at-20"),
        ("pig", "--turn"),
        ("klappenspiel:tiles=4", "--strategy", "optimal", "--against", "random"),
    ],
)
def test_simulated_games_are_recorded(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    asked = ("simulate", *arguments, "--games", "30", "--seed", "3")
    told, lines = recorded(tmp_path / "games.jsonl", *asked)
    results = [line["result"][0] for line in lines]
    assert told["games"] == len(lines) == 30
    assert told["mean"] == pytest.approx(sum(results) / 30)
    assert (told["min"], told["max"]) == (min(results), max(results))
    assert {line["seed"] for line in lines} == {3}
    assert [line["number"] for line in lines] == list(range(30))
    again = recorded(tmp_path / "again.jsonl", *asked)
    assert again == (told, lines)


def test_best_play_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    told, _ = recorded(file, "simulate", CARD, "--games", "20")
    assert {"ones", "sixes", "chance"} == told["boxes"].keys()
    report = json.loads(run("grade", str(file), "--json").stdout)["report"]
    assert report[0]["loss"]["mean"] == 0.0
    assert report[0]["right"] == 1.0


@pytest.mark.parametrize(
    ("game", "players", "more"),
    [
        (CARD, "emp-0,optimal,random", ()),
        (CARD, "optimal,random", ("--same-rolls",)),
        ("pig:target=20", "optimal,hold-at-20", ()),
        ("pig:target=20", "emp-1,optimal", ()),
        ("pig:target=20", "emp-1,optimal,random", ()),
        ("farkle:target=1000", "optimal,random", ()),
    ],
)
def test_recorded_matches_are_those_played(
    tmp_path: Path, game: str, players: str, more: tuple[str, ...]
) -> None:
    """Players who are asked turn by turn play the same matches with a record and without."""
    asked = ("match", game, "--players", players, "--games", "12", "--seed", "5", *more)
    told, lines = recorded(tmp_path / "games.jsonl", *asked)
    assert len(lines) == 12
    alone = json.loads(run(*asked, "--json").stdout)
    if game == "pig:target=20" and players == "emp-1,optimal":
        told.pop("mean_score"), alone.pop("mean_score")  # a record tells who won
        told.pop("error_bound"), alone.pop("error_bound")
    assert told == alone


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    refused = run("simulate", "ten-times-18", "--strategy", "omniscient", "--record", str(file))
    assert refused.exit_code == 2
    assert "knows rolls beforehand" in refused.stderr
    assert list(tmp_path.iterdir()) == []
