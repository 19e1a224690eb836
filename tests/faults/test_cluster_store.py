"""A cluster whose workers have nothing in common but a store: each one keeps copies of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dicedevil as dd
from clusters import GAME, Meddling, checksums, in_shards, made_by_threads, running
from damage import flip
from dicedevil.errors import NoStore, TableError
from dicedevil.solvers import tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.endgames import Endgames
from dicedevil.solvers.places import place_named
from troubled import PROTOCOL, forget_stores, keep_copies_in, register, write_nothing

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Two workers with copies in different folders, and the folders."""
    with running() as (_, client):
        folders = client.run(keep_copies_in, str(tmp_path_factory.mktemp("workers")))
        assert len(set(folders.values())) == 2
        yield client, [Path(folder) for folder in folders.values()]


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    with pytest.MonkeyPatch.context() as patch:
        return made_by_threads(tmp_path_factory.mktemp("right"), patch)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    in_shards(monkeypatch, tmp_path)
    monkeypatch.setenv("DICEDEVIL_TABLES", f"file://{tmp_path}/store")
    monkeypatch.setenv("DICEDEVIL_COPIES", str(tmp_path / "mine"))
    return tmp_path / "store"


def homes(folders: list[Path]) -> list[Path]:
    """Where each worker keeps its copies of the store's tables."""
    return [folder / tables.default_folder().name for folder in folders]


def test_workers_with_nothing_but_a_store_make_the_same_bits(
    cluster: Any, store: Path, right: Any
) -> None:
    client, folders = cluster
    place = Meddling(place_named(client), lambda shard: None)
    said: list[str] = []
    found = dd.curve(GAME, budget=Budget(on=place, announce=said.append))
    assert checksums(store) == checksums(tables.default_folder()) == right
    assert not said
    assert len(place.parts) == len(set(place.parts)) > 6
    assert all(tables.listing(home) for home in homes(folders))  # both have worked
    assert not list(store.glob(".*"))
    shutil.rmtree(tables.default_folder())  # another machine asks
    assert dd.curve(GAME) == found
    assert len(place.parts) == len(set(place.parts))


def test_endgames_of_a_store(cluster: Any, store: Path) -> None:
    ours = Endgames.of("junior-yahtzee:bonus=no", 3, budget=Budget(on=cluster[0])).layer(3)
    fresh = Endgames.of("junior-yahtzee:bonus=no", 3, fresh=True).layer(3)
    assert ours is not None
    assert fresh is not None
    for one, other in zip(ours.blocks, fresh.blocks, strict=True):
        assert one.curves.whole().chances.tobytes() == other.curves.whole().chances.tobytes()


def test_what_the_store_has_lost_is_sent_again(cluster: Any, store: Path, right: Any) -> None:
    """The process that asks has layers that workers need, and workers have shards that it needs."""
    client, _ = cluster
    dd.curve(GAME, on=client)
    for path in tables.listing(store):
        shutil.rmtree(path)
    [last] = tables.default_folder().glob("*-5-open--keep-*")
    shutil.rmtree(last)
    dd.curve(GAME, on=client)
    needed = [name for name in right if name in checksums(store)]
    assert checksums(tables.default_folder()) == right
    assert {name: right[name] for name in needed} == checksums(store)
    assert any("4 open" in name for name in needed)  # from which the lost one was made


def test_a_damaged_shard_in_a_store(cluster: Any, store: Path, right: Any) -> None:
    spoiled: list[Any] = []

    def spoil(shard: Any) -> None:
        if shard.of > 2 and not spoiled:
            spoiled.append(shard)
            path = next(store.glob(f"*{shard.layer}-open--shard-{shard.place + 1}-of*"))
            for home in homes(cluster[1]):  # who gets the shard again has it
                if not (home / path.name).exists():
                    shutil.copytree(path, home / path.name)
            flip(path / "chances.npy", -100)

    said: list[str] = []
    place = Meddling(place_named(cluster[0]), spoil)
    dd.curve(GAME, budget=Budget(on=place, announce=said.append))
    assert checksums(store) == right
    assert [one for one in set(place.parts) if place.parts.count(one) > 1] == spoiled
    [line] = said
    assert f"damaged in file://{store}" in line


def test_a_store_that_workers_cannot_use(
    cluster: Any, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register()
    forget_stores()
    monkeypatch.setenv("DICEDEVIL_TABLES", f"{PROTOCOL}://{store}")
    with pytest.raises(NoStore, match=rf"Process \d+ on .*No store is known by '{PROTOCOL}://'"):
        dd.curve(GAME, on=cluster[0])
    cluster[0].run(forget_stores)
    cluster[0].run(write_nothing)
    with pytest.raises(TableError, match=r"Process \d+ on .*could not be kept: .*Permission denied"):
        dd.curve(GAME, on=cluster[0])
    assert not tables.listing(store)
    cluster[0].run(register)
