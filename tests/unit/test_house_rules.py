"""House rules that people play: a minimum to open, a last round, several at the table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
import press_oracle as oracle
from dicedevil.ask.strategies import match_strategy
from dicedevil.dice import Die
from dicedevil.errors import DiceDevilError, PositionError, RulesError
from dicedevil.families.press_luck import (
    PressLuckGame,
    PressLuckLastRound,
    PressLuckMatch,
    PressLuckRace,
)

# -- a minimum to open -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec", ["farkle:minimum=0,opening=500", "pig:opening=20", "ten-thousand:opening=350"]
)
def test_an_opening_minimum_is_part_of_the_name(spec: str) -> None:
    game = dd.game(spec)
    assert str(game) == spec
    assert game != dd.game(spec.partition(":")[0])
    assert "first bank" in next(one.about for one in type(game).parameters if one.name == "opening")


def test_only_the_first_bank_has_to_be_large() -> None:
    game = dd.game("farkle:minimum=0,opening=500")
    for contest in (PressLuckRace(game), PressLuckMatch(game)):
        closed, roll = contest.read_position("me=0,turn=350,dice=2", "15")
        assert "bank" in contest.choices(closed.state, roll)  # 350 + 150
        closed, roll = contest.read_position("me=0,turn=300,dice=2", "15")
        assert "bank" not in contest.choices(closed.state, roll)
        opened, roll = contest.read_position("me=500,turn=300,dice=2", "15")
        assert "bank" in contest.choices(opened.state, roll)
    one_turn, roll = game.read_position("turn=300,dice=2", "15")
    assert "bank" in game.choices(one_turn.state, roll)  # one turn alone is a later one


def test_opening_costs_turns_and_nothing_changes_without_it() -> None:
    plain, opening = (dd.solve(spec, dd.FewestTurns()).value for spec in ("pig", "pig:opening=40"))
    assert opening > plain + 1
    assert dd.solve("pig:opening=1", dd.FewestTurns()).value == plain
    assert dd.solve("pig:opening=40").exact == dd.solve("pig").exact


def test_who_has_to_open_is_behind() -> None:
    match = dd.solve("pig:target=60,opening=25", dd.WinMatch())
    opened, closed = match.worth("me=25,them=0"), match.worth("me=0,them=25")
    assert opened - closed > dd.solve("pig:target=60", dd.WinMatch()).worth("me=25,them=0") - 0.5
    against = dd.versus("pig:target=60,opening=25", "hold-at-20")
    assert 0 < against.first < match.value


# -- a last round ------------------------------------------------------------------------------------


def test_a_last_round_is_part_of_the_name() -> None:
    game = dd.game("pig:target=50,last-round=yes")
    assert str(game) == "pig:target=50,last-round=yes"
    assert isinstance(game.view("win"), PressLuckLastRound)
    assert dd.solve(game, dd.FewestTurns()).value == dd.solve("pig:target=50", dd.FewestTurns()).value
    assert dd.solve(game).exact == dd.solve("pig:target=50").exact


def test_a_last_round_helps_who_comes_second() -> None:
    plain, last = (dd.solve(f"pig:target=50{more}", dd.WinMatch()) for more in ("", ",last-round=yes"))
    assert 0.5 < last.value < plain.value
    assert last.worth("me=40,them=45") < plain.worth("me=40,them=45")


def test_the_last_turn_is_a_question_about_one_turn() -> None:
    match = dd.solve("pig:target=50,last-round=yes", dd.WinMatch())
    curve = dd.curve("pig:target=50,last-round=yes")
    for lead in (3, 12, 24):
        tie, more = curve.chance(lead), curve.chance(lead + 1)
        chance = match.worth(f"me={55 - lead},them=55" if lead > 5 else "me=49,them=52")
        assert more - 1e-12 <= chance <= tie + 1e-12
    best = match.advise("me=40,them=52,turn=9", "3")
    assert [one.choice for one in best.choices] == ["roll", "stop"]
    assert best.choices[1].value == 0.5  # 40 + 12 shares the win
    assert match.advise("me=40,them=52,turn=9", "4").best.value == 1.0


def test_a_turn_goes_on_past_the_target() -> None:
    match = dd.solve("pig:last-round=yes", dd.WinMatch())
    best = match.advise("me=80,them=90,turn=20", "5")
    assert best.best.choice == "roll"
    assert best.choices[1].loss > 0.03
    assert match.advise("me=80,them=20,turn=20", "5").best.choice == "stop"


def test_only_a_last_round_has_ties() -> None:
    game = dd.game("pig:sides=3,target=5,last-round=yes")
    shared, alone = dd.solve(game, dd.WinMatch()), dd.solve(game, dd.WinAlone())
    assert alone.value < shared.value
    assert (shared.lane, alone.lane) == ("press-luck", "press-luck")
    graph = dd.solve(game, dd.WinAlone(), lane="graph")
    assert abs(alone.value - graph.value) <= alone.error_bound + graph.error_bound


def test_who_has_to_win_alone_loses_ties() -> None:
    match = dd.solve("pig:last-round=yes", dd.WinAlone())
    assert (match.lane, match.error_bound < 1e-12) == ("press-luck", True)
    assert match.value < dd.solve("pig:last-round=yes", dd.WinMatch()).value
    mine = match.advise("me=80,them=102,turn=20", "2").choices  # 102 is a tie, and lost
    assert [(one.choice, one.value > 0) for one in mine] == [("roll", True), ("stop", False)]
    theirs = match.advise("mover=1,me=80,them=102,turn=20", "2").choices  # and won by the other
    assert (theirs[0].choice, theirs[0].value) == ("stop", 1.0)


@settings(max_examples=12)
@given(st.lists(st.integers(1, 3), min_size=2, max_size=4), st.integers(1, 4), st.integers(0, 4))
def test_any_last_round_against_fractions(weights: list[int], target: int, opening: int) -> None:
    weights[0] += 3  # busts keep the margin small enough for fractions
    die = Die(tuple(enumerate(weights, 1)))
    game = PressLuckGame(
        oracle.rules_of(f"pig:dice=1d{die},target={target},opening={opening},last-round=yes")
    )
    lane = dd.solve(game, dd.WinMatch())
    exact = oracle.match(game.rules)[0][0, 0]
    assert abs(Fraction(lane.value) - exact) <= lane.error_bound < 1e-12
    assert dd.solve(game, dd.WinMatch(), lane="reference").exact == exact
    alone = dd.solve(game, dd.WinAlone())
    exact = oracle.match(game.rules, ties=oracle.ALONE)[0][0, 0]
    assert abs(Fraction(alone.value) - exact) <= alone.error_bound < 1e-12
    assert dd.solve(game, dd.WinAlone(), lane="reference").exact == exact


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ("me=104,them=20", "the last turn is theirs"),
        ("me=20,them=1000", "more than anybody banks"),
        ("me=20,them=104,turn=85", "from 85 points on a turn is banked"),
    ],
)
def test_positions_that_no_last_round_has(state: str, says: str) -> None:
    with pytest.raises(PositionError, match=says):
        dd.advise("pig:last-round=yes", state, "5", dd.WinMatch())


def test_the_end_of_a_last_round_reads_back() -> None:
    match = dd.game("pig:sides=3,target=4,last-round=yes").view("win")
    assert dd.check_game(match).ok
    end = match.play(match.read_state("me=3,them=5,turn=0").state, (2,), "bank")[1]
    assert match.is_over(end)
    assert match.win_share(end) == Fraction(1, 2)


def test_strategies_roll_on_in_the_last_turn() -> None:
    match = dd.game("pig:last-round=yes").view("win")
    for name in ("hold-at-20", "solitaire"):
        played = match_strategy(match, name)
        state = match.read_state("me=60,them=104,turn=40").state
        assert played.choose(state, (4,)) == (4,)  # 104 is not more than 104
        assert played.choose(state, (5,)) == "bank"
        before = match.read_state("me=60,them=95,turn=36").state
        assert played.choose(before, (4,)) == "bank"
    assert 0 < dd.versus("pig:target=30,last-round=yes", "hold-at-12").average < 0.5


def test_an_opening_that_makes_no_sense_is_refused() -> None:
    rules = dd.game("pig").rules  # type: ignore[attr-defined]
    with pytest.raises(RulesError, match="The opening is at least 0 points"):
        replace(rules, opening=-1)
    with pytest.raises(DiceDevilError, match="opening is a whole number"):
        dd.game("pig:opening=-1")
