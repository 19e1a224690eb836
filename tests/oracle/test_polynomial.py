"""The polynomial table against the set table: exact, in floats within the stated bound."""

import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedevil.dice import Dice, Die
from dicedevil.errors import TooLarge, UsageError
from dicedevil.families.placement.game import open_slots
from dicedevil.games import game as game_named
from dicedevil.objectives import MaxScore, Worst
from dicedevil.rules import Position
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.placement.polynomial import (
    expected_roll_weights,
    expected_rolls,
    expected_rolls_float,
    polynomial_values,
    slot_for,
)
from dicedevil.solvers.solver import solve

faces = st.dictionaries(st.integers(0, 20), st.integers(1, 9), min_size=1, max_size=5)
loaded_dice = st.lists(faces, min_size=1, max_size=2).map(
    lambda dice: str(Dice(tuple(Die(tuple(sorted(die.items()))) for die in dice)))
)
rising = st.lists(st.integers(-4, 6), min_size=1, max_size=6).map(lambda m: tuple(sorted(m)))


def ten_times_18(parameters):
    return game_named(f"ten-times-18:{parameters}")


@given(loaded_dice, rising)
@settings(max_examples=60, deadline=None)
def test_both_tables_give_the_same_fraction_for_every_set(dice, multipliers):
    game = ten_times_18(f"multipliers={'/'.join(map(str, multipliers))},dice={dice}")
    by_sets = solve(game, exact=True, lane="reference")
    by_counts = solve(game, exact=True, lane="polynomial")
    assert by_counts.error_bound == 0
    for state in range(1 << game.slots):
        assert by_counts.worth(state) == by_sets.worth(state)


@given(loaded_dice, rising)
@settings(max_examples=25, deadline=None)
def test_floats_stay_within_their_bound(dice, multipliers):
    game = ten_times_18(f"multipliers={'/'.join(map(str, multipliers))},dice={dice}")
    exact = solve(game, exact=True)
    floats = solve(game)
    graph = solve(game, lane="graph", fresh=True)
    for state in range(1 << game.slots):
        truth = exact.worth(state)
        assert abs(Fraction(floats.worth(state)) - truth) <= floats.error_bound
        assert abs(graph.worth(state) - float(truth)) <= graph.error_bound + 1e-12 * max(1, abs(truth))


@given(loaded_dice, rising)
@settings(max_examples=40, deadline=None)
def test_the_slot_of_the_row_is_a_best_choice(dice, multipliers):
    game = ten_times_18(f"multipliers={'/'.join(map(str, multipliers))},dice={dice}")
    solution = solve(game, exact=True, lane="reference")
    rows = expected_rolls(game.totals, game.slots)
    for state in range(1, 1 << game.slots):
        slots = open_slots(state)
        for total in game.totals:
            taken = slots[slot_for(rows[len(slots) - 1], total)]
            worths = [solution.choice_worth(Position(0, state), (total,), slot) for slot in slots]
            assert solution.choice_worth(Position(0, state), (total,), taken) == max(worths)


@given(loaded_dice, st.integers(1, 12))
@settings(max_examples=60, deadline=None)
def test_whole_numbers_and_the_papers_equation_agree(dice, slots):
    parsed = Dice.parse(dice)
    totals, weight = parsed.totals(), parsed.total_weight
    scaled = expected_roll_weights(totals, slots)
    rows = expected_rolls(totals, slots)
    assert rows == [[Fraction(e, weight**j) for e in row] for j, row in enumerate(scaled)]
    for j, row in enumerate(rows):
        assert row == sorted(row)
        assert sum(row) == j * rows[1][0]


@pytest.mark.parametrize("dice", ["3d6", "1d3", "1d2", "1d{7}", "1d{0;20}", "2d{1..11:1;12:2}", "30d6"])
def test_the_proven_bound_holds_row_by_row(dice):
    """Dice with ties in the table (1d3 has E_1 = 2), with equal rows (one face), and long ones."""
    totals = Dice.parse(dice).totals()
    slots = 40 if dice == "30d6" else 120
    weight = Dice.parse(dice).total_weight
    exact = expected_roll_weights(totals, slots)
    floats = expected_rolls_float(totals, slots)
    for j in range(1, slots + 1):
        bound = 8 * j * Fraction(1, 2**53) * max(totals)
        power = weight**j
        assert all(
            abs(Fraction(float(f)) * power - e) <= bound * power
            for f, e in zip(floats[j], exact[j], strict=True)
        )
        assert (np.diff(floats[j]) >= 0).all()


