"""Matches of two, of any game that ends, as pairs of its states.

    U(mine, theirs, lead) = mean over rolls of best over choices of
                                1 - U(theirs, mine after it, -lead after it)   if the turn ends
                                U(mine after it, theirs, lead after it)        if not

The match as a game of its own has a state for every pair and lead, each asked by its rules: millions of
them for a game of a few thousand. Here the rules are asked about the states of one player; pairs are
numbers, and the leads of a pair stand in a row of chances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import PositionError, quoted
from dicedevil.rules import State
from dicedevil.solvers.budget import ESTIMATED, Budget, Watch
from dicedevil.solvers.plain.graph import GameGraph
from dicedevil.solvers.plain.kernels.curves import find_point_ranges
from dicedevil.solvers.plain.kernels.duels import (
    Alone,
    chance_at,
    count_leads,
    mark_pairs,
    points_so_far,
    solve_duels,
    tie_at,
    tie_duels,
)
from dicedevil.wrapped.turn_by_turn import TurnByTurn, share_of_win

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

FEWEST_STATES, MOST_STATES = 200, 30_000
"""Fewer are laid out as they are; of more, the pairs alone would take gigabytes."""
SECONDS_PER_CHOICE = 4e-8
"""Measured: one choice with one lead, where the chances do not fit into a cache."""
AT_ONCE = 1 << 20
"""Pairs between two looks at the clock."""


@dataclass(frozen=True, eq=False)
class DuelValues:
    """The chances of a match, looked up by state."""

    match: TurnByTurn
    graph: GameGraph
    alone: Alone
    met: NDArray[np.bool_]
    row_start: Ints
    chances: Floats
    error_bound: float
    levels: tuple[Ints, ...]
    """The states by the rolls that they still have to come at most."""

    def results(self) -> tuple[float, float, float, tuple[float, ...], float]:
        """Return how often player 0 wins, ties and loses, both taking the first of the best choices."""
        alone, ties = self.alone, np.empty(self.chances.size)
        for mine, theirs in _pairs(self.levels, forward=False):
            for part in _parts(mine, theirs):
                tie_duels(
                    alone,
                    part,
                    theirs,
                    self.row_start,
                    self.met,
                    self.chances,
                    2 * self.error_bound,
                    ties,
                )
        start = self.graph.index[self.match.game.start()]
        share = self.worth(0, self.match.start())
        tie = float(tie_at(alone, self.row_start, ties, start, start, 0))
        return share - tie / 2, tie, 1.0 - share - tie / 2, (), 2 * self.error_bound

    def worth(self, points: int, state: State) -> float:
        """Return player 0's share of the win at a state."""
        if self.match.is_over(state):
            return float(share_of_win(state.lead, self.match.lower_is_better))
        places = [self.graph.index.get(one) for one in (state.first, state.second)]
        mine, theirs = reversed(places) if state.mover else places
        lead = -state.lead if state.mover != self.match.lower_is_better else state.lead
        if mine is None or theirs is None or not self.met[mine * len(self.graph.states) + theirs]:
            raise PositionError(f"The state {quoted(state)} cannot occur in this game.")
        made = self.alone
        if not made.fewest[mine] - made.most[theirs] <= lead <= made.most[mine] - made.fewest[theirs]:
            raise PositionError(f"The lead of {quoted(state)} cannot come up with these boards.")
        chance = chance_at(self.alone, self.row_start, self.chances, mine, theirs, lead)
        return float(1.0 - chance if state.mover else chance)


def solve_duel(match: TurnByTurn, budget: Budget) -> DuelValues | None:
    """Solve a match, ties counting half; None where it is better laid out as it is."""
    graph = GameGraph.of(match.game, budget=budget)
    states = len(graph.states)
    if not FEWEST_STATES <= states <= MOST_STATES or graph.has_cycles:
        return None
    watch = budget.watch(f"A match of {match}", "finding pairs", instead=ESTIMATED)
    watch.room_for(10 * states * states)
    alone, rolls_left = _alone(match, graph)
    met = np.zeros(states * states, np.bool_)
    start = graph.index[match.game.start()]
    met[start * states + start] = True
    levels = tuple(np.flatnonzero(rolls_left == left) for left in range(int(rolls_left.max()) + 1))
    looked_at = 0
    for mine, theirs in _pairs(levels, forward=True):
        for part in _parts(mine, theirs):
            mark_pairs(alone, part, theirs, met)
            looked_at += part.size * theirs.size
            watch.look(looked_at)
    row_start = np.empty(states * states + 1, np.int64)
    count_leads(alone, met, row_start)
    chances = _solved(alone, levels, met, row_start, watch)
    widest = int(np.diff(graph.state_rolls).max(initial=0))
    # A chance is a mean of n chances <= 1: n products, n sums, a division; the other's is 1 less it.
    error = 2 * len(levels) * (2 * widest + 3) * 2.0**-53
    return DuelValues(match, graph, alone, met, row_start, chances, error, levels)


def _solved(
    alone: Alone, levels: Sequence[Ints], met: NDArray[np.bool_], row_start: Ints, watch: Watch
) -> Floats:
    watch.room_for(8 * int(row_start[-1]))
    chances = np.empty(int(row_start[-1]))
    leads = np.diff(row_start[:: alone.over.size])  # of the pairs of each state of the mover
    choices = np.diff(alone.roll_edges[alone.state_rolls])
    in_all = int(leads @ choices)
    watch.expect(in_all * SECONDS_PER_CHOICE)  # the first ones take less: what follows is decided
    watch.begin("solving", in_all)
    done = 0
    for mine, theirs in _pairs(levels, forward=False):
        for part in _parts(mine, theirs):
            done += solve_duels(alone, part, theirs, row_start, met, chances)
            watch.look(done)
    return chances


def _pairs(levels: Sequence[Ints], *, forward: bool) -> Iterator[tuple[Ints, Ints]]:
    """Go through all pairs of states, by the rolls that are left to both together."""
    top = len(levels) - 1
    for both in range(2 * top, -1, -1) if forward else range(2 * top + 1):
        for mine in range(max(0, both - top), min(top, both) + 1):
            yield levels[mine], levels[both - mine]


def _parts(mine: Ints, theirs: Ints) -> Iterator[Ints]:
    """Cut the states of the mover so that a part has few enough pairs."""
    step = max(1, AT_ONCE // theirs.size)
    return (mine[begin : begin + step] for begin in range(0, mine.size, step))


def _alone(match: TurnByTurn, graph: GameGraph) -> tuple[Alone, Ints]:
    """Return one player's game, and how many rolls each state still has to come at most."""
    game, states = match.game, len(graph.states)
    points = -graph.edge_points if game.lower_is_better else graph.edge_points
    ends = graph.edge_facts(game.ends_turn, np.bool_) | graph.over[graph.edge_next]
    lowest, highest, rolls_left = (np.zeros(states, np.int64) for _ in range(3))
    fewest, most = np.full(states, 1 << 60), np.full(states, -(1 << 60))
    order = graph.components[0]
    find_point_ranges(
        order, graph.state_rolls, graph.roll_edges, points, graph.edge_next, lowest, highest, rolls_left
    )
    alone = Alone(
        graph.state_rolls,
        graph.roll_weight,
        graph.roll_edges,
        points,
        graph.edge_next,
        ends,
        graph.over,
        fewest,
        most,
        lowest,
        highest,
    )
    fewest[graph.index[game.start()]] = most[graph.index[game.start()]] = 0
    points_so_far(alone, order, fewest, most)
    return alone, rolls_left
