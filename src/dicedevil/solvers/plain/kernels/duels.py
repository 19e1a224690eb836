"""Matches of two as pairs of states: which pairs come up, and the chance of whoever is to move.

A pair is the mover's state i and the other's state j, at i * S + j; its row has a chance for every lead
of the mover that can have come up and does not decide the match. Each choice brings the mover fewer
rolls to come, so pairs are worked through by the rolls of both players together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class Alone(NamedTuple):
    """One player's game, for S states, R rolls and E choices in all."""

    state_rolls: Ints  # int64[S+1]
    roll_weight: Floats  # float64[R]
    roll_edges: Ints  # int64[R+1]
    edge_points: Ints  # int64[E]: more is better
    edge_next: NDArray[np.int32]  # int32[E]
    edge_ends: Bools  # bool[E]: whether the turn ends with it
    over: Bools  # bool[S]
    fewest: Ints  # int64[S]: points made so far, at least
    most: Ints  # int64[S]
    lowest: Ints  # int64[S]: points to come, at least
    highest: Ints  # int64[S]


@kernel
def points_so_far(alone: Alone, order: Ints, fewest: Ints, most: Ints) -> None:
    """The fewest and most points with which each state is reached; `order` has successors first."""
    for at in range(order.size - 1, -1, -1):
        state = order[at]
        first = alone.roll_edges[alone.state_rolls[state]]
        last = alone.roll_edges[alone.state_rolls[state + 1]]
        for edge in range(first, last):
            after, points = alone.edge_next[edge], alone.edge_points[edge]
            fewest[after] = min(fewest[after], fewest[state] + points)
            most[after] = max(most[after], most[state] + points)


@kernel
def mark_pairs(alone: Alone, mine: Ints, theirs: Ints, met: Bools) -> None:
    """Mark the pairs that follow those of these states which are met."""
    states = alone.over.size
    for i in mine:
        first = alone.roll_edges[alone.state_rolls[i]]
        last = alone.roll_edges[alone.state_rolls[i + 1]]
        for j in theirs:
            if not met[i * states + j]:
                continue
            for edge in range(first, last):
                after = alone.edge_next[edge]
                if alone.edge_ends[edge] and not alone.over[j]:
                    met[j * states + after] = True
                else:
                    met[after * states + j] = True


@kernel
def lead_range(alone: Alone, i: int, j: int) -> tuple[int, int]:
    """The leads of the mover that can have come up and leave the match open."""
    low = max(alone.fewest[i] - alone.most[j], alone.lowest[j] - alone.highest[i])
    high = min(alone.most[i] - alone.fewest[j], alone.highest[j] - alone.lowest[i])
    return low, high


@kernel
def count_leads(alone: Alone, met: Bools, row_start: Ints) -> None:
    """Say where the row of each pair begins; a pair that is not met, or decided, has none."""
    states = alone.over.size
    place = 0
    for i in range(states):
        for j in range(states):
            pair = i * states + j
            row_start[pair] = place
            if met[pair] and not alone.over[i]:
                low, high = lead_range(alone, i, j)
                place += max(0, high - low + 1)
    row_start[states * states] = place


@kernel
def chance_at(alone: Alone, row_start: Ints, chances: Floats, i: int, j: int, lead: int) -> float:
    """The chance of the mover."""
    if lead > alone.highest[j] - alone.lowest[i]:
        return 1.0
    if lead < alone.lowest[j] - alone.highest[i]:
        return 0.0
    if alone.over[i] and alone.over[j]:
        return 0.5
    low, _ = lead_range(alone, i, j)
    return float(chances[row_start[i * alone.over.size + j] + lead - low])


@kernel
def solve_duels(
    alone: Alone, mine: Ints, theirs: Ints, row_start: Ints, met: Bools, chances: Floats
) -> int:
    """Fill the rows of pairs of these states, given what follows; returns how many choices that is."""
    states, asked = alone.over.size, 0
    for i in mine:
        first, last = alone.state_rolls[i], alone.state_rolls[i + 1]
        choices = alone.roll_edges[last] - alone.roll_edges[first]
        for j in theirs:
            pair = i * states + j
            if not met[pair] or row_start[pair] == row_start[pair + 1]:
                continue
            low, high = lead_range(alone, i, j)
            for lead in range(low, high + 1):
                total = 0.0
                weights = 0.0
                for roll in range(first, last):
                    best = -1.0
                    for edge in range(alone.roll_edges[roll], alone.roll_edges[roll + 1]):
                        after, then = alone.edge_next[edge], lead + alone.edge_points[edge]
                        if alone.edge_ends[edge] and not alone.over[j]:
                            chance = 1.0 - chance_at(alone, row_start, chances, j, after, -then)
                        else:
                            chance = chance_at(alone, row_start, chances, after, j, then)
                        best = max(best, chance)
                    total += alone.roll_weight[roll] * best
                    weights += alone.roll_weight[roll]
                chances[row_start[pair] + lead - low] = total / weights
            asked += choices * (high - low + 1)
    return asked


@kernel
def tie_at(alone: Alone, row_start: Ints, ties: Floats, i: int, j: int, lead: int) -> float:
    """The chance that the match is tied in the end."""
    if lead > alone.highest[j] - alone.lowest[i] or lead < alone.lowest[j] - alone.highest[i]:
        return 0.0
    if alone.over[i] and alone.over[j]:
        return 1.0
    low, _ = lead_range(alone, i, j)
    return float(ties[row_start[i * alone.over.size + j] + lead - low])


@kernel
def tie_duels(
    alone: Alone,
    mine: Ints,
    theirs: Ints,
    row_start: Ints,
    met: Bools,
    chances: Floats,
    tie: float,
    ties: Floats,
) -> None:
    """Fill the rows of `ties` for pairs of these states: the first choice within `tie` is taken."""
    states = alone.over.size
    for i in mine:
        first, last = alone.state_rolls[i], alone.state_rolls[i + 1]
        for j in theirs:
            pair = i * states + j
            if not met[pair] or row_start[pair] == row_start[pair + 1]:
                continue
            low, high = lead_range(alone, i, j)
            for lead in range(low, high + 1):
                total = 0.0
                weights = 0.0
                for roll in range(first, last):
                    best, tied = -1.0, 0.0
                    for edge in range(alone.roll_edges[roll], alone.roll_edges[roll + 1]):
                        after, then = alone.edge_next[edge], lead + alone.edge_points[edge]
                        if alone.edge_ends[edge] and not alone.over[j]:
                            chance = 1.0 - chance_at(alone, row_start, chances, j, after, -then)
                            if chance > best + tie:
                                best, tied = chance, tie_at(alone, row_start, ties, j, after, -then)
                        else:
                            chance = chance_at(alone, row_start, chances, after, j, then)
                            if chance > best + tie:
                                best, tied = chance, tie_at(alone, row_start, ties, after, j, then)
                    total += alone.roll_weight[roll] * tied
                    weights += alone.roll_weight[roll]
                ties[row_start[pair] + lead - low] = total / weights
