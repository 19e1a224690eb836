"""Placement games as text: every way to score, what is refused with its place, what rules mean."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.ask.strategies import strategy_names
from dicedevil.coach.shown import count_states
from dicedevil.dice import Dice
from dicedevil.errors import NotationError, RulesError, TooLarge
from dicedevil.families.placement.formulas import formula_scores
from dicedevil.families.placement.game import PlacementGame
from dicedevil.families.placement.slots import Slot, Way, way_scores
from dicedevil.games import is_told
from dicedevil.written.base import class_of, problems_of
from dicedevil.written.sheet import Sheet

MIXED = """
family = "placement"
title = "Five Slots"
dice = "2d4"
slots = [
    2,
    "x**2 // 2",
    { asks = { total-at-least = 6 }, pays = 20, otherwise = -4 },
    { asks = { totals = [2, 5] }, pays = { formula = "min(3*x, 9)" } },
    { pays = { total = 3 } },
]

[parameters]
dice = "dice"
high = { changes = "slots.3.pays", about = "what slot 3 pays" }
penalty = "slots.3.otherwise"
from = "slots.3.asks.total-at-least"

[strategies]
halves = { low-until = 5 }
"""
MANY = ", ".join(['"x"'] * 61)
LONG = "x+" * 99 + "1"
FAR = ";".join(str(face * 10_000) for face in range(40))


def game_of(text: str) -> PlacementGame:
    game = class_of(Sheet(f'family = "placement"\n{text}', "some.toml"))()
    assert isinstance(game, PlacementGame)
    return game


def wrong(text: str) -> list[str]:
    sheet = Sheet(f'family = "placement"\n{text}', "some.toml")
    return [sheet.told(one) for one in problems_of(sheet)]


@pytest.fixture
def mixed(tmp_path: Path) -> str:
    (tmp_path / "five-slots.toml").write_text(MIXED)
    return str(tmp_path / "five-slots.toml")


# -- what a file may say -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slots", "ways"),
    [
        ("3", (1, 2, 3)),
        ("[1, 1, 5]", (1, 1, 5)),
        ('"-1..2"', (-1, 0, 1, 2)),
        ('["x", "x**2"]', ("x", "x**2")),
        ('[3, "x"]', (3, "x")),
        ('[{ pays = "total" }]', (1,)),
        ('[{ pays = "squared-total" }]', ("x**2",)),
        ("[{ pays = 25 }]", ("25",)),
        ("[{ pays = { total = -3 } }]", (-3,)),
        ('[{ pays = { formula = " x - 1 " } }]', ("x - 1",)),
        ("[{ asks = { total-at-least = 9 }, pays = 25 }]", (Slot(25, at_least=9),)),
        ('[{ asks = { total-at-most = 9 }, pays = "total" }]', (Slot("x", at_most=9),)),
        (
            '[{ asks = { totals = [7, 11], total-at-most = 9 }, pays = "squared-total" }]',
            (Slot("x**2", None, 9, (7, 11)),),
        ),
        (
            "[{ asks = { totals = [7] }, pays = { total = 4 }, otherwise = -5 }]",
            (Slot("4*x", totals=(7,), otherwise=-5),),
        ),
    ],
)
def test_every_way_to_score(slots: str, ways: tuple[Way, ...]) -> None:
    game = game_of(f"slots = {slots}")
    assert game.ways == ways
    assert game.dice == Dice.parse("3d6")
    assert game.in_words()  # type: ignore[attr-defined]
    assert dd.check_game(game).ok


@pytest.mark.parametrize(
    ("way", "scores"),
    [
        (3, [6, 9, 12]),
        ("x**2 - 3*x", [-2, 0, 4]),
        (Slot(25, at_least=3), [0, 25, 25]),
        (Slot(25, at_most=3, otherwise=-1), [25, 25, -1]),
        (Slot("2*x", totals=(2, 4), otherwise=7), [4, 7, 8]),
        (Slot("x", at_least=9), [0, 0, 0]),
    ],
)
def test_what_ways_mean(way: Way, scores: list[int]) -> None:
    assert list(way_scores(way, (2, 3, 4)).values()) == scores


@pytest.mark.parametrize(
    ("formula", "x", "score"),
    [
        ("x // 2", 7, 3),
        ("min(x, 5)", 7, 5),
        ("max(x, 5, 2*x)", 7, 14),
        ("abs(x - 10) % 2", 7, 1),
        ("-x**2", 3, -9),
        ("(x - 3)**0", 3, 1),
    ],
)
def test_formulas(formula: str, x: int, score: int) -> None:
    assert formula_scores(formula, (x,)) == {x: score}


@pytest.mark.parametrize(
    "formula",
    [
        *("", "y", "x/2", "x.real", "x[0]", "x if x else 1", "lambda: x", "[x]", "(x,)", "f(x)"),
        *("__import__('os')", "abs(x, x)", "abs()", "min(x)", "min(*[x])", "min(x, key=x)", "x()"),
        *("2**x", "x**-1", "x**10", "x**2.0", "1.5", "True", "None", "x**True", "'x'", "x and 1"),
        *("x < 3", "~x", "+x", "x << 9", "x | 1", "x @ x", "x // 0", "x % 0", "x := 3", "x; x"),
        *("999999999**9", "x" * 201, "9" * 190 + "**9", "\0", "min(" * 60),
        "min(" + ", ".join(["x"] * 11) + ")",
    ],
)
def test_what_is_no_formula(formula: str) -> None:
    began = time.process_time()
    with pytest.raises(NotationError, match="Cannot read the function"):
        formula_scores(formula, (3, 4))
    assert time.process_time() - began < 1.0


def test_powers_of_powers_do_not_take_for_ever() -> None:
    """Each power is worked out once: forty of them in a row would else take 2 to the 40th."""
    began = time.process_time()
    assert formula_scores("(" * 38 + "x" + "**1)" * 38, (3,)) == {3: 3}
    assert time.process_time() - began < 1.0


@pytest.mark.parametrize(
    ("name", "ways", "dice"),
    [
        ("ten-times-18", tuple(range(1, 11)), "3d6"),
        ("ten-times-18:slots=3,dice=1d4", (1, 2, 3), "1d4"),
        ("ten-times-18:multipliers=-1/0/0", (-1, 0, 0), "3d6"),
        ("ten-times-18:functions=x/x**2", ("x", "x**2"), "3d6"),
    ],
)
def test_the_text_of_the_listed_game_is_its_rules(name: str, ways: tuple[Way, ...], dice: str) -> None:
    game = dd.game(name)
    assert isinstance(game, PlacementGame)
    assert (game.ways, game.dice) == (ways, Dice.parse(dice))
    assert str(game) == name


# -- parameters, strategies ----------------------------------------------------------------------------


def test_a_new_game_of_formulas_and_penalties(mixed: str) -> None:
    solved = dd.solve(mixed, exact=True)
    assert str(solved.game) == "five-slots"
    assert dd.solve(mixed).value == pytest.approx(solved.value, abs=1e-12)
    means = {name: dd.evaluate(mixed, name).exact_mean for name in strategy_names(solved.game)}
    assert means["optimal"] == solved.exact
    assert "halves" in means
    assert "omniscient" not in means
    assert all(means["worst"] <= mean <= solved.exact for mean in means.values())
    assert solved.game.strategies()["halves"](0b10110, (5,)) == 2
    assert solved.game.strategies()["halves"](0b10110, (6,)) == 5


@pytest.mark.parametrize("changes", ["dice=1d6", "high=30,penalty=-9", "from=8", "high=20"])
def test_parameters_change_places_of_the_file(mixed: str, changes: str) -> None:
    game = dd.game(f"{mixed}:{changes}")
    assert str(game) == (f"five-slots:{changes}" if changes != "high=20" else "five-slots")
    assert dd.game(f"{mixed}:{str(game).partition(':')[2] or 'high=20'}") == game
    assert is_told(game)


def test_a_slot_with_another_penalty(mixed: str) -> None:
    game = dd.game(f"{mixed}:high=30,penalty=-9,from=7")
    assert isinstance(game, PlacementGame)
    assert game.ways[2] == Slot(30, at_least=7, otherwise=-9)
    assert game.parameters[2].about == "what it pays where the dice do not fit"


def test_what_slots_are_called_on_a_board(mixed: str) -> None:
    game = dd.game(mixed)
    assert [game.uses(0b11111, (5,), slot).label for slot in range(1, 6)] == [
        "Slot 1, times 2",
        "Slot 2, x**2 // 2",
        "Slot 3, 20 from 6, otherwise -4",
        "Slot 4, min(3*x, 9) for 2, 5, otherwise 0",
        "Slot 5, times 3",
    ]


def test_what_is_taken_over_from_a_listed_game() -> None:
    game = game_of('like = "ten-times-18"\nslots = ["x", 3]')
    assert [one.name for one in game.parameters] == ["dice"]  # slots are no number any more
    assert "omniscient" not in game.strategies()
    same = game_of('like = "ten-times-18"\ndice = "1d4"')
    assert [one.name for one in same.parameters] == ["slots", "dice"]
    assert "omniscient" in same.strategies()
    assert dd.solve(same, exact=True).exact == dd.solve("ten-times-18:dice=1d4", exact=True).exact


# -- what is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "some.toml:1:1: slots is needed: how many slots there are"),
        ("slots = 0", "some.toml:2:1: slots is a whole number between 1 and 10,000, not '0'."),
        ("slots = 1000000", "some.toml:2:1: 1,000,000 slots are too many: the most is 10,000 slots."),
        ('slots = "1..1000000"', "some.toml:2:1: slots: '1..1000000' is too long a range."),
        ('slots = "1..20000"', "some.toml:2:1: 20,000 slots are too many: the most is 10,000."),
        ("slots = []", "some.toml:2:1: slots is a list of 1 to 60 entries, not 0 entries."),
        (f"slots = [{MANY}]", "some.toml:2:1: slots is a list of 1 to 60 entries"),
        (
            f"slots = {list(range(61, 0, -1))}",
            "some.toml:2:1: 61 slots are too many where slots do not",
        ),
        ("slots = [1, 10000000000]", "some.toml:2:1: '10000000000' in slots="),
        ('slots = ["x", 10000000000]', "some.toml:2:15: slots[2] is a whole number between"),
        (
            "slots = true",
            "some.toml:2:1: slots is a whole number between 1 and 10,000 or whole numbers",
        ),
        ('slots = "x**2"', "some.toml:2:1: slots is a whole number between 1 and 10,000 or whole"),
        ("slots = [1,\n  [2]]", "some.toml:3:3: slots[2] is a whole number between"),
        ('slots = [1,\n  "y"]', "some.toml:3:3: Cannot read the function 'y'. Use x, whole numbers"),
        ('slots = ["9999999*x*x"]', "some.toml:2:10: The function '9999999*x*x' exceeds a billion"),
        ('slots = ["2**x"]', "some.toml:2:10: Cannot read the function '2**x'."),
        (f'slots = ["{LONG}{LONG}"]', "some.toml:2:10: slots[1] is a text of at most 200 signs"),
        ("slots = [{}]", "some.toml:2:10: slots[1].pays is needed: points: a number"),
        ('slots = [{ pays = "totl" }]', "some.toml:2:12: slots[1].pays is one of total, squared-total"),
        ("slots = [{ pays = {} }]", "some.toml:2:12: slots[1].pays has 1 of total, formula, not 0."),
        ('slots = [{ pays = { formula = "z" } }]', "some.toml:2:10: Cannot read the function 'z'."),
        ("slots = [{ pays = 1000000001 }]", "some.toml:2:12: slots[1].pays is a whole number between"),
        ("slots = [{ pays = 1, ask = 2 }]", "some.toml:2:22: There is no key 'slots[1].ask'."),
        (
            "slots = [2, { pays = 1, otherwise = -2 }]",
            "some.toml:2:25: Slot 2 asks for nothing, so it never pays otherwise",
        ),
        (
            "slots = [{ asks = { total-at-least = -1 }, pays = 1 }]",
            "some.toml:2:21: slots[1].asks.total-at-least is a whole number between 0",
        ),
        ('slots = 3\ndice = "1000d6"', "some.toml:3:1: '1000d6' has too many totals; use fewer dice"),
        ('slots = 3\ndice = "0d6"', "some.toml:3:1: '0d6' has no dice"),
        ("slots = 3\ndice = 2", "some.toml:3:1: dice is dice, as in 5d6"),
        (
            'slots = [999999999]\ndice = "1000d{999999999}"',
            "some.toml:2:1: Scores of up to 999,999,998,000,000,001,000 are too high",
        ),
        (
            f'dice = "1d10000+1d{{{FAR}}}"\nslots = ["{LONG}"]',
            "some.toml:3:1: Formulas of 199 signs for each of 400,000 totals are too much to work out",
        ),
        (
            'slots = 3\n[strategies]\na = { low-until = "7" }',
            "some.toml:4:7: strategies.a.low-until is a whole number",
        ),
        ("slots = 3\n[strategies]\na = {}", "some.toml:4:1: strategies.a.low-until is needed"),
        (
            'slots = ["x", 2]\n[parameters]\nslots = "slots"',
            "some.toml:4:1: parameters.slots changes 'slots', where nothing can be changed.",
        ),
        (
            'slots = ["x", 2]\n[parameters]\none = "slots.3"',
            "some.toml:4:1: parameters.one changes 'slots.3', where nothing can be changed.",
        ),
    ],
)
def test_what_is_refused_with_its_place(text: str, told: str) -> None:
    began = time.process_time()
    assert told in "\n".join(wrong(text))
    assert time.process_time() - began < 2.0


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ("dice=1000d6", TooLarge, "too many totals"),
        ("dice=2d", NotationError, "Cannot read the dice"),
        ("high=x", NotationError, "high is a whole number"),
        ("high=99999999999", NotationError, "high is a whole number between"),
        ("low=3", RulesError, "no parameter 'low'"),
    ],
)
def test_what_parameters_bring_about_is_told_without_a_place(
    mixed: str, changes: str, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as refused:
        dd.game(f"{mixed}:{changes}")
    assert "toml" not in str(refused.value)


# -- what rules mean -----------------------------------------------------------------------------------


def test_rules_in_words(mixed: str) -> None:
    assert dd.game(mixed).in_words() == [  # type: ignore[attr-defined]
        "A turn: two dice (2d4) are added up, 2 to 8, 5 on average; the total goes into an open slot.",
        "There are 5 slots, and so 5 turns.",
        "Slot 1: times 2; 4 to 16 points, 10 on average.",
        "Slot 2: x**2 // 2; 2 to 32 points, 13.5 on average.",
        "Slot 3: 20 from 6, otherwise -4; -4 to 20 points, 5 on average; a roll fits with a chance of "
        "37.50%.",
        "Slot 4: min(3*x, 9) for 2, 5, otherwise 0; 0 to 9 points, 2.625 on average; a roll fits with "
        "a chance of 31.25%.",
        "Slot 5: times 3; 6 to 24 points, 15 on average.",
        "Filled without a look at the dice the slots bring 46.125 on average; all games score 8 to "
        "101.",
        "The best slot depends on which others are open: 32 sets of them.",
    ]


def test_what_is_filled_blindly_is_what_chance_brings(mixed: str) -> None:
    assert dd.evaluate(mixed, "random").exact_mean == pytest.approx(46.125)
    law = dd.evaluate(mixed, "random").law
    assert (min(law), max(law)) == (8, 101)


def test_multipliers_in_words() -> None:
    told = game_of("slots = 10").in_words()  # type: ignore[attr-defined]
    assert "The slots multiply by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10." in told
    assert "bring 577.5 on average; all games score 165 to 990." in told[-2]
    assert "quick to solve" in told[-1]
    falling = game_of("slots = [3, 2, 1]").in_words()  # type: ignore[attr-defined]
    assert "8 sets of them. Numbers that never fall would be quick to solve." in falling[-1]
    negative = game_of('dice = "1d4"\nslots = [-2, 1]').in_words()  # type: ignore[attr-defined]
    assert "all games score -7 to 2." in negative[-2]


def test_a_thousand_slots_are_a_small_table() -> None:
    count = count_states(game_of("slots = 1000"))
    assert count.states == 1 << 1000
    assert count.memory == 8 * 500_500
    assert count.seconds is not None
    assert count.seconds < 1
    sets = count_states(game_of('slots = ["x", "x", "x"]'))
    assert sets.states == 8
