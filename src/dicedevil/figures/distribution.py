"""The distributions of strategies' scores, over each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.ask.evaluate import Distribution
from dicedevil.figures.style import COLOURS, DASHES, MOST_BARS, new_figure

USUAL_DASHES = {"optimal": "-", "omniscient": "--", "random": ":"}
"""As in Böcker's Figure 2."""


def distribution_figure(laws: Sequence[Distribution], bin_width: int | None = None) -> Any:
    """Return the distributions of several strategies over each other, in bins of equal width."""
    low, high = min(law.min for law in laws), max(law.max for law in laws)
    if (low, high) == (0, 1):
        return _winning_figure(laws)
    width = bin_width or nice_bin(low, high)
    binned = [_binned(law, width) for law in laws]
    figure, axes = new_figure(f"{laws[0].score_words.capitalize()} of {laws[0].game}")
    if high // width - low // width < MOST_BARS:
        _draw_bars(axes, laws, binned, width)
    else:
        for place, (law, bins) in enumerate(zip(laws, binned, strict=True)):
            begins = range(min(bins), max(bins) + width, width)
            axes.plot(
                [begin + (width - 1) / 2 for begin in begins],
                [bins.get(begin, 0.0) for begin in begins],
                label=_legend_words(law),
                color=COLOURS[place % len(COLOURS)],
                linestyle=USUAL_DASHES.get(law.strategy, DASHES[place % len(DASHES)]),
                linewidth=1.8,
            )
    axes.set_xlabel("score" if laws[0].what == "game" else laws[0].score_words)
    axes.set_ylabel("probability" + ("" if width == 1 else f" of each {width:,} points"))
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    return figure


def _winning_figure(laws: Sequence[Distribution]) -> Any:
    """Return the chances to win: a score that is 0 or 1 has no other distribution."""
    figure, axes = new_figure(f"Chance to win {laws[0].game} (a score of 1)")
    bars = axes.bar([law.strategy for law in laws], [law.mean for law in laws], color=COLOURS[0])
    axes.bar_label(bars, fmt="%.6f", padding=2)
    axes.set_xlabel("strategy")
    axes.set_ylabel("probability")
    axes.margins(y=0.1)
    return figure


def nice_bin(low: int, high: int) -> int:
    """Return a bin width of 1, 2, 5, 10, ... that makes a hundred bins or fewer."""
    width, steps = 1, 0
    while (high - low) / width > 100:
        width = (1, 2, 5)[(steps + 1) % 3] * 10 ** ((steps + 1) // 3)
        steps += 1
    return width


def _binned(law: Distribution, width: int) -> dict[int, float]:
    bins: dict[int, float] = {}
    for score, chance in law.law.items():
        begin = score // width * width
        bins[begin] = bins.get(begin, 0.0) + float(chance)
    return bins


def _legend_words(law: Distribution) -> str:
    return f"{law.strategy}: mean {law.mean:.6g}, sd {law.sd:.4g}"


def _draw_bars(
    axes: Any, laws: Sequence[Distribution], binned: Sequence[dict[int, float]], width: int
) -> None:
    """Draw bars side by side, with their heights in figures where there are few."""
    begins = sorted(set().union(*binned))
    slim = 0.8 / len(laws)
    for place, (law, bins) in enumerate(zip(laws, binned, strict=True)):
        bars = axes.bar(
            [k - 0.4 + slim * (place + 0.5) for k in range(len(begins))],
            [bins.get(begin, 0.0) for begin in begins],
            slim,
            label=_legend_words(law),
            color=COLOURS[place % len(COLOURS)],
            edgecolor="white",
        )
        if len(begins) * len(laws) <= 12:
            axes.bar_label(bars, fmt="%.4g", fontsize=8, padding=2)
    labels = [str(begin) if width == 1 else f"{begin}–{begin + width - 1}" for begin in begins]
    axes.set_xticks(range(len(begins)), labels, rotation=0 if width == 1 else 45)
