"""Why one choice is better: sentences, parts, who is asked, and what is refused."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from math import fsum

import pytest

import dicedevil as dd
from dicedevil.errors import PositionError, UsageError

CARD = "yahtzee:boxes=ones/threes/yahtzee,dice=2d3,threshold=5"


def parts(why: object) -> dict[str, tuple[float, float]]:
    return {part.what: (part.best, part.other) for part in why.parts}  # type: ignore[attr-defined]


def test_pressing_luck() -> None:
    """Rolling at 23 risks all of it 1 in 6 and brings the mean of 2 to 6, once: 20/6 - 23/6."""
    why = dd.advise("pig", "turn=19", "4").why()
    assert why.sentence == (
        "Stop: rolling on would bring 3.33 points, but a bust (1 in 6) costs 3.83 points; 0.5 points "
        "better than roll."
    )
    found = parts(why)
    assert found["banked now"] == (23.0, 23.0)
    assert found["bust (1 in 6)"] == (0.0, pytest.approx(-23 / 6))
    assert found["roll 6 (1 in 6)"] == (0.0, pytest.approx(1.0))
    assert why.difference == pytest.approx(0.5)
    assert dd.advise("pig", "turn=12", "4").why().sentence.startswith("Roll: rolling on brings 3.42")


def test_before_the_roll_it_is_the_same() -> None:
    before, after = dd.advise("pig", "turn=23"), dd.advise("pig", "turn=19", "4")
    assert before.why().parts == after.why().parts
    assert dd.advise("ten-times-18").why().sentence == "Roll: there is nothing else to choose."


def test_matches_and_races_of_luck() -> None:
    match = dd.advise("pig", "me=40,them=60,turn=19", "4", dd.WinMatch()).why("stop", "roll")
    assert match.difference < 0
    assert "worse than roll" in match.sentence
    assert "%" in match.sentence
    stop = dd.solve("pig", dd.WinMatch()).advise("me=40,them=60,turn=19", "4").choices[1]
    assert parts(match)["banked now"] == (pytest.approx(stop.value), pytest.approx(stop.value))
    race = dd.advise("pig", "me=40,turn=19", "4", dd.FewestTurns()).why()
    assert race.difference > 0  # fewer turns are better: the differences are told as gains
    assert "turns" in race.sentence


def test_tiles_tell_which_rolls_still_help() -> None:
    why = dd.advise("klappenspiel", "up=1+4+6+10", "46", exact=True).why()
    assert why.sentence == "Flip 10: 1 in 3 rolls still help, none after flip 4+6; 2.47% better."
    assert why.exact == "2/81"
    assert sum(Fraction(part.exact or 0) for part in why.parts) == Fraction(2, 81)
    assert parts(why)["roll 14 (1 in 18)"] == (pytest.approx(1 / 18 * 5 / 36), 0.0)


def test_slots_tell_what_they_will_hold() -> None:
    why = dd.advise("ten-times-18", "1=4,5=8", "12").why(b="place 10")
    found = parts(why)
    assert list(found) == ["points so far", *(f"slot {k}" for k in (2, 3, 4, 6, 7, 8, 9, 10))]
    assert found["slot 8"][0] == 96.0
    assert found["slot 10"][1] == 120.0
    assert fsum(a for a, _ in found.values()) == pytest.approx(
        dd.advise("ten-times-18", "1=4,5=8", 12).value
    )
    assert "gives up 11.8 points of slot 9" in why.sentence


def test_targets_by_rolls() -> None:
    why = dd.advise("ten-times-18", "1=4,5=8", "12", dd.ReachTarget(700)).why()
    assert "roll 13 (7 in 72)" in parts(why)
    assert why.sentence.startswith("Place 6: roll 13 (7 in 72) for it decides most; 0.0829%")


def test_a_player_says_why_too() -> None:
    why = dd.advise(CARD, "them-ones=1", "13", player="emp-1").why()
    assert "roll 11 (1 in 3)" in parts(why)
    assert fsum(part.difference for part in why.parts) == pytest.approx(why.difference, abs=1e-9)
    three = dd.advise("pig", "me=40,them=60,them2=50,turn=12", "4", player="emp-1").why()
    assert "opponents better than stop" in three.sentence


def test_a_player_before_the_roll() -> None:
    """To stop is what it is held against: what each roll brings stands beside that."""
    advice = dd.advise("pig", "me=40,them=60,turn=23", player="emp-1")
    why = advice.why("stop", "roll")
    found = parts(why)
    stop = next(one.value for one in advice.choices if one.choice == "stop")
    assert found["banked now"] == (pytest.approx(stop), pytest.approx(stop))
    assert found["bust (1 in 6)"][1] < 0 < found["roll 6 (1 in 6)"][1]
    assert fsum(part.difference for part in why.parts) == pytest.approx(why.difference, abs=1e-9)
    assert dd.advise(CARD, player="emp-1").why().parts == ()


def test_equal_and_forced_choices() -> None:
    even = dd.advise("ten-times-18:multipliers=1/1/5", "", "3").why()
    assert even.sentence == "Place 1: place 2 is exactly as good."
    assert even.difference == pytest.approx(0.0, abs=1e-12)
    forced = dd.advise("klappenspiel", "up=1+4+6+10", "55").why()
    assert forced.sentence == "Flip 10: there is nothing else to choose."
    assert forced.to_dict()["parts"] == []


def test_choices_that_come_to_the_same_stand_together() -> None:
    """To keep both dice is to score them: it is not what the best choice is compared with."""
    advice = dd.advise(CARD, "ones=1,threes=3", "33")
    groups = [[one.choice for one in group] for group in advice.distinct]
    assert groups[0] == ["score yahtzee", "keep 33"]
    assert advice.why().other not in groups[0]
    assert sorted(name for group in groups for name in group) == sorted(
        one.choice for one in advice.choices
    )


def test_choices_are_named_in_many_ways() -> None:
    advice = dd.advise("ten-times-18", "1=4,5=8", "12")
    assert advice.why("Place 9", "place  10") == advice.why(1, 4)
    assert advice.why(b=1) == advice.why()
    with pytest.raises(PositionError, match="'place 11' is not a choice here"):
        advice.why("place 11")
    with pytest.raises(UsageError, match="a place is 0 to 7, not 8"):
        advice.why(8)
    with pytest.raises(UsageError, match="as written or by its place"):
        advice.why(1.5)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="The choices are: stop, roll"):
        dd.advise("pig", "turn=23").why("bank it")


def test_it_is_a_result_like_any_other() -> None:
    advice = dd.advise("pig", "turn=19", "4")
    why = advice.why()
    assert why == advice.why()
    assert hash(why) == hash(advice.why())
    assert str(why).startswith("Stop: ")
    assert why._repr_html_().startswith("<table><caption>Stop: ")
    with pytest.raises(AttributeError):
        why.sentence = "another"  # type: ignore[misc]
    told = why.to_dict()
    assert next(iter(told)) == "sentence"
    assert set(told["parts"][0]) == {"what", "best", "other", "difference"}


def test_advice_travels_without_its_reasons() -> None:
    advice = dd.advise("pig", "turn=19", "4")
    for travelled in (pickle.loads(pickle.dumps(advice)), copy.deepcopy(advice)):
        assert travelled == advice
        with pytest.raises(UsageError, match="ask for it again"):
            travelled.why()
        assert [len(group) for group in travelled.distinct] == [1, 1]


def test_cards_tell_what_each_box_brings() -> None:
    """Whoever keeps 3456 needs a 2: points of threes are given up for the straight."""
    game = "yahtzee:boxes=threes/large-straight/chance,dice=5d6,threshold=0,upper-bonus=0"
    why = dd.advise(game, "rerolls=1", "33456").why("keep 3456", "keep 33")
    found = parts(why)
    assert list(found)[:3] == ["threes", "large-straight", "chance"]
    assert why.sentence.startswith("Keep 3456: it gives up 2.66 points of threes for 4.19 points of ")
    assert "large-straight (a 1 in 6 chance this turn)" in why.sentence
    assert why.sentence.endswith("; 2.75 points better than keep 33.")
    assert fsum(part.difference for part in why.parts) == pytest.approx(why.difference, abs=1e-9)
    now = dd.advise(game, "rerolls=0", "23456").why()
    assert now.choice == "score large-straight"
    assert parts(now)["points now"][0] == 40.0
    assert "points of large-straight" in now.sentence  # told with its box
