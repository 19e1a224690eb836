"""Keeps that come to the same while only some boxes are open, and the smaller lattice they make.

With only the box for sixes open, nothing matters of the kept dice but how many they are and how many of
them are sixes: 21 keeps instead of 462. Two rolls are alike if they may be written in the same ways and
the keeps inside them are alike; two other keeps if each die more leads to alike keeps, equally often,
and the keeps inside them are alike. Alike keeps have equal values, whatever else the card holds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.families.cards.card import joker_boxes
from dicedevil.solvers.cards.lattice import Ints, LatticeArrays
from dicedevil.solvers.cards.states import Encoding

NOTHING = -1
"""Fills the rows of tables whose rows differ in length."""


class OpenTurn(NamedTuple):
    """A turn with some boxes open: the keeps that differ, and how rolls are written."""

    lattice: LatticeArrays  # one keep for all that are alike
    outcomes: Ints  # (ways to write,): numbers of the card's outcomes
    pick_start: Ints  # (rolls + 1,)
    picks: Ints  # by roll: places in `outcomes`, one a box that may be filled


@lru_cache(maxsize=1024)
def open_turn(encoded: Encoding, open_boxes: int, holds_points: bool) -> OpenTurn:
    """Return the turn with these boxes open, the Yahtzee box holding points or not."""
    written = ways_to_write(encoded, open_boxes, holds_points)
    arrays = encoded.lattice.arrays
    of = _alike(encoded, written)
    first = np.unique(of, return_index=True)[1]
    lattice = _merged(arrays, of, first)
    outcomes = open_outcomes(encoded, open_boxes, holds_points)
    place = {outcome: number for number, outcome in enumerate(outcomes.tolist())}
    picks = [[place[outcome] for outcome in written[roll]] for roll in first[: lattice.rolls].tolist()]
    return OpenTurn(
        lattice,
        outcomes,
        _starts([len(ways) for ways in picks]),
        np.array([one for ways in picks for one in ways], dtype=np.int32),
    )


@lru_cache(maxsize=1 << 15)
def open_outcomes(encoded: Encoding, open_boxes: int, holds_points: bool) -> Ints:
    """Return all that can be written, as numbers of the card's outcomes."""
    written = ways_to_write(encoded, open_boxes, holds_points)
    return np.array(sorted({outcome for ways in written for outcome in ways}), dtype=np.int32)


def ways_to_write(encoded: Encoding, open_boxes: int, holds_points: bool) -> list[tuple[int, ...]]:
    """Return, by roll, the outcomes that may be written."""
    card = encoded.arrays
    boxes = [box for box in range(len(card.is_upper)) if open_boxes >> box & 1]
    written = [tuple(ways) for ways in card.outcome_of[:, boxes].tolist()]
    for roll in np.flatnonzero(card.matching >= 0).tolist():
        allowed, is_joker = joker_boxes(card, open_boxes, int(card.matching[roll]))
        outcomes = card.joker_outcome[roll] if is_joker else card.outcome_of[roll]
        written[roll] = tuple(int(outcomes[box]) for box in boxes if allowed >> box & 1)
    same = _same(encoded, open_boxes, holds_points)
    return [tuple(same[outcome] for outcome in ways) for ways in written]


def _same(encoded: Encoding, open_boxes: int, holds_points: bool) -> list[int]:
    """Return, by outcome, the first that writes as many points into the same box and earns as much."""
    card = encoded.arrays
    blocking = card.outcome_extra
    earns = holds_points & (blocking >= 0) & (open_boxes & blocking == 0)
    first: dict[tuple[int, int, bool], int] = {}
    written = zip(card.outcome_box.tolist(), card.outcome_points.tolist(), earns.tolist(), strict=True)
    return [first.setdefault(one, number) for number, one in enumerate(written)]


