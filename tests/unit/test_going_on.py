"""What is refused for its time can be asked for all the same: `--patience N`, `--yes`."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.errors import TooLarge
from dicedevil.games import game
from dicedevil.objectives import MaxScore
from dicedevil.solvers import budget as budgets
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.placement.omniscient import omniscient_mean
from dicedevil.solvers.plain import exact_law
from dicedevil.solvers.plain.reference import Turns
from dicedevil.solvers.press_luck.values import solved_turn

FOR_EVER = Budget(memory=1 << 60, patience=math.inf)
GO_ON = r"are allowed: --patience \d+ or --yes goes on"


@pytest.mark.parametrize(
    "ask",
    [
        lambda budget: exact_law.require_few_states(game("ten-times-18:slots=30"), budget),
        lambda budget: (
            Turns(
                game("ten-times-18:slots=40"),
                MaxScore(),
                [game("ten-times-18:slots=40").start()],
                budget.watch("It"),
            )
            and None
        ),
    ],
)
def test_what_takes_long_is_refused_with_a_way_to_go_on(ask: Callable[[Budget], Any]) -> None:
    with pytest.raises(TooLarge, match=GO_ON):
        ask(Budget(memory=1 << 60))
    assert not ask(FOR_EVER)


def test_an_exact_law_of_more_states_than_usual_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty thousand states are a minute: here a state is as long as all of those."""
    monkeypatch.setattr(exact_law, "SECONDS_PER_STATE", 1.0)
    with pytest.raises(TooLarge, match=r"takes about 17 minutes; 60 s are allowed: --patience 2000 "):
        dd.evaluate("ten-times-18", "random")
    found = dd.evaluate("ten-times-18:slots=8", "random", budget=Budget(patience=math.inf))
    assert found.exact_mean == Fraction(21, 2) * 36


def test_one_turn_in_fractions_is_as_long_as_one_has_patience_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    long = game("pig:target=100000")
    assert solved_turn(game("pig:sides=50"), True, 0, FOR_EVER)[1] == 0.0
    monkeypatch.setattr(budgets, "A_MOMENT", 0.1)
    with pytest.raises(TooLarge, match=r"A turn in fractions.*--patience \d+ or --yes goes on"):
        solved_turn(long, True, 0, Budget(patience=0.3))


def test_closest_calls_obey_their_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = dd.solve("ten-times-18")
    found = dd.closest_calls(solution, budget=FOR_EVER)
    assert found == dd.closest_calls(solution)
    with pytest.raises(TooLarge, match=r"Looking at every position of ten-times-18 .*--yes goes on"):
        dd.closest_calls(solution, budget=Budget(patience=0.05))


def test_the_mean_of_somebody_who_knows_all_rolls() -> None:
    dice, slots = {1: 1, 2: 1}, range(1, 302)
    with pytest.raises(TooLarge, match=GO_ON.replace(r"\d+", "10")):
        omniscient_mean(dice, slots, budget=Budget(patience=0.1))
    exact, near = (omniscient_mean(dice, slots, exact=exact) for exact in (True, False))
    assert float(exact) == pytest.approx(float(near), rel=1e-9)
