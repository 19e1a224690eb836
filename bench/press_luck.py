"""Competitive Pig and Ten Thousand: solved whole, error bound included, and what the time goes into.

A sweep of one turn is the unit of work. A pair of banked totals takes two sweeps an iteration of
Newton's method (about 2.2 iterations), two for the expected turns and two for the error bound.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bench.figure import Figure, seconds, timed
from dicedevil.families.press_luck import PressLuck
from dicedevil.games.pig import pig_rules
from dicedevil.games.ten_thousand import ten_thousand_rules
from dicedevil.solvers.kernels.press_luck import _best_turn, _best_worth, _follow_best
from dicedevil.solvers.press_luck.arrays import compile_rules
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
    """Time the sweeps of the longest turn, at no banked points."""
    rules = match.rules
    arrays, cap = compile_rules(rules), rules.cap(0) // rules.unit
    rows, width = cap + arrays.reach, rules.dice + 1
    bank, _ = match.turn(0, 0)
    best, slope, out = (np.zeros(rows * width) for _ in range(3))
    bust = 1.0 - match.value

    def often(work: object) -> float:
        def hundred() -> None:
            for _ in range(100):
                work()  # type: ignore[operator]

        return timed(hundred, repeats=5)[0] / 100

    return {
        "Newton's method": often(lambda: _best_turn(arrays, bank, bust, cap, best, slope)),
        "the expected turns": often(lambda: _follow_best(arrays, bank, bank, cap, best, out)),
        "the error bound": often(lambda: _best_worth(arrays, bank, bust, cap, best)),
    }
