"""The policy of Klappenspiel: flip the two tiles the dice show, or the one with their sum?"""

from __future__ import annotations

from typing import Any

import numpy as np

from dicedevil.errors import UsageError
from dicedevil.families.tiles import TileGame
from dicedevil.figures.drawing import Drawing, grid
from dicedevil.figures.style import MOST_NUMBERS, new_figure
from dicedevil.figures.tiles import best_by_roll, interference
from dicedevil.solvers.budget import USUAL, Budget

__all__ = ["interference", "policy"]
ENDS = ("SUM on all boards", "IND on all boards")


def policy(game: TileGame, budget: Budget = USUAL) -> Drawing:
    """For each roll: on what share of the boards that leave a choice IND is best."""
    flipped = best_by_roll(game, budget)
    if not flipped:
        raise UsageError(f"{game} leaves no choice on any board, so there is no policy to draw.")
    faces = sorted({face for die in game.rules.dice.dice for face in die.faces})
    share = np.full((len(faces), len(faces)), np.nan)
    for roll, counts in flipped.items():
        first, second = (faces.index(face) for face in roll)
        share[second, first] = share[first, second] = counts.count(2) / len(counts)
    title = f"{game}: share of boards on which IND is best"
    cells = [[None if np.isnan(one) else float(one) for one in row] for row in share]
    data = grid(
        title,
        ("one die", faces),
        ("other die", faces),
        cells,
        unit="share",
        ends=ENDS,
        empty="no choice",
    )
    return Drawing(data, lambda: _draw(faces, title, share))


def _draw(faces: list[int], title: str, share: Any) -> Any:
    figure, axes = new_figure(title, 7.0, 5.2)
    edge = (0.5, len(faces) + 0.5)
    image = axes.imshow(
        share, origin="lower", aspect="auto", cmap="cividis", vmin=0, vmax=1, extent=(*edge, *edge)
    )
    if len(faces) <= MOST_NUMBERS:
        axes.set_xticks(range(1, len(faces) + 1), faces)
        axes.set_yticks(range(1, len(faces) + 1), faces)
        for (row, column), value in np.ndenumerate(share):
            words = "no\nchoice" if np.isnan(value) else f"{value:.0%}"
            colour = "0.5" if np.isnan(value) else ("black" if value > 0.5 else "white")
            size = 7 if np.isnan(value) else 10
            axes.text(column + 1, row + 1, words, ha="center", va="center", color=colour, fontsize=size)
    axes.set_xlabel("one die")
    axes.set_ylabel("other die")
    bar = figure.colorbar(image, ax=axes, ticks=[0, 0.5, 1])
    bar.ax.set_yticklabels([ENDS[0], "half of them", ENDS[1]])
    bar.outline.set_visible(False)
    return figure
