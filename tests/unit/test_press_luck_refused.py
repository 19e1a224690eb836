"""Press-your-luck files that are refused: one clear line, with line and column, before work begins."""

from __future__ import annotations

import pytest

from dicedevil.errors import RulesError
from dicedevil.written.base import class_of, problems_of
from dicedevil.written.sheet import Sheet

HEAD = 'family = "press-luck"\ndice = "3d6"\ntarget = 100\n'
ONE = "\n[scores]\none = { dice = [1], pays = 5 }"


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("5", "5:1: scores.x is a table, not 5"),
        ("{ dice = [1] }", "5:1: scores.x.pays is needed"),
        (
            "{ pays = 5 }",
            "5:1: x says its dice by one of dice, equal, groups, in-a-row, any",
        ),
        ("{ pays = 5, dice = [1], equal = 3 }", "5:1: x says its dice by one of dice, equal, groups"),
        ("{ equals = 2, pays = 5 }", "5:7: There is no key 'scores.x.equals'. Did you mean 'equal'?"),
        # pays
        (
            "{ dice = [1], pays = 0 }",
            "5:19: scores.x.pays is a whole number between 1 and",
        ),
        ("{ dice = [1], pays = -5 }", "5:19: scores.x.pays is a whole number between 1 and"),
        ("{ dice = [1], pays = 99999999999 }", "5:19: scores.x.pays is a whole number between 1 and"),
        ("{ dice = [1], pays = 1.5 }", "5:19: scores.x.pays is a whole number"),
        ('{ dice = [1], pays = "totl" }', "5:19: scores.x.pays is one of total, not 'totl'"),
        ("{ dice = [1], pays = {} }", "5:19: scores.x.pays has 1 of times-face, total, not 0"),
        ("{ dice = [1], pays = { total = 2, times-face = 3 } }", "5:19: scores.x.pays has 1 of"),
        (
            "{ dice = [1, 2], pays = { times-face = 3 } }",
            "5:22: x: times-face is for dice that are",
        ),
        (
            "{ in-a-row = 3, pays = { times-face = 3 } }",
            "5:21: x: times-face is for dice that are",
        ),
        # faces and dice that there are not
        ("{ dice = [7], pays = 5 }", "5:7: x: the die has no 7: its faces are 1, 2, 3, 4, 5, 6."),
        ("{ equal = 2, only = [1, 8], pays = 5 }", "5:18: x: the die has no 8"),
        ('{ equal = 2, without = "5..9", pays = 5 }', "5:18: x: the die has no 7, 8, 9: its faces"),
        ("{ dice = [], pays = 5 }", "5:7: scores.x.dice is whole numbers"),
        ("{ equal = 4, pays = 5 }", "5:1: x needs four dice, but there are three dice."),
        ("{ groups = [2, 2], pays = 5 }", "5:1: x needs four dice, but there are three dice."),
        ("{ in-a-row = 9, pays = 5 }", "5:1: x needs nine dice"),
        ("{ any = 4, pays = 5 }", "5:1: x needs four dice"),
        ("{ dice = [1, 1, 1, 1], pays = 5 }", "5:1: x needs four dice"),
        (
            "{ in-a-row = 3, only = [1, 2, 4, 5], pays = 5 }",
            "5:1: x never scores: no roll of 3d6",
        ),
        # numbers that make no sense
        ("{ equal = 0, pays = 5 }", "5:7: scores.x.equal is a whole number between 1 and 1,000"),
        ("{ equal = [0, 2], pays = 5 }", "5:7: x: equal dice are at least one"),
        ("{ groups = [-1, 2], pays = 5 }", "5:7: x: equal dice are at least one"),
        ('{ equal = "al", pays = 5 }', "5:7: scores.x.equal is one of all, not 'al'"),
        ("{ equal = true, pays = 5 }", "5:7: scores.x.equal is a whole number"),
        ("{ any = 2000, pays = 5 }", "5:7: scores.x.any is a whole number between 1 and 1,000"),
        ("{ equal = 2, may-match = true, pays = 5 }", "5:18: x has no groups that may match."),
        ('{ equal = 2, pays = 5, further = "doubles" }', "5:28: x: further is for several numbers of"),
        ('{ equal = [2, 3], pays = 5, further = "more" }', "5:33: scores.x.further is one of doubles"),
        # no end, or too much
        ("{ any = 1, pays = 5 }", "4:1: With these rules dice can be rolled for ever and never bust"),
        (
            '{ equal = "2..3", pays = 900000000, further = "doubles" }',
            "5:23: 1+1+1 pays more than 1,000,000,000 points.",
        ),
        (
            "{ dice = [1], pays = 1 }\ny = { dice = [2], pays = 999999999 }",
            "4:1: A turn is worth going on with up to ",
        ),
    ],
)
def test_entries_that_are_refused(entry: str, told: str) -> None:
    require_refused(f"{HEAD}[scores]\nx = {entry}", told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD, "1:1: scores is needed"),
        (HEAD + "scores = 3", "4:1: scores is a table of names, not 3"),
        (HEAD + "[scores]", "4:1: scores has 1 to 1,000 names, not 0"),
        (HEAD + "mimimum = 3" + ONE, "4:1: There is no key 'mimimum'. Did you mean 'minimum'?"),
        (HEAD + 'leave = "some"' + ONE, "4:1: leave is one of any, none, not 'some'"),
        (HEAD + "leave = [[5], [9]]" + ONE, "4:15: leave: the die has no 9"),
        (HEAD + "leave = []" + ONE, "4:1: leave is a list of 1 to 1,000 entries, not 0"),
        (HEAD + "leave = 5" + ONE, "4:1: leave is one of any, none, in quotes or a list, not 5"),
        (HEAD + 'hot-dice = "all"' + ONE, "4:1: hot-dice is one of free, together, not 'all'"),
        (HEAD + "last-round = 1" + ONE, "4:1: last-round is true or false, not '1'"),
        (HEAD + "hold-at = 0" + ONE, "4:1: hold-at is a whole number of at least 1, not '0'"),
        (HEAD + "minimum = -1" + ONE, "4:1: minimum is a whole number of at least 0, not '-1'"),
        (HEAD + "opening = -1" + ONE, "4:1: opening is a whole number of at least 0"),
        (HEAD + "zilches = 101" + ONE, "4:1: zilches is a whole number between 0 and 100"),
        (HEAD + "penalty = 100001" + ONE, "4:1: penalty is a whole number between 0 and 100,000"),
        (HEAD + "nothing = 100001" + ONE, "4:1: nothing is a whole number between 0 and 100,000"),
        (HEAD + "sides = 6" + ONE, "4:1: The dice are said twice: by dice and by sides."),
        (HEAD.replace("100", "0") + ONE, "3:1: target is a whole number of at least 1, not '0'"),
        (HEAD.replace("target = 100", "") + ONE, "1:1: target is needed: points to bank"),
        (HEAD.replace('dice = "3d6"', "") + ONE, "1:1: dice is needed: the dice, all alike"),
        (HEAD.replace('dice = "3d6"', "sides = 1") + ONE, "2:1: sides is a whole number between 2"),
        (HEAD.replace("3d6", "3d6+1d8") + ONE, "2:1: dice: they must be alike"),
        (HEAD.replace("3d6", "three") + ONE, "2:1: Cannot read the dice 'three'"),
        # too much, told before it is made
        (
            HEAD.replace("100", "600000") + ONE,
            "3:1: A target of 600000 points is too far: the most is 500,000",
        ),
        (HEAD + "minimum = 600000" + ONE, "4:1: A minimum of 600000 points is too far"),
        (HEAD + "opening = 600000" + ONE, "4:1: An opening of 600000 points is too far"),
        (HEAD.replace("3d6", "30d6") + ONE, "2:1: 30 such dice have more than 20,000 different rolls."),
        (HEAD.replace("3d6", "1000d2") + ONE, "2:1: 1,000 such dice can be set aside in too many ways"),
        (
            HEAD.replace("3d6", "2d150") + "[scores]\nx = { any = 2, without = [1], pays = 5 }",
            "4:1: 11,175 combinations of dice score: the most is 5,000.",
        ),
        (
            HEAD.replace("3d6", "2d3") + "nothing = 5\nlast-round = true" + ONE,
            "5:1: A roll of two dice always scores",
        ),
    ],
)
def test_rules_that_are_refused(text: str, told: str) -> None:
    require_refused(text, told)


def wrong(text: str) -> list[str]:
    sheet = Sheet(text, "some.toml")
    return [sheet.told(one) for one in problems_of(sheet)]


def require_refused(text: str, told: str) -> None:
    found = wrong(text)
    assert any(one.startswith(f"some.toml:{told}") for one in found), found
    with pytest.raises(RulesError, match=r"^some.toml:\d+:\d+: "):
        class_of(Sheet(text, "some.toml"))


def test_everything_is_told_at_once() -> None:
    entries = "[scores]\none = { dice = [1], pays = 0 }\ntwo = { dice = 2, pays = 3 }"
    places = [one.split(": ")[0] for one in wrong(f"{HEAD}minimum = -1\n{entries}")]
    assert places == ["some.toml:4:1", "some.toml:6:21", "some.toml:7:9"]


def test_a_million_entries_are_refused_before_they_are_looked_at() -> None:
    many = "".join(f"n{number} = {{ dice = [1], pays = 5 }}\n" for number in range(1001))
    found = wrong(f"{HEAD}[scores]\n{many}")
    assert found == ["some.toml:4:1: scores has 1 to 1,000 names, not 1,001."]
