"""Blind strategies of score cards: boxes in a given order, whatever is rolled."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.errors import UsageError
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.strategy import Strategy
from few import few
from small_cards import small_cards

PLAIN = "basic-yahtzee:bonus=no"
SUM = Fraction(35, 2) + Fraction(35 * 1656 + 35 * 156, 2 * 7776) + Fraction(35, 2)
SUM += Fraction(25 * 300 + 30 * 1200 + 40 * 240 + 50 * 6, 7776)
"""What a single roll brings to all boxes, by the chances of Verhoeff's Table 7: 45.95."""


@pytest.mark.parametrize("order", few(["", "=chance+yahtzee+ones", "=sixes+fours"], 2))
@pytest.mark.parametrize("word", ["blind", "blind-reroll"])
def test_every_order_has_the_same_mean_where_no_box_pays_for_others(word: str, order: str) -> None:
    law = dd.evaluate(PLAIN, word + order)
    assert abs(law.mean - float(SUM)) <= law.mean_error_bound + 1e-13
    assert law.strategy == word + order


def test_it_does_what_it_says() -> None:
    game: Any = dd.game("yahtzee")
    first, rolls_on = game.own_strategy("blind=chance"), game.own_strategy("blind-reroll")
    start, roll = game.start(), (1, 2, 3, 4, 6)
    assert game.write_choice(first(start, roll)) == "score chance"
    assert game.write_choice(rolls_on(start, roll)) == "keep none"
    assert game.write_choice(rolls_on(start._replace(rerolls=0), roll)) == "score ones"
    after = game.play(start, roll, first(start, roll))[1]
    assert game.write_choice(first(after, roll)) == "score ones"


def test_all_orders_of_a_small_card_by_fractions() -> None:
    means = {
        dd.evaluate(
            "yahtzee:boxes=ones/chance/full-house,rerolls=1,joker=none", f"blind={first}+{then}"
        ).exact_mean
        for first, then in permutations(("ones", "chance", "full-house"), 2)
    }
    assert len(means) == 1


@pytest.mark.parametrize(("name", "card"), [one for one in small_cards() if "forced" in one[0]][::3])
def test_kernels_follow_it_as_the_rules_do(name: str, card: Any) -> None:
    game = KeepRerollGame(card)
    for word in ("blind", f"blind-reroll={card.names[-1]}"):
        asked = game.own_strategy(word)
        exact = dd.evaluate(game, Strategy("asked", lambda s, r, one=asked: one(s, r)))
        floats = dd.evaluate(game, word, exact=False)
        assert list(floats.law) == list(exact.law)
        for score, chance in exact.law.items():
            assert abs(float(floats.law[score]) - float(chance)) <= floats.error_bound
        played: Any = dd.simulate(game, word, games=5000, seed=3)
        assert abs(played.mean - exact.mean) <= 4 * played.standard_error + 1e-9


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("blind=foursome", "names no box 'foursome' of this card. Did you mean 'fours'"),
        ("blind=ones+ones", "'ones' stands twice"),
        ("blind=", "names no box ''"),
        ("blinds", "has no strategy 'blinds'"),
    ],
)
def test_orders_that_cannot_be_read(name: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        dd.evaluate("yahtzee", name)