def test_a_thousand_slots_in_under_a_second_without_the_set_table(monkeypatch):
    def no_set_table(*_args, **_kwargs):
        raise AssertionError("the set table was asked for")

    monkeypatch.setattr("dicedevil.solvers.plain.graph.GameGraph.of", no_set_table)
    monkeypatch.setattr("dicedevil.solvers.plain.reference.Turns.__init__", no_set_table)
    game = ten_times_18("slots=1000")
    started = time.process_time()
    solution = solve(game, fresh=True)
    assert time.process_time() - started < 1.0
    assert solution.lane == "polynomial"
    assert solution.error_bound < 1e-11 * solution.value
    advice = solution.advise("1=3,1000=18", "10")
    assert len(advice.choices) == 998
    assert advice.best.value >= max(one.value for one in advice.choices) - 2 * solution.error_bound
    # A share of 81/216 of all rolls is below 10 and 108/216 is above; between them lie near ties.
    assert 1000 * 81 / 216 < int(advice.best.choice.split()[1]) < 500
    assert solution.advise("1=3,1000=18", "3").best.choice == "place 2"
    assert solution.advise("1=3,1000=18", "18").best.choice == "place 999"


def test_two_hundred_slots_in_floats_against_fractions():
    game = ten_times_18("slots=200")
    floats, exact = solve(game), solve(game, exact=True)
    assert abs(Fraction(floats.value) - exact.exact) <= floats.error_bound


def test_weights_beyond_floats():
    game = ten_times_18("slots=3,dice=100d{1:7;2:5}+1d{1;2;3}")
    assert game.dice.total_weight > 2**53
    floats, exact = solve(game), solve(game, exact=True)
    assert abs(Fraction(floats.value) - exact.exact) <= floats.error_bound
    huge = ten_times_18("slots=2,dice=30d{1:999999999999;2:1}")
    assert huge.dice.total_weight > 10**308
    assert solve(huge).value == pytest.approx(float(solve(huge, exact=True).exact), abs=1e-9)
    with pytest.raises(TooLarge, match="2\\^53"):
        solve(huge, lane="graph", fresh=True)


def test_the_nonlinear_variant_is_solved_by_the_set_table():
    game = ten_times_18("functions=x/x**2-3*x/(x*5)%7,dice=1d6")
    exact, graph = solve(game, exact=True), solve(game, fresh=True)
    assert (exact.lane, graph.lane) == ("reference", "graph")
    assert graph.value == pytest.approx(float(exact.exact), rel=1e-13)
    with pytest.raises(UsageError, match=r"does not apply.*multiplier per slot.*set table"):
        solve(game, lane="polynomial")


def test_functions_that_are_multipliers_give_the_same_value():
    linear = ten_times_18("slots=4,dice=2d4")
    same = ten_times_18("functions=x/2*x/x+x+x/4*x,dice=2d4")
    assert solve(linear, exact=True).exact == solve(same, exact=True).exact
    assert same.multipliers is None


def test_other_objectives_do_not_take_the_polynomial_lane():
    game = ten_times_18("slots=3,dice=1d4")
    worst = solve(game, Worst(), exact=True)
    assert worst.lane == "reference"
    assert worst.exact < solve(game, MaxScore(), exact=True).exact
    with pytest.raises(UsageError, match="mean score"):
        solve(game, Worst(), lane="polynomial")


def test_fractions_that_are_too_long_are_refused():
    game = ten_times_18("slots=1000")
    with pytest.raises(TooLarge, match=r"1,000 slots.* MB of memory .*Without --exact"):
        polynomial_values(game, exact=True, budget=Budget(memory=100 << 20))
    with pytest.raises(TooLarge, match=r"1,000 slots.*10 s are allowed: --patience"):
        polynomial_values(game, exact=True, budget=Budget(patience=10.0))
