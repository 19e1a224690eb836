"""The questions that Böcker's paper leaves open, as docs/ten-times-18.md answers them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.ask.strategies import same_rolls
from dicedevil.objectives import Objective

DOCUMENT = (Path(__file__).parent.parent.parent / "docs" / "ten-times-18.md").read_text(
    encoding="utf-8"
)
GAME = dd.game("ten-times-18")


@pytest.mark.parametrize("objective", [dd.WinMatch(), dd.WinAlone()], ids=lambda one: one.name)
def test_the_best_reply_with_the_same_rolls(objective: Objective) -> None:
    """The document tells the figures that come out, and what the reply does with the first roll."""
    match = same_rolls(GAME, "optimal")
    solution = dd.solve(match, objective)
    assert solution.lane == "pairs"
    assert solution.error_bound < 1e-13
    found = dd.outcomes(solution)
    share = 0.5 if objective.name == "win" else 0.0
    assert solution.value == pytest.approx(found.win + share * found.tie, abs=1e-12)
    for figure in (solution.value, found.win, found.tie, found.lose):
        assert f"{figure:.6f}" in DOCUMENT
    assert " | ".join(f"{100 * one:.1f}" for one in found.differs) in DOCUMENT
    first = [solution.best_choice(match.start(), (total,)) for total in range(3, 19)]
    assert " | ".join(map(str, first)) in DOCUMENT


def test_advice_for_a_target_agrees_with_the_curve_everywhere() -> None:
    """At any position the mean over rolls of the best chance is the curve's chance."""
    chooser = random.Random(18)
    for target in (560, 650, 700):
        solution = dd.solve(GAME, dd.ReachTarget(target))
        for filled in range(10):
            slots = chooser.sample(range(1, 11), filled)
            state = ",".join(f"{slot}={chooser.randint(3, 18)}" for slot in slots)
            mean = sum(
                weight * solution.advise(state, str(total)).value
                for total, weight in GAME.totals.items()  # type: ignore[attr-defined]
            )
            assert mean / 216 == pytest.approx(dd.curve(GAME, state).chance(target), abs=1e-12)


def test_the_targets_in_the_document() -> None:
    curve, law = dd.curve(GAME), dd.evaluate(GAME)
    assert f"{curve.mean:.4f}" in DOCUMENT
    for target in (550, 600, 650, 700, 750, 800):
        line = f"| {target} | {curve.chance(target):.5f} | {float(law.at_least(target)):.5f} |"
        assert line in DOCUMENT
