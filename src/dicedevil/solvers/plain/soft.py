"""What weaker play gives away in any game: its losses laid over the graph once, then sums of them.

In a match of two the first player is the weaker one, and the second plays best.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import TooLarge
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.plain.graph import GameGraph
from dicedevil.solvers.plain.kernels.losses import sweep_losses
from dicedevil.solvers.soft import losses_at
from dicedevil.solvers.solution import Solution

Floats = NDArray[np.float64]
SETTLED = 1e-12
"""Sweeps over states that can return to each other end when nothing changes by more than this part."""
MOST_SWEEPS = 20_000


@dataclass(frozen=True, eq=False)
class GraphLosses:
    """The graph of a game with the loss of every choice."""

    graph: GameGraph
    losses: Floats
    """By edge; none where the other player chooses."""
    replies: NDArray[np.bool_]
    """By edge: whether the other player chooses it."""
    others: NDArray[np.bool_]
    """By edge: whether the other player has the choice."""

    @classmethod
    def of(cls, solution: Solution, budget: Budget = USUAL) -> GraphLosses:
        """Ask for the losses of all choices, one roll after the other."""
        game = solution.game
        graph = GameGraph.of(game, (game.start(),), budget)
        watch = budget.watch(f"Weaker play of {game}", "weighing choices", len(graph.states))
        losses = np.empty(graph.edge_next.size)
        replies, others = np.zeros((2, losses.size), np.bool_)
        place = 0
        for done, state in enumerate(graph.states):
            watch.look(done)
            if game.is_over(state):
                continue
            mine = game.players == 1 or game.to_move(state) == 0
            for roll in game.rolls(state):
                found = losses_at(solution, state, roll)
                stop = place + len(found)
                losses[place:stop] = found if mine else 0.0
                others[place:stop] = not mine
                replies[place + found.index(0.0)] = not mine
                place = stop
        return cls(graph, losses, replies, others)

    def lost(self, temperature: float) -> float:
        """Return what is lost from the start on."""
        graph, starts = self.graph, self.graph.roll_edges[:-1]
        shares = np.exp(-self.losses / temperature)
        shares[self.others] = self.replies[self.others]
        shares /= np.repeat(np.add.reduceat(shares, starts), np.diff(graph.roll_edges))
        lost = np.zeros(len(graph.states))
        for _ in range(MOST_SWEEPS):
            change = sweep_losses(
                graph.components[0],
                graph.state_rolls,
                graph.roll_weight,
                graph.roll_edges,
                shares,
                self.losses,
                graph.edge_next,
                lost,
            )
            if not graph.has_cycles or change <= SETTLED * lost.max():
                return float(lost[graph.index[graph.game.start()]])
        raise TooLarge(
            f"Weaker play of {graph.game} goes round and round for too long to add up what it gives "
            "away: 'optimal', 'random' and 'greedy' play it."
        )


def softened(solution: Solution, budget: Budget) -> Callable[[float], float]:
    """Return what is lost in a game, by temperature."""
    return GraphLosses.of(solution, budget).lost
