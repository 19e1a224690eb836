"""Only the layers of curves that a position needs are made, and only their cost is told."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.errors import PositionError, TableError
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers import tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.curve_making import curve_cost, missing_cost
from dicedevil.solvers.cards.endgames import Endgames
from dicedevil.solvers.cards.row_shelf import CurveShelf
from dicedevil.solvers.cards.shelf import CurveLayer, SealedLayer
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.question import Question
from dicedevil.solvers.solver import lane_for

JUNIOR = "junior-yahtzee"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    return tmp_path


def shelf_of(spec: str) -> CurveShelf:
    game = dd.game(spec)
    assert isinstance(game, KeepRerollGame)
    question = Question(game, dd.ReachTarget())
    return CurveShelf(encoding(game.card), partial(tables.key_of, question, room=game.solved_in))


def layers_in(folder: Path) -> list[int]:
    keys = {number: shelf_of(JUNIOR).key(number) for number in range(1, 7)}
    return [number for number, key in keys.items() if key and (folder / key.folder).is_dir()]


def test_a_position_makes_its_layers_and_the_start_the_rest(folder: Path) -> None:
    late = dd.curve(JUNIOR, "ones=3,twos=6,threes=9,fours=12")
    assert layers_in(folder) == [1, 2]
    dd.advise(JUNIOR, "ones=3,twos=6,threes=9", "66654", dd.ReachTarget(80))
    assert layers_in(folder) == [1, 2, 3]
    told: list[tuple[str, int, int]] = []
    whole = dd.curve(JUNIOR, progress=lambda *report: told.append(report))
    assert layers_in(folder) == [1, 2, 3, 4, 5, 6]
    assert not any(f"{made} of 6" in what for made in (1, 2, 3) for what, _, _ in told)
    assert whole == dd.curve(JUNIOR, fresh=True)
    assert late == dd.curve(JUNIOR, "ones=3,twos=6,threes=9,fours=12", fresh=True)


def test_a_player_needs_the_layers_of_those_at_the_table(folder: Path) -> None:
    late = "ones=3,twos=6,threes=9,them-ones=3,them-twos=6,them-threes=9"
    advice = dd.advise(JUNIOR, late, "66654", player="emp-1")
    assert layers_in(folder) == [1, 2, 3]
    dd.player("emp-1", JUNIOR)
    assert layers_in(folder) == [1, 2, 3, 4, 5, 6]
    assert dd.advise(JUNIOR, late, "66654", player="emp-1") == advice


def test_the_estimate_counts_what_is_missing(folder: Path) -> None:
    game, shelf = dd.game(JUNIOR), shelf_of(JUNIOR)
    whole, late = missing_cost(shelf, 6), missing_cost(shelf, 2)
    assert whole == curve_cost(shelf.encoded)
    assert late is not None
    assert whole is not None
    assert late.seconds < whole.seconds
    dd.curve(JUNIOR, "ones=3")
    one = missing_cost(shelf, 6)
    assert one == curve_cost(shelf.encoded, [6])
    assert one is not None
    assert one.states == 1
    assert one.seconds < whole.seconds / 20
    assert one.table_bytes < whole.table_bytes / 20
    question = Question(game, dd.ReachTarget(80), at=game.read_state("ones=3").state)
    assert lane_for(question).cost(question) is None


def test_what_is_announced_is_what_is_missing(folder: Path) -> None:
    """The official card in full takes a minute, its last two boxes a moment: no word about those."""
    told: list[str] = []
    with pytest.raises(TableError, match="about"):
        dd.curve("yahtzee", budget=Budget(missing_ok=False, announce=told.append))
    boxes = [box for box in dd.game("yahtzee").card.boxes if box.name not in ("chance", "yahtzee")]
    state = ",".join(f"{box.name}=0" for box in boxes)
    found = dd.curve("yahtzee", state, budget=Budget(missing_ok=False, announce=told.append))
    assert told == []
    assert found.targets[-1] == 180  # 50, and chance with a second Yahtzee


def test_other_positions_are_not_guessed(folder: Path) -> None:
    game = dd.game(JUNIOR)
    asked = game.read_state("ones=3,twos=6,threes=9").state
    solution = dd.solve(game, dd.ReachTarget(80), at=asked)
    assert solution.at == asked
    assert 0 < solution.worth(asked) < 1
    with pytest.raises(PositionError, match="at most 3 open boxes, and here are 6"):
        solution.worth(game.start())
    assert dd.solve(game, dd.ReachTarget(80), at=game.start()).value > 0


def test_a_target_above_every_score_is_refused_before_anything_is_made(folder: Path) -> None:
    assert dd.game("yahtzee").highest_score() == 1575
    with pytest.raises(PositionError, match="cannot reach 141: no score is above 140"):
        dd.advise(JUNIOR, "ones=3", "66654", dd.ReachTarget(141))
    assert layers_in(folder) == []


def test_what_another_thread_lets_go_of_is_still_read_right(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = "ones=3,twos=6,threes=9,fours=12"
    both = f"{late},them-ones=2,them-twos=4,them-threes=6,them-fours=12,them-fives=15"
    state = dd.TurnByTurn(dd.game(JUNIOR)).read_state(both).state
    answers = dd.curve(JUNIOR, late), dd.advise(JUNIOR, both, "66654", player="emp-1")
    worth = Endgames.of(JUNIOR, 3, fresh=True).worth(state)
    Endgames.of(JUNIOR, 2)  # the third layer is made from what is on disk
    at_once = SealedLayer.check

    def let_go(layer: SealedLayer, places: Iterable[int]) -> CurveLayer:
        checked = at_once(layer, places)
        layer.leave_memory()
        return checked

    monkeypatch.setattr(SealedLayer, "check", let_go)
    assert (dd.curve(JUNIOR, late), dd.advise(JUNIOR, both, "66654", player="emp-1")) == answers
    assert Endgames.of(JUNIOR, 3).worth(state) == worth
