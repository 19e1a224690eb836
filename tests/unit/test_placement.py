"""Placement games: rules, notation, bad input, the all-knowing player, closest calls."""

import contextlib
import math
import time
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedevil.ask.check import check_game
from dicedevil.ask.closest import closest_calls
from dicedevil.ask.evaluate import evaluate
from dicedevil.dice import Dice
from dicedevil.errors import (
    DiceDevilError,
    NotationError,
    PositionError,
    RulesError,
    TooLarge,
    UsageError,
)
from dicedevil.families.placement.formulas import formula_scores
from dicedevil.families.placement.game import open_slots
from dicedevil.games import game as game_named
from dicedevil.objectives import ReachTarget
from dicedevil.players.simulate import simulate
from dicedevil.rules import Position
from dicedevil.solvers.placement.omniscient import (
    omniscient_error,
    omniscient_law,
    omniscient_mean,
    omniscient_table,
)
from dicedevil.solvers.solver import solve

totals_of_dice = st.dictionaries(st.integers(0, 12), st.integers(1, 6), min_size=1, max_size=4).map(
    lambda weights: dict(sorted(weights.items()))
)
rising = st.lists(st.integers(-4, 6), min_size=1, max_size=5).map(lambda m: tuple(sorted(m)))


# -- rules and notation ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec",
    [
        "ten-times-18:slots=3,dice=1d4",
        "ten-times-18:multipliers=-2/0/0/5,dice=2d{1;3:2}",
        "ten-times-18:functions=x/x**2/abs(x-3)%2,dice=1d4",
        "ten-times-18:slots=2,dice=1d{0;7}",
    ],
)
def test_the_rules_are_sound_and_the_name_makes_the_game_again(spec):
    game = game_named(spec)
    assert check_game(game).problems == ()
    assert game_named(str(game)) == game
    assert hash(game_named(str(game))) == hash(game)


def test_a_slot_multiplies_and_closes():
    game = game_named("ten-times-18")
    points, after = game.play(game.start(), (8,), 5)
    assert points == 40
    assert 5 not in open_slots(after)
    assert game.read_state("1=4,5=8") == Position(44, game.start() & ~0b10001)
    assert game.read_state(game.write_state(after)).state == after
    assert game.size() == (1024, 16 * 10 * 512)


def test_open_slots_of_small_and_large_sets():
    assert open_slots(0) == []
    assert open_slots(0b101) == [1, 3]
    assert open_slots(1 << 999 | 1) == [1, 1000]


@pytest.mark.parametrize(
    ("formula", "x", "score"),
    [("x", 7, 7), ("x**2-3*x", 5, 10), ("-x", 4, -4), ("abs(x-10)", 3, 7), ("(x+1)%4", 6, 3)],
)
def test_formulas(formula, x, score):
    assert formula_scores(formula, (x,)) == {x: score}


# -- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "error", "says"),
    [
        ("multipliers=3/2/1", RulesError, "slot 2 has 2 after 3"),
        ("multipliers=1/2/x", NotationError, "'x'"),
        ("multipliers=5..1", NotationError, "'5..1'"),
        ("multipliers=1..1000000000", TooLarge, "too long a range"),
        ("multipliers=1..20000", TooLarge, "20,000 slots"),
        ("multipliers=1..3,slots=4", RulesError, "slots=4, but there are 3"),
        ("slots=0", NotationError, "'0'"),
        ("slots=-1", NotationError, "'-1'"),
        ("slots=nan", NotationError, "'nan'"),
        ("slots=1000000000", TooLarge, "1,000,000,000 slots"),
        ("slots=1000000000,multipliers=1..slots", TooLarge, "1,000,000,000 slots"),
        ("functions=x/y", NotationError, "'y'"),
        ("functions=x//x", NotationError, "''"),
        ("functions=x**99", NotationError, "powers up to 9"),
        ("functions=x**9**9", NotationError, "x\\*\\*9\\*\\*9"),
        ("functions=9999999*x*x", TooLarge, "exceeds a billion"),
        ("functions=__import__('os')", NotationError, "Cannot read the function"),
        ("functions=2(x)", NotationError, "Cannot read the function"),
        ("functions=x%0", NotationError, "Cannot read the function"),
        ("functions=True", NotationError, "Cannot read the function"),
        ("functions=" + "(" * 120 + "x" + ")" * 120, NotationError, "Cannot read the function"),
        ("functions=x/2*x,slots=3", RulesError, "there are 2 functions"),
        ("functions=x,multipliers=1", RulesError, "not both"),
        ("functions=" + "/".join("x" * 61), TooLarge, "61 functions"),
        ("dice=1000d1000", TooLarge, "1000d1000"),
        ("dice=1000d10000", TooLarge, "1000d10000"),
        ("dice=1000d6", TooLarge, "too many totals"),
        ("dice=999999999d6", TooLarge, "1,000 dice"),
        ("dice=2d{1..999999999}", TooLarge, "10,000 faces"),
        ("dice=1000d{999999999},multipliers=999999999", TooLarge, "too high"),
        ("dice=0d6", NotationError, "0d6"),
        ("dice=3d", NotationError, "3d"),
        ("dice=2d{1:-1;2}", NotationError, "at least 1"),
        ("slot=5", RulesError, "Did you mean 'slots'"),
    ],
)
def test_bad_parameters_are_refused_at_once(parameters, error, says):
    started = time.process_time()
    with pytest.raises(error, match=says):
        game_named(f"ten-times-18:{parameters}")
    assert time.process_time() - started < 2.0


