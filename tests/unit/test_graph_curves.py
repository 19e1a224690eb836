"""Target curves of any game: in units of its points, the same as in fractions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.solvers.question import Question
from dicedevil.solvers.solver import answer


@dataclass(frozen=True)
class Fifties(dd.Game):
    """Three rolls of a die for 50 points a pip, each taken or left, the last one less 100."""

    lower_is_better: bool = False

    def start(self) -> int:
        return 3

    def is_over(self, state: int) -> bool:
        return state == 0

    def rolls(self, state: int) -> dict[dd.Roll, int]:
        return dd.Dice.parse("1d4").rolls()

    def choices(self, state: int, roll: dd.Roll) -> tuple[str, str]:
        return ("take", "leave")

    def play(self, state: int, roll: dd.Roll, choice: str) -> tuple[int, int]:
        last = -100 if state == 1 else 0
        return last + (50 * sum(roll) if choice == "take" else 0), state - 1

    def progress(self, state: int) -> int:
        return 3 - state


def exact_values(game: Fifties, target: int) -> Any:
    return dd.solve(game, dd.ReachTarget(target), exact=True, lane="reference").values


@pytest.mark.parametrize("low", [False, True])
def test_units_are_the_same_curve(low: bool) -> None:
    game = Fifties(low)
    exact, ours = dd.curve(game, exact=True), dd.curve(game)
    assert ours.targets == exact.targets
    assert ours.probability == pytest.approx(exact.probability, abs=ours.error_bound)
    values = answer(Question(game, dd.ReachTarget())).values
    assert values.unit == 50  # type: ignore[attr-defined]
    for target in range(0, 500, 7):
        wanted = dd.solve(game, dd.ReachTarget(target), lane="graph")
        for points, state in ((0, 3), (50, 2), (-30, 1), (500, 0)):
            assert wanted.values.worth(points, state) == pytest.approx(
                float(exact_values(game, target).worth(points, state)), abs=1e-12
            )
