"""A strategy laid over a game graph: exact laws in floats, statistics by box, many random games."""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import TooLarge, UsageError, quoted
from dicedevil.objectives import MaxScore
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import USUAL, Budget, Watch
from dicedevil.solvers.lane import Played
from dicedevil.solvers.plain.graph import GameGraph, in_parts, solve_graph
from dicedevil.solvers.plain.kernels.curves import sweep_laws
from dicedevil.solvers.plain.kernels.walk import walk_games
from dicedevil.solvers.rounding import UNIT, relative_error
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
    value, losses, off = _losses(graph, budget)
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
    scores, lost = np.zeros(games, np.int64), np.zeros(games)
    rolled = 0
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
            losses,
            scores[begin : begin + batch],
            lost[begin : begin + batch],
            box_sum,
            box_zeroes,
            MOST_ROLLS,
        )
        rolled += ended
        if ended < 0:
            raise UsageError(
                f"With the strategy {quoted(strategy.name)} a game of {game} went on for more than "
                f"{MOST_ROLLS:,} rolls: it may never end."
            )
    told = zip(names, box_sum.tolist(), box_zeroes.tolist(), strict=True)
    lines = {name: (total / games, zeroes / games) for name, total, zeroes in told}
    if value is None:
        return Played(scores, lines)
    results = value - lost
    size = abs(value) + float(np.abs(results).max())
    choices = rolled / games
    return Played(scores, lines, results, off * (2 * choices + 1) + 4 * UNIT * (choices + 2) * size)


def _losses(graph: GameGraph, budget: Budget) -> tuple[float | None, Floats, float]:
    """Return what best play is worth, what each choice gives away, and how far off a value can be.

    Without luck a game has what best play is worth less what its own choices gave away: see `Played`.
    Where low scores win, or turns are counted, giving away is negative. Nothing is told of games whose
    best play is not known: those that go round and round, and whose values take long.
    """
    game, none = graph.game, np.zeros(graph.edge_points.size)
    if graph.has_cycles or game.players != 1:
        return None, none, 0.0
    aim = MaxScore()
    try:
        low, high = solve_graph(graph, aim, budget)
    except TooLarge:  # then without it
        return None, none, 0.0
    middle = (low + high) / 2
    worth = graph.edge_points + middle[graph.edge_next]
    best = np.maximum if aim.wants_more(game, game.start()) else np.minimum
    of_roll = best.reduceat(worth, graph.roll_edges[:-1])
    losses = np.repeat(of_roll, np.diff(graph.roll_edges)) - worth
    return float(middle[graph.index[game.start()]]), losses, float((high - low).max())
