"""House rules that people play: a minimum to open, a last round, several at the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dicedevil as dd
from dicedevil.errors import DiceDevilError, RulesError
from dicedevil.families.press_luck import PressLuckMatch, PressLuckRace

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


def test_an_opening_that_makes_no_sense_is_refused() -> None:
    rules = dd.game("pig").rules  # type: ignore[attr-defined]
    with pytest.raises(RulesError, match="The opening is at least 0 points"):
        replace(rules, opening=-1)
    with pytest.raises(DiceDevilError, match="opening is a whole number"):
        dd.game("pig:opening=-1")
