"""The style of all figures, and how they become files.

Every function of this package takes what is to be shown and returns a Matplotlib figure; `render` turns
that into the bytes of a file. Colours are told apart by everyone (Okabe and Ito), and lines differ in
their dashes as well. Matplotlib is imported late: it is slow to start.
"""

from __future__ import annotations

import io
import textwrap
from typing import Any

from dicedevil.errors import TooLarge, UsageError, listed, nearest, quoted
from dicedevil.rules import Game

ENDINGS = ("png", "svg", "pdf")
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("-", "--", ":", "-.")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
MARKED = 12
"""How many points of a line are marked."""
MOST_STATES = 1 << 18
MOST_NUMBERS = 20
"""A grid of more columns is told by colour only."""
DOTS_PER_INCH = 150


def render(figure: Any, ending: str) -> bytes:
    """Return the file: the same figure gives the same bytes."""
    import matplotlib

    content = io.BytesIO()
    dated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(ending, {})
    with matplotlib.rc_context({"svg.hashsalt": "dicedevil"}):
        figure.savefig(content, format=ending, dpi=DOTS_PER_INCH, metadata=dated)
    return content.getvalue()


def file_ending(name: str) -> str:
    """Return the ending of a figure's file name, if it is one we can write."""
    _, dot, ending = name.rpartition(".")
    if not dot or ending.lower() not in ENDINGS:
        hint = nearest(ending, ENDINGS) if dot else ""
        raise UsageError(
            f"A figure ends in .{listed(ENDINGS).replace(', ', ', .')}, not like {quoted(name)}.{hint}"
        )
    return ending.lower()


def new_figure(title: str, width: float = 8.0, height: float = 5.0) -> tuple[Any, Any]:
    """Return a figure with one set of axes, in the style of all figures here."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title("\n".join(textwrap.wrap(title, int(9 * width), break_on_hyphens=False)), loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def panels(
    below: int, beside: int, width: float, height: float, shared: bool = True
) -> tuple[Any, list[Any]]:
    """Return a figure with several sets of axes, row by row; those of a column may share their x."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = list(figure.subplots(below, beside, sharex=shared, squeeze=False).flat)
    for one in axes:
        one.spines[["top", "right"]].set_visible(False)
    return figure, axes


def line_look(place: int, lines: int, points: int) -> dict[str, Any]:
    """Return how one of several lines looks: where they cover each other, their marks alternate."""
    look: dict[str, Any] = {"color": COLOURS[place % len(COLOURS)], "linewidth": 1.8}
    look["linestyle"] = DASHES[place % len(DASHES)]
    if lines > 1:
        step = max(lines, points // MARKED)
        look["marker"] = MARKERS[place % len(MARKERS)]
        look["markersize"] = 4.5
        look["markevery"] = (place * step // lines, step)
    return look


def count_axis(axis: Any) -> None:
    """Have an axis tell whole numbers, thousands with a comma."""
    from matplotlib.ticker import FixedLocator, MaxNLocator

    if not isinstance(axis.get_major_locator(), FixedLocator):
        axis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 2.5, 5, 10]))
        axis.set_major_formatter("{x:,.0f}")


def room_for_legend(axes: Any, lines: int) -> None:
    """Begin at zero, and leave room above what is drawn for the legend."""
    axes.set_ylim(0, axes.get_ylim()[1] * (1.05 + 0.07 * lines))
    axes.legend(frameon=False, loc="upper right")


def say_below(figure: Any, words: str) -> None:
    """Put small print under a figure: what it does not show."""
    if words:
        wrapped = "\n".join(textwrap.wrap(words, int(15 * figure.get_figwidth())))
        figure.supxlabel(wrapped, x=0.01, horizontalalignment="left", fontsize=8, color="0.35")


def shades(count: int) -> list[Any]:
    """Return colours from dark to light, told apart by brightness alone."""
    from matplotlib import colormaps

    return [colormaps["cividis"](k / max(1, count - 1)) for k in range(count)]


def require_states(game: Game, states: int) -> None:
    """Refuse a game with more states than can be told apart in a picture."""
    if states > MOST_STATES:
        raise TooLarge(f"{game} has too many states to draw: at most {MOST_STATES:,}.")
