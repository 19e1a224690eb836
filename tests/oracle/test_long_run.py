"""Points a turn in the long run: against fractions, one turn's best score, and strategies."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.ask.average import average
from dicedevil.cli.advise import command as advise
from dicedevil.cli.evaluate import command
from dicedevil.dice import Die
from dicedevil.errors import PositionError, UsageError
from dicedevil.families.press_luck import Combination, PressLuck, PressLuckGame
from dicedevil.solvers.plain.reference import solve_reference


@dataclass(frozen=True)
class LessForTurns(dd.MaxScore):
    """Points, less a price for every turn."""

    price: Fraction = Fraction(0)

    def gain(self, game: Any, state: Any, roll: Any, choice: Any, points: int) -> Any:
        return points - (self.price if game.ends_turn(state, roll, choice) else 0)


RULES = st.builds(
    lambda dice, ones, zilches, penalty, minimum: PressLuckGame(
        PressLuck(
            dice,
            (Combination((1,), ones), Combination((2, 2), 3)),
            3,
            Die.fair(3),
            minimum,
            zilches=zilches,
            penalty=penalty,
        )
    ),
    st.integers(2, 3),
    st.integers(1, 4),
    st.integers(0, 3),
    st.integers(0, 9),
    st.integers(0, 2),
)


@settings(max_examples=20)
@given(RULES)
def test_nothing_is_left_at_the_price_of_the_average(game: PressLuckGame) -> None:
    """The gain is the price of a turn at which the best stretch of turns is worth nothing."""
    exact, floats = dd.solve(game, dd.Average(), exact=True), dd.solve(game, dd.Average())
    assert exact.exact is not None
    assert abs(Fraction(floats.value) - exact.exact) <= Fraction(floats.error_bound) < 1e-9
    played = exact.game
    left = solve_reference(played, LessForTurns(exact.exact), played.roots())
    assert left[played.start()] == 0
    for state, worth in left.items():
        if not played.is_over(state):
            assert exact.worth(state) == worth + exact.exact  # the turn that is played is not priced
    ours = average(game, exact=True)
    assert ours.exact == exact.exact
    assert (average(game, "random").exact or 0) <= exact.exact
    if not game.rules.zilches:
        assert exact.exact == dd.solve(game, exact=True).exact


def test_a_turn_that_leaves_nothing_is_a_turn_alone() -> None:
    for name in ("pig", "zilch"):
        long, alone = dd.solve(name, dd.Average()), dd.solve(name)
        assert long.value == pytest.approx(alone.value, abs=long.error_bound + alone.error_bound)


def test_zilches_cost_and_are_feared() -> None:
    free, dear = dd.solve("zilch", dd.Average()), dd.solve("zilch:zilches=3", dd.Average())
    assert dear.value < free.value
    assert dear.value == pytest.approx(620.8546723, abs=1e-6)  # the law of the turns says so, below
    few = "zilch:zilches=3,dice=3d6,minimum=100,nothing=0"
    assert average(few, "hold-at-300").average < dd.solve(few, dd.Average()).value
    calm, feared = (
        dear.advise(f"zilches={many},turn=350,dice=3", "225").choices[-1].value for many in (0, 2)
    )
    assert feared < calm


@pytest.mark.parametrize(
    "game",
    ["zilch:zilches=3,dice=3d6,nothing=0", pytest.param("zilch:zilches=3", marks=pytest.mark.attack)],
)
def test_best_play_makes_what_was_solved(game: str) -> None:
    """By following its turns, choice by choice."""
    solved, best = dd.solve(game, dd.Average()), average(game)
    assert best.average == pytest.approx(solved.value, abs=best.error_bound + solved.error_bound)


def test_what_the_long_run_refuses() -> None:
    with pytest.raises(UsageError, match="yahtzee is scored as a whole"):
        dd.solve("yahtzee", dd.Average())
    with pytest.raises(PositionError, match="0 to 2 of them"):
        dd.solve("zilch:zilches=3", dd.Average()).advise("zilches=3", "123456")
    with pytest.raises(dd.DiceDevilError, match="--objective average"):
        dd.game("pig").read_state("zilches=1")
    with pytest.raises(UsageError, match="no largest score"):
        average("zilch:zilches=3", "hold-at-300", exact=True)


def test_the_command_tells_averages() -> None:
    told = CliRunner().invoke(command, ["pig", "--objective", "average", "--strategy", "hold-at-20"])
    assert "8.14179 points a turn in the long run" in told.output
    wrong = CliRunner().invoke(command, ["pig", "--objective", "average", "--state", "turn=5"])
    assert wrong.exit_code == 2
    given = ["zilch:zilches=3", "--objective", "average", "--state", "zilches=2,turn=350,dice=3"]
    asked = CliRunner().invoke(advise, [*given, "--roll", "225"])
    assert "what it does to those that follow" in asked.output
    assert "%" not in asked.output
