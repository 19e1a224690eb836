"""`dicedevil` with tables in a store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from damage import flip
from dicedevil.cli.group import cli
from dicedevil.solvers import tables
from dicedevil.solvers.layout import SIDECAR
from troubled import forget_stores

GAME = "micro-yahtzee"


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    forget_stores()
    monkeypatch.setenv("DICEDEVIL_TABLES", f"file://{tmp_path}/store")
    monkeypatch.setenv("DICEDEVIL_COPIES", str(tmp_path / "one"))
    return tmp_path / "store"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def told(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


def test_tables_of_a_store(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("tables", "list").exit_code == 0
    value = told("solve", GAME)["value"]
    [one] = told("tables", "list")
    assert (one["where"], one["state"], one["game"]) == ("both", "ok", GAME)
    monkeypatch.setenv("DICEDEVIL_COPIES", str(tmp_path / "two"))
    [one] = told("tables", "list")
    assert (one["where"], one["state"], one["game"]) == ("store", "ok", GAME)
    assert one["bytes"] == sum(file.stat().st_size for file in (store / one["name"]).iterdir())
    assert [one["where"] for one in told("tables", "verify", "--known")] == ["store"]
    assert told("solve", GAME)["value"] == value
    shown = run("tables", "verify", "--rules")
    assert shown.exit_code == 0
    assert "positions, off by at most" in shown.stdout
    assert f"In file://{store}, copies in" in run("tables", "list").stderr


def test_damage_in_a_store(store: Path) -> None:
    run("solve", GAME)
    [path] = tables.listing(store)
    flip(path / "values.npy", -1)
    done = run("tables", "verify", "--json")
    assert done.exit_code == 4
    assert [(one["where"], one["state"]) for one in json.loads(done.stdout)] == [
        ("here", "ok"),
        ("store", "DAMAGED"),
    ]
    assert told("tables", "prune")["deleted"] == []
    assert told("tables", "prune", "--store")["deleted"] == [path.name]
    assert not path.exists()
    assert told("tables", "list")[0]["where"] == "here"


def test_what_a_store_has_beside_tables_stays(store: Path) -> None:
    run("solve", GAME)
    half, strange = store / "half-0123456789abcdef", store / "pictures"
    for path in (half, strange):
        path.mkdir()
        (path / "a.npy").touch()
    states = {one["name"]: one["state"] for one in told("tables", "list")}
    assert (states[half.name], states[strange.name]) == ("not whole", "not ours")
    assert run("tables", "verify").exit_code == 0
    run("tables", "prune", "--store")
    assert half.exists()
    assert (strange / "a.npy").exists()
    assert len(told("tables", "prune", "--store", "--all")["deleted"]) == 3  # one is a copy here
    assert [path.name for path in store.iterdir()] == [strange.name]


def test_stores_that_are_none(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", "s4://bucket")
    for command in (("solve", GAME), ("tables", "list"), ("tables", "verify")):
        done = run(*command)
        assert done.exit_code == 4, command
        assert "No store is known by 's4://'. Did you mean 's3'?" in done.stderr
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    assert run("tables", "prune", "--store").exit_code == 2


def test_a_table_that_could_not_be_sent_is_told(store: Path) -> None:
    store.touch()  # where a folder should be
    done = run("solve", GAME)
    assert done.exit_code == 0
    assert "could not be kept" in done.stderr
    store.unlink()
    assert told("tables", "list")[0]["where"] == "here, not sent"
    run("solve", GAME)
    assert told("tables", "list")[0]["where"] == "both"
    assert (tables.listing(store)[0] / SIDECAR).is_file()
