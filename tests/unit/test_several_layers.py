"""Several cards by shards: the same bits however layers are cut and whoever makes them."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dicedevil as dd
from damage import flip
from dicedevil.errors import TableError, TooLarge
from dicedevil.families.cards.several import SeveralCards
from dicedevil.solvers import processes, tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards import several_lane, several_layers, several_making
from dicedevil.solvers.cards.several import CardsEncoding
from dicedevil.solvers.cards.several_layers import CardLayers
from dicedevil.solvers.machine import cores

GAME = (
    "yahtzee:boxes=ones/twos/threes/fours/fives/sixes/chance,joker=none,upper-bonus=0,"
    "dice=2d6,rerolls=1,cards=3"
)
SMALL = "yahtzee:boxes=ones/twos/chance,joker=none,upper-bonus=0,dice=2d3,rerolls=1,cards=3"
LINKED = "yahtzee:boxes=ones/twos/yahtzee/full-house,dice=3d3,cards=2,threshold=6,joker=forced"
MIXED = "yahtzee:boxes=ones/twos/chance/full-house,dice=3d3,cards=3,threshold=6,joker=none"
MIXED += ",yahtzee-bonus=0"


def encoded(spec: str) -> CardsEncoding:
    game = dd.game(spec)
    assert isinstance(game, SeveralCards)
    return CardsEncoding(game.card, game.count, game.linked)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Small games are made in many small shards."""
    monkeypatch.setattr(several_lane, "LONG", 0.0)
    monkeypatch.setattr(several_layers, "SHARD", 400)
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    return tmp_path


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The shards that are solved in this process, as they are."""
    seen: list[Any] = []
    solve = several_making.SeveralTable.solve

    def noted(table: Any, shard: Any, tell: Any = several_making.tell_no_one) -> Any:
        seen.append(shard)
        return solve(table, shard, tell)

    monkeypatch.setattr(several_making.SeveralTable, "solve", noted)
    return seen


def sums(folder: Path) -> dict[str, str]:
    """The checksums of all shards."""
    facts = [tables.read(path).facts for path in tables.listing(folder)]
    return {one["objective"]: one["arrays"]["values"]["checksum"] for one in facts}


def whole(values: Any) -> Any:
    return np.array([values[number] for number in range(values.layers.encoded.states)])


# -- numbering -----------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", [GAME, LINKED, MIXED])
def test_every_state_has_a_place(spec: str) -> None:
    cards = encoded(spec)
    layers, start = CardLayers(cards, 50), dd.game(spec).start()
    opened = [
        sum(card[0].bit_count() for card in cards.cards(number)) for number in range(cards.states)
    ]
    assert layers.sizes == np.bincount(opened).tolist()
    step = 97 if spec == GAME else 1
    for number in range(0, cards.states, step):
        assert cards.number(start._replace(cards=cards.cards(number))) == number
    for layer in range(cards.turns + 1):
        numbers = np.concatenate([layers.numbers(shard) for shard in layers.shards(layer)])
        assert numbers.tolist() == np.flatnonzero(np.array(opened) == layer).tolist()
        for place in range(0, len(numbers), step):
            assert layers.place(int(numbers[place])) == (layer, place)
    assert max(len(layers.shards(layer)) for layer in range(cards.turns + 1)) > 3


def test_the_shards_that_a_shard_needs() -> None:
    cards = encoded(GAME)
    layers = CardLayers(cards, 50)
    for shard in layers.shards(12):
        needed = {
            layers.shard_of(*layers.place(int(number) - stride))
            for number in layers.numbers(shard)
            for stride in cards.strides
            if number // stride % (cards.count + 1)
        }
        assert needed <= set(layers.before(shard))
    assert any(len(layers.before(one)) < len(layers.shards(11)) for one in layers.shards(12))


# -- the same bits -------------------------------------------------------------------------------


def test_values_do_not_depend_on_shards(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = dd.solve(GAME, fresh=True)
    found = dd.solve(GAME)
    assert found.value == known.value
    assert found.error_bound == known.error_bound
    assert whole(found.values.table).tolist() == known.values.table.tolist()
    assert len(tables.listing(folder)) > 40
    monkeypatch.setattr(several_layers, "SHARD", 1000)
    monkeypatch.setenv("DICEDEVIL_TABLES", str(folder / "larger"))
    larger = dd.solve(GAME)
    assert whole(larger.values.table).tolist() == known.values.table.tolist()
    assert len(sums(folder / "larger")) < len(sums(folder))


@pytest.mark.parametrize("spec", [LINKED, MIXED])
@pytest.mark.parametrize("objective", [dd.MaxScore(), dd.Worst()])
def test_linked_cards(
    spec: str, objective: dd.Objective, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(several_layers, "SHARD", 50)
    known, found = dd.solve(spec, objective, fresh=True), dd.solve(spec, objective)
    assert whole(found.values.table).tolist() == known.values.table.tolist()
    assert found.error_bound == known.error_bound


def test_fractions(folder: Path) -> None:
    micro = dd.solve("micro-yahtzee:cards=3")
    assert tables.listing(folder)
    assert abs(micro.value - Fraction(642871, 7776)) <= micro.error_bound
    found, exact = dd.solve(SMALL), dd.solve(SMALL, exact=True)
    cards, start = found.values.encoded, found.game.start()
    for number in range(cards.states):
        state = start._replace(cards=cards.cards(number))
        assert abs(found.worth(state) - exact.worth(state)) <= found.error_bound


def test_parts_of_the_layer_before_give_the_same_bits(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dd.solve(GAME)
    right = sums(folder)
    monkeypatch.setenv("DICEDEVIL_TABLES", str(folder / "parts"))
    cost = several_layers.cost
    monkeypatch.setattr(CardsEncoding, "layers_bytes", 1 << 40)  # two layers do not fit
    assert cost(encoded(GAME), 1, Budget()).by_parts
    joined: list[int] = []
    join = several_making.SeveralTable._joined

    def noted(table: Any, shards: Any) -> Any:
        joined.append(len(shards))
        return join(table, shards)

    monkeypatch.setattr(several_making.SeveralTable, "_joined", noted)
    dd.solve(GAME)
    assert sums(folder / "parts") == right
    assert len(joined) > 40


def test_other_processes_make_the_same_bits(
    folder: Path, solved: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Any] = []
    hire = processes.hired

    def noted(*work: Any) -> Any:
        started.append(work)
        return hire(*work)

    monkeypatch.setattr(processes, "hired", noted)
    monkeypatch.setattr(several_layers, "SHARD", 800)
    values = dd.solve(GAME).values.table
    right = sums(folder)
    for shard in (*values.layers.shards(2), *values.layers.shards(9), *values.layers.shards(10)):
        shutil.rmtree(folder / values.keys[shard].folder)
    solved.clear()
    told: list[tuple[str, int, int]] = []
    budget = Budget(on="processes", progress=lambda *one: told.append(one))
    found = dd.solve(GAME, budget=budget)
    assert sums(folder) == right
    assert solved == values.layers.shards(2)  # too small to be given away
    assert 0 < len(started) <= cores()  # they stay from layer to layer
    assert told[-1][1] == told[-1][2] > 0
    assert found.value == dd.solve(GAME, fresh=True).value


# -- faults --------------------------------------------------------------------------------------

KILLED = """
import sys, time
import dicedevil as dd
from dicedevil.solvers.cards import several_lane, several_layers, several_making
several_lane.LONG, several_layers.SHARD = 0.0, 400
seal = several_making.SeveralTable.seal
def slowly(table, shard, found):
    time.sleep(0.02)
    seal(table, shard, found)
