"""Target curves of score cards against exact fractions, to the error bound they claim."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

import dicedevil as dd
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.rules import Position
from dicedevil.solvers.cards.curves import CardCurves
from dicedevil.solvers.plain.reference import solve_reference_curves
from small_cards import own_dice_cards, small_cards

SMALL: dict[str, ScoreCard] = dict([*small_cards(), *own_dice_cards()])
SOME = [
    "free-bonus6-extra20-loaded-2",
    "forced-bonus6-extra20-fair-0",
    "forced-bonus6-extra20-fair-1",
    "forced-bonus0-extra20-loaded-1",
    "none-bonus6-extra20-fair-1",
    "two-dice-four-faces",
    "upper-only-last",
    "threshold-beyond",
    "big-upper-points",
    "one-box",
    "penalty",
    "no-upper-joker",
    "own-forced",
    "own-faces",
]


def test_the_cards_are_there() -> None:
    assert set(SOME) <= set(SMALL)


@pytest.mark.parametrize("name", SOME)
def test_every_curve_of_a_small_card(name: str) -> None:
    """Between turns and in mid-turn, every target: within the stated bound, relatively too."""
    game = KeepRerollGame(SMALL[name])
    solution = dd.solve(game, dd.ReachTarget())
    assert solution.lane == "keep-reroll"
    values = solution.values
    assert isinstance(values, CardCurves)
    bound = Fraction(solution.error_bound)
    assert 0 < bound < len(SMALL[name].boxes) * 6e-8
    for state, exact in solve_reference_curves(game, game.roots()).items():
        sure, chances = values.row(state)
        assert 1 - exact.chance(sure) <= bound  # certain, or so nearly that single precision says so
        assert sure + len(chances) == exact.high
        assert all(a >= b for a, b in pairwise(chances))
        for more, chance in enumerate(chances, 1):
            expected = exact.chance(sure + more)
            assert abs(Fraction(float(chance)) - expected) <= bound * expected


@pytest.mark.parametrize("name", SOME[:3])
def test_choices_for_a_target(name: str) -> None:
    """What is advised in mid-turn is what the fractions advise."""
    game = KeepRerollGame(SMALL[name])
    start = dd.curve(game, exact=True)
    target = next(t for t, chance in zip(start.targets, start.probability, strict=True) if chance < 0.4)
    ours, exact = (dd.solve(game, dd.ReachTarget(target), exact=exact) for exact in (False, True))
    assert exact.exact is not None
    assert abs(Fraction(ours.value) - exact.exact) <= ours.error_bound
    position = game.start()
    for roll in game.rolls(position):
        for points in (0, 3):
            place = Position(points, position)
            found, wanted = ours.advise(place, roll), exact.advise(place, roll)
            worth = {one.choice: one.value for one in wanted.choices}
            assert {one.choice for one in found.choices} == set(worth)
            for one in found.choices:
                assert one.value == pytest.approx(worth[one.choice], abs=ours.error_bound)
            assert worth[found.best.choice] == pytest.approx(wanted.value, abs=4 * ours.error_bound)
