"""A board of columns as flat arrays, for kernels.

Sets of columns that have a neutral marker are bits of a whole number, and are listed with the largest
sets first: a set leads to itself and to larger ones only. With all neutral markers placed, what a roll
can do depends on the set and on how many spaces (none, one, more) each of its columns has left: rolls
that can do the same are gathered, for each of these cases once.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product

import numpy as np

from dicedevil.families.columns import Columns
from dicedevil.families.columns.board import Pair
from dicedevil.solvers.columns.kernels.turn import BoardArrays

ROOM = 3
"""Cases of a column: no space left, one, two or more."""


def step_kinds(markers: int) -> list[tuple[int, ...]]:
    """Return the ways to advance in some columns, by their places: one, two different, one twice."""
    places = range(markers)
    return [
        *((one,) for one in places),
        *combinations(places, 2),
        *((one, one) for one in places),
    ]


@lru_cache(16)
def board_arrays(board: Columns) -> BoardArrays:
    """Return the arrays of a board."""
    count, neutral = len(board.names), min(board.neutral, len(board.names))
    sets = [
        sum(1 << place for place in marked)
        for size in range(neutral, -1, -1)
        for marked in combinations(range(count), size)
    ]
    members = np.full((len(sets), max(neutral, 1)), -1, np.int64)
    place_of = np.full(1 << count, -1, np.int64)
    for place, bits in enumerate(sets):
        inside = [one for one in range(count) if bits >> one & 1]
        members[place, : len(inside)] = inside
        place_of[bits] = place
    pairs = {(a, b): k for k, (a, b) in enumerate(_sums(count))}
    rolls = [
        [pairs[one - 2, other - 2] for one, other in pairing] for pairing in board.pairings.values()
    ]
    full = sum(len(np.flatnonzero(row >= 0)) == neutral for row in members)
    case_start, weights, choice_start, kinds = _cases(board, members[:full])
    total = float(board.total_weight)
    known = np.concatenate(([0], np.cumsum(weights)))[case_start]
    return BoardArrays(
        columns=count,
        neutral=neutral,
        full=full,
        length=np.array(board.lengths, np.int64),
        place=np.array(board.places, np.int64),
        members=members,
        sizes=(members >= 0).sum(axis=1).astype(np.int64),
        set_place=place_of,
        pair=np.array(list(pairs), np.int64),
        roll_prob=np.array(list(board.rolls.values())) / total,
        roll_start=np.cumsum([0, *map(len, rolls)]).astype(np.int64),
        roll_pair=np.array([pair for roll in rolls for pair in roll], np.int64),
        case_start=case_start,
        case_prob=weights / total,
        case_lost=(total - np.diff(known)) / total,
        choice_start=choice_start,
        choice_kind=kinds,
        kind=_as_rows(step_kinds(neutral)),
    )


def _sums(count: int) -> list[Pair]:
    return [(one, other) for one in range(count) for other in range(one, count)]


def _as_rows(kinds: list[tuple[int, ...]]) -> np.ndarray:
    """Return both places of every kind of step; -1 where there is one only."""
    return np.array([(*kind, -1)[:2] for kind in kinds], np.int64)


def _cases(board: Columns, members: np.ndarray) -> tuple[np.ndarray, ...]:
    """Gather, for every full set and every case of room, the rolls that can do the same."""
    neutral = members.shape[1]
    number = {kind: place for place, kind in enumerate(step_kinds(neutral))}
    case_start, weights, choice_start, kinds = [0], list[int](), [0], list[int]()
    for row in members.tolist():
        place_of = {column + 2: place for place, column in enumerate(row)}
        inside = [
            ([(place_of.get(one), place_of.get(other)) for one, other in pairing], weight)
            for (roll, pairing), weight in zip(
                board.pairings.items(), board.rolls.values(), strict=True
            )
        ]
        for rooms in product(range(ROOM), repeat=neutral):
            gathered: dict[tuple[int, ...], int] = {}
            for pairing, weight in inside:
                found = {number[kind] for pair in pairing for kind in _kinds(pair, rooms)}
                if found:
                    key = tuple(sorted(found))
                    gathered[key] = gathered.get(key, 0) + weight
            for key, weight in sorted(gathered.items()):
                weights.append(weight)
                kinds.extend(key)
                choice_start.append(len(kinds))
            case_start.append(len(weights))
    return (
        np.array(case_start, np.int64),
        np.array(weights, np.float64),
        np.array(choice_start, np.int64),
        np.array(kinds, np.int64),
    )


def _kinds(pair: tuple[int | None, int | None], rooms: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return what two sums can do where all neutral markers are placed; None is a column without."""
    able = [place for place in pair if place is not None and rooms[place]]
    if len(able) == 2 and able[0] == able[1]:
        return [(able[0], able[0]) if rooms[able[0]] > 1 else (able[0],)]
    return [tuple(sorted(able))] if able else []
