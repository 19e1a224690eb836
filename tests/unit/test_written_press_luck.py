"""Press-your-luck rules as text: every key, parameters, files like others, what rules mean."""

from __future__ import annotations

import pickle
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.ask.strategies import strategy_names
from dicedevil.dice import Dice, Die
from dicedevil.errors import DiceDevilError, RulesError, TooLarge
from dicedevil.families.press_luck import HoldAt, PressLuckGame
from dicedevil.games import is_told
from dicedevil.written.base import class_of, problems_of
from dicedevil.written.scores import ENTRIES, combinations_of
from dicedevil.written.shape import Mistake
from dicedevil.written.sheet import Sheet
from dicedevil.written.starts import start_text
from press_oracle import rules_of

FACES = (1, 2, 3, 4, 5, 6)
SMALL = """
family = "press-luck"
title = "Small"
dice = "2d4"
target = 30
[scores]
one = { dice = [1], pays = 5 }
pair = { equal = 2, pays = { times-face = 10 } }
[parameters]
target = "target"
dice = "dice"
one = { changes = "scores.one.pays", about = "what a 1 pays" }
[parameters.pairs]
about = "whether pairs pay"
choices = { yes = {}, no = { "scores" = { one = { dice = [1], pays = 5 } } } }
"""


def game_of(text: str, head: str = 'dice = "6d6"\ntarget = 1000\n') -> PressLuckGame:
    game = class_of(Sheet(f'family = "press-luck"\n{head}{text}', "some.toml"))()
    assert isinstance(game, PressLuckGame)
    return game


def scores_of(entry: str, text: str = "6d6") -> dict[tuple[int, ...], int]:
    """Return what an entry of [scores] pays with some dice."""
    doubts: list[Mistake] = []
    scores = ENTRIES.read(tomllib.loads(f"x = {entry}"), (), doubts)
    assert not doubts
    dice = Dice.parse(text)
    found = combinations_of(scores, len(dice), dice.dice[0])
    return {one.dice: one.points for one in found}


# -- what scores -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "scores"),
    [
        ("{ dice = [1], pays = 100 }", {(1,): 100}),
        ("{ dice = [5, 1, 5], pays = 7 }", {(1, 5, 5): 7}),
        ('{ dice = [1, 2], pays = "total" }', {(1, 2): 3}),
        ("{ dice = [4, 4], pays = { times-face = 5 } }", {(4, 4): 20}),
        ("{ equal = 3, pays = 9 }", {(face,) * 3: 9 for face in FACES}),
        ("{ equal = 3, pays = { times-face = 100 } }", {(face,) * 3: 100 * face for face in FACES}),
        ('{ equal = "all", pays = 9 }', {(face,) * 6: 9 for face in FACES}),
        ("{ equal = 2, only = [1, 5], pays = 9 }", {(1, 1): 9, (5, 5): 9}),
        ('{ equal = 2, without = "2..6", pays = 9 }', {(1, 1): 9}),
        ('{ equal = 2, only = "1..3", without = [2], pays = 9 }', {(1, 1): 9, (3, 3): 9}),
        (
            '{ equal = "2..4", only = [3], pays = { times-face = 10 }, further = "doubles" }',
            {(3, 3): 30, (3, 3, 3): 60, (3, 3, 3, 3): 120},
        ),
        (
            '{ equal = [2, 4], only = [3], pays = 10, further = "adds" }',
            {(3, 3): 10, (3, 3, 3, 3): 30},
        ),
        ('{ equal = [4, 5], only = [3], pays = "total" }', {(3,) * 4: 12, (3,) * 5: 15}),
        ("{ in-a-row = 5, pays = 8 }", {(1, 2, 3, 4, 5): 8, (2, 3, 4, 5, 6): 8}),
        ("{ in-a-row = 3, without = [4], pays = 8 }", {(1, 2, 3): 8}),
        ("{ groups = [2, 1], only = [1, 2], pays = 8 }", {(1, 1, 2): 8, (1, 2, 2): 8}),
        (
            "{ groups = [2, 2], only = [1, 2, 3], pays = 8 }",
            {(1, 1, 2, 2): 8, (1, 1, 3, 3): 8, (2, 2, 3, 3): 8},
        ),
        (
            "{ groups = [2, 2], may-match = true, only = [1, 2], pays = 8 }",
            {(1, 1, 1, 1): 8, (1, 1, 2, 2): 8, (2, 2, 2, 2): 8},
        ),
        (
            "{ groups = [3, 1], may-match = true, only = [1, 2], pays = 8 }",
            {(1, 1, 1, 1): 8, (1, 1, 1, 2): 8, (1, 2, 2, 2): 8, (2, 2, 2, 2): 8},
        ),
        ('{ any = 1, without = [1], pays = "total" }', {(face,): face for face in FACES[1:]}),
        ("{ any = 1, only = [2], pays = { times-face = 4 } }", {(2,): 8}),
        ("{ any = 2, only = [5, 6], pays = { total = 2 } }", {(5, 5): 20, (5, 6): 22, (6, 6): 24}),
    ],
)
def test_every_pattern(entry: str, scores: dict[tuple[int, ...], int]) -> None:
    assert scores_of(entry) == scores


