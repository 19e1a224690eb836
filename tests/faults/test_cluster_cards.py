"""Mean scores, laws, several cards, matches by a cluster whose workers are killed: the same bits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dicedevil as dd
from clusters import GAME, LARGE, Meddling, as_if_large, attacked, checksums, running
from dicedevil.solvers import tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.places import place_named
from few import few

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with running() as (_, client):
        yield client


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    as_if_large(monkeypatch, tmp_path / "theirs")
    return tmp_path / "theirs"


@pytest.mark.parametrize("name", few(LARGE, 4))
def test_killed_workers_cost_the_shards_in_work(
    name: str, cluster: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = LARGE[name]
    with monkeypatch.context() as here:
        here.setenv("DICEDEVIL_TABLES", str(folder.parent / "ours"))
        right = ask()
    assert attacked(cluster, folder, 2, ask)
    assert checksums(folder) == checksums(folder.parent / "ours")
    found = ask(budget=Budget(missing_ok=False))  # all of it is on disk
    assert (found.law == right.law) if "law" in name else (found.value == right.value)


def test_shards_are_given_to_workers(cluster: Any, folder: Path) -> None:
    """They cut layers as they are told; a law and mean scores leave nothing but themselves."""
    place = Meddling(place_named(cluster), lambda shard: None)
    dd.evaluate(GAME, "random", exact=False, budget=Budget(on=place))
    assert len(place.parts) == len(set(place.parts)) > 20
    place.parts.clear()
    dd.solve(GAME, budget=Budget(on=place))
    assert len(place.parts) == len(set(place.parts)) > 20
    assert not [path for path in tables.listing(folder) if "shard" in path.name]
