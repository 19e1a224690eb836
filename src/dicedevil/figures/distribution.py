"""The distributions of strategies' scores, over each other.

Bars where scores leave gaps (Pig pays nothing, or 20 and more) or are few; joined lines only where
there are many without a gap. Long tails in which next to nothing happens are left out, and named.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from dicedevil.ask.evaluate import Distribution
from dicedevil.figures.drawing import Drawing, Series, bars, lines
from dicedevil.figures.style import (
    COLOURS,
    count_axis,
    line_look,
    new_figure,
    room_for_legend,
    say_below,
)

USUAL_DASHES = {"optimal": "-", "omniscient": "--", "random": ":"}
"""As in Böcker's Figure 2."""
LEFT_OUT = 1 / 200
"""The most of all games that is left out at either end, if that makes the picture shorter."""
NOT_SEEN = 1 / 400
"""The share of the highest bar that cannot be seen; only such bars are left out."""
WORTH_CUTTING = 0.1
"""The least share of the axis that is cut off."""
MOST_BARS = 24
"""More of them, without gaps, are lines."""
MOST_NAMED = 24
"""So many bins have their own marks on the axis."""


def distribution_drawing(laws: Sequence[Distribution], bin_width: int | None = None) -> Drawing:
    """Return the distributions of several strategies over each other, in bins of equal width."""
    if (min(law.min for law in laws), max(law.max for law in laws)) == (0, 1):
        return _winning(laws)
    low, high = shown_range(laws)
    unit = score_unit(laws)
    width = bin_width or nice_bin(low, high, unit)
    binned = [_binned(law, width) for law in laws]
    place = f" from {laws[0].state}" if laws[0].state else ""
    begins = range(low // width * width, high + 1, width)
    as_bars = len(begins) * len(laws) <= MOST_BARS or any(
        _has_gaps(bins, low, high, width) for bins in binned
    )
    data = lines(
        f"{laws[0].score_words.capitalize()} of {laws[0].game}{place}",
        "score" if laws[0].what == "game" else laws[0].score_words,
        "probability" + ("" if width <= unit else f" of each {width:,} points"),
        [_series(laws, number, bins, width, unit, as_bars) for number, bins in enumerate(binned)],
        unit="chance",
        look="bars" if as_bars else "lines",
        bin=width,
        step=unit,
        shown=[begins[0], begins[-1]],
        note=_left_out(laws, begins[0], begins[-1] + width - unit),
    )
    return Drawing(data, lambda: _draw(laws, data))


def distribution_figure(laws: Sequence[Distribution], bin_width: int | None = None) -> Any:
    """Return the figure of several distributions."""
    return distribution_drawing(laws, bin_width).draw()


def _series(
    laws: Sequence[Distribution],
    number: int,
    bins: dict[int, float],
    width: int,
    unit: int,
    as_bars: bool,
) -> Series:
    """Return one law: where each bin begins, how likely it is, and the law's own figures.

    Bars stand where something can happen; a line also goes through what cannot.
    """
    law = laws[number]
    begins = sorted(bins) if as_bars else range(min(bins), max(bins) + width, width)
    return {
        "name": law.strategy,
        "words": _legend_words(laws, number),
        "x": list(begins),
        "y": [bins.get(begin, 0.0) for begin in begins],
        "mean": law.mean,
        "sd": law.sd,
    }


def _draw(laws: Sequence[Distribution], data: dict[str, Any]) -> Any:
    figure, axes = new_figure(data["title"])
    draw_laws(axes, data)
    room_for_legend(axes, len(laws))
    say_below(figure, data["note"])
    return figure


def draw_laws(axes: Any, data: dict[str, Any]) -> None:
    """Draw the distributions of such data, without a legend."""
    width, shown = data["bin"], data["shown"]
    if data["look"] == "bars":
        _draw_bars(axes, data["series"], width, data["step"])
    else:
        _draw_lines(axes, data["series"], width)
    axes.set_xlim(shown[0] - 0.6 * width, shown[1] + 1.6 * width)
    axes.set_xlabel(data["x"]["label"])
    axes.set_ylabel(data["y"]["label"])
    count_axis(axes.xaxis)


def _winning(laws: Sequence[Distribution]) -> Drawing:
    """Return the chances to win: a score that is 0 or 1 has no other distribution."""
    names, chances = [law.strategy for law in laws], [law.mean for law in laws]
    title = f"Chance to win {laws[0].game} (a score of 1)"
    won = {"name": "chance to win", "y": chances}
    return Drawing(
        bars(title, "strategy", names, "probability", [won]),
        lambda: _draw_winning(title, names, chances),
    )


def _draw_winning(title: str, names: Sequence[str], chances: Sequence[float]) -> Any:
    figure, axes = new_figure(title)
    drawn = axes.bar(names, chances, 0.5, color=COLOURS[0])
    axes.bar_label(drawn, fmt="%.6f", padding=2)
    axes.set_xlabel("strategy")
    axes.set_ylabel("probability")
    axes.margins(x=max(0.05, 0.5 / len(names)), y=0.1)
    return figure


def shown_range(laws: Sequence[Distribution]) -> tuple[int, int]:
    """Return the scores between which all happens but what is not worth its room at either end."""
    low, high = min(law.min for law in laws), max(law.max for law in laws)
    inner_low = min(_end(list(law.law.items())) for law in laws)
    inner_high = max(_end(list(law.law.items())[::-1]) for law in laws)
    least = WORTH_CUTTING * (high - low)
    return (
        inner_low if inner_low - low > least else low,
        inner_high if high - inner_high > least else high,
    )


def _end(chances: Sequence[tuple[int, Any]]) -> int:
    """Return the first score that can be seen, of those that are told from one end."""
    tallest, missed = max(chance for _, chance in chances), 0.0
    for score, chance in chances:
        missed += float(chance)
        if missed > LEFT_OUT or chance > NOT_SEEN * tallest:
            return score
    return chances[-1][0]


def _left_out(laws: Sequence[Distribution], low: int, high: int) -> str:
    """Say which scores are not shown, and how likely they are."""
    parts = []
    below = max(float(sum(p for score, p in law.law.items() if score < low)) for law in laws)
    above = max(float(sum(p for score, p in law.law.items() if score > high)) for law in laws)
    for share, word, edge, end in (
        (below, "below", low, f"down to {min(law.min for law in laws):,}"),
        (above, "above", high, f"up to {max(law.max for law in laws):,}"),
    ):
        if share:
            parts.append(f"{word} {edge:,}, {end} ({share:.2g} of all {laws[0].what}s)")
    return f"Not shown: scores {' and '.join(parts)}." if parts else ""


def score_unit(laws: Sequence[Distribution]) -> int:
    """Return the largest number that divides every score: 50 in Ten Thousand."""
    return math.gcd(*(score for law in laws for score in law.law)) or 1


def nice_bin(low: int, high: int, unit: int = 1) -> int:
    """Return a bin width of 1, 2, 5, 10, ... units that makes a hundred bins or fewer."""
    width, steps = unit, 0
    while (high - low) / width > 100:
        width = unit * (1, 2, 5)[(steps + 1) % 3] * 10 ** ((steps + 1) // 3)
        steps += 1
    return width


def _binned(law: Distribution, width: int) -> dict[int, float]:
    bins: dict[int, float] = {}
    for score, chance in law.law.items():
        begin = score // width * width
        bins[begin] = bins.get(begin, 0.0) + float(chance)
    return bins


def _has_gaps(bins: dict[int, float], low: int, high: int, width: int) -> bool:
    """Tell whether scores that cannot occur lie between some that are shown and can."""
    there = [begin for begin in bins if low - width < begin <= high]
    return len(there) < (max(there) - min(there)) // width + 1


def _legend_words(laws: Sequence[Distribution], place: int) -> str:
    """Name a strategy with its figures; one that scores just as another is told to."""
    law = laws[place]
    for other in laws[:place]:
        if other.law == law.law:
            return f"{law.strategy}: the same as {other.strategy}"
    return f"{law.strategy}: mean {law.mean:.6g}, sd {law.sd:.4g}"


def _draw_lines(axes: Any, series: Sequence[Series], width: int) -> None:
    for place, one in enumerate(series):
        look = line_look(place, len(series), len(one["x"]))
        look["linestyle"] = USUAL_DASHES.get(one["name"], look["linestyle"])
        middles = [begin + (width - 1) / 2 for begin in one["x"]]
        axes.plot(middles, one["y"], label=one["words"], **look)


def _draw_bars(axes: Any, series: Sequence[Series], width: int, unit: int) -> None:
    """Draw bars side by side, with their heights in figures where there are few."""
    slim = 0.8 * width / len(series)
    middle = 0 if width <= unit else (width - unit) / 2
    begins = sorted(set().union(*(one["x"] for one in series)))
    for place, one in enumerate(series):
        heights = dict(zip(one["x"], one["y"], strict=True))
        drawn = axes.bar(
            [begin + middle - 0.4 * width + slim * (place + 0.5) for begin in begins],
            [heights.get(begin, 0.0) for begin in begins],
            slim,
            label=one["words"],
            color=COLOURS[place % len(COLOURS)],
        )
        if (begins[-1] - begins[0]) // width * len(series) < 12:
            axes.bar_label(drawn, fmt="%.4g", fontsize=8, padding=2)
    if len(begins) <= MOST_NAMED:
        labels = [f"{k:,}" if width <= unit else f"{k:,}–{k + width - unit:,}" for k in begins]
        turned = 0 if width <= unit and len(max(labels, key=len)) * len(labels) < 70 else 45
        axes.set_xticks([begin + middle for begin in begins], labels, rotation=turned)
