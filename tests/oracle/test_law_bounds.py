"""Laws in floats: no chance, mean, deviation or figure of a box is further off than its bound says."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

import dicedevil as dd
from dicedevil.ask.evaluate import Distribution
from dicedevil.ask.strategies import as_strategy
from dicedevil.errors import TooLarge
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.rules import Game
from small_cards import small_cards
from small_games import table_games

USEFUL = 1e-9
CARDS = dict(small_cards())
FEW = [
    ("forced-bonus6-extra20-fair-0", "optimal"),
    ("forced-bonus6-extra20-fair-0", "random"),
    ("free-bonus6-extra20-loaded-2", "optimal"),
    ("two-dice-four-faces", "worst"),
    ("penalty", "random"),
    ("penalty", "optimal"),
]


def require_within(value: float, truth: Fraction, bound: float) -> None:
    assert 0.0 <= bound < USEFUL * max(1.0, abs(float(truth)))
    assert abs(Fraction(value) - truth) <= Fraction(bound)


def root(number: Fraction) -> Fraction:
    with localcontext() as context:
        context.prec = 60
        return Fraction((Decimal(number.numerator) / Decimal(number.denominator)).sqrt())


def require_bounds(floats: Distribution, exact: Distribution) -> None:
    """Hold a law in floats against the same in fractions."""
    assert exact.error_bound == exact.mean_error_bound == 0.0
    assert not floats.is_exact
    assert floats.error_bound > 0.0
    for score in range(exact.min - 1, exact.max + 2):
        truth = Fraction(exact.law.get(score, 0))
        told = float(floats.law.get(score, 0.0))
        require_within(told, truth, floats.error_bound)
        assert abs(Fraction(told) - truth) <= Fraction(floats.relative_error) * truth
        require_within(
            float(floats.at_least(score)), Fraction(exact.at_least(score)), floats.error_bound
        )
    require_within(floats.mean, Fraction(exact.exact_mean), floats.mean_error_bound)
    variance = exact.exact_variance
    assert variance is not None
    for law in (floats, exact):
        assert abs(Fraction(law.sd) - root(variance)) <= Fraction(law.sd_error_bound)
        assert law.sd_error_bound < 1e-6 * max(1.0, law.sd)
    assert [floats.quantile(share) for share in (0.05, 0.5, 0.95)] == [
        exact.quantile(share) for share in (0.05, 0.5, 0.95)
    ]


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        ("micro-yahtzee", "optimal"),
        ("ten-times-18:slots=4,dice=2d4", "optimal"),
        ("ten-times-18:slots=4,dice=2d4", "random"),
        ("shut-the-box:tiles=6,score=remaining", "optimal"),
        ("shut-the-box:tiles=6", "random"),
        ("klappenspiel:tiles=7", "optimal"),
        ("pig", "hold-at-20"),
    ],
)
def test_laws_of_listed_games(game: str, strategy: str) -> None:
    require_bounds(dd.evaluate(game, strategy, exact=False), dd.evaluate(game, strategy, exact=True))


@pytest.mark.parametrize(("name", "strategy"), FEW)
def test_laws_of_cards(name: str, strategy: str) -> None:
    game = KeepRerollGame(CARDS[name])
    plan = as_strategy(game, strategy)
    floats = dd.evaluate(game, plan, exact=False)
    require_bounds(floats, dd.evaluate(game, plan, exact=True))
    truth = played_boxes(game, plan)
    for box, (mean, zero) in truth.items():
        told = floats.boxes[box]
        require_within(told.mean, mean, told.error_bound)
        require_within(told.zero_share, zero, told.error_bound)
        assert floats.to_dict()["boxes"][box]["error_bound"] == told.error_bound > 0.0


def played_boxes(game: Game, plan: dd.Strategy) -> dict[str, tuple[Fraction, Fraction]]:
    """Follow a strategy in fractions; what a box brings by itself, without bonuses."""
    visits = {game.start(): Fraction(1)}
    found: dict[str, list[Fraction]] = {}
    while visits:
        after: dict[Any, Fraction] = {}
        for state, chance in visits.items():
            if game.is_over(state):
                continue
            rolls = game.rolls(state)
            for roll, weight in rolls.items():
                mix = plan.mix(game, state, roll)
                for choice, share in mix.items():
                    part = chance * Fraction(weight, sum(rolls.values()))
                    part *= Fraction(share, sum(mix.values()))
                    _, there = game.play(state, roll, choice)
                    after[there] = after.get(there, Fraction(0)) + part
                    box = game.box(choice)
                    if box is not None:
                        points = written(game, state, roll, box)
                        line = found.setdefault(box, [Fraction(0), Fraction(0)])
                        line[0] += part * points
                        line[1] += part * (points == 0)
        visits = after
    return {box: (mean, zero) for box, (mean, zero) in found.items()}


def written(game: Any, state: Any, roll: Any, box: str) -> int:
    """What is written in the box: the points of the choice without any bonus."""
    bare = KeepRerollGame(replace(game.card, upper_bonus=0, threshold=0, yahtzee_bonus=0))
    choice = next(one for one in bare.choices(state, roll) if bare.box(one) == box)
    return bare.play(state, roll, choice)[0]


@settings(max_examples=25, deadline=None)
@given(table_games(fewest_points=-2, stages=3))
def test_laws_of_random_games(game: Game) -> None:
    plan = as_strategy(game, "random")
    require_bounds(dd.evaluate(game, plan, exact=False), dd.evaluate(game, plan, exact=True))


def test_a_large_card_has_a_bound_or_is_refused() -> None:
    floats = dd.evaluate("junior-yahtzee", "random")
    assert 0.0 < floats.error_bound < 1e-10
    assert f"{floats.mean_error_bound:.1e}" in str(floats)
    assert f"{floats.mean_error_bound:.1e}" in floats._repr_html_()
    told = floats.to_dict()
    assert told["exact"] is told["exact_distribution"] is told["exact_variance"] is None
    assert told["error_bound"] == floats.error_bound
    assert told["mean_error_bound"] == floats.mean_error_bound
    with pytest.raises(TooLarge, match=r"184,966,488 choices.*--patience \d+ or --yes.*--float"):
        dd.evaluate("junior-yahtzee", "random", exact=True)


def test_fractions_are_told() -> None:
    law = dd.evaluate("micro-yahtzee")
    told = law.to_dict()
    assert told["error_bound"] == told["mean_error_bound"] == 0.0
    assert Fraction(told["exact"]) == law.exact_mean
    assert Fraction(told["exact_variance"]) == law.exact_variance
    chances = {int(score): Fraction(chance) for score, chance in told["exact_distribution"].items()}
    assert chances == dict(law.law)
    assert math.isclose(law.sd**2, Fraction(told["exact_variance"]))
