"""The spread of best play of a score card: its second moments, layer by layer (see `solvers.spread`).

What counts as a tie
    Values are off by at most e, so choices that differ by more than 2 e are no ties, and every true tie
    is within 2 e. If something else is too, it is taken for a tie: then the interval is wider than it
    should be, never narrower. `widest_tie` and `closest_call` say how far the two kinds lie apart.

How exact the floats are
    A turn rounds as often as for means, and a few times more for the squares. A strategy that takes n
    choices within 2 e of the best falls short of the best mean by at most 2 n e; where the best mean
    stands for its own, in 2 points mean(after) and in mean^2, that shifts a second moment by at most
    4 n e of the largest sum of points, twice.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import numpy as np

from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.shards import SHARDS_PER_THREAD, padded, split_groups
from dicedevil.solvers.cards.states import Encoding, Ints64, encoding
from dicedevil.solvers.machine import cores
from dicedevil.solvers.rounding import relative_error
from dicedevil.solvers.spread import Spread

SECONDS_PER_KEEP = 4e-9
"""Of each keep of each roll of each state and reroll, on one core at 3 GHz."""


def card_spread(
    game: KeepRerollGame, values: Floats, sign: int, error_bound: float, budget: Budget
) -> Spread:
    """Return the least and the greatest variance of best play from an empty card, by its values."""
    from dicedevil.solvers.cards.kernels.spread import spread_groups

    encoded, rerolls = encoding(game.card), game.card.rerolls
    lattice, card = encoded.lattice.arrays, encoded.arrays._replace(sign=sign)
    what = f"The spread of best play of {game}"
    work = encoded.states * (rerolls + 1) * len(lattice.within)
    budget.require(what, memory=24 * encoded.states, seconds=work * SECONDS_PER_KEEP / cores())
    table, tie = padded(sign * np.asarray(values)), 2 * error_bound
    squares: Floats = np.zeros((encoded.states, 2))
    seen: list[Floats] = []
    watch = budget.watch(what, "breaking ties", encoded.states, "Simulate it instead.")
    done = 0

    def run(part: Ints64) -> None:
        seen.append(np.array([0.0, np.inf]))
        spread_groups(lattice, card, rerolls, part, table, tie, squares, seen[-1])

    executor = budget.executor
    with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as workers:
        for groups in encoded.layers[1:]:
            list(workers.map(run, split_groups(encoded, groups, cores() * SHARDS_PER_THREAD)))
            done += int(encoded.sizes[groups].sum())
            watch.look(done)
    mean = float(values[encoded.start])
    least, greatest = (float(square) - mean**2 for square in squares[encoded.start])
    error = _error(game, encoded, error_bound, float(squares.max()))
    root = np.sqrt(max(least, error))
    return Spread(
        mean,
        max(least, 0.0),
        max(greatest, 0.0),
        float(min(error / root, np.sqrt(error))),
        max(float(one[0]) for one in seen),
        min(float(one[1]) for one in seen),
    )


def _error(game: KeepRerollGame, encoded: Encoding, error_bound: float, largest_square: float) -> float:
    """Bound the error of a variance; see the module's text."""
    card, points = game.card, encoded.points
    most = float(np.abs(points).max(axis=1).sum()) + abs(card.upper_bonus)
    most += len(card.boxes) * abs(card.yahtzee_bonus)
    steps = (card.rerolls + 1) * len(card.dice) * (len(card.faces) + 2) + 8
    size = most**2 if points.min() < 0 else largest_square
    choices = len(card.boxes) * (card.rerolls + 1)
    return relative_error(len(card.boxes) * steps) * size + 8 * choices * error_bound * most
