"""Any utility of the final score on a game graph: see `exact_worths` for the recursion.

A state has a row of values, one for every number of points that may have been made there. Where all
points are multiples of a unit (50 in Farkle), only multiples are kept. Worths are scaled to shares
between 0 and 1. A share is a mean of n shares, n products, n sums and a division, once a roll: its
error is proven, and that of a value follows in parts of the span of all worths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import gcd

import numpy as np

from dicedevil.rules import Game, Position, State
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.plain.graph import Floats, GameGraph, Ints, in_parts
from dicedevil.solvers.plain.kernels.worths import find_points_made, sweep_worths
from dicedevil.solvers.solution import look_up, no_such_points
from dicedevil.utility import Utility, WorthRow, untold

NOWHERE = 1 << 60


@dataclass(frozen=True)
class GraphWorths:
    """By state: a row of shares, from the fewest points on that may have been made there."""

    graph: GameGraph
    scale: WorthRow
    unit: int
    fewest: Ints
    row_start: Ints
    shares: Floats
    error_bound: float

    def worth(self, points: int, state: State) -> float:
        """Return the best mean worth from a state on, with so many points made."""
        return self.scale.value(self.share(points, state))

    def share(self, points: int, state: State) -> float:
        """Return the same as a share."""
        place = look_up(self.graph.index, state)
        units, rest = divmod(points, self.unit)
        column = int(self.row_start[place]) + units - int(self.fewest[place])
        if rest or not self.row_start[place] <= column < self.row_start[place + 1]:
            raise no_such_points(points, state)
        return float(self.shares[column])


def solve_graph_worths(
    game: Game, utility: Utility, roots: Sequence[Position], budget: Budget = USUAL
) -> GraphWorths:
    """Return the best mean worth of all states, with all points that may have been made there."""
    graph = GameGraph.of(game, [root.state for root in roots], budget)
    watch = budget.watch(f"{game} for a utility", "solving", len(graph.states))
    unit = gcd(int(np.gcd.reduce(graph.edge_points, initial=0)), *(root.points for root in roots)) or 1
    watch.room_for(8 * graph.edge_points.size + 24 * len(graph.states))
    graph = replace(graph, edge_points=graph.edge_points // unit)
    layers = graph.point_ranges[2]
    fewest, most = _points_made(graph, roots, unit)
    row_start = np.concatenate(([0], np.cumsum(most - fewest + 1)))
    watch.room_for(8 * int(row_start[-1]))
    low, high = int(fewest[graph.over].min()), int(most[graph.over].max())
    scale = utility.row(game, unit * low, unit * high, unit)
    shares = np.zeros(int(row_start[-1]))
    for part, done in in_parts(graph.components[0]):
        sweep_worths(
            part,
            graph.state_rolls,
            graph.roll_weight,
            graph.roll_edges,
            graph.edge_points,
            graph.edge_next,
            fewest,
            most,
            row_start,
            low,
            np.array(scale.shares),
            shares,
        )
        watch.look(done)
    widest = int(np.diff(graph.state_rolls).max(initial=0))
    error = scale.error_bound((layers * (2 * widest + 2) + 1) * 2.0**-53)
    found = GraphWorths(graph, scale, unit, fewest, row_start, shares, error)
    for root in roots:
        require_told(game, utility, found, root)
    return found


def _points_made(graph: GameGraph, roots: Sequence[Position], unit: int) -> tuple[Ints, Ints]:
    """Return the fewest and the most points that may have been made at each state, in units."""
    fewest = np.full(len(graph.states), NOWHERE)
    most = np.full(len(graph.states), -NOWHERE)
    for points, state in roots:
        place = graph.index[state]
        fewest[place] = min(fewest[place], points // unit)
        most[place] = max(most[place], points // unit)
    find_points_made(
        graph.components[0],
        graph.state_rolls,
        graph.roll_edges,
        graph.edge_points,
        graph.edge_next,
        fewest,
        most,
    )
    return fewest, most


def require_told(game: Game, utility: Utility, values: GraphWorths, start: Position) -> None:
    """Refuse a utility that says nothing of a score that can occur, and name it.

    Such a score has a share beyond all others: what leads there is seen by its value.
    """
    if values.share(*start) <= 2.0:
        return
    points, state = start
    while not game.is_over(state):
        points, state = next(
            (points + gain, after)
            for roll in game.rolls(state)
            for choice in game.choices(state, roll)
            for gain, after in [game.play(state, roll, choice)]
            if values.share(points + gain, after) > 2.0
        )
    raise untold(utility, game, points)
