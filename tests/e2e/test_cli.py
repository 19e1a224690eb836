"""Every command as a person or a program calls it, in this process."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from damage import overwrite
from dicedevil.cli.group import COMMANDS, cli
from dicedevil.reproduce import Row
from dicedevil.reproduce.verdicts import Verdict
from dicedevil.solvers import tables


@pytest.fixture(autouse=True)
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, catch_exceptions=False)


def answer(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout, parse_constant=lambda word: pytest.fail(f"{word} in JSON"))


def csv_rows(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text().splitlines()))


@pytest.mark.parametrize("name", list(COMMANDS))
def test_help_teaches_by_example(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"dicedevil {name}" in result.stdout.partition("Examples:")[2]


def test_no_command_shows_the_help() -> None:
    assert run().stdout == run("--help").stdout
    assert all(name in run().stdout for name in COMMANDS)


def test_version() -> None:
    assert run("--version").stdout.startswith("dicedevil 0.")


def test_games() -> None:
    found = {one["name"]: one for one in answer("games")}
    assert {"ten-times-18", "klappenspiel", "shut-the-box"} <= set(found)
    assert set(found["klappenspiel"]) >= {"name", "title", "parameters", "sources"}
    tiles = {"name": "tiles", "default": "10", "about": "how many tiles there are"}
    limits = {"kind": "whole number", "low": 1, "high": 20, "choices": None}
    assert {**tiles, **limits} in found["klappenspiel"]["parameters"]
    assert "klappenspiel" in run("games").stdout


def test_show() -> None:
    shown = answer("show", "klappenspiel")
    assert shown["states"] == 1024
    assert "IND" in shown["rules"]
    assert shown["known_values"][0]["value"] == ".0030"
    assert answer("show", "ten-times-18:slots=1000")["states"] == 2**1000
    text = run("show", "ten-times-18").stdout
    for heading in ("Rules", "Parameters", "State", "Ambiguities settled", "Sources", "Known values"):
        assert heading in text
    assert "642.2393504256" in text


def test_solve() -> None:
    solved = answer("solve", "klappenspiel", "--exact")
    assert solved["exact"] == "130272329/44079842304"
    assert solved["lane"] == "reference"
    assert solved["states"] == 1024
    rough = answer("solve", "klappenspiel")
    assert rough["exact"] is None
    assert rough["value"] == pytest.approx(solved["value"], abs=1e-12)
    assert {"seconds", "error_bound"} <= set(rough)
    assert "130272329/44079842304" in run("solve", "klappenspiel", "--exact").stdout


def test_solve_objectives() -> None:
    game = "ten-times-18:slots=3"
    assert answer("solve", game, "--target", "80")["objective"] == "target"
    assert answer("solve", game, "--objective", "worst")["value"] < answer("solve", game)["value"]
    assert answer("solve", game, "--objective", "turns")["value"] == pytest.approx(3)
    assert 0 < answer("solve", game, "--objective", "win")["value"] < 1
    assert run("solve", game, "--objective", "score", "--target", "80").exit_code == 2
    assert run("solve", game, "--lane", "graph", "--exact").exit_code == 2


def test_fresh_leaves_no_table(tmp_path: Path) -> None:
    answer("solve", "klappenspiel:tiles=6", "--fresh")
    assert not (tmp_path / "tables").exists()
    answer("solve", "klappenspiel:tiles=6")
    assert len(answer("tables", "list")) == 1


def test_advise() -> None:
    advice = answer("advise", "klappenspiel", "--state", "up=1+4+6+10", "--roll", "46")
    assert advice["choices"][0]["choice"] == "flip 10"
    assert advice["value"] == advice["choices"][0]["value"]
    assert [set(one) for one in advice["choices"]] == [{"choice", "value", "loss", "row"}] * 2
    text = run("advise", "klappenspiel", "--state", "up=1+4+6+10", "--roll", "46").stdout
    assert "> best   flip 10" in text
    only = run("advise", "klappenspiel", "--state", "up=1+4+6+10", "--roll", "55").stdout
    assert "> forced   flip 10" in only
    exact = run("advise", "klappenspiel", "--state", "up=1+4+6+10", "--roll", "46", "--exact").stdout
    assert "2/81" in exact


def test_advise_marks_what_is_as_good() -> None:
    text = run("advise", "ten-times-18:multipliers=1/1/5", "--roll", "3").stdout
    assert "= as good" in text


def test_curve(tmp_path: Path) -> None:
    file = tmp_path / "curve.csv"
    found = answer("curve", "ten-times-18:slots=3", "--csv", str(file))
    assert len(found["targets"]) == len(found["probability"])
    assert found["probability"][0] == 1.0
    assert found["mean"] > answer("solve", "ten-times-18:slots=3")["value"]
    rows = csv_rows(file)
    assert [int(row["target"]) for row in rows] == found["targets"]
    exact = answer("curve", "ten-times-18:slots=2", "--exact", "--state", "1=4")
    assert exact["exact"][0] == "1/1"
    assert "1 in" in run("curve", "ten-times-18").stdout
    assert "at most" in run("curve", "shut-the-box:tiles=5,score=remaining").stdout


def test_evaluate(tmp_path: Path) -> None:
    found = answer("evaluate", "ten-times-18:slots=4", "--strategy", "random")
    keys = {"mean", "sd", "median", "min", "max", "quantiles", "distribution"}
    assert keys <= set(found)
    assert found["mean"] == 105.0
    assert sum(found["distribution"].values()) == pytest.approx(1)
    file = tmp_path / "scores.csv"
    several = answer(
        *("evaluate", "klappenspiel", "--strategy", "sum", "--strategy", "ind", "--csv", str(file))
    )
    assert [one["strategy"] for one in several] == ["sum", "ind"]
    assert len(csv_rows(file)) == 4
    rough = answer("evaluate", "ten-times-18:slots=4", "--strategy", "random", "--float")
    assert rough["exact"] is None
    assert "#####" in run("evaluate", "ten-times-18:slots=4").stdout
    both = run("evaluate", "klappenspiel", "--strategy", "sum", "--strategy", "ind").stdout
    assert "0.00192259" in both
    assert "0.00160090" in both


def test_simulate() -> None:
    once = ("simulate", "ten-times-18:slots=4", "--games", "2000", "--seed", "3")
    first = answer(*once)
    assert first == answer(*once)
    assert {"mean", "sd", "median", "standard_error"} <= set(first)
    assert "standard error" in run(*once).stdout


def test_check(tmp_path: Path) -> None:
    assert answer("check", "klappenspiel")["ok"] is True
    (tmp_path / "odd.py").write_text(
        "from dicedevil.rules import Game\n"
        "class Odd(Game):\n"
        "    def start(self): return 0\n"
        "    def is_over(self, state): return state == 3\n"
        "    def rolls(self, state): return {(1,): 0}\n"
        "    def choices(self, state, roll): return ['go']\n"
        "    def play(self, state, roll, choice): return 1, state + 1\n"
        "    def progress(self, state): return -state\n"
    )
    result = run("check", "odd.py", "--json")
    assert result.exit_code == 3
    problems = json.loads(result.stdout)["problems"]
    assert any("weighs 0" in problem for problem in problems)
    assert any("Progress falls" in problem for problem in problems)
    assert "problems" in run("check", "odd.py").stdout


def test_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "No tables" in run("tables", "list").stderr
    answer("solve", "klappenspiel:tiles=6")
    [listed] = answer("tables", "list")
    assert listed["game"] == "klappenspiel:tiles=6"
    assert {"name", "objective", "bytes", "made"} <= set(listed)
    assert "klappenspiel:tiles=6" in run("tables", "list").stdout
    assert [one["ok"] for one in answer("tables", "verify")] == [True]
    [path] = tables.listing()
    overwrite(path / "low.npy", b"not an array")
    damaged = run("tables", "verify", "--json")
    assert damaged.exit_code == 4
    assert json.loads(damaged.stdout)[0]["ok"] is False
    assert "DAMAGED" in run("tables", "verify").stdout
    assert answer("solve", "klappenspiel:tiles=6")["value"] > 0  # solved again
    monkeypatch.setattr("dicedevil.solvers.machine.cache_home", lambda: tmp_path / "kernels")
    assert answer("tables", "prune") == {"deleted": [], "tidied": [], "left": []}
    overwrite(path / "table.json", b"{")
    assert answer("tables", "list")[0]["game"] == "damaged"
    assert answer("tables", "prune")["deleted"] == [path.name]
    answer("solve", "klappenspiel:tiles=6")
    assert "1 tables deleted" in run("tables", "prune", "--all").stdout


ROWS = [
    Row("boecker", "Table 4, E_10[1]", "6.7", "6.7", Verdict.AGREES),
    Row("boecker", "Table 4, E_10[2]", "7.9", "7.8", Verdict.DIFFERS, "a slip of the scan"),
    Row("boecker", "Table 5, mean", "577.5", "577.5", Verdict.AGREES),
    Row("boecker", "Figure 2, random", "(a picture)", "a peak", Verdict.PICTURE),
    Row("boecker", "Section 8, mean", "< 3", "2.9 ± 0.2", Verdict.UNDECIDED),
]


def test_reproduce(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicedevil.reproduce.tables.reproduce", lambda *papers, **options: iter(ROWS))
    found = answer("reproduce", "boecker", "--csv", "rows.csv")
    keys = ["paper", "item", "published", "computed", "exact", "agrees", "verdict", "note"]
    assert list(found[0]) == keys
    assert [row["agrees"] for row in found] == [True, False, True, None, None]
    assert [row["verdict"] for row in found[2:]] == ["agrees", "picture", "undecided"]
    assert [row["agrees"] for row in csv_rows(tmp_path / "rows.csv")][2:] == ["True", "", ""]
    assert [row["agrees"] for row in answer("reproduce", "--only-differences")] == [False]
    text = run("reproduce").stdout
    assert "boecker: Table 4" in text
    assert "DIFFERS" in text
    assert "a slip of the scan" in text
    assert (
        "boecker: 4 printed numbers and words, 2 agree, 1 differ (1 with the reason), 1 not decided at "
        "this sample. Not compared: 1 picture." in text
    )


def test_reproduce_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicedevil.reproduce.tables.reproduce", lambda *papers, **options: iter(ROWS))
    assert len(answer("reproduce", "boecker", "--item", "table 4")) == 2
    result = run("reproduce", "--item", "Table")
    assert (result.exit_code, result.stderr.count("Table")) == (0, 0)
    result = run("reproduce", "--item", "Tab")
    assert result.exit_code == 2
    assert "There are: Section 1, Figure 1, Table 1" in result.stderr


def test_a_table_printed_in_part_is_written_whole(tmp_path: Path) -> None:
    text = run("reproduce", "klappenspiel", "--whole").stdout
    assert len(text.splitlines()) == 3 + 1_024
    assert run("reproduce", "klappenspiel", "--whole", "--csv", "table.csv").exit_code == 0
    rows = csv_rows(tmp_path / "table.csv")
    assert len(rows) == 1_024
    assert rows[1_023]["exact"] == "130272329/44079842304"
    for wrong in (("boecker", "--whole"), ("--whole",), ("klappenspiel", "--whole", "--json")):
        assert run("reproduce", *wrong).exit_code == 2


def test_an_unexplained_difference_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Row("boecker", "Table 4, E_10[2]", "7.9", "7.8", Verdict.DIFFERS)]
    monkeypatch.setattr("dicedevil.reproduce.tables.reproduce", lambda *papers, **options: iter(rows))
    result = run("reproduce", "--json")
    assert result.exit_code == 1
    assert "without a reason" in result.stderr
    assert len(json.loads(result.stdout)) == 1


def test_unknown_paper() -> None:
    result = run("reproduce", "bocker")
    assert result.exit_code == 2
    assert "Did you mean 'boecker'" in result.stderr


def test_demo(tmp_path: Path) -> None:
    result = run("demo")
    assert result.exit_code == 0
    assert "> best" in result.stdout
    assert "Try next" in result.stdout
    assert (tmp_path / "out" / "ten-times-18.png").read_bytes().startswith(b"\x89PNG")
    lines = result.stdout.splitlines()
    assert lines[3].startswith("Yahtzee.")
    assert max(len(line.rstrip()) for line in lines) <= 80
    assert str(tmp_path) not in result.stdout
    assert "The same as a picture: out/ten-times-18.png" in lines
