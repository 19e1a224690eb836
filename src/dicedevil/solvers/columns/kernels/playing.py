"""A kernel that plays whole games by a strategy that counts (`families.columns.strategies`)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.columns.kernels.turn import Ints
from dicedevil.solvers.machine import kernel
from dicedevil.solvers.simd import copy


@kernel
def play_counting(
    generator: np.random.Generator,
    length: Ints,
    neutral: int,
    goal: int,
    sides: int,
    weights: Ints,
    rest: Ints,
    most: int,
    out: NDArray[np.int64],
) -> bool:
    """out[game] = the turns it takes; False where one takes more than `most`.

    weights[0..2]: a step, a first step, a step when a move is chosen, by column; rest: the points to
    stop at, and what all odd, all even, one side and a new marker count.
    """
    columns = length.shape[0]
    banked, now = np.empty(columns, np.int64), np.empty(columns, np.int64)
    dice, sums = np.empty(4, np.int64), np.empty((3, 2), np.int64)
    for game in range(out.shape[0]):
        banked[:] = 0
        won = 0
        while won < goal:
            if out[game] == most:
                return False
            out[game] += 1
            copy(banked, now)
            placed = 0
            while True:
                for die in range(4):
                    dice[die] = int(generator.random() * sides)
                dice.sort()
                for k in range(3):
                    one = dice[0] + dice[k + 1]
                    other = dice.sum() - one
                    sums[k, 0], sums[k, 1] = min(one, other), max(one, other)
                first, second, liked = -1, -1, 0
                for k in range(3):
                    low, high = sums[k, 0], sums[k, 1]
                    low_new, high_new = now[low] == banked[low], now[high] == banked[high]
                    left = neutral - placed
                    can_low = now[low] < length[low] and (left > 0 or not low_new)
                    can_high = now[high] < length[high] and (left > 0 or not high_new)
                    if low == high:
                        can_high = can_low and now[low] + 1 < length[low]
                    either = low != high and low_new and high_new and left == 1
                    for way in range(3):  # both, the lower, the higher
                        if way == 0 and (either or not (can_low and can_high)):
                            continue
                        if way > 0 and can_low and can_high and not either:
                            continue
                        if (way == 1 and not can_low) or (way == 2 and (not can_high or low == high)):
                            continue
                        a = high if way == 2 else low
                        b = high if way == 0 else -1
                        score = weights[2, a] + rest[4] * (now[a] == banked[a])
                        if b >= 0:
                            score += weights[2, b] + rest[4] * (b != a and now[b] == banked[b])
                        if first < 0 or score > liked:
                            first, second, liked = a, b, score
                if first < 0:
                    break  # a bust
                placed += now[first] == banked[first]
                now[first] += 1
                if second >= 0:
                    placed += now[second] == banked[second]
                    now[second] += 1
                made, odd, even, below, over, won = 0, True, True, True, True, 0
                for column in range(columns):
                    won += now[column] == length[column]
                    up = now[column] - banked[column]
                    if up > 0:
                        made += weights[1, column] + up * weights[0, column]
                        odd = odd and column % 2 == 1
                        even = even and column % 2 == 0
                        below = below and column <= sides - 1
                        over = over and column >= sides - 1
                if placed == neutral:
                    made += rest[1] * odd + rest[2] * even + rest[3] * (below or over)
                if won >= goal or made >= rest[0]:
                    copy(now, banked)
                    break
            won = 0
            for column in range(columns):
                won += banked[column] == length[column]
    return True
