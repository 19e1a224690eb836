"""Measures of small games, held against fractions."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import pytest
from hypothesis import given, settings

import dicedevil as dd
from dicedevil.ask.measures import MEASURES, Figure, measured, measures_named
from dicedevil.ask.outcomes import followed
from dicedevil.objectives import FewestTurns, MaxScore, WinAlone, WinMatch, natural_aim
from dicedevil.rules import Game
from dicedevil.solvers.question import Question
from dicedevil.solvers.solver import answer
from dicedevil.strategy import Strategy
from dicedevil.wrapped.best_reply import BestReply
from dicedevil.wrapped.counted import TurnsCounted
from small_games import PigMatch, TableGame, table_games

SMALL = (
    "klappenspiel:tiles=5",
    "shut-the-box:tiles=4",
    "shut-the-box:tiles=4,score=remaining,one-die=high-tiles-shut",
    "ten-times-18:slots=3,dice=1d4",
    "micro-yahtzee",
    "pig:sides=3,target=7",
)
CLOSE = 1e-9


def holds(figure: Figure, exact: Fraction) -> bool:
    """A figure is as close as it says, and says that it is close."""
    assert figure.error_bound < CLOSE
    return abs(Fraction(figure.value) - exact) <= Fraction(figure.error_bound) + Fraction(
        1, 2**52
    ) * abs(exact)


def fraction(game: Game, objective: dd.Objective) -> Fraction:
    """Solve in fractions, by the rules alone."""
    found = dd.solve(game, objective, lane="reference", fresh=True).exact
    assert found is not None
    return found


def root(square: Fraction, digits: int = 40) -> Fraction:
    """Return the root of a fraction, rounded far beyond a float."""
    scale = 10**digits
    return Fraction(isqrt(square.numerator * scale**2 // square.denominator), scale)


@pytest.mark.parametrize("spec", SMALL)
def test_scores(spec: str) -> None:
    game = dd.game(spec)
    found = measured(game, measures_named("mean,sd,median,skill"))
    best = dd.evaluate(game, "optimal", exact=True)
    random = Fraction(dd.evaluate(game, "random", exact=True).exact_mean)
    mean, variance = fraction(game, MaxScore()), best.exact_variance
    assert variance is not None
    assert mean == best.exact_mean
    assert holds(found["mean"], mean)
    assert holds(found["sd"], root(variance))
    assert holds(found["median"], Fraction(best.median))
    gap = random - mean if game.lower_is_better else mean - random
    assert holds(found["skill"], gap / root(variance))
    assert found["skill"].value > 0


@pytest.mark.parametrize("spec", SMALL)
def test_matches(spec: str) -> None:
    game = dd.game(spec)
    found = measured(game, measures_named(["first-player", "ties"]))
    match = WinMatch().view(game)
    assert holds(found["first-player"], fraction(match, WinMatch()))
    solution = dd.solve(match, fresh=True, objective=WinMatch())
    played = followed(match, solution)
    tie = 2 * (fraction(played, WinMatch()) - fraction(played, WinAlone()))
    assert holds(found["ties"], tie)


@pytest.mark.parametrize("spec", SMALL)
def test_lengths(spec: str) -> None:
    game = dd.game(spec)
    (found,) = measured(game, measures_named("length")).values()
    race = game.view("turns")
    if race.scored_in == "race":
        exact = fraction(race, FewestTurns())
        assert holds(measured(game, measures_named("turns"))["turns"], exact)
    else:
        best = dd.solve(game, lane="reference", fresh=True).best_choice
        law = dd.evaluate(TurnsCounted(game), Strategy("best", best), exact=True)
        exact = Fraction(law.exact_mean)
        always = game.turns_in_all()
        assert always is None or law.law == {always: 1}
    assert holds(found, exact)


@settings(max_examples=40)
@given(table_games(cyclic=True))
def test_the_length_of_any_game(game: TableGame) -> None:
    """Also where play comes back to a state; a turn ends now and then."""
    (found,) = measured(game, measures_named("length")).values()
    exact = dd.solve(game, natural_aim(game), lane="reference", fresh=True)
    played = BestReply(TurnsCounted(game), Strategy("best", exact.best_choice), 0)
    assert holds(found, fraction(played, MaxScore()))


@settings(max_examples=40)
@given(table_games(cyclic=True, players=2))
def test_any_match(game: TableGame) -> None:
    """Also where play comes back to a state: wins are told from ties all the same."""
    found = measured(game, measures_named("first-player,ties,length"))
    solution = dd.solve(game, WinMatch(), lane="reference", fresh=True)
    assert solution.exact is not None
    assert holds(found["first-player"], solution.exact)
    played = followed(game, solution)
    assert holds(found["ties"], 2 * (solution.exact - fraction(played, WinAlone())))
    turns = answer(Question(followed(TurnsCounted(game), solution), MaxScore(), exact=True))
    assert turns.exact is not None
    assert holds(found["length"], turns.exact)


def test_a_match_that_never_ties() -> None:
    found = measured(PigMatch(8, 3), measures_named("first-player,ties"))
    assert holds(found["first-player"], fraction(PigMatch(8, 3), WinMatch()))
    assert holds(found["ties"], Fraction(0))


def test_every_measure_is_held_here() -> None:
    assert set(MEASURES) == {
        *("mean", "sd", "median", "skill"),
        *("first-player", "ties", "turns", "length"),
    }


@pytest.mark.parametrize("workers", [1, 2])
def test_the_rows_of_a_sweep(workers: int) -> None:
    """Through the commands' own way: read, made, worked out, kept and read again."""
    asked = ("shut-the-box", ["tiles=3..4", "score=win,remaining"], "mean,first-player")
    found = dd.sweep(*asked, workers=workers, fresh=True)
    for row in found.rows:
        game = dd.game(row.game)
        assert holds(row.figures["mean"], fraction(game, MaxScore()))
        assert holds(row.figures["first-player"], fraction(WinMatch().view(game), WinMatch()))
    assert dd.sweep(*asked, workers=workers) == found
    assert dd.sweep(*asked) == found