@pytest.mark.parametrize(
    ("state", "roll", "error", "says"),
    [
        ("", "19", PositionError, "cannot show 19: totals run from 3 to 18"),
        ("", "", PositionError, "A roll is needed at the start"),
        ("", "10.5", NotationError, "'10.5'"),
        ("", "nan", NotationError, "'nan'"),
        ("", "9" * 50, NotationError, "whole number"),
        ("1=4,1=5", "10", NotationError, "stands twice"),
        ("01=4,1=5", "10", PositionError, "filled twice"),
        ("11=4", "10", PositionError, "no slot 11"),
        ("0=4", "10", PositionError, "no slot 0"),
        ("1=19", "10", PositionError, "cannot show 19"),
        ("1", "10", NotationError, "key=value"),
        ("a=4", "10", NotationError, "'a'"),
        (",".join(f"{slot}=3" for slot in range(1, 11)), "10", PositionError, "over"),
        (-1, "10", PositionError, "-1"),
        (1024, "10", PositionError, "1024"),
        ((1, 2), "10", PositionError, "cannot occur"),
        (1023, (19,), PositionError, "'19' cannot occur"),
        (1023, (), PositionError, "roll is needed"),
    ],
)
def test_bad_positions_are_refused(state, roll, error, says):
    solution = solve("ten-times-18", fresh=True)
    with pytest.raises(error, match=says):
        solution.advise(state, roll)


def test_a_total_between_two_faces_is_refused_with_the_totals_there_are():
    game = game_named("ten-times-18:dice=1d{2;4}")
    with pytest.raises(PositionError, match="totals are 2, 4"):
        game.read_roll(game.start(), "3")


@given(st.text(max_size=30), st.text(max_size=30))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_or_refused_in_words(key, value):
    for spec in (
        f"ten-times-18:{key}={value}",
        f"ten-times-18:functions={value}",
        f"ten-times-18:{key}",
    ):
        with contextlib.suppress(DiceDevilError):
            assert game_named(spec).slots >= 1


@given(st.text("0123456789=,.-+ex ", max_size=20), st.text("0123456789+-. ", max_size=8))
@settings(max_examples=150, deadline=None)
def test_any_position_is_read_or_refused_in_words(state, roll):
    with contextlib.suppress(DiceDevilError):
        position, rolled = game_named("ten-times-18").read_position(state, roll)
        assert 0 < position.state < 1024
        assert 3 <= rolled[0] <= 18


@pytest.mark.parametrize(
    "ask",
    [
        lambda: solve("ten-times-18:slots=40", lane="graph", fresh=True),
        lambda: solve("ten-times-18:slots=1000", ReachTarget(500), fresh=True),
        lambda: solve("ten-times-18:slots=40", exact=True, lane="reference"),
        lambda: solve("ten-times-18:functions=" + "/".join(["x**2"] * 30), fresh=True),
        lambda: simulate("ten-times-18:slots=200", "random", games=10),
        lambda: evaluate("ten-times-18:slots=200", "omniscient"),
        lambda: omniscient_mean({1: 1, 2: 1}, range(1, 5001)),
    ],
)
def test_what_is_too_large_is_refused_at_once(ask):
    started = time.process_time()
    with pytest.raises(TooLarge):
        ask()
    assert time.process_time() - started < 2.0


def test_nobody_knows_the_future_where_slots_have_functions():
    with pytest.raises(UsageError, match="omniscient"):
        evaluate("ten-times-18:functions=x/x**2,dice=1d4", "omniscient")


# -- the all-knowing player ------------------------------------------------------------------------