def test_all_dice_together() -> None:
    assert scores_of('{ any = "all", only = [2, 3], pays = "total" }', "2d6") == {
        (2, 2): 4, (2, 3): 5, (3, 3): 6
    }  # fmt: skip


def test_what_pays_nothing_does_not_score() -> None:
    assert scores_of('{ any = 1, without = [2], pays = "total" }', "1d{0;2;7}") == {(7,): 7}


def test_dice_that_score_in_two_ways_count_the_most() -> None:
    game = game_of("[scores]\na = { equal = 3, pays = 50 }\nb = { dice = [1, 1, 1], pays = 1000 }\n"
                   "c = { dice = [2, 2, 2], pays = 7 }")  # fmt: skip
    scores = {one.dice: one.points for one in game.rules.combinations}
    assert (scores[1, 1, 1], scores[2, 2, 2], len(scores)) == (1000, 50, 6)
    assert game.rules.unit == 50, "what never counts does not make the unit smaller"


def test_all_dice_without_a_score() -> None:
    text = "nothing = 5\n[scores]\none = { dice = [1], pays = 2 }"
    rules = game_of(text, 'dice = "2d3"\ntarget = 9\n').rules
    assert {one.dice: one.points for one in rules.combinations} == {
        (1,): 2, (2, 2): 5, (2, 3): 5, (3, 3): 5
    }  # fmt: skip
    assert rules.free_dice == {2}


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("minimum = 300", "minimum", 300),
        ("opening = 500", "opening", 500),
        ("last-round = true", "last_round", True),
        ('hot-dice = "together"', "hot_dice_together", True),
        ('hot-dice = "free"', "hot_dice_together", False),
        ('leave = "any"', "resign", None),
        ('leave = "none"', "resign", ()),
        ("leave = [[5], [5, 1]]", "resign", ((5,), (1, 5))),
        ("zilches = 3", "zilches", 3),
        ("penalty = 400", "penalty", 400),
    ],
)
def test_every_rule_of_the_table(line: str, field: str, value: object) -> None:
    plain = game_of("[scores]\none = { dice = [1], pays = 50 }").rules
    rules = game_of(f"{line}\n[scores]\none = {{ dice = [1], pays = 50 }}").rules
    assert rules == replace(plain, **{field: value})


def test_the_dice() -> None:
    scores = '[scores]\nx = { any = 1, without = [1], pays = "total" }'
    loaded = game_of(scores, 'dice = "3d{1:2;4:1}"\ntarget = 9\n').rules
    assert (loaded.dice, loaded.die, loaded.target) == (3, Die(((1, 2), (4, 1))), 9)
    alone = game_of(scores, "sides = 8\ntarget = 9\n").rules
    assert (alone.dice, alone.die) == (1, Die.fair(8))


