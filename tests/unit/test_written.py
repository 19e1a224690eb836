"""Rules as text: what a file may say, how it is changed, what is refused with its line and column."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.ask.strategies import EVERYWHERE
from dicedevil.ask.weaker import LEVELS
from dicedevil.dice import Dice
from dicedevil.errors import DiceDevilError, RulesError
from dicedevil.families.cards.card import Box, ScoreCard, fixed_box, upper_box
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.families.cards.patterns import (
    AllOf,
    Different,
    EachDie,
    Equals,
    Groups,
    GroupsTotal,
    Highest,
    Lowest,
    Only,
    OrElse,
    Sequence,
    Shows,
    SquaredTotal,
    Total,
    TotalAtLeast,
    TotalAtMost,
)
from dicedevil.games import is_told
from dicedevil.solvers import tables
from dicedevil.solvers.question import Question
from dicedevil.written.base import TAKEN, problems_of
from dicedevil.written.schema import rules_schema
from dicedevil.written.sheet import Sheet, require_plain

PACKAGE = Path(dd.__file__).parent
SMALL = """
family = "cards"
title = "Small"
dice = "2d4"
rerolls = 1
[upper]
bonus = 5
threshold = 6
[boxes]
twos = { upper = 2 }
fours = { upper = 4 }
pair = { asks = { equal = "all" }, pays = { groups = [2] } }
chance = { pays = "total" }
[parameters]
threshold = "upper.threshold"
kept = { changes = "boxes", about = "the boxes on the card" }
pair = { changes = "boxes.pair.pays.groups", about = "the dice that pay" }
[parameters.bonus]
about = "more or less"
choices = { usual = {}, none = { "upper.bonus" = 0 }, big = { "upper.bonus" = 9 } }
[strategies]
pairs = { prefer = ["pair", "chance"], at-once = ["pair"] }
high = { prefer = ["fours"], keep = "high" }
"""


@pytest.fixture
def small(tmp_path: Path) -> str:
    (tmp_path / "small.toml").write_text(SMALL)
    return str(tmp_path / "small.toml")


def card_of(text: str) -> ScoreCard:
    from dicedevil.written.base import class_of

    game = class_of(Sheet('family = "cards"\n' + text, "some.toml"))()
    assert isinstance(game, KeepRerollGame)
    return game.card


def wrong(text: str) -> list[str]:
    require_plain(text, "some.toml")
    sheet = Sheet(text, "some.toml")
    return [sheet.told(one) for one in problems_of(sheet)]


# -- what a file may say -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("{ upper = 3 }", upper_box("x", 3)),
        ("{ pays = 7 }", fixed_box("x", card_of("[boxes]\nx = { pays = 1 }").boxes[0].condition, 7)),
        ('{ pays = "total" }', Box("x", Total())),
        ('{ pays = "squared-total" }', Box("x", SquaredTotal())),
        ("{ pays = { total = 2 } }", Box("x", Total(2))),
        ("{ pays = { highest = 3 } }", Box("x", Highest(3))),
        ("{ pays = { lowest = 2 } }", Box("x", Lowest(2))),
        ("{ pays = { groups = [2, 2] } }", Box("x", GroupsTotal((2, 2)))),
        ("{ pays = { each = { 5 = 50, 1 = 100 } } }", Box("x", EachDie(((1, 100), (5, 50))))),
        ("{ asks = { equal = 3 }, pays = 25, joker = 9 }", fixed_box("x", Equals(3), 25, 9)),
        ('{ asks = { equal = "all" }, pays = 50 }', fixed_box("x", Equals(5), 50)),
        ("{ asks = { groups = [3, 2] }, pays = 25 }", fixed_box("x", Groups((3, 2)), 25)),
        ("{ asks = { in-a-row = 4 }, pays = 30 }", fixed_box("x", Sequence(4), 30)),
        ("{ asks = { shows = [1, 6] }, pays = 9 }", fixed_box("x", Shows((1, 6)), 9)),
        ("{ asks = { only = [1, 3, 5] }, pays = 9 }", fixed_box("x", Only((1, 3, 5)), 9)),
        ("{ asks = { different = 4 }, pays = 9 }", fixed_box("x", Different(4), 9)),
        ("{ asks = { total-at-least = 20 }, pays = 9 }", fixed_box("x", TotalAtLeast(20), 9)),
        ("{ asks = { total-at-most = 9 }, pays = 9 }", fixed_box("x", TotalAtMost(9), 9)),
        (
            '{ asks = { equal = 2, total-at-most = 9 }, pays = "total" }',
            Box("x", Total(), AllOf((Equals(2), TotalAtMost(9)))),
        ),
        (
            '{ asks = { equal = 2 }, pays = "total", otherwise = -5 }',
            Box("x", OrElse(Total(), Equals(2), -5)),
        ),
    ],
)
def test_every_pattern(text: str, box: Box) -> None:
    assert card_of(f"[boxes]\nx = {text}").boxes == (box,)


@pytest.mark.parametrize(
    ("pattern", "roll", "is_met"),
    [
        (Different(3), (1, 1, 2, 3, 3), True),
        (Different(4), (1, 1, 2, 3, 3), False),
        (Only((1, 3)), (1, 1, 3, 3, 3), True),
        (Only((1, 3)), (1, 1, 3, 3, 4), False),
        (TotalAtLeast(10), (1, 1, 2, 3, 3), True),
        (TotalAtLeast(11), (1, 1, 2, 3, 3), False),
        (TotalAtMost(9), (1, 1, 2, 3, 3), False),
        (AllOf((Equals(2), Shows((3,)))), (1, 1, 2, 3, 3), True),
        (AllOf((Equals(3), Shows((3,)))), (1, 1, 2, 3, 3), False),
        (Highest(2), (1, 1, 2, 3, 4), 7),
        (Lowest(2), (1, 1, 2, 3, 4), 2),
        (EachDie(((1, 100), (5, 50))), (1, 1, 2, 3, 5), 250),
        (OrElse(Total(), Equals(3), -5), (1, 1, 2, 3, 5), -5),
    ],
)
def test_what_patterns_mean(pattern: object, roll: tuple[int, ...], is_met: object) -> None:
    assert pattern(roll) == is_met  # type: ignore[operator]


def test_a_box_that_may_be_filled_twice() -> None:
    card = card_of('[boxes]\nchance = { pays = "total", times = 3 }')
    assert card.names == ("chance", "chance-2", "chance-3")


def test_dice_and_bonuses() -> None:
    card = card_of(
        'dice = "1d4+1d6"\ntold-apart = true\nrerolls = 0\n'
        "[upper]\nbonus = 3\n[boxes]\na = { pays = 1 }"
    )
    assert (card.dice, card.rerolls, card.told_apart, card.upper_bonus) == (
        Dice.parse("1d4+1d6"), 0, True, 3
    )  # fmt: skip


def test_the_listed_cards_are_those_of_the_papers() -> None:
    """Boxes as Verhoeff's Tables 1 to 3 have them."""
    upper = tuple(
        upper_box(name, face)
        for face, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1)
    )
    lower = (
        Box("three-of-a-kind", Total(), Equals(3)),
        Box("four-of-a-kind", Total(), Equals(4)),
        fixed_box("full-house", Groups((3, 2)), 25, joker=25),
        fixed_box("small-straight", Sequence(4), 30, joker=30),
        fixed_box("large-straight", Sequence(5), 40, joker=40),
        fixed_box("yahtzee", Equals(5), 50),
        Box("chance", Total()),
    )
    official = ScoreCard(upper + lower, upper_bonus=35, threshold=63, yahtzee_box="yahtzee",
                         yahtzee_bonus=100, joker="free")  # fmt: skip
    basic = ScoreCard(upper + lower, upper_bonus=35, threshold=63)
    assert dd.game("yahtzee").card == official  # type: ignore[attr-defined]
    assert dd.game("basic-yahtzee").card == basic  # type: ignore[attr-defined]
    assert dd.game("junior-yahtzee:bonus=no").card == ScoreCard(upper)  # type: ignore[attr-defined]


