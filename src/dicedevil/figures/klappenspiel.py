"""The policy of Klappenspiel: flip the two tiles the dice show, or the one with their sum?"""

from __future__ import annotations

from typing import Any

import numpy as np

from dicedevil.errors import UsageError
from dicedevil.families.tiles import TileGame
from dicedevil.figures.style import MOST_NUMBERS, new_figure
from dicedevil.figures.tiles import best_by_roll
from dicedevil.solvers.budget import USUAL, Budget


def policy(game: TileGame, budget: Budget = USUAL) -> Any:
    """For each roll: on what share of the boards that leave a choice IND is best."""
    flipped = best_by_roll(game, budget)
    if not flipped:
        raise UsageError(f"{game} leaves no choice on any board, so there is no policy to draw.")
    share = np.full((game.sides, game.sides), np.nan)
    for (first, second), counts in flipped.items():
        share[second - 1, first - 1] = share[first - 1, second - 1] = counts.count(2) / len(counts)
    figure, axes = new_figure(f"{game}: share of boards on which IND is best", 7.0, 5.2)
    edge = (0.5, game.sides + 0.5)
    image = axes.imshow(
        share, origin="lower", aspect="auto", cmap="cividis", vmin=0, vmax=1, extent=(*edge, *edge)
    )
    if game.sides <= MOST_NUMBERS:
        faces = range(1, game.sides + 1)
        axes.set_xticks(faces)
        axes.set_yticks(faces)
        for (row, column), value in np.ndenumerate(share):
            words = "no\nchoice" if np.isnan(value) else f"{value:.0%}"
            colour = "0.5" if np.isnan(value) else ("black" if value > 0.5 else "white")
            size = 7 if np.isnan(value) else 10
            axes.text(column + 1, row + 1, words, ha="center", va="center", color=colour, fontsize=size)
    axes.set_xlabel("one die")
    axes.set_ylabel("other die")
    bar = figure.colorbar(image, ax=axes, ticks=[0, 0.5, 1])
    bar.ax.set_yticklabels(["SUM on all boards", "half of them", "IND on all boards"])
    bar.outline.set_visible(False)
    return figure
