"""Rows of score cards by shards: in memory, by parts from disk, elsewhere, and gone on with."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import dicedevil as dd
from damage import flip
from dicedevil.errors import TableError
from dicedevil.solvers import layers, tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards import row_shelf, row_work
from dicedevil.solvers.cards.curve_making import table_for
from dicedevil.solvers.cards.row_table import LayeredRows
from dicedevil.solvers.cards.shelf import SealedLayer
from dicedevil.solvers.cards.states import card_state
from dicedevil.solvers.where import Dealt, Where
from dicedevil.wrapped.in_a_row import InARow

GAME = "junior-yahtzee"
MICRO = InARow(dd.game("micro-yahtzee"), 2)
SERIES = InARow(dd.game(GAME), 2)
LATE = "ones=3,twos=6,threes=9"


def curves(**how: Any) -> bytes:
    """All curves of a card, layer by layer."""
    budget = Budget(**how)
    dd.curve(GAME, budget=budget)
    table = table_for(dd.game(GAME), 6, budget=budget)
    found = [layer.whole() for layer in table.layers if layer is not None]
    return b"".join(array.tobytes() for layer in found for array in layer)


def utility(**how: Any) -> bytes:
    """The values of a turn."""
    solution = dd.solve(GAME, dd.Utility("capped=60"), at="ones=3", budget=Budget(**how))
    return repr([one.value for one in solution.advise("ones=3", "55514").choices]).encode()


def in_a_row(**how: Any) -> bytes:
    """The best chance of every total, from a late position of the first game on."""
    return repr(dd.curve(SERIES, LATE, budget=Budget(**how)).probability).encode()


def utility_in_a_row(**how: Any) -> bytes:
    """What two games are worth."""
    at = SERIES.read_state(LATE)
    return repr(
        dd.solve(SERIES, dd.Utility("exp=0.01"), at=at, budget=Budget(**how)).worth(at)
    ).encode()


QUESTIONS: dict[str, tuple[int, Callable[..., bytes]]] = {
    "curves": (12_000, curves),
    "utility": (60, utility),
    "games in a row": (60_000, in_a_row),
    "utility of games in a row": (20_000, utility_in_a_row),
}
"""Each with the numbers of a shard."""


class Elsewhere(Where):
    """Another process, as far as a table can tell: only what can travel gets there."""

    cores, workers = 2, 2

    def deal(self, prepare: Any, parts: Any, look: Any = None) -> Dealt:
        work = pickle.loads(pickle.dumps(prepare))()
        for number, part in enumerate(parts):
            yield number, work(pickle.loads(pickle.dumps(part)))


@pytest.fixture(scope="module")
def right() -> dict[str, bytes]:
    """What one process finds in memory, in one shard a layer."""
    return {name: ask() for name, (_, ask) in QUESTIONS.items()}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: Any) -> Path:
    """Small shards, kept however little they take."""
    monkeypatch.setattr(row_work, "LONG", 0.0)
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    return tmp_path


def ask(name: str, monkeypatch: pytest.MonkeyPatch, **how: Any) -> bytes:
    """Put a question, in shards of its size."""
    size, question = QUESTIONS[name]
    monkeypatch.setattr(row_shelf, "SHARD", size)
    return question(**how)


@pytest.fixture
def no_room(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """No memory but for a shard: note what is ever in memory that it does not need, of any layer."""
    read: list[int] = []
    seen: list[SealedLayer] = []
    needed = SealedLayer.needed

    def noted(layer: SealedLayer, places: Any, most: int) -> Any:
        found = needed(layer, places, most)
        if layer.seals is not None:
            others = sum(one.bytes_read for one in seen if one is not layer)
            read.append(layer.bytes_read - layer._size(places) + others)
            seen.append(layer)
        return found

    monkeypatch.setattr(Budget, "room", lambda budget: 0)
    monkeypatch.setattr(SealedLayer, "needed", noted)
    return read


@pytest.mark.parametrize("name", QUESTIONS)
def test_shards_give_the_same_bits(
    name: str, folder: Path, right: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    sealed: list[str] = []
    seal = LayeredRows.seal

    def noted(table: LayeredRows, shard: Any, found: Any) -> None:
        seal(table, shard, found)
        sealed.append(table.words(shard))

    monkeypatch.setattr(LayeredRows, "seal", noted)
    assert ask(name, monkeypatch) == right[name]
    assert len([one for one in sealed if "shard" in one]) > 5
    left = [path for path in tables.listing(folder) if "shard" in path.name or "rows" in path.name]
    assert not left  # what answers one question goes with it, and layers of curves are joined


@pytest.mark.parametrize("name", QUESTIONS)
def test_without_room_layers_are_read_by_parts(
    name: str,
    folder: Path,
    right: dict[str, bytes],
    no_room: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert ask(name, monkeypatch) == right[name]
    assert len(no_room) > 9
    assert not any(no_room)  # nothing was in memory that the shard in work did not need
    in_shards = [path for path in tables.listing(folder) if "shard" in path.name]
    assert bool(in_shards) == (name == "curves")


@pytest.mark.parametrize("name", QUESTIONS)
def test_another_process_makes_the_same(
    name: str, folder: Path, right: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    assert ask(name, monkeypatch, on=Elsewhere(), announce=said.append) == right[name]
    assert not [one for one in said if "made here" in one or "damaged" in one]


def test_processes_take_part(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_shelf, "SHARD", 1_000)
    at = SERIES.read_state("game=2,earlier=70,ones=3,twos=6,threes=9,fours=12")
    aim, said = dd.Utility("capped=120"), list[str]()
    fresh = dd.solve(SERIES, aim, at=at, fresh=True).worth(at)
    budget = Budget(on="processes", announce=said.append)
    assert dd.solve(SERIES, aim, at=at, budget=budget).worth(at) == fresh
    assert not [one for one in said if "made here" in one]


@pytest.mark.parametrize("has_room", [True, False])
@pytest.mark.parametrize("name", QUESTIONS)
def test_whoever_is_broken_off_goes_on(
    name: str, has_room: bool, folder: Path, right: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Again and again: each time some shards are sealed, and none is ever made twice."""
    if not has_room:
        monkeypatch.setattr(Budget, "room", lambda budget: 0)
    made: list[Any] = []
    solve = LayeredRows.solve

    def broken_off(table: LayeredRows, shard: Any, *told: Any) -> Any:
        if len(made) % 7 == 6:
            made.append(None)
            raise KeyboardInterrupt
        made.append((table.ends.what, shard))
        return solve(table, shard, *told)

    monkeypatch.setattr(LayeredRows, "solve", broken_off)
    found = b""
    while not found:
        try:
            found = ask(name, monkeypatch)
        except KeyboardInterrupt:
            continue
    assert found == right[name]
    shards = [one for one in made if one is not None]
    assert len(shards) == len(set(shards)) > 9


