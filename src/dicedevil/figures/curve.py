"""A target curve, and what single strategies reach beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.ask.curve import TargetCurve
from dicedevil.ask.evaluate import Distribution
from dicedevil.figures.style import COLOURS, DASHES, MOST_BARS, new_figure

NOT_DRAWN = 1e-4
"""A chance that cannot be told from nothing in a picture."""


def curve_figure(curve: TargetCurve, laws: Sequence[Distribution] = ()) -> Any:
    """Return a target curve and, for comparison, what single strategies reach."""
    word = "at most" if curve.lower_is_better else "at least"
    where = f" from {curve.state}" if curve.state else ""
    figure, axes = new_figure(f"Best chance of reaching each target of {curve.game}{where}")
    axes.plot(
        curve.targets,
        curve.probability,
        color=COLOURS[0],
        linewidth=2,
        marker="o" if len(curve.targets) <= MOST_BARS else None,
        label="best for each target",
    )
    for place, law in enumerate(laws, start=1):
        axes.plot(
            curve.targets,
            _reached(law, curve),
            color=COLOURS[place % len(COLOURS)],
            linestyle=DASHES[place % len(DASHES)],
            linewidth=1.5,
            label=f"always {law.strategy}",
        )
    axes.set_xlabel(f"target (a {curve.score_words} of {word} this)")
    axes.set_ylabel("probability")
    axes.set_ylim(0, 1.02)
    _leave_out_tail(axes, curve)
    axes.grid(visible=True, color="0.9")
    axes.legend(frameon=False)
    return figure


def _leave_out_tail(axes: Any, curve: TargetCurve) -> None:
    """Cut a long tail off the picture: Yahtzee's two thirds beyond 1 in 10,000 show nothing."""
    shown = sum(chance >= NOT_DRAWN for chance in curve.probability)
    if shown < 2 / 3 * len(curve.targets):
        ends = sorted((curve.targets[0], curve.targets[shown - 1]))
        axes.set_xlim(*ends)
        hardest = f"{curve.targets[-1]:,}: {curve.probability[-1]:.1e}"
        said = f"not shown: chances below {NOT_DRAWN:g}, up to {hardest}"
        place = {"x": 0.99, "y": 0.86, "transform": axes.transAxes}
        axes.text(**place, s=said, fontsize=8, horizontalalignment="right")


def _reached(law: Distribution, curve: TargetCurve) -> list[float]:
    """Return the chance of a strategy to reach each target of a curve, in one pass."""
    chances = {score: float(chance) for score, chance in law.law.items()}
    easiest, sign = curve.targets[0], -1 if curve.lower_is_better else 1
    missed = sum((p for score, p in chances.items() if sign * (score - easiest) < 0), 0.0)
    reached = []
    for target in curve.targets:
        reached.append(max(0.0, 1.0 - missed))
        missed += chances.get(target, 0.0)
    return reached
