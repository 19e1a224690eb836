"""Numba kernels of score cards against other players: arrays in, arrays out, nothing checked.

A player's curve P says how likely each target is reached at best. Against rivals with curves P_i,

    EMP    sum over i of  w_i(sure) + sum over s > sure of P(s) * (w_i(s) - w_i(s - 1)),
           w_i(s) = 1 - (P_i(s) + P_i(s + 1)) / 2
    DynS   max over s of  P(s) * sum over i of (1 - P_i(s))

(Pawlewicz 2010, sections 4.1 and 4.3), where `sure` is any score that P is certain of. All curves lie
on one grid of targets: column 0 is the target `low`, and the last SIMD columns are room for tiles.

A turn of the player to move, walked backwards, carries the values of all players along: first the
mover's, by which is chosen, then the rivals' in the order of play. Of choices that are equally good for
the mover the one that is worst for the next rival is taken.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dicedevil.objectives import TIE
from dicedevil.solvers.cards.alike import OpenTurn
from dicedevil.solvers.cards.kernels.choosing import preferred
from dicedevil.solvers.cards.kernels.curves import (
    fill_outcomes,
    find_shifts,
    has_fair_dice,
    mean_keeps_fair,
    mean_rolls,
    plan_scores,
    score_rolls,
    scratch,
)
from dicedevil.solvers.cards.kernels.turns import best_keeps, mean_keeps, write
from dicedevil.solvers.cards.kernels.widening import load_wide, with_ends
from dicedevil.solvers.cards.lattice import Floats, LatticeArrays
from dicedevil.solvers.cards.sharing import Sharing
from dicedevil.solvers.cards.shelf import CurveLayer
from dicedevil.solvers.cards.states import CardArrays, Ints64
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
def _sum_of_row(row: Floats) -> float:
    total = 0.0
    for member in range(SIMD):
        total += row[0, member]
    return total


@kernel
def _largest_in_row(row: Floats) -> float:
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
def value_outcomes(
    outcomes: Ints64,
    card: CardArrays,
    kind: int,
    below: CurveLayer,
    mover: Ints64,
    rivals: Against,
    out: Floats,
) -> None:
    """The values (outcomes, players) right after each of these outcomes.

    mover (3,): the open boxes, the member, and the column where the mover's points lie on the grid.
    """
    row = np.empty((1, SIMD))
    open_boxes, member, column = mover
    for way in range(len(outcomes)):
        outcome = outcomes[way]
        gain, after = write(card, open_boxes, member, card.outcome_box[outcome], outcome)
        begin, stop = below.first[after], below.first[after + 1]
        sure = column + gain + below.sure[after]
        value_curve(kind, below, begin, stop, sure, rivals, row, out[way])


@kernel
def _is_better(values: Floats, one: int, other: int) -> bool:
    """Whether a choice is preferred: better for the mover, or else worse for the next rival."""
    if abs(values[one, 0] - values[other, 0]) > TIE:
        return bool(values[one, 0] > values[other, 0])
    for player in range(1, values.shape[1]):
        if abs(values[one, player] - values[other, player]) > TIE:
            return bool(values[one, player] < values[other, player])
    return False


@kernel
def _take(values: Floats, source: int, out: Floats) -> None:
    for player in range(values.shape[1]):
        out[player] = values[source, player]


@kernel
def walk_values(turn: OpenTurn, ways: Floats, levels: Floats) -> None:
    """A whole turn; ways (ways to write, players): the values after it.

    levels (rerolls + 1, keeps, players): by rerolls left after the coming roll, the values of every
    keep; of the last level only that of keeping nothing is worked out, and it is the turn's value.
    """
    lattice, last = turn.lattice, len(levels) - 1
    for roll in range(lattice.rolls):
        best = turn.picks[turn.pick_start[roll]]
        for place in range(turn.pick_start[roll] + 1, turn.pick_start[roll + 1]):
            if _is_better(ways, turn.picks[place], best):
                best = turn.picks[place]
        _take(ways, best, levels[0, roll])
    for left in range(last):
        values = levels[left]
        _mean_over_dice(lattice, values)
        for roll in range(lattice.rolls):
            best = lattice.within[lattice.within_start[roll]]
            enough = values[best, 0] - TIE
            for place in range(lattice.within_start[roll] + 1, lattice.within_start[roll + 1]):
                keep = lattice.within[place]
                if values[keep, 0] >= enough and _is_better(values, keep, best):
                    best, enough = keep, values[keep, 0] - TIE
            _take(values, best, levels[left + 1, roll])
    for player in range(levels.shape[2]):
        total = 0.0
        for roll in range(lattice.rolls):
            total += lattice.roll_prob[roll] * levels[last, roll, player]
        levels[last, lattice.keeps - 1, player] = total


@kernel
def _mean_over_dice(lattice: LatticeArrays, values: Floats) -> None:
    """Every keep with a die to roll: the mean over that die, for each player."""
    faces, players = lattice.more.shape[1], values.shape[1]
    for place in range(len(lattice.more)):
        for player in range(players):
            total = 0.0
            for face in range(faces):
                more = lattice.more[place, face]
                total += lattice.face_weight[place, face] * values[more, player]
            values[lattice.rolls + place, player] = total * lattice.face_share[place]


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
def value_turns(
    turn: OpenTurn,
    card: CardArrays,
    rerolls: int,
    kind: int,
    movers: Ints64,
    below: CurveLayer,
    changing: int,
    changed: Ints64,
    changed_layer: CurveLayer,
    chances: Floats,
    out: Floats,
) -> None:
    """The values (items, players) of many turns with the same open boxes, each then evaluated.

    movers (items, 3): as in `value_outcomes`. Of the rivals' chances (rivals, targets) the row
    `changing` (-1: none) differs from item to item; changed (items, 2): its state in `changed_layer`
    and its column.
    """
    keeps, players = turn.lattice.keeps, len(chances) + 1
    rivals = against(len(chances), chances.shape[1])
    outcomes = turn.outcomes.astype(np.int64)
    ways = np.empty((len(outcomes), players))
    levels = np.empty((rerolls + 1, keeps, players))
    for item in range(len(movers)):
        if changing >= 0:
            state, column = changed[item]
            fill_chances(changed_layer, state, column, chances[changing])
        if changing >= 0 or item == 0:
            fill_against(kind, chances, rivals)
        value_outcomes(outcomes, card, kind, below, movers[item], rivals, ways)
        walk_values(turn, ways, levels)
        _take(levels[rerolls], keeps - 1, out[item])


@kernel
def _score_pairs(turn: OpenTurn, mine: Floats, theirs: Floats) -> None:
    """Every roll: the best way to write it, for SIMD turns of two players at once."""
    keeps = turn.lattice.keeps
    for roll in range(turn.lattice.rolls):
        first = keeps + turn.picks[turn.pick_start[roll]]
        my_best, their_best = load_row(mine, first), load_row(theirs, first)
        for place in range(turn.pick_start[roll] + 1, turn.pick_start[roll + 1]):
            row = keeps + turn.picks[place]
            here, there = load_row(mine, row), load_row(theirs, row)
            kept = preferred(here, my_best, there, their_best, there, their_best)
            my_best = preferred(here, my_best, there, their_best, here, my_best)
            their_best = kept
        store_row(mine, roll, my_best)
        store_row(theirs, roll, their_best)


@kernel
def _best_pairs(lattice: LatticeArrays, mine: Floats, theirs: Floats) -> None:
    """Every keep, small ones first: the best of it and of every keep inside it."""
    for place in range(len(lattice.climb)):
        keep = lattice.climb[place]
        my_best, their_best = load_row(mine, keep), load_row(theirs, keep)
        for step in range(lattice.fewer_start[place], lattice.fewer_start[place + 1]):
            less = lattice.fewer[step]
            here, there = load_row(mine, less), load_row(theirs, less)
            kept = preferred(here, my_best, there, their_best, there, their_best)
            my_best = preferred(here, my_best, there, their_best, here, my_best)
            their_best = kept
        store_row(mine, keep, my_best)
        store_row(theirs, keep, their_best)


@kernel
def value_pair_turns(
    turn: OpenTurn,
    card: CardArrays,
    rerolls: int,
    kind: int,
    movers: Ints64,
    below: CurveLayer,
    changing: int,
    changed: Ints64,
    changed_layer: CurveLayer,
    chances: Floats,
    out: Floats,
) -> None:
    """`value_turns` for two players: SIMD turns are walked through the lattice side by side."""
    lattice, keeps = turn.lattice, turn.lattice.keeps
    rivals = against(1, chances.shape[1])
    outcomes = turn.outcomes.astype(np.int64)
    ways = np.empty((len(outcomes), 2))
    mine, theirs = np.zeros((keeps + len(ways) + 1, SIMD)), np.zeros((keeps + len(ways) + 1, SIMD))
    is_fair = has_fair_dice(lattice)
    for start in range(0, len(movers), SIMD):
        members = min(SIMD, len(movers) - start)
        for member in range(members):
            item = start + member
            if changing >= 0:
                fill_chances(changed_layer, changed[item, 0], changed[item, 1], chances[changing])
            if changing >= 0 or item == 0:
                fill_against(kind, chances, rivals)
            value_outcomes(outcomes, card, kind, below, movers[item], rivals, ways)
            for way in range(len(ways)):
                mine[keeps + way, member], theirs[keeps + way, member] = ways[way]
        _score_pairs(turn, mine, theirs)
        for _ in range(rerolls):
            for rows in (mine, theirs):
                if is_fair:
                    mean_keeps_fair(lattice, rows)
                else:
                    mean_keeps(lattice, rows)
            _best_pairs(lattice, mine, theirs)
        mean_rolls(lattice, mine)
        mean_rolls(lattice, theirs)
        for member in range(members):
            out[start + member, 0] = mine[len(mine) - 1, member]
            out[start + member, 1] = theirs[len(theirs) - 1, member]


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
