"""Records without end: garbage, and far too many lines, in processes whose largest size is measured."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.coach.many import Grading, graded_parts
from recorded import played_at_random

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux tells sizes")

MOST = 400_000
"""Kilobytes: Python, NumPy and compiled code take half of it."""
GAME = played_at_random(dd.game("klappenspiel:tiles=3"))[0].to_line().encode() + b"\n"


CHILD = """
import atexit, sys
from pathlib import Path
from dicedevil.cli import main

def tell():  # not ru_maxrss, which begins with the size of whoever started the process
    facts = Path("/proc/self/status").read_text().splitlines()
    size = next(line for line in facts if line.startswith("VmHWM")).split()[1]
    Path(sys.argv[-1] + ".size").write_text(size)

atexit.register(tell)
sys.argv = ["dicedevil", "grade", "-", *sys.argv[1:]]
main()
"""


def graded(tmp_path: Path, pieces: Iterator[bytes], *options: str) -> tuple[int, str, str, int]:
    """Grade what comes through a pipe; return exit code, output and the kilobytes it took."""
    with open(tmp_path / "out", "wb") as out, open(tmp_path / "err", "wb") as err:
        command = [sys.executable, "-c", CHILD, *options, "--csv", str(tmp_path / "moves.csv")]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=err)
        assert process.stdin is not None
        for piece in pieces:
            process.stdin.write(piece)
        process.stdin.close()
        process.wait(timeout=600)
    texts = [(tmp_path / name).read_text(encoding="utf-8") for name in ("out", "err")]
    return process.returncode, *texts, int((tmp_path / "moves.csv.size").read_text())


def garbage(megabytes: int) -> Iterator[bytes]:
    """One line that does not end, then a game."""
    for _ in range(megabytes):
        yield b"[" * 1_000_000
    yield b"\n" + GAME


def lines(count: int) -> Iterator[bytes]:
    """Lines that are no records, then a game."""
    for _ in range(count // 1_000):
        yield b"no record\n" * 1_000
    yield GAME


def test_a_line_without_end_takes_no_memory(tmp_path: Path) -> None:
    code, out, err, used = graded(tmp_path, garbage(300))
    assert code == 3
    assert "line 1: A record has at most 4,000,000 bytes." in err
    assert "klappenspiel:tiles=3" in out
    assert used < MOST


def test_many_lines_take_no_memory(tmp_path: Path) -> None:
    code, out, err, used = graded(tmp_path, lines(100_000))
    assert code == 3
    assert "line 1: This is no JSON" in err
    assert "99,980 lines more" in err
    assert "klappenspiel:tiles=3" in out
    assert used < MOST


def test_processes_grade_what_one_does() -> None:
    """In the same order, whoever is done first."""
    games = [played_at_random(dd.game("klappenspiel:tiles=3"), seed=seed)[0] for seed in range(50)]
    content = "".join(f"{game.to_line()}\nx\n" for game in games * 12).encode()
    found = [
        list(graded_parts([("x", io.BytesIO(content))], Grading(wants_json=True), workers))
        for workers in (1, 2)
    ]
    assert len(found[0]) == 3
    assert found[0] == found[1]
    assert sum(part.refusals for part in found[1]) == 600


def test_an_interrupted_process_leaves_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dicedevil", "grade", "-", "--csv", "moves.csv"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    # Whoever runs the tests in the background has Ctrl-C ignored.
    listens = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    with subprocess.Popen(command, cwd=tmp_path, **pipes, **listens) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        for _ in range(10):  # so much goes through the pipe only when other processes are at work
            process.stdin.write(GAME * 500)
        assert list(tmp_path.iterdir()), "nothing is being written"
        process.send_signal(signal.SIGINT)
        told = process.stderr.read()
        with suppress(BrokenPipeError):
            process.stdin.close()
    assert process.returncode == 130
    assert b"Interrupted" in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.attack
def test_a_gigabyte_of_garbage_takes_no_memory(tmp_path: Path) -> None:
    code, out, _, used = graded(tmp_path, garbage(1_000), "--json")
    assert (code, '"refusals": 1}' in out) == (3, True)
    assert used < MOST


@pytest.mark.attack
def test_ten_million_lines_take_no_memory(tmp_path: Path) -> None:
    code, _, err, used = graded(tmp_path, lines(10_000_000))
    assert code == 3
    assert "9,999,980 lines more" in err
    assert used < MOST