def test_a_damaged_shard_of_a_layer_that_stays_in_shards(
    folder: Path, right: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named, and that shard is made again, before it is used and when it is asked about."""
    monkeypatch.setattr(Budget, "room", lambda budget: 0)
    monkeypatch.setattr(row_shelf, "SHARD", 12_000)
    said: list[str] = []
    dd.curve(GAME, LATE)
    spoiled = sorted(folder.glob("*-3-open--shard-2-of*"))[0]
    flip(spoiled / "chances.npy", -100)
    assert curves(announce=said.append) == right["curves"]
    assert len(said) == 1
    assert spoiled.name in said[0]
    others = {path: path.stat().st_mtime_ns for path in folder.iterdir() if path != spoiled}
    flip(spoiled / "chances.npy", -100)
    game, shelf = dd.game(GAME), table_for(dd.game(GAME), 6, budget=Budget()).shelf
    last_set = int(shelf.groups(shelf.shards(3)[1])[-1])
    state = card_state(game, int(shelf.encoded.arrays.base[last_set]))  # type: ignore[arg-type]
    found = dd.solve(game, dd.ReachTarget(40), at=state, budget=Budget(announce=said.append))
    assert found.worth(state) == dd.solve(game, dd.ReachTarget(40), fresh=True).worth(state)
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir() if path != spoiled} == others


def test_layers_in_shards_answer_and_are_gone_on_with_in_memory(
    folder: Path, right: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was made without room serves whoever has some."""
    monkeypatch.setattr(row_shelf, "SHARD", 12_000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Budget, "room", lambda budget: 0)
        dd.curve(GAME, LATE)
    in_shards = [path.name for path in tables.listing(folder) if "shard" in path.name]
    assert in_shards
    assert curves() == right["curves"]
    assert [path.name for path in tables.listing(folder) if "shard" in path.name] == in_shards


def test_what_cannot_be_kept_and_does_not_fit_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Budget, "room", lambda budget: 0)

    monkeypatch.setattr(row_shelf, "SHARD", 12_000)

    def full(*given: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tables, "save", full)
    with pytest.raises(TableError, match="does not fit in memory, and it could not be kept"):
        dd.curve(GAME)


def test_workers_have_their_share_of_the_memory(folder: Path) -> None:
    table = table_for(dd.game(GAME), 6, budget=Budget(1 << 30, on="processes"))
    order = table.order()
    assert isinstance(order, layers.Order)
    assert order.memory == (1 << 30) // Budget(on="processes").where.workers


@pytest.mark.parametrize("has_room", [True, False])
def test_small_cards_by_shards_against_fractions(
    has_room: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_room:
        monkeypatch.setattr(Budget, "room", lambda budget: 0)
    monkeypatch.setattr(row_shelf, "SHARD", 40)
    for game in (dd.game("micro-yahtzee"), MICRO):
        ours, exact = dd.curve(game), dd.curve(game, exact=True)
        for target in exact.targets:
            chance = exact.exact_chance(target)
            assert chance is not None
            off = Fraction(ours.error_bound) * (1 if game is MICRO else chance)
            assert abs(Fraction(ours.chance(target)) - chance) <= off
        aim = dd.Utility({score: Fraction(score * score % 17, 3) for score in range(200)})
        best = dd.solve(game, aim, at=""), dd.solve(game, aim, exact=True)
        assert abs(Fraction(best[0].value) - (best[1].exact or 0)) <= Fraction(best[0].error_bound)
