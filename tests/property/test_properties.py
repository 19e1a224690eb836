"""What must hold for every game, whatever its numbers are."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.ask.evaluate import as_strategy
from dicedevil.ask.strategies import solved_strategy, strategy_names
from dicedevil.errors import UsageError
from dicedevil.rules import Game
from dicedevil.strategy import Strategy
from dicedevil.wrapped.turn_by_turn import TurnByTurn
from small_games import TableGame, table_games
from variants import ALL, TINY


def laws(game: Game) -> dict[str, dd.Distribution]:
    return {name: dd.evaluate(game, name) for name in strategy_names(game)}


def assert_curve_bounds(game: Game, found: dict[str, dd.Distribution]) -> None:
    """A curve never rises, and no strategy does better than it anywhere."""
    curve = dd.curve(game, exact=True)
    assert curve.exact is not None
    assert all(a >= b for a, b in pairwise(curve.exact))
    assert curve.exact[0] == 1
    for law in found.values():
        if law.strategy == "omniscient":
            continue  # knows the future, which no player does
        for target, chance in zip(curve.targets, curve.exact, strict=True):
            tail = sum(
                p for s, p in law.law.items() if (s <= target if game.lower_is_better else s >= target)
            )
            assert tail <= chance


@pytest.mark.parametrize("spec", ALL)
def test_strategies_in_order(spec: str) -> None:
    """Worst, random, optimal; all else lies between. The best mean is the solved value, exactly."""
    game = dd.MaxScore().view(dd.game(spec))
    found = laws(game)
    means = {name: law.exact_mean for name, law in found.items()}
    best, worst = dd.solve(game, exact=True).exact, dd.solve(game, dd.Worst(), exact=True).exact
    assert means["optimal"] == best
    assert means["worst"] == worst
    sign = -1 if game.lower_is_better else 1
    for name, mean in means.items():
        assert sign * means["worst"] <= sign * mean, name
        assert sign * mean <= sign * means["optimal"] or name == "omniscient", name
    assert_curve_bounds(game, found)


@given(table_games(fewest_points=-3), st.booleans())
def test_strategies_of_random_games_in_order(plain: TableGame, low_wins: bool) -> None:
    game = TableGame(plain.rows, plain.stages, low_wins=low_wins)
    found = laws(game)
    sign = -1 if low_wins else 1
    best = dd.solve(game, exact=True)
    exactly = dd.evaluate(game, solved_strategy(game, "optimal", exact=True))
    assert exactly.exact_mean == best.exact
    assert sign * found["worst"].exact_mean <= sign * found["random"].exact_mean
    assert sign * found["random"].exact_mean <= sign * found["optimal"].exact_mean
    assert_curve_bounds(game, found)


@given(table_games(stages=3))
def test_a_choice_more_never_hurts(game: TableGame) -> None:
    assume(any(len(options) > 1 for row in game.rows for _, options in row))
    fewer = tuple(
        tuple((weight, options[:-1] if len(options) > 1 else options) for weight, options in row)
        for row in game.rows
    )
    poorer = TableGame(fewer, game.stages)
    assert value(poorer) <= value(game)
    assert value(poorer, dd.Worst()) >= value(game, dd.Worst())
    assert value(poorer, dd.ReachTarget(1)) <= value(game, dd.ReachTarget(1))


def value(game: Game | str, objective: dd.Objective | None = None) -> Fraction:
    """The exact value; 0 for a target out of reach, and for nothing else that is refused."""
    if isinstance(objective, dd.ReachTarget) and (objective.target or 0) > dd.curve(game).targets[-1]:
        return Fraction(0)
    found = dd.solve(game, objective, exact=True).exact
    assert found is not None
    return found


def test_a_value_that_is_refused_is_not_taken_for_nothing() -> None:
    with pytest.raises(UsageError):
        value(TurnByTurn(dd.game("micro-yahtzee")))
    assert value("micro-yahtzee", dd.ReachTarget(1000)) == 0


def test_a_slot_more_never_hurts() -> None:
    values = [value(f"ten-times-18:slots={slots},dice=2d4") for slots in range(1, 7)]
    assert values == sorted(values)


def test_one_die_more_often_never_hurts() -> None:
    for score, sign in (("win", 1), ("remaining", -1)):
        never, low, high = (
            sign * value(f"shut-the-box:tiles=8,one-die={rule},score={score}")
            for rule in ("never", "sum<=6", "high-tiles-shut")
        )
        assert never <= low <= high  # a sum of 6 leaves no tile above 6


def test_free_sets_are_worth_more_than_pairs() -> None:
    """Shut the Box allows every flip that Klappenspiel does."""
    for tiles in range(2, 9):
        boxes = value(f"shut-the-box:tiles={tiles}")
        assert value(f"klappenspiel:tiles={tiles}") <= boxes


def test_knowing_the_future_never_hurts() -> None:
    for slots in range(1, 6):
        spec = f"ten-times-18:slots={slots},dice=2d4"
        assert dd.evaluate(spec, "omniscient").exact_mean >= value(spec)


@pytest.mark.parametrize("spec", ALL)
def test_simulation_comes_within_four_standard_errors(spec: str) -> None:
    game = dd.MaxScore().view(dd.game(spec))
    for name in strategy_names(game):
        law = dd.evaluate(game, name)
        played = dd.simulate(game, name, games=20_000, seed=2, turn=game.scored_in == "turn")
        error = law.sd / played.games**0.5
        assert abs(played.mean - law.mean) <= 4 * error + 1e-12, name
        assert law.min <= played.scores.min()
        assert played.scores.max() <= law.max


@pytest.mark.parametrize("spec", [*ALL, *TINY])
def test_positions_rolls_and_choices_read_back(spec: str) -> None:
    game = dd.game(spec)
    state = game.start()
    while not game.is_over(state):
        written = game.write_state(state)
        assert game.read_state(written).state == state
        assert game.write_state(game.read_state(written).state) == written
        for roll in game.rolls(state):
            assert game.read_roll(state, game.write_roll(roll)) == roll
            for choice in game.choices(state, roll):
                assert game.read_choice(state, roll, game.write_choice(choice)) == choice
        state = max(
            (
                game.play(state, roll, choice)[1]
                for roll in game.rolls(state)
                for choice in game.choices(state, roll)
                if not game.is_over(game.play(state, roll, choice)[1])
            ),
            key=game.progress,
            default=game.play(state, roll, choice)[1],
        )


@pytest.mark.parametrize("spec", ALL)
def test_advice_adds_up(spec: str) -> None:
    """The best choice loses nothing; the mean of the best values over rolls is the state's value."""
    game = dd.game(spec)
    solution = dd.solve(game, exact=True)
    start = game.start()
    rolls = game.rolls(start)
    if rolls == {(): 1}:
        assert solution.advise(start, ()).value == pytest.approx(solution.value)
        return
    total = 0.0
    for roll, weight in rolls.items():
        advice = solution.advise(start, roll)
        assert advice.best.loss == 0.0
        losses = [option.loss for option in advice.choices]
        assert losses == sorted(losses)
        assert advice.value == advice.best.value
        assert solution.best_choice(start, roll) == game.read_choice(start, roll, advice.best.choice)
        total += weight * advice.value
    assert total / sum(rolls.values()) == pytest.approx(solution.value, rel=1e-12)


