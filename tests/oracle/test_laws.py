"""Laws of the final score: fractions, floats, and every game played out one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.ask.evaluate import as_strategy
from dicedevil.ask.strategies import strategy_names
from dicedevil.errors import UsageError
from dicedevil.rules import Game
from dicedevil.solvers.plain.laws import ExactCurve, ExactLaw
from dicedevil.strategy import Strategy, random_strategy
from small_games import PigRace, TableGame, table_games
from variants import ALL, TINY

Law = dict[int, Fraction]


def played_out(game: Game, strategy: Strategy) -> Law:
    """Walk through every game that can be played."""
    law: Counter[int] = Counter()

    def walk(state: Any, score: int, chance: Fraction) -> None:
        if game.is_over(state):
            law[score] += chance  # type: ignore[assignment]
            return
        rolls = game.rolls(state)
        for roll, weight in rolls.items():
            mix = strategy.mix(game, state, roll)
            for choice, share in mix.items():
                points, after = game.play(state, roll, choice)
                part = Fraction(weight * share, sum(rolls.values()) * sum(mix.values()))
                walk(after, score + points, chance * part)

    walk(game.start(), 0, Fraction(1))
    return dict(sorted(law.items()))  # type: ignore[arg-type]


def assert_same_law(game: Game, strategy: Strategy) -> None:
    exact = dd.evaluate(game, strategy)
    floats = dd.evaluate(game, strategy, exact=False)
    assert exact.law == played_out(game, strategy)
    assert list(exact.law) == sorted(exact.law)
    assert exact.is_exact
    assert not floats.is_exact
    assert floats.law.keys() == exact.law.keys()
    for score, chance in exact.law.items():
        assert floats.law[score] == pytest.approx(float(chance), abs=1e-12)
    assert floats.mean == pytest.approx(exact.mean, abs=1e-11)
    assert floats.sd == pytest.approx(exact.sd, abs=1e-6)


def choosers(game: Game) -> list[Strategy]:
    named = [as_strategy(game, name) for name in strategy_names(game)]
    return [one for one in named if isinstance(one, Strategy)]


@pytest.mark.parametrize("spec", TINY)
def test_all_strategies_of_tiny_variants(spec: str) -> None:
    game = dd.game(spec)
    for strategy in choosers(game):
        assert_same_law(game, strategy)


@given(table_games(fewest_points=-2, stages=3), st.integers(0, 5))
def test_random_games_and_strategies(game: TableGame, taste: int) -> None:
    def pick(state: int, roll: tuple[int, ...]) -> Any:
        choices = game.choices(state, roll)
        if taste == 0:
            return {choice: choice + 1 for choice in choices}
        return choices[(state * 7 + roll[0] * 3 + taste) % len(choices)]

    assert_same_law(game, Strategy("pick", pick))
    assert_same_law(game, random_strategy(game))


@pytest.mark.parametrize("spec", ALL)
def test_floats_follow_fractions(spec: str) -> None:
    game = dd.game(spec)
    for strategy in choosers(game):
        exact = dd.evaluate(game, strategy)
        floats = dd.evaluate(game, strategy, exact=False)
        assert sum(exact.law.values()) == 1
        for score, chance in exact.law.items():
            assert floats.law[score] == pytest.approx(float(chance), abs=1e-12)


@pytest.mark.parametrize("slots", [1, 2, 3])
def test_the_omniscient_player_against_all_orders(slots: int) -> None:
    from itertools import product
    from math import prod

    game = dd.game(f"ten-times-18:slots={slots},dice=1d{{1:1;2:3;4:2}}")
    law: Counter[int] = Counter()
    for rolled in product([(1, 1), (2, 3), (4, 2)], repeat=slots):
        score = sum(k * total for k, total in enumerate(sorted(r for r, _ in rolled), 1))
        law[score] += prod(weight for _, weight in rolled)
    assert dd.evaluate(game, "omniscient").law == {
        score: Fraction(weight, 6**slots) for score, weight in sorted(law.items())
    }


def test_a_law_from_a_later_state() -> None:
    game = dd.game("ten-times-18:slots=3,dice=1d6")
    assert dd.evaluate(game, "random", state=0b100).law == {3 * k: Fraction(1, 6) for k in range(1, 7)}


def test_a_game_that_can_return_has_no_law() -> None:
    for exact in (True, False):
        with pytest.raises(UsageError, match="can return"):
            dd.evaluate(PigRace(4), "random", exact=exact)


weights = st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any)
laws = st.tuples(st.integers(-5, 5), weights)


def packed(low: int, parts: list[int]) -> ExactLaw:
    return ExactLaw(low, sum(part << (64 * k) for k, part in enumerate(parts)), sum(parts), 64)


def plain(low: int, parts: list[int]) -> Law:
    return {low + k: Fraction(part, sum(parts)) for k, part in enumerate(parts) if part}


@given(st.lists(st.tuples(st.integers(1, 9), laws, st.integers(-4, 4)), min_size=1, max_size=4))
def test_packed_laws_mix_like_dictionaries(parts: list[tuple[int, Any, int]]) -> None:
    mixed = ExactLaw.mix([(weight, packed(*law).shifted(shift)) for weight, law, shift in parts])
    expected: Counter[int] = Counter()
    for weight, law, shift in parts:
        for points, chance in plain(*law).items():
            expected[points + shift] += weight * chance  # type: ignore[assignment]
    total = sum(weight for weight, _, _ in parts)
    found = {points: Fraction(weight, mixed.total) for points, weight in mixed.weights()}
    assert found == {points: chance / total for points, chance in expected.items()}


def tail(low: int, parts: list[int]) -> ExactCurve:
    sums = [sum(parts[k:]) for k in range(1, len(parts))]
    return ExactCurve(low, tuple(sums), sum(parts))


@given(st.lists(laws, min_size=1, max_size=4))
def test_the_best_of_curves_is_the_best_at_every_target(parts: list[Any]) -> None:
    curves = [tail(*law) for law in parts]
    best = ExactCurve.best(curves)
    mean = ExactCurve.mix([(1, curve) for curve in curves])
    assert best.falls()
    assert mean.falls()
    at: Callable[[ExactCurve, int], Fraction] = lambda curve, target: curve.chance(target)  # noqa: E731
    for target in range(-8, 14):
        assert at(best, target) == max(at(curve, target) for curve in curves)
        assert at(mean, target) == sum(at(curve, target) for curve in curves) / len(curves)
