"""Numba kernels that value a curve against those of rivals: arrays in, arrays out, nothing checked.

A player's curve P says how likely each target is reached at best. Against rivals with curves P_i,

    EMP    sum over i of  w_i(sure) + sum over s > sure of P(s) * (w_i(s) - w_i(s - 1)),
           w_i(s) = 1 - (P_i(s) + P_i(s + 1)) / 2
    DynS   max over s of  P(s) * sum over i of (1 - P_i(s))

(Pawlewicz 2010, sections 4.1 and 4.3), where `sure` is any score that P is certain of. All curves lie
on one grid of targets: column 0 is the target `low`, and the last SIMD columns are room for tiles.

Between turns the curve is one of a layer (`value_curve`); in mid-turn those of all keeps are worked out
and valued tile by tile (`value_keeps`). What is done in a turn with such values is in `rivals`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dicedevil.solvers.cards.kernels.curves import (
    fill_outcomes,
    find_shifts,
    has_fair_dice,
    mean_keeps_fair,
    plan_scores,
    score_rolls,
    scratch,
)
from dicedevil.solvers.cards.kernels.turns import best_keeps, mean_keeps
from dicedevil.solvers.cards.kernels.widening import load_wide, with_ends
from dicedevil.solvers.cards.lattice import Floats, LatticeArrays
from dicedevil.solvers.cards.sharing import Sharing
from dicedevil.solvers.cards.shelf import CurveLayer
from dicedevil.solvers.cards.states import CardArrays
from dicedevil.solvers.machine import SIMD, kernel
from dicedevil.solvers.simd import add, larger, load, load_row, spread, store_row, times

EMP, DYNS = 0, 1


class Against(NamedTuple):
    """What scores are worth against each rival; (rivals, targets) where nothing else is said."""

    level: Floats  # EMP: w_i; DynS: 1 + the mean number of other rivals who miss the target
    weight: Floats  # EMP: w_i(s) - w_i(s - 1); DynS: P_i
    before: Floats  # DynS: the rival's best up to here if the mover surely gets so far
    behind: Floats  # DynS: the rival's best from here on if the mover surely does not
    missing: Floats  # (targets,): DynS: the mean number of rivals who miss the target
    base: Floats  # (rivals,): EMP: what the rival gets from the other rivals


@kernel
def against(rivals: int, targets: int) -> Against:
    """Room for `fill_against`."""
    return Against(
        np.zeros((rivals, targets)),
        np.zeros((rivals, targets)),
        np.zeros((rivals, targets)),
        np.zeros((rivals, targets)),
        np.zeros(targets),
        np.zeros(rivals),
    )


@kernel
def fill_against(kind: int, chances: Floats, out: Against) -> None:
    """What scores are worth against rivals with these chances (rivals, targets)."""
    rivals, targets = chances.shape
    last = targets - 1
    if kind == EMP:
        for i in range(rivals):
            chance, level, weight = chances[i], out.level[i], out.weight[i]
            level[last] = 1.0 - 0.5 * chance[last]
            for s in range(last):
                level[s] = 1.0 - 0.5 * (chance[s] + chance[s + 1])
            weight[0] = level[0]
            for s in range(1, targets):
                weight[s] = level[s] - level[s - 1]
        for i in range(rivals):
            out.base[i] = 0.0
            for k in range(rivals):
                if k != i:
                    share = out.level[k, 0]
                    for s in range(1, targets):
                        share += chances[i, s] * out.weight[k, s]
                    out.base[i] += share
        return
    for s in range(targets):
        out.missing[s] = 0.0
        for i in range(rivals):
            out.missing[s] += 1.0 - chances[i, s]
    for i in range(rivals):
        chance, level = chances[i], out.level[i]
        best = 0.0
        for s in range(targets):
            others = out.missing[s] - (1.0 - chance[s])
            level[s] = 1.0 + others
            out.weight[i, s] = chance[s]
            best = max(best, chance[s] * others)
            out.before[i, s] = best
        best = 0.0
        for s in range(last, -1, -1):
            best = max(best, chance[s] * level[s])
            out.behind[i, s] = best


@kernel
def fill_chances(layer: CurveLayer, state: int, column: int, out: Floats) -> None:
    """A stored curve on the grid, for a player whose points lie at this column."""
    begin, stop = layer.first[state], layer.first[state + 1]
    sure = column + layer.sure[state]
    out[: sure + 1] = 1.0
    for place in range(begin, stop):
        out[sure + 1 + place - begin] = layer.chances[place]
    out[sure + 1 + stop - begin :] = 0.0


@kernel
def _sum_of_row(row: Floats) -> float:
    """All numbers of a (1, SIMD) row together."""
    total = 0.0
    for member in range(SIMD):
        total += row[0, member]
    return total


@kernel
def _largest_in_row(row: Floats) -> float:
    """The greatest of them."""
    most = -np.inf
    for member in range(SIMD):
        most = max(most, row[0, member])
    return most


@kernel
def value_curve(
    kind: int,
    layer: CurveLayer,
    begin: int,
    stop: int,
    sure: int,
    rivals: Against,
    row: Floats,
    out: Floats,
) -> None:
    """The value of a curve for its player, then for every rival.

    Its chances lie in the layer from `begin` to `stop` and belong to the columns behind `sure`; row is
    scratch (1, SIMD).
    """
    count = len(rivals.level)
    out[0] = 0.0
    if kind == EMP:
        for i in range(count):
            weight = rivals.weight[i]
            total = spread(0.0)
            for start in range(begin, stop, SIMD):
                vector = load_wide(layer.chances, start)
                if start + SIMD > stop:
                    vector = with_ends(vector, 0, stop - start)
                total = add(total, times(vector, load(weight, sure + 1 + start - begin)))
            store_row(row, 0, total)
            share = rivals.level[i, sure] + _sum_of_row(row)
            out[0] += share
            out[1 + i] = rivals.base[i] + 1.0 - share
        return
    best = spread(rivals.missing[sure])
    for start in range(begin, stop, SIMD):
        vector = load_wide(layer.chances, start)
        if start + SIMD > stop:
            vector = with_ends(vector, 0, stop - start)
        best = larger(times(vector, load(rivals.missing, sure + 1 + start - begin)), best)
    store_row(row, 0, best)
    out[0] = _largest_in_row(row)
    behind = min(sure + 1 + stop - begin, rivals.behind.shape[1] - 1)
    for i in range(count):
        level, chance = rivals.level[i], rivals.weight[i]
        best = spread(max(rivals.before[i, sure], rivals.behind[i, behind]))
        for start in range(begin, stop, SIMD):
            vector = load_wide(layer.chances, start)
            if start + SIMD > stop:
                vector = with_ends(vector, 0, stop - start)
            column = sure + 1 + start - begin
            beaten = add(load(level, column), times(vector, spread(-1.0)))
            best = larger(times(load(chance, column), beaten), best)
        store_row(row, 0, best)
        out[1 + i] = _largest_in_row(row)


@kernel
def value_keeps(
    lattice: LatticeArrays,
    card: CardArrays,
    sharing: Sharing,
    kind: int,
    below: CurveLayer,
    open_boxes: int,
    member: int,
    column: int,
    sure: int,
    stop: int,
    weight: Floats,
    out: Floats,
) -> None:
    """The values (rerolls, keeps) of the mover's keeps, evaluated in mid-turn by their own curves.

    All curves are certain up to the column `sure` and end before `stop`; weight (targets,): what
    reaching a target adds (EMP), or is worth (DynS).
    """
    keeps, rerolls = lattice.keeps, len(out)
    so_far = np.zeros((rerolls * keeps, SIMD))
    listed = np.empty(len(card.is_upper), np.int32)
    rows, shifts, scoring = scratch(lattice, card, sharing)
    is_fair = has_fair_dice(lattice)
    plan_scores(card, sharing, open_boxes, keeps, scoring)
    find_shifts(card, below, open_boxes, member, shifts)
    for start in range(sure + 1, stop, SIMD):
        fill_outcomes(card, below, open_boxes, start - column, keeps, shifts, rows)
        score_rolls(card, sharing, scoring, open_boxes, keeps, listed, rows)
        here = load(weight, start)
        for left in range(rerolls):
            if is_fair:
                mean_keeps_fair(lattice, rows)
            else:
                mean_keeps(lattice, rows)
            first = left * keeps
            for keep in range(keeps):
                worth = times(load_row(rows, keep), here)
                if kind == EMP:
                    store_row(so_far, first + keep, add(load_row(so_far, first + keep), worth))
                else:
                    store_row(so_far, first + keep, larger(worth, load_row(so_far, first + keep)))
            best_keeps(lattice, rows)
    for left in range(rerolls):
        for keep in range(keeps):
            row = so_far[left * keeps + keep : left * keeps + keep + 1]
            out[left, keep] = _sum_of_row(row) if kind == EMP else _largest_in_row(row)
