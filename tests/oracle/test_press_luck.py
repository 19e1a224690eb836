"""Press your luck: the lane and the plain games against fractions that gather nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
import press_oracle as oracle
from dicedevil.ask.outcomes import followed
from dicedevil.ask.strategies import match_strategy
from dicedevil.dice import Die
from dicedevil.errors import RulesError
from dicedevil.families.press_luck import Combination, PressLuck, PressLuckGame
from dicedevil.objectives import FewestTurns, MaxScore, ReachWithin, WinAlone, WinMatch
from dicedevil.solvers.plain.graph import GameGraph, solve_graph
from dicedevil.solvers.press_luck.kernels.turn import Floats
from dicedevil.solvers.press_luck.match import BEST, Seat, solve_match
from dicedevil.solvers.press_luck.race import chances_within, fewest_turns
from dicedevil.solvers.press_luck.turn import best_turn, exact_turn, hold_at
from dicedevil.wrapped.best_reply import BestReply
from press_oracle import rules_of

CLOSE = 1e-12
ACTIONS = ("all", "stop-roll", "m5", "m5-m1", "m5-m1-m55", "m5-m1-m55-m51")
SMALL = {
    "pig": rules_of("pig:target=12"),
    "pig with four sides": rules_of("pig:sides=4,target=9"),
    "loaded pig": rules_of("pig:dice=1d{1:2;2..3:1;4:3;5..6:1},target=10"),
    "two dice": rules_of("ten-thousand:target=400,dice=2d6"),
    "three dice": rules_of("ten-thousand:target=300,dice=3d6"),
    "three dice, stop or roll": rules_of("ten-thousand:target=250,actions=stop-roll,dice=3d6"),
    "three dice, at least 150": rules_of("ten-thousand:target=250,minimum=150,dice=3d6"),
    "three dice of a Farkle": rules_of("farkle:target=250,minimum=150,dice=3d6"),
    "a target between two totals": rules_of("ten-thousand:target=330,minimum=120,dice=2d6"),
    "pig, at least 5 to open": rules_of("pig:target=11,opening=5"),
    "two dice, at least 180 to open": rules_of("ten-thousand:target=300,dice=2d6,opening=180"),
    "three dice, to open and always": rules_of("farkle:target=300,minimum=100,dice=3d6,opening=250"),
    "more to open than to win": rules_of("pig:sides=4,target=5,opening=8"),
    "pig, a last round": rules_of("pig:dice=1d{1:2;2;3},target=5,last-round=yes"),
    "loaded pig, a last round": rules_of("pig:dice=1d{1:3;2;4:2},target=8,last-round=yes"),
    "two dice, a last round": rules_of("ten-thousand:target=150,dice=2d6,last-round=yes"),
    "two dice, to open, a last round": rules_of(
        "farkle:target=150,minimum=50,dice=2d6,opening=100,last-round=yes"
    ),
}
TINY = {
    "pig": rules_of("pig:target=6"),
    "loaded pig": rules_of("pig:dice=1d{1:2;2;4:3},target=7"),
    "two dice": rules_of("ten-thousand:target=200,dice=2d6"),
    "two dice, at least 150": rules_of("ten-thousand:target=100,minimum=150,dice=2d6"),
    "two dice, at least 150 to open": rules_of("ten-thousand:target=200,dice=2d6,opening=150"),
    "pig, at least 4 to open": rules_of("pig:target=6,opening=4"),
    "pig, a last round": rules_of("pig:dice=1d{1:3;2;4},target=4,last-round=yes"),
    "pig, to open, a last round": rules_of("pig:sides=3,target=4,opening=3,last-round=yes"),
}


@pytest.fixture(params=list(SMALL.values()), ids=list(SMALL))
def rules(request: pytest.FixtureRequest) -> PressLuck:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(params=list(TINY.values()), ids=list(TINY))
def tiny(request: pytest.FixtureRequest) -> PressLuckGame:
    return PressLuckGame(request.param)


# -- one turn --------------------------------------------------------------------------------------


@pytest.mark.parametrize("actions", ACTIONS)
def test_the_whole_of_ten_thousand_s_turn(actions: str) -> None:
    rules = rules_of(f"ten-thousand:actions={actions}")
    exact = exact_turn(rules)
    assert oracle.best_turn(rules, rules.threshold) == exact.value
    floats, error = best_turn(rules)
    assert abs(Fraction(floats.value) - exact.value) <= Fraction(error) < 1e-10


def test_a_larger_cap_changes_nothing() -> None:
    rules = rules_of("ten-thousand:dice=3d6")
    assert oracle.best_turn(rules, rules.threshold + 2000) == exact_turn(rules).value
    assert exact_turn(rules, rules.threshold + 2000).value == exact_turn(rules).value


def test_turns(rules: PressLuck) -> None:
    exact = exact_turn(rules)
    assert oracle.best_turn(rules, rules.threshold) == exact.value
    assert oracle.mean(oracle.turn_law(rules, exact.plan())) == exact.value
    floats, error = best_turn(rules)
    assert abs(Fraction(floats.value) - exact.value) <= Fraction(error)


def test_every_lane_gives_the_same_turn(rules: PressLuck) -> None:
    game = PressLuckGame(rules)
    lane, reference = dd.solve(game, exact=True), dd.solve(game, lane="reference")
    graph = GameGraph.of(game)
    low, high = solve_graph(graph, MaxScore())
    assert (lane.lane, reference.lane) == ("press-luck", "reference")
    for state, place in graph.index.items():
        worth = lane.worth(state)
        assert worth == reference.worth(state)
        assert Fraction(low[place]) <= worth <= Fraction(high[place])


@settings(max_examples=30)
@given(st.lists(st.integers(1, 4), min_size=2, max_size=6), st.integers(0, 30))
def test_no_hold_beats_the_best_turn(weights: list[int], hold: int) -> None:
    rules = rules_of(f"pig:dice=1d{Die(tuple(enumerate(weights, 1)))}")
    best = exact_turn(rules)
    law = oracle.turn_law(rules, hold_at(rules, hold))
    assert sum(law.values()) == 1
    assert oracle.mean(law) <= best.value
    assert dd.evaluate(PressLuckGame(rules), f"hold-at-{hold}").law == law


# -- races and matches ------------------------------------------------------------------------------


def test_fewest_turns(rules: PressLuck) -> None:
    exact, race = oracle.fewest_turns(rules), fewest_turns(rules)
    assert race.error_bound < CLOSE
    for banked, turns in exact.items():
        assert abs(Fraction(race.turns[banked // rules.unit]) - turns) <= race.error_bound


def test_chances_within(rules: PressLuck) -> None:
    exact, chances = oracle.chances_within(rules, 5), chances_within(rules, 5)
    assert chances.error_bound < CLOSE
    for turns, row in enumerate(exact):
        for banked, chance in row.items():
            found = Fraction(chances.within[turns, banked // rules.unit])
            assert abs(found - chance) <= chances.error_bound


def assert_same(found: Floats, exact: oracle.Table, unit: int, bound: float) -> None:
    for (me, them), chance in exact.items():
        assert abs(Fraction(found[me // unit, them // unit]) - chance) <= bound


def test_match(rules: PressLuck) -> None:
    first, second = oracle.match(rules)
    assert first == second
    found = solve_match(rules)
    assert found.error_bound < CLOSE
    assert_same(found.first, first, rules.unit, found.error_bound)


@pytest.mark.parametrize("by_plan", [(True, False), (False, True), (True, True)], ids=str)
def test_match_with_plans(rules: PressLuck, by_plan: tuple[bool, bool]) -> None:
    hold = 3 * rules.unit
    strategies = [oracle.hold_at(rules, hold) if planned else None for planned in by_plan]
    seats = [Seat(hold_at(rules, hold)) if planned else BEST for planned in by_plan]
    first, second = oracle.match(rules, *strategies)
    found = solve_match(rules, seats[0], seats[1])
    assert found.error_bound < CLOSE
    assert_same(found.first, first, rules.unit, found.error_bound)
    assert_same(found.second, second, rules.unit, found.error_bound)


@pytest.mark.parametrize("by_plan", [(False, False), (True, False), (False, True)], ids=str)
@pytest.mark.parametrize("name", [name for name in SMALL if "last round" in name])
def test_who_has_to_win_alone(name: str, by_plan: tuple[bool, bool]) -> None:
    rules, hold = SMALL[name], 3 * SMALL[name].unit
    strategies = [oracle.hold_at(rules, hold) if planned else None for planned in by_plan]
    seats = [Seat(hold_at(rules, hold)) if planned else BEST for planned in by_plan]
    first, second = oracle.match(rules, *strategies, ties=oracle.ALONE)
    found = solve_match(rules, seats[0]._replace(tie=1), seats[1]._replace(tie=2))
    assert found.error_bound < CLOSE
    assert_same(found.first, first, rules.unit, found.error_bound)
    assert_same(found.second, second, rules.unit, found.error_bound)


@settings(max_examples=20)
@given(st.lists(st.integers(1, 5), min_size=2, max_size=5), st.integers(2, 7))
def test_any_pig_match(weights: list[int], target: int) -> None:
    rules = rules_of(f"pig:dice=1d{Die(tuple(enumerate(weights, 1)))},target={target}")
    found = solve_match(rules)
    assert_same(found.first, oracle.match(rules)[0], rules.unit, found.error_bound)


faces = st.integers(1, 3)
combinations = st.builds(
    Combination, st.lists(faces, min_size=1, max_size=2).map(tuple), st.integers(1, 4)
)


@settings(max_examples=40)
@given(
    st.lists(combinations, min_size=1, max_size=3).map(tuple),
    st.integers(1, 6),
    st.integers(0, 3),
    st.booleans(),
    st.sampled_from([None, (), ((1,),)]),
    st.integers(0, 4),
)
def test_any_rules(
    scoring: tuple[Combination, ...],
    target: int,
    minimum: int,
    together: bool,
    resign: tuple[tuple[int, ...], ...] | None,
    opening: int,
) -> None:
    """Random combinations of two dice with three faces: every lane, every position."""
    try:
        rules = PressLuck(2, scoring, target, Die.fair(3), minimum, together, resign, opening)
    except RulesError:
        return  # some roll always scores
    game = PressLuckGame(rules)
    assert dd.solve(game, exact=True).exact == dd.solve(game, lane="reference").exact
    race, turns = oracle.fewest_turns(rules)[0], dd.solve(game, FewestTurns())
    assert abs(Fraction(turns.value) - race) <= turns.error_bound
    first, win = oracle.match(rules)[0][0, 0], dd.solve(game, WinMatch())
    assert abs(Fraction(win.value) - first) <= win.error_bound


def test_a_whole_farkle_to_a_small_target() -> None:
    rules = rules_of("farkle:target=200,minimum=150")
    race = fewest_turns(rules)
    assert abs(Fraction(race.value) - oracle.fewest_turns(rules)[0]) <= race.error_bound
    chances = oracle.chances_within(rules, 2)[2][0]
    assert chances_within(rules, 2).within[2, 0] == pytest.approx(float(chances), abs=CLOSE)
    tiny = rules_of("farkle:target=50,minimum=100")
    found = solve_match(tiny)
    assert_same(found.first, oracle.match(tiny)[0], tiny.unit, found.error_bound)


# -- every position of tiny games, in every lane ----------------------------------------------------


@pytest.mark.parametrize(
    "objective", [FewestTurns(), ReachWithin(3), WinMatch(), WinAlone()], ids=lambda one: one.name
)
def test_every_position(tiny: PressLuckGame, objective: dd.Objective) -> None:
    game = objective.view(tiny)
    lane = dd.solve(game, objective)
    reference = dd.solve(game, objective, lane="reference")
    graph = GameGraph.of(game)
    low, high = solve_graph(graph, objective)
    assert lane.lane == "press-luck"
    assert lane.error_bound < CLOSE
    for state, place in graph.index.items():
        exact = Fraction(reference.worth(state))
        assert abs(Fraction(lane.worth(state)) - exact) <= lane.error_bound
        assert Fraction(low[place]) <= exact <= Fraction(high[place])


@pytest.mark.parametrize("name", ["hold-at-4", "solitaire", "optimal"])
@pytest.mark.parametrize("seat", [0, 1])
def test_every_position_against_a_strategy(tiny: PressLuckGame, name: str, seat: int) -> None:
    match = WinMatch().view(tiny)
    game = BestReply(match, match_strategy(match, name), seat)
    for objective in (WinMatch(), WinAlone()):
        lane = dd.solve(game, objective)
        reference = dd.solve(game, objective, lane="reference")
        assert lane.lane == "press-luck"
        for state in GameGraph.of(game).index:
            assert float(lane.worth(state)) == pytest.approx(float(reference.worth(state)), abs=CLOSE)


def test_wins_are_told_from_ties(tiny: PressLuckGame) -> None:
    """Both follow the solved match; with fractions, the same choices by the rules alone."""
    solution = dd.solve(tiny, WinMatch())
    found = dd.outcomes(solution)
    played = followed(solution.game, solution)
    half, nothing = (
        dd.solve(played, objective, lane="reference").exact for objective in (WinMatch(), WinAlone())
    )
    assert half is not None
    assert nothing is not None
    assert abs(Fraction(found.win) - nothing) <= found.error_bound
    assert abs(Fraction(found.tie) - 2 * (half - nothing)) <= found.error_bound
    assert abs(Fraction(found.lose) - (1 - 2 * half + nothing)) <= found.error_bound
    assert 0 <= found.error_bound < CLOSE
    assert tiny.rules.last_round or found.tie == 0


def test_counts_without_listing(tiny: PressLuckGame) -> None:
    for objective in (FewestTurns(), WinMatch()):
        game = objective.view(tiny)
        graph = GameGraph.of(game)
        assert game.size() == (len(graph.states), graph.edge_next.size)
