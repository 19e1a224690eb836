"""Long attacks on clusters: many kills, schedulers that go and come back, commands that are killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import distributed
import pytest

import dicedevil as dd
from clusters import (
    GAME,
    LARGE,
    SMALL_SHARD,
    SeenTables,
    as_if_large,
    attacked,
    checksums,
    in_shards,
    made_by_threads,
    running,
)
from dicedevil.solvers import tables

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")

KILLS = 50
COMMAND = f"""
from dicedevil.cli import main
from dicedevil.solvers.cards import row_shelf
row_shelf.SHARD = {SMALL_SHARD}
main()
"""


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    with pytest.MonkeyPatch.context() as patch:
        return made_by_threads(tmp_path_factory.mktemp("right"), patch)


@contextlib.contextmanager
def scheduled(file: Path, port: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """A scheduler and two workers, each in a process of its own."""
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    asked = ["--scheduler-file", str(file), "--no-dashboard"]
    run = [sys.executable, "-m"]
    scheduler = [*run, "distributed.cli.dask_scheduler", *asked, "--port", str(port)]
    worker = [*run, "distributed.cli.dask_worker", *asked, "--nthreads", "1"]
    started = [subprocess.Popen(one, **quiet) for one in (scheduler, worker, worker)]
    try:
        yield started
    finally:
        for process in started:
            process.kill()
            process.wait()
        file.unlink(missing_ok=True)


def asked_for(folder: Path, *words: str) -> subprocess.Popen[str]:
    environment = os.environ | {"DICEDEVIL_TABLES": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.attack
def test_many_kills_in_many_solves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: Any) -> None:
    killed, solves = 0, 0
    with running() as (_, client):
        while killed < KILLS:
            folder = tmp_path / str(solves)
            in_shards(monkeypatch, folder)
            killed += attacked(client, folder, 6, partial(dd.curve, GAME), seed=solves)
            assert checksums(folder) == right
            solves += 1


@pytest.mark.attack
def test_many_kills_in_many_laws_and_several_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right: dict[str, Any] = {}
    for name, ask in LARGE.items():
        as_if_large(monkeypatch, tmp_path / name)
        ask()
        right[name] = checksums(tmp_path / name)
    killed, solves = 0, 0
    with running() as (_, client):
        while killed < KILLS:
            for name, ask in LARGE.items():
                folder = tmp_path / f"{name} {solves}"
                as_if_large(monkeypatch, folder)
                killed += attacked(client, folder, 6, ask, seed=solves)
                assert checksums(folder) == right[name]
                solves += 1


@pytest.mark.attack
def test_a_scheduler_that_goes_and_comes_back(tmp_path: Path, right: Any) -> None:
    file, folder = tmp_path / "scheduler.json", tmp_path / "tables"
    with scheduled(file, 18786) as processes:
        _wait_for(file)
        command = asked_for(folder, "curve", GAME, "--cluster", str(file), "--json")
        _wait_for_tables(folder)
        processes[0].kill()
        out, told = command.communicate(timeout=240)
        finished = {
            path.name: (path / "table.json").stat().st_mtime_ns for path in tables.listing(folder)
        }
    if command.returncode:  # unless it was done just then
        assert command.returncode == 1
        assert "has gone" in told
        assert "is kept" in told
        assert not out
    with scheduled(file, 18787):
        _wait_for(file)
        again = asked_for(folder, "curve", GAME, "--cluster", str(file), "--json")
        assert again.communicate(timeout=240)[0].startswith("{")
        assert again.returncode == 0
    assert checksums(folder) == right
    for name, stamp in finished.items():
        if "shard" not in name and (folder / name).is_dir():
            assert (folder / name / "table.json").stat().st_mtime_ns == stamp


@pytest.mark.attack
def test_a_client_that_is_killed_and_asked_again(tmp_path: Path, right: Any) -> None:
    folder = tmp_path / "tables"
    command = asked_for(folder, "curve", GAME, "--workers", "2", "--json")
    _wait_for_tables(folder)
    command.send_signal(signal.SIGKILL)
    command.communicate()
    with SeenTables(folder) as watched:
        again = asked_for(folder, "curve", GAME, "--workers", "2", "--json")
        out, _ = again.communicate(timeout=240)
    assert again.returncode == 0
    assert out.startswith("{")
    assert checksums(folder) == right
    assert not watched.again


@pytest.mark.attack
def test_commands_with_bad_clusters(tmp_path: Path) -> None:
    cases = {
        ("--cluster", "tcp://127.0.0.1:1"): (1, "No cluster answers at"),
        ("--cluster", "tcp://127.0.0.1:1", "--workers", "2"): (2, "leave out --workers"),
        ("--workers", "0"): (2, "--workers"),
        ("--workers", "2", "--memory", "300"): (5, "of memory"),
    }
    for words, (code, said) in cases.items():
        command = asked_for(tmp_path, "curve", GAME, *words)
        out, told = command.communicate(timeout=240)
        assert (command.returncode, out) == (code, ""), told
        assert said in told
        assert "Traceback" not in told
    assert not list(tmp_path.iterdir())


def _wait_for(file: Path) -> None:
    """Wait until both workers are there."""
    until = time.monotonic() + 120
    while not file.exists() and time.monotonic() < until:
        time.sleep(0.05)
    with distributed.Client(scheduler_file=str(file), timeout=60) as client:
        client.wait_for_workers(2, timeout=120)


def _wait_for_tables(folder: Path) -> None:
    until = time.monotonic() + 240
    while not list(folder.glob("*shard*")):
        assert time.monotonic() < until
        time.sleep(0.01)
