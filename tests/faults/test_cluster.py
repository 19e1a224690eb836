"""A real local cluster of processes: right bits or a clear error, nothing finished made again."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import dicedevil as dd
from clusters import (
    GAME,
    Hungry,
    Meddling,
    SeenTables,
    attacked,
    checksums,
    in_shards,
    made_by_threads,
    pids,
    pretend,
    running,
)
from damage import flip
from dicedevil.errors import ClusterError, TableError, UsageError
from dicedevil.solvers import cluster as clusters
from dicedevil.solvers import layers, tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards import row_shelf, row_work
from dicedevil.solvers.cards.endgames import Endgames
from dicedevil.solvers.places import place_named

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def cluster() -> Iterator[tuple[Any, Any]]:
    with running() as started:
        yield started


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    with pytest.MonkeyPatch.context() as patch:
        return made_by_threads(tmp_path_factory.mktemp("right"), patch)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    in_shards(monkeypatch, tmp_path)
    return tmp_path


def test_a_cluster_makes_the_same_bits(cluster: Any, folder: Path, right: Any) -> None:
    told: list[tuple[str, int, int]] = []
    said: list[str] = []
    budget = Budget(on=cluster[1], progress=lambda *one: told.append(one), announce=said.append)
    found = dd.curve(GAME, budget=budget)
    assert checksums(folder) == right
    assert found == dd.curve(GAME)
    assert any("shard" in what and "127.0.0.1" in what for what, _, _ in told)  # what a worker does
    counted = [done for _, done, _ in told]
    assert counted == sorted(counted)
    assert told[-1][1] == told[-1][2]
    assert not said
    assert not list(folder.glob(".*"))  # neither drafts nor locks are left
    assert not [path for path in tables.listing(folder) if "shard" in path.name]


def test_utilities_and_games_in_a_row_by_a_cluster(
    cluster: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_work, "LONG", 0.0)
    monkeypatch.setattr(row_shelf, "SHARD", 1_000)
    series, here = dd.InARow(dd.game(GAME), 2), "game=2,earlier=70,ones=3,twos=6,threes=9"
    at = series.read_state(here)
    place = Meddling(place_named(cluster[1]), lambda shard: None)
    for aim in (dd.ReachTarget(130), dd.Utility("capped=120")):
        found = dd.solve(series, aim, at=at, budget=Budget(on=place)).worth(at)
        assert found == dd.solve(series, aim, at=at, fresh=True).worth(at)
    assert len(place.parts) > 9
    assert not tables.listing(folder)


def test_a_sweep_by_a_cluster(cluster: Any, folder: Path) -> None:
    place = Meddling(place_named(cluster[1]), lambda setting: None)
    found = dd.sweep("pig", "target=10..14", budget=Budget(on=place))
    assert [row.figures for row in found.rows] == [
        row.figures for row in dd.sweep("pig", "target=10..14", fresh=True).rows
    ]
    assert len(place.parts) == 5


def test_endgames_by_a_cluster(cluster: Any, folder: Path, tmp_path: Path) -> None:
    ours = Endgames.of("junior-yahtzee:bonus=no", 3, budget=Budget(on=cluster[1]))
    fresh = Endgames.of("junior-yahtzee:bonus=no", 3, fresh=True)
    for number in (1, 2, 3):
        mine, theirs = ours.layer(number), fresh.layer(number)
        assert mine is not None
        assert theirs is not None
        for one, other in zip(mine.blocks, theirs.blocks, strict=True):
            assert one.curves.whole().chances.tobytes() == other.curves.whole().chances.tobytes()


def test_killed_workers_cost_the_shards_in_work(cluster: Any, folder: Path, right: Any) -> None:
    assert attacked(cluster[1], folder, 2, partial(dd.curve, GAME))
    assert checksums(folder) == right


def test_a_damaged_shard_is_made_again_and_no_other(cluster: Any, folder: Path, right: Any) -> None:
    spoiled: list[Any] = []

    def spoil(shard: Any) -> None:
        if shard.of > 2 and not spoiled:
            spoiled.append(shard)
            name = f"*{shard.layer}-open--shard-{shard.place + 1}-of*"
            flip(next(folder.glob(f"{name}/chances.npy")), -100)

    said: list[str] = []
    place = Meddling(place_named(cluster[1]), spoil)
    dd.curve(GAME, budget=Budget(on=place, announce=said.append))
    assert checksums(folder) == right
    assert [one for one in set(place.parts) if place.parts.count(one) > 1] == spoiled
    assert len(said) == 1
    assert "damaged" in said[0]


def test_a_worker_that_stands_still_delays_nothing_but_its_shard(
    cluster: Any, folder: Path, right: Any
) -> None:
    slow = pids(cluster[1])[0]
    os.kill(slow, signal.SIGSTOP)
    threading.Timer(2.0, os.kill, (slow, signal.SIGCONT)).start()
    dd.curve(GAME, on=cluster[1])
    assert checksums(folder) == right


def test_two_clients_make_a_table_once(cluster: Any, folder: Path, right: Any) -> None:
    places = [Meddling(place_named(cluster[1]), lambda shard: None) for _ in range(2)]
    asked = [
        threading.Thread(target=dd.curve, args=(GAME,), kwargs={"budget": Budget(on=place)})
        for place in places
    ]
    for one in asked:
        one.start()
    for one in asked:
        one.join()
    assert checksums(folder) == right
    shards = [shard for place in places for shard in place.parts]
    assert len(shards) == len(set(shards)) > 6


def test_a_full_disk_is_said_and_the_rest_goes_on_later(cluster: Any, folder: Path, right: Any) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    cluster[1].run(resource.setrlimit, resource.RLIMIT_FSIZE, (20_000, before[1]))
    with pytest.raises(TableError, match="could not be kept: File too large"):
        dd.curve(GAME, on=cluster[1])
    until = time.monotonic() + 60  # what other workers are writing when the first one fails
    while list(folder.glob(".*draft*")) and time.monotonic() < until:
        time.sleep(0.05)
    assert not list(folder.glob(".*draft*"))
    cluster[1].run(resource.setrlimit, resource.RLIMIT_FSIZE, before)
    with SeenTables(folder) as watched:
        dd.curve(GAME, on=cluster[1])
    assert checksums(folder) == right
    assert not watched.again


def test_a_store_that_cannot_be_written(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    in_shards(monkeypatch, tmp_path / "file" / "tables")
    with pytest.raises(TableError, match="could not be kept: Not a directory"):
        dd.curve(GAME, on=cluster[1])


def test_other_software_is_refused_by_name(
    cluster: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster[1].run(pretend, "numba", "0.1")
    with pytest.raises(ClusterError, match=r"worker tcp.* has numba 0\.1, and here is"):
        clusters.Cluster(cluster[1])
    cluster[1].run(pretend, "numba", None)
    other_sources = (("dicedevil", "0"), *layers.software()[1:])
    monkeypatch.setattr(layers, "software", lambda: other_sources)
    with pytest.raises(ClusterError, match="other sources of dicedevil"):
        dd.curve(GAME, on=cluster[1])
    assert not tables.listing(folder)


def test_a_worker_without_memory_is_told(cluster: Any) -> None:
    local, client = cluster
    allowed, local.scheduler.allowed_failures = local.scheduler.allowed_failures, 0
    try:
        with pytest.raises(ClusterError, match=r"ended 1 workers.*memory may have run out"):
            list(place_named(client).deal(Hungry(), [0]))
    finally:
        local.scheduler.allowed_failures = allowed
    client.wait_for_workers(2, timeout=60)


def test_a_cluster_that_is_not_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECT", 1.0)
    with (
        pytest.raises(ClusterError, match="No cluster answers at"),
        clusters.named("tcp://127.0.0.1:1"),
    ):
        pass
    with pytest.raises(ClusterError, match="No cluster answers at"), clusters.named("none.json"):
        pass
    with pytest.raises(ClusterError, match="No cluster answers at"), clusters.named("no such thing"):
        pass
    with pytest.raises(UsageError, match="'threads', 'processes' or a Dask client, not 7"):
        dd.curve(GAME, on=7)
    assert not tables.listing(folder)


def test_dask_is_loaded_by_whoever_asks_for_it_only() -> None:
    code = (
        "import sys, dicedevil as dd; dd.curve('micro-yahtzee'); "
        "print(sorted({'dask', 'distributed', 'tornado'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"
