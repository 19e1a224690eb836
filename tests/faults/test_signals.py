"""Ctrl-C and SIGTERM: the end within a moment, in one line, with nothing left over."""

from __future__ import annotations

import os
import pty
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from faulty import COMMAND, Ended, alive, ended, environment, listens, started, wait_until

MOMENT = 3.0
"""Seconds: half of one is enough on a calm machine, and what is interrupted would take far longer."""
INTERRUPTED = "Error: Interrupted.\n"
TERMINATED = "Error: Terminated.\n"
FRACTIONS = ("solve", "klappenspiel:tiles=16", "--exact")
ENDGAMES = ("solve", "yahtzee", "--objective", "win", "--endgames", "4")
JUDGE = ("judge", "micro-yahtzee", "--games", "100000")


def drafts(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if "draft" in path.name or path.name.endswith("-gone")]


def require_good_end(end: Ended, folder: Path, group: int, code: int = 130) -> None:
    assert end.code == code
    assert end.seconds < MOMENT
    assert not end.out or end.out.startswith("Dice Devil solves")  # the tour tells as it goes
    lines = end.errors.splitlines(keepends=True)
    assert lines[-1] == {130: INTERRUPTED, 143: TERMINATED}[code]
    assert "Traceback" not in end.errors
    assert "Error" not in "".join(lines[:-1])  # announcements may come before
    wait_until(lambda: not alive(group), MOMENT)
    assert drafts(folder) == []


@pytest.mark.parametrize("code", [130, 143])
def test_in_fractions(tmp_path: Path, code: int) -> None:
    with started(tmp_path, *FRACTIONS) as process:
        wait_until(lambda: listens(process))
        time.sleep(0.5)
        process.send_signal(code - 128)
        require_good_end(ended(process), tmp_path, process.pid, code)


def test_while_kernels_are_compiled(tmp_path: Path) -> None:
    with started(tmp_path, "solve", "yahtzee", NUMBA_CACHE_DIR=str(tmp_path / "kernels")) as process:
        wait_until((tmp_path / "kernels").exists)
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        require_good_end(ended(process), tmp_path, process.pid)


def test_while_threads_are_in_kernels(tmp_path: Path) -> None:
    """Nobody looks at a signal in a kernel, and a pool waits for all its threads."""
    code = (
        "import sys, time, ctypes; from concurrent.futures import ThreadPoolExecutor\n"
        "import dicedevil.cli.group as group\n"
        "kernel = ctypes.CDLL(None).usleep\n"  # sleeps on, whatever signal comes, and holds no GIL
        "def work(*_):\n"
        "    with ThreadPoolExecutor(2) as pool:\n"
        "        list(pool.map(lambda _: [kernel(999_999) for _ in range(20)], range(8)))\n"
        "group.cli = lambda **_: work()\n"
        "group.main()\n"
    )
    with started(tmp_path, program=[sys.executable, "-c", code]) as process:
        wait_until(lambda: listens(process))
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        require_good_end(ended(process), tmp_path, process.pid)


HELPED = [
    sys.executable,
    "-c",
    "import time; from functools import partial; import dicedevil.cli.group as group\n"
    "from dicedevil.solvers.processes import dealt_out\n"
    "group.cli = lambda **_: list(dealt_out(partial(partial, time.sleep), [60] * 5, 2))\n"
    "group.main()\n",
]
"""A command with two processes that help, at work for a minute each."""


def have_begun(process: subprocess.Popen[str]) -> bool:
    """The helpers are there, and the process with which Python tracks what they share."""
    return len(alive(process.pid)) == 4


@pytest.mark.parametrize("tell", [os.kill, os.killpg], ids=["the parent only", "everybody"])
@pytest.mark.parametrize("moment", [0.0, 0.5])
def test_while_processes_help(tmp_path: Path, tell: Callable[[int, int], None], moment: float) -> None:
    with started(tmp_path, program=HELPED) as process:
        wait_until(lambda: have_begun(process))
        time.sleep(moment)
        tell(process.pid, signal.SIGINT)
        require_good_end(ended(process), tmp_path, process.pid)


def test_helpers_that_go_first_are_not_missed(tmp_path: Path) -> None:
    """They are ended before the process that asked is: it says that it was interrupted, not that."""
    slowly = (
        "from dicedevil import leftovers; clear = leftovers.clear_away\n"
        "leftovers.clear_away = lambda: (clear(), time.sleep(0.3))\n"
    )
    program = [*HELPED[:2], HELPED[2].replace("group.main()", f"{slowly}group.main()")]
    with started(tmp_path, program=program) as process:
        wait_until(lambda: have_begun(process))
        process.send_signal(signal.SIGINT)
        require_good_end(ended(process), tmp_path, process.pid)


