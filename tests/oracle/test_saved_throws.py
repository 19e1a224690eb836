"""Cards that save throws, against fractions; their tables when work is broken off or damaged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import dicedevil as dd
from dicedevil.dice import Dice
from dicedevil.errors import TableError, TooLarge, UsageError
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers.cards import saved_making, saved_shelf
from dicedevil.solvers.held import every
from small_cards import tiny_cards

SMALL = "maxi-yatzy:boxes=ones/twos/one-pair/chance,dice=3d3,saved=yes"


@settings(max_examples=15, deadline=None)
@given(tiny_cards(boxes=3, rerolls=2, saved=True))
def test_small_cards_of_ones_own(card: ScoreCard) -> None:
    game = KeepRerollGame(card)
    exact, solved = dd.solve(game, exact=True), dd.solve(game)
    assert (solved.lane, exact.lane) == ("saved-throws", "reference")
    for position in every(exact):  # before turns and within them
        known = float(exact.values.worth(0, position.state))
        assert abs(solved.values.worth(0, position.state) - known) <= solved.error_bound
    worst, least = dd.solve(game, dd.Worst()), dd.solve(game, dd.Worst(), exact=True)
    assert abs(worst.value - least.value) <= worst.error_bound
    dd.check_game(game)


@settings(max_examples=10, deadline=None)
@given(tiny_cards(boxes=3, rerolls=2, saved=True))
def test_more_throws_never_hurt(card: ScoreCard) -> None:
    game = KeepRerollGame(card)
    solved, without = dd.solve(game), dd.solve(KeepRerollGame(replace(card, saved=False)))
    assert solved.value >= without.value - solved.error_bound
    if not card.rerolls or len(card.boxes) == 1:  # nothing to save, or no turn to use it in
        assert solved.value == pytest.approx(without.value, abs=1e-12)
    for open_boxes in range(1, 1 << len(card.boxes)):
        block = solved.values.layers.block(open_boxes)  # type: ignore[attr-defined]
        assert (block[1:] >= block[:-1] - solved.error_bound).all()


def test_positions_are_counted_before_they_are_listed() -> None:
    for spec in (SMALL, "maxi-yatzy:boxes=ones/tower,dice=2d2,saved=yes"):
        game = dd.game(spec)
        listed = dd.solve(game, lane="graph", fresh=True)
        assert game.size()[0] == listed.states
        assert abs(listed.value - dd.solve(game).value) <= 1e-9


@cache
def six_alike(throws: int, alike: int = 0) -> Fraction:
    """The chance of six dice alike with so many throws to come: the most frequent face is kept.

    Of dice that are all rolled the most frequent face counts, of the others those that join.
    """
    if alike == 6 or throws == 0:
        return Fraction(alike == 6)
    rolled = Dice.parse(f"{6 - alike}d6").rolls()
    in_all, total = sum(rolled.values()), Fraction(0)
    for roll, weight in rolled.items():
        joined = alike + roll.count(1)
        other = max(roll.count(face) for face in roll)
        total += Fraction(weight, in_all) * six_alike(throws - 1, max(joined, other))
    return total


@cache
def six_different(throws: int, different: int = 0) -> Fraction:
    """The chance of six different faces: all that are there are kept, once each."""
    if different == 6 or throws == 0:
        return Fraction(different == 6)
    rolled = Dice.parse(f"{6 - different}d6").rolls()
    total = Fraction(0)
    for roll, weight in rolled.items():
        new = len({face for face in roll if face > different})
        total += weight * six_different(throws - 1, different + new)
    return total / sum(rolled.values())


def best_die(throws: int) -> Fraction:
    """The mean of a die that may be thrown again: where every die counts they do not depend."""
    mean = Fraction(0)
    for _ in range(throws):
        mean = sum((max(Fraction(face), mean) for face in range(1, 7)), Fraction(0)) / 6
    return mean


def test_the_last_box_has_a_closed_form() -> None:
    """Other ways to the same numbers, with any number of throws saved."""
    game = dd.game("maxi-yatzy:saved=yes")
    assert isinstance(game, KeepRerollGame)
    solved = dd.solve(game, at=game.before_turn(1, 84, 0))
    known: dict[str, Callable[[int], Fraction]] = {
        "maxi-yatzy": lambda throws: 100 * six_alike(throws),
        "full-straight": lambda throws: 21 * six_different(throws),
        "chance": lambda throws: 6 * best_die(throws),
        "sixes": lambda throws: 36 * (1 - Fraction(5, 6) ** throws),
    }
    for box, worth in known.items():
        last = game.before_turn(1 << game.card.box_number(box), 84, 0)
        for saved in (0, 1, 7, 38):
            told = solved.values.worth(0, last._replace(saved=saved))
            assert told == pytest.approx(float(worth(3 + saved)), rel=1e-12), (box, saved)


def test_games_of_best_play() -> None:
    best = dd.solve(SMALL)
    played = dd.simulate(SMALL, "optimal", games=4_000, seed=3)
    assert abs(played.mean - best.value) <= 4 * played.standard_error
    assert dd.simulate(SMALL, "optimal", games=4_000, seed=3) == played
    exact = dd.evaluate(SMALL, "optimal")
    for box, told in exact.boxes.items():
        assert abs(played.boxes[box].mean - told.mean) < 0.3
        assert abs(played.boxes[box].zero_share - told.zero_share) < 0.05


# -- tables ------------------------------------------------------------------------------------------


@pytest.fixture
def in_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[int]:
    """Cut layers into many parts, and count those that are made."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    monkeypatch.setattr(saved_shelf, "PART", 40)
    made: list[int] = []
    solve = saved_making.SavedTable.solve

    def counted(self: Any, shard: Any, *more: Any) -> Any:
        made.append(shard.layer)
        return solve(self, shard, *more)

    monkeypatch.setattr(saved_making.SavedTable, "solve", counted)
    return made