def _alike(encoded: Encoding, written: list[tuple[int, ...]]) -> NDArray[np.int64]:
    """Return, by keep, the number of those it is alike to; numbers rise with the first of each."""
    more, weight, fewer = _steps(encoded)
    rolls, keeps = len(written), encoded.lattice.arrays.keeps
    names: dict[tuple[int, ...], int] = {}
    of = np.empty(keeps, dtype=np.int64)
    of[:rolls] = [names.setdefault(ways, len(names)) for ways in written]
    for size, (start, stop) in enumerate(encoded.lattice.sizes[1:]):
        of[start:stop] = len(names) + size
    found, before = 0, -1
    while found != before:  # each pass tells more keeps apart, until none is left to be told
        looks = np.full((keeps, 1 + more.shape[1] + fewer.shape[1]), NOTHING, dtype=np.int64)
        looks[:, 0] = of
        after = np.where(weight > 0, of[more] * (1 + weight.max(initial=0)) + weight, NOTHING)
        looks[rolls:, 1 : 1 + more.shape[1]] = np.sort(after, axis=1)
        looks[:, 1 + more.shape[1] :] = _different(np.where(fewer >= 0, of[fewer], NOTHING))
        _, first, of = np.unique(looks, axis=0, return_index=True, return_inverse=True)
        rank = np.empty(len(first), dtype=np.int64)
        rank[np.argsort(first)] = np.arange(len(first))
        of = rank[of.reshape(-1)]
        found, before = len(first), found
    return of


@lru_cache(maxsize=8)
def _steps(encoded: Encoding) -> tuple[Ints, NDArray[np.int64], Ints]:
    """Return the steps of the lattice: one die more, the weight of each, and one die less."""
    arrays = encoded.lattice.arrays
    weight = np.unique(arrays.face_weight, return_inverse=True)[1].reshape(arrays.face_weight.shape)
    weight = np.where(arrays.face_weight > 0, weight + 1, 0)
    counts = np.diff(arrays.fewer_start)
    fewer = np.full((arrays.keeps, int(counts.max())), NOTHING, dtype=np.int32)
    for place, keep in enumerate(arrays.climb.tolist()):
        less = arrays.fewer[arrays.fewer_start[place] : arrays.fewer_start[place + 1]]
        fewer[keep, : len(less)] = less
    return arrays.more, weight, fewer


def _different(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return every row sorted, each number once."""
    numbers = np.sort(numbers, axis=1)
    numbers[:, 1:][numbers[:, 1:] == numbers[:, :-1]] = NOTHING
    return np.sort(numbers, axis=1)


def _merged(arrays: LatticeArrays, of: NDArray[np.int64], first: NDArray[np.int64]) -> LatticeArrays:
    """Return the lattice with one keep for all that are alike: the first of them."""
    rolls = int(of[: arrays.rolls].max()) + 1
    climb_place = np.full(arrays.keeps, NOTHING)
    climb_place[arrays.climb] = np.arange(len(arrays.climb))
    inside: list[list[int]] = []
    climb: list[int] = []
    # one of each, in the order of the whole lattice: small keeps first, like shapes together
    for keep in sorted(first[:-1].tolist(), key=lambda one: int(climb_place[one])):
        place = climb_place[keep]
        less = arrays.fewer[arrays.fewer_start[place] : arrays.fewer_start[place + 1]]
        climb.append(int(of[keep]))
        inside.append(sorted(set(of[less].tolist())))
    within = [
        sorted(set(of[arrays.within[arrays.within_start[k] : arrays.within_start[k + 1]]].tolist()))
        for k in first[:rolls].tolist()
    ]
    rest = first[rolls:] - arrays.rolls
    return LatticeArrays(
        rolls=rolls,
        keeps=len(first),
        more=np.ascontiguousarray(of[arrays.more[rest]], dtype=np.int32),
        climb=np.array(climb, dtype=np.int32),
        fewer_start=_starts([len(less) for less in inside]),
        fewer=np.array([one for less in inside for one in less], dtype=np.int32),
        within_start=_starts([len(keeps) for keeps in within]),
        within=np.array([one for keeps in within for one in keeps], dtype=np.int32),
        face_weight=np.ascontiguousarray(arrays.face_weight[rest]),
        face_share=np.ascontiguousarray(arrays.face_share[rest]),
        roll_prob=np.bincount(of[: arrays.rolls], arrays.roll_prob, rolls).astype(np.float64),
    )


def _starts(lengths: list[int]) -> Ints:
    return np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
