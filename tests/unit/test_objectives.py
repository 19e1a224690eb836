from __future__ import annotations

from fractions import Fraction

import pytest

import dicedevil as dd
from dicedevil.errors import PositionError, UsageError
from dicedevil.objectives import OBJECTIVES, objective_named
from small_games import PigMatch, PigRace, PigState

WANTS: dict[str, dict[str, int]] = {"target": {"target": 3}, "within": {"turns": 3}}


@pytest.mark.parametrize("name", sorted(OBJECTIVES))
def test_objectives_are_found_by_their_word(name: str) -> None:
    found = objective_named(name, **WANTS.get(name, {}))
    assert found.name == name
    assert found == objective_named(name, **WANTS.get(name, {}))


def test_unknown_objectives_and_targets_out_of_place() -> None:
    with pytest.raises(UsageError, match="Did you mean 'score'"):
        objective_named("scor")
    with pytest.raises(UsageError, match="needs a number"):
        objective_named("target")
    with pytest.raises(UsageError, match="not with 'score'"):
        objective_named("score", 3)


def test_who_wants_more() -> None:
    box, low = dd.game("shut-the-box"), dd.game("shut-the-box:score=remaining")
    assert dd.MaxScore().wants_more(box, box.start())
    assert not dd.MaxScore().wants_more(low, low.start())
    assert not dd.Worst().wants_more(box, box.start())
    assert dd.Worst().wants_more(low, low.start())
    assert not dd.FewestTurns().wants_more(box, box.start())
    match = PigMatch(9)
    assert dd.WinMatch().wants_more(match, PigState(0, 0, 0, 0))
    assert not dd.WinMatch().wants_more(match, PigState(0, 0, 0, 1))
    assert dd.WinMatch().end(match, PigState(9, 0, 0, 0)) == Fraction(1)


def test_turns_count_when_a_turn_ends() -> None:
    race = PigRace(9)
    assert dd.FewestTurns().gain(race, (0, 0), (3,), "bank", 0) == 1
    assert dd.FewestTurns().gain(race, (0, 0), (3,), "roll", 0) == 0


def test_an_objective_that_does_not_fit_is_refused() -> None:
    with pytest.raises(UsageError, match="two players"):
        dd.solve(PigMatch(5), dd.MaxScore())
    with pytest.raises(PositionError, match="highest possible score is 1"):
        dd.solve("klappenspiel:tiles=3", dd.ReachTarget(2))
    with pytest.raises(PositionError, match="lowest possible score is 0"):
        dd.solve("shut-the-box:tiles=3,score=remaining", dd.ReachTarget(-1))
    with pytest.raises(UsageError, match="Unknown lane"):
        dd.solve("klappenspiel:tiles=3", lane="fast")
    with pytest.raises(UsageError, match="floats"):
        dd.solve("klappenspiel:tiles=3", lane="graph", exact=True)
    with pytest.raises(UsageError, match="can return to a state"):
        dd.curve(PigRace(5))
