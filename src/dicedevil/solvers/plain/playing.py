"""A strategy laid over a game graph: exact laws in floats, statistics by box, many random games."""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import UsageError, quoted
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import USUAL, Budget, Watch
from dicedevil.solvers.lane import Played
from dicedevil.solvers.plain.graph import GameGraph, in_parts
from dicedevil.solvers.plain.kernels.curves import sweep_laws
from dicedevil.solvers.plain.kernels.walk import walk_games
from dicedevil.solvers.rounding import relative_error
from dicedevil.strategy import Strategy

Floats = NDArray[np.float64]

MOST_ROLLS = 10_000_000
"""A game of more rolls is taken for one that never ends."""


def edge_shares(graph: GameGraph, strategy: Strategy, watch: Watch) -> Floats:
    """Return the share of each choice under the strategy, in the order of the edges."""
    game = graph.game
    watch.begin(f"asking {quoted(strategy.name)}", len(graph.states))
    watch.room_for(9 * graph.edge_next.size)
    shares = array("d")
    for done, state in enumerate(graph.states):
        watch.look(done)
        if game.is_over(state):
            continue
        for roll in game.rolls(state):
            mix = strategy.mix(game, state, roll)
            total = sum(mix.values())
            shares.extend(mix.get(choice, 0) / total for choice in game.choices(state, roll))
    return np.array(shares, np.float64)


def float_law(
    game: Game, strategy: Strategy, start: State, budget: Budget = USUAL
) -> tuple[dict[int, float], float]:
    """Return the law of the final score in floats, and how far off a chance can be, in parts of it.

    On a path, a roll rounds the sum of the weights, the strategy's share, a product and a quotient to
    the share of a choice, its product with a chance, and the sum over all choices.
    """
    watch = budget.watch(f"The law of {game}", instead="A simulation needs less.")
    graph = GameGraph.of(game, (start,), budget)
    lowest, highest, most_rolls = graph.point_ranges
    row_start = np.concatenate(([0], np.cumsum(highest - lowest + 1)))
    shares = edge_shares(graph, strategy, watch)
    watch.begin("following the strategy", len(graph.states))
    watch.room_for(8 * int(row_start[-1]))
    out = np.zeros(int(row_start[-1]))
    for part, done in in_parts(graph.components[0]):
        sweep_laws(
            part,
            graph.state_rolls,
            graph.roll_weight,
            graph.roll_edges,
            shares,
            graph.edge_points,
            graph.edge_next,
            lowest,
            highest,
            row_start,
            out,
        )
        watch.look(done)
    place = graph.index[start]
    row = out[row_start[place] : row_start[place + 1]]
    widest = int(np.diff(graph.state_rolls).max(initial=0))
    choices = int(np.diff(graph.roll_edges[graph.state_rolls]).max(initial=0))
    error = relative_error(most_rolls * (widest + choices + 5))
    return {int(lowest[place]) + k: float(p) for k, p in enumerate(row) if p > 0.0}, error


def play_games(
    game: Game,
    strategy: Strategy,
    games: int,
    seed: int,
    budget: Budget = USUAL,
) -> Played:
    """Play random games on the graph."""
    generator = np.random.default_rng(seed)
    graph = GameGraph.of(game, (game.start(),), budget)
    watch = budget.unhurried().watch(f"Playing {games:,} games of {game}")
    shares = edge_shares(graph, strategy, watch)
    names: dict[str, int] = {}

    def box_number(state: State, roll: object, choice: object) -> int:
        name = game.box(choice)
        return -1 if name is None else names.setdefault(name, len(names))

    edge_box = graph.edge_facts(box_number, np.int32)
    weights = np.add.reduceat(graph.roll_weight, graph.state_rolls[:-1][~graph.over])
    per_roll = np.repeat(weights, np.diff(graph.state_rolls)[~graph.over])
    watch.begin("playing", games)
    watch.room_for(8 * games)
    scores = np.zeros(games, np.int64)
    box_sum, box_zeroes = np.zeros(len(names), np.int64), np.zeros(len(names), np.int64)
    batch = max(1, min(games, 250_000))
    for begin in range(0, games, batch):
        watch.look(begin)
        ended = walk_games(
            generator,
            graph.index[game.start()],
            graph.state_rolls,
            graph.roll_weight / per_roll,
            graph.roll_edges,
            shares,
            graph.edge_points,
            graph.edge_next,
            edge_box,
            scores[begin : begin + batch],
            box_sum,
            box_zeroes,
            MOST_ROLLS,
        )
        if not ended:
            raise UsageError(
                f"With the strategy {quoted(strategy.name)} a game of {game} went on for more than "
                f"{MOST_ROLLS:,} rolls: it may never end."
            )
    lines = zip(names, box_sum.tolist(), box_zeroes.tolist(), strict=True)
    return Played(scores, {name: (total / games, zeroes / games) for name, total, zeroes in lines})