def test_parts_make_the_same_table(in_parts: list[int]) -> None:
    whole = dd.solve(SMALL, fresh=True)
    count = len(in_parts)
    assert count > 10
    in_parts.clear()
    assert dd.solve(SMALL).value == whole.value == dd.solve(SMALL).value
    assert len(in_parts) == count  # the second was read


def test_processes_make_the_same_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files: list[dict[str, bytes]] = []
    for on in ("threads", "processes"):
        monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / on))
        dd.solve(SMALL, budget=dd.Budget(on=on))
        found = (tmp_path / on).glob("*/chances.npy")
        files.append({path.parent.name: path.read_bytes() for path in found})
    assert files[0] == files[1]
    assert len(files[0]) > 2


def test_work_that_was_broken_off_goes_on(in_parts: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(dd.solve(SMALL, fresh=True).values.layers.known)  # type: ignore[attr-defined]
    in_parts.clear()
    write = saved_shelf.SavedShelf.write

    def broken(self: Any, shard: Any, layer: Any) -> Any:
        if shard.layer == 3:
            raise KeyboardInterrupt
        return write(self, shard, layer)

    with monkeypatch.context() as patched:
        patched.setattr(saved_shelf.SavedShelf, "write", broken)
        with pytest.raises(KeyboardInterrupt):
            dd.solve(SMALL)
    begun = len(in_parts)
    assert dd.solve(SMALL).value == pytest.approx(dd.solve(SMALL, lane="graph").value, abs=1e-12)
    assert len(in_parts) == count + 1 <= begun + count  # one part was made twice


def test_a_damaged_part_is_made_again(in_parts: list[int], tmp_path: Path) -> None:
    value = dd.solve(SMALL).value
    told: list[str] = []
    made = len(in_parts)
    for path in sorted(tmp_path.glob("*/chances.npy"))[:3]:
        data = bytearray(path.read_bytes())
        data[-130] ^= 0x40  # of its last value: behind it there are zeroes
        path.write_bytes(bytes(data))
    solved = dd.solve(SMALL, budget=dd.Budget(announce=told.append))
    assert solved.value == value
    for position in every(solved):
        solved.values.worth(0, position.state)
    assert any("damaged" in line for line in told)
    assert made < len(in_parts) <= made + 6  # what finds damage below it is begun twice


def test_a_late_position_needs_no_early_layer(in_parts: list[int]) -> None:
    solved = dd.solve(SMALL, at="ones=2,twos=0,one-pair=6,saved=5")
    assert set(in_parts) == {1}
    assert solved.advise("ones=2,twos=0,one-pair=6,saved=5", "113").choices[0].choice == "keep 3"


def test_what_does_not_fit_is_refused_with_its_cost(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    with pytest.raises(TooLarge, match=r"takes .* MB of memory"):
        dd.solve("maxi-yatzy:saved=yes", fresh=True)
    with pytest.raises(TooLarge, match=r"610,369,495 values, 4,883 MB on disk.*allowed"):
        dd.solve("maxi-yatzy:saved=yes", budget=dd.Budget(patience=1))
    with pytest.raises(TableError, match="They are made by 'dicedevil solve maxi-yatzy:saved=yes'"):
        dd.solve("maxi-yatzy:saved=yes", missing_ok=False)


def test_who_knows_nothing_of_saved_throws_says_so() -> None:
    from dicedevil.solvers.cards.counting import count_positions
    from dicedevil.solvers.cards.endgames import Endgames

    game = dd.game(SMALL)
    for ask in (Endgames.found, count_positions):
        with pytest.raises(UsageError, match="has no score card"):
            ask(game)
    with pytest.raises(UsageError, match="saved-throws lane does not answer"):
        dd.solve(SMALL, dd.ReachTarget(9), lane="saved-throws")
    target = dd.solve(SMALL, dd.ReachTarget(20))
    assert target.lane == "graph"
    match = "maxi-yatzy:boxes=ones/one-pair,dice=2d2,saved=yes"
    quick, slow = (dd.solve(match, dd.WinMatch(), exact=exact) for exact in (False, True))
    assert quick.lane == "graph"
    assert abs(quick.value - slow.value) <= quick.error_bound
