"""The rule of thumb of Yahtzee, and how such rules are followed through a card of any size."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.ask.strategies import strategy_named, strategy_names
from dicedevil.families.cards.game import CardState, KeepDice, KeepRerollGame
from dicedevil.families.cards.thumb import RuleOfThumb, longest_run, plays_by_thumb
from dicedevil.strategy import Strategy

YAHTZEE = dd.game("yahtzee")
ROLLS = list(combinations_with_replacement(range(1, 7), 5))
SMALL = (
    "yahtzee:boxes=sixes/full-house,rerolls=1",
    "yahtzee:boxes=ones/yahtzee,rerolls=1,joker=forced",
    "yahtzee:boxes=small-straight/large-straight,rerolls=1",
)


def chosen(state: str, roll: str, game: str = "yahtzee") -> str:
    rules = dd.game(game)
    position, rolled = rules.read_position(state, roll)
    rule = strategy_named(rules, "rule-of-thumb")
    assert isinstance(rule, Strategy)
    (choice,) = rule.mix(rules, position.state, rolled)
    return rules.write_choice(choice)


@pytest.mark.parametrize(
    ("state", "roll", "does"),
    [
        ("", "15566", "keep 66"),
        ("sixes=18", "15566", "keep 55"),  # the higher pair, if its upper box is open
        ("", "22234", "keep 222"),
        ("", "33344", "score full-house"),
        ("full-house=25", "33344", "keep 333"),
        ("", "12346", "keep 1234"),
        ("large-straight=0", "12346", "score small-straight"),
        ("", "23456", "score large-straight"),
        ("large-straight=40", "23456", "score small-straight"),
        ("", "44444", "score yahtzee"),
        ("yahtzee=50", "44444", "score fours"),
        ("yahtzee=50,fours=12", "44444", "score large-straight"),
        ("", "12356", "keep 123"),
        ("small-straight=30,large-straight=40", "12356", "keep 6"),
        ("rerolls=0", "33345", "score threes"),
        ("threes=9,rerolls=0", "33345", "score three-of-a-kind"),
        ("threes=9,rerolls=0", "33335", "score four-of-a-kind"),
        ("rerolls=0", "34566", "score small-straight"),
        ("rerolls=0", "33566", "score chance"),  # 23
        ("chance=20,rerolls=0", "33566", "score ones"),  # gives up the ones
        ("rerolls=0", "11245", "score ones"),
    ],
)
def test_what_the_rule_says(state: str, roll: str, does: str) -> None:
    assert chosen(state, roll) == does


@given(st.integers(1, 2**13 - 1), st.sampled_from(ROLLS), st.sampled_from(["free", "forced", "none"]))
def test_it_knows_what_to_do_everywhere_and_stays_with_it(
    boxes: int, roll: tuple[int, ...], joker: str
) -> None:
    game = dd.game(f"yahtzee:joker={joker}")
    assert isinstance(game, KeepRerollGame)
    rule = RuleOfThumb(game)
    made = [rule(CardState(boxes, 0, 0, left, ()), roll) for left in (0, 1, 2)]
    for left, choice in enumerate(made):
        assert choice in game.choices(CardState(boxes, 0, 0, left, ()), roll)
    for fewer, more in ((0, 1), (1, 2), (0, 2)):
        if not isinstance(made[more], KeepDice):
            assert made[fewer] == made[more]  # what is filled early would be filled later too


@pytest.mark.parametrize("spec", SMALL)
def test_kernels_follow_it_as_the_rules_do(spec: str) -> None:
    game = dd.game(spec)
    exact = dd.evaluate(game, "rule-of-thumb", exact=True)
    floats = dd.evaluate(game, "rule-of-thumb", exact=False)
    assert list(floats.law) == list(exact.law)
    for score, chance in exact.law.items():
        assert floats.law[score] == pytest.approx(float(chance), rel=1e-12)
    played = dd.simulate(game, "rule-of-thumb", games=20_000, seed=4)
    assert abs(played.mean - exact.mean) < 4 * played.standard_error  # type: ignore[union-attr]


def test_cards_that_it_does_not_know_have_none() -> None:
    assert "rule-of-thumb" in strategy_names(YAHTZEE)
    for spec in ("yahtzee:dice=6d6", "yahtzee:dice=4d6+1d{6}", "yahtzee:dice=5d8"):
        assert not plays_by_thumb(dd.game(spec))  # type: ignore[arg-type]
        assert "rule-of-thumb" not in strategy_names(dd.game(spec))


def test_runs() -> None:
    assert longest_run((1, 2, 4, 5, 5)) == (4, 5)
    assert longest_run((1, 3, 3, 3, 6)) == (6,)
    assert longest_run((1, 2, 3, 5, 6)) == (1, 2, 3)
