"""What tests of clusters share: a local cluster of processes, tables in many shards, who watches."""

from __future__ import annotations

import contextlib
import logging
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import distributed
import pytest

import dicedevil as dd
from dicedevil.ask.verify import name_of, sums_of
from dicedevil.errors import ClusterError
from dicedevil.solvers import tables
from dicedevil.solvers.cards import (
    large_laws,
    law_shards,
    mean_making,
    row_shelf,
    several_lane,
    several_layers,
)
from dicedevil.solvers.cluster import patient_with_workers
from dicedevil.solvers.layout import SIDECAR
from dicedevil.solvers.placement import large, shards
from dicedevil.solvers.where import Where

GAME = "junior-yahtzee"
SMALL_SHARD = 8_000
MEMORY = 1 << 30
THREE_CARDS = (
    "yahtzee:boxes=ones/twos/threes/fours/fives/sixes/chance,joker=none,upper-bonus=0,"
    "dice=2d6,rerolls=1,cards=3"
)
TWO_CARDS = (
    "yahtzee:boxes=ones/twos/threes/yahtzee/full-house,dice=3d3,cards=2,threshold=6,joker=forced"
)
MATCH = "ten-times-18:slots=6,dice=1d6"
LARGE: dict[str, Callable[..., Any]] = {
    "mean scores": lambda **how: dd.solve(GAME, **how),
    "law of best play": lambda **how: dd.evaluate(GAME, exact=False, **how),
    "law of random play": lambda **how: dd.evaluate(GAME, "random", exact=False, **how),
    "three cards": lambda **how: dd.solve(THREE_CARDS, **how),
    "two cards that are linked": lambda **how: dd.solve(TWO_CARDS, **how),
    "match of a placement game": lambda **how: dd.solve(MATCH, dd.WinMatch(), **how),
}
"""Questions whose shards are made only of large games, unless `as_if_large`."""


@contextlib.contextmanager
def running(workers: int = 2) -> Iterator[tuple[Any, Any]]:
    """A scheduler here, workers in processes that are started again when they die; and a client."""
    with (
        patient_with_workers(),
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            memory_limit=MEMORY,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield cluster, client


def pids(client: Any) -> list[int]:
    """The processes of the workers."""
    return [pid for pid in client.run(os.getpid, on_error="ignore").values() if isinstance(pid, int)]


def in_shards(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Make curves in many small shards, in a folder of their own."""
    patch.setattr(row_shelf, "SHARD", SMALL_SHARD)
    patch.setenv("DICEDEVIL_TABLES", str(folder))


def as_if_large(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Make mean scores, laws, several cards and matches in small shards, in a folder of their own."""
    patch.setattr(mean_making, "LONG", 0.0)
    patch.setattr(mean_making, "SHARD", 60)
    patch.setattr(large_laws, "is_too_large", lambda *_: True)
    patch.setattr(law_shards, "SHARD", 250)
    patch.setattr(several_lane, "LONG", 0.0)
    patch.setattr(several_layers, "SHARD", 400)
    patch.setattr(large, "goes_by_shards", lambda *_: True)
    patch.setattr(shards, "SHARD", 1_500)
    patch.setattr(shards, "STRIP", 200)
    patch.setenv("DICEDEVIL_TABLES", str(folder))


def attacked(client: Any, folder: Path, kills: int, ask: Callable[..., Any], seed: int = 1) -> int:
    """Ask while workers are killed, until there is an answer; return how many were.

    No table that was finished may be made again, and no half of one is left.
    """
    with SeenTables(folder) as watched, Killer(client, kills, 0.4, seed) as killer:
        while True:
            try:
                ask(on=client)
                break
            except ClusterError:  # one shard ended four workers: the rest is kept
                client.wait_for_workers(1, timeout=120)
    assert not watched.again, watched.again
    assert not list(folder.glob(".*draft*-gone"))
    return killer.killed


def checksums(folder: Path) -> dict[str, dict[str, str]]:
    """Of all arrays of all tables."""
    facts = [tables.read(path).facts for path in tables.listing(folder)]
    return {name_of(one): sums_of(one) for one in facts}


def made_by_threads(folder: Path, patch: pytest.MonkeyPatch) -> dict[str, dict[str, str]]:
    """The checksums of the curves as one process makes them."""
    patch.setenv("DICEDEVIL_TABLES", str(folder))
    dd.curve(GAME)
    return checksums(folder)


class SeenTables(threading.Thread):
    """Looks at a folder all the time: no table that was sealed may ever be written again."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self.folder, self.seen, self.again = folder, dict[str, tuple[int, int]](), list[str]()
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.005):
            for path in tables.listing(self.folder):
                with contextlib.suppress(OSError):
                    stat = (path / SIDECAR).stat()
                    found = stat.st_ino, stat.st_mtime_ns
                    if self.seen.setdefault(path.name, found) != found:
                        self.again.append(path.name)

    def __enter__(self) -> SeenTables:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.over.set()
        self.join()


class Killer(threading.Thread):
    """Kills workers at random moments, as often as it is told."""

    def __init__(self, client: Any, kills: int, every: float, seed: int = 1) -> None:
        super().__init__(daemon=True)
        self.client, self.left, self.every = client, kills, every
        self.rng, self.killed, self.over = random.Random(seed), 0, threading.Event()
        self.dead: set[str] = set()

    def run(self) -> None:
        while self.left and not self.over.wait(self.rng.uniform(0, 2 * self.every)):
            found = self._alive()
            if found:
                worker = self.rng.choice(sorted(found))
                with contextlib.suppress(ProcessLookupError):
                    os.kill(found[worker], signal.SIGKILL)
                    self.dead.add(worker)
                    self.killed += 1
                    self.left -= 1

    def _alive(self) -> dict[str, int]:
        """Workers that have come up: Dask gives up one that dies before."""
        nannies = {one.address: one.pid for one in self.client.cluster.workers.values()}
        known = self.client.scheduler_info(n_workers=-1)["workers"]
        alive = {worker: nannies.get(one["nanny"]) for worker, one in known.items()}
        return {worker: pid for worker, pid in alive.items() if pid and worker not in self.dead}

    def __enter__(self) -> Killer:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.over.set()
        self.join()


class Meddling(Where):
    """A place whose first finished shard somebody damages before it is looked at."""

    def __init__(self, place: Where, meddle: Any) -> None:
        self.place, self.meddle, self.parts = place, meddle, list[Any]()

    @property
    def cores(self) -> int:
        return self.place.cores

    @property
    def workers(self) -> int:
        return self.place.workers

    def deal(self, prepare: Any, parts: Sequence[Any], look: Any = None) -> Any:
        for number, done in self.place.deal(prepare, parts, look):
            self.parts.append(parts[number])
            self.meddle(parts[number])
            yield number, done


class Hungry:
    """Work that takes all memory there is."""

    def __call__(self) -> Any:
        return self.eat

    def eat(self, part: Any) -> int:
        held = []
        while True:
            held.append(bytearray(os.urandom(1 << 16) * 256))
            time.sleep(0.005)


def pretend(name: str, version: str | None) -> None:
    """Be a worker that says it has this version of a package; None for what it has."""
    from distributed import versions

    known: Any = versions._version_cached
    asked = getattr(known, "asked", known)

    def told(package: str) -> str | None:
        return version if version and package == name else asked(package)

    told.asked = asked  # type: ignore[attr-defined]
    versions._version_cached = told  # type: ignore[assignment]
