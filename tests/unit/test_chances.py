"""What a position is worth, and how likely targets are from there."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import dicedevil as dd


def test_going_for_a_target_in_pig_is_holding_there() -> None:
    found = dd.chances("pig", "turn=12", [20, 25])
    assert found.worth == pytest.approx(float(dd.solve("pig").worth("turn=12")))
    held = dd.evaluate("pig", "hold-at-25", state="turn=12")
    high = found.targets[1]
    assert high.going_for_it == pytest.approx(float(held.at_least(25)))
    assert found.worth - held.mean == pytest.approx(high.cost)
    assert high.normally == pytest.approx(float(dd.evaluate("pig", state="turn=12").at_least(25)))
    assert found.targets[0].cost == 0.0  # best play holds there anyway


def test_exact_chances_are_fractions() -> None:
    found = dd.chances("ten-times-18:slots=3", "1=4", [60], exact=True)
    one = found.targets[0]
    assert isinstance(found.worth, Fraction)
    assert one.going_for_it == dd.curve("ten-times-18:slots=3", "1=4", exact=True).exact_chance(60)
    assert one.normally == dd.evaluate("ten-times-18:slots=3", state="1=4").at_least(60)
    assert one.to_dict()["exact"]["normally"] == f"{one.normally.numerator}/{one.normally.denominator}"
    assert found.points == 4
    assert found.to_dict()["asked"] == [one.to_dict()]


def test_low_scores_are_targets_too() -> None:
    found = dd.chances("shut-the-box:tiles=6,score=remaining", "", [3, 0])
    law = dd.evaluate("shut-the-box:tiles=6,score=remaining")
    assert found.targets[0].normally == pytest.approx(float(law.at_most(3)))
    assert found.targets[0].going_for_it >= found.targets[0].normally
    assert found.targets[0].cost is not None
    assert found.targets[0].cost >= 0


def test_a_card_within_a_turn() -> None:
    game = dd.game("junior-yahtzee")
    solution = dd.solve(game)
    for state in ("ones=3,rerolls=1,kept=66", "ones=3,twos=6,rerolls=0", "rerolls=0,kept=6666"):
        law = dd.evaluate(game, state=state, exact=False)
        assert law.mean == pytest.approx(float(solution.worth(state)), rel=1e-12)
        assert sum(law.law.values()) == pytest.approx(1.0, abs=1e-12)
        assert law.state == state
    last = "ones=3,twos=6,threes=9,fours=12,fives=10,rerolls=1,kept=66"
    exact, close = dd.evaluate(game, state=last), dd.evaluate(game, state=last, exact=False)
    assert close.law == pytest.approx({score: float(p) for score, p in exact.law.items()})


def test_the_value_of_a_position_is_the_movers() -> None:
    solution = dd.solve("pig:target=20", dd.WinMatch())
    first = solution.value_at("me=5,them=9,turn=3")
    assert solution.value_at("me=5,them=9,turn=3,mover=1") == pytest.approx(float(first))
    assert solution.to_dict("me=5,them=9,turn=3,mover=1")["value"] == pytest.approx(float(first))
    assert solution.worth("me=5,them=9,turn=3,mover=1") == pytest.approx(1 - float(first))
    at = dd.solve("pig:target=20", dd.WinMatch(), at="me=5,them=9,turn=3")
    assert at.value_at("me=5,them=9,turn=3") == pytest.approx(float(first))


def test_chances_look_well() -> None:
    found = dd.chances("pig", "turn=12", [25])
    assert str(found) == ("pig: worth 13.9853; at least 25 with 0.02083, going for it 0.5137")
    assert "going for it" in found._repr_html_()
    assert found == dd.chances("pig", "turn=12", [25])


def test_a_long_game_costs_no_recursion() -> None:
    """A turn of a thousand points: too far to look for what going for it costs."""
    assert dd.chances("pig:target=1000", "", [400]).targets[0].cost is None


def test_an_exact_chance_next_to_one_is_not_one() -> None:
    curve = dd.curve("ten-times-18:slots=4", exact=True)
    assert curve.exact is not None
    for place, target in enumerate(curve.targets):
        assert curve.exact_chance(target) == curve.exact[place]
    near = replace(curve, probability=(1.0,) * len(curve.targets))  # as floats would round it
    assert near.exact_chance(curve.targets[1]) == curve.exact[1] != 1