def test_the_usual_hold() -> None:
    text = '[scores]\nx = { any = 1, without = [1], pays = "total" }'
    held = game_of(f"hold-at = 17\n{text}", "sides = 6\ntarget = 50\n")
    assert held.usual_hold == 17
    assert "hold-at-17" in strategy_names(held)
    assert isinstance(held.own_strategy("hold-at-9"), HoldAt)
    assert game_of(text, "sides = 6\ntarget = 50\n").usual_hold == 20


# -- parameters ----------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> str:
    (tmp_path / "small.toml").write_text(SMALL)
    return str(tmp_path / "small.toml")


def test_parameters_change_their_places(small: str) -> None:
    game = dd.game(f"{small}:dice=3d3,one=7,target=50")
    assert str(game) == "small:target=50,dice=3d3,one=7"
    assert isinstance(game, PressLuckGame)
    assert (game.rules.dice, game.rules.target, game.rules.scores[(1,)]) == (3, 50, 7)
    assert dict(game.values) == {"target": 50, "dice": Dice.parse("3d3"), "one": 7, "pairs": True}
    bare, without = dd.game(small), dd.game(f"{small}:pairs=no")
    assert dd.game(f"{small}:pairs=yes") == bare
    assert isinstance(without, PressLuckGame)
    assert [one.dice for one in without.rules.combinations] == [(1,)]
    assert len(without.in_words()) < len(bare.in_words())  # type: ignore[attr-defined]
    for text in ("target=x", "pairs=maybe", "dice=1d6+1d8", "one=0", "nothing=1"):
        with pytest.raises(DiceDevilError):
            dd.game(f"{small}:{text}")


def test_what_a_parameter_makes_impossible_is_told_without_a_place(small: str) -> None:
    with pytest.raises(RulesError, match=r"^Nothing scores with 1d\{2\}"):
        dd.game(f"{small}:dice=1d{{2}}")
    with pytest.raises(TooLarge, match=r"^A target of 999999999 points is too far"):
        dd.game(f"{small}:target=999999999")
    with pytest.raises(TooLarge, match=r"^100 such dice have more than 20,000"):
        dd.game(f"{small}:dice=100d6")


def test_a_game_from_a_file_travels_and_is_kept(small: str) -> None:
    for text in ("", ":one=7", ":pairs=no,dice=3d3"):
        game = dd.game(small + text)
        assert is_told(game)
        assert pickle.loads(pickle.dumps(game)) == game
        match = dd.solve(game, dd.WinMatch())
        assert dd.solve(game, dd.WinMatch()).value == match.value
    other = replace(dd.game(small), rules=rules_of("pig"))  # type: ignore[type-var]
    assert not is_told(other)
    assert pickle.loads(pickle.dumps(other)) == other


def test_one_die_is_told_by_its_sides_or_as_a_loaded_one() -> None:
    text = SMALL.replace('dice = "2d4"', "sides = 4").replace(
        'pair = { equal = 2, pays = { times-face = 10 } }', ""
    ).replace('dice = "dice"', 'eyes = "sides"\nloaded = "dice"')  # fmt: skip
    cls = class_of(Sheet(text, "some.toml"))
    assert str(cls.from_texts({"loaded": "1d9"})) == "some:eyes=9"
    assert str(cls.from_texts({"loaded": "1d4"})) == "some"
    assert str(cls.from_texts({"loaded": "1d{1;2:3}"})) == "some:loaded=1d{1:1;2:3}"
    for texts, words in (
        ({"loaded": "1d4", "eyes": "4"}, "either eyes= or loaded="),
        ({"loaded": "2d4"}, "one die is needed"),
        ({"loaded": "1d1001"}, "has 1,001 sides: the most is 1,000"),
        ({"eyes": "1001"}, "1,001 eyes are too many"),
    ):
        with pytest.raises(DiceDevilError, match=words):
            cls.from_texts(texts)


