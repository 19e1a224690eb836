"""Numba kernels of looking ahead for every lead at once: arrays in, arrays out, nothing checked.

EMP and DynS of two players value a pair of states by their curves, some turns after a move. The rows
are those of endgames (`kernels.pairs`): by points that the waiter still needs to be level, the waiter's
value. The mover's is one less that where the two share a win (EMP); where they do not (DynS) a second
row beside it, of the same length, holds one less the mover's value, so that both rows begin at 1 and
end at 0.
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.cards.alike import OpenTurn
from dicedevil.solvers.cards.kernels.curves import (
    Shifts,
    fill_row,
    has_fair_dice,
    mean_keeps_fair,
    mean_rolls,
    shift_row,
)
from dicedevil.solvers.cards.kernels.evaluations import EMP
from dicedevil.solvers.cards.kernels.pairs import Movers, Waiters, find_futures
from dicedevil.solvers.cards.kernels.rivals import best_pairs, score_pairs
from dicedevil.solvers.cards.kernels.turns import best_keeps, mean_keeps
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.shelf import CurveLayer
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import SIMD, kernel
from dicedevil.solvers.simd import add, copy_rows, larger, load, load_row, spread, store_row, times


@kernel
def _spread_curve(layer: CurveLayer, number: int, room: int, out: Floats) -> int:
    """A curve with `room` ones before it and zeros behind; returns the points of the first place."""
    begin, stop = layer.first[number], layer.first[number + 1]
    out[:room] = 1.0
    for place in range(begin, stop):
        out[room + place - begin] = layer.chances[place]
    out[room + stop - begin :] = 0.0
    return int(layer.sure[number] + 1 - room)


@kernel
def bound_values(
    movers: Ints64, mover_points: Ints64, mover_curves: CurveLayer, waiters: Ints64,
    waiter_points: Ints64, waiter_curves: CurveLayer, sure: Ints64, width: Ints64,
) -> None:  # fmt: skip
    """Every pair: up to which need the waiter's value is 1, and how many needs there are up to 0.

    movers, waiters: numbers of their states in the layers of the curves; points (states, 2): the least
    and the most they can have, which bounds the needs that can come up.
    """
    number = 0
    for mover in range(len(movers)):
        mine = movers[mover]
        my_sure = mover_curves.sure[mine]
        my_most = my_sure + mover_curves.first[mine + 1] - mover_curves.first[mine]
        for waiter in range(len(waiters)):
            theirs = waiters[waiter]
            least = waiter_curves.sure[theirs]
            most = least + waiter_curves.first[theirs + 1] - waiter_curves.first[theirs]
            low, high = least - my_most, most - my_sure
            fewest = mover_points[mover, 0] - waiter_points[waiter, 1]
            greatest = mover_points[mover, 1] - waiter_points[waiter, 0]
            if greatest < low:
                high = low - 1
            elif fewest > high:
                low = high + 1
            else:
                low, high = max(low, fewest), min(high, greatest)
            sure[number], width[number] = low - 1, max(0, high - low + 1)
            number += 1


@kernel
def value_pairs(
    kind: int, movers: Ints64, mover_curves: CurveLayer, waiters: Ints64, waiter_curves: CurveLayer,
    out: CurveLayer, rest: Floats, widest: int,
) -> None:  # fmt: skip
    """The rows of all pairs by an evaluation; `rest`, of DynS, as told above.

    `widest` is how long a curve or a row is at most: needs go SIMD at a time, and each of them is the
    sum (EMP) or the greatest (DynS) over the targets of one of the two.
    """
    room = widest + 2 * SIMD
    size = room + 2 * widest + 2 * SIMD
    mine, theirs = np.empty(size), np.empty(size)
    turned, missed, row = np.empty(size), np.empty(size), np.empty((1, SIMD))
    number = 0
    for mover in range(len(movers)):
        my_first = _spread_curve(mover_curves, movers[mover], room, mine)
        my_count = mover_curves.first[movers[mover] + 1] - mover_curves.first[movers[mover]]
        # back to front: the more a waiter needs, the lower the mover's target is
        for place in range(size):
            here, next_one = mine[place], mine[min(place + 1, size - 1)]
            turned[size - 1 - place] = 1.0 - (0.5 * (here + next_one) if kind == EMP else here)
        for waiter in range(len(waiters)):
            their_first = _spread_curve(waiter_curves, waiters[waiter], room, theirs)
            layer, state = waiter_curves, waiters[waiter]
            count = layer.first[state + 1] - layer.first[state]
            begin, stop = out.first[number], out.first[number + 1]
            if kind != EMP:
                for place in range(size):
                    missed[place] = 1.0 - theirs[place]
            for start in range(begin, stop, SIMD):
                need = out.sure[number] + 1 + start - begin
                # the waiter's targets: `sure` for certain, and each of the curve
                base = size - 1 + my_first + need - their_first
                total = load(turned, base - (room - 1))
                for place in range(room, room + count):
                    if kind == EMP:
                        step = add(
                            load(turned, base - place),
                            times(load(turned, base - place + 1), spread(-1.0)),
                        )
                        total = add(total, times(step, spread(theirs[place])))
                    else:
                        total = larger(times(load(turned, base - place), spread(theirs[place])), total)
                store_row(row, 0, total)
                for place in range(min(SIMD, stop - start)):
                    out.chances[start + place] = row[0, place]
                if kind != EMP:
                    base = my_first + need - their_first
                    best = load(missed, base + room - 1)
                    for place in range(room, room + my_count):
                        best = larger(times(load(missed, base + place), spread(mine[place])), best)
                    store_row(row, 0, best)
                    for place in range(min(SIMD, stop - start)):
                        rest[start + place] = 1.0 - row[0, place]
            number += 1


@kernel
def solve_rival_pairs(
    turn: OpenTurn, card: CardArrays, rerolls: int, movers: Movers, waiters: Waiters,
    before: CurveLayer, before_rest: Floats, after: CurveLayer, after_rest: Floats,
) -> None:  # fmt: skip
    """`solve_pairs` where the two do not share a win: both values are carried, the mover chooses."""
    ways, lattice = len(turn.outcomes), turn.lattice
    keeps = lattice.keeps
    gains, afters = np.empty(ways, np.int64), np.empty(ways, np.int64)
    mine, theirs = np.zeros((keeps + ways + 1, SIMD)), np.zeros((keeps + ways + 1, SIMD))
    result = len(mine) - 1
    shifts = Shifts(np.empty(ways, np.int64), np.empty(ways, np.int64), np.empty(ways, np.int64))
    is_fair = has_fair_dice(lattice)
    rest = CurveLayer(before.first, before.sure, before_rest)
    for mover in range(len(movers.members)):
        find_futures(turn, card, movers, mover, waiters.places, gains, afters)
        for waiter in range(len(waiters.low)):
            number = movers.numbers[mover] + waiter
            begin, stop = after.first[number], after.first[number + 1]
            if begin == stop:
                continue
            for way in range(ways):
                shift_row(before, waiters.origins[waiter] + afters[way], gains[way], way, shifts)
            needed = -after.sure[number] - (stop - begin)
            while stop > begin:
                for way in range(ways):
                    fill_row(before, shifts, way, needed, mine, keeps + way)
                    fill_row(rest, shifts, way, needed, theirs, keeps + way)
                    turned = add(spread(1.0), times(load_row(theirs, keeps + way), spread(-1.0)))
                    store_row(theirs, keeps + way, turned)
                score_pairs(turn, mine, theirs)
                for _ in range(rerolls):
                    for rows in (mine, theirs):
                        if is_fair:
                            mean_keeps_fair(lattice, rows)
                        else:
                            mean_keeps(lattice, rows)
                    best_pairs(lattice, mine, theirs)
                mean_rolls(lattice, mine)
                mean_rolls(lattice, theirs)
                # the other is the waiter of this pair, and rows begin with the waiter's value
                for place in range(min(SIMD, stop - begin)):
                    after.chances[stop - 1 - place] = theirs[result, place]
                    after_rest[stop - 1 - place] = 1.0 - mine[result, place]
                needed += SIMD
                stop -= SIMD


@kernel
def walk_columns(turn: OpenTurn, ways: Floats, levels: Floats) -> None:
    """A turn valued in up to SIMD ways at once; ways (ways to write, SIMD): the values after it.

    levels (rerolls, keeps, SIMD): by rerolls left after the coming roll, the values of every keep.
    """
    lattice, rerolls = turn.lattice, len(levels)
    rows = np.empty((lattice.keeps, SIMD))
    is_fair = has_fair_dice(lattice)
    for roll in range(lattice.rolls):
        best = load_row(ways, turn.picks[turn.pick_start[roll]])
        for place in range(turn.pick_start[roll] + 1, turn.pick_start[roll + 1]):
            best = larger(load_row(ways, turn.picks[place]), best)
        store_row(rows, roll, best)
    for left in range(rerolls):
        if is_fair:
            mean_keeps_fair(lattice, rows)
        else:
            mean_keeps(lattice, rows)
        copy_rows(rows, levels[left])
        best_keeps(lattice, rows)
