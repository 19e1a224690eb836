"""The rules of a press-your-luck game as flat arrays for the kernels, and the rounding of a sweep."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from dicedevil.families.press_luck import Outcome, PressLuck
from dicedevil.solvers.press_luck.kernels.turn import CHUNK, TIES, TurnArrays

UNIT_ROUNDOFF = 2.0**-53
WAYS = 3
"""How the last turn of a match may be played: see `kernels.last_turn`."""


@lru_cache(maxsize=64)
def outcome_list(rules: PressLuck) -> tuple[tuple[int, tuple[Outcome, ...]], ...]:
    """Return for 1, 2, ... dice the weight of a bust and the outcomes in the order of the kernels."""
    return tuple(rules.outcomes(dice) for dice in range(1, rules.dice + 1))


@lru_cache(maxsize=64)
def compile_rules(rules: PressLuck, every_option: bool = False) -> TurnArrays:
    """Flatten the rules; points become units, weights become probabilities."""
    if every_option:
        return _flattened(rules, map(rules.every_outcome, range(1, rules.dice + 1)))
    arrays = _flattened(rules, outcome_list(rules))
    return _with_replies(arrays, rules.goal) if rules.last_round else arrays


def _flattened(rules: PressLuck, gathered: Iterable[tuple[int, tuple[Outcome, ...]]]) -> TurnArrays:
    bust, starts, forced_ends = [0.0], [0, 0], [0]
    prob: list[float] = []
    top: list[int] = []
    option_start, points, left = [0], [], []
    for dice, (bust_weight, outcomes) in enumerate(gathered, start=1):
        total = rules.total_weight**dice
        bust.append(bust_weight / total)
        forced_ends.append(starts[-1] + sum(len(each.options) == 1 for each in outcomes))
        for outcome in outcomes:
            prob.append(outcome.weight / total)
            top.append(outcome.top // rules.unit)
            for option_points, option_left in outcome.options:
                points.append(option_points // rules.unit)
                left.append(option_left)
            option_start.append(len(points))
        starts.append(len(prob))
    option_points_array = np.array(points, dtype=np.int64)
    option_left_array = np.array(left, dtype=np.int64)
    return TurnArrays(
        dice=rules.dice,
        reach=max(top),
        minimum=rules.least,
        opening=rules.least_first,
        extra=rules.margin if rules.last_round else 0,
        bust=np.array(bust),
        outcome_start=np.array(starts, dtype=np.int64),
        forced_end=np.array(forced_ends, dtype=np.int64),
        prob=np.array(prob),
        top=np.array(top, dtype=np.int64),
        option_start=np.array(option_start, dtype=np.int64),
        option_points=option_points_array,
        option_left=option_left_array,
        option_step=option_points_array * (rules.dice + 1) + option_left_array,
        free=np.zeros(rules.dice + 1),
        replies=np.zeros((WAYS * len(TIES), 2, 1)),
    )


def _with_replies(arrays: TurnArrays, goal: int) -> TurnArrays:
    """Add what the last turn of a match is worth, against every lead that can be."""
    from dicedevil.solvers.press_luck.kernels.last_turn import fill_last_turns

    leads = max(goal + arrays.extra, arrays.opening) + arrays.reach
    replies = np.zeros((WAYS * len(TIES), 2, leads))
    for row in range(len(replies)):
        fill_last_turns(arrays, row % WAYS, TIES[row // WAYS], replies[row])
    return arrays._replace(replies=replies)


@lru_cache(maxsize=64)
def rounding_per_turn(rules: PressLuck) -> float:
    """Bound the rounding of one sweep's values, for worths between 0 and 1.

    A chunked sum of K products of rounded probabilities with worths in [0, 1] is off by at most
    (K/8 + 12) u, u = 2**-53: two roundings in a product, seven in a chunk, one for each of at most
    K/8 + 2 chunks, one for the bust. Rolling on adds the errors of the later rolls, weighted by
    their probability. Never banking rolls most, hence the maximum over options in `longest`; and
    every roll adds at least a unit, so there are no more rolls than units to what ends a turn. Writing
    down what banking is worth costs another 4 u.
    """
    arrays, per_roll = compile_rules(rules), rounding_per_roll(rules)
    most_rolls = rules.cap(0) // rules.unit + 1
    if rules.last_round:
        most_rolls += int(arrays.replies.shape[2])
    return min(longest(rules, per_roll), most_rolls * max(per_roll)) + 4 * UNIT_ROUNDOFF


def rounding_per_roll(rules: PressLuck, every_option: bool = False) -> list[float]:
    """Bound the rounding of one sum over the rolls of so many dice, for worths between 0 and 1."""
    arrays, per_roll = compile_rules(rules, every_option), [0.0]
    for dice in range(1, rules.dice + 1):
        terms = int(arrays.outcome_start[dice + 1] - arrays.outcome_start[dice])
        per_roll.append((terms / CHUNK + CHUNK + 4) * UNIT_ROUNDOFF)
    return per_roll


def longest(rules: PressLuck, per_roll: list[float]) -> float:
    """Return the largest expected sum of `per_roll[dice]` over the rolls of one turn, bounded above.

    x = T x, T x[n] = per_roll[n] + sum over outcomes of P(outcome | n) * max over options of x[left].
    Where every roll busts with chance b or more, the iteration contracts by 1 - b, and what is still
    missing after it has almost come to rest is at most the last step over b. Otherwise it is tried
    whether T y <= y for y a little above x: T is monotone, so the solution lies below every such y.
    """
    gathered: list[dict[tuple[int, ...], float]] = [{}]
    least_bust = 1.0
    for dice, (bust, outcomes) in enumerate(outcome_list(rules), start=1):
        total = rules.total_weight**dice
        least_bust = min(least_bust, bust / total)
        chances: dict[tuple[int, ...], float] = {}
        for outcome in outcomes:
            lefts = tuple(sorted({left for _, left in outcome.options}))
            chances[lefts] = chances.get(lefts, 0.0) + outcome.weight / total
        gathered.append(chances)

    def roll(sums: list[float], dice: int) -> float:
        later = (p * max(sums[left] for left in lefts) for lefts, p in gathered[dice].items())
        return per_roll[dice] + sum(later)

    sums = [0.0] * (rules.dice + 1)
    step = 0.0
    for _ in range(10_000):
        before = sums[:]
        for dice in range(1, rules.dice + 1):
            sums[dice] = roll(sums, dice)
        step = max(abs(a - b) for a, b in zip(sums, before, strict=True))
        if step <= 1e-12 * max(sums):
            break
    if least_bust > 0:
        return (max(sums) + step / least_bust) * 1.001
    above = [1.001 * one for one in sums]
    lies_above = all(roll(above, dice) <= above[dice] for dice in range(1, rules.dice + 1))
    return max(above) * 1.001 if lies_above else float("inf")
