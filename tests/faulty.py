"""Real processes for attacks: started, watched, and nothing of them left over."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import dicedevil as dd

COMMAND = [sys.executable, "-m", "dicedevil"]
SOURCE = Path(dd.__file__).parent.parent


@dataclass(frozen=True)
class Ended:
    """How a process came to its end."""

    code: int
    out: str
    errors: str
    seconds: float


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of a process with tables of its own in a folder."""
    own = {"DICEDEVIL_TABLES": str(folder / "tables"), "PYTHONPATH": str(SOURCE), "TERM": "dumb"}
    return {**os.environ, **own, **more}


def run(folder: Path, *arguments: str, timeout: float = 60, **more: str) -> Ended:
    """Run a command to its end, in the folder."""
    with started(folder, *arguments, **more) as process:
        return ended(process, timeout)


@contextmanager
def started(
    folder: Path, *arguments: str, program: Sequence[str] = COMMAND, **more: str
) -> Iterator[subprocess.Popen[str]]:
    """Start a command in the folder, in a process group of its own; in the end nothing of it lives."""
    process = subprocess.Popen(
        [*program, *arguments],
        cwd=folder,
        env=environment(folder, **more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # whoever runs the tests in the background has told them to ignore Ctrl-C: listen again
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def ended(process: subprocess.Popen[str], timeout: float = 60) -> Ended:
    """Wait for the end; how long that took is told."""
    begun = time.perf_counter()
    out, errors = process.communicate(timeout=timeout)
    return Ended(process.returncode, out, errors, time.perf_counter() - begun)


def alive(group: int) -> list[int]:
    """Return the processes of a group that live (Linux)."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # gone in the meantime
            if int(fields[2]) == group and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def wait_until(happened: Callable[[], object], timeout: float = 30) -> None:
    """Look every few milliseconds whether something has happened."""
    until = time.monotonic() + timeout
    while not happened():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.005)


def listens(process: subprocess.Popen[str]) -> bool:
    """Tell whether a process has come so far as to handle SIGTERM (Linux)."""
    caught = re.search(r"SigCgt:\s*(\w+)", Path(f"/proc/{process.pid}/status").read_text())
    return caught is not None and bool(int(caught[1], 16) >> (signal.SIGTERM - 1) & 1)