several_making.SeveralTable.seal = slowly
dd.solve(sys.argv[1])
"""


def test_a_kill_costs_the_shard_in_work(folder: Path, solved: list[Any]) -> None:
    child = subprocess.Popen([sys.executable, "-c", KILLED, GAME])
    while len(tables.listing(folder)) < 20:
        time.sleep(0.01)
        assert child.poll() is None
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    there = len(tables.listing(folder))
    found = dd.solve(GAME)
    assert len(solved) == len(tables.listing(folder)) - there
    assert whole(found.values.table).tolist() == dd.solve(GAME, fresh=True).values.table.tolist()


def test_a_damaged_shard_is_made_again_when_it_is_read(folder: Path, solved: list[Any]) -> None:
    right = dd.solve(GAME).values.table
    before = sums(folder)
    shard = right.layers.shards(9)[1]
    flip(folder / right.keys[shard].folder / "values.npy", -100)
    solved.clear()
    said: list[str] = []
    found = dd.solve(GAME, budget=Budget(announce=said.append)).values.table
    assert not solved  # it is not looked at yet
    number = int(right.layers.numbers(shard)[0])
    assert found[number] == right[number]
    assert solved == [shard]
    assert sum("damaged" in one for one in said) == 1
    assert sums(folder) == before


def test_a_damaged_shard_is_made_again_when_others_follow_from_it(
    folder: Path, solved: list[Any]
) -> None:
    values = dd.solve(GAME).values.table
    right = sums(folder)
    spoiled, last = values.layers.shards(9)[1], values.layers.shards(10)
    flip(folder / values.keys[spoiled].folder / "values.npy", -100)
    for shard in last:
        shutil.rmtree(folder / values.keys[shard].folder)
    solved.clear()
    said: list[str] = []
    dd.solve(GAME, budget=Budget(announce=said.append))
    assert sums(folder) == right
    assert sorted(set(solved)) == [spoiled, *last]
    assert any("damaged" in one for one in said)


def test_what_cannot_be_written_is_answered_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = several_making.save

    def full(key: Any, *rest: Any) -> Any:
        if "part 2" in key.objective:
            raise OSError("No space left on device")
        return save(key, *rest)

    monkeypatch.setattr(several_making, "save", full)
    said: list[str] = []
    found = dd.solve(GAME, budget=Budget(announce=said.append))
    assert whole(found.values.table).tolist() == dd.solve(GAME, fresh=True).values.table.tolist()
    assert any("could not be kept" in one for one in said)


def test_values_travel(folder: Path) -> None:
    found = dd.solve(GAME)
    there = pickle.loads(pickle.dumps(found))
    assert there.worth("1-ones=2") == found.worth("1-ones=2")
    shard = there.values.table.layers.shards(9)[1]
    flip(folder / there.values.table.keys[shard].folder / "values.npy", -100)
    with pytest.raises(TableError, match="damaged"):
        there.values.table[int(there.values.table.layers.numbers(shard)[0])]


def test_cost_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CardsEncoding, "seconds", 100.0)
    said: list[str] = []
    dd.solve(GAME, budget=Budget(announce=said.append))
    assert len(said) == 1
    assert "takes about" in said[0]
    assert "on disk" in said[0]
    assert "at most the shards in work are lost" in said[0]
    monkeypatch.setenv("DICEDEVIL_TABLES", str(folder / "none"))
    with pytest.raises(TooLarge, match="allowed"):
        dd.solve(GAME, budget=Budget(patience=5))
    with pytest.raises(TableError, match="makes the table"):
        dd.solve(GAME, missing_ok=False)
