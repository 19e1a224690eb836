"""Figures of matches: how much players give away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicedevil.figures.drawing import lines
from dicedevil.figures.style import COLOURS, DASHES, MARKERS, new_figure, say_below

if TYPE_CHECKING:
    from dicedevil.players.move_errors import MoveErrors


def errors_data(found: MoveErrors) -> dict[str, Any]:
    """Return what `errors_figure` draws, as plain data."""
    series = []
    for player in found.players:
        rows = [found.row(to_go, player) for to_go in found.depths]
        series.append(
            {
                "name": player,
                "x": [row.to_go for row in rows],
                "y": [row.mean for row in rows],
                "low": [row.mean - row.standard_error for row in rows],
                "high": [row.mean + row.standard_error for row in rows],
            }
        )
    return lines(
        f"{found.game}: what a move gives away ({found.games:,} games)",
        "turns to go, both players' together",
        "mean error of a move (chances to win) ± standard error",
        series,
        unit="chance",
        scale="log",
    )


def errors_figure(found: MoveErrors) -> Any:
    """Return the mean error of a move by the turns to go (Pawlewicz 2010, Figures 4 and 5)."""
    data = errors_data(found)
    figure, axes = new_figure(data["title"])
    unseen, aside = [], min(0.06, 0.5 / len(found.players))  # points beside each other, not under
    smallest = min((row.mean for row in found.rows if row.mean > 0), default=1e-9)
    for place, player in enumerate(found.players):
        rows = [found.row(to_go, player) for to_go in found.depths]
        shown = [row for row in rows if row.mean > 0]  # none has no place on a logarithmic scale
        without = [str(row.to_go) for row in rows if row.mean == 0]
        if without:
            unseen.append(f"{player} at {', '.join(without)}")
        axes.errorbar(
            [row.to_go + aside * (place - (len(found.players) - 1) / 2) for row in shown],
            [row.mean for row in shown],
            yerr=[row.standard_error for row in shown],
            label=player,
            color=COLOURS[place % len(COLOURS)],
            linestyle=DASHES[place % len(DASHES)],
            marker=MARKERS[place % len(MARKERS)],
            capsize=3,
        )
    axes.set_yscale("log")
    axes.set_ylim(bottom=smallest / 3)
    axes.set_xticks(found.depths)
    axes.set_xlabel(data["x"]["label"])
    axes.set_ylabel(data["y"]["label"])
    axes.legend(frameon=False)
    if unseen:
        say_below(
            figure,
            "A logarithmic scale has no zero. Not shown, since no game had an error: "
            f"{'; '.join(unseen)} turns to go.",
        )
    return figure
