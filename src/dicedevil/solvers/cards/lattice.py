"""The lattice of kept dice: every multiset of at most all dice, and the steps between them.

Order, said once and used everywhere: more dice first, then low faces first. So the rolls (all dice
kept) come first and the empty keep comes last, adding a die always leads to a smaller number, and
of two equally good keeps the one that comes first is chosen: "do not roll if it does not matter".

Dice that are alike cannot be told apart: a keep is a multiset (the Bag Model of Verhoeff 1999). Dice
loaded each in its own way must be: a keep then has a place for every die (the List Model).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.dice import Dice, Die, Roll
from dicedevil.errors import RulesError
from dicedevil.families.cards.card import NOT_KEPT, ScoreCard

Keep = tuple[int, ...]
Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


class LatticeArrays(NamedTuple):
    """What the kernels read of a lattice."""

    rolls: int
    keeps: int
    more: Ints  # (keeps - rolls, faces): the keep with one die of that face added
    climb: Ints  # (keeps - 1,): keeps from small to large, like shapes together for the branches
    fewer_start: Ints  # (keeps,): where the part of `fewer` for climb[place] begins
    fewer: Ints  # the keeps with one die less, each once
    within_start: Ints  # (rolls + 1,)
    within: Ints  # the keeps inside a roll, in order, each once
    face_weight: Floats  # (keeps - rolls, faces): of the die that is added
    face_share: Floats  # (keeps - rolls,): 1 / the sum of its weights
    roll_prob: Floats  # (rolls,)


class Lattice(ABC):
    """All keeps of some dice: what can be kept, and what one die more or less makes of it."""

    keeps: tuple[Keep, ...]
    roll_weights: tuple[int, ...]
    """In how many of `roll_ways` equally likely ways each roll falls."""
    roll_ways: int
    nothing: Keep
    """The keep without any die."""

    def __init__(self, dice: int, faces: tuple[int, ...]) -> None:
        self.dice = dice
        self.faces = faces

    @abstractmethod
    def with_face(self, keep: Keep, face: int) -> Keep:
        """Return the keep with one die more."""

    @abstractmethod
    def with_one_less(self, keep: Keep) -> set[Keep]:
        """Return the keeps with one die less."""

    @abstractmethod
    def next_weights(self, keep: Keep) -> tuple[int, ...]:
        """Return the weight of every face of the die that is added to a keep."""

    @abstractmethod
    def kept(self, keep: Keep) -> int:
        """Return how many dice are kept."""

    @cached_property
    def number(self) -> dict[Keep, int]:
        """The place of every keep."""
        return {keep: number for number, keep in enumerate(self.keeps)}

    @cached_property
    def rolls(self) -> tuple[Roll, ...]:
        """All dice kept."""
        return self.keeps[: len(self.roll_weights)]

    @cached_property
    def sizes(self) -> list[tuple[int, int]]:
        """The keeps of each number of dice, most dice first: from, to."""
        kept = [self.kept(keep) for keep in self.keeps]
        starts = [kept.index(size) for size in range(self.dice, -1, -1)]
        return list(zip(starts, [*starts[1:], len(kept)], strict=True))

    @cached_property
    def arrays(self) -> LatticeArrays:
        """The lattice as the kernels read it."""
        rolls, keeps, number = len(self.rolls), self.keeps, self.number
        open_keeps = keeps[rolls:]
        more = [[number[self.with_face(keep, face)] for face in self.faces] for keep in open_keeps]
        fewer = [sorted(number[less] for less in self.with_one_less(keep)) for keep in keeps]
        climb = sorted(range(len(keeps) - 1), key=lambda k: (self.kept(keeps[k]), len(fewer[k])))
        within = _within(rolls, fewer)
        weights = [self.next_weights(keep) for keep in open_keeps]
        return LatticeArrays(
            rolls=rolls,
            keeps=len(keeps),
            more=np.array(more, dtype=np.int32),
            climb=np.array(climb, dtype=np.int32),
            fewer_start=_starts([fewer[keep] for keep in climb]),
            fewer=_flat([fewer[keep] for keep in climb]),
            within_start=_starts(within),
            within=_flat(within),
            face_weight=np.array(weights, dtype=np.float64),
            face_share=np.array([1.0 / sum(weight) for weight in weights]),
            roll_prob=np.array([weight / self.roll_ways for weight in self.roll_weights]),
        )


class BagLattice(Lattice):
    """Dice that cannot be told apart: keeps are multisets, 462 of them for five dice."""

    nothing = ()

    def __init__(self, dice: Dice) -> None:
        if len(set(dice.dice)) > 1:
            raise RulesError(f"{dice} are not alike: which of them is kept matters (the List Model).")
        weight_of = dict(dice.dice[0].weights)
        size, faces = len(dice.dice), tuple(weight_of)
        super().__init__(size, faces)
        self.weights = tuple(weight_of.values())
        self.keeps = tuple(
            keep for kept in range(size, -1, -1) for keep in combinations_with_replacement(faces, kept)
        )
        self.roll_ways = sum(self.weights) ** size
        self.roll_weights = tuple(
            factorial(size)
            // prod(factorial(roll.count(face)) for face in faces)
            * prod(weight_of[face] for face in roll)
            for roll in combinations_with_replacement(faces, size)
        )

    def with_face(self, keep: Keep, face: int) -> Keep:
        """Return the keep with one die more."""
        return tuple(sorted((*keep, face)))

    def with_one_less(self, keep: Keep) -> set[Keep]:
        """Return the keeps with one die less."""
        return {keep[:place] + keep[place + 1 :] for place in range(len(keep))}

    def next_weights(self, keep: Keep) -> tuple[int, ...]:
        """All dice are the same."""
        return self.weights

    def kept(self, keep: Keep) -> int:
        """Return how many dice are kept."""
        return len(keep)


class ListLattice(Lattice):
    """Dice told apart, each loaded in its own way: a keep has a face or NOT_KEPT for each die.

    A face that a die does not have weighs nothing; keeps with it are listed but never met.
    """

    def __init__(self, dice: Dice) -> None:
        faces = tuple(sorted({face for die in dice.dice for face in die.faces}))
        if faces[0] < 0:
            raise RulesError(f"Dice that are told apart have faces of 0 or more, not {faces[0]}.")
        super().__init__(len(dice), faces)
        self.weights = [_all_weights(die, faces) for die in dice.dice]
        every = product((*faces, NOT_KEPT), repeat=len(dice))
        self.keeps = tuple(sorted(every, key=lambda keep: keep.count(NOT_KEPT)))
        self.nothing = (NOT_KEPT,) * len(dice)
        self.roll_ways = dice.total_weight
        self.roll_weights = tuple(prod(weights) for weights in product(*self.weights))

    def with_face(self, keep: Keep, face: int) -> Keep:
        """Fill the first free place."""
        place = keep.index(NOT_KEPT)
        return (*keep[:place], face, *keep[place + 1 :])

    def with_one_less(self, keep: Keep) -> set[Keep]:
        """Free any one place."""
        return {
            (*keep[:place], NOT_KEPT, *keep[place + 1 :])
            for place, face in enumerate(keep)
            if face != NOT_KEPT
        }

    def next_weights(self, keep: Keep) -> tuple[int, ...]:
        """Return the weights of the die in the first free place."""
        return self.weights[keep.index(NOT_KEPT)]

    def kept(self, keep: Keep) -> int:
        """Return how many dice are kept."""
        return len(keep) - keep.count(NOT_KEPT)


def lattice(card: ScoreCard) -> Lattice:
    """Return the lattice of a card's dice, built once."""
    card.require_few_keeps()
    return _list_lattice(card.dice) if card.tells_dice_apart else _bag_lattice(card.dice)


_bag_lattice = lru_cache(maxsize=8)(BagLattice)
_list_lattice = lru_cache(maxsize=2)(ListLattice)


def _all_weights(die: Die, faces: tuple[int, ...]) -> tuple[int, ...]:
    weight_of = dict(die.weights)
    return tuple(weight_of.get(face, 0) for face in faces)


def _within(rolls: int, fewer: list[list[int]]) -> list[list[int]]:
    """The keeps inside each roll: itself, and whatever is inside it with one die less."""
    inside: list[set[int]] = [set() for _ in fewer]
    for keep in range(len(fewer) - 1, -1, -1):
        inside[keep] = {keep}.union(*(inside[less] for less in fewer[keep]))
    return [sorted(inside[roll]) for roll in range(rolls)]


def _starts(rows: list[list[int]]) -> Ints:
    return np.concatenate(([0], np.cumsum([len(row) for row in rows]))).astype(np.int32)


def _flat(rows: list[list[int]]) -> Ints:
    return np.array([item for row in rows for item in row], dtype=np.int32)
