"""Small press-your-luck files, Two-Dice Pig and Hog, against fractions that know nothing of files."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import dicedevil as dd
import press_oracle as oracle
from dicedevil.families.press_luck import PressLuck, PressLuckGame
from dicedevil.written.base import class_of
from dicedevil.written.sheet import Sheet

CLOSE = 1e-12
FILES = {
    "singles and a pair": """
        dice = "2d4"
        target = 12
        [scores]
        one = { dice = [1], pays = 2 }
        pair = { equal = 2, without = [1], pays = { times-face = 2 } }""",
    "everything set aside, at least 4": """
        dice = "2d6"
        target = 10
        minimum = 4
        leave = "none"
        [scores]
        odd = { any = 1, only = [1, 5], pays = 2 }
        row = { in-a-row = 2, pays = 6 }""",
    "three dice, groups and more of a kind": """
        dice = "3d4"
        target = 20
        opening = 6
        hot-dice = "together"
        [scores]
        four = { dice = [4], pays = 2 }
        alike = { equal = "2..3", without = [4], pays = 4, further = "doubles" }
        house = { groups = [2, 1], only = [1, 2], pays = "total" }""",
    "a loaded die and a last round": """
        dice = "1d{1:3;2;4:2}"
        target = 6
        last-round = true
        [scores]
        any = { any = "all", without = [1], pays = "total" }""",
    "two dice together": """
        dice = "2d3"
        target = 15
        [scores]
        both = { any = "all", without = [1], pays = "total" }
        doubles = { equal = "all", without = [1], pays = { total = 2 } }""",
}


def rules_in(name: str) -> PressLuck:
    game = class_of(Sheet(f'family = "press-luck"\n{FILES[name]}', "small.toml"))()
    assert isinstance(game, PressLuckGame)
    return game.rules


@pytest.mark.parametrize("name", FILES)
def test_small_files_against_fractions(name: str) -> None:
    rules = rules_in(name)
    game = PressLuckGame(rules)
    assert dd.solve(game, exact=True).exact == oracle.best_turn(
        rules, max(rules.threshold, rules.minimum)
    )
    turns = dd.solve(game, dd.FewestTurns())
    assert abs(Fraction(turns.value) - oracle.fewest_turns(rules)[0]) <= turns.error_bound < CLOSE
    match = dd.solve(game, dd.WinMatch())
    assert abs(Fraction(match.value) - oracle.match(rules)[0][0, 0]) <= match.error_bound < CLOSE


# -- Two-Dice Pig ----------------------------------------------------------------------------------


@pytest.mark.parametrize("twice", [False, True])
def test_a_turn_of_two_dice_pig(twice: bool) -> None:
    """Written out: 36 rolls, stop or roll."""

    @cache
    def rolling(turn: int) -> Fraction:
        total = Fraction(0)
        for a, b in product(range(1, 7), repeat=2):
            points = (a + b) * (2 if twice and a == b else 1) if min(a, b) > 1 else 0
            if twice and a == b == 1:
                points = 25
            if points:
                total += max(
                    Fraction(turn + points), rolling(turn + points) if turn < 60 else Fraction(0)
                )
        return total / 36

    spec = f"two-dice-pig:doubles={'twice' if twice else 'once'}"
    assert dd.solve(spec, exact=True).exact == rolling(0)


def test_two_dice_pig_holds_at_nineteen() -> None:
    """A roll wins 200/36 on average and loses 11/36 of the turn: rolling gains up to 200/11 = 18.2."""
    solution = dd.solve("two-dice-pig", exact=True)
    assert solution.advise("turn=12", "33").best.choice == "roll"  # 18
    assert solution.advise("turn=12", "34").best.choice == "stop"  # 19
    assert dd.evaluate("two-dice-pig", "hold-at-19").mean == pytest.approx(solution.value, abs=1e-12)


def test_the_best_hold_against_best_play_of_two_dice_pig() -> None:
    """Zhu and Ma 2022 find hold-at-23, where two 1s lose everything; here they lose the turn."""
    wins = {
        points: dd.versus("two-dice-pig", f"hold-at-{points}", "optimal").average
        for points in (18, 19, 22, 23, 24, 25)
    }
    assert max(wins, key=lambda points: wins[points]) == 23


# -- Hog -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 10])
def test_the_dice_of_hog(sides: int) -> None:
    """n dice score n (sides + 2)/2 ((sides - 1)/sides)^n on average (Feldman and Morgan 2003)."""
    game = dd.game(f"hog:sides={sides}")
    solution = dd.solve(game, exact=True)
    mean = [n * Fraction(sides + 2, 2) * Fraction(sides - 1, sides) ** n for n in range(1, 11)]
    advice = solution.advise("", "")
    found = {one.choice: one.value for one in advice.choices}
    assert found == {f"roll {n}": pytest.approx(float(worth)) for n, worth in enumerate(mean, 1)}
    assert solution.exact == max(mean)
    assert mean[sides - 2] == mean[min(sides, 10) - 1] == max(mean), (
        "one die fewer than sides, or as many"
    )
    for n, worth in enumerate(mean, 1):
        assert dd.evaluate(game, f"roll-{n}").exact_mean == worth


@pytest.mark.parametrize(("target", "dice", "sides"), [(7, 3, 4), (5, 2, 3), (12, 4, 6)])
def test_races_and_matches_of_hog(target: int, dice: int, sides: int) -> None:
    """By value iteration over every roll of the dice, one by one."""
    spec = f"hog:target={target},dice={dice},sides={sides}"
    chances = [points_of(n, sides) for n in range(1, dice + 1)]
    turns = [0.0] * target
    for _ in range(400):
        for me in reversed(range(target)):
            turns[me] = 1 + min(
                sum(p * turns[me + k] for k, p in law.items() if me + k < target) for law in chances
            )
    race = dd.solve(spec, dd.FewestTurns())
    assert race.value == pytest.approx(turns[0], abs=1e-9)
    wins = [[0.5] * target for _ in range(target)]
    for _ in range(400):
        for me, them in product(reversed(range(target)), repeat=2):
            wins[me][them] = max(
                sum(p * (1 if me + k >= target else 1 - wins[them][me + k]) for k, p in law.items())
                for law in chances
            )
    match = dd.solve(spec, dd.WinMatch())
    assert match.value == pytest.approx(wins[0][0], abs=1e-9)
    exact = dd.solve(spec, dd.WinMatch(), lane="reference").exact
    assert exact is not None
    assert abs(Fraction(match.value) - exact) <= match.error_bound
    mine, theirs = target - 2, target - 1
    asked = match.advise(f"me={mine},them={theirs}", "")
    assert asked.value == pytest.approx(wins[mine][theirs], abs=1e-9)


def points_of(dice: int, sides: int) -> dict[int, float]:
    """The law of a turn with so many dice."""
    law: dict[int, float] = {}
    for roll in product(range(1, sides + 1), repeat=dice):
        points = 0 if 1 in roll else sum(roll)
        law[points] = law.get(points, 0.0) + sides**-dice
    return law
