"""Competitive Pig and Ten Thousand: solved whole, error bound included, and what the time goes into.

A sweep of one turn is the unit of work. A pair of banked totals takes two sweeps an iteration of
Newton's method (two or three iterations), two for the expected turns and two for the error bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from bench.figure import Figure, seconds, timed
from dicedevil.ask.curve import curve
from dicedevil.families.press_luck import PressLuck
from dicedevil.games import game
from dicedevil.objectives import ReachTarget, ReachWithin
from dicedevil.solvers.press_luck.arrays import compile_rules
from dicedevil.solvers.press_luck.kernels.side_by_side import (
    BESIDE,
    best_beside,
    clear_won,
    fill_bank,
    follow_beside,
)
from dicedevil.solvers.press_luck.match import BEST, Match, Seat, solve_match
from dicedevil.solvers.press_luck.race import chances_within, fewest_turns
from dicedevil.solvers.press_luck.turn import exact_turn, hold_at
from dicedevil.solvers.question import Question
from dicedevil.solvers.solver import answer, solve


def figures() -> Iterator[Figure]:
    """Measure everything, kernels compiled before."""
    pig, ten = game("pig").rules, game("ten-thousand").rules
    solve_match(pig)
    solve_match(pig, BEST, Seat(hold_at(pig, 20)))
    yield from _match("competitive Pig to 100", pig, 1.0, repeats=5)
    measured, _ = timed(lambda: solve_match(pig, BEST, Seat(hold_at(pig, 20))), repeats=3)
    yield Figure("Pig to 100, best reply to hold-at-20", seconds(measured))
    yield from _match("competitive Ten Thousand to 10,000", ten, 15.0, repeats=1)
    measured, _ = timed(lambda: exact_turn.__wrapped__(ten))
    yield Figure("Ten Thousand, one turn in fractions", seconds(measured))
    fewest_turns(pig)
    measured, _ = timed(lambda: fewest_turns(ten), repeats=3)
    yield Figure("Ten Thousand, fewest turns", seconds(measured))
    chances_within(pig, 1)
    measured, _ = timed(lambda: chances_within(ten, 60))
    yield Figure("Ten Thousand, within 1 to 60 turns", seconds(measured))
    yield from _one_speed()


def _one_speed() -> Iterator[Figure]:
    """The chance of the target in one turn: as a point of the curve, and as a race of one turn."""
    farkle = game("farkle")
    curve(farkle)
    solve(farkle, ReachWithin(1))
    of_all, _ = timed(lambda: curve(farkle), repeats=3)
    within, _ = timed(lambda: solve(farkle, ReachWithin(1)), repeats=3)
    yield Figure("Farkle, the curve of a turn", seconds(of_all))
    ratio = of_all / within
    yield Figure("Farkle, the curve against 'within' one turn", f"{ratio:.2g} x", "< 3 x", ratio < 3)
    small = game("farkle:dice=4d6,minimum=0")
    question = Question(small, ReachTarget(), fresh=True)
    by_rules, _ = timed(lambda: answer(question, "graph"))
    by_sweeps, _ = timed(lambda: curve(small), repeats=3)
    ratio = by_rules / by_sweeps
    yield Figure(
        "four dice, the curve: by the rules, against sweeps", f"{ratio:.3g} x", "> 20 x", ratio > 20
    )


def _match(what: str, rules: PressLuck, limit: float, repeats: int) -> Iterator[Figure]:
    measured, match = timed(lambda: solve_match(rules), repeats)
    yield Figure(what, seconds(measured), f"< {seconds(limit)}", measured < limit)
    yield Figure(
        f"{what}: error bound", f"{match.error_bound:.1e}", "<= 1e-12", match.error_bound <= 1e-12
    )
    for part, cost in _sweeps(match).items():
        yield Figure(f"{what}: a sweep for {part}", seconds(cost))


def _sweeps(match: Match) -> dict[str, float]:
    """Time the sweeps of the longest turn, at no banked points, for one pair of totals."""
    rules = match.rules
    arrays, goal = compile_rules(rules), rules.goal
    rows = (goal + arrays.reach) * (rules.dice + 1)
    me, them = np.zeros(BESIDE, np.int64), np.zeros(BESIDE, np.int64)
    bust = np.full(BESIDE, 1.0 - match.value)
    bank, follow = np.empty((goal + 1, BESIDE)), np.empty((goal + 1, BESIDE))
    best, slope, out = (np.zeros((rows, BESIDE)) for _ in range(3))
    clear_won(arrays, best, slope)
    values = (match.first, match.first_turns, bank, follow)
    fill_bank(arrays, goal, me, them, goal, 0.0, *values)

    def often(work: Callable[[], None]) -> float:
        def ten() -> None:
            for _ in range(10):
                work()

        return timed(ten, repeats=5)[0] / 10 / BESIDE

    return {
        "Newton or the bound": often(lambda: best_beside(arrays, bank, bust, goal, best, slope)),
        "the expected turns": often(lambda: follow_beside(arrays, bank, follow, goal, best, out)),
    }
