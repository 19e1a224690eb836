"""Numba kernel that values every move of many recorded games, and holds each against the rules.

One turn, walked backwards for one state at a time: what ends a turn is scattered all over the table, so
there is nothing to work on side by side. A choice is a number: a keep's own, or -1 - box.
"""

from __future__ import annotations

import numpy as np

from dicedevil.solvers.cards.kernels.turns import is_extra, joker_boxes, write
from dicedevil.solvers.cards.lattice import Floats, Ints, LatticeArrays
from dicedevil.solvers.cards.states import Bools, CardArrays, Ints64
from dicedevil.solvers.machine import kernel
from dicedevil.solvers.simd import copy


@kernel
def walk_state(
    lattice: LatticeArrays,
    card: CardArrays,
    values: Floats,
    open_boxes: int,
    member: int,
    worth: Floats,
    level: Floats,
    best: Floats,
) -> None:
    """What ending the turn is worth by outcome, and every keep by rerolls left after the coming roll.

    worth (outcomes,), level (rerolls, keeps); best (keeps,) is scratch.
    """
    for box in range(len(card.is_upper)):
        if open_boxes >> box & 1:
            for outcome in range(card.outcome_start[box], card.outcome_start[box + 1]):
                gain, after = write(card, open_boxes, member, box, outcome)
                worth[outcome] = card.sign * gain + values[after]
    for roll in range(lattice.rolls):
        allowed, outcomes = open_boxes, card.outcome_of[roll]
        if card.matching[roll] >= 0:
            allowed, is_joker = joker_boxes(card, open_boxes, card.matching[roll])
            if is_joker:
                outcomes = card.joker_outcome[roll]
        most = -np.inf
        for box in range(len(card.is_upper)):
            if allowed >> box & 1 and worth[outcomes[box]] > most:
                most = worth[outcomes[box]]
        best[roll] = most
    faces = lattice.more.shape[1]
    for left in range(len(level)):
        row = level[left]
        copy(best[: lattice.rolls], row)
        for keep in range(lattice.rolls, lattice.keeps):
            more, weight = lattice.more[keep - lattice.rolls], lattice.face_weight[keep - lattice.rolls]
            total = 0.0
            for face in range(faces):
                total += row[more[face]] * weight[face]
            row[keep] = total * lattice.face_share[keep - lattice.rolls]
        if left + 1 < len(level):
            copy(row, best)
            for place in range(len(lattice.climb)):
                keep = lattice.climb[place]
                most = best[keep]
                for step in range(lattice.fewer_start[place], lattice.fewer_start[place + 1]):
                    if best[lattice.fewer[step]] > most:
                        most = best[lattice.fewer[step]]
                best[keep] = most


@kernel
def value_moves(
    lattice: LatticeArrays,
    card: CardArrays,
    rerolls: int,
    values: Floats,
    tie: float,
    start: int,
    seats: Ints,
    first: Ints64,
    players: Ints,
    rolls: Ints,
    choices: Ints,
    is_legal: Bools,
    best: Floats,
    chosen: Floats,
    instead: Ints,
    options: Ints,
    paid: Ints,
    extra: Bools,
    totals: Ints64,
) -> None:
    """Every move of games that begin with empty cards.

    seats, is_legal (games,); first (games + 1,): where the moves of a game begin; all others (moves,).
    values are those of the table times card.sign, as are best and chosen, points so far included.
    options: how many choices there were; paid, extra: what was written, -1 for a keep; totals: the
    player's points after the move. Of a game that is not legal nothing else is told.
    """
    boxes = len(card.is_upper)
    worth, best_of = np.empty(len(card.outcome_points)), np.empty(lattice.keeps)
    level = np.empty((rerolls, lattice.keeps))
    nothing = lattice.keeps - 1
    for game in range(len(seats)):
        count = seats[game]
        opened = np.full(count, (1 << boxes) - 1)
        states, points = np.full(count, start), np.zeros(count, np.int64)
        seat, left, kept = 0, rerolls, nothing
        legal = True
        for move in range(first[game], first[game + 1]):
            roll, choice, mask = rolls[move], choices[move], opened[seat]
            if players[move] != seat or roll < 0 or mask == 0:
                legal = False
                break
            begin, stop = lattice.within_start[roll], lattice.within_start[roll + 1]
            holds_kept, holds_choice = False, False
            for place in range(begin, stop):
                holds_kept = holds_kept or lattice.within[place] == kept
                holds_choice = holds_choice or lattice.within[place] == choice
            if not holds_kept:
                legal = False
                break
            if left == rerolls:
                member = states[seat] - card.base[mask]
                walk_state(lattice, card, values, mask, member, worth, level, best_of)
            allowed, outcomes = mask, card.outcome_of[roll]
            if card.matching[roll] >= 0:
                allowed, is_joker = joker_boxes(card, mask, card.matching[roll])
                if is_joker:
                    outcomes = card.joker_outcome[roll]
            if choice >= 0:
                legal = left > 0 and holds_choice
            else:
                legal = choice >= -boxes and allowed >> (-1 - choice) & 1 != 0
            if not legal:
                break
            most, number = -np.inf, 0
            for box in range(boxes):
                if allowed >> box & 1:
                    number += 1
                    most = max(most, worth[outcomes[box]])
            if left > 0:
                number += stop - begin
                for place in range(begin, stop):
                    most = max(most, level[left - 1, lattice.within[place]])
            made = level[left - 1, choice] if choice >= 0 else worth[outcomes[-1 - choice]]
            better = choice
            if most - made <= tie:
                most = made
            else:
                better = nothing + 1
                for box in range(boxes):
                    if better > nothing and allowed >> box & 1 and most - worth[outcomes[box]] <= tie:
                        better = -1 - box
                for place in range(begin, stop):
                    keep = lattice.within[place]
                    if better > nothing and most - level[left - 1, keep] <= tie:
                        better = keep
            so_far = float(card.sign * points[seat])
            best[move], chosen[move], totals[move] = so_far + most, so_far + made, points[seat]
            instead[move], options[move], paid[move], extra[move] = better, number, -1, False
            if choice >= 0:
                kept = choice
                left -= 1
                continue
            outcome = outcomes[-1 - choice]
            member = states[seat] - card.base[mask]
            gain, after = write(card, mask, member, -1 - choice, outcome)
            paid[move] = card.outcome_points[outcome]
            holds_points = member >= card.classes[card.upper_open[mask]]
            extra[move] = holds_points and is_extra(card, mask, outcome)
            points[seat] += gain
            totals[move] = points[seat]
            states[seat] = after
            opened[seat] = mask & ~(1 << (-1 - choice))
            seat, left, kept = (seat + 1) % count, rerolls, nothing
        is_legal[game] = legal
