"""Long work in a real terminal: what a person sees on the screen, and that nothing else gets it."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

pty = pytest.importorskip("pty", reason="a terminal of its own needs a Unix")

COLUMNS = 80
SLOW = '''
import time
from dicedevil import Dice, Game

class Slow(Game):
    """One die, and a player who thinks about it."""

    def start(self):
        return 1

    def is_over(self, state):
        return state == 0

    def rolls(self, state):
        return Dice.parse("1d6").rolls()

    def choices(self, state, roll):
        return ("take", "leave")

    def play(self, state, roll, choice):
        time.sleep(0.01)
        return (sum(roll) if choice == "take" else 0), 0

    def progress(self, state):
        return 1 - state

    def __str__(self):
        return "slow.py"

game = Slow()
'''


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    (tmp_path / "slow.py").write_text(SLOW)
    matches = ("match", str(tmp_path / "slow.py"), "--players", "optimal,random")
    return [sys.executable, "-m", "dicedevil", *matches, "--same-rolls", "--games", "120"]


def on_a_terminal(command: list[str]) -> tuple[list[str], str]:
    """Run a command whose stderr is a terminal; return the lines it drew there, and its stdout."""
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    child = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm", "COLUMNS": str(COLUMNS)},
        text=True,
    )
    os.close(theirs)
    drawn = b""
    while True:
        try:
            more = os.read(ours, 1 << 16)
        except OSError:  # the other end is closed: so Linux says it
            break
        if not more:
            break
        drawn += more
    os.close(ours)
    told, _ = child.communicate(timeout=60)
    assert child.returncode == 0, drawn.decode()
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", drawn.decode())
    return [line for line in re.split(r"[\r\n]+", plain) if line.strip()], told


def test_time_left_is_told_as_time_left(command: list[str]) -> None:
    lines, told = on_a_terminal(command)
    assert all(len(line) <= COLUMNS for line in lines)
    assert any("playing" in line and re.search(r"\d+ of 120\b", line) for line in lines)
    times = [re.search(r"\b(\d+) s so far, about (\d+) s left", line) for line in lines]
    seen = [tuple(map(int, found.groups())) for found in times if found]
    assert seen, lines
    assert seen[0][0] >= 2  # nobody is bothered before
    assert seen[-1][0] > seen[0][0]
    assert seen[-1][1] <= 2
    assert seen[0][1] >= seen[-1][1]
    # The whole is about the same all the time; but other processes come and go.
    assert median(map(sum, seen)) == pytest.approx(sum(seen[-1]), abs=3, rel=0.6)
    assert "120 matches" in told
    assert "left" not in told
    assert "so far" not in told


def test_nothing_of_it_goes_anywhere_else(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"(Playing 120 matches takes about \d+ s\.\n)*", done.stderr)
    assert "120 matches" in done.stdout
    assert "so far" not in done.stdout
