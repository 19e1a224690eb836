"""Boards of columns: the lane against fractions, against value iteration written anew, and its laws."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.errors import UsageError
from dicedevil.families.columns import Columns, ColumnsGame
from dicedevil.solvers import races
from dicedevil.solvers.plain.graph import GameGraph
from dicedevil.wrapped.within import Timed

MOST = 1_100
"""Positions that fractions take in a moment."""
TWO = "cant-stop:sides=2,length=1"
ONE_MARKER = "cant-stop:sides=2,length=1,columns=2,neutral=1"


@st.composite
def small_boards(draw: st.DrawFn) -> ColumnsGame:
    sides = draw(st.integers(1, 3))
    length = draw(st.integers(1, 4 if sides == 1 else 3 if sides == 2 else 1))
    columns = draw(st.integers(1, min(3, 2 * sides - 1)))
    markers, grows = draw(st.integers(1, 4)), draw(st.integers(0, 2))
    return ColumnsGame(Columns(sides, length, columns, markers, grows))


@settings(max_examples=12, deadline=None)
@given(small_boards().filter(lambda game: game.size()[0] <= MOST))
def test_every_position_is_that_of_the_fractions(game: ColumnsGame) -> None:
    exact = dd.solve(game, dd.FewestTurns(), exact=True)
    floats = dd.solve(game, dd.FewestTurns())
    assert floats.lane == "columns"
    for state in game.roots():
        assert abs(floats.worth(state) - exact.worth(state)) <= floats.error_bound
    assert floats.error_bound < 1e-11
    score = dd.solve(game)
    assert score.worth(dd.Position(3, game.start())) == 3 + floats.value


@settings(max_examples=12, deadline=None)
@given(small_boards())
def test_positions_are_counted_without_listing_them(game: ColumnsGame) -> None:
    if game.size()[0] > 10_000:
        return
    assert len(GameGraph.of(game).states) == game.size()[0]
    assert dd.check_game(game, 200)


@pytest.mark.parametrize("spec", [TWO, "cant-stop:sides=2,length=2,columns=2,neutral=1"])
def test_chances_in_time_are_those_of_the_fractions(spec: str) -> None:
    game = dd.game(spec)
    exact, floats = (dd.solve(game, dd.ReachWithin(3), exact=one) for one in (True, False))
    assert floats.lane == "columns"
    by_state = exact.values.by_state  # type: ignore[attr-defined]
    assert len(by_state) > 100
    for timed, chance in by_state.items():
        assert abs(floats.worth(timed) - chance) <= floats.error_bound
    target = dd.solve(game, dd.ReachTarget(3))
    assert target.value == floats.value
    assert target.worth(dd.Position(2, game.start())) == floats.worth(Timed(1, game.start()))


def moves(
    lengths: dict[int, int],
    banked: tuple[int, ...],
    now: tuple[int, ...],
    sums: tuple[int, int],
    free: int,
) -> Iterator[tuple[int, ...]]:
    """The boards that a pairing can lead to, written from the rules of the box."""

    def up(board: tuple[int, ...], name: int) -> tuple[int, ...] | None:
        new = [k for k in range(len(board)) if board[k] > banked[k]]
        if board[name - 2] == lengths[name] or (name - 2 not in new and len(new) >= free):
            return None
        return tuple(space + (k == name - 2) for k, space in enumerate(board))

    first = [up(now, name) for name in sums]
    both = [up(one, sums[1 - k]) for k, one in enumerate(first) if one is not None]
    if any(both):
        yield next(one for one in both if one)
    else:
        yield from (one for one in first if one)


def by_iteration(sides: int, length: int, needed: int, markers: int, grows: int = 2) -> float:
    """Value iteration over single dice, in no particular order: slow, and like nothing else here."""
    names = range(2, 2 * sides + 1)
    lengths = {name: length + grows * (sides - 1 - abs(name - sides - 1)) for name in names}
    dice = list(product(range(1, sides + 1), repeat=4))
    boards = list(product(*(range(lengths[name] + 1) for name in names)))

    def won(board: tuple[int, ...]) -> bool:
        return sum(space == lengths[name] for name, space in zip(names, board, strict=True)) >= needed

    worth = {board: 0.0 if won(board) else 2.0 for board in boards}
    for banked in sorted(boards, key=sum, reverse=True):
        if won(banked):
            continue
        before = 0.0
        while abs(worth[banked] - before) > 1e-12:
            before, known = worth[banked], dict[tuple[int, ...], float]()

            def rolled(now: tuple[int, ...], banked: Any = banked, known: Any = known) -> float:
                if now not in known:
                    total = 0.0
                    for a, b, c, d in dice:
                        found = {
                            after
                            for sums in ((a + b, c + d), (a + c, b + d), (a + d, b + c))
                            for after in moves(lengths, banked, now, sums, markers)
                        }
                        ends = [0.0 if won(one) else min(worth[one], rolled(one)) for one in found]
                        total += min(ends, default=worth[banked])
                    known[now] = total / len(dice)
                return float(known[now])

            worth[banked] = 1.0 + rolled(banked)
    return worth[boards[0]]


@pytest.mark.parametrize("board", [(2, 1, 3, 2), (2, 1, 2, 1), (2, 1, 2, 2, 3), (3, 1, 2, 2, 0)])
def test_value_iteration_from_the_rules_comes_to_the_same(board: tuple[int, ...]) -> None:
    assert dd.solve(ColumnsGame(Columns(*board))).value == pytest.approx(by_iteration(*board), abs=1e-9)


@pytest.mark.parametrize("name", ["optimal", "random", "rule-of-28", "hold-at-3", "greedy", "club"])
def test_laws_and_games_are_those_of_the_strategy(name: str) -> None:
    law = dd.evaluate(TWO, name)
    assert sum(law.law.values()) == pytest.approx(1.0, abs=law.error_bound)
    assert law.what == "race"
    if name == "optimal":
        exact = dd.solve(TWO, dd.FewestTurns(), exact=True).exact
        assert abs(law.mean - exact) <= law.mean_error_bound + 2**-50
        within = [dd.solve(TWO, dd.ReachWithin(n)).value for n in (1, 2, 3)]
        assert all(law.at_most(n + 1) <= best + 1e-12 for n, best in enumerate(within))
    played = dd.simulate(TWO, name, games=4_000, seed=2)
    assert abs(played.mean - law.mean) < 4 * law.sd / 4_000**0.5
    if name not in ("optimal", "club"):
        assert dd.bot(TWO, name).mean == law.mean
    later = dd.evaluate(TWO, name, state="3=1,points=2")
    assert later.min >= 3


def test_a_kernel_plays_as_the_strategy_chooses() -> None:
    game = dd.game("cant-stop:sides=3,length=1")
    rule = game.own_strategy("rule-of-12")
    asked = dd.simulate(game, lambda state, roll: rule(state, roll), games=1_500, seed=4)
    played = dd.simulate(game, "rule-of-12", games=20_000, seed=5)
    assert (asked.strategy, played.strategy) == ("<lambda>", "rule-of-12")
    assert abs(asked.mean - played.mean) < 4 * asked.standard_error + 4 * played.standard_error


def first(state: object, roll: tuple[int, ...]) -> object:
    """Never stop."""
    return dd.game(ONE_MARKER).choices(state, roll)[0] if roll else "roll"


def test_one_s_own_strategies_have_laws_too(monkeypatch: pytest.MonkeyPatch) -> None:
    stops = dd.Strategy("stops", lambda state, roll: first(state, roll) if roll else "stop")
    assert dd.evaluate(ONE_MARKER, stops).mean > dd.solve(ONE_MARKER).value
    with pytest.raises(UsageError, match=r"'first' .* never ends: it stays at 'the start'"):
        dd.evaluate(ONE_MARKER, first)
    monkeypatch.setattr(races, "MOST_TURNS", 10_000)  # nobody waits for a million
    with pytest.raises(UsageError, match="may never end"):
        dd.simulate(ONE_MARKER, first, games=1)
