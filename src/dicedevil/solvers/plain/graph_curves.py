"""Target curves on a game graph: for every state, the best chance of each number of points to come.

Where all points are multiples of a unit (50 in Farkle), the chances of the numbers between are those of
the next multiple, and only multiples are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.plain.graph import Floats, GameGraph, Ints, in_parts
from dicedevil.solvers.plain.kernels.curves import sweep_curves


@dataclass(frozen=True)
class CurveRows:
    """The best chance of every number of points to come, for every state (see `kernels.curves`)."""

    lowest: Ints
    highest: Ints
    row_start: Ints
    chances: Floats
    error_bound: float
    unit: int = 1
    """The points that `lowest`, `highest` and the chances count in."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays of a table."""
        return {
            "lowest": self.lowest,
            "highest": self.highest,
            "row_start": self.row_start,
            "chances": self.chances,
            "error_bound": np.array([self.error_bound]),
            "unit": np.array([self.unit]),
        }

    def row(self, place: int) -> tuple[int, Floats]:
        """Return the points that are sure and the chances of each point more."""
        begin = int(self.row_start[place])
        width = int(self.highest[place] - self.lowest[place])
        chances = self.chances[begin : begin + width]
        return self.unit * int(self.lowest[place]), np.repeat(chances, self.unit)


def solve_graph_curves(graph: GameGraph, budget: Budget = USUAL) -> CurveRows:
    """Return the target curves of all states. Where low scores win, points count negative."""
    watch = budget.watch(f"Finding the curves of {graph.game}", "solving", len(graph.states))
    unit = int(np.gcd.reduce(graph.edge_points, initial=0)) or 1
    if unit > 1 or graph.game.lower_is_better:
        watch.room_for(8 * graph.edge_points.size)
        graph = _counted(graph, -unit if graph.game.lower_is_better else unit)
    lowest, highest, layers = graph.point_ranges
    row_start = np.concatenate(([0], np.cumsum(highest - lowest)))
    watch.room_for(8 * int(row_start[-1]))
    chances = np.zeros(int(row_start[-1]))
    for part, done in in_parts(graph.components[0]):
        sweep_curves(
            part,
            graph.state_rolls,
            graph.roll_weight,
            graph.roll_edges,
            graph.edge_points,
            graph.edge_next,
            lowest,
            highest,
            row_start,
            chances,
        )
        watch.look(done)
    # A chance is a mean of n chances <= 1, n products, n sums and a division, once a layer.
    widest = int(np.diff(graph.state_rolls).max(initial=0))
    error = layers * (2 * widest + 2) * 2.0**-53
    return CurveRows(lowest, highest, row_start, chances, error, unit)


def _counted(graph: GameGraph, unit: int) -> GameGraph:
    """Return the same game with points counted in units, which may be negative."""
    return GameGraph(
        graph.game,
        graph.states,
        graph.index,
        graph.state_rolls,
        graph.roll_weight,
        graph.roll_edges,
        graph.edge_points // unit,
        graph.edge_next,
    )
