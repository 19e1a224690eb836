"""What advice says of itself: its sentence, what it counts in, and which choices come to the same."""

from __future__ import annotations

import pytest

import dicedevil as dd
from dicedevil.errors import UsageError
from dicedevil.objectives import FewestTurns, ReachTarget, WinMatch

POSITIONS = [
    ("micro-yahtzee", "", "1"),
    ("junior-yahtzee", "rerolls=1", "11235"),
    ("junior-yahtzee", "rerolls=0", "66666"),
    ("shut-the-box", "", "46"),
    ("ten-times-18", "1=4,5=8", "12"),
    ("ten-thousand", "turn=350,dice=2", "15"),
    ("pig", "turn=19", ""),
]


@pytest.mark.parametrize(("game", "state", "roll"), POSITIONS)
def test_rows_hold_what_comes_to_the_same(game: str, state: str, roll: str) -> None:
    advice = dd.advise(game, state, roll)
    assert advice.asked is not None
    leads = [advice.asked.comes_to(one.action) for one in advice.choices]
    rows = [one["row"] for one in advice.to_dict()["choices"]]
    numbered = {lead: place for place, lead in enumerate(dict.fromkeys(leads))}
    assert rows == [numbered[lead] for lead in leads]
    assert sum(map(len, advice.distinct)) == len(advice.choices)


def test_a_card_has_rows_of_several_choices() -> None:
    rows = [
        one["row"] for one in dd.advise("junior-yahtzee", "rerolls=1", "11235").to_dict()["choices"]
    ]
    assert len(set(rows)) < len(rows)  # keeping all of it is scoring it


@pytest.mark.parametrize(
    ("game", "state", "roll", "objective", "unit", "meaning"),
    [
        ("pig", "turn=19", "4", None, "points", "points of this one turn"),
        ("ten-times-18", "", "12", None, "points", "expected final score"),
        ("ten-times-18", "", "12", ReachTarget(700), "chance", "chance of reaching the target"),
        ("pig", "turn=19", "4", FewestTurns(), "turns", "turns still to come"),
        ("pig", "me=40,them=60,turn=19", "4", WinMatch(), "chance", "to win"),
        ("klappenspiel", "up=4+6+10", "46", None, "chance", "best chance to win"),
    ],
)
def test_what_values_are(
    game: str, state: str, roll: str, objective: dd.Objective | None, unit: str, meaning: str
) -> None:
    told = dd.advise(game, state, roll, objective).to_dict()
    assert told["unit"] == unit
    assert meaning in told["meaning"]
    first = told["choices"][0]["choice"]
    assert told["sentence"].lower().startswith(first)


def test_several_opponents_are_counted() -> None:
    told = dd.advise("pig", "me=40,them=60,them2=50,turn=12", "4", player="emp-1").to_dict()
    assert told["unit"] == "opponents"


def test_the_sentence_says_by_how_much() -> None:
    assert dd.advise("pig", "turn=19", "4").sentence == "Stop: 0.5 points better than the next, roll."
    assert dd.advise("pig", "turn=14", "6").sentence == "Stop: roll would be as good."


@pytest.mark.parametrize("game", ["pig", "micro-yahtzee"])
def test_three_players_can_begin(game: str) -> None:
    told = dd.advise(game, "", "4", player="emp-1", players=3)
    assert told.to_dict()["players"] == 3
    assert told.unit == "opponents"
    with pytest.raises(UsageError, match="such as emp-1"):
        dd.advise(game, "", "4", WinMatch(), players=3)
