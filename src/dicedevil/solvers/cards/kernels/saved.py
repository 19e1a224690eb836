"""Numba kernel of score cards that save throws: one ladder of turns for all numbers of saved throws.

With t rerolls left, saved ones included, a roll is worth

    best[t, roll] = max(max over boxes of points + value(after, saved=t),
                        max over keeps of mean of best[t - 1, roll after])

so rung t of the ladder is a sweep through the lattice, as in `turns`, on the rows that rung t - 1 left
there; and the value of a card with s throws saved is the mean of best[rerolls + s] over first rolls.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from dicedevil.solvers.cards.kernels.curves import (
    Scoring,
    has_fair_dice,
    make_combinations,
    mean_keeps_fair,
    plan_scores,
    scratch,
)
from dicedevil.solvers.cards.kernels.play import is_fair_lattice, roll_dice, write_game
from dicedevil.solvers.cards.kernels.turns import (
    best_keeps,
    fill_outcomes,
    group_size,
    joker_boxes,
    list_boxes,
    mean_keeps,
    write,
)
from dicedevil.solvers.cards.lattice import Floats, Ints, LatticeArrays
from dicedevil.solvers.cards.sharing import Sharing
from dicedevil.solvers.cards.states import CardArrays, Ints64
from dicedevil.solvers.machine import SIMD, kernel
from dicedevil.solvers.simd import copy, larger, load_row, spread, store_row


@kernel
def solve_saved(
    lattice: LatticeArrays,
    card: CardArrays,
    sharing: Sharing,
    rerolls: int,
    most: int,
    groups: Ints64,
    values: Floats,
    first: Ints64,
    out: Floats,
) -> None:
    """The values of all states of these groups, with 0 to `most` throws saved.

    values: those of the groups with a box less, (saved, states) of each from card.base on; first
    (groups,): where in `out` those of a group go.
    """
    keeps, is_fair = lattice.keeps, has_fair_dice(lattice)
    rows, _, scoring = scratch(lattice, card, sharing)
    listed = np.empty(len(card.is_upper), np.int32)
    for place in range(len(groups)):
        open_boxes = groups[place]
        plan_scores(card, sharing, open_boxes, keeps, scoring)
        count = group_size(card, open_boxes)
        for begin in range(0, count, SIMD):
            for roll in range(lattice.rolls):
                store_row(rows, roll, spread(-np.inf))  # without a reroll nothing can be kept
            for left in range(rerolls + most + 1):
                if left > 0:
                    best_keeps(lattice, rows)
                fill_outcomes(card, values, open_boxes, begin, keeps, rows, left)
                _score_or_keep(card, sharing, scoring, open_boxes, keeps, listed, rows)
                if is_fair:
                    mean_keeps_fair(lattice, rows)
                else:
                    mean_keeps(lattice, rows)
                if left >= rerolls:
                    at = first[place] + (left - rerolls) * count + begin
                    for member in range(min(SIMD, count - begin)):
                        out[at + member] = rows[keeps - 1, member]


@kernel
def _score_or_keep(
    card: CardArrays,
    sharing: Sharing,
    scoring: Scoring,
    open_boxes: int,
    keeps: int,
    listed: Ints,
    rows: Floats,
) -> None:
    """Every roll: the best box to fill, or what its row holds already: the best keep."""
    make_combinations(card, sharing, scoring, keeps, rows)
    slots = scoring.counts[0]
    for roll in range(len(scoring.picks)):
        best = load_row(rows, roll)
        if card.matching[roll] < 0:
            picks = scoring.picks[roll]
            for slot in range(slots):
                best = larger(load_row(rows, picks[slot]), best)
        else:
            allowed, is_joker = joker_boxes(card, open_boxes, card.matching[roll])
            outcomes = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
            for place in range(list_boxes(allowed, listed)):
                best = larger(load_row(rows, keeps + outcomes[listed[place]]), best)
        store_row(rows, roll, best)


@kernel
def climb_state(
    lattice: LatticeArrays,
    card: CardArrays,
    values: Floats,
    open_boxes: int,
    member: int,
    worth: Floats,
    level: Floats,
    best: Floats,
) -> None:
    """The ladder of one card: what its choices are worth with 0, 1, 2, ... rerolls left.

    worth (rungs, outcomes): of ending the turn; level (rungs, keeps): of keeps, the rerolls left after
    the coming roll; best (keeps,) is scratch. values and card.base as in `solve_saved`.
    """
    faces, boxes = lattice.more.shape[1], len(card.is_upper)
    for box in range(boxes):
        if open_boxes >> box & 1:
            size = group_size(card, open_boxes & ~(1 << box))
            for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                gain, after = write(card, open_boxes, member, box, outcome)
                for left in range(len(worth)):
                    worth[left, outcome] = card.sign * gain + values[after + left * size]
    for left in range(len(level)):
        if left > 0:
            for place in range(len(lattice.climb)):
                keep = lattice.climb[place]
                for step in range(lattice.fewer_start[place], lattice.fewer_start[place + 1]):
                    best[keep] = max(best[keep], best[lattice.fewer[step]])
        for roll in range(lattice.rolls):
            allowed, outcomes = open_boxes, card.outcome_of[roll]
            if card.matching[roll] >= 0:
                allowed, is_joker = joker_boxes(card, open_boxes, card.matching[roll])
                if is_joker:
                    outcomes = card.joker_outcome[roll]
            most = best[roll] if left > 0 else -np.inf
            for box in range(boxes):
                if allowed >> box & 1:
                    most = max(most, worth[left, outcomes[box]])
            best[roll] = most
        for keep in range(lattice.rolls, lattice.keeps):
            place = keep - lattice.rolls
            total = 0.0
            for face in range(faces):
                total += best[lattice.more[place, face]] * lattice.face_weight[place, face]
            best[keep] = total * lattice.face_share[place]
        copy(best, level[left])


@kernel
def play_saved_turn(
    lattice: LatticeArrays,
    card: CardArrays,
    moved: CardArrays,
    rerolls: int,
    values: Floats,
    tie: float,
    rng: Generator,
    order: Ints64,
    states: Ints64,
    open_boxes: Ints64,
    saved: Ints64,
    scores: Ints64,
    extras: Ints64,
    paid: Floats,
) -> None:
    """One turn of best play of the games in `order`, those of one card together.

    moved: the card whose base is where in `values` those of a set of open boxes begin; the others as
    in `play_turn`, and saved (games,) is carried on too.
    """
    boxes, keeps, is_fair = len(card.is_upper), lattice.keeps, is_fair_lattice(lattice)
    most = 0
    for game in order:
        most = max(most, rerolls + saved[game])
    worth, level = np.empty((most + 1, len(card.outcome_points))), np.empty((most, keeps))
    best = np.empty(keeps)
    last, rungs = np.int64(-1), np.int64(-1)
    for game in order:
        mask, left = open_boxes[game], rerolls + saved[game]
        if states[game] != last or left > rungs:
            last, rungs = states[game], left
            member = states[game] - card.base[mask]
            climb_state(lattice, moved, values, mask, member, worth[: left + 1], level[:left], best)
        keep, outcome = keeps - 1, -1
        while outcome < 0:
            roll = roll_dice(lattice, keep, is_fair, rng)
            allowed, outcomes = mask, card.outcome_of[roll]
            if card.matching[roll] >= 0:
                allowed, is_joker = joker_boxes(card, mask, card.matching[roll])
                if is_joker:
                    outcomes = card.joker_outcome[roll]
            top, first = -np.inf, lattice.within_start[roll]
            for box in range(boxes):
                if allowed >> box & 1:
                    top = max(top, worth[left, outcomes[box]])
            if left > 0:
                for place in range(first, lattice.within_start[roll + 1]):
                    top = max(top, level[left - 1, lattice.within[place]])
            for box in range(boxes - 1, -1, -1):
                if allowed >> box & 1 and worth[left, outcomes[box]] >= top - tie:
                    outcome = outcomes[box]
            if outcome < 0:
                place = first
                while level[left - 1, lattice.within[place]] < top - tie:
                    place += 1
                keep = lattice.within[place]
                left -= 1
        write_game(card, outcome, game, states, open_boxes, scores, extras, paid)
        saved[game] = left
