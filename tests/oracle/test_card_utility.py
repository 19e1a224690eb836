"""Utilities of score cards against exact fractions, to the error bound they claim."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.rules import Position
from small_cards import own_dice_cards, small_cards

SMALL = dict([*small_cards(), *own_dice_cards()])
TINY = ["threshold-beyond", "big-upper-points", "one-box", "penalty", "own-faces", "upper-only-last"]
SCORES = range(-30, 180)


def random_utility(seed: int, step: bool = False) -> dd.Utility:
    """Worths without any order, negative ones among them; or with few different ones."""
    source = random.Random(seed)
    spread = 10 ** source.randint(0, 6)
    worths = (Fraction(source.randint(-spread, spread), 7) for _ in SCORES)
    return dd.Utility(
        {score: worth // spread if step else worth for score, worth in zip(SCORES, worths, strict=True)}
    )


def compare(game: KeepRerollGame, aim: dd.Utility) -> None:
    exact, ours = dd.solve(game, aim, exact=True), dd.solve(game, aim)
    assert ours.lane == "keep-reroll"
    bound = Fraction(ours.error_bound)
    for state, row in exact.values.by_state.items():  # type: ignore[attr-defined]
        for points, worth in row.items():
            assert abs(Fraction(ours.values.worth(points, state)) - worth) <= bound


@settings(max_examples=10)
@given(st.sampled_from(TINY), st.integers(0, 10**9), st.booleans())
def test_every_value_of_a_small_card(name: str, seed: int, step: bool) -> None:
    """Between turns and in mid-turn, with all points that can have been made."""
    compare(KeepRerollGame(SMALL[name]), random_utility(seed, step))


@pytest.mark.parametrize("name", ["free-bonus6-extra20-loaded-2", "forced-bonus6-extra20-fair-1"])
def test_a_card_with_jokers_and_bonuses(name: str) -> None:
    compare(KeepRerollGame(SMALL[name]), random_utility(5))


def test_one_position_alone_and_what_lies_beyond_it() -> None:
    game, aim = dd.game("junior-yahtzee"), dd.Utility("capped=60")
    whole = dd.solve(game, aim)
    here = game.read_state("ones=3,twos=6,rerolls=1")
    alone = dd.solve(game, aim, at=here)
    ours, all_of_it = (one.advise(here, "55514") for one in (alone, whole))
    assert [one.choice for one in ours.choices] == [one.choice for one in all_of_it.choices]
    bound = alone.error_bound + whole.error_bound
    assert all(
        abs(a.value - b.value) <= bound for a, b in zip(ours.choices, all_of_it.choices, strict=True)
    )
    assert ours.why().to_dict()["parts"]
    with pytest.raises(dd.DiceDevilError, match="ask about this position alone"):
        alone.worth("ones=3,twos=6,threes=9,fours=8")
    with pytest.raises(dd.DiceDevilError, match="ask about this position alone"):
        whole.worth(Position(1000, here.state))
    over = game.read_state("ones=3,twos=6,threes=9,fours=8,fives=10,sixes=18")
    assert dd.solve(game, aim, at=over).value_at(over) == over.points


def test_a_target_is_one_case_of_it() -> None:
    game = dd.game("junior-yahtzee")
    curve = dd.curve(game)
    for target in (30, 72, 100):
        found = dd.solve(game, dd.Utility(f"at-least={target}"), at="")
        off = curve.error_bound * curve.chance(target) + found.error_bound
        assert abs(found.value - curve.chance(target)) <= off
    assert dd.solve(game, dd.Utility("capped=1000"), at="").value == pytest.approx(
        dd.solve(game).value, abs=1e-9
    )


def test_a_score_without_a_worth_is_refused_where_it_can_occur() -> None:
    game = dd.game("micro-yahtzee")
    scores = set(dd.evaluate(game, "random").law)
    told = dict.fromkeys(range(max(scores) + 1), 1)
    dd.solve(game, dd.Utility(dict.fromkeys(scores, 1)))
    for gone in (min(scores), max(scores)):
        rest = dd.Utility({score: 1 for score in told if score != gone})
        with pytest.raises(dd.DiceDevilError, match=f"Without a worth: {gone};"):
            dd.solve(game, rest)


def test_rows_beyond_the_budget_are_refused() -> None:
    with pytest.raises(dd.DiceDevilError, match=r"rows of worths, .* numbers: .* of memory"):
        dd.solve("yahtzee", dd.Utility("capped=250"), memory=200 << 20)
    with pytest.raises(dd.DiceDevilError, match="Only 5 s are allowed"):
        dd.solve("yahtzee", dd.Utility("capped=250"), budget=dd.Budget(patience=5.0), at="")
