"""`dicedevil compare`: the table, JSON, CSV, the figure, a stranger's file, and bad input."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import dicedevil as dd
from dicedevil.cli.group import cli

SLOTS, MORE = "ten-times-18:slots=2,dice=1d3", "ten-times-18:slots=3,dice=1d3"
PIG, EIGHT = "pig:target=10", "pig:sides=8,target=10"
OWN = '''
from dataclasses import dataclass

import dicedevil as dd


@dataclass(frozen=True)
class Doubles(dd.Game):
    """Roll a die three times; each time take it, or double it and lose all on a 1."""

    rounds: int = 3

    def start(self): return 0
    def is_over(self, state): return state == self.rounds
    def rolls(self, state): return {(face,): 1 for face in range(1, 7)}
    def choices(self, state, roll): return ["take", "double"]
    def play(self, state, roll, choice):
        points = roll[0] if choice == "take" else 0 if roll == (1,) else 2 * roll[0]
        return points, state + 1
    def progress(self, state): return state
    def box(self, choice): return choice
    def strategies(self): return {"timid": lambda state, roll: "take"}
'''


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ("compare", *arguments), catch_exceptions=False)


def answered(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_table_fits_into_80_columns() -> None:
    result = run(SLOTS, MORE, PIG, EIGHT)
    assert result.exit_code == 0, result.stderr
    assert max(len(line.rstrip()) for line in result.stdout.splitlines()) <= 80
    for words in (
        "mean",
        "sds below: random",
        "choices can move",
        "first player wins",
        "  that matter",
    ):
        assert words in result.stdout
    assert f"C: {PIG}, told in points a turn." in result.stdout
    assert "the closest call is at" in result.stdout
    assert "None of them has boxes" in run(PIG, "--boxes").stdout


def test_boxes_are_a_second_table() -> None:
    plain, more = run(SLOTS, MORE).stdout, run(SLOTS, MORE, "--boxes").stdout
    assert "Mean points of each box" not in plain
    assert "Mean points of each box" in more
    assert "How often it is empty" in more


def test_json_has_the_keys_of_the_contract() -> None:
    told = answered(SLOTS, PIG)
    first, second = told["variants"]
    assert told["matters"] == 0.02
    assert first["mean"] == pytest.approx(dd.solve(SLOTS).value)
    assert first["quantiles"]["0.5"] == dd.evaluate(SLOTS).median
    assert first["skill"]["optimal"] == pytest.approx(first["mean"])
    span = (first["mean"] - first["skill"]["random"]) / first["sd"]
    assert first["skill"]["span"] == pytest.approx(span)
    assert first["first_player"] == pytest.approx(dd.solve(SLOTS, dd.WinMatch()).value)
    assert isinstance(first["decisions"], float)
    assert set(first["boxes"]) == {"1", "2"}
    assert second["boxes"] is None
    assert second["length"] == pytest.approx(dd.solve(PIG, dd.FewestTurns()).value)
    assert sum(first["distribution"].values()) == pytest.approx(1)


def test_python_answers_the_same() -> None:
    assert answered(SLOTS, MORE, "--matters", "0.1") == json.loads(
        json.dumps(dd.compare(SLOTS, MORE, matters=0.1).to_dict())
    )


def test_csv_has_a_column_a_variant(tmp_path: Path) -> None:
    result = run(SLOTS, PIG, "--csv", "rows.csv")
    assert result.exit_code == 0, result.stderr
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["measure", SLOTS, PIG]
    told = {name: cells for name, *cells in rows}
    assert float(told["mean"][1]) == pytest.approx(dd.solve(PIG).value)
    assert float(told["boxes.1.mean"][0]) > 0
    assert told["boxes.1.mean"][1] == ""  # pig has no boxes
    assert float(told["skill.span"][0]) > 0
    assert not any(name.startswith("distribution") for name in told)


@pytest.mark.parametrize(
    ("ending", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_the_figure(ending: str, magic: bytes, tmp_path: Path) -> None:
    result = run(SLOTS, MORE, "-o", f"slide.{ending}")
    assert result.exit_code == 0, result.stderr
    assert f"Wrote slide.{ending}" in result.stdout
    first = (tmp_path / f"slide.{ending}").read_bytes()
    assert first.startswith(magic)
    run(SLOTS, MORE, "-o", f"slide.{ending}")
    assert (tmp_path / f"slide.{ending}").read_bytes() == first
    assert [path.name for path in tmp_path.glob(".slide*")] == []


def test_a_strangers_game_and_its_variants(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN, encoding="utf-8")
    first, second = answered("mine.py", "mine.py:rounds=2")["variants"]
    # doubling is best but for a 1: (1 + 4 + 6 + 8 + 10 + 12) / 6 a roll; taking is 21 / 6
    assert first["mean"] == pytest.approx(3 * 41 / 6)
    assert second["mean"] == pytest.approx(2 * 41 / 6)
    assert first["skill"]["thumb"] == pytest.approx(3 * 21 / 6)
    assert first["skill"]["thumb_name"] == "timid"
    assert first["skill"]["greedy"] == pytest.approx(first["mean"])
    assert first["decisions"] == pytest.approx(3)
    assert first["length"] == pytest.approx(3)
    assert first["boxes"]["take"]["mean"] == pytest.approx(3 / 6)
    assert first["boxes"]["take"]["zero_share"] == pytest.approx((5 / 6) ** 3)
    assert first["boxes"]["double"]["zero_share"] == pytest.approx((1 / 6) ** 3)
    assert first["first_player"] == pytest.approx(0.5)
    assert 0 < first["ties"] < 1


def test_one_alone_is_a_profile() -> None:
    result = run(PIG)
    assert result.exit_code == 0
    assert result.stdout.startswith("points a turn")


def test_what_one_variant_does_not_have_is_null_with_a_note() -> None:
    first, second = answered(SLOTS, "cant-stop:sides=2,length=1")["variants"]
    assert first["first_player"] is not None
    assert (second["first_player"], second["ties"]) == (None, None)
    assert "no match of two" in second["notes"]["first_player"]
    assert second["mean"] > 1
    table = run(SLOTS, "cant-stop:sides=2,length=1").stdout
    assert "first player: " in table


def test_estimates_are_marked() -> None:
    told = run("yahtzee:boxes=twos/yahtzee,dice=2d2,rerolls=1", "--games", "20")
    assert told.exit_code == 0
    assert "~" not in told.stdout  # its match is solved: nothing has to be estimated


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((), 2, "Missing argument"),
        (("yahtze",), 3, "Did you mean 'yahtzee'?"),
        (("pig", "pig:sites=6"), 3, "sites"),
        (("pig", "pig:sides=6"), 2, "stands there twice"),
        (tuple(f"pig:sides={n}" for n in range(4, 11)), 2, "One to 6 variants"),
        (("pig", "--objective", "win"), 2, "No such option"),
        (("pig", "--matters", "-1"), 2, "share of the standard deviation"),
        (("pig", "--games", "0"), 2, "At least 1 game"),
        (("pig", "-o", "slide.bmp"), 2, "A figure ends in"),
        (("pig", "--csv", "no/rows.csv"), 1, "there is no folder"),
        (("pig", "--yes", "--patience", "3"), 2, "leave out --patience"),
        (("cant-stop", "--memory", "1"), 5, "memory"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], code: int, message: str, tmp_path: Path) -> None:
    result = run(*arguments)
    assert result.exit_code == code
    assert message in result.stderr
    assert result.stdout == ""
    assert list(tmp_path.glob("*.*")) == []


def test_help_teaches_by_example() -> None:
    told = run("--help").stdout
    for line in (
        "dicedevil compare yahtzee yahtzee:joker=forced yatzy",
        "dicedevil compare pig pig:sides=8",
    ):
        assert line in told


def test_a_terminal_that_knows_no_blocks() -> None:
    """The small pictures of laws are left out where they would be question marks."""
    asked = subprocess.run(
        [sys.executable, "-m", "dicedevil", "compare", SLOTS],
        capture_output=True,
        encoding="ascii",
        env={
            **os.environ,
            "PYTHONIOENCODING": "ascii",
            "PYTHONPATH": str(Path(dd.__file__).parent.parent),
        },
        check=True,
    )
    assert "shape" not in asked.stdout
    assert "that matter" in asked.stdout
