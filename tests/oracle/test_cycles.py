"""Games that can return to a state: the graph lane's proof against fractions, and closed forms."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.errors import RulesError, UsageError
from dicedevil.objectives import FewestTurns, MaxScore, Objective, WinMatch, Worst
from dicedevil.rules import Game
from dicedevil.solvers.plain import graph as graph_lane
from dicedevil.solvers.plain.graph import GameGraph, solve_graph
from dicedevil.solvers.plain.kernels import cycles
from dicedevil.solvers.plain.reference import solve_reference
from small_games import PigMatch, PigRace, TableGame, table_games

ALONE = st.sampled_from([MaxScore(), Worst(), FewestTurns()])


def assert_enclosed(game: Game, objective: Objective, width: float = 1e-12) -> None:
    """The fraction lies between the bounds, and these are close."""
    exact = solve_reference(game, objective, game.roots())
    graph = GameGraph.of(game)
    low, high = solve_graph(graph, objective)
    for state, place in graph.index.items():
        assert Fraction(low[place]) <= exact[state] <= Fraction(high[place])
        assert high[place] - low[place] <= width * max(1.0, abs(high[place]))


@given(table_games(cyclic=True, widest=5), ALONE)
def test_one_player(game: TableGame, objective: Objective) -> None:
    assert_enclosed(game, objective)


@given(table_games(cyclic=True, widest=5, players=2))
def test_two_players(game: TableGame) -> None:
    assert_enclosed(game, WinMatch())


@given(table_games(cyclic=True, stages=1, widest=20), ALONE)
def test_many_hubs(game: TableGame, objective: Objective) -> None:
    assert_enclosed(game, objective)


@given(table_games(cyclic=True, stages=1, widest=20, players=2))
def test_many_hubs_and_two_players(game: TableGame) -> None:
    assert_enclosed(game, WinMatch())


@given(table_games(cyclic=True, most_points=0), ALONE)
def test_ties_everywhere(game: TableGame, objective: Objective) -> None:
    assert_enclosed(game, objective)


@given(table_games(cyclic=True, may_dither=True), ALONE)
def test_players_who_may_put_off_the_end(game: TableGame, objective: Objective) -> None:
    """Both lanes agree on the value, or both say that there is none."""
    try:
        solve_reference(game, objective, game.roots())
    except RulesError:
        with pytest.raises(RulesError, match="for ever"):
            solve_graph(GameGraph.of(game), objective)
    else:
        assert_enclosed(game, objective)


@given(table_games(cyclic=True, may_dither=True, players=2))
def test_two_players_who_may_put_off_the_end(game: TableGame) -> None:
    assert_enclosed(game, WinMatch())


@settings(max_examples=10)
@given(table_games(cyclic=True, stages=2, widest=9, players=2))
def test_plain_sweeps_find_the_same(game: TableGame) -> None:
    """The fallback for components with very many hubs, tried on small ones."""
    graph = GameGraph.of(game)
    objective = WinMatch()
    low, _ = solve_graph(graph, objective)
    arrays = graph.arrays(np.zeros(graph.edge_points.size), objective)
    order, starts = graph.components
    for begin, end in pairwise(starts.tolist()):
        members = order[begin:end]
        if graph.over[members[0]]:
            continue
        swept = low.copy()
        cycles._sweep_until_still(arrays, members, 0.0, 1 << 62, swept)
        assert np.allclose(swept[members], low[members], rtol=0, atol=1e-12)


# -- closed forms ----------------------------------------------------------------------------------


@pytest.mark.parametrize("stay", [0, 1, 9, 999, 10**6, 10**9])
def test_rolling_until_a_six(stay: int) -> None:
    """A state that comes back with weight `stay` against 1 lasts stay + 1 turns."""
    rows = (((1, ((0, 1),)), (stay, ((0, 0),))) if stay else ((1, ((0, 1),)),), ())
    game = TableGame(tuple(rows), (0, 1))

    class EachRollATurn(TableGame):
        def ends_turn(self, state: int, roll: object, choice: object) -> bool:
            return True

    assert_enclosed(EachRollATurn(game.rows, game.stages), FewestTurns())
    solution = dd.solve(EachRollATurn(game.rows, game.stages), FewestTurns())
    assert solution.value == pytest.approx(stay + 1, rel=1e-12)


@pytest.mark.parametrize("length", [2, 9, 30])
@pytest.mark.parametrize("stay", [1, 10**6])
def test_a_ring_that_is_hard_to_leave(length: int, stay: int) -> None:
    """From each of n places on a ring one leads on, one out; points on the way: stay + 1 in all."""
    rows = [((stay, ((1, (k + 1) % length),)), (1, ((1, length),))) for k in range(length)]
    game = TableGame((*rows, ()), (0,) * length + (1,))
    assert_enclosed(game, MaxScore())
    assert dd.solve(game).value == pytest.approx(stay + 1, rel=1e-12)
    assert dd.solve(game, exact=True).exact == stay + 1


def test_a_duel_of_coins() -> None:
    """Two players toss in turn until one shows heads: the first wins 2/3."""
    first, second = ((1, ((0, 2),)), (1, ((0, 1),))), ((1, ((0, 3),)), (1, ((0, 0),)))
    game = TableGame(
        (first, second, (), ()),
        (0, 0, 1, 1),
        (0, 1, 0, 0),
        (Fraction(0),) * 2 + (Fraction(1), Fraction(0)),
        players=2,
    )
    assert dd.solve(game, WinMatch(), exact=True).exact == Fraction(2, 3)
    assert_enclosed(game, WinMatch())


def test_ties_of_different_length() -> None:
    """Leave at once or after a detour, for the same value: no reason to refuse a bound."""
    here = ((1, ((1, 2), (0, 1))),)
    detour = ((1, ((0, 0),)), (1, ((1, 2),)))
    assert_enclosed(TableGame((here, detour, ()), (0, 0, 1)), MaxScore())
    assert_enclosed(TableGame((here, detour, ()), (0, 0, 1)), Worst())


def test_stalling_is_no_option_for_who_wants_less() -> None:
    """Stay for nothing, or leave for 4 points: the worst score is 4, for every game ends."""
    game = TableGame((((1, ((0, 0), (4, 1))),), ()), (0, 1))
    for objective in (MaxScore(), Worst()):
        assert_enclosed(game, objective)
        assert dd.solve(game, objective).value == 4.0


def test_points_without_end_are_refused_in_words() -> None:
    game = TableGame((((1, ((1, 0), (4, 1))),), ()), (0, 1))
    for exact in (True, False):
        with pytest.raises(RulesError, match="for ever"):
            dd.solve(game, exact=exact)
    assert dd.solve(game, Worst()).value == 4.0


def test_a_game_without_a_way_out_is_refused() -> None:
    game = TableGame((((1, ((0, 0),)),), ()), (0, 1))
    for exact in (True, False):
        with pytest.raises(RulesError):
            dd.solve(game, exact=exact)


def test_negative_points_on_a_cycle_are_refused() -> None:
    game = TableGame((((1, ((-1, 0),)), (1, ((0, 1),))), ()), (0, 1))
    with pytest.raises(UsageError, match="negative"):
        dd.solve(game)
    assert dd.solve(game, exact=True).exact == -1


def test_a_large_component_is_solved_in_floats_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fractions are for the stubborn few: 400 states in a ring with ties need none."""
    monkeypatch.setattr(graph_lane, "_enclose_exactly", lambda *given: pytest.fail("in fractions"))
    count = 400
    rows = [
        ((1, ((0, (k + 1) % count), (0, (k + 7) % count))), (1, ((0, count), (0, count + 1))))
        for k in range(count)
    ]
    game = TableGame(
        (*rows, (), ()),
        (0,) * count + (1, 1),
        tuple(k // 3 % 2 for k in range(count + 2)),
        (Fraction(0),) * (count + 1) + (Fraction(1),),
        players=2,
    )
    low, high = solve_graph(GameGraph.of(game), WinMatch())
    assert (high - low).max() <= 1e-12


# -- Pig -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "sides"), [(2, 6), (3, 2), (5, 3), (8, 6), (6, 8)])
def test_small_pig_matches(target: int, sides: int) -> None:
    assert_enclosed(PigMatch(target, sides), WinMatch())


@pytest.mark.parametrize(("target", "sides"), [(2, 6), (3, 2), (7, 3), (12, 6)])
def test_small_pig_races(target: int, sides: int) -> None:
    assert_enclosed(PigRace(target, sides), FewestTurns())


@pytest.mark.parametrize("sides", [2, 3, 6, 20])
def test_pig_to_two_points(sides: int) -> None:
    """Any roll but a 1 wins: a duel of coins with chance (n-1)/n; a race of n/(n-1) turns."""
    win = Fraction(sides - 1, sides)
    match = dd.solve(PigMatch(2, sides), WinMatch(), exact=True)
    assert match.exact == win / (1 - (1 - win) ** 2)
    assert dd.solve(PigRace(2, sides), FewestTurns(), exact=True).exact == 1 / win


def test_pig_race_to_a_hundred() -> None:
    solution = dd.solve(PigRace(100), FewestTurns())
    assert solution.error_bound <= 1e-12 * solution.value
    assert round(solution.value, 3) == 12.545
