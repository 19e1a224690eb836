"""What happens in best play of a score card: all its games followed forward, decision by decision.

    visits(start) = 1,  visits(after) += visits(state) * prob(outcome of the turn)
    made          = sum over states and rolls of  visits(state) * prob(roll) * [loss > threshold]

See `solvers.best_play` for what is counted, and `laws` for how exact the floats are: a path rounds as
often as there, and once more for each roll of a turn.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import numpy as np

from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.rules import Position
from dicedevil.solvers.best_play import SELDOM, BestPlay, Counted, Occurring, around
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.kernels.best_play import (
    DECISIONS,
    LEFT,
    LOSS,
    ROLL,
    ROLLS,
    STATE,
    TIMES,
    decide_groups,
)
from dicedevil.solvers.cards.kernels.flows import visit_groups
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.law_errors import Beginning, law_errors, named_lines, states_of
from dicedevil.solvers.cards.shards import SHARDS_PER_THREAD, padded, split_groups, split_visited
from dicedevil.solvers.cards.states import Ints64, card_state, encoding
from dicedevil.solvers.machine import cores
from dicedevil.solvers.rounding import relative_error

INSTEAD = "Games can be simulated instead."


def card_best_play(
    game: KeepRerollGame,
    table: Floats,
    sign: int,
    error_bound: float,
    thresholds: tuple[float, ...],
    budget: Budget,
) -> BestPlay:
    """Follow the first of the best choices from the empty card to the full one, by its values."""
    encoded, rerolls = encoding(game.card), game.card.rerolls
    card, lattice = encoded.arrays._replace(sign=sign), encoded.lattice.arrays
    tie, boxes = 2 * error_bound, len(game.card.boxes)
    told = np.array(around(thresholds, 2 * tie))
    values = padded(sign * np.asarray(table))
    visits, clean = np.zeros(encoded.states), np.zeros(encoded.states)
    visits[encoded.start] = clean[encoded.start] = 1.0
    wanted: Ints64 = np.full(encoded.states, -1, dtype=np.int64)
    paid = np.zeros((boxes + 2, 2))
    counts = np.zeros(len(told) + 2)
    calls = [_no_call()]
    watch = budget.watch(f"Best play of {game}", "following the games", encoded.states, INSTEAD)
    done = 0

    def run(part: Ints64) -> tuple[Floats, Floats]:
        mine, closest = np.zeros_like(counts), _no_call()
        decide_groups(
            lattice, card, rerolls, part, values, tie, SELDOM, told, visits, wanted, outcome_prob,
            mine, closest,
        )  # fmt: skip
        return mine, closest

    executor = budget.executor
    with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as workers:
        for layer in range(boxes, 0, -1):
            outcome_prob: Floats = np.empty((0, 0))  # that of the last layer goes first
            most = budget.room() // (2 * 8 * len(card.outcome_points))
            for groups in split_visited(encoded, encoded.layers[layer], visits, most):
                states = states_of(encoded, groups)
                states = states[visits[states] > 0]
                wanted[:] = -1
                wanted[states] = np.arange(len(states))
                outcome_prob = np.empty((0, 0))
                watch.room_for(8 * len(states) * len(card.outcome_points))
                outcome_prob = np.empty((len(states), len(card.outcome_points)))
                parts = split_groups(encoded, groups, cores() * SHARDS_PER_THREAD)
                for mine, closest in workers.map(run, parts):
                    counts += mine
                    calls.append(closest)
                visit_groups(card, groups, wanted, outcome_prob, visits, clean, paid)
                done += int(encoded.sizes[groups].sum())
                watch.look(done)
    paid[-2, 1] = 1.0 - paid[-2, 1]
    paid[-1, 1] = clean[states_of(encoded, encoded.layers[0])].sum()
    counted = Counted.of(counts[2:].tolist())
    decisions = float(counts[DECISIONS])
    error = law_errors(encoded, (Beginning(encoded.start),)).lines
    error += relative_error((rerolls + 1) * lattice.rolls + encoded.states)
    return BestPlay(
        thresholds,
        decisions,
        counted.above,
        max(0.0, decisions - counted.above_none),
        float(boxes),
        float(counts[ROLLS]),
        _told(game, min(calls, key=lambda one: (one[LOSS], one[STATE], -one[LEFT], one[ROLL]))),
        named_lines(game.card, encoded.open_boxes(encoded.start), paid),
        counted.off + error * float(counts.max()),
        error,
    )


def _no_call() -> Floats:
    return np.array([np.inf, -1.0, -1.0, -1.0, 0.0])


def _told(game: KeepRerollGame, call: Floats) -> Occurring | None:
    """Return the closest call in the words of the rules."""
    if call[LOSS] == np.inf:
        return None
    state = card_state(game, int(call[STATE]))._replace(rerolls=int(call[LEFT]))
    roll = encoding(game.card).lattice.rolls[int(call[ROLL])]
    return Occurring(Position(0, state), roll, float(call[LOSS]), float(call[TIMES]))