def test_one_file_like_another(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'like = "farkle"\ntitle = "Mine"\ndice = "5d6"\n[scores]\nfour-alike = { pays = 1200 }\n'
        "three-ones = false\n"
    )
    rules = rules_of(str(tmp_path / "mine.toml"))
    scores = {one.dice: one.points for one in rules.combinations}
    assert (rules.dice, rules.minimum, rules.target) == (5, 500, 10_000)
    assert (scores[(1,) * 4], scores[1, 1, 1]) == (1200, 100)
    assert FACES not in scores, "what is taken over and cannot be rolled is left out"
    told = dd.game(str(tmp_path / "mine.toml")).in_words()  # type: ignore[attr-defined]
    assert "straight: these dice cannot show it." in told


def test_the_start_is_sound() -> None:
    sheet = Sheet(start_text("press-luck"), "mine.toml")
    assert problems_of(sheet) == []
    game = class_of(sheet)()
    assert isinstance(game, PressLuckGame)
    assert (game.rules.dice, game.usual_hold, game.rules.scores[1, 1, 1]) == (4, 300, 1000)


# -- words ---------------------------------------------------------------------------------------------


def test_what_rules_mean() -> None:
    game = game_of(
        'hot-dice = "together"\nleave = [[5], [5, 1]]\nminimum = 300\n'
        "opening = 500\nlast-round = true\n"
        "[scores]\n"
        "one = { dice = [1], pays = 100 }\n"
        "two-ones = { dice = [1, 1], pays = 300 }\n"
        'alike = { equal = "3..5", without = [1], pays = { times-face = 100 }, further = "doubles" }\n'
        'more = { equal = [4, 5], only = [1], pays = 1000, further = "adds" }\n'
        "house = { groups = [3, 2], pays = 900 }\n"
        "pairs = { groups = [2, 2, 2], may-match = true, pays = 900 }\n"
        "row = { in-a-row = 6, pays = 800 }\n"
        'all = { any = "all", only = [4, 5, 6], pays = { total = 50 } }\n'
        'twos = { any = 2, only = [2], pays = "total" }\n'
        "six = { equal = 1, only = [6], pays = 10 }\n"
    )
    told = game.in_words()  # type: ignore[attr-defined]
    assert told[:11] == [
        "A turn: six dice (6d6); what scores is set aside and the others rolled, or all is banked.",
        "one: 1 pays 100.",
        "two-ones: 1 1 pay 300.",
        "alike: 3, 4, 5 dice alike without 1 pay 100 times the face, every further one doubles that; "
        "200 to 2,400 points.",
        "more: 4, 5 dice alike of 1 pay 1,000, every further one adds as much; 1,000 to 2,000 points.",
        "house: groups of 3, 2 equal dice, of different faces, pay 900.",
        "pairs: groups of 2, 2, 2 equal dice, which may match, pay 900.",
        "row: 6 faces in a row pay 800.",
        "all: all dice of 4, 5, 6 pay 50 times the total; 1,200 to 1,800 points.",
        "twos: any 2 dice of 2 pay the total: 4.",
        "six: any die of 6 pays 10.",
    ]
    assert told[11].startswith("A roll without a score loses the turn: six dice ")
    assert told[12].startswith("Alone, nobody rolls on from ")
    assert told[13:] == [
        "Races and matches go to 1,000 points, in steps of 2.",
        "A turn banks 300 points or more.",
        "A player's first bank in a race or a match is 500 points or more.",
        "When every rolled die scores, all are set aside together.",
        "Scoring dice that may be left in hand: 5, 1 5.",
        "When somebody reaches the target the others have one more turn; the highest total wins.",
    ]


def test_chances_are_told() -> None:
    told = dd.game("zilch:zilches=3").in_words()  # type: ignore[attr-defined]
    # One die busts with 2, 3, 4 and 6; two with any pair of these.
    assert "six dice 0.00%" in told[7]
    assert told[7].endswith("two dice 44.44%, one die 66.67%.")
    assert told[8] == "A roll of six dice always scores: with them in hand nobody banks."
    assert told[-1] == "In the long run 3 busts in a row cost 500 points."
    assert dd.game("pig").in_words()[0] == (  # type: ignore[attr-defined]
        "A turn: one die (1d6), rolled as often as one likes; what scores is added up, then banked."
    )
