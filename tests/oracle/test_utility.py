"""Any utility of the final score: every lane against all games played out, in fractions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.small_games import TableGame, table_games

import dicedevil as dd
from dicedevil.rules import Game, Position, State

WORTHS = st.fractions(-1000, 1000, max_denominator=12)


def best_worth(game: Game, worths: dict[int, Fraction], points: int, state: State) -> Fraction:
    """Follow every game to its end: the definition, word for word."""
    if game.is_over(state):
        return worths[points]
    rolls = game.rolls(state)
    total = Fraction(0)
    for roll, weight in rolls.items():
        ends = [game.play(state, roll, choice) for choice in game.choices(state, roll)]
        total += weight * max(best_worth(game, worths, points + gain, after) for gain, after in ends)
    return total / sum(rolls.values())


@st.composite
def valued_games(draw: Any) -> tuple[TableGame, dict[int, Fraction]]:
    game = draw(table_games(fewest_points=-3, most_points=4, stages=3))
    game = replace(game, low_wins=draw(st.booleans()))
    if draw(st.booleans()):  # points that are all multiples of 50
        rows = tuple(
            tuple((w, tuple((50 * points, after) for points, after in options)) for w, options in row)
            for row in game.rows
        )
        game = replace(game, rows=rows)
        return game, {50 * k: draw(WORTHS) for k in range(-12, 17)}
    return game, {k: draw(WORTHS) for k in range(-12, 17)}


@settings(max_examples=20)
@given(valued_games())
def test_both_lanes_find_the_best_mean_worth(drawn: tuple[TableGame, dict[int, Fraction]]) -> None:
    game, worths = drawn
    exact = dd.solve(game, dd.Utility(worths), exact=True)
    assert exact.exact == best_worth(game, worths, 0, game.start())
    floats = dd.solve(game, dd.Utility(worths))
    assert floats.lane == "graph"
    for state, rows in exact.values.by_state.items():  # type: ignore[attr-defined]
        for points, worth in rows.items():
            off = abs(Fraction(floats.values.worth(points, state)) - worth)
            assert off <= Fraction(floats.error_bound)
            assert floats.error_bound < 1e-11


@settings(max_examples=8)
@given(valued_games(), st.integers(-5, 5))
def test_one_position_is_answered_alone(
    drawn: tuple[TableGame, dict[int, Fraction]], points: int
) -> None:
    game, worths = drawn
    wide = {points + score: worth for score, worth in worths.items()}
    for state in range(len(game.rows)):
        here = Position(points, state)
        for exact in (True, False):
            found = dd.solve(game, dd.Utility(wide), exact=exact, at=here)
            off = abs(Fraction(found.value_at(here)) - best_worth(game, wide, points, state))
            assert off <= Fraction(found.error_bound)


@settings(max_examples=20)
@given(table_games(most_points=4, stages=3), st.booleans(), st.integers(-2, 12))
def test_a_target_is_one_case_of_it(game: TableGame, low: bool, target: int) -> None:
    game = replace(game, low_wins=low)
    for exact in (True, False):
        curve = dd.curve(game, exact=exact)
        found = dd.solve(game, dd.Utility(f"at-least={target}"), exact=exact)
        wanted = curve.exact_chance(target) if exact else curve.chance(target)
        assert wanted is not None
        assert abs(found._start_worth - wanted) <= found.error_bound + curve.error_bound


@settings(max_examples=15)
@given(valued_games(), st.data())
def test_a_score_without_a_worth_is_refused_where_it_can_occur(
    drawn: tuple[TableGame, dict[int, Fraction]], data: st.DataObject
) -> None:
    game, worths = drawn
    scores = set(dd.evaluate(game, "random").law)
    gone = data.draw(st.sampled_from(sorted(worths)))
    rest = dd.Utility({score: worth for score, worth in worths.items() if score != gone})
    for exact in (True, False):
        if gone in scores:
            with pytest.raises(dd.DiceDevilError, match=f"says nothing of a score of {gone},"):
                dd.solve(game, rest, exact=exact)
        else:
            dd.solve(game, rest, exact=exact)


def test_shapes_are_what_they_say() -> None:
    game = dd.game("ten-times-18:slots=3")
    assert dd.solve(game, dd.Utility("capped=10000")).value == pytest.approx(dd.solve(game).value)
    law = dd.evaluate(game, "random")
    rank = dd.solve(game, dd.Utility.rank(law), exact=True)
    worths = {
        s: law.at_least(0) - law.at_least(s) + Fraction(law.law.get(s, 0)) / 2 for s in range(200)
    }
    assert rank.exact == dd.solve(game, dd.Utility(worths), exact=True).exact
    assert rank.value > 0.5
    bold, shy = (dd.solve(game, dd.Utility(f"exp={rate}")) for rate in (-0.01, 0.01))
    assert shy.value < dd.solve(game).value < bold.value
    low = dd.game("shut-the-box:tiles=4,score=remaining")
    assert -dd.solve(low, dd.Utility("capped=0")).value == pytest.approx(dd.solve(low).value)
    against = dd.Utility.rank(dd.evaluate(low, "optimal"))
    assert dd.solve(low, against, exact=True).value >= 0.5