# -- one file like another, and parameters -----------------------------------------------------------


def test_parameters_change_their_places(small: str) -> None:
    game = dd.game(f"{small}:threshold=8,bonus=big,kept=twos/fours/chance")
    assert str(game) == "small:threshold=8,kept=twos/fours/chance,bonus=big"
    assert isinstance(game, KeepRerollGame)
    assert game.card.names == ("twos", "fours", "chance")
    assert (game.card.threshold, game.card.upper_bonus) == (8, 9)
    assert game.values["bonus"] == "big"
    assert dd.game(f"{small}:bonus=usual") == dd.game(small)
    for text in ("threshold=x", "bonus=huge", "kept=threes", "pair=0", "nothing=1"):
        with pytest.raises(DiceDevilError):
            dd.game(f"{small}:{text}")


def test_values_are_those_of_fractions(small: str) -> None:
    for spec in (small, f"{small}:bonus=none", f"{small}:kept=pair/chance"):
        exact = dd.solve(spec, exact=True)
        assert dd.solve(spec).value == pytest.approx(float(exact.exact or 0), abs=1e-12)
    for name in ("pairs", "high"):
        told = dd.evaluate(small, name, exact=True)
        assert dd.evaluate(small, name).mean == pytest.approx(float(told.exact_mean), abs=1e-12)
        assert told.exact_mean <= dd.solve(small, exact=True).exact


