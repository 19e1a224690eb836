"""What measures of a game come to as its rules vary: a line for one parameter, a map for two."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from dicedevil.ask.measures import MEASURES
from dicedevil.design.rows import Sweep
from dicedevil.design.tune import Tuned
from dicedevil.figures.drawing import Drawing, bars, grid, lines
from dicedevil.figures.style import COLOURS, MOST_NUMBERS, count_axis, panels, say_below

MOST_MARKED = 40
"""Settings that have a mark each; more are a line alone."""
MOST_TOLD = 12
"""Settings whose figures are written beside them, and which have a number each below."""
FLAT = 1e-9
"""Values closer together than this part of them are drawn as one."""
MISSING = "0.85"
"""The grey of what could not be worked out."""
NOTE = "{} of {:,} settings could not be worked out."


def sweep_drawing(found: Sweep | Tuned) -> Drawing:
    """Return a sweep as a figure; of one that was tuned, what was wanted and what comes nearest too."""
    sweep = found.sweep if isinstance(found, Tuned) else found
    parts = [_part(sweep, name) for name in sweep.measures]
    if isinstance(found, Tuned):
        parts[0] |= {"wanted": found.to, "best": dict(found.best)}
    data = parts[0] if len(parts) == 1 else {"shape": "panels", "panels": parts}
    return Drawing(data, lambda: _draw(sweep, parts))


def _part(sweep: Sweep, measure: str) -> dict[str, Any]:
    """Return the numbers of one measure."""
    asked, column = MEASURES[measure], sweep.column(measure)
    missing = column.count(None)
    more = {"unit": asked.unit, "note": NOTE.format(missing, len(column)) if missing else ""}
    title, first = f"{measure}: {asked.about}", sweep.varied[0]
    if len(sweep.varied) > 1:
        second = sweep.varied[1]
        cells = [column[row :: len(second.values)] for row in range(len(second.values))]
        return grid(title, (first.name, first.values), (second.name, second.values), cells, **more)
    if first.are_numbers:
        series = {"name": measure, "x": list(first.values), "y": column}
        return lines(title, first.name, asked.unit, [series], **more)
    named = [{"name": measure, "y": column}]
    return bars(title, first.name, list(first.texts), asked.unit, named, **more)


def _draw(sweep: Sweep, parts: list[dict[str, Any]]) -> Any:
    drawn = _draw_maps if len(sweep.varied) > 1 else _draw_lines
    figure, all_axes = drawn(parts)
    for axes, part in zip(all_axes, parts, strict=False):
        axes.set_title(part["title"], loc="left", fontsize=10)
    varies = "varies" if len(sweep.varied) == 1 else "vary"
    words = f"{sweep.game} as {' and '.join(sweep.parameters)} {varies}"
    figure.suptitle(words, x=0.01, horizontalalignment="left")
    say_below(figure, _note(parts, is_map=len(sweep.varied) > 1))
    return figure


def _note(parts: list[dict[str, Any]], is_map: bool) -> str:
    """Say what is missing, and what the frame in a map means."""
    told = [f"Framed: {_nearest(part)}." for part in parts if is_map and "best" in part]
    missing = [part["note"] for part in parts if part["note"]][:1]
    return " ".join([*told, *(f"Grey: {one}" if is_map else one for one in missing)])


# -- one parameter ----------------------------------------------------------------------------------


def _draw_lines(parts: list[dict[str, Any]]) -> tuple[Any, list[Any]]:
    """Draw the measures below each other: they count different things."""
    figure, all_axes = panels(len(parts), 1, 8.0, 4.8 if len(parts) == 1 else 2.9 * len(parts))
    for axes, part in zip(all_axes, parts, strict=True):
        (_draw_line if part["shape"] == "lines" else _draw_marks)(axes, part)
        _fit(axes, part)
        axes.grid(visible=True, color="0.92")
        axes.set_ylabel(part["y"]["label"])
    all_axes[-1].set_xlabel(parts[0]["x"]["label"])
    return figure, all_axes


def _draw_line(axes: Any, part: dict[str, Any]) -> None:
    [series] = part["series"]
    marker = "o" if len(series["x"]) <= MOST_MARKED else None
    look = {"color": COLOURS[0], "marker": marker, "markersize": 4.5, "linewidth": 1.8}
    axes.plot(series["x"], _heights(series["y"]), **look)
    if len(series["x"]) <= MOST_TOLD:
        axes.set_xticks(series["x"])
    count_axis(axes.xaxis)
    if "wanted" in part:
        [value] = part["best"].values()
        _mark_wanted(axes, part, value, series["x"].index(value))


def _draw_marks(axes: Any, part: dict[str, Any]) -> None:
    """Draw words side by side: between them there is nothing, so nothing joins them."""
    [series], names = part["series"], part["x"]["values"]
    places = range(len(names))
    axes.plot(places, _heights(series["y"]), color=COLOURS[0], marker="o", markersize=7, linestyle="")
    axes.set_xticks(places, names)
    axes.set_xlim(-0.5, len(names) - 0.5)
    if len(names) <= MOST_TOLD:
        look = {"xytext": (9, 0), "textcoords": "offset points", "va": "center", "fontsize": 9}
        told = [(place, value) for place, value in enumerate(series["y"]) if value is not None]
        for at in told:
            axes.annotate(f"{at[1]:.6g}", at, **look)
    if "wanted" in part:
        [value] = part["best"].values()
        place = names.index(str(value))
        _mark_wanted(axes, part, place, place)


def _heights(column: Sequence[float | None]) -> list[float]:
    return [math.nan if value is None else value for value in column]


def _mark_wanted(axes: Any, part: dict[str, Any], x: float, place: int) -> None:
    """Draw a line at what was wanted, and mark what comes nearest."""
    y = part["series"][0]["y"][place]
    axes.axhline(part["wanted"], color="0.4", linewidth=1.0, linestyle="--")
    look = {"color": COLOURS[1], "marker": "D", "markersize": 8, "linestyle": "none", "zorder": 3}
    axes.plot([x], [y], label=f"{_nearest(part)} ({y:.6g})", **look)
    axes.legend(frameon=False)


def _nearest(part: dict[str, Any]) -> str:
    setting = ", ".join(f"{name}={value}" for name, value in part["best"].items())
    return f"nearest to {part['wanted']:g}: {setting}"


def _fit(axes: Any, part: dict[str, Any]) -> None:
    """Tell values as they are; where all are the same, do not blow up their rounding."""
    axes.ticklabel_format(axis="y", useOffset=False, style="plain")
    values = [value for value in part["series"][0]["y"] if value is not None]
    if _are_flat(values) and "wanted" not in part:
        room = 0.05 * abs(values[0]) or 1.0
        axes.set_ylim(values[0] - room, values[0] + room)


def _are_flat(values: Sequence[float]) -> bool:
    return bool(values) and max(values) - min(values) <= FLAT * max(map(abs, values))


# -- two parameters ---------------------------------------------------------------------------------


def _draw_maps(parts: list[dict[str, Any]]) -> tuple[Any, list[Any]]:
    """Draw a map for each measure, light where it is large."""
    across, up = (len(parts[0][axis]["values"]) for axis in "xy")
    beside = min(len(parts), 2)
    below = -(-len(parts) // beside)
    wide = 5.6 if beside == 2 else max(6.0, min(9.0, 0.55 * across + 3.0))
    high = max(3.4, min(6.5, 0.38 * up + 1.8))
    figure, all_axes = panels(below, beside, wide * beside, high * below, shared=False)
    for axes, part in zip(all_axes, parts, strict=False):
        _draw_map(figure, axes, part, is_told=across <= MOST_TOLD / beside and up <= MOST_NUMBERS)
    for axes in all_axes[len(parts) :]:
        axes.set_visible(False)
    return figure, all_axes


def _draw_map(figure: Any, axes: Any, part: dict[str, Any], is_told: bool) -> None:
    import numpy as np
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    cells = np.array([_heights(row) for row in part["cells"]])
    known = [float(value) for value in cells.flat if math.isfinite(value)]
    colours = colormaps["cividis"].with_extremes(bad=MISSING)
    image = axes.imshow(np.ma.masked_invalid(cells), origin="lower", aspect="auto", cmap=colours)
    for axis, told in ((axes.xaxis, part["x"]), (axes.yaxis, part["y"])):
        step = math.ceil(len(told["values"]) / MOST_NUMBERS)
        places = range(0, len(told["values"]), step)
        axis.set_ticks(places, [str(told["values"][place]) for place in places])
        axis.set_label_text(told["label"])
    if is_told and known:
        _write_cells(axes, cells, known)
    if "best" in part:
        at = [told["values"].index(part["best"][told["label"]]) for told in (part["x"], part["y"])]
        frame = Rectangle(
            (at[0] - 0.5, at[1] - 0.5), 1, 1, fill=False, edgecolor=COLOURS[1], linewidth=3
        )
        frame.set_clip_on(False)
        axes.add_patch(frame)
    axes.spines[:].set_visible(False)
    if not _are_flat(known):
        bar = figure.colorbar(image, ax=axes, label=part["unit"])
        bar.outline.set_visible(False)
        bar.formatter.set_useOffset(False)


def _write_cells(axes: Any, cells: Any, known: list[float]) -> None:
    """Write the figures into a map, all with as many decimals as about five digits need."""
    import numpy as np

    middle, size = min(known) + 0.45 * (max(known) - min(known)), max(map(abs, known))
    whole = all(value.is_integer() for value in known)
    decimals = 0 if whole or not size else min(6, max(0, 4 - math.floor(math.log10(size))))
    for (row, column), value in np.ndenumerate(cells):
        if math.isfinite(value):
            colour = "black" if value > middle else "white"
            look = {"ha": "center", "va": "center", "fontsize": 8, "color": colour}
            axes.text(column, row, f"{value:,.{decimals}f}", **look)
