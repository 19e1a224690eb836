"""Every figure of a comparison, against fractions and all games played out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings

import dicedevil as dd
from dicedevil.design.ladder import BEST, GREEDY, RANDOM, Result, Skill
from dicedevil.design.profile import profile
from dicedevil.design.variant import Variant
from dicedevil.objectives import natural_aim
from dicedevil.rules import Game
from dicedevil.strategy import Strategy, greedy_strategy, random_strategy
from small_games import TableGame, table_games
from variants import TINY

Law = dict[int, Fraction]


def every_score(game: Game, strategy: Strategy) -> Law:
    """The law of the final score, by playing every game out."""
    law: Law = {}
    for chance, score in _games(game, strategy, game.start(), Fraction(1), 0):
        law[score] = law.get(score, Fraction(0)) + chance
    return law


def _games(
    game: Game, strategy: Strategy, state: object, chance: Fraction, score: int
) -> Iterator[tuple[Fraction, int]]:
    if game.is_over(state):
        yield chance, score
        return
    rolls = game.rolls(state)
    for roll, weight in rolls.items():
        mix = strategy.mix(game, state, roll)
        for choice, share in mix.items():
            points, after = game.play(state, roll, choice)
            part = chance * Fraction(weight * share, sum(rolls.values()) * sum(mix.values()))
            yield from _games(game, strategy, after, part, score + points)


def mean_of(law: Law) -> Fraction:
    return sum((score * chance for score, chance in law.items()), Fraction(0))


def variance_of(law: Law) -> Fraction:
    mean = mean_of(law)
    return sum(((score - mean) ** 2 * chance for score, chance in law.items()), Fraction(0))


def mixed(first: Law, second: Law) -> Law:
    """The law of a table where every second game is of the one kind."""
    return {
        score: (first.get(score, Fraction(0)) + second.get(score, Fraction(0))) / 2
        for score in {*first, *second}
    }


def check_skill(game: Game, told: Variant) -> None:
    best = every_score(game, Strategy(BEST, dd.solve(game, exact=True).best_choice))
    random = every_score(game, random_strategy(game))
    assert told.mean == pytest.approx(float(mean_of(best)), abs=1e-9)
    assert told.sd == pytest.approx(math.sqrt(variance_of(best)), abs=1e-9)
    assert told.skill.random is not None
    assert told.skill.random.mean == pytest.approx(float(mean_of(random)), abs=1e-9)
    sign = -1 if told.lower_is_better else 1
    if variance_of(best):
        gap = sign * float(mean_of(best) - mean_of(random))
        assert told.skill.span is not None
        assert told.skill.span.value == pytest.approx(gap / math.sqrt(variance_of(best)), abs=1e-9)
        assert told.skill.span.value >= 0
    whole = variance_of(mixed(best, random))
    if whole:
        between = (mean_of(best) - mean_of(random)) ** 2 / 4
        assert told.skill.moved is not None
        off = told.skill.moved.error_bound + 1e-12
        assert abs(told.skill.moved.value - float(between / whole)) <= off


@pytest.mark.parametrize("spec", TINY)
def test_scores_and_skill_by_every_game(spec: str) -> None:
    game = dd.game(spec)
    told = profile(game)
    check_skill(game, told)
    if spec.startswith(("ten-times-18", "klappenspiel", "shut-the-box")):  # others: a turn's greed
        greedy = every_score(game, greedy_strategy(game))
        assert told.skill.greedy is not None
        assert told.skill.greedy.mean == pytest.approx(float(mean_of(greedy)), abs=1e-9)
    for name in game.strategies() if told.skill.thumb is not None else ():
        plays = game.own_strategy(name)
        if told.skill.thumb is not None and name == told.skill.thumb.strategy:
            law = every_score(game, Strategy(name, plays))
            assert told.skill.thumb.mean == pytest.approx(float(mean_of(law)), abs=1e-9)


@settings(max_examples=25, deadline=None)
@given(table_games(stages=3, widest=2))
def test_scores_and_skill_of_random_rules(game: TableGame) -> None:
    for rules in (game, TableGame(game.rows, game.stages, low_wins=True)):
        told = profile(rules)
        check_skill(rules, told)
        assert not told.notes.keys() & {"mean", "optimal", "random", "greedy", "decisions"}


@pytest.mark.parametrize("spec", TINY)
def test_the_match_and_the_length_in_fractions(spec: str) -> None:
    game = dd.game(spec)
    told = profile(game)
    match = dd.solve(game, dd.WinMatch(), exact=True)
    results = dd.outcomes(match)
    assert match.exact is not None
    assert told.match is not None
    assert told.match.first_player == pytest.approx(float(match.exact), abs=1e-9)
    assert told.match.ties == pytest.approx(float(results.tie), abs=1e-6)
    assert told.length is not None
    if game.scored_in == "turn":
        fewest = dd.solve(game, dd.FewestTurns(), exact=True)
        assert told.length.value == pytest.approx(fewest.value, abs=1e-9)


@settings(max_examples=20, deadline=None)
@given(table_games(stages=3, widest=2, players=2))
def test_matches_of_two_of_ones_own(game: TableGame) -> None:
    told = profile(game)
    exact = dd.solve(game, dd.WinMatch(), exact=True)
    results = dd.outcomes(exact)
    assert (told.mean, told.sd, told.boxes) == (None, None, None)
    assert told.match is not None
    assert told.match.first_player == pytest.approx(exact.value, abs=1e-9)
    assert told.match.ties == pytest.approx(float(results.tie), abs=1e-9)
    assert told.skill.random is not None
    against = dd.versus(game, RANDOM, BEST, exact=True)
    assert told.skill.random.mean == pytest.approx(float(against.first), abs=1e-9)
    if told.skill.span is not None:
        share = float(results.win) + float(results.tie) / 2
        sd = math.sqrt(float(results.win) + float(results.tie) / 4 - share**2)
        assert told.skill.span.value == pytest.approx((share - float(against.first)) / sd, abs=1e-6)


class Coin(dd.Game):
    """A coin shows 0 or 2, and the player adds 0 or 3: best play adds 3."""

    def start(self) -> int:
        return 0

    def is_over(self, state: int) -> bool:
        return state == 1

    def rolls(self, state: int) -> dict[tuple[int, ...], int]:
        return {(0,): 1, (2,): 1}

    def choices(self, state: int, roll: tuple[int, ...]) -> list[int]:
        return [0, 3]

    def play(self, state: int, roll: tuple[int, ...], choice: int) -> tuple[int, int]:
        return roll[0] + choice, 1

    def progress(self, state: int) -> int:
        return state


def test_what_choices_can_move_by_hand() -> None:
    """Best play scores 3 or 5: mean 4, variance 1. Random play 0, 2, 3 or 5: mean 5/2, variance 13/4.

    Between: (3/4)^2 = 9/16. Within: (1 + 13/4) / 2 = 17/8. So 9/16 of 43/16.
    """
    told = profile(Coin())
    assert told.skill.moved is not None
    assert told.skill.moved.value == pytest.approx(9 / 43, abs=1e-12)
    assert told.skill.span is not None
    assert told.skill.span.value == pytest.approx(1.5, abs=1e-12)
    assert told.decisions == pytest.approx(1, abs=1e-12)  # 3 points are far more than 0.02
    assert told.near_ties == 0
    assert told.closest is not None
    assert (told.closest.best, told.closest.runner_up, told.closest.loss) == ("3", "0", 3.0)
    assert told.length is not None
    assert told.length.value == 1


def test_where_luck_or_choice_is_all_there_is() -> None:
    nothing = Result("x", 3.0, 1.0)
    assert _moved(nothing, nothing) == 0.0
    assert _moved(Result("best", 5.0, 0.0), Result("random", 3.0, 0.0)) == 1.0
    assert _moved(Result("best", 5.0, 0.0), Result("random", 5.0, 0.0)) is None


def _moved(best: Result, random: Result) -> float | None:
    moved = Skill(random, None, None, best).moved
    return None if moved is None else moved.value


def test_bounds_of_what_choices_can_move_hold() -> None:
    """With results that are off, the true share lies within the bound of the one that is told."""
    best, random = Result("best", 5.0, 2.0, 0.01, 0.02), Result("random", 3.0, 1.0, 0.02, 0.01)
    moved = Skill(random, None, None, best).moved
    assert moved is not None
    for gap in (1.97, 2.0, 2.03):
        for first in (1.98, 2.02):
            for second in (0.99, 1.01):
                between, within = gap**2 / 4, (first**2 + second**2) / 2
                assert abs(between / (between + within) - moved.value) <= moved.error_bound


def test_greed_is_that_of_the_family() -> None:
    assert GREEDY in dd.bots("pig")
    told = profile(dd.game("pig:target=6"))
    assert told.skill.greedy is not None
    assert told.skill.greedy.mean == pytest.approx(dd.evaluate("pig:target=6", GREEDY).mean)
    assert natural_aim(dd.game("pig:target=6")).name == "score"
