"""`dicedevil grade`: reports, tables, and records that cannot be."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner, Result

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.cli.moves import harmless
from dicedevil.coach.grade import grade
from dicedevil.coach.records import Record
from dicedevil.coach.report import sentence
from recorded import played_at_random

RUDE = 'Ann "x"\n\x1b[31m\u202e\N{SKULL},=1'


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["grade", *arguments], input=text)


def a_game(spec: str = "junior-yahtzee", players: int = 1, seed: int = 3) -> Record:
    return played_at_random(dd.game(spec), players, seed=seed)[0]


def written(path: Path, *records: Record | str) -> str:
    lines = [one if isinstance(one, str) else one.to_line() for one in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_the_sentence_comes_first(tmp_path: Path) -> None:
    record = a_game()
    [graded] = grade(record)
    told = run(written(tmp_path / "x.jsonl", record))
    assert told.exit_code == 0, told.output
    first = " ".join(told.stdout.split("\n  player")[0].split())
    assert first == sentence(graded) + "."
    assert f"{graded.score:g} points: luck " in first
    assert f"errors -{graded.loss:.1f} from par {graded.start_value:.1f}" in first
    worst = graded.by_loss()[0]
    row = next(line for line in told.stdout.splitlines() if f"{worst.loss:.3f}" in line)
    assert worst.best in row
    assert worst.grade in row
    assert f"{graded.start_value - graded.loss:.1f} (the start value less" in told.stdout


def test_losses_are_compared_with_the_bots(tmp_path: Path) -> None:
    """Players of known strength are told as what they are."""
    for name in ("optimal", "casual", "random"):
        file = str(tmp_path / f"{name}.jsonl")
        made = ["simulate", "junior-yahtzee", "--strategy", name, "--games", "60", "--record", file]
        assert CliRunner().invoke(cli, made).exit_code == 0
        [group] = json.loads(run(file, "--json").stdout)["report"]
        lost = dd.solve("junior-yahtzee").value - dd.evaluate("junior-yahtzee", name, exact=False).mean
        assert group["bots"].get(name, 0.0) == pytest.approx(lost, abs=1e-6)
        error = 4 * group["loss"]["standard_error"] + 1e-9
        assert group["loss"]["mean"] == pytest.approx(lost, abs=error)
        assert ("as good as optimal" in run(file).stdout) == (name == "optimal")


@pytest.mark.parametrize(
    ("spec", "players", "words"),
    [
        ("shut-the-box:tiles=5,score=remaining", 1, "points (low wins): luck"),
        ("pig:target=20", 1, "turns: luck"),
        ("pig:target=20", 2, "from a chance of"),
        ("pig:target=20", 3, "opponents beaten: luck"),
        ("klappenspiel:tiles=4", 1, "from a chance of"),
    ],
)
def test_every_kind_of_game_is_told(tmp_path: Path, spec: str, players: int, words: str) -> None:
    told = run(written(tmp_path / "x.jsonl", a_game(spec, players)))
    assert told.exit_code == 0, told.output
    assert words in " ".join(told.stdout.split())


def test_json_has_the_keys_of_the_contract(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", a_game(players=2), a_game("pig:target=20", 2))
    data = json.loads(run(path, "--json").stdout)
    assert [(one["line"], one["player"]) for one in data["games"]] == [
        (line, f"player {seat}") for line in (1, 2) for seat in (0, 1)
    ]
    for one in data["games"]:
        assert one["result"] - one["start_value"] == pytest.approx(one["luck"] - one["loss"], abs=1e-9)
        assert {"state", "roll", "choice", "best", "loss", "luck"} <= one["decisions"][0].keys()
    assert len(data["report"]) == 4
    assert data["refused"] == []
    mine = json.loads(run(path, "--json", "--player", "player 1").stdout)["games"]
    assert mine == [one for one in data["games"] if one["seat"] == 1]


def test_an_objective_can_be_named(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", a_game("micro-yahtzee", 2))
    won = json.loads(run(path, "--objective", "win", "--json").stdout)["games"]
    assert [one["unit"] for one in won] == ["chance", "chance"]
    assert not any(one["estimated"] for one in won)
    far = json.loads(run(path, "--target", "20", "--json").stdout)["games"]
    assert {one["objective"] for one in far} == {"target"}


def test_games_of_several_players_that_are_estimated_say_so(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", a_game("micro-yahtzee", 3))
    data = json.loads(run(path, "--objective", "win", "--json").stdout)
    assert any(one["estimated"] for one in data["games"])
    assert all(one["error_bound"] is None for one in data["games"] if one["estimated"])
    assert "estimates of emp-1" in run(path, "--objective", "win").stdout


def test_lines_that_cannot_be_are_refused_and_the_rest_is_graded(tmp_path: Path) -> None:
    good = a_game()
    assert good.result is not None
    edited = replace(good, moves=(replace(good.moves[0], choice="score yahtze"), *good.moves[1:]))
    stolen = replace(good, moves=good.moves[:-1])
    lines = (
        good,
        good.to_line()[:300],
        edited,
        good.to_line().replace('"record": 1', '"record": 7'),
        replace(good, game="yatzee"),
        replace(good, game="/etc/evil.py"),
        stolen,
        replace(good, result=(good.result[0] + 1,)),
        good,
    )
    path = written(tmp_path / "x.jsonl", *lines)
    told = run(path, "--json")
    assert told.exit_code == 3
    data = json.loads(told.stdout)
    assert [one["line"] for one in data["games"]] == [1, 9]
    assert [one["line"] for one in data["refused"]] == [2, 3, 4, 5, 6, 7, 8]
    reasons = [one["reason"] for one in data["refused"]]
    said = ("no JSON", "Move 1", "version 1", "Did you mean 'yahtzee'", "never has a file run")
    said += ("end before", "not of")
    for reason, words in zip(reasons, said, strict=True):
        assert words in reason
    for one in data["refused"]:
        assert f"line {one['line']}: {one['reason']}" in told.stderr
    assert run(path).exit_code == 3
    assert "2 games" in run(path).stdout


def test_many_refusals_are_counted() -> None:
    told = run("-", text="x\n" * 5_000)
    assert told.exit_code == 3
    assert told.stderr.count("Refused: stdin, line") == 20
    assert "4,980 lines more" in told.stderr
    assert len(json.loads(run("-", "--json", text="x\n" * 5_000).stdout)["refused"]) == 1_000


def test_names_are_safe_everywhere(tmp_path: Path) -> None:
    record = replace(a_game("klappenspiel:tiles=3"), players=(RUDE,))
    table = tmp_path / "moves.csv"
    path = written(tmp_path / "x.jsonl", record, replace(record, players=("=cmd()",)))
    told = run(path, "--csv", str(table))
    assert told.exit_code == 0, told.output
    assert 'Ann "x"\\n\\x1b[31m\\u202e\N{SKULL},=1' in told.stdout
    assert not {"\x1b", "\u202e"} & set(told.stdout)
    with open(table, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["player"] for row in rows} == {RUDE, "'=cmd()"}
    assert json.loads(run(path, "--json").stdout)["games"][0]["player"] == RUDE
    assert [harmless(one) for one in ("-3", "+x", -3, "@", "a=1")] == ["-3", "'+x", -3, "'@", "a=1"]


def test_tables_of_moves_say_the_same(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", a_game(), a_game("pig:target=20", 2))
    table, parquet = tmp_path / "moves.csv", tmp_path / "moves.parquet"
    told = run(path, "--json", "--csv", str(table), "--parquet", str(parquet))
    assert told.exit_code == 0, told.output
    games = json.loads(told.stdout)["games"]
    moves = [(one["player"], move["loss"]) for one in games for move in one["decisions"]]
    with open(table, newline="", encoding="utf-8") as file:
        assert [(row["player"], float(row["loss"])) for row in csv.DictReader(file)] == moves
    kept = duckdb.sql(f"SELECT player, loss FROM '{parquet}'").fetchall()
    assert kept == moves
    assert sorted(one.name for one in tmp_path.iterdir()) == ["moves.csv", "moves.parquet", "x.jsonl"]


def test_what_cannot_be_written_or_read_is_said_first(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", a_game())
    assert run(path, "--csv", str(tmp_path / "no" / "x.csv")).exit_code == 1
    assert "there is no folder" in run(path, "--parquet", str(tmp_path / "no" / "x")).stderr
    missing = run(str(tmp_path / "missing.jsonl"))
    assert missing.exit_code == 1
    assert "No such file" in missing.stderr
    assert run(written(tmp_path / "empty.jsonl")).exit_code == 3
    nobody = run(path, "--player", "Bob")
    assert nobody.exit_code == 2
    assert "Nobody called 'Bob'" in nobody.stderr
    nothing = run(written(tmp_path / "empty.jsonl"), "--json")
    assert nothing.exit_code == 3
    assert json.loads(nothing.stdout) == {"games": [], "report": [], "refused": [], "refusals": 0}


def test_rules_of_ones_own_are_named(tmp_path: Path) -> None:
    rules = tmp_path / "coin.py"
    rules.write_text(
        "from dicedevil import Game\n\nclass Coin(Game):\n"
        "    def start(self): return 0\n    def is_over(self, state): return state == 2\n"
        "    def rolls(self, state): return {(0,): 1, (1,): 1}\n"
        "    def choices(self, state, roll): return ('take', 'leave')\n"
        "    def play(self, state, roll, choice): return roll[0] * (choice == 'take'), state + 1\n"
        "    def progress(self, state): return state\n"
    )
    record = replace(a_game(str(rules)), game="coin.py")
    path = written(tmp_path / "x.jsonl", record)
    assert "--rules coin.py" in run(path).stderr
    assert run(path, "--rules", str(rules)).exit_code == 0


@pytest.mark.parametrize("option", ["--csv", "--parquet"])
def test_records_are_never_written_over(tmp_path: Path, option: str) -> None:
    path = written(tmp_path / "x.jsonl", a_game("klappenspiel:tiles=4"))
    before = Path(path).read_bytes()
    told = run(path, option, str(tmp_path / "." / "x.jsonl"))
    assert told.exit_code == 2
    assert "write the moves to another file" in told.stderr
    assert Path(path).read_bytes() == before
