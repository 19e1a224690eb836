"""How long a person waits: the command line, compiling, and the polynomial method."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from bench.figure import Figure, seconds, timed

ADVISE = ("advise", "klappenspiel", "--state", "up=4+6+10", "--roll", "46")


def figures() -> Iterator[Figure]:
    """Measure everything, in processes of their own."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _help()
        yield from _advise(folder)
    with tempfile.TemporaryDirectory() as folder:
        yield from _compiling(folder)
    yield from _polynomial()


def _run(*arguments: str, tables: str = "", kernels: str = "") -> None:
    environment = dict(os.environ)
    if tables:
        environment["DICEDEVIL_TABLES"] = tables
    if kernels:
        environment["NUMBA_CACHE_DIR"] = kernels
    command = [sys.executable, "-m", "dicedevil", *arguments]
    subprocess.run(command, env=environment, check=True, capture_output=True)


def _below(what: str, measured: float, limit: float) -> Figure:
    return Figure(what, seconds(measured), f"< {seconds(limit)}", measured < limit)


def _help() -> Iterator[Figure]:
    _run("--help")
    measured, _ = timed(lambda: _run("--help"), repeats=5)
    yield _below("dicedevil --help", measured, 0.2)


def _advise(folder: str) -> Iterator[Figure]:
    first, _ = timed(lambda: _run(*ADVISE, tables=folder))
    again, _ = timed(lambda: _run(*ADVISE, tables=folder), repeats=3)
    yield Figure("dicedevil advise klappenspiel, first", seconds(first))
    yield _below("dicedevil advise klappenspiel, second", again, 1.0)


def _compiling(folder: str) -> Iterator[Figure]:
    cold, _ = timed(lambda: _run(*ADVISE, tables=f"{folder}/a", kernels=folder))
    kept, _ = timed(lambda: _run(*ADVISE, tables=f"{folder}/b", kernels=folder))
    yield Figure("solving klappenspiel, kernels compiled", seconds(cold))
    yield Figure("solving klappenspiel, kernels kept on disk", seconds(kept))


def _polynomial() -> Iterator[Figure]:
    from dicedevil import solve

    measured, _ = timed(lambda: solve("ten-times-18:slots=1000"), repeats=3)
    yield _below("ten-times-18 with 1,000 slots", measured, 1.0)
