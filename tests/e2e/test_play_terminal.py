"""Games in a real terminal: what somebody at the keyboard sees, types, and finds again."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import dicedevil
from dicedevil.coach.replay import replay
from dicedevil.coach.store import Store

pexpect = pytest.importorskip("pexpect", reason="a terminal of its own needs a Unix")

PATIENCE = 120
"""Seconds: the first time code is compiled."""


class Terminal:
    """A terminal of 80 columns in which the command runs."""

    def __init__(self, data: Path) -> None:
        self.data, self.child, self.seen = data, None, ""

    def play(self, *arguments: str, **more: str) -> Any:
        environment = os.environ | {
            "PYTHONPATH": str(Path(dicedevil.__file__).parents[1]),
            "DICEDEVIL_DATA": str(self.data),
            "TERM": "xterm",
            **more,
        }
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "dicedevil", "play", *arguments],
            env=environment,
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=PATIENCE,
        )
        self.child.logfile_read = self
        self.seen = ""
        return self.child

    def write(self, text: str) -> None:
        self.seen += text

    def flush(self) -> None:
        pass

    def type(self, text: str, then: str) -> str:
        """Type a line; wait for what comes then, and return what was shown before it."""
        self.child.sendline(text)
        self.child.expect(then)
        return self.child.before

    def end(self) -> int:
        self.child.expect(pexpect.EOF)
        self.child.close()
        for line in re.split(r"[\r\n]", re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", self.seen)):
            assert cell_len(line) <= 80, line
        return self.child.exitstatus


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    found = Terminal(tmp_path / "data")
    yield found
    if found.child is not None and found.child.isalive():
        found.child.close(force=True)


def test_a_whole_yahtzee_against_a_bot_to_its_report(terminal: Terminal) -> None:
    terminal.play("yahtzee", "--against", "random", "--players", "Ann", "--seed", "7")
    child = terminal.child
    child.expect("Seed 7: the same seed, the same dice.")
    boxes = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    boxes += ["chance", "3k", "4k", "fh", "ss", "ls", "yahtzee"]
    question, pause, over = r"\(such as .*\? ", r"Enter rolls for random.*> ", "The end: "
    child.expect(question)
    assert "est is" not in terminal.seen  # nothing is told before it is asked for
    terminal.type("?", "The best is one of .* says which")
    child.expect(question)
    terminal.type("?", "Best is .* says why")
    child.expect(question)
    terminal.type("none", question)  # all dice again
    for box in boxes:
        terminal.type(box, pause)
        if box == "ones":
            terminal.type("undo", "is taken back")
            child.expect(question)
            terminal.type(box, pause)
        child.sendline("")
        child.expect([question, over])
    assert terminal.end() == 0
    report = terminal.seen[terminal.seen.rindex("The end: ") :]
    assert re.search(r"Ann: \d+ points: luck [-+]\d+\.\d, errors -\d+\.\d from par 254\.6", report), (
        report
    )
    with Store(terminal.data) as store:
        (record,) = store.records()
    assert replay(record).end.results == record.result
    assert [move.choice for move in record.moves if move.player == 0][1] == "score ones"


def test_a_game_that_was_killed_is_offered_again(terminal: Terminal) -> None:
    child = terminal.play("pig", "--seed", "4")
    child.expect("stop or roll\\? ")
    terminal.type("roll", "stop or roll\\? ")
    child.kill(signal.SIGKILL)
    child.close()
    with Store(terminal.data) as store:
        (left,) = store.under_way("pig")
    assert [move.choice for move in left.record.moves] == ["roll"]
    terminal.play("pig")
    terminal.child.expect(r"You left this game after 1 move. Go on with it\? \[Y/n\]: ")
    terminal.type("", "Seed 4: ")
    terminal.child.expect("stop or roll\\? ")
    terminal.type("quit", "Kept. Go on with: dicedevil play pig --resume")
    assert terminal.end() == 0
    terminal.play("pig")
    terminal.child.expect("Go on with it")
    terminal.type("n", "Seed ")
    terminal.child.sendeof()
    assert terminal.end() == 0
    with Store(terminal.data) as store:
        assert left.number not in [one.number for one in store.under_way("pig")]
        assert next(store.records()) == left.record  # given up, and not forgotten


def test_ctrl_c_ends_at_once_and_loses_nothing(terminal: Terminal) -> None:
    child = terminal.play("pig", "--players", "Ann,Bob", "--seed", "5")
    child.expect("Ann, stop or roll\\? ")
    terminal.type("stop", "Enter rolls for Bob, undo takes back 'stop'> ")
    terminal.type("what", "The dice come first")
    child.expect("> ")
    terminal.type("", "Bob, stop or roll\\? ")
    child.sendintr()
    child.expect("Interrupted. The game is kept. Go on with: dicedevil play pig --resume")
    assert terminal.end() == 130
    with Store(terminal.data) as store:
        (left,) = store.under_way("pig")
    assert [(move.player, move.choice) for move in left.record.moves] == [(0, "stop")]


@pytest.mark.parametrize("colourless", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_is_needed(terminal: Terminal, colourless: dict[str, str]) -> None:
    child = terminal.play("shut-the-box", "--seed", "1", **colourless)
    child.expect("\\)\\? ")
    for _ in range(3):
        terminal.type("?", "\\)\\? ")
    child.sendeof()
    assert terminal.end() == 0
    assert "\x1b[3" not in terminal.seen
    assert "│" in terminal.seen
