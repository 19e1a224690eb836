"""Competitive Pig and Ten Thousand: solved whole, error bound included, and what the time goes into.

A sweep of one turn is the unit of work. A pair of banked totals takes two sweeps an iteration of
Newton's method (two or three iterations), two for the expected turns and two for the error bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from bench.figure import Figure, seconds, timed
from dicedevil.families.press_luck import PressLuck
from dicedevil.games.pig import pig_rules
from dicedevil.games.ten_thousand import ten_thousand_rules
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


def figures() -> Iterator[Figure]:
    """Measure everything, kernels compiled before."""
    pig, ten = pig_rules(), ten_thousand_rules()
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
