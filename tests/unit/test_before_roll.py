"""Positions before the roll, and what is to be seen of a position at a glance."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dicedevil as dd
from dicedevil.ask.before import BeforeRoll
from dicedevil.dice import Dice
from dicedevil.errors import PositionError
from dicedevil.families.cards.card import ScoreCard, upper_box
from dicedevil.families.cards.game import KeepRerollGame


@pytest.mark.parametrize(("turn", "best"), [(19, "roll"), (20, "stop"), (23, "stop")])
def test_roll_or_hold(turn: int, best: str) -> None:
    advice = dd.advise("pig", f"turn={turn}", exact=True)
    assert isinstance(advice, BeforeRoll)
    assert advice.best.choice == best
    values = {one.choice: Fraction(one.exact or "0") for one in advice.choices}
    assert values == {"stop": turn, "roll": Fraction(5 * turn + 20, 6)}
    assert advice.to_dict()["rolls"][0] == {
        "roll": "6",
        "chance": 1 / 6,
        "choice": "stop",
        "value": turn + 6,
    }


def test_nothing_can_be_banked_before_the_first_roll_or_below_the_minimum() -> None:
    assert [one.choice for one in dd.advise("pig").choices] == ["roll"]
    assert [one.choice for one in dd.advise("farkle", "turn=350,dice=2").choices] == ["roll"]
    assert {one.choice for one in dd.advise("farkle", "turn=550,dice=2").choices} == {"roll", "bank"}


@pytest.mark.parametrize(
    ("spec", "state", "objective"),
    [
        ("pig:target=20", "me=5,them=9,turn=3", dd.WinMatch()),
        ("pig:target=20", "me=5,them=9,turn=3,mover=1", dd.WinMatch()),
        ("pig:target=20", "me=5,turn=3", dd.FewestTurns()),
        ("pig:target=20", "me=5,turn=3", dd.ReachWithin(4)),
        ("ten-times-18:slots=4", "1=4", dd.MaxScore()),
        ("shut-the-box:tiles=6,score=remaining", "up=1+4+6", dd.MaxScore()),
        ("junior-yahtzee", "ones=3,twos=6,rerolls=1,kept=66", dd.MaxScore()),
        ("junior-yahtzee", "ones=3,twos=6,rerolls=0,kept=66", dd.ReachTarget(80)),
        ("klappenspiel:tiles=6", "up=1+4", dd.Worst()),
    ],
)
def test_the_value_before_a_roll_is_that_of_the_position(
    spec: str, state: str, objective: dd.Objective
) -> None:
    solution = dd.solve(spec, objective)
    advice = dd.advise(spec, state, objective=objective)
    assert isinstance(advice, BeforeRoll)
    rolled = next(one.value for one in advice.choices if one.choice == "roll")
    assert rolled == pytest.approx(float(solution.value_at(state)), rel=1e-6)
    assert sum(one.chance for one in advice.rolls) == pytest.approx(1.0)
    for one in advice.rolls[:3]:
        there = solution.advise(state, one.roll)
        assert (there.best.choice, there.value) == (one.choice, pytest.approx(one.value))
    stops = [one for one in advice.choices if one.choice == "stop"]
    if stops:
        read = solution.game.read_state(state)
        worth = float(solution.choice_worth(read, (), "bank"))
        flipped = 1 - worth if solution.is_flipped(read.state) else worth
        assert stops[0].value == pytest.approx(flipped)


def test_where_nothing_is_left_to_roll() -> None:
    with pytest.raises(PositionError, match="over"):
        dd.advise("micro-yahtzee", "double=2,square=1")


@pytest.mark.parametrize(
    ("spec", "state", "roll", "facts"),
    [
        (
            "yahtzee",
            "1s=3,sixes=18,rerolls=1",
            "33456",
            ("21 points", "upper total 21 of 63", "1 reroll "),
        ),
        ("ten-times-18", "1=4,5=8", "11", ("44 points", "8 of 10 slots open")),
        ("shut-the-box", "up=1+4+9", "14", ("3 of 9 tiles up", "sum 14")),
        ("farkle", "turn=350,dice=2", "15", ("350 in the turn", "two dice to roll")),
    ],
)
def test_facts(spec: str, state: str, roll: str, facts: tuple[str, ...]) -> None:
    game = dd.game(spec)
    told = game.facts(game.read_state(state), state)
    assert len(told) == len(facts)
    assert all(one.startswith(start) for one, start in zip(told, facts, strict=True))
    if spec != "farkle":
        assert dd.advise(spec, state, roll).facts == told


def test_tiny_chances_are_told_apart_before_the_roll() -> None:
    aim = dd.ReachTarget(375)
    before = dd.advise("ten-times-18:slots=6", "", "", aim)
    told = {one.roll: one.choice for one in before.rolls}
    assert told["18"] == dd.advise("ten-times-18:slots=6", "", "18", aim).best.choice


def test_a_player_tells_what_a_position_is_worth_before_the_roll() -> None:
    state = "double=6,them-double=4"
    before = dd.advise("micro-yahtzee", state, player="emp-1")
    after = [dd.advise("micro-yahtzee", state, str(face), player="emp-1").value for face in range(1, 7)]
    assert before.value == pytest.approx(sum(after) / 6)
    assert [one.value for one in before.rolls] == sorted(after, reverse=True)
    assert "6 points so far" in before.facts


@pytest.mark.parametrize("spec", ["pig:target=40", "pig:target=40,last-round=yes"])
@pytest.mark.parametrize("state", ["me=10,them=35,turn=12", "me=10,them=20,them2=30,turn=2", "them=7"])
def test_a_player_tells_whether_to_roll_in_a_race(spec: str, state: str) -> None:
    before = dd.advise(spec, state, player="emp-1")
    after = [dd.advise(spec, state, str(face), player="emp-1") for face in range(1, 7)]
    values = {one.choice: one.value for one in before.choices}
    assert values["roll"] == pytest.approx(sum(one.value for one in after) / 6)
    assert ("stop" in values) == ("turn" in state)
    assert before.value == max(values.values()) == before.best.value
    told = {one.roll: (one.choice, one.value) for one in before.rolls}
    assert told == {one.roll: (one.best.choice, one.value) for one in after}


def test_stopping_before_the_roll_is_stopping_after_one() -> None:
    rolled = dd.advise("pig:target=40", "me=10,them=35,turn=10", "2", player="emp-1")
    before = dd.advise("pig:target=40", "me=10,them=35,turn=12", player="emp-1")
    stops = [
        next(one.value for one in told.choices if one.choice == "stop") for told in (rolled, before)
    ]
    assert stops[0] == stops[1]
    assert before.facts == ("12 in the turn",)


def test_a_race_that_is_over_has_nothing_to_roll() -> None:
    with pytest.raises(PositionError, match="over"):
        dd.advise("pig:target=40", "me=10,them=40", player="emp-1")


def test_a_match_shows_the_upper_total_too() -> None:
    match = dd.WinMatch().view(dd.game("yahtzee"))
    text = "1s=3,sixes=18,rerolls=1,them-fours=12,them-twos=6"
    told = ("3 points ahead", "21 points so far", "upper total 21 of 63", "1 reroll left")
    assert match.facts(match.read_state(text), text) == told


@pytest.mark.parametrize("roll", ["", "33"])
def test_a_player_shows_the_upper_total_too(roll: str) -> None:
    boxes = (upper_box("threes", 3), upper_box("fives", 5))
    game = KeepRerollGame(ScoreCard(boxes, dice=Dice.parse("2d6"), upper_bonus=9, threshold=10))
    told = dd.advise(game, "fives=10,them-threes=6,them-fives=5,mover=1", roll, player="emp-1")
    assert told.facts == ("19 points so far", "upper total 10 of 10", "2 rerolls left")
