from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.errors import NotationError, PositionError, RulesError
from dicedevil.rules import Position, read_fields, read_whole_number
from small_games import PigMatch, PigRace, PigState


def test_fields() -> None:
    assert read_fields("a=1, b = 2", ("a", "b")) == {"a": "1", "b": "2"}
    assert read_fields("a=1", None, whole_numbers=True) == {"a": 1}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a", "key=value"),
        ("=1", "key=value"),
        ("a=1,", "key=value"),
        ("a=1,a=2", "twice"),
        ("turm=1", "Did you mean 'turn'"),
    ],
)
def test_bad_fields(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        read_fields(text, ("a", "turn"))


@given(st.integers(-(10**9), 10**9))
def test_whole_numbers_read_back(number: int) -> None:
    assert read_whole_number(str(number), "it") == number


@pytest.mark.parametrize("text", ["", "x", "1.5", "nan", "inf", "1e9", "9" * 30, "10000000000"])
def test_bad_numbers(text: str) -> None:
    with pytest.raises(NotationError, match="it "):
        read_whole_number(text, "it")


def test_named_tuples_are_written_in_keys() -> None:
    game = PigMatch(20)
    state = PigState(3, 14, 5, 1)
    assert game.write_state(state) == "me=3,them=14,turn=5,mover=1"
    assert game.read_state("me=3,them=14,turn=5,mover=1") == Position(0, state)
    assert game.read_state("them=14").state == PigState(0, 14, 0, 0)
    assert game.read_state("points=7,turn=5") == Position(7, PigState(0, 0, 5, 0))
    with pytest.raises(NotationError, match="'turm'"):
        game.read_state("turm=3")


def test_plain_states_are_written_as_python_does() -> None:
    game = PigRace(20)
    assert game.read_state(game.write_state((3, 4))) == Position(0, (3, 4))
    for text in ("(1,", "__import__('os')", "[1, 2]", "(" * 300):
        with pytest.raises(NotationError, match="Cannot read the state"):
            game.read_state(text)


def test_choices_read_back_and_bad_ones_name_the_right_ones() -> None:
    game = PigRace(20)
    assert game.read_choice((0, 0), (4,), "  roll ") == "roll"
    with pytest.raises(PositionError, match=r"Did you mean 'roll'.*bank, roll"):
        game.read_choice((0, 0), (4,), "rol")


def test_rolls_that_cannot_occur() -> None:
    game = PigRace(20)
    assert game.read_roll((0, 0), "4") == (4,)
    for text in ("7", "44", ""):
        with pytest.raises(PositionError):
            game.read_roll((0, 0), text)


def test_a_finished_game_has_no_choice_to_advise_on() -> None:
    with pytest.raises(PositionError, match="over"):
        PigRace(20).read_position("(20, 0)", "4")


def test_one_player_cannot_win() -> None:
    class Alone(PigRace):
        pass

    with pytest.raises(RulesError, match="one player"):
        Alone(5).win_share((5, 0))


def test_a_game_without_a_name_is_called_by_its_class() -> None:
    assert str(PigRace(5)) == "PigRace"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("klapenspiel", "Did you mean 'klappenspiel'"),
        ("", "Unknown game"),
        ("klappenspiel:", "after the colon"),
        ("klappenspiel:tile=3", "Did you mean 'tiles'"),
        ("klappenspiel:tiles", "key=value"),
        ("klappenspiel:tiles=x", "whole number"),
        ("no-such-file.toml", "no rules file"),
        ("no-such-file.py", "no rules file"),
    ],
)
def test_unknown_games_and_parameters(spec: str, words: str) -> None:
    with pytest.raises((RulesError, NotationError), match=words):
        dd.game(spec)


def test_rules_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules = Path("box.toml")
    rules.write_text('game = "shut-the-box"\n[parameters]\ntiles = 5\none-die = "sum<=6"\n')
    assert str(dd.game(str(rules))) == "shut-the-box:tiles=5,one-die=sum<=6"
    for text in ("", "game = 3", "game = ", 'game = "pig"\nmore = 1', "\x00"):
        rules.write_text(text)
        with pytest.raises((RulesError, NotationError), match=r"box\.toml"):
            dd.game(str(rules))
    own = Path("own.py")
    for text in ("x = 1", "1 / 0", "def", "raise SystemExit(3)"):
        own.write_text(text)
        with pytest.raises(RulesError, match=r"own\.py"):
            dd.game(str(own))


def test_positions_are_plain() -> None:
    class Mine(NamedTuple):
        turn: int

    assert Position(3, Mine(4)).state.turn == 4
