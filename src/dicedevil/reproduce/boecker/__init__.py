"""S. Böcker, Ten Times Eighteen, Journal of Information Processing 23(3), 2015.

Every printed number in the order of the paper, ours beside it. `M` is the table over all sets of
open slots (the reference lane), `E` the polynomial table, `Q` the table of the all-knowing player.
Where the paper's words or equations cannot mean what they say, a row shows both readings, and the
note gives the number that settles it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicedevil.reproduce import Row
from dicedevil.reproduce.boecker import knowing, playing
from dicedevil.reproduce.boecker.ours import Paper, figure_2_bins, figure_2_simulated

__all__ = ["figure_2_bins", "figure_2_simulated", "rows"]


def rows(paper: Paper | None = None) -> Iterator[Row]:
    """Yield every printed number with ours beside it, in the order of the paper."""
    paper = paper or Paper()
    for section in (
        playing.rules,
        playing.tree,
        playing.set_table,
        playing.first_moves,
        playing.closest,
        playing.polynomial,
        knowing.all_knowing,
        knowing.summary,
        knowing.million_games,
        knowing.figure_2,
        knowing.loaded_dice,
    ):
        yield from section(paper)
