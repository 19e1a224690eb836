"""Random games of score cards, one after the other: for cards whose states are too many to list."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.ladders import Ladder, Rolls
from dicedevil.solvers.lane import Played
from dicedevil.strategy import Strategy


def play_one_by_one(game: Game, strategy: Strategy, games: int, seed: int, budget: Budget) -> Played:
    """Ask the strategy at every roll; the same seed gives the same games."""
    generator, rolls = np.random.default_rng(seed), Rolls(game)
    watch = budget.watch(f"Playing {games:,} games of {game}", "playing", games)
    watch.room_for(8 * games)
    scores = np.zeros(games, np.int64)
    sums: dict[str, int] = defaultdict(int)
    zeroes: dict[str, int] = defaultdict(int)
    for number in range(games):
        state = game.start()
        while not game.is_over(state):
            roll = rolls.draw(state, generator.random())
            choice = Ladder(strategy.mix(game, state, roll)).draw(generator.random())
            points, state = game.play(state, roll, choice)
            scores[number] += points
            name = game.box(choice)
            if name is not None:
                sums[name] += points
                zeroes[name] += points == 0
        watch.look(number + 1)
    return Played(scores, {name: (sums[name] / games, zeroes[name] / games) for name in sorted(sums)})
