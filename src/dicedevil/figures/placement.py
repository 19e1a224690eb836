"""The policy of placement games with multipliers: which slot for which roll."""

from __future__ import annotations

from typing import Any

import numpy as np

from dicedevil.errors import TooLarge, UsageError
from dicedevil.families.placement.game import PlacementGame
from dicedevil.figures.drawing import Drawing, grid
from dicedevil.figures.style import MOST_NUMBERS, new_figure
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.placement.polynomial import expected_rolls, slot_for

MOST_COLUMNS = 200
ENDS = ("lowest open slot", "highest open slot")


def policy(game: PlacementGame, budget: Budget = USUAL) -> Drawing:
    """For each roll and number of open slots: which of them, counted from the lowest."""
    if not game.is_linear:
        raise UsageError(
            f"There is no picture of the policy of {game}: it is drawn for games of tiles, and for "
            "games of slots with multipliers."
        )
    totals, slots = list(game.totals), game.slots
    if slots > MOST_COLUMNS or len(totals) > MOST_COLUMNS:
        raise TooLarge(
            f"The policy of {game} is a grid of {len(totals):,} rolls by {slots:,} slots: "
            f"at most {MOST_COLUMNS} by {MOST_COLUMNS} can be drawn."
        )
    rows = expected_rolls(game.totals, slots - 1)
    taken = np.array([[slot_for(row, total) + 1 for row in rows] for total in totals])
    title = f"{game}: which open slot is best, counted from the lowest"
    counts = range(1, slots + 1)
    data = grid(
        title,
        ("number of open slots", counts),
        ("roll", totals),
        taken.tolist(),
        unit="place",
        ends=ENDS,
    )
    return Drawing(data, lambda: _draw(title, totals, taken))


def _draw(title: str, totals: list[int], taken: Any) -> Any:
    slots = taken.shape[1]
    counts = np.arange(1, slots + 1)
    shade = (taken - 1) / np.maximum(counts - 1, 1)
    small = slots <= MOST_NUMBERS and len(totals) <= 2 * MOST_NUMBERS
    wide = max(6.5, 0.5 * slots + 3.0) if small else 8.0
    figure, axes = new_figure(title, wide, 6.0)
    edges = (0.5, slots + 0.5, -0.5, len(totals) - 0.5)
    image = axes.imshow(
        shade, origin="lower", aspect="auto", cmap="cividis", vmin=0, vmax=1, extent=edges
    )
    labelled = range(0, len(totals), 1 if small else max(1, len(totals) // 10))
    axes.set_yticks(labelled, [totals[k] for k in labelled])
    if small:
        axes.set_xticks(counts)
        for (k, j), slot in np.ndenumerate(taken):
            colour = "black" if shade[k, j] > 0.5 else "white"
            axes.text(j + 1, k, str(slot), ha="center", va="center", color=colour, fontsize=9)
    axes.set_xlabel("number of open slots")
    axes.set_ylabel("roll")
    bar = figure.colorbar(image, ax=axes, ticks=[0, 1])
    bar.ax.set_yticklabels(ENDS)
    bar.outline.set_visible(False)
    return figure
