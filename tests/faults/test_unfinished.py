"""What a killed process leaves of an answer: it is known as such, and gone on with or removed."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import dicedevil as dd
from clusters import GAME, in_shards
from damage import child
from dicedevil.cli.group import cli
from dicedevil.solvers import layers, tables, upkeep
from dicedevil.solvers.cards import large_laws, law_making, law_shards, row_shelf, row_table, row_work

AS_IF_LARGE = """
import time
import dicedevil as dd
from dicedevil.solvers.cards import large_laws, law_making, law_shards, row_shelf, row_table, row_work
row_work.LONG, row_shelf.SHARD, law_shards.SHARD = 0.0, {size}, {size}
large_laws.is_too_large = lambda *_: True
"""
SLOWLY = """
for kind in (row_table.LayeredRows, law_making.LawTable):
    def slowly(table, shard, found, seal=kind.seal):
        time.sleep(0.05)
        seal(table, shard, found)
    kind.seal = slowly
"""
ASKED = {
    "curves of 1 game in a row": (
        f"dd.curve(dd.InARow(dd.game('{GAME}'), 2), 'game=2,earlier=70,ones=3,twos=6').probability"
    ),
    "rows of worths": f"dd.solve('{GAME}', dd.Utility('capped=60'), at='ones=3').worth('ones=3')",
    "law of the final score": f"dd.evaluate('{GAME}', 'worst', exact=False).law",
}
"""What is worked out, and the question that needs it."""
SIZES = {"curves of 1 game in a row": 3_000, "rows of worths": 60, "law of the final score": 250}
"""Numbers of a shard, so that there are many."""
LONGEST = 120.0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Small tables as large ones are made."""
    monkeypatch.setattr(row_work, "LONG", 0.0)
    monkeypatch.setattr(large_laws, "is_too_large", lambda *_: True)
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    return tmp_path


def answer(*arguments: str) -> Any:
    result = CliRunner().invoke(cli, ["tables", *arguments, "--json"])
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def parts(state: str) -> dict[str, dict[str, Any]]:
    """The parts of something that are listed in a state, by name."""
    return {one["name"]: one for one in answer("list") if "serves" in one and one["state"] == state}


def begun(what: str, folder: Path) -> subprocess.Popen[str]:
    """Ask in a process of its own; return when a few parts are on disk."""
    code = AS_IF_LARGE.format(size=SIZES[what])
    process = child(f"{code}{SLOWLY}{ASKED[what]}", folder=folder)
    until = time.monotonic() + LONGEST
    while len(list(folder.glob("*-open*/table.json"))) < 3:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.005)
    return process


@pytest.mark.parametrize("what", ASKED)
def test_what_a_kill_leaves_is_known(what: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    process = begun(what, folder)
    used = parts("in use")
    left = answer("prune", "--unfinished")["left"]  # a living process needs all of them
    process.kill()
    process.communicate()
    assert {one["serves"] for one in used.values()} == {what}
    assert {one["reason"] for one in left} == {upkeep.KEPT[upkeep.IN_USE]}
    there = parts("unfinished")
    assert {one["serves"] for one in there.values()} == {what}
    assert all(one["game"] == GAME and one["bytes"] > 0 for one in there.values())
    listed = CliRunner().invoke(cli, ["tables", "list"])
    counted = "1 part" if len(there) == 1 else f"{len(there)} parts"
    assert f"{what}, {counted}" in " ".join(listed.stdout.split())
    assert "goes on with what is unfinished" in listed.stderr
    pruned = answer("prune")  # which leaves them
    assert {one["name"] for one in pruned["left"]} == set(there)
    assert {one["reason"] for one in pruned["left"]} == {upkeep.GOES_ON}
    for sized in (row_shelf, law_shards):
        monkeypatch.setattr(sized, "SHARD", SIZES[what])
    _go_on(ASKED[what], set(there), monkeypatch)
    assert not parts("unfinished")


def _go_on(question: str, there: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask again: no part that is there is made once more, and the answer is the right one."""
    made: list[str] = []
    for kind in (row_table.LayeredRows, law_making.LawTable):
        seal: Any = kind.seal

        def noted(table: Any, shard: layers.Shard, found: Any, seal: Any = seal) -> None:
            made.append(table.key(shard).folder)
            seal(table, shard, found)

        monkeypatch.setattr(kind, "seal", noted)
    found = eval(question, {"dd": dd})
    assert made
    assert not there & set(made)
    with monkeypatch.context() as patch:
        patch.setenv("DICEDEVIL_TABLES", f"{tables.default_folder()}/anew")
        assert eval(question, {"dd": dd}) == found


def test_what_is_unfinished_goes_if_somebody_says_so(folder: Path) -> None:
    process = begun("rows of worths", folder)
    process.kill()
    process.communicate()
    there = set(parts("unfinished"))
    assert there
    assert set(answer("prune", "--unfinished")["deleted"]) == there
    assert not parts("unfinished")
    assert not [path for path in folder.iterdir() if "rows" in path.name]


def test_shards_that_are_joined_are_left_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a kill leaves them that comes between the layer and its shards."""
    in_shards(monkeypatch, folder)
    with monkeypatch.context() as patch:
        patch.setattr(layers.LayeredTable, "discard", lambda table, layer: None)
        dd.curve(GAME)
    states = {one["name"]: one["state"] for one in answer("list")}
    shards = {name for name in states if "shard" in name}
    assert len(shards) > 5
    assert {states[name] for name in shards} == {"left behind"}
    assert {state for name, state in states.items() if name not in shards} == {"ok"}
    assert set(answer("prune")["deleted"]) == shards
    dd.curve(GAME, budget=dd.Budget(missing_ok=False))
