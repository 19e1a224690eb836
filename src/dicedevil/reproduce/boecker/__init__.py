"""S. Böcker, Ten Times Eighteen, Journal of Information Processing 23(3), 2015.

Every printed number in the order of the paper, ours beside it. `M` is the table over all sets of
open slots (the reference lane), `E` the polynomial table, `Q` the table of the all-knowing player.
Where the paper's words or equations cannot mean what they say, a row shows both readings, and the
note gives the number that settles it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from dicedevil.reproduce import Parts, Row, from_parts
from dicedevil.reproduce.boecker import knowing, playing, winning
from dicedevil.reproduce.boecker.ours import Paper, figure_2_bins, figure_2_simulated

__all__ = ["figure_2_bins", "figure_2_simulated", "parts", "rows"]


def rows(paper: Paper | None = None, item: str = "") -> Iterator[Row]:
    """Yield every printed number with ours beside it, in the order of the paper."""
    yield from from_parts(parts(paper or Paper()), item)


def parts(paper: Paper) -> Parts:
    """Return the parts of the paper in its order."""
    sections = {
        "Section 1|Figure 1|Table 1|Section 2": playing.rules,
        "Section 3": playing.tree,
        "Section 4|Table 2|Sections 4 and 5": playing.set_table,
        "Table 3|Section 5": playing.first_moves,
        "Section 5": playing.closest,
        "Section 6|Table 4|Equation 6": playing.polynomial,
        "Section 7": knowing.all_knowing,
        "Table 5": knowing.summary,
        "Section 8": knowing.million_games,
        "Figure 2": knowing.figure_2,
        "Table 6|Section 9|Table 7": knowing.loaded_dice,
        "Section 10": winning.winning,
    }
    return tuple((headings, partial(section, paper)) for headings, section in sections.items())
