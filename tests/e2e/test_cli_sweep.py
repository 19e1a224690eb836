"""`dicedevil sweep` and `dicedevil tune`: rows, tables, files and figures."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import dicedevil as dd
from coin_game import coin
from dicedevil.cli.group import cli


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, (*arguments, "--workers", "1"))


def answer(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_rows_are_what_solve_says() -> None:
    asked = ("sweep", "shut-the-box", "--vary", "tiles=3..5", "--measure", "mean,first-player")
    found = answer(*asked)
    assert [row["tiles"] for row in found["rows"]] == [3, 4, 5]
    for row in found["rows"]:
        spec = f"shut-the-box:tiles={row['tiles']}"
        solved = json.loads(CliRunner().invoke(cli, ["solve", spec, "--json"]).stdout)
        assert row["mean"] == solved["value"]
        assert row["error_bounds"]["mean"] == solved["error_bound"]
        win = CliRunner().invoke(cli, ["solve", spec, "--objective", "win", "--json"])
        assert row["first-player"] == json.loads(win.stdout)["value"]
    assert answer(*asked) == found


def test_a_table_for_people() -> None:
    result = run("sweep", "pig", "--vary", "target=5..7", "--measure", "first-player,length")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[0] == ["pig:", "first-player,", "length"]
    assert ["target", "first-player", "length"] in lines
    chance = dd.solve("pig:target=5", dd.WinMatch()).value
    turns = dd.solve("pig:target=5", dd.FewestTurns()).value
    assert ["5", f"{chance:.7f}", f"{turns:.6f}"] in lines
    assert "Right to: first-player to " in result.stdout
    assert "error" not in result.stdout


def test_files(tmp_path: Path) -> None:
    asked = ("sweep", "yahtzee", "--vary", "joker=free/none", "--vary", "rerolls=0..1")
    result = run(*asked, "--measure", "mean,length", "--csv", "rows.csv", "-o", "map.png")
    assert result.exit_code == 0, result.output
    assert result.stdout.endswith("Wrote rows.csv\nWrote map.png\n")
    with open("rows.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["joker", "rerolls", "mean", "length", "error"]
    assert [(row["joker"], row["rerolls"]) for row in rows] == [
        ("free", "0"),
        ("free", "1"),
        ("none", "0"),
        ("none", "1"),
    ]
    assert float(rows[1]["mean"]) == dd.solve("yahtzee:rerolls=1").value
    assert rows[0]["length"] == "13.0"
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def test_a_row_that_fails_says_why_and_the_others_go_on(tmp_path: Path) -> None:
    game = f"{coin(tmp_path)}:trouble=2"
    result = run("sweep", game, "--vary", "prize=1..3", "--csv", "rows.csv", "-o", "rows.svg")
    assert result.exit_code == 0, result.output
    assert "prize" in result.stdout
    assert "no luck" in result.stdout
    assert "could not be worked out" in (tmp_path / "rows.svg").read_text()
    found = answer("sweep", game, "--vary", "prize=1..3")
    assert [row["mean"] for row in found["rows"]] == [1.5, None, 4.5]
    assert "no luck" in found["rows"][1]["error"]
    assert "error" not in found["rows"][0]


def test_where_no_row_has_a_figure_the_exit_code_says_why(tmp_path: Path) -> None:
    result = run("sweep", f"{coin(tmp_path)}:trouble=2", "--vary", "prize=2..2")
    assert result.exit_code == 3
    assert "no luck" in result.stdout
    large = run("sweep", "yahtzee", "--vary", "threshold=62..63", "--measure", "first-player")
    assert large.exit_code == 5
    assert "A match of two players of yahtzee:threshold=62" in large.stdout


def test_long_sweeps_show_both_ends() -> None:
    result = run("sweep", "pig", "--vary", "target=1..80", "--measure", "turns")
    assert result.stdout.count("\n") < 45
    assert "..." in result.stdout
    assert "80 rows; all of them with --csv and --json." in result.stdout


def test_processes_of_a_command() -> None:
    """As many as there are cores, unless said otherwise."""
    result = CliRunner().invoke(cli, ["sweep", "pig", "--vary", "target=5..8", "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) == answer("sweep", "pig", "--vary", "target=5..8", "--fresh")


def test_what_was_known_is_said() -> None:
    run("sweep", "pig", "--vary", "target=5..8")
    result = run("sweep", "pig", "--vary", "target=5..10")
    assert "4 of 6 settings of pig are known from before." in result.stderr
    assert "known" not in run("sweep", "pig", "--vary", "target=5..10").stderr


def test_tune(tmp_path: Path) -> None:
    asked = ("tune", "pig", "--vary", "target=20..60", "--measure", "first-player", "--to", "0.56")
    found = answer(*asked)
    rows = found["rows"]
    best = min(rows, key=lambda row: abs(row["first-player"] - 0.56))
    assert found["best"] == {"target": best["target"]}
    assert found["measure"] == "first-player"
    assert found["value"] == best["first-player"]
    assert len(rows) == 41
    result = run(*asked, "-o", "near.png")
    assert result.stdout.startswith(f"target={best['target']}: first-player 0.5")
    assert (tmp_path / "near.png").read_bytes().startswith(b"\x89PNG")
    assert found == answer(*asked[:-1], "14/25")


def test_tune_says_what_is_as_near() -> None:
    result = run("tune", "pig", "--vary", "target=60..63", "--measure", "mean", "--to", "8")
    assert result.stdout.startswith("target=60: mean 8.1417")
    assert "above 8.\nAs near: target=61; target=62; target=63.\n" in result.stdout
    exactly = run("tune", "yahtzee", "--vary", "rerolls=0..1", "--measure", "length", "--to", "13")
    assert "exactly as wanted" in exactly.stdout


def test_tune_where_nothing_can_be_measured(tmp_path: Path) -> None:
    game = f"{coin(tmp_path)}:trouble=2"
    result = run("tune", game, "--vary", "prize=2..2", "--measure", "mean", "--to", "1")
    assert result.exit_code == 3
    assert result.stdout == ""
    assert "No setting has mean" in result.stderr


@pytest.mark.parametrize("command", ["sweep", "tune"])
def test_help_teaches_by_example(command: str) -> None:
    told = CliRunner().invoke(cli, [command, "--help"]).stdout
    assert f"dicedevil {command} pig --vary target=" in told
    assert "--vary K=VALUES" in told
    assert "--to X" in told or command == "sweep"
