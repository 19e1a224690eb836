"""A target curve, and what single strategies reach beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.ask.curve import TargetCurve
from dicedevil.ask.evaluate import Distribution
from dicedevil.figures.drawing import Drawing, lines
from dicedevil.figures.style import COLOURS, count_axis, line_look, new_figure, say_below

NOT_DRAWN = 1e-3
"""A chance that cannot be told from nothing in a picture, nor one less by this from certainty."""
WORTH_CUTTING = 0.1
"""The least share of the axis that is cut off."""
MOST_BARS = 12
MOST_STEPS = 100
"""More targets are joined by a line."""


def curve_drawing(curve: TargetCurve, laws: Sequence[Distribution] = ()) -> Drawing:
    """Return a target curve and, for comparison, what single strategies reach."""
    word = "at most" if curve.lower_is_better else "at least"
    where = f" from {curve.state}" if curve.state else ""
    names = ["best for each target", *(f"always {law.strategy}" for law in laws)]
    rows = [list(curve.probability), *(_reached(law, curve) for law in laws)]
    first, last, note = _shown(curve)
    data = lines(
        f"Best chance of reaching each target of {curve.game}{where}",
        f"target (a {curve.score_words} of {word} this)",
        "probability",
        [
            {"name": name, "x": list(curve.targets), "y": row}
            for name, row in zip(names, rows, strict=True)
        ],
        unit="chance",
        reading=word,
        shown=[first, last],
        mean=curve.mean,
        note=note,
    )
    return Drawing(data, lambda: _draw(curve, data))


def curve_figure(curve: TargetCurve, laws: Sequence[Distribution] = ()) -> Any:
    """Return the figure of a target curve."""
    return curve_drawing(curve, laws).draw()


def _draw(curve: TargetCurve, data: dict[str, Any]) -> Any:
    figure, axes = new_figure(data["title"])
    names, rows = ([one[key] for one in data["series"]] for key in ("name", "y"))
    if len(curve.targets) <= MOST_BARS:
        _draw_bars(axes, curve, names, rows)
    else:
        steps = "steps-mid" if len(curve.targets) <= MOST_STEPS else "default"
        for place, (name, row) in enumerate(zip(names, rows, strict=True)):
            look = line_look(place, len(rows), len(row))
            axes.plot(curve.targets, row, drawstyle=steps, label=name, **look)
        axes.grid(visible=True, color="0.9")
        _leave_out_ends(axes, data["shown"])
        say_below(figure, data["note"])
    axes.set_xlabel(data["x"]["label"])
    axes.set_ylabel(data["y"]["label"])
    axes.set_ylim(0, 1.02 if len(curve.targets) > MOST_BARS else 1.1)
    count_axis(axes.xaxis)
    if len(rows) > 1:
        axes.legend(frameon=False)
    return figure


def _draw_bars(axes: Any, curve: TargetCurve, names: list[str], rows: list[list[float]]) -> None:
    """Draw a few targets as bars side by side, with their chances in figures."""
    slim = 0.8 / len(rows)
    for place, (name, row) in enumerate(zip(names, rows, strict=True)):
        middles = [target - 0.4 + slim * (place + 0.5) for target in curve.targets]
        bars = axes.bar(middles, row, slim, label=name, color=COLOURS[place % len(COLOURS)])
        if len(row) * len(rows) <= MOST_BARS:
            axes.bar_label(bars, fmt="%.4g", fontsize=8, padding=2)
    axes.set_xticks(sorted(curve.targets))


def _leave_out_ends(axes: Any, shown: Sequence[int]) -> None:
    ends = sorted(shown)
    room = max(0.5, 0.01 * (ends[1] - ends[0]))
    axes.set_xlim(ends[0] - room, ends[1] + room)


def _shown(curve: TargetCurve) -> tuple[int, int, str]:
    """Return the targets between which the picture shows something, and say what is left out.

    Of Yahtzee two thirds are beyond 1 in 1,000.
    """
    sure = sum(chance > 1 - NOT_DRAWN for chance in curve.probability) - 1
    shown = sum(chance >= NOT_DRAWN for chance in curve.probability)
    last = len(curve.targets) - 1
    cut_sure, cut_rest = sure > WORTH_CUTTING * last, last - shown > WORTH_CUTTING * last
    first_shown, last_shown = (sure if cut_sure else 0), (shown if cut_rest else last)
    parts = []
    if cut_sure:
        parts.append(f"easier than {curve.targets[first_shown]:,} (more than {1 - NOT_DRAWN:.1%})")
    if cut_rest:
        hardest = f"{curve.targets[-1]:,}: {curve.probability[-1]:.1e}"
        parts.append(
            f"harder than {curve.targets[last_shown]:,} (less than {NOT_DRAWN:.1%}; {hardest})"
        )
    note = f"Not shown: targets {' and '.join(parts)}." if parts else ""
    return curve.targets[first_shown], curve.targets[last_shown], note


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
