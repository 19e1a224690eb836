"""Small matches are kept in double precision, others in single; neither is taken for the other."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers import tables
from dicedevil.solvers.budget import MEMORY, Budget
from dicedevil.solvers.cards import endgame_making, precision
from dicedevil.solvers.cards.endgame_making import layer_parts
from dicedevil.solvers.cards.endgames import Endgames
from dicedevil.solvers.cards.kernels import pairs as kernels
from dicedevil.solvers.cards.precision import DOUBLE, SINGLE, Precision, whole_match
from dicedevil.solvers.cards.row_shelf import CurveShelf
from dicedevil.solvers.cards.states import Encoding, encoding

JUNIOR = "junior-yahtzee:bonus=no"
BOXES = 4
SMALL = ["micro-yahtzee", "junior-yahtzee", JUNIOR]
LARGE = ["yahtzee", "basic-yahtzee", "yatzy"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables, empty."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    return tmp_path


def card(spec: str) -> KeepRerollGame:
    game = dd.game(spec)
    assert isinstance(game, KeepRerollGame)
    return game


def encoded(spec: str) -> Encoding:
    return encoding(card(spec).card)


def in_precision(
    one: Precision, monkeypatch: pytest.MonkeyPatch, boxes: int = BOXES, fresh: bool = False
) -> Endgames:
    """Endgames of the small card, in a precision of our choice."""
    monkeypatch.setattr(precision, "SMALL_MATCH", 1 << 40 if one is DOUBLE else 0)
    return Endgames.of(JUNIOR, boxes, fresh=fresh)


@pytest.mark.parametrize("spec", SMALL)
def test_a_small_match_is_told_to_twelve_digits(spec: str) -> None:
    endgames = Endgames.found(card(spec))
    assert endgames.precision == DOUBLE
    assert 0 < endgames.error_bound(endgames.all_boxes) <= 1e-12
    assert Endgames.found(card(spec), fresh=True).cost(endgames.all_boxes).memory_bytes <= MEMORY


@pytest.mark.parametrize("spec", LARGE)
def test_a_large_match_stays_in_single_precision(spec: str) -> None:
    endgames = Endgames.found(card(spec))
    assert endgames.precision == SINGLE
    assert 4 * 2.0**-25 < endgames.error_bound(4) < 1.2e-7


@pytest.mark.parametrize("spec", [*SMALL, *LARGE])
def test_the_size_is_that_of_all_parts(spec: str) -> None:
    game = encoded(spec)
    numbers = range(1, 2 * len(game.card.boxes) + 1)
    for one in (SINGLE, DOUBLE):
        parts = [part for number in numbers for part in layer_parts(game, number, one)]
        waiters = [int(game.sizes[game.layers[p.layer // 2]].sum()) for p in parts]
        pairs = sum((p.stop - p.begin) * n for p, n in zip(parts, waiters, strict=True))
        assert whole_match(game) == (sum(p.values for p in parts), pairs)


def test_half_the_chances_make_a_part_in_double_precision() -> None:
    yahtzee = encoded("yahtzee")
    single, double = (layer_parts(yahtzee, 5, one) for one in (SINGLE, DOUBLE))
    assert len(single) < len(double) <= 2 * len(single) + 1
    for one, parts in ((SINGLE, single), (DOUBLE, double)):
        # a set of open boxes is not cut
        assert all(one.chance_bytes * part.values < 2 * endgame_making.PART for part in parts)


@pytest.mark.parametrize("one", [SINGLE, DOUBLE])
def test_what_is_made_costs_what_was_told(
    one: Precision, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = in_precision(one, monkeypatch)
    for number in range(BOXES + 1):
        layer = made.layer(number)
        assert layer is not None
        assert layer.dtype == one.dtype
    held = sum(path.stat().st_size for path in folder.glob("*/*.npy") if path.stem != "seals")
    told = made.cost(BOXES).table_bytes
    headers = 3 * 128 * len(tables.listing(folder))
    assert 0.7 * told < held <= told + headers + 16 * 2 * one.chance_bytes * BOXES + 8 * BOXES


def test_the_memory_told_is_what_was_measured() -> None:
    """Peaks of whole processes: Junior Yahtzee with its bonus, and official endgames."""
    for spec, boxes, measured in (("junior-yahtzee", 12, 1.99e9), ("yahtzee", 3, 0.454e9)):
        assert 0.95 * measured < Endgames.found(card(spec)).cost(boxes).memory_bytes < 1.1 * measured


def test_a_table_of_one_precision_is_not_read_as_the_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    single = in_precision(SINGLE, monkeypatch)
    names = {path.name for path in tables.listing(folder)}
    monkeypatch.setattr(precision, "SMALL_MATCH", 1 << 40)
    assert Endgames.found(card(JUNIOR)).layer(BOXES) is None
    double = in_precision(DOUBLE, monkeypatch)
    others = {path.name for path in tables.listing(folder)} - names
    assert len(others) == len(names)
    assert all("single precision" in str(single.shelf.key(part)) for part in single.shelf.parts(3))
    assert all("double precision" in str(double.shelf.key(part)) for part in double.shelf.parts(3))
    assert in_precision(SINGLE, monkeypatch).positions < double.positions  # ends lie further out


def test_numbers_of_another_kind_in_a_table_are_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name says double precision, the file holds single: it is made again."""
    made = in_precision(DOUBLE, monkeypatch)
    shelf, part = made.shelf, made.shelf.parts(2)[0]
    key = shelf.key(part)
    assert key is not None
    path = tables.default_folder() / key.folder
    table = tables.load(key)
    assert table is not None
    arrays = {name: np.array(array) for name, array in table.arrays.items()}
    arrays["chances"] = arrays["chances"].astype(np.float32)
    facts = {name: table.facts[name] for name in ("states", "rules")}
    shutil.rmtree(path)
    tables.save(key, arrays, facts)
    assert shelf.load(part) is None
    again = in_precision(DOUBLE, monkeypatch).layer(2)
    assert again is not None
    assert again.dtype == np.float64


