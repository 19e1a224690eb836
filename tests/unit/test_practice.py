"""Practice: close calls of the wanted difficulty, answers, and when to ask again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest

import dicedevil as dd
from dicedevil.coach.practice import LEVELS, answered, asked, close_calls, next_time
from dicedevil.errors import UsageError
from dicedevil.objectives import chosen_objective

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("spec", "objective", "unit"),
    [
        ("micro-yahtzee", "score", 10.0),
        ("klappenspiel", "score", 0.05),
        ("ten-times-18:slots=5", "score", 20.0),
        ("pig:target=30", "win", 0.5),
        ("pig:target=30", "turns", 2.0),
        ("shut-the-box:tiles=6,score=remaining", "score", 5.0),
    ],
)
@pytest.mark.parametrize("level", ["medium", "any"])
def test_close_calls_are_as_close_as_wanted(spec: str, objective: str, unit: float, level: str) -> None:
    game = dd.game(spec)
    solution = dd.solve(game, chosen_objective(objective))
    drills = list(islice(close_calls(solution, spec, unit, level, seed=3), 6))
    assert drills or level == "medium"
    low, high = LEVELS[level]
    for drill in drills:
        advice = asked(game, drill)
        losses = [one.loss for one in advice.choices]
        assert low * unit - 1e-9 <= losses[1] < high * unit + 1e-9
        assert answered(game, drill, advice, advice.best.choice, 0.0).is_right
        wrong = answered(game, drill, advice, advice.choices[1].choice, low * unit / 2)
        assert not wrong.is_right
        assert wrong.best == advice.best.choice
        assert wrong.loss == losses[1]
        assert answered(game, drill, advice, advice.choices[1].choice, losses[1]).is_right


def test_positions_have_the_points_that_were_made() -> None:
    game = dd.game("ten-times-18:slots=3")
    drills = list(close_calls(dd.solve(game), "x", 20.0, "any", seed=1))
    filled = [part.partition("=")[2] for drill in drills for part in drill.state.split(",") if part]
    assert len(set(filled)) > 4  # not the lowest total everywhere, which a state alone is written with
    assert len(set(drills)) == len(drills)


def test_the_same_seed_asks_the_same() -> None:
    solution = dd.solve("ten-times-18:slots=5")
    first, again = (list(islice(close_calls(solution, "x", 20.0, seed=9), 5)) for _ in range(2))
    assert first == again
    assert first != list(islice(close_calls(solution, "x", 20.0, seed=8), 5))


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(UsageError, match="hard"):
        next(close_calls(dd.solve("micro-yahtzee"), "x", 10.0, "hardd"))


def test_what_was_wrong_comes_back_sooner() -> None:
    right, due_right = next_time(None, True, 1, NOW)
    wrong, due_wrong = next_time(None, False, 1, NOW)
    assert NOW < due_wrong < due_right
    days = due_right
    for _ in range(3):
        right, after = next_time(right, True, 1, days)
        assert after > days
        days = after
    assert days - NOW > timedelta(days=3)
    assert next_time(wrong, True, 1, due_wrong)[1] > due_wrong
