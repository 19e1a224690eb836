"""Several cards against fractions that know nothing of interchangeable cards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.card_oracle import SeveralOracle

import dicedevil as dd
from dicedevil.dice import Dice
from dicedevil.errors import TableError, TooLarge
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.families.cards.several import SeveralCards
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.cards.bounds import enclose, relaxed
from dicedevil.solvers.cards.layered import Layered
from dicedevil.solvers.cards.several import CardsEncoding
from dicedevil.solvers.cards.several_making import solve_several
from dicedevil.solvers.cards.simpler import in_order, one_total
from small_cards import ONES, TWOS, tiny_cards


@settings(max_examples=8, deadline=None)
@given(tiny_cards(boxes=2, rerolls=1), st.integers(2, 3))
def test_small_cards_of_ones_own(card: ScoreCard, count: int) -> None:
    count = count if len(card.boxes) == 1 else 2
    exact = SeveralOracle(card, count).start()
    game = SeveralCards(KeepRerollGame(card), count)
    assert dd.solve(game, exact=True).exact == exact
    solved = dd.solve(game)
    assert solved.lane == "several-cards"
    assert abs(solved.value - float(exact)) <= solved.error_bound
    low, high = enclose(game, USUAL)["bounds"]
    assert low <= exact <= high
    if card.has_upper_bonus and card.upper and not (card.joker != "none" or card.yahtzee_bonus):
        below, above = (simpler(card, count).solve(USUAL, "") for simpler in (in_order, one_total))
        assert below[0] - below[1] <= exact <= above[0] + above[1]
    worst = dd.solve(game, dd.Worst())
    assert abs(worst.value - float(dd.solve(game, dd.Worst(), exact=True).value)) <= worst.error_bound
    for state in ("", "rerolls=0"):  # what choices are worth within a turn too
        roll = game.write_roll(next(iter(game.rolls(game.start()))))
        quick, slow = (dd.solve(game, exact=way).advise(state, roll) for way in (False, True))
        worths = {one.choice: one.value for one in slow.choices}
        for one in quick.choices:
            assert abs(one.value - worths[one.choice]) <= quick.error_bound + 1e-12


def test_what_is_too_large_is_enclosed(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = "yahtzee:boxes=ones/twos/yahtzee/full-house,dice=3d3,cards=2,threshold=6,joker=forced"
    known = dd.solve(spec)
    monkeypatch.setattr(CardsEncoding, "fits", lambda *_: False)
    found = dd.solve(spec, fresh=True)
    assert found.interval is not None
    low, high = found.interval
    assert low < known.value < high
    told = found.to_dict()
    assert (told["low"], told["high"]) == (low, high)
    assert told["value"] == (low + high) / 2
    assert told["value"] - told["error_bound"] <= low
    assert high <= told["value"] + told["error_bound"]
    assert low >= 2 * dd.solve(spec.replace("cards=2,", "")).value - 1e-9
    for ask in (lambda: dd.solve(spec, fresh=True, at="1-ones=2"), lambda: found.worth("1-ones=2")):
        with pytest.raises(TooLarge, match="too many to solve"):
            ask()


def test_bounds_are_close_where_upper_sections_are_simple(monkeypatch: pytest.MonkeyPatch) -> None:
    """One card has one upper section, so that both simpler games are the game itself."""
    spec = "yahtzee:boxes=ones/twos/threes/chance,dice=3d3,threshold=8,upper-bonus=9,joker=none"
    spec += ",yahtzee-bonus=0"
    one = dd.game(spec)
    assert isinstance(one, KeepRerollGame)
    best = dd.solve(one)
    for simpler in (in_order, one_total):
        value, error = simpler(one.card, 1).solve(USUAL, "")
        assert abs(value - best.value) <= error + best.error_bound
    three = dd.game(f"{spec},cards=3")
    assert isinstance(three, SeveralCards)
    known = dd.solve(three)
    low, high = enclose(three, USUAL)["bounds"]
    assert low <= known.value <= high
    # filled one after the other, and every upper point with its share of the bonus: not as close
    easier, scale = relaxed(three)
    above = solve_several(easier, 1, USUAL, "")[-1] / scale
    assert low > 3 * best.value + 0.1
    assert high < above - 0.1
    # what would take too long is left out
    monkeypatch.setattr(Layered, "seconds", property(lambda self: 700.0 if self.count > 1 else 0.0))
    monkeypatch.setattr(CardsEncoding, "seconds", 0.0)
    low, high = enclose(three, USUAL)["bounds"]
    assert high == pytest.approx(above)


def test_cost_is_told_before() -> None:
    with pytest.raises(TooLarge, match=r"1,073,741,824 states, takes 9,\d\d\d MB"):
        dd.solve("yatzy:cards=3")
    with pytest.raises(TooLarge, match=r"^basic-yahtzee:bonus=no,cards=3 takes .* are allowed"):
        dd.solve("basic-yahtzee:bonus=no,cards=3", fresh=True, budget=Budget(patience=5))
    with pytest.raises(TableError, match="solve' makes the table"):
        dd.solve("basic-yahtzee:bonus=no,cards=3", fresh=True, missing_ok=False)


def test_states_are_how_often_boxes_are_filled() -> None:
    solved = dd.solve("junior-yahtzee:bonus=no,cards=3")
    assert solved.states == 4**6
    assert solved.value > 3 * dd.solve("junior-yahtzee:bonus=no").value
    # on cards without bonuses it does not matter which card holds what
    assert solved.worth("1-ones=3,2-twos=6") == solved.worth("3-ones=3,3-twos=6")


def test_micro_yahtzee() -> None:
    game = dd.game("micro-yahtzee:cards=2")
    assert isinstance(game, SeveralCards)
    assert dd.solve(game, exact=True).exact == SeveralOracle(game.card, 2).start()


def test_any_card_may_be_the_first() -> None:
    rules = "junior-yahtzee:cards=2"
    card = replace(dd.game(rules).card, dice=Dice.parse("2d2"), boxes=(ONES, TWOS), threshold=4)
    solved = dd.solve(SeveralCards(KeepRerollGame(card), 2))
    assert solved.worth("1-ones=2") == solved.worth("2-ones=2")
    here, there = (solved.advise(f"{place}-ones=2", "12").choices for place in (1, 2))
    assert sorted(one.value for one in here) == sorted(one.value for one in there)