def test_a_search_keeps_the_precision_of_what_it_stands_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = dd.TurnByTurn(card(JUNIOR))
    state = match.read_state("ones=3,twos=4,threes=6,them-ones=2,them-twos=4,them-sixes=12").state
    found = {}
    for one in (SINGLE, DOUBLE):
        for boxes in (0, 2):
            endgames = in_precision(one, monkeypatch, boxes)
            place = endgames.place(state)
            known, rows = endgames._deepest(place.open_boxes - 1)
            assert known == boxes
            search = endgames._search(place, known)
            assert search.solve(rows).dtype == one.dtype
            found[one, boxes] = endgames.worth(state), search.memory_bytes
    bounds = [one.error_bound(match_encoding(match), 6) for one in (SINGLE, DOUBLE)]
    assert abs(found[DOUBLE, 0][0] - found[DOUBLE, 2][0]) <= bounds[1]
    assert 1e-12 < abs(found[SINGLE, 0][0] - found[DOUBLE, 0][0]) <= bounds[0]
    assert 1.5 < found[DOUBLE, 0][1] / found[SINGLE, 0][1] < 2


def match_encoding(match: dd.TurnByTurn) -> Encoding:
    assert isinstance(match.game, KeepRerollGame)
    return encoding(match.game.card)


def test_single_precision_meets_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of a whole match, against those in double precision."""
    single, double = (in_precision(one, monkeypatch, 12, fresh=True) for one in (SINGLE, DOUBLE))
    for number in (1, 6, 12):
        one, other = single.layer(number), double.layer(number)
        assert one is not None
        assert other is not None
        needs = np.arange(-110, 111)
        bound = single.error_bound(number)
        for mover in range(0, len(one.movers), 3):
            for waiter in range(0, len(one.waiters), 3):
                waiters = np.full(len(needs), waiter)
                rows = [layer.chances(mover, waiters, needs) for layer in (one, other)]
                assert np.abs(rows[0] - rows[1]).max() <= bound


@pytest.mark.parametrize(("wanted", "compiled"), [(SINGLE, DOUBLE), (DOUBLE, SINGLE)])
def test_compiling_is_told_of_the_precision_that_is_needed(
    wanted: Precision, compiled: Precision, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Code for the other one is of no help."""
    ready = [f"solve_{compiled.name}_pairs"]
    monkeypatch.setattr(endgame_making, "compiled_before", lambda room, name: name in ready)
    monkeypatch.setattr(precision, "SMALL_MATCH", 1 << 40 if wanted is DOUBLE else 0)
    told: list[str] = []
    budget = Budget(progress=lambda what, done, in_all: told.append(what))
    Endgames.of("micro-yahtzee", 1, fresh=True, budget=budget)
    assert told[0] == "compiling, the first time only"
    assert hasattr(kernels, f"solve_{wanted.name}_pairs")  # the name it is kept by
    ready.append(f"solve_{wanted.name}_pairs")
    told.clear()
    Endgames.of("micro-yahtzee", 1, fresh=True, budget=budget)
    assert "compiling, the first time only" not in told


def test_target_curves_stay_in_single_precision() -> None:
    assert CurveShelf(encoded("micro-yahtzee"), lambda about: None).dtype == np.float32
    solution = dd.solve("micro-yahtzee", dd.ReachTarget(), fresh=True)
    assert {layer.layer.chances.dtype for layer in solution.values.layers.sealed} == {
        np.dtype(np.float32)
    }
