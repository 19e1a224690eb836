"""Columns as text: every key, what is refused with its line and column, what a board means."""

from __future__ import annotations

from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.ask.strategies import strategy_names
from dicedevil.errors import RulesError, TooLarge
from dicedevil.families.columns import Columns, ColumnsGame
from dicedevil.games import is_told
from dicedevil.written.base import class_of, problems_of
from dicedevil.written.sheet import Sheet

SMALL = """
family = "columns"
title = "Steps"
sides = 2
length = 1
grows = 1
columns = 2
neutral = 1

[parameters]
grows = "grows"
columns = "columns"

[strategies]
careful = { hold-at = 1 }
weighed = { rule-of = 4 }
"""


def game_of(text: str) -> ColumnsGame:
    game = class_of(Sheet(f'family = "columns"\n{text}', "some.toml"))()
    assert isinstance(game, ColumnsGame)
    return game


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("", Columns()),
        ("sides = 3", Columns(3)),
        ("length = 5", Columns(6, 5)),
        ("columns = 2", Columns(columns=2)),
        ("neutral = 4", Columns(neutral=4)),
        ("grows = 0", Columns(grows=0)),
        ('like = "cant-stop"\nsides = 2', Columns(2)),
    ],
)
def test_every_key(text: str, board: Columns) -> None:
    game = game_of(text)
    assert game.board == board
    assert len(game.in_words()) == len(board.names) + 4  # type: ignore[attr-defined]


def test_how_long_columns_are() -> None:
    assert Columns().lengths == (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)
    assert Columns(3, 2, grows=3).lengths == (2, 5, 8, 5, 2)
    assert Columns(3, 2, grows=0).lengths == (2,) * 5
    for grows in (-1, 11):
        with pytest.raises(RulesError, match="grows is 0 to 10"):
            Columns(grows=grows)


def test_the_text_of_the_listed_game_is_its_rules() -> None:
    game = dd.game("cant-stop:sides=2,neutral=1")
    assert isinstance(game, ColumnsGame)
    assert game.board == Columns(2, neutral=1)
    assert str(game) == "cant-stop:sides=2,neutral=1"
    with pytest.raises(RulesError, match=r"^Dice of 2 sides make 3 columns"):
        dd.game("cant-stop:sides=2,columns=4")


def test_a_new_board_and_its_rules_of_thumb(tmp_path: Path) -> None:
    (tmp_path / "steps.toml").write_text(SMALL)
    game = dd.game(f"{tmp_path / 'steps.toml'}:grows=2")
    assert str(game) == "steps:grows=2"
    assert is_told(game)
    exact = dd.solve(game, exact=True)
    solved = dd.solve(game)
    assert solved.lane == "columns"
    assert abs(solved.value - exact.value) <= solved.error_bound + 1e-12
    means = {name: dd.evaluate(game, name).mean for name in ("careful", "weighed", "hold-at-1")}
    assert means["careful"] == means["hold-at-1"]
    assert set(means) <= {*strategy_names(game), "hold-at-1"}
    assert all(mean >= exact.value for mean in means.values())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sides = 1", "some.toml:2:1: sides is a whole number between 2 and 12, not '1'."),
        ("sides = 1000000000", "some.toml:2:1: 1,000,000,000 sides are too many: the most is 12"),
        ("length = 31", "some.toml:2:1: 31 length are too many: the most is 30"),
        ("grows = 11", "some.toml:2:1: grows is a whole number between 0 and 10, not '11'."),
        ("neutral = 5", "some.toml:2:1: 5 neutral are too many: the most is 4"),
        ("sides = 2\n\ncolumns = 4", "some.toml:4:1: Dice of 2 sides make 3 columns: columns to win"),
        ("column = 4", "some.toml:2:1: There is no key 'column'. Did you mean 'columns'?"),
        ("[strategies]\na = {}", "some.toml:3:1: strategies.a has 1 of hold-at, rule-of, not 0."),
        (
            "[strategies]\na = { hold-at = 0 }",
            "some.toml:3:7: strategies.a.hold-at is a whole number between 1",
        ),
    ],
)
def test_what_is_refused_with_its_place(text: str, told: str) -> None:
    sheet = Sheet(f'family = "columns"\n{text}', "some.toml")
    assert told in "\n".join(sheet.told(one) for one in problems_of(sheet))


def test_a_board_that_is_too_large_is_refused_with_the_numbers() -> None:
    with pytest.raises(TooLarge, match=r"banked boards.*A smaller board takes less"):
        dd.solve(game_of("sides = 12\nlength = 30\ngrows = 10"))


def test_rules_in_words() -> None:
    told = game_of("").in_words()  # type: ignore[attr-defined]
    assert told[0].startswith("A turn: four dice of 6 sides, paired;")
    assert "Column 7: 13 spaces; a roll can advance there with a chance of 64.35%." in told
    assert told[-2] == (
        "With all markers placed a roll is lost with a chance of 8.02% (in 6, 7, 8) to 56.17% (in 2, "
        "3, 12)."
    )  # 6, 7, 8 make 92% and 2, 3, 12 make 44%, as players of Can't Stop are told
    assert told[-1] == "There are 6,066,786,123 boards that a turn can begin with."


def test_one_marker_advances_with_the_chance_that_is_told() -> None:
    """On the smallest board, roll by roll."""
    game = game_of("sides = 2\nneutral = 1")
    rolls = game.board.rolls
    can = sum(
        weight
        for roll, weight in rolls.items()
        if (3,) in game.choices(game.start(), roll) or (3, 3) in game.choices(game.start(), roll)
    )
    line = next(one for one in game.in_words() if one.startswith("Column 3:"))  # type: ignore[attr-defined]
    assert f"{can / 16:.2%}" in line
