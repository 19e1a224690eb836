"""The command `test`: by pipe, by file, as JSON, and in a real terminal."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import dicedevil
from dicedevil.cli.group import cli
from dicedevil.coach.store import Store
from dicedevil.coach.tested import KeptTest, KeptTests
from dicedevil.errors import TooLarge
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.strategy import Strategy, random_strategy

SPEC = "ten-times-18:slots=4"
ASKED = (SPEC, "--seed", "1", "--questions", "3")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICEDEVIL_DATA", str(tmp_path / "data"))
    return tmp_path


def run(*arguments: str, typed: str = "", command: str = "test") -> Result:
    return CliRunner().invoke(cli, (command, *arguments), input=typed)


def kept() -> list[KeptTest]:
    with Store() as store:
        return KeptTests(store, "me").all()


def first_choices() -> list[str]:
    told = run(*ASKED, "--json")
    assert told.exit_code == 0, told.output
    return [one["choices"][0] for one in json.loads(told.stdout)["questions"]]


def test_a_program_asks_first_and_answers_with_the_same_seed(data: Path) -> None:
    answers = first_choices()
    assert not kept(), "asking is no test"
    piped = json.loads(run(*ASKED, "--json", typed="\n".join(answers)).stdout)
    file = data / "answers.txt"
    file.write_text("\n\n".join(answers) + "\n")
    from_file = json.loads(run(*ASKED, "--json", "--answers", str(file)).stdout)
    assert piped == from_file
    assert [one["choice"] for one in piped["answers"]] == answers
    assert piped["loss"] == pytest.approx(sum(one["loss"] for one in piped["answers"]))
    assert piped["loss_per_question"] == pytest.approx(piped["loss"] / 3)
    assert set(piped["bots"]) == {"club", "casual", "beginner", "random"}
    assert [one.loss for one in kept()] == pytest.approx([piped["loss"]] * 2)
    shown = json.loads(run("--json", command="stats").stdout)["tests"]
    assert [one["answers"] for one in shown] == [3, 3]


def test_the_table_at_the_end_and_in_stats() -> None:
    told = run(*ASKED, typed="\n".join(first_choices()))
    assert told.exit_code == 0, told.output
    assert re.search(r"3 questions of ten-times-18:slots=4: [\d.]+ points lost", told.output)
    assert re.search(r"Grade: [a-z ]+\.\n", told.output)
    for words in ("your answer", "On the same questions", "random", "club", "Seed 1"):
        assert words in told.output
    assert "\x1b" not in told.output
    assert max(map(len, told.output.splitlines())) <= 80
    listed = run(command="stats").output
    assert re.search(r"Tests\n.*day +game +answers +lost +with each +grade", listed, re.DOTALL), listed
    assert "3 of 3" in listed


def test_the_way_to_ask_why_can_be_copied() -> None:
    race = ("pig:sides=4,target=8", "--seed", "2", "--questions", "4")
    told = run(*race, typed="stop\n" * 4)
    assert told.exit_code == 0, told.output
    found = re.search(r"^Question \d.*: --state (\S+) --roll (\S+)$", told.output, re.MULTILINE)
    assert found, told.output
    (why,) = re.findall(r"^Why: dicedevil advise (.*)$", told.output, re.MULTILINE)
    asked = why.replace(" S ", f" {found[1]} ").replace(" R ", f" {found[2]} ").split()
    assert run(*asked, command="advise").exit_code == 0


def test_what_is_no_choice_ends_a_pipe_and_keeps_what_was_before() -> None:
    first, *_ = first_choices()
    told = run(*ASKED, "--json", typed=f"{first}\nplace 99\n")
    assert told.exit_code == 3
    assert "Answer 2: " in told.stderr
    assert [one.answers for one in kept()] == [1]


def test_fewer_answers_count_as_far_as_they_go() -> None:
    told = run(*ASKED, typed=first_choices()[0])
    assert told.exit_code == 0
    assert "1 question of 3 of ten-times-18:slots=4" in told.output
    assert "Nothing was answered." in run(*ASKED).output


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (b"1\n2\n3\n4\n", "has 4 answers to 3 questions"),
        (b"\xff\xfe", "no text in UTF-8"),
        (None, "No such file"),
    ],
)
def test_files_that_are_no_answers(data: Path, lines: bytes | None, words: str) -> None:
    file = data / "answers.txt"
    if lines is not None:
        file.write_bytes(lines)
    told = run(*ASKED, "--answers", str(file))
    assert told.exit_code == 2
    assert words in told.stderr
    assert not kept()


def test_a_game_of_ones_own(data: Path) -> None:
    file = data / "low.py"
    file.write_text(
        "from dataclasses import dataclass\n"
        "from dicedevil import Game\n"
        "@dataclass(frozen=True)\n"
        "class Low(Game):\n"
        "    def start(self): return 0\n"
        "    def is_over(self, state): return state == 4\n"
        "    def rolls(self, state): return {(face,): 1 for face in range(1, 7)}\n"
        "    def choices(self, state, roll): return ('take', 'leave')\n"
        "    def play(self, state, roll, choice):\n"
        "        return (roll[0] if choice == 'take' else 3), state + 1\n"
        "    def progress(self, state): return state\n"
    )
    told = run(str(file), "--questions", "2", "--seed", "1", typed="take\nleave\n")
    assert told.exit_code == 0, told.output
    assert "2 questions of low.py" in told.output
    small = run("micro-yahtzee", "--questions", "99", typed="score double\n")
    assert "There are no more than" in small.stderr


def test_nobody_waits_for_bots_that_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float | None] = []

    def slow(game: Game, name: str, budget: Budget) -> Strategy:
        waits.append(budget.patience)
        if name != "random" and budget.patience == 10.0:
            raise TooLarge("That takes a minute.")
        return random_strategy(game)

    monkeypatch.setattr("dicedevil.coach.proficiency.match_strategy", slow)
    answers = "\n".join(first_choices())
    told = run(*ASKED, "--json", typed=answers)
    assert set(json.loads(told.stdout)["bots"]) == {"random"}
    assert "Left out, since they take long to work out: club, casual, beginner." in told.stderr
    assert set(waits) == {10.0}
    told = run(*ASKED, "--json", "--yes", typed=answers)
    assert len(json.loads(told.stdout)["bots"]) == 4
    assert "Left out" not in told.stderr


# -- a real terminal -------------------------------------------------------------------------------


def spawned(*arguments: str) -> Any:
    pexpect = pytest.importorskip("pexpect", reason="a terminal of its own needs a Unix")
    return pexpect.spawn(
        sys.executable,
        ["-m", "dicedevil", "test", *arguments],
        env=os.environ | {"PYTHONPATH": str(Path(dicedevil.__file__).parents[1]), "TERM": "xterm"},
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=120,
    )


def test_at_a_terminal_nonsense_is_asked_again_and_nothing_is_told_before_the_end() -> None:
    child, (first, second, _) = spawned(*ASKED), first_choices()
    child.expect("Question 1 of 3: ten-times-18:slots=4")
    child.expect("Your choice> ")
    child.sendline("nonsense")
    child.expect("is no choice here.*Your choice> ")
    child.sendline(first)
    child.expect("Question 2 of 3")
    assert not re.search("best|lost|right|better", child.before)
    child.expect("Your choice> ")
    child.sendline(second)
    child.expect("Question 3 of 3.*Your choice> ")
    child.sendline("quit")
    child.expect("2 questions of 3 of")
    child.expect("Seed 1: ")
    seen = re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", child.before)
    assert max(map(len, re.split(r"[\r\n]+", seen))) <= 80
    child.expect("asks the same")
    child.wait()
    child.close()
    assert child.exitstatus == 0
    assert [one.answers for one in kept()] == [2]


def test_ctrl_c_leaves_what_was_answered() -> None:
    child, (first, *_) = spawned(*ASKED), first_choices()
    child.expect("Your choice> ")
    child.sendline(first)
    child.expect("Question 2 of 3.*Your choice> ")
    time.sleep(0.2)  # a signal between the prompt and the wait for a line would not end that wait
    child.kill(signal.SIGINT)
    child.expect("Interrupted. What was answered is kept: dicedevil stats")
    child.wait()
    child.close()
    assert child.exitstatus == 130
    assert [(one.answers, one.questions) for one in kept()] == [(1, 3)]
