"""Tile games as text: every key, what is refused with its line and column, what rules mean in words."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.ask.strategies import strategy_names
from dicedevil.dice import Dice
from dicedevil.errors import NotationError, RulesError, TooLarge
from dicedevil.families.tiles import OneDie, PreferredTiles, TileGame, TileRules
from dicedevil.games import is_told
from dicedevil.written.base import class_of, problems_of
from dicedevil.written.sheet import Sheet, listed_sheet

TWO = Dice.parse("2d6")
COUNTED = """
family = "tiles"
title = "Prime Box"
tiles = [1, 2, 3, 5, 7]
dice = "2d{1..3:1;4:2}"
shuts = ["dice", "sum"]
most-tiles = 2
score = "count"

[one-die]
sum-at-most = 4

[parameters]
tiles = "tiles"
shuts = "shuts"
score = "score"
most = "most-tiles"
low = { changes = "one-die.sum-at-most", about = "when one die may be rolled" }
must = { about = "whether it must be", choices = { no = {}, yes = { "one-die.must" = true } } }

[strategies]
few = { prefer = "fewest" }
many = { prefer = "most", dice = 2 }
high = { prefer = "highest" }
low = { prefer = "lowest", until = 5, then = "most" }
"""


def game_of(text: str) -> TileGame:
    game = class_of(Sheet(f'family = "tiles"\n{text}', "some.toml"))()
    assert isinstance(game, TileGame)
    return game


def wrong(text: str) -> list[str]:
    sheet = Sheet(f'family = "tiles"\n{text}', "some.toml")
    return [sheet.told(one) for one in problems_of(sheet)]


@pytest.fixture
def counted(tmp_path: Path) -> str:
    (tmp_path / "prime-box.toml").write_text(COUNTED)
    return str(tmp_path / "prime-box.toml")


# -- what a file may say -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("tiles = 3", TileRules((1, 2, 3), TWO)),
        ("tiles = [5, 2, 9]", TileRules((2, 5, 9), TWO)),
        ('tiles = "2..4"', TileRules((2, 3, 4), TWO)),
        ("tiles = 3\ndice = 1", TileRules((1, 2, 3), Dice.parse("1d6"))),
        ("tiles = 3\nsides = 4", TileRules((1, 2, 3), Dice.parse("2d4"))),
        ("tiles = 3\ndice = 1\nsides = 3", TileRules((1, 2, 3), Dice.parse("1d3"))),
        ('tiles = 3\ndice = "1d6+1d{2:3;9}"', TileRules((1, 2, 3), Dice.parse("1d6+1d{2:3;9}"))),
        ('tiles = 3\nshuts = ["sum", "dice"]', TileRules((1, 2, 3), TWO, ("dice", "sum"))),
        ('tiles = 3\nshuts = ["die"]', TileRules((1, 2, 3), TWO, ("die",))),
        ('tiles = 3\nshuts = "die"', TileRules((1, 2, 3), TWO, ("die",))),
        ("tiles = 3\nmost-tiles = 2", TileRules((1, 2, 3), TWO, most_tiles=2)),
        ('tiles = 3\nscore = "remaining"', TileRules((1, 2, 3), TWO, score="remaining")),
        ('tiles = 3\nscore = "count"', TileRules((1, 2, 3), TWO, score="count")),
        ("tiles = 3\none-die.sum-at-most = 5", TileRules((1, 2, 3), TWO, one_die=OneDie(5))),
        (
            "tiles = 3\n[one-die]\nhighest-at-most = 2\ntiles-at-most = 1\nmust = true",
            TileRules((1, 2, 3), TWO, one_die=OneDie(None, 2, 1, True)),
        ),
        ('like = "klappenspiel"\ntiles = 3', TileRules((1, 2, 3), TWO, ("dice", "sum"))),
    ],
)
def test_every_key(text: str, rules: TileRules) -> None:
    game = game_of(text)
    assert game.rules == rules
    assert game.in_words()
    assert dd.check_game(game).ok


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("klappenspiel", TileRules(tuple(range(1, 11)), TWO, ("dice", "sum"))),
        ("klappenspiel:tiles=4,sides=3", TileRules((1, 2, 3, 4), Dice.parse("2d3"), ("dice", "sum"))),
        ("shut-the-box", TileRules(tuple(range(1, 10)), TWO)),
        ("shut-the-box:sides=8,dice=1", TileRules(tuple(range(1, 10)), Dice.parse("1d8"))),
        ("shut-the-box:one-die=sum<=6", TileRules(tuple(range(1, 10)), TWO, one_die=OneDie(6))),
        (
            "shut-the-box:one-die=must-high-tiles-shut,score=remaining",
            TileRules(tuple(range(1, 10)), TWO, one_die=OneDie(None, 6, None, True), score="remaining"),
        ),
    ],
)
def test_the_texts_of_the_listed_games_are_their_rules(name: str, rules: TileRules) -> None:
    game = dd.game(name)
    assert isinstance(game, TileGame)
    assert game.rules == rules
    assert str(game) == name


@pytest.mark.parametrize(
    ("shuts", "roll", "sets"),
    [
        (["dice"], (1, 3), ["flip 1+3"]),
        (["dice"], (2, 2), ["stop"]),
        (["dice"], (1, 6), ["stop"]),
        (["die"], (1, 3), ["flip 1", "flip 3"]),
        (["die"], (2, 2), ["flip 2"]),
        (["die"], (2, 6), ["flip 2"]),
        (["sum"], (1, 3), ["flip 4"]),
        (["sum"], (3, 3), ["stop"]),
        (["any"], (2, 3), ["flip 5", "flip 1+4", "flip 2+3"]),
        (["any", "dice", "sum"], (2, 3), ["flip 2+3", "flip 5", "flip 1+4"]),
        (["die", "any"], (2, 3), ["flip 2", "flip 3", "flip 5", "flip 1+4", "flip 2+3"]),
    ],
)
def test_what_a_roll_may_shut(shuts: list[str], roll: tuple[int, int], sets: list[str]) -> None:
    game = game_of(f"tiles = 5\nshuts = {shuts}".replace("'", '"'))
    assert [game.write_choice(one) for one in game.choices(game.start(), roll)] == sets


def test_at_most_so_many_tiles() -> None:
    game = game_of("tiles = 6\nmost-tiles = 1")
    assert game.choices(game.start(), (1, 5)) == [(6,)]
    assert game.choices(game.start(), (6, 5)) == ("stop",)


def test_dice_that_show_nothing_shut_nothing() -> None:
    game = game_of('tiles = 3\ndice = "2d{0;1}"\nshuts = ["dice", "die", "sum", "any"]')
    assert game.choices(game.start(), (0, 0)) == ("stop",)
    assert game.choices(game.start(), (0, 1)) == [(1,)]
    assert dd.check_game(game).ok


def test_boards_of_tiles_with_gaps() -> None:
    game = game_of("tiles = [2, 5, 30]")
    board = game.read_state("up=5+30").state
    assert board.up == 0b110
    assert game.write_state(board) == "up=5+30"
    assert game.facts(dd.Position(0, board)) == ("2 of 3 tiles up", "sum 35")
    with pytest.raises(dd.DiceDevilError, match="no tile 3: the tiles are 2, 5, 30"):
        game.read_state("up=3")


def test_a_game_keeps_its_class_however_many_others_are_made() -> None:
    game = dd.game("klappenspiel:tiles=4")
    own = game_of("tiles = 3")
    for number in range(300):
        game_of(f"tiles = 1\ntitle = '{number}'")
    assert is_told(game)
    assert is_told(own)
    assert game_of("tiles = 3") == own


# -- parameters, strategies ----------------------------------------------------------------------------


def test_a_new_game_with_tiles_left_counted(counted: str) -> None:
    solved = dd.solve(counted, exact=True)
    assert str(solved.game) == "prime-box"
    assert solved.game.lower_is_better
    assert 0 < solved.value < 5
    assert dd.solve(counted).value == pytest.approx(solved.value, abs=1e-12)
    means = {name: dd.evaluate(counted, name).exact_mean for name in strategy_names(solved.game)}
    assert means["optimal"] == solved.exact
    assert {"few", "many", "high", "low"} <= set(means)
    assert all(solved.exact <= mean <= means["worst"] for mean in means.values())


@pytest.mark.parametrize(
    ("changes", "spec"),
    [
        ("tiles=1/2/4", "tiles=1/2/4"),
        ("tiles=1/2/3/5/7", ""),
        ("shuts=sum/dice", ""),
        ("shuts=any/dice,score=win", "shuts=dice/any,score=win"),
        ("most=1,low=6,must=yes", "most=1,low=6,must=yes"),
    ],
)
def test_parameters_change_places_of_the_file(counted: str, changes: str, spec: str) -> None:
    game = dd.game(f"{counted}:{changes}")
    assert str(game) == (f"prime-box:{spec}" if spec else "prime-box")
    assert dd.game(f"{counted}:{spec}" if spec else counted) == game
    assert is_told(game)
    assert game.strategies()["few"] == PreferredTiles(game, "fewest")  # type: ignore[arg-type]


def test_rules_of_thumb(counted: str) -> None:
    game = dd.game(f"{counted}:shuts=any,most=5,tiles=1..6")
    told, start = game.strategies(), game.start()
    chosen = {name: told[name](start, (2, 4)) for name in told}
    assert chosen == {"few": (6,), "many": (1, 2, 3), "high": (6,), "low": (1, 2, 3)}
    assert told["low"](start, (2, 3)) == (2, 3)
    choosing = game.read_state("up=1+2").state
    assert told["few"](choosing, ()) == "roll one die"
    assert told["many"](choosing, ()) == "roll two dice"
    assert told["many"](game.read_state("up=6").state, (1, 1)) == "stop"


def test_what_is_taken_over_from_a_listed_game() -> None:
    game = game_of('like = "shut-the-box"\nscore = "count"\ntiles = [1, 3]')
    assert [one.name for one in game.parameters] == ["tiles", "sides", "one-die", "score", "dice"]
    assert game.from_texts({"score": "remaining"}).value_words == "lowest expected sum of tiles left"
    assert game.value_words == "lowest expected number of tiles left"
    other = game_of('like = "shut-the-box"\ndice = "1d6+1d8"\nsides = false\n')
    assert other.rules.dice == Dice.parse("1d6+1d8")
    assert [one.name for one in other.parameters if one.may_be_unset] == ["sides"]


# -- what is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "some.toml:1:1: tiles is needed: how many tiles"),
        ("tiles = 0", "some.toml:2:1: tiles is a whole number between 1 and 20, not '0'."),
        ("tiles = 21", "some.toml:2:1: 21 tiles are too many: the most is 20 tiles."),
        ("tiles = 1000000000", "some.toml:2:1: 1,000,000,000 tiles are too many"),
        ('tiles = "1..1000000000"', "some.toml:2:1: tiles: '1..1000000000' is too long a range."),
        ('tiles = "1..100000"', "some.toml:2:1: 100,000 tiles make 2^100,000 boards"),
        ("tiles = [1, 2, 2]", "some.toml:2:1: Tiles are all different, in rising order, not 1, 2, 2."),
        ("tiles = [0, 1]", "some.toml:2:1: Tiles are numbered 1 to 1,000, not 0, 1."),
        ("tiles = [1, 1001]", "some.toml:2:1: Tiles are numbered 1 to 1,000, not 1, 1001."),
        ("tiles = []", "some.toml:2:1: tiles is a whole number between 1 and 20 or whole numbers"),
        ('tiles = [1, "2"]', "some.toml:2:1: tiles is a whole number between 1 and 20 or whole"),
        ("tiles = true", "not true."),
        ("tiles = 3\n dice = 3", "some.toml:3:2: dice is a whole number between 1 and 2, not '3'."),
        ('tiles = 3\ndice = "3d6"', "some.toml:3:1: One die is rolled, or two, not 3d6."),
        ('tiles = 3\ndice = "2d101"', "some.toml:3:1: 101 sides are too many: the most is 100."),
        ('tiles = 3\ndice = "two"', "some.toml:3:1: Cannot read the dice 'two'."),
        ("tiles = 3\nsides = 0", "some.toml:3:1: sides is a whole number between 1 and 100, not '0'."),
        ("tiles = 3\nsides = 101", "some.toml:3:1: 101 sides are too many: the most is 100 sides."),
        ('tiles = 3\nsides = 6\ndice = "2d6"', "some.toml:3:1: sides goes with a number of dice"),
        ('tiles = 3\nshuts = ["every"]', "some.toml:3:1: 'every' in shuts='every' is not known."),
        ("tiles = 3\nshuts = []", "some.toml:3:1: '' in shuts='' is not known."),
        ("tiles = 3\nshuts = 3", "some.toml:3:1: shuts is all, or some of dice, die, sum, any"),
        ('tiles = 3\nshuts = ["any", "any"]', "some.toml:3:1: 'any' stands twice"),
        ("tiles = 3\nmost-tiles = 0", "some.toml:3:1: most-tiles is a whole number between 1 and 20"),
        ('tiles = 3\nscore = "points"', "some.toml:3:1: score is one of win, remaining, count, not"),
        ("tiles = 3\n[one-die]\nmust = true", "some.toml:3:1: One die must be rolled, but it is not"),
        ("tiles = 3\ndice = 1\none-die.sum-at-most = 5", "some.toml:4:1: dice=1 is a single die"),
        (
            'tiles = 3\ndice = "1d6+1d8"\n[one-die]\nsum-at-most = 5',
            "some.toml:4:1: With a one-die rule the dice must be alike, not 1d6+1d8.",
        ),
        ("tiles = 3\n[one-die]\nsum = 6", "some.toml:4:1: There is no key 'one-die.sum'."),
        ("tiles = 3\none-die.sum-at-most = 0", "some.toml:3:1: one-die.sum-at-most is a whole number"),
        ("tiles = 3\nshut = 3", "some.toml:3:1: There is no key 'shut'. Did you mean 'shuts'?"),
        (
            'tiles = 3\n[strategies]\na = { prefer = "best" }',
            "some.toml:4:7: strategies.a.prefer is one of fewest, most, highest, lowest, not 'best'.",
        ),
        ("tiles = 3\n[strategies]\na = {}", "some.toml:4:1: strategies.a.prefer is needed"),
        (
            'tiles = 3\n[strategies]\na = { prefer = "most", until = 6 }',
            "some.toml:4:1: a has until (a roll) and then (what is shut above it), or neither.",
        ),
        (
            'tiles = 3\n[parameters]\nx = "one-die"',
            "some.toml:4:1: parameters.x changes 'one-die', whe",
        ),
        (
            'tiles = 3\n\n[parameters.one]\nchoices = { a = {}, b = { "one-die.must" = true } }',
            "some.toml:5:21: one=b: One die must be rolled, but it is not said when",
        ),
    ],
)
def test_what_is_refused_with_its_place(text: str, told: str) -> None:
    began = time.process_time()
    assert told in "\n".join(wrong(text))
    assert time.process_time() - began < 1.0


def test_what_parameters_bring_about_is_told_without_a_place(counted: str) -> None:
    for changes, error, words in (
        ("tiles=1/1", RulesError, "Tiles are all different"),
        ("tiles=1..21", TooLarge, "2^21 boards"),
        ("tiles=1..1000000000", TooLarge, "too long a range"),
        ("low=0", NotationError, "low is a whole number"),
        ("score=points", RulesError, "score is one of"),
    ):
        with pytest.raises(error) as refused:
            dd.game(f"{counted}:{changes}")
        assert str(refused.value).startswith(words) or words in str(refused.value)
        assert "toml" not in str(refused.value)
    with pytest.raises(RulesError, match=r"^dice=1 is a single die .* leave one of them out.$"):
        dd.game("shut-the-box:dice=1,one-die=sum<=6")


# -- what rules mean -----------------------------------------------------------------------------------


def test_rules_in_words() -> None:
    words = class_of(listed_sheet("shut-the-box")).from_texts({"one-die": "must-sum<=6"}).in_words()  # type: ignore[attr-defined]
    assert words == [
        "Tiles: 1 to 9, 45 in all.",
        "A roll: two dice (2d6), 7 on average.",
        "It shuts any tiles that add up to their sum.",
        "One die must be rolled where the open tiles add up to 6 or less: on 13 of 511 boards.",
        "Score: 1 for shutting all tiles, else 0.",
        "The first roll fits no tiles with a chance of 0.00%.",
        "To shut all tiles takes at least 4 rolls.",
    ]
    assert "fits no tiles with a chance of 2.78%" in dd.game("klappenspiel").in_words()[4]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tiles = 12", "To shut all tiles takes at least 7 rolls."),
        ("tiles = [2, 3, 4]\nmost-tiles = 1", "To shut all tiles takes at least 3 rolls."),
        ('tiles = 13\nshuts = ["sum"]', "No roll ever shuts 1, 13: nobody can win."),
        ('tiles = 8\nshuts = ["die"]\nscore = "count"', "No roll ever shuts 7, 8."),
        ("tiles = [1, 30]", "No roll ever shuts 1, 30: nobody can win."),
        ("tiles = [1, 30]\none-die.tiles-at-most = 1", "No roll ever shuts 30: nobody can win."),
        ('tiles = [2, 3, 5, 6]\nshuts = ["die", "sum"]', "To shut all tiles takes at least 4 rolls."),
        ('tiles = [2, 3, 5, 6]\nshuts = ["dice"]', "To shut all tiles takes at least 2 rolls."),
        ("tiles = [2, 11]\nmost-tiles = 1", "To shut all tiles takes at least 2 rolls."),
        ("tiles = 3\none-die.tiles-at-most = 2", "no more tiles than 2 are open: on 6 of 7 boards."),
        ("tiles = 2\n[one-die]\nhighest-at-most = 6\nmust = true", "with a chance of 50.00%."),
    ],
)
def test_what_a_designer_may_not_expect(text: str, told: str) -> None:
    assert any(told in line for line in game_of(text).in_words())  # type: ignore[attr-defined]


def test_one_die_boards_are_counted_as_they_are() -> None:
    for text in (
        "tiles = 6\none-die.sum-at-most = 9",
        "tiles = [2, 3, 7, 11]\n[one-die]\nhighest-at-most = 8\ntiles-at-most = 1",
        "tiles = 7\n[one-die]\nsum-at-most = 12\nhighest-at-most = 5\ntiles-at-most = 2",
    ):
        game = game_of(text)
        boards = range(1, 1 << game.tiles)
        assert game.rules.one_die_boards == sum(game.dice_due(up) == 0 for up in boards)
