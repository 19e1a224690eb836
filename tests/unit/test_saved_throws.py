"""Throws that are saved: how positions are written, what lies on the table, rules as text."""

from __future__ import annotations

import pytest

import dicedevil as dd
from dicedevil.coach.boards import furniture, set_up
from dicedevil.errors import NotationError, PositionError, RulesError
from dicedevil.families.cards.game import CardState, KeepDice, KeepRerollGame, ScoreBox
from dicedevil.written.base import class_of
from dicedevil.written.sheet import Sheet

MAXI = dd.game("maxi-yatzy:saved=yes")
assert isinstance(MAXI, KeepRerollGame)


def test_what_a_turn_leaves_over_is_saved() -> None:
    start = MAXI.start()
    points, after = MAXI.play(start, (1, 1, 1, 2, 3, 4), ScoreBox("ones"))
    assert (points, after.saved, after.rerolls) == (3, 2, 2)
    once = MAXI.play(after, (6,) * 6, KeepDice((6,) * 6))[1]
    twice = MAXI.play(once, (6,) * 6, KeepDice((6,) * 5))[1]
    thrice = MAXI.play(twice, (6,) * 6, KeepDice((6,) * 4))[1]
    assert [(one.rerolls, one.saved) for one in (once, twice, thrice)] == [(1, 2), (0, 2), (0, 1)]
    assert MAXI.play(thrice, (6,) * 6, ScoreBox("maxi-yatzy"))[1].saved == 1
    last = MAXI.play(thrice, (6,) * 6, KeepDice((6,)))[1]
    assert len(MAXI.choices(last, (6,) * 6)) == 19  # boxes alone: all throws are used
    assert MAXI.facts(dd.Position(3, thrice))[-2:] == ("0 rerolls left", "1 throw saved")
    progress = [MAXI.progress(one) for one in (start, after, once, twice, thrice, last)]
    assert progress == sorted(set(progress))


def test_positions_write_and_read_back() -> None:
    for text in ("ones=3,saved=2", "ones=3,rerolls=0,kept=66,saved=1", "ones=3,chance=20,saved=4"):
        position = MAXI.read_state(text)
        assert MAXI.write_state(position.state) == text.replace("20", "6")
    told = MAXI.noted(
        "ones=3,saved=2", MAXI.read_state("ones=3,saved=2").state, (2,) * 6, ScoreBox("twos")
    )
    assert told == "ones=3,twos=12,saved=4"
    by_sum = MAXI.read_state("points=30,open=chance+maxi-yatzy,upper=10,saved=36")
    assert by_sum.state.saved == 36


@pytest.mark.parametrize(
    ("text", "words"),
    [("saved=1", "0 to 0 throws"), ("ones=3,saved=3", "0 to 2"), ("ones=3,saved=-1", "saved")],
)
def test_more_than_can_have_been_saved_is_refused(text: str, words: str) -> None:
    with pytest.raises((PositionError, NotationError), match=words):
        MAXI.read_state(text)


def test_other_cards_save_nothing() -> None:
    with pytest.raises(NotationError, match="saved"):
        dd.game("maxi-yatzy").read_state("ones=3,saved=2")
    for game, state in (
        ("maxi-yatzy", (1, 0, 0, 2, (), 1)),
        ("maxi-yatzy:saved=yes", (1, 0, 0, 2, (), 39)),
    ):
        with pytest.raises(PositionError, match="cannot occur"):
            dd.game(game).rolls(CardState(*state))
    with pytest.raises(RulesError, match="saved=yes needs cards=1"):
        dd.game("maxi-yatzy:saved=yes,cards=2")


def test_saved_throws_lie_on_the_table() -> None:
    pieces = furniture(set_up(MAXI, "ones=3,saved=2,rerolls=1")[0])[0]
    shown = {spot.name: spot for piece in pieces for section in piece.sections for spot in section}
    saved = shown["saved throws"]
    assert (saved.text, saved.points) == ("2", 2)
    assert saved.edit is not None
    assert (saved.edit.key, saved.edit.low, saved.edit.high) == ("saved", 0, 2)
    assert shown["ones"].edit is not None
    assert "saved" in shown["ones"].edit.drops  # to open it again leaves no turn that saved them
    plain = furniture(set_up(dd.game("maxi-yatzy"), "ones=3")[0])[0]
    assert "saved throws" not in {s.name for piece in plain for part in piece.sections for s in part}


def test_any_card_written_as_text_can_save() -> None:
    text = """
family = "cards"
dice = "2d3"
rerolls = 1
saved = true
[boxes]
ones = { upper = 1 }
pair = { asks = { equal = 2 }, pays = 5 }
"""
    game = class_of(Sheet(text, "some.toml"))()
    assert game.in_words()[1].startswith("Rerolls that a turn leaves over are saved")
    solved = dd.solve(game)
    assert solved.lane == "saved-throws"
    assert abs(solved.value - dd.solve(game, exact=True).value) <= solved.error_bound
