"""Every lane against the fraction reference, on small variants and on random games."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.objectives import FewestTurns, MaxScore, Objective, WinMatch, Worst
from dicedevil.rules import Game, Position
from dicedevil.solvers.plain.graph import GameGraph, solve_graph
from dicedevil.solvers.plain.graph_curves import solve_graph_curves
from dicedevil.solvers.plain.reference import solve_reference, solve_reference_curves
from small_games import TableGame, table_games
from variants import ALL, TINY

ALONE = [MaxScore(), Worst(), FewestTurns()]
games = st.builds(
    lambda game, low: TableGame(game.rows, game.stages, game.movers, game.shares, low),
    table_games(fewest_points=-3),
    st.booleans(),
)


def assert_lanes_agree(game: Game, objective: Objective) -> None:
    exact = solve_reference(game, objective, game.roots())
    graph = GameGraph.of(game)
    low, high = solve_graph(graph, objective)
    assert exact.keys() == graph.index.keys()
    largest = max(1.0, max(abs(float(value)) for value in exact.values()))
    for state, place in graph.index.items():
        assert Fraction(low[place]) <= exact[state] <= Fraction(high[place])
        assert high[place] - low[place] <= 1e-12 * largest


def assert_curves_agree(game: Game) -> None:
    exact = solve_reference_curves(game, game.roots())
    graph = GameGraph.of(game)
    rows = solve_graph_curves(graph)
    for state, place in graph.index.items():
        sure, chances = rows.row(place)
        curve = exact[state]
        assert curve.falls()
        assert curve.chance(sure) == 1
        assert curve.chance(sure + len(chances) + 1) == 0
        for more, chance in enumerate(chances, 1):
            assert float(chance) == pytest.approx(float(curve.chance(sure + more)), abs=1e-12)


@pytest.mark.parametrize("spec", ALL)
@pytest.mark.parametrize("objective", ALONE, ids=lambda objective: objective.name)
def test_variants(spec: str, objective: Objective) -> None:
    assert_lanes_agree(objective.view(dd.game(spec)), objective)


@pytest.mark.parametrize("spec", TINY)
def test_matches(spec: str) -> None:
    assert_lanes_agree(WinMatch().view(dd.game(spec)), WinMatch())


@pytest.mark.parametrize("spec", ALL)
def test_curves_of_variants(spec: str) -> None:
    assert_curves_agree(dd.ReachTarget().view(dd.game(spec)))


@given(games, st.sampled_from(ALONE))
def test_random_games(game: TableGame, objective: Objective) -> None:
    assert_lanes_agree(game, objective)


@given(table_games(players=2, widest=4))
def test_random_matches(game: TableGame) -> None:
    assert_lanes_agree(game, WinMatch())


@given(games)
def test_curves_of_random_games(game: TableGame) -> None:
    assert_curves_agree(game)


@pytest.mark.parametrize(
    "spec", [spec for spec in ALL if "ten-times" in spec and "functions" not in spec]
)
def test_the_polynomial_lane(spec: str) -> None:
    game = dd.game(spec)
    exact = dd.solve(game, exact=True)
    assert exact.lane == "polynomial"
    floats = dd.solve(game)
    values = solve_reference(game, MaxScore(), game.roots())
    for state, value in values.items():
        assert exact.worth(state) == value
        assert float(floats.worth(state)) == pytest.approx(float(value), abs=1e-12 * 200)
    assert abs(Fraction(floats.value) - exact.worth(game.start())) <= floats.error_bound


@pytest.mark.parametrize("spec", [*ALL, *TINY])
@pytest.mark.parametrize("objective", [MaxScore(), Worst()], ids=lambda objective: objective.name)
def test_lanes_give_the_same_advice(spec: str, objective: Objective) -> None:
    """Every lane makes the same choice at the start, with the same losses."""
    game = dd.game(spec)
    exact = dd.solve(game, objective, lane="reference")
    floats = dd.solve(game, objective, lane="graph", fresh=True)
    assert floats.states == exact.states
    for roll in game.rolls(game.start()):
        ours, theirs = (one.advise(game.start(), roll) for one in (exact, floats))
        assert ours.best.choice == theirs.best.choice
        for a, b in zip(ours.choices, theirs.choices, strict=True):
            assert a.value == pytest.approx(b.value, abs=1e-11)
            assert a.loss == pytest.approx(b.loss, abs=1e-11)


@pytest.mark.parametrize("spec", TINY)
def test_reaching_a_target_from_any_position(spec: str) -> None:
    game = dd.game(spec)
    curve = dd.curve(game, exact=True)
    assert curve.exact is not None
    for target, chance in zip(curve.targets, curve.exact, strict=True):
        aim = dd.ReachTarget(target)
        exact = dd.solve(game, aim, exact=True)
        floats = dd.solve(game, aim, fresh=True)
        assert exact.exact == chance
        assert abs(Fraction(floats.value) - chance) <= floats.error_bound
        made = Position(3, game.start())
        assert dd.solve(game, dd.ReachTarget(target), exact=True).worth(made) == curve_at(
            curve, target - 3, game.lower_is_better
        )


def curve_at(curve: dd.TargetCurve, target: int, low_wins: bool) -> Fraction:
    assert curve.exact is not None
    place = (curve.targets[0] - target) if low_wins else (target - curve.targets[0])
    if place <= 0:
        return Fraction(1)
    return curve.exact[place] if place < len(curve.exact) else Fraction(0)
