"""The law of a turn, or of several, in which some dice cannot bust: it has no last score.

So it is told in floats. Points only grow, so chances flow from smaller totals to larger ones. What is
left of them at a place below `LOST` is dropped, and scores are told down to `TOLD`: all that was
dropped is a tiny part of those.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from math import fsum

from dicedevil.rules import Game, State
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.rounding import relative_error
from dicedevil.strategy import Strategy

LOST, TOLD = 2.0**-200, 2.0**-100
Moves = list[tuple[float, int, State]]
"""Chances, points and what comes next."""


def law_of_turn(
    game: Game, strategy: Strategy, start: State, budget: Budget = USUAL
) -> tuple[dict[int, float], float]:
    """Return the chance of each score, and how far off one can be, in parts of it.

    A roll rounds a weight, a share, their product, the sum of alike outcomes, the product with the
    chance to be there and the sum of those: six times; what is dropped is far less than one more.
    """
    watch = budget.watch(f"The law of {game}", instead="A simulation needs less.")
    moves = _moves_of(game, strategy)
    waiting: dict[int, dict[tuple[int, State], list[float]]] = {0: {(0, start): [1.0]}}
    scores: dict[int, list[float]] = defaultdict(list)
    rounds = 0
    while waiting:
        rounds += 1
        watch.look(rounds)
        for (points, state), parts in waiting.pop(min(waiting)).items():
            chance = fsum(parts)
            if chance < LOST:
                continue
            for share, more, after in moves(state):
                made = points + more
                if game.is_over(after):
                    scores[made].append(chance * share)
                else:
                    later = waiting.setdefault(game.progress(after) + made, defaultdict(list))
                    later[made, after].append(chance * share)
    law = {score: fsum(parts) for score, parts in sorted(scores.items())}
    return {score: p for score, p in law.items() if p > TOLD}, relative_error(6 * rounds + 7)


def _moves_of(game: Game, strategy: Strategy) -> Callable[[State], Moves]:
    @cache
    def moves(state: State) -> Moves:
        rolls = game.rolls(state)
        weights, found = sum(rolls.values()), defaultdict[tuple[int, State], list[float]](list)
        for roll, weight in rolls.items():
            mix = strategy.mix(game, state, roll)
            shares = sum(mix.values())
            for choice, share in mix.items():
                found[game.play(state, roll, choice)].append(weight / weights * (share / shares))
        return [(fsum(parts), points, after) for (points, after), parts in found.items()]

    return moves