@given(st.sampled_from(ALL), st.integers(0, 2**32))
def test_luck_and_loss_add_up(spec: str, seed: int) -> None:
    """Result minus start value is luck minus loss, exactly, along any game played any way."""
    source = random.Random(seed)
    game = dd.game(spec)
    solution = solved(spec)
    state, points, luck, loss = game.start(), 0, Fraction(0), Fraction(0)
    sign = -1 if game.lower_is_better else 1
    while not game.is_over(state):
        rolls = game.rolls(state)
        [roll] = source.choices(list(rolls), list(rolls.values()))
        choice = source.choice(list(game.choices(state, roll)))
        position = dd.Position(points, state)
        best = solution.choice_worth(position, roll, solution.best_choice(state, roll))
        luck += Fraction(best) - Fraction(solution.worth(position))
        loss += Fraction(best) - Fraction(solution.choice_worth(position, roll, choice))
        earned, state = game.play(state, roll, choice)
        points += earned
    assert points - Fraction(solution.worth(game.start())) == luck - loss
    assert sign * loss >= 0


@cache
def solved(spec: str) -> dd.Solution:
    return dd.solve(spec, exact=True)


def test_every_strategy_named_is_one() -> None:
    for spec in ALL:
        game = dd.game(spec)
        for name in strategy_names(game):
            assert as_strategy(game, name).name == name
    assert as_strategy(game, Strategy("mine", lambda state, roll: None)).name == "mine"
