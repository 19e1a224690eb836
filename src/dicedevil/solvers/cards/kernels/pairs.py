"""Numba kernels of matches between two score cards: arrays in, arrays out, nothing checked.

The curve of a pair (mover, waiter) holds, by points that the *waiter* still needs to be level, the
waiter's chance to win, ties counting half. With C the chances of the mover in the same sense,

    C(mover, waiter, s)     = mean over rolls, keeping best, of max over open boxes of
                              curve(waiter, mover after, s - points)
    curve(mover, waiter, s) = 1 - C(mover, waiter, -s)

so that the curves after a turn are read as the curves of targets are (`card_curves`): the pair after
it has the mover of now as its waiter. Only when a row is stored it is turned round.

Within a call, all movers have the same open boxes. `Movers` and `Waiters` say from where to where the
points of each may run; what the difference of theirs cannot be is not worked out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dicedevil.solvers.cards.alike import OpenTurn
from dicedevil.solvers.cards.kernels.curves import (
    Shifts,
    fill_row,
    has_fair_dice,
    shift_row,
    walk_turn,
)
from dicedevil.solvers.cards.kernels.turns import empty_rows, write
from dicedevil.solvers.cards.lattice import Floats, Ints
from dicedevil.solvers.cards.shelf import CurveLayer
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import SIMD, kernel
from dicedevil.solvers.simd import larger, load_row, store_row


class Movers(NamedTuple):
    """States with the same open boxes."""

    open_boxes: int
    members: Ints64  # (movers,)
    low: Ints64  # (movers,): the points they have at least
    high: Ints64  # (movers,): and at most
    numbers: Ints64  # (movers,): of the pair with the first waiter


class Waiters(NamedTuple):
    """States of the other player, and where the curves of the pairs they move in begin."""

    low: Ints64  # (waiters,)
    high: Ints64
    origins: Ints64  # (waiters,): the number of the pair with the first mover after the turn
    places: Ints64  # (states,): by number of a mover's state after the turn, its place among them


@kernel
def find_futures(
    turn: OpenTurn, card: CardArrays, movers: Movers, mover: int, places: Ints64, gains: Ints64,
    afters: Ints64,
) -> None:  # fmt: skip
    """By way to write: the points it brings, and the place of the state it leads to."""
    for way in range(len(turn.outcomes)):
        outcome = turn.outcomes[way]
        box = card.outcome_box[outcome]
        gain, after = write(card, movers.open_boxes, movers.members[mover], box, outcome)
        gains[way] = gain
        afters[way] = places[after]


@kernel
def spread_points(outcomes: Ints, card: CardArrays, movers: Movers, low: Ints64, high: Ints64) -> None:
    """By number of the state after the turn: the least and the most points that movers can have."""
    for mover in range(len(movers.members)):
        for outcome in outcomes:
            box = card.outcome_box[outcome]
            gain, after = write(card, movers.open_boxes, movers.members[mover], box, outcome)
            low[after] = min(low[after], movers.low[mover] + gain)
            high[after] = max(high[after], movers.high[mover] + gain)


@kernel
def bound_pairs(
    turn: OpenTurn, card: CardArrays, movers: Movers, waiters: Waiters, first: Ints64, sure: Ints,
    lowest: Ints, highest: Ints,
) -> None:  # fmt: skip
    """Every pair: the points with which the mover is sure to win, and the most that still leave hope.

    `first` and `sure` are those of the layer after the turn. Whatever is kept, the worst roll can come
    again, so a win is certain if every roll brings it.
    """
    ways, lattice = len(turn.outcomes), turn.lattice
    gains, afters = np.empty(ways, np.int64), np.empty(ways, np.int64)
    low, high = np.empty(ways, np.int64), np.empty(ways, np.int64)
    for mover in range(len(movers.members)):
        find_futures(turn, card, movers, mover, waiters.places, gains, afters)
        for waiter in range(len(waiters.low)):
            most = np.int64(-(2**62))
            for way in range(ways):
                number = waiters.origins[waiter] + afters[way]
                low[way] = gains[way] + sure[number]
                high[way] = low[way] + first[number + 1] - first[number]
                most = max(most, high[way])
            least = np.int64(2**62)
            for roll in range(lattice.rolls):
                if lattice.roll_prob[roll] > 0:
                    certain = np.int64(-(2**62))
                    for place in range(turn.pick_start[roll], turn.pick_start[roll + 1]):
                        certain = max(certain, low[turn.picks[place]])
                    least = min(least, certain)
            # the points that the mover can need at all
            fewest = waiters.low[waiter] - movers.high[mover]
            greatest = waiters.high[waiter] - movers.low[mover]
            number = movers.numbers[mover] + waiter
            if least >= greatest:
                most = least
            elif most < fewest:
                least = most
            else:
                least, most = max(least, fewest - 1), min(most, greatest)
            lowest[number], highest[number] = least, most


@kernel
def _score_rolls(turn: OpenTurn, rows: Floats) -> None:
    """Every roll: the best box to fill."""
    keeps = turn.lattice.keeps
    for roll in range(turn.lattice.rolls):
        best = load_row(rows, keeps + turn.picks[turn.pick_start[roll]])
        for place in range(turn.pick_start[roll] + 1, turn.pick_start[roll + 1]):
            best = larger(load_row(rows, keeps + turn.picks[place]), best)
        store_row(rows, roll, best)


@kernel
def _solve_pairs(
    turn: OpenTurn, card: CardArrays, rerolls: int, movers: Movers, waiters: Waiters,
    before: CurveLayer, after: CurveLayer,
) -> None:  # fmt: skip
    """The curves of all pairs, from those after the turn."""
    ways, lattice = len(turn.outcomes), turn.lattice
    keeps = lattice.keeps
    gains, afters = np.empty(ways, np.int64), np.empty(ways, np.int64)
    rows = empty_rows(keeps + ways + 1)
    result = len(rows) - 1
    shifts = Shifts(np.empty(ways, np.int64), np.empty(ways, np.int64), np.empty(ways, np.int64))
    is_fair = has_fair_dice(lattice)
    for mover in range(len(movers.members)):
        find_futures(turn, card, movers, mover, waiters.places, gains, afters)
        for waiter in range(len(waiters.low)):
            number = movers.numbers[mover] + waiter
            begin, stop = after.first[number], after.first[number + 1]
            if begin == stop:
                continue
            for way in range(ways):
                shift_row(before, waiters.origins[waiter] + afters[way], gains[way], way, shifts)
            # the less the mover needs the more the waiter does: rows are stored back to front
            needed = -after.sure[number] - (stop - begin)
            while stop > begin:
                for way in range(ways):
                    fill_row(before, shifts, way, needed, rows, keeps + way)
                _score_rolls(turn, rows)
                walk_turn(lattice, rerolls, is_fair, rows)
                for place in range(min(SIMD, stop - begin)):
                    after.chances[stop - 1 - place] = 1.0 - rows[result, place]
                needed += SIMD
                stop -= SIMD


# One name for each precision: compiled code is kept by name, so whether this one was compiled before
# can be told without loading any.


@kernel
def solve_single_pairs(
    turn: OpenTurn, card: CardArrays, rerolls: int, movers: Movers, waiters: Waiters,
    before: CurveLayer, after: CurveLayer,
) -> None:  # fmt: skip
    """The curves of all pairs, read and stored in single precision."""
    _solve_pairs(turn, card, rerolls, movers, waiters, before, after)


@kernel
def solve_double_pairs(
    turn: OpenTurn, card: CardArrays, rerolls: int, movers: Movers, waiters: Waiters,
    before: CurveLayer, after: CurveLayer,
) -> None:  # fmt: skip
    """The curves of all pairs, read and stored in double precision."""
    _solve_pairs(turn, card, rerolls, movers, waiters, before, after)
