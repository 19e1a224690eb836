"""Numba kernel of a judged turn: arrays in, arrays out, nothing checked.

A typical player takes the turn; at every roll that can come up, each player in question is asked for a
move, and what the best one is worth more counts with the chance of that roll.
"""

from __future__ import annotations

import numpy as np

from dicedevil.objectives import TIE
from dicedevil.solvers.cards.alike import OpenTurn
from dicedevil.solvers.cards.lattice import Floats, Ints, LatticeArrays
from dicedevil.solvers.machine import kernel
from dicedevil.solvers.simd import copy


@kernel
def judge_turn(
    turn: OpenTurn, kept: Floats, ended: Floats, sharpness: float, noise: float, found: Floats,
    ends: Floats,
) -> None:  # fmt: skip
    """Value columns of a turn: the truth, the typical player, then all who are asked.

    kept (columns, rerolls, keeps) and ended (columns, ways to write): what they make of every move.
    found (asked, 2): the errors of all moves together and how many are not the best, in the mean.
    ends (ways to write,): how likely a typical player ends the turn so.
    """
    lattice, rerolls = turn.lattice, kept.shape[1]
    reached, flow = np.zeros(lattice.rolls), np.zeros(lattice.keeps)
    weights = np.empty(lattice.keeps)
    found[:] = 0.0
    ends[:] = 0.0
    copy(lattice.roll_prob, reached)
    for left in range(rerolls - 1, -1, -1):
        flow[:] = 0.0
        for roll in range(lattice.rolls):
            if reached[roll] > 0.0:
                moves = lattice.within[lattice.within_start[roll] : lattice.within_start[roll + 1]]
                _judge(kept[:, left], moves, reached[roll], sharpness, noise, weights, found)
                for place in range(len(moves)):
                    flow[moves[place]] += weights[place]
        _roll_on(lattice, flow)
        copy(flow[: lattice.rolls], reached)
    for roll in range(lattice.rolls):
        if reached[roll] > 0.0:
            moves = turn.picks[turn.pick_start[roll] : turn.pick_start[roll + 1]]
            _judge(ended, moves, reached[roll], sharpness, noise, weights, found)
            for place in range(len(moves)):
                ends[moves[place]] += weights[place]


@kernel
def _roll_on(lattice: LatticeArrays, flow: Floats) -> None:
    """From every keep to the rolls it can become, small keeps first."""
    for place in range(len(lattice.more) - 1, -1, -1):
        here = flow[lattice.rolls + place] * lattice.face_share[place]
        if here > 0.0:
            for face in range(lattice.more.shape[1]):
                flow[lattice.more[place, face]] += here * lattice.face_weight[place, face]


@kernel
def _judge(
    values: Floats, moves: Ints, chance: float, sharpness: float, noise: float, weights: Floats,
    found: Floats,
) -> None:  # fmt: skip
    """One decision: what everybody gives away, and how the typical player's chance is shared out."""
    truth, typical = values[0], values[1]
    most, liked = truth[moves[0]], typical[moves[0]]
    for place in range(1, len(moves)):
        most = max(most, truth[moves[place]])
        liked = max(liked, typical[moves[place]])
    total = 0.0
    for place in range(len(moves)):
        weights[place] = np.exp(sharpness * (typical[moves[place]] - liked))
        total += weights[place]
    for place in range(len(moves)):
        weights[place] *= chance / total
    for who in range(len(found)):
        mine = values[2 + who]
        best, enough = moves[0], mine[moves[0]] + TIE
        for place in range(1, len(moves)):
            if mine[moves[place]] > enough:
                best, enough = moves[place], mine[moves[place]] + TIE
        error = most - truth[best]
        if error > noise:
            found[who, 0] += chance * error
            found[who, 1] += chance