def test_tables_are_kept_of_games_that_are_data(
    small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    game = dd.game(small)
    assert is_told(game)
    dd.solve(small)
    assert len(tables.listing()) == 1
    room = "dicedevil.solvers.cards.lanes"
    key = tables.key_of(Question(game, dd.MaxScore()), room=room)
    other = Path(small)
    other.write_text(SMALL.replace("bonus = 5", "bonus = 6"))
    changed = tables.key_of(Question(dd.game(small), dd.MaxScore()), room=room)
    assert key is not None
    assert changed is not None
    assert key.folder != changed.folder
    from dicedevil.solvers.upkeep import state_of

    assert state_of(tables.listing()[0], thorough=True) == "ok"


def test_a_file_like_another(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'like = "yahtzee"\ntitle = "Mine"\n[boxes]\nchance = false\n'
        "odd = { asks = { only = [1, 3, 5] }, pays = 20 }\n"
    )
    (tmp_path / "again.toml").write_text('like = "mine.toml"\nrerolls = 3\n[upper]\nthreshold = 60\n')
    game = dd.game(str(tmp_path / "again.toml"))
    assert isinstance(game, KeepRerollGame)
    assert game.card.names == (*dd.game("yahtzee").card.names[:-1], "odd")  # type: ignore[attr-defined]
    assert (game.card.rerolls, game.card.upper_bonus, game.card.threshold) == (3, 35, 60)
    assert (game.title, game.name) == ("again", "again")
    assert game.known_values == ()


# -- what is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "some.toml:1:1: family is one of"),
        ('family = "crads"', "some.toml:1:1: family is one of"),
        (
            'family = "cards"\nboxs = 1\n[boxes]\na = { pays = 1 }',
            "some.toml:2:1: There is no key 'boxs'. Did",
        ),
        ('family = "cards"', "some.toml:1:1: boxes is needed: the boxes on the card."),
        ('family = "cards"\n[boxes]\n', "some.toml:2:1: boxes has 1 to 20 names, not 0."),
        (
            'family = "cards"\nrerolls = true\n[boxes]\na = { pays = 1 }',
            "2:1: rerolls is a whole number",
        ),
        (
            'family = "cards"\nrerolls = "2"\n[boxes]\na = { pays = 1 }',
            "2:1: rerolls is a whole number",
        ),
        (
            'family = "cards"\nrerolls = 1000\n[boxes]\na = { pays = 1 }',
            "between 0 and 100, not '1000'.",
        ),
        ('family = "cards"\ndice = "5x"\n[boxes]\na = { pays = 1 }', "some.toml:2:1: "),
        ('family = "cards"\n[boxes]\na = { pays = 1 }\nb = {}', "some.toml:4:1: b needs pays"),
        (
            'family = "cards"\n[boxes]\na = { upper = 1, pays = 1 }',
            "3:1: a is an upper box: it asks for",
        ),
        (
            'family = "cards"\n[boxes]\n"a b" = { pays = 1 }',
            "some.toml:3:1: A box cannot be called 'a b'",
        ),
        (
            'family = "cards"\n[boxes]\na = { pays = { total = 2, face = 1 } }',
            "3:7: boxes.a.pays has 1 of",
        ),
        ('family = "cards"\n[boxes]\na = { pays = {} }', "3:7: boxes.a.pays has 1 of"),
        ('family = "cards"\n[boxes]\na = { pays = 10000000 }', "3:7: boxes.a.pays is a whole number"),
        (
            'family = "cards"\n[boxes]\na = { asks = 3, pays = 1 }',
            "3:7: boxes.a.asks is a table, not 3.",
        ),
        (
            'family = "cards"\n[boxes]\na = { asks = { shows = [] }, pays = 1 }',
            "3:16: boxes.a.asks.shows is whole",
        ),
        ('family = "cards"\n[boxes]\na = 3', "some.toml:3:1: boxes.a is a table, not 3."),
        (
            'family = "cards"\n[boxes]\na = { asks = { equal = [3] }, pays = 1 }',
            '3:16: boxes.a.asks.equal is a whole number between 1 and 100 or "all", not a list.',
        ),
        (
            'family = "cards"\n[boxes]\na = { pays = 1, times = 2 }\na-3 = { pays = 1 }\n'
            '[strategies]\ns = { prefer = ["a-2", "a-4"] }',
            "6:24: There is no box 'a-4'. Did you mean",
        ),
        (
            'family = "cards"\n[boxes]\na = { pays = 1 }\n[yahtzee]\nbox = "b"',
            "5:1: There is no box 'b'.",
        ),
        (
            'family = "cards"\n[boxes]\na = { pays = 1 }\n[strategies]\noptimal = {}',
            "5:1: optimal is played in every game",
        ),
        (
            'family = "tiles"\ntiles = 4\n[strategies]\n"a b" = { prefer = "most" }',
            "4:1: A rule of thumb cannot be called 'a b'",
        ),
        ('family = "tiles"\nname = "a b"\ntiles = 4', "2:1: A game cannot be called 'a b'"),
        (
            'family = "cards"\n[boxes]\na = { pays = 1 }\nb = { upper = 2 }\nc = { upper = 2 }',
            "share a face",
        ),
        ('family = "cards"\nlike = "yahtzea"', "some.toml:2:1: like is the name of a listed game"),
        ('family = "cards"\nlike = "../x.toml"', "some.toml:2:1: like is the name of a listed game"),
        ('family = "cards"\nlike = 3', "some.toml:2:1: like is the name of a game, not 3."),
        (
            'like = "yahtzee"\n[parameters]\nx = "upper.bonnus"',
            "3:1: parameters.x changes 'upper.bonnus'",
        ),
        ('like = "yahtzee"\n[parameters]\nx = "boxes.nine.pays"', "where nothing can be changed"),
        ('like = "yahtzee"\n[parameters]\n"x y" = "rerolls"', "A parameter cannot be called 'x y'"),
        ('like = "yahtzee"\n[parameters]\nx = {}', "3:1: parameters.x has changes"),
        (
            'like = "yahtzee"\n[parameters]\nx = { choices = { a = { rerolls = 3 }, b = {} } }',
            "3:19: The first choice is the file as it stands",
        ),
        (
            'like = "yahtzee"\n[parameters]\nx = { choices = { a = {}, b = { rerolls = 300 } } }',
            "3:27: x=b: rerolls is a whole number",
        ),
        (
            'like = "yahtzee"\n[parameters]\nx = { choices = { a = {}, b = { reroll = 3 } } }',
            "'reroll' is no place in this file. Did you mean 'rerolls'?",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, told: str) -> None:
    try:
        found = wrong(text)
    except RulesError as error:  # what a file is like, before its own words are looked at
        found = [str(error)]
    assert any(told in one for one in found), found


def test_prose_is_not_what_a_parameter_was_meant_to_change() -> None:
    (told,) = wrong('like = "yahtzee"\n[parameters]\nx = "title"')
    assert "where nothing can be changed" in told
    assert "title'?" not in told


def test_everything_is_told_at_once() -> None:
    found = wrong('family = "cards"\nrerols = 3\ndice = 5\n[boxes]\na = { pays = "totl" }\n')
    assert [one.split(": ")[0] for one in found] == ["some.toml:2:1", "some.toml:3:1", "some.toml:5:7"]


def test_a_box_that_is_left_out_may_be_named_by_the_file_that_had_it(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL + 'paired = { at-once = ["pair"] }\n')
    (tmp_path / "other.toml").write_text(
        'like = "small.toml"\nboxes.pair = false\nparameters.pair = false'
    )
    assert "paired" in dd.game(str(tmp_path / "other.toml")).strategies()


def test_players_of_every_game_have_their_names() -> None:
    assert {*EVERYWHERE, *LEVELS} < set(TAKEN)


def test_names_of_listed_games_are_taken(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('like = "yatzy"\nname = "yahtzee"\n')
    with pytest.raises(RulesError, match=r"mine.toml:2:1: yahtzee is the name of a listed game"):
        dd.game(str(tmp_path / "mine.toml"))


def test_the_schema_that_is_shipped_is_the_one_that_is_made() -> None:
    shipped = json.loads((PACKAGE / "written" / "rules.schema.json").read_text(encoding="utf-8"))
    assert shipped == rules_schema(), (
        "run dicedevil new --schema > src/dicedevil/written/rules.schema.json"
    )
