"""Games at the terminal, line by line: what is typed, what is shown, and what is kept of it."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from dicedevil.cli.group import cli
from dicedevil.coach.grades import Grades
from dicedevil.coach.records import Record
from dicedevil.coach.replay import replay
from dicedevil.coach.store import FILE, Store
from dicedevil.games import names
from unusual import NAMES

TUG = """
from dataclasses import dataclass
from dicedevil import Game

@dataclass(frozen=True)
class Tug(Game):
    half: int = 2
    def start(self): return 0
    def is_over(self, state): return abs(state) >= self.half
    def rolls(self, state): return {(-1,): 1, (1,): 1}
    def choices(self, state, roll): return ("pull", "rest", "wait", "shout", "quit")
    def play(self, state, roll, choice): return 1, state + (roll[0] if choice == "pull" else 1)
    def progress(self, state): return 0
"""


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def play(*arguments: str, typed: str | list[str] = "") -> Result:
    text = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
    result = CliRunner().invoke(cli, ["play", *arguments], input=text, catch_exceptions=False)
    for line in (*result.stdout.splitlines(), *result.stderr.splitlines()):
        assert cell_len(line) <= 80 or line.startswith(("Error", "Usage", "Cannot", "'")), line
    return result


def at_random(seed: int, lines: int = 600) -> list[str]:
    source = random.Random(seed)
    return [source.choice(["#1", "#2", "#3", "#4", "", "?", "undo", "board"]) for _ in range(lines)]


def kept() -> list[Record]:
    with Store() as store:
        return list(store.records())


GRADED = (
    "ten-times-18", "klappenspiel", "shut-the-box", "pig", "ten-thousand", "farkle", "zilch",
    "yahtzee", "cant-stop",
)  # fmt: skip
"""Games of every family that are graded; others may take too long for a test, and say so."""


@pytest.mark.parametrize("name", names())
def test_every_game_is_played_to_its_report_in_a_pipe(name: str) -> None:
    small = {"ten-thousand": ":target=2000", "farkle": ":target=2000", "pig": ":target=30"}
    small |= {"cant-stop": ":sides=2,length=1", "zilch": ":target=2000"}
    spec = name + small.get(name, "")
    lines = [f"#{random.Random(7 + k).randint(1, 3)}" for k in range(400)]
    patience = "60" if name in GRADED else "1"
    result = play(spec, "--against", "random", "--seed", "3", "--patience", patience, typed=lines)
    assert result.exit_code == 0, result.output
    assert "Seed 3: the same seed, the same dice." in result.stdout
    (record,) = kept()
    assert replay(record).end.results == record.result
    assert re.search(r"The end: .* (wins|share the win)", result.stdout)
    graded = re.search(r"^me: .*luck .*errors", result.stdout, re.MULTILINE)
    assert graded or "The game is not graded: " in result.stderr, result.stdout[-500:]
    assert graded or name not in GRADED


@pytest.mark.parametrize(
    "arguments",
    [
        ("klappenspiel",),
        ("pig:target=30",),
        ("pig:target=30", "--players", "Ann,Bob", "--against", "random"),
        ("shut-the-box:one-die=sum<=6,score=remaining", "--players", "Ann,Bob"),
        ("micro-yahtzee", "--players", "Ann,Bob", "--against", "optimal"),
    ],
)
def test_anything_that_is_typed_is_answered(arguments: tuple[str, ...]) -> None:
    result = play(*arguments, "--seed", "5", typed=at_random(1))
    assert result.exit_code == 0, result.output
    assert "The end: " in result.stdout or "Won." in result.stdout or "Lost." in result.stdout
    (record,) = kept()
    assert replay(record).is_whole


def test_what_makes_no_sense_is_said_and_asked_again() -> None:
    typed = ["", "99999", "keep 7", "\x00", "x" * 5000, "🎲", "#0", "scor", "chance", "quit"]
    result = play("yahtzee", "--seed", "5", typed=typed)
    assert result.exit_code == 0
    assert "Say what you want to do; 'help' tells how." in result.stdout
    assert "'keep 7' is no choice here." in result.stdout
    assert result.stdout.count("? ") >= 9
    assert "score chance: 21 points." in result.stdout
    assert "Kept. Go on with: dicedevil play yahtzee --resume" in result.stderr


def test_who_goes_on_in_the_middle_of_a_turn_sees_the_card() -> None:
    play("yahtzee", "--seed", "5", typed=["chance", "", "keep none", "quit"])
    again = play("yahtzee", "--resume", typed=["quit"]).stdout
    assert re.search(r"^ones .*three-of-a-kind", again, re.MULTILINE)
    assert re.search(r"chance +21$", again, re.MULTILINE)


def test_the_report_comes_by_itself() -> None:
    told = play("shut-the-box:tiles=6", "--seed", "2", typed=["#1"] * 20).stdout
    report = told[told.index("The end: ") :].splitlines()
    assert re.fullmatch(
        r"me: (Won|Lost): luck [-+]\S+ %, errors \S+ % from a chance of \S+ %\.", report[2]
    )
    assert re.match(r"\d choices?: ", report[3])
    assert re.match(r"By what a choice loses: (as good as|between|weaker than) ", report[4])
    with Store() as store:
        (graded,) = Grades(store).games("me")
    assert graded.result - graded.start_value == pytest.approx(graded.luck - graded.loss, abs=1e-9)


def test_hints_come_when_asked_for() -> None:
    silent = play("shut-the-box", "--seed", "1", typed="").stdout
    assert "est is" not in silent
    told = play("shut-the-box", "--seed", "1", typed="?\n?\n?\n").stdout
    first, second = told.index("The best is one of"), told.index("Best is")
    third = told.index("best", second)
    assert first < second < third
    assert re.search(r"flip \S+ +best +flip \S+ +-\d", told[third - 40 :])
    two = play("pig", "--against", "random", "--seed", "4", typed="?\n?\n").stdout
    assert re.search(r"\d% lie between them.*Best is 'roll'", two, re.DOTALL)


def test_a_choice_is_taken_back_before_the_next_dice() -> None:
    typed = ["chance", "undo", "undo", "ones", "", "undo"]
    result = play("yahtzee", "--players", "Ann,Bob", "--seed", "5", typed=typed)
    assert "'score chance' is taken back." in result.stdout
    assert result.stdout.count("Nothing can be taken back") == 2
    (record,) = kept()
    assert [move.choice for move in record.moves] == ["score ones"]


def test_a_game_is_left_and_gone_on_with() -> None:
    whole = play(
        "ten-times-18", "--against", "random", "--seed", "9", "--data", "whole", typed=["#1"] * 60
    )
    left = play("ten-times-18", "--against", "random", "--seed", "9", typed=["#1"] * 3)
    assert "Kept." in left.stderr
    assert "is kept: --resume" in play("ten-times-18", "--against", "random", typed="").stdout
    again = play("ten-times-18", "--resume", typed=["#1"] * 60)
    assert "Seed 9" in again.stdout
    assert again.stdout.splitlines()[-3:] == whole.stdout.splitlines()[-3:]
    with Store("whole") as store:
        assert [record.moves for record in store.records()] == [kept()[0].moves]
    none = play("--resume")
    assert (none.exit_code, "No game was left" in none.stderr) == (2, True)
    assert play().exit_code == 2


def test_a_game_without_moves_leaves_nothing_behind() -> None:
    assert "Kept" not in play("yahtzee", typed="quit\n").stderr
    assert kept() == []


def test_rules_of_ones_own_are_played_and_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "tug.py").write_text(TUG)
    first = play("tug.py:half=5", "--seed", "5", typed=["rest", "", "2", "", "quit"])
    assert "#2 rest" in first.stdout
    (record,) = kept()
    assert [move.choice for move in record.moves] == ["rest", "rest", "quit"]  # the game's own word
    assert "name its rules" in play("--resume").stderr
    again = play("tug.py:half=5", "--resume", typed=["rest"] * 10)
    assert "The end: " in again.stdout
    assert "me: " in again.stdout


@pytest.mark.parametrize("spec", ["yahtzee", "ten-times-18", "shut-the-box", "pig"])
@pytest.mark.parametrize("count", [3, 6, 20])
def test_many_play_at_one_keyboard(spec: str, count: int) -> None:
    people = ",".join(f"player number {number}" for number in range(1, count + 1))
    result = play(spec, "--players", people, "--seed", "3", typed=["#1"] * (count + 2))
    assert result.exit_code == 0, result.output
    assert "player number 1" in result.stdout
    assert f"player number {count}" in result.stdout


def test_two_player_games_need_two() -> None:
    result = play("yahtzee", "--players", "Ann,,Bob")
    assert (result.exit_code, "one is empty" in result.stderr) == (2, True)
    result = play("yahtzee", "--against", "optimum")
    assert (result.exit_code, "'optimal'" in result.stderr) == (2, True)


@pytest.mark.parametrize("name", [name for name in NAMES if name.strip() and "\0" not in name])
def test_any_name_may_play(name: str) -> None:
    if len(name) > 100:
        name = name[:100]
    shown = name.replace(",", "")
    result = play("pig:target=10", "--players", f"{shown},other", "--seed", "4", typed=["#1"] * 40)
    assert result.exit_code == 0
    (record,) = kept()
    assert record.players == (shown.strip(), "other")
    assert "\u202e" not in result.stdout
    assert "\x1b" not in result.stdout
    assert "The end: " in result.stdout


def test_the_record_is_written_too(tmp_path: Path) -> None:
    result = play("pig:target=10", "--seed", "2", "--record", "game.jsonl", typed=["stop"] * 40)
    assert "The record is in 'game.jsonl'." in result.stderr
    told = json.loads((tmp_path / "game.jsonl").read_text())
    assert told["seed"] == 2
    assert Record.from_dict(told) == kept()[0]
    play("klappenspiel", "--record", "left.jsonl", "--no-keep", "--seed", "2", typed=["#1"])
    left = Record.from_line((tmp_path / "left.jsonl").read_text())
    assert left.result is None
    assert len(kept()) == 1
    assert play("pig", "--record", "none/game.jsonl").exit_code == 1


def test_a_newer_database_is_left_alone_and_the_game_goes_on(tmp_path: Path) -> None:
    import sqlite3

    Store().close()
    newer = sqlite3.connect(tmp_path / "data" / FILE)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    before = (tmp_path / "data" / FILE).read_bytes()
    result = play("pig:target=10", "--seed", "2", typed=["stop"] * 40)
    assert "newer version of Dice Devil" in result.stderr
    assert "This game is not kept." in result.stderr
    assert "The end: " in result.stdout
    assert (tmp_path / "data" / FILE).read_bytes() == before
    assert play("--resume").exit_code == 1


def test_plain_signs_where_there_are_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = CliRunner(charset="ascii")
    result = runner.invoke(cli, ["play", "yahtzee", "--seed", "5"], input="quit\n")
    assert "| o   o |" in result.stdout
    assert result.stdout.isascii()
