"""Several games in a row, as far as they are independent of each other, or their family knows better.

mean scores     each game is played for itself: the means add up
laws            of a strategy that looks at nothing but its own game: the law of one, folded with itself
targets, any    where the family carries rows from game to game (`carried_in`); elsewhere the games are
utility         solved as one, state by state (`plain`)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

from dicedevil.errors import UsageError
from dicedevil.objectives import UTILITY, MaxScore, Number, Objective, ReachTarget, Worst
from dicedevil.rules import Game, Position
from dicedevil.solvers.budget import A_MOMENT, Budget, Watch
from dicedevil.solvers.lane import Lane, Law
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution, behind
from dicedevil.solvers.solver import answer, lanes_of
from dicedevil.strategy import AtRandom, Foreseeing, Strategy
from dicedevil.wrapped.base import InnerBoard
from dicedevil.wrapped.in_a_row import InARow, RowState

LEAST = 2.0**-960
"""Chances of less count as none, where they are floats."""
A_PRODUCT = 1e-9
"""Seconds that a product of two chances takes, about, in floats."""
A_PAIR_OF_BITS = 1e-10
"""Seconds that a chance takes, about, for each pair of its bits, with all that is asked of a law."""


@dataclass(frozen=True)
class SumOfGames:
    """The mean of the game being played, and that of each game after it."""

    inner: Solution
    mean: Number

    def worth(self, points: int, state: RowState) -> Number:
        """Return the mean of the total, points made so far included."""
        if not state.left:
            return Fraction(points) if isinstance(self.mean, Fraction) else float(points)
        return self.inner.values.worth(points, state.state) + (state.left - 1) * self.mean


@dataclass(frozen=True)
class InARowLane(Lane):
    """Games that do not depend on each other, and families that carry rows from one to the next."""

    name = "in-a-row"

    def fits(self, question: Question) -> bool:
        """Mean scores of any game; targets and utilities where the family carries rows."""
        game, aim = question.game, question.objective
        if not isinstance(game, InARow):
            return False
        return isinstance(aim, (MaxScore, Worst)) or (_is_carried(game, aim) and not question.exact)

    def solve(self, question: Question) -> Solution:
        """Solve one game, or hand the question to the family."""
        game, aim = question.game, question.objective
        if not isinstance(game, InARow) or not self.fits(question):
            raise UsageError(
                f"The in-a-row lane does not answer '{aim.name}' for {question.game}"
                f"{' in fractions' if question.exact else ''}: the lanes 'graph' and 'reference' solve "
                "all games as one."
            )
        if not isinstance(aim, (MaxScore, Worst)):
            found: Solution = import_module(game.game.carried_in).solve_in_a_row(question)
            return found
        inner = answer(Question(game.game, aim, question.exact, question.fresh, budget=question.budget))
        mean = inner.values.worth(0, game.game.start())
        largest = abs(float(mean)) * game.games
        error = game.games * (inner.error_bound + 2.0**-51 * largest) if inner.error_bound else 0.0
        values = SumOfGames(inner, mean)
        return Solution.of(question, self.name, values, inner.states, error, counted=inner.counted)

    def strategy(self, game: Game, name: str, budget: Budget) -> Strategy | None:
        """A strategy of the game inside that has to be worked out."""
        if not isinstance(game, InARow):
            return None
        for lane in lanes_of(game.game):
            found = lane.strategy(game.game, name, budget)
            if found is not None:
                return Strategy(name, InnerBoard(game, found.choose))
        return None

    def law(
        self,
        game: Game,
        strategy: Strategy | Foreseeing,
        position: Position,
        exact: bool | None,
        budget: Budget,
    ) -> Law | None:
        """Fold the law of one game with itself, where games do not depend on each other."""
        inner = _inner_strategy(game, strategy)
        if not isinstance(game, InARow) or inner is None:
            return None
        left, state = position.state
        if not left:
            return Law({0: Fraction(1)}, {})
        first = _law_of_one(game.game, inner, state, exact, budget)
        if left == 1 or first is None:
            return first
        other = _law_of_one(game.game, inner, game.game.start(), exact, budget)
        return None if other is None else folded(game, (first, other, left - 1), exact, budget)


LANES = (InARowLane(),)


def _is_carried(game: InARow, aim: Objective) -> bool:
    known = isinstance(aim, ReachTarget) or aim.name == UTILITY
    return known and bool(game.game.carried_in)


def _inner_strategy(game: Game, strategy: Strategy | Foreseeing) -> Strategy | None:
    """Return the strategy of one game, where a strategy looks at nothing else."""
    if not isinstance(strategy, Strategy) or not isinstance(game, InARow):
        return None
    solved, choose = behind(strategy), strategy.choose
    if solved is not None and isinstance(solved.values, SumOfGames):
        return Strategy(strategy.name, solved.values.inner.best_choice)
    if isinstance(choose, AtRandom):
        return Strategy(strategy.name, AtRandom(game.game))
    if isinstance(choose, InnerBoard) and choose.game == game:
        return Strategy(strategy.name, choose.choose)
    return None


def _law_of_one(
    game: Game, strategy: Strategy, state: Any, exact: bool | None, budget: Budget
) -> Law | None:
    laws = (lane.law(game, strategy, Position(0, state), exact, budget) for lane in lanes_of(game))
    return next((law for law in laws if law is not None), None)


def folded(game: InARow, laws: tuple[Law, Law, int], exact: bool | None, budget: Budget) -> Law:
    """Return the law of a sum: one game, and so many independent others."""
    first, other, times = laws
    chances = [*first.chances.values(), *other.chances.values()]
    if all(isinstance(chance, Fraction) for chance in chances):
        packing = Packing.of(first.chances, other.chances, times)
        if exact or packing.seconds <= A_MOMENT:
            return Law(_folded_exactly(packing, times, budget.watch(f"The law of {game}")), {})
    return _folded_in_floats(first, other, times, budget.watch(f"The law of {game}"))


def _folded_in_floats(first: Law, other: Law, times: int, watch: Watch) -> Law:
    import numpy as np

    low, total = _spread(first.chances)
    base, one = _spread(other.chances)
    watch.expect(times * len(one) * (len(total) + times * len(one) / 2) * A_PRODUCT)
    watch.begin("adding games", times, growing=True)
    error = first.relative_error
    for done in range(times):
        # a sum of products of numbers of one sign: their own errors, and a rounding for each
        rounding = (min(len(total), len(one)) + 2) * 2.0**-53
        total = np.convolve(total, one)
        error = (1 + error) * (1 + other.relative_error) * (1 + rounding) - 1
        low += base
        watch.look(done + 1)
    # smaller ones are not as exact as floats are; the ends stay: the least and the most are told
    rows, last = total.tolist(), len(total) - 1
    told = ((more, chance if chance > LEAST else 0.0) for more, chance in enumerate(rows))
    found = {low + more: chance for more, chance in told if chance or more in (0, last)}
    return Law(found, {}, error)


def _spread(chances: Any) -> tuple[int, Any]:
    import numpy as np

    low, high = min(chances), max(chances)
    row = np.zeros(high - low + 1)
    for points, chance in chances.items():
        row[points - low] = float(chance)
    return low, row


@dataclass(frozen=True)
class Packing:
    """The weights of all points in one whole number, so many bits each: sums of games are products."""

    numbers: tuple[int, int]
    low: int
    slots: int
    bits: int
    in_all: int

    @classmethod
    def of(cls, first: Any, other: Any, times: int) -> Packing:
        """Pack the laws of the first game and of the others."""
        below = [math.lcm(*(chance.denominator for chance in law.values())) for law in (first, other)]
        in_all = below[0] * below[1] ** times
        bits = 8 * (in_all.bit_length() // 8 + 1)
        packed = []
        for law, denominator in zip((first, other), below, strict=True):
            low = min(law)
            weights = ((points - low, int(chance * denominator)) for points, chance in law.items())
            packed.append(sum(weight << place * bits for place, weight in weights))
        slots = max(first) - min(first) + times * (max(other) - min(other)) + 1
        low = min(first) + times * min(other)
        return cls((packed[0], packed[1]), low, slots, bits, in_all)

    @property
    def seconds(self) -> float:
        """How long it takes, about: to make fractions of the weights, and to add those up."""
        return self.slots * self.bits**2 * A_PAIR_OF_BITS


def _folded_exactly(packing: Packing, times: int, watch: Watch) -> dict[int, Fraction]:
    watch.instead = "Without --exact it is in floats, and quick."
    watch.expect(packing.seconds)
    watch.room_for(packing.slots * packing.bits / 8 * 4)
    watch.begin("adding games", times, growing=True)
    product, one = packing.numbers
    for done in range(times):
        product *= one
        watch.look(done + 1)
    step = packing.bits // 8
    data = product.to_bytes(packing.slots * step, "little")
    slots = (int.from_bytes(data[k : k + step], "little") for k in range(0, len(data), step))
    return {packing.low + k: Fraction(w, packing.in_all) for k, w in enumerate(slots) if w}
