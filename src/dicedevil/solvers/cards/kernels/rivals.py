"""Numba kernels of turns of score cards against rivals: arrays in, arrays out, nothing checked.

What a position is worth to each player is said by an evaluation of curves (`evaluations`). A turn of
the player to move, walked backwards, carries the values of all players along: first the mover's, by
which is chosen, then the rivals' in the order of play. Of choices that are equally good for the mover
the one that is worst for the next rival is taken.
"""

from __future__ import annotations

import numpy as np

from dicedevil.objectives import TIE
from dicedevil.solvers.cards.alike import OpenTurn
from dicedevil.solvers.cards.kernels.choosing import preferred
from dicedevil.solvers.cards.kernels.curves import has_fair_dice, mean_keeps_fair, mean_rolls
from dicedevil.solvers.cards.kernels.evaluations import (
    Against,
    against,
    fill_against,
    fill_chances,
    value_curve,
)
from dicedevil.solvers.cards.kernels.turns import mean_keeps, write
from dicedevil.solvers.cards.lattice import Floats, LatticeArrays
from dicedevil.solvers.cards.shelf import CurveLayer
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import SIMD, kernel
from dicedevil.solvers.simd import load_row, store_row


@kernel
def value_outcomes(
    outcomes: Ints64,
    card: CardArrays,
    kind: int,
    below: CurveLayer,
    mover: Ints64,
    chances: Floats,
    out: Floats,
) -> None:
    """The values (outcomes, players) right after each of these outcomes.

    mover (3,): the open boxes, the member, and the column where the mover's points lie on the grid.
    chances (rivals, targets): the curves of the others.
    """
    rivals = against(len(chances), chances.shape[1])
    fill_against(kind, chances, rivals)
    _value_against(outcomes, card, kind, below, mover, rivals, out)


@kernel
def _value_against(
    outcomes: Ints64,
    card: CardArrays,
    kind: int,
    below: CurveLayer,
    mover: Ints64,
    rivals: Against,
    out: Floats,
) -> None:
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
        _value_against(outcomes, card, kind, below, movers[item], rivals, ways)
        walk_values(turn, ways, levels)
        _take(levels[rerolls], keeps - 1, out[item])


@kernel
def score_pairs(turn: OpenTurn, mine: Floats, theirs: Floats) -> None:
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
def best_pairs(lattice: LatticeArrays, mine: Floats, theirs: Floats) -> None:
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
            _value_against(outcomes, card, kind, below, movers[item], rivals, ways)
            for way in range(len(ways)):
                mine[keeps + way, member], theirs[keeps + way, member] = ways[way]
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
        for member in range(members):
            out[start + member, 0] = mine[len(mine) - 1, member]
            out[start + member, 1] = theirs[len(theirs) - 1, member]