def test_helpers_end_with_whoever_is_killed(tmp_path: Path) -> None:
    with started(tmp_path, program=HELPED) as process:
        wait_until(lambda: have_begun(process))
        process.kill()
        process.wait()
        wait_until(lambda: not alive(process.pid), MOMENT)


def test_a_helper_that_dies_is_told(tmp_path: Path) -> None:
    with started(tmp_path, program=HELPED) as process:
        wait_until(lambda: have_begun(process))
        os.kill(max(alive(process.pid)), signal.SIGKILL)
        end = ended(process)
    assert end.code == 1
    assert "A process that helped has died" in end.errors


def test_many_signals_at_once(tmp_path: Path) -> None:
    with started(tmp_path, *FRACTIONS) as process:
        wait_until(lambda: listens(process))
        for _ in range(5):
            process.send_signal(signal.SIGINT)
        require_good_end(ended(process), tmp_path, process.pid)


def test_while_waiting_for_another_maker(tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    with started(tmp_path, "curve", "basic-yahtzee") as maker:
        wait_until(lambda: list(tables.glob(".*.lock")))
        maker.send_signal(signal.SIGSTOP)
        with started(tmp_path, "curve", "basic-yahtzee") as process:
            wait_until(lambda: listens(process))
            time.sleep(1.0)
            process.send_signal(signal.SIGINT)
            require_good_end(ended(process), tmp_path, process.pid)
        maker.kill()


def test_a_terminal_gets_its_cursor_back(tmp_path: Path) -> None:
    """The bar hides the cursor; the last thing that a terminal is told is to show it."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *FRACTIONS],
        env=environment(tmp_path, TERM="xterm"),
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    shown = b""
    while b"\x1b[?25l" not in shown:  # the bar is up
        shown += os.read(ours, 10_000)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=MOMENT) == 130
    while not shown.endswith(b"Interrupted.\r\n"):
        # All is said; a busy system takes its time to carry it from one end of a terminal to the other.
        assert select.select([ours], [], [], 10)[0], shown
        shown += os.read(ours, 10_000)
    os.close(theirs)  # not before: a terminal that nobody holds any more gives nothing away
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"\x1b[?25l")
    assert b"Traceback" not in shown
    os.close(ours)


def test_a_command_in_the_background_goes_on(tmp_path: Path) -> None:
    """Shells have commands in the background ignore Ctrl-C: it is not for them."""
    ignoring = f"import signal, os; signal.signal(2, signal.SIG_IGN); os.execv({sys.executable!r}, "
    program = [sys.executable, "-c", f"{ignoring}{[*COMMAND, 'show', 'klappenspiel']!r})"]
    with started(tmp_path, program=program) as process:
        wait_until(lambda: listens(process))
        process.send_signal(signal.SIGINT)
        end = ended(process)
    assert (end.code, end.errors) == (0, "")
    assert "klappenspiel" in end.out


LONG = [
    ("demo",),
    ("show", "yatzy"),
    FRACTIONS,
    ENDGAMES,
    ("solve", "pig", "--objective", "win", "--fresh"),
    ("solve", "ten-times-18", "--objective", "win", "--fresh"),
    ("advise", "yahtzee", "--roll", "33456", "--target", "300", "--objective", "target"),
    ("curve", "yahtzee"),
    ("evaluate", "yahtzee"),
    ("compare", "yahtzee", "yatzy", "-o", "compare.png"),
    ("simulate", "yahtzee", "--games", "10000000", "--record", "games.jsonl"),
    ("match", "yahtzee", "--players", "emp-1,optimal", "--games", "100000"),
    ("judge", "junior-yahtzee", "--games", "10000"),
    JUDGE,
    ("plot", "curve", "yahtzee", "-o", "curve.png"),
    ("reproduce", "boecker", "--csv", "boecker.csv"),
    ("check", "klappenspiel:tiles=14"),
    ("tables", "verify"),
]


@pytest.mark.attack
@pytest.mark.parametrize("arguments", LONG, ids=" ".join)
@pytest.mark.parametrize("seed", range(4))
def test_at_any_moment(tmp_path: Path, arguments: tuple[str, ...], seed: int) -> None:
    """Every command; a short one may come to its own end first."""
    luck = random.Random(f"{arguments} {seed}")
    tell = luck.choice([os.kill, os.killpg])
    stop = luck.choice([signal.SIGINT, signal.SIGTERM])
    with started(tmp_path, *arguments) as process:
        wait_until(lambda: listens(process))
        time.sleep(luck.expovariate(1 / 3))
        if process.poll() is None:
            for _ in range(luck.randint(1, 3)):
                tell(process.pid, stop)
        end = ended(process)
        if end.code:
            require_good_end(end, tmp_path, process.pid, 128 + stop)
    tables = tmp_path / "tables"
    written = [
        path.name for path in tmp_path.rglob("*") if path.is_file() and tables not in path.parents
    ]
    assert len(written) <= 1 if end.code == 0 else written == []
