"""The law of the number of turns under one strategy: turn after turn, until next to nothing is left.

A turn from a banked board ends on some other board, or on the same one: followed once for each board
that the strategy comes to, by the rules. The boards after n turns follow from those after n - 1.

A game can always take longer, so the law has no last number of turns. With a share q of all games left
after n turns and at most W turns still to come from any board, what is cut off adds at most
2 q (n + W)^2 to a mean or a variance: turns to come have a second moment of at most 2 W^2, since the
mean number of turns to come, summed over the turns to come, is at most W^2. The law is cut when that is
below CUT, which is below LESS of any variance of at least CUT / LESS = 2^-30, and of any mean.

Roundings on a path (see `solvers.rounding`): a roll multiplies by its chance and the strategy's share,
each of them rounded, and sums are rounded once (`fsum`); a turn from board to board is a product, and a
sum of one term a board at most.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass

import numpy as np

from dicedevil.errors import UsageError, quoted
from dicedevil.families.columns import Climb, ColumnsGame
from dicedevil.solvers.budget import Budget, Watch
from dicedevil.solvers.lane import Law
from dicedevil.solvers.rounding import relative_error
from dicedevil.strategy import Strategy

CUT, LESS = 2.0**-90, 2.0**-60
MOST_TURNS = 100_000
SECONDS_PER_ROLL = 1.5e-5
"""Asking a strategy what it does with a roll."""
INSTEAD = "A simulation needs less."

Ends = dict[int, float]
"""The chance of each board at the end of a turn."""


def require_small(game: ColumnsGame, budget: Budget) -> None:
    """Refuse a board on which there is too much to ask, before a strategy for it is solved."""
    board = game.board
    budget.require(
        f"The law of {game} with its {board.banked_count:,} banked boards",
        seconds=board.banked_count * len(board.rolls) * SECONDS_PER_ROLL,
        instead=INSTEAD,
    )


def turn_law(game: ColumnsGame, strategy: Strategy, start: Climb, budget: Budget) -> Law:
    """Return the law of the turns still to come, the one being played included."""
    if game.is_over(start):
        return Law({0: 1.0}, {})
    rolls = sum(sorted(game.board.lengths)[-game.board.neutral :])
    boards = _followed(game, strategy, start, budget)
    chances = boards.chances(strategy.name, game)
    turns = max(chances)
    error = relative_error(turns * (6 * rolls + boards.count + 2))
    return Law(chances, {}, error + LESS)


@dataclass(frozen=True, eq=False)
class Followed:
    """The boards that a strategy comes to, the first of them first, and what a turn makes of each."""

    count: int
    source: np.ndarray
    target: np.ndarray
    """`count` is the end of the game."""
    prob: np.ndarray
    first: dict[int, float]
    """Where the turn that is being played ends."""
    longest: float
    """The most turns to come on average, from any board."""

    def chances(self, name: str, game: ColumnsGame) -> dict[int, float]:
        """Return the chance of each number of turns."""
        at = np.zeros(self.count + 1)
        for board, prob in self.first.items():
            at[board] = prob
        law, turns = dict[int, float](), 1
        while True:
            if at[-1] > 0.0:
                law[turns] = float(at[-1])
            at[-1] = 0.0
            if float(at.sum()) * 2.0 * (turns + self.longest) ** 2 <= CUT:
                return law
            turns += 1
            if turns > MOST_TURNS:
                raise UsageError(
                    f"With the strategy {quoted(name)} {game} takes more than {MOST_TURNS:,} turns."
                )
            flows = at[self.source] * self.prob
            at = np.bincount(self.target, flows, self.count + 1).astype(np.float64)


def _followed(game: ColumnsGame, strategy: Strategy, start: Climb, budget: Budget) -> Followed:
    watch = budget.watch(f"The law of {game}", "following the strategy", instead=INSTEAD)
    number: dict[int, int] = {}
    ends: list[Ends] = []
    first = _turn(game, strategy, start, watch)
    waiting = list(first)
    while waiting:
        board = waiting.pop()
        if board in number or game.is_over(Climb(board, board)):
            continue
        number[board] = len(ends)
        ends.append(_turn(game, strategy, Climb(board, board), watch))
        waiting.extend(ends[-1])
        watch.look(len(ends), known=len(ends) + len(waiting))
    count = len(ends)
    edges = [
        (place, number.get(after, count), prob)
        for place, found in enumerate(ends)
        for after, prob in found.items()
    ]
    source, target, prob = (
        (np.array(column) for column in zip(*edges, strict=True))
        if edges
        else (np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    )
    begin: dict[int, float] = {}
    for board, chance in first.items():
        place = number.get(board, count)
        begin[place] = begin.get(place, 0.0) + chance
    return Followed(count, source, target, prob, begin, _longest(game, strategy, number, ends))


def _longest(game: ColumnsGame, strategy: Strategy, number: dict[int, int], ends: list[Ends]) -> float:
    """Return the most expected turns from any board; later boards first."""
    expected = dict[int, float]()
    for board in sorted(number, key=lambda one: -sum(game.board.spaces(one))):
        found = ends[number[board]]
        leaves = math.fsum(prob for after, prob in found.items() if after != board)
        if leaves <= 0.0:
            raise UsageError(
                f"With the strategy {quoted(strategy.name)} {game} never ends: it stays at "
                f"{quoted(game.write_state(Climb(board, board)) or 'the start')}."
            )
        later = math.fsum(
            prob * expected.get(after, 0.0) for after, prob in found.items() if after != board
        )
        expected[board] = (1.0 + later) / leaves
    return max(expected.values(), default=0.0)


def _turn(game: ColumnsGame, strategy: Strategy, start: Climb, watch: Watch) -> Ends:
    """Follow a strategy through one turn."""
    spaces = game.board.spaces
    reached: dict[Climb, list[float]] = {start: [1.0]}
    ends: dict[int, list[float]] = {}
    order = [(sum(spaces(start.now)), -start.decide, start)]
    while order:
        _, _, state = heapq.heappop(order)
        chance = math.fsum(reached.pop(state))
        rolls = game.rolls(state)
        total = sum(rolls.values())
        for roll, weight in rolls.items():
            mix = strategy.mix(game, state, roll)
            shares = sum(mix.values())
            for choice, share in mix.items():
                points, after = game.play(state, roll, choice)
                part = chance * (weight * share / (total * shares))
                if points:
                    ends.setdefault(after.banked, []).append(part)
                    continue
                if after not in reached:
                    reached[after] = []
                    heapq.heappush(order, (sum(spaces(after.now)), -after.decide, after))
                reached[after].append(part)
        watch.keep_to_time()
    return {board: math.fsum(parts) for board, parts in ends.items()}