@given(totals_of_dice, rising)
@settings(max_examples=60, deadline=None)
def test_the_recursion_the_law_and_the_mean_agree_with_counting_all_games(totals, multipliers):
    counted: dict[int, int] = {}
    for rolls in product(totals, repeat=len(multipliers)):
        score = sum(m * x for m, x in zip(multipliers, sorted(rolls), strict=True))
        counted[score] = counted.get(score, 0) + math.prod(totals[x] for x in rolls)
    weight = sum(totals.values()) ** len(multipliers)
    law = omniscient_law(totals, multipliers)
    assert law == {score: Fraction(ways, weight) for score, ways in counted.items()}
    assert list(law) == sorted(law)
    mean = omniscient_mean(totals, multipliers)
    assert mean == sum(score * chance for score, chance in law.items())
    assert mean == omniscient_table(totals, multipliers)[max(totals), len(multipliers)]
    floats = omniscient_mean(totals, multipliers, exact=False)
    assert abs(Fraction(floats) - mean) <= omniscient_error(totals, multipliers)


def test_the_mean_for_many_slots_against_order_statistics():
    """The i-th lowest of n rolls exceeds x when fewer than i rolls are at most x."""
    dice, slots = Dice.parse("3d6"), 250
    totals, weight = dice.totals(), dice.total_weight
    mean, upto = Fraction(min(totals) * slots * (slots + 1) // 2), 0
    for total in sorted(totals)[:-1]:
        upto += totals[total]
        fewer = 0
        for i in range(1, slots + 1):
            fewer += math.comb(slots, i - 1) * upto ** (i - 1) * (weight - upto) ** (slots - i + 1)
            mean += Fraction(i * fewer, weight**slots)
    multipliers = range(1, slots + 1)
    assert omniscient_mean(totals, multipliers) == mean
    floats = omniscient_mean(totals, multipliers, exact=False)
    assert abs(Fraction(floats) - mean) <= omniscient_error(totals, multipliers)


def test_the_boundary_values_of_the_recursion():
    table = omniscient_table(Dice.parse("1d6").totals(), (1, 2, 3))
    assert all(table[y, 0] == 0 for y in range(1, 7))
    assert table[1, 3] == 6  # three rolls known to be ones
    assert table[6, 1] == Fraction(7, 2)


def test_knowing_the_future_helps_and_random_placement_does_not():
    game = game_named("ten-times-18:multipliers=1/1/3/7,dice=2d4")
    best = solve(game, exact=True).exact
    assert evaluate(game, "random").exact_mean == 12 * 5
    assert 60 < best < evaluate(game, "omniscient").exact_mean
    assert evaluate(game, "optimal").exact_mean == best
    known = evaluate(game, "omniscient")
    played = simulate(game, "omniscient", games=20_000, seed=3)
    assert abs(played.mean - known.mean) < 4 * known.sd / 20_000**0.5


# -- closest calls ---------------------------------------------------------------------------------


def test_closest_calls_of_a_small_game_by_hand():
    """One die, two slots: the first roll goes up if above 3.5, and 3 and 4 are the closest."""
    game = game_named("ten-times-18:slots=2,dice=1d6")
    calls = closest_calls(solve(game, exact=True))
    assert calls.decisions == 6
    assert calls.loss == Fraction(1, 2)
    assert [(call.roll, call.best, call.runner_up) for call in calls.closest] == [
        ((3,), 1, 2),
        ((4,), 2, 1),
    ]
    assert calls.ties == ()
    assert calls.to_dict()["closest"][0] == {
        "state": "",
        "roll": "3",
        "best": "place 1",
        "runner_up": "place 2",
        "loss": 0.5,
        "exact": "1/2",
    }


def test_ties_are_kept_apart():
    """A die with an odd number of faces: its mean ties with its middle face."""
    for exact in (True, False):
        calls = closest_calls(solve("ten-times-18:slots=2,dice=1d3", exact=exact, fresh=True))
        assert [call.roll for call in calls.ties] == [(2,)]
        assert [call.roll for call in calls.closest] == [(1,), (3,)]
        assert calls.loss == pytest.approx(1)
    same = closest_calls(solve("ten-times-18:multipliers=4/4,dice=1d3", exact=True))
    assert len(same.ties) == same.decisions == 3
    assert same.closest == ()
    assert same.loss is None


def test_closest_calls_of_another_game_and_of_a_target():
    calls = closest_calls(solve("klappenspiel:tiles=4", exact=True))
    assert calls.decisions > 0
    game = game_named("ten-times-18:slots=2,dice=1d6")
    target = closest_calls(solve(game, ReachTarget(12), exact=True))
    assert target.decisions == 6
    assert target.loss == Fraction(1, 6)
