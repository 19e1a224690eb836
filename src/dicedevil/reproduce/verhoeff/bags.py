"""Bags of dice: classes, subbags, completions, and the number of ways through a turn.

A bag is a roll in which only the values count, a class the bags with the same multiplicities: 5 2 2
and 6 1 1 are both "2 1". Everything is counted by listing, over six values and up to five dice; the
paper's formulas stand beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import cast

from dicedevil.dice import Roll
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.games import game as game_named
from dicedevil.reproduce.verhoeff.printed import CLASSES

CARD = cast(KeepRerollGame, game_named("yahtzee")).card
DICE, VALUES = len(CARD.dice.dice), len(CARD.dice.dice[0].faces)
ALL_CLASSES = CLASSES.split("|")
FULL_CLASSES = ALL_CLASSES[:7]
"""The classes of all five dice."""

Matrix = list[list[int]]


def bag_class(bag: Roll) -> str:
    """Return the multiplicities of a bag, largest first: "3 1 1"; "0" for the empty bag."""
    return " ".join(str(m) for m in multiplicities(bag)) or "0"


def multiplicities(bag: Roll) -> list[int]:
    """Return how often each value in a bag occurs, largest first."""
    return sorted(Counter(bag).values(), reverse=True)


@cache
def bags(size: int) -> tuple[Roll, ...]:
    """Return all bags of so many dice."""
    return tuple(combinations_with_replacement(range(1, VALUES + 1), size))


@cache
def members(name: str) -> tuple[Roll, ...]:
    """Return all bags of a class."""
    size = sum(map(int, name.split()))
    return tuple(bag for bag in bags(size) if bag_class(bag) == name)


def subbags(bag: Roll) -> set[Roll]:
    """Return everything that can be kept of a bag, each bag once."""
    return {kept for size in range(len(bag) + 1) for kept in combinations(bag, size)}


def completions(bag: Roll) -> Iterator[Roll]:
    """Yield the bags of five dice that rolling the missing dice can make of a bag, each once."""
    for rolled in bags(DICE - len(bag)):
        yield tuple(sorted(bag + rolled))


@cache
def lists() -> dict[Roll, int]:
    """Return the number of lists (dice told apart) of each bag of five dice."""
    return CARD.dice.rolls()


def subbag_classes(name: str) -> Counter[str]:
    """Return how many subbags of each class a bag of this class has."""
    return Counter(map(bag_class, subbags(members(name)[0])))


def completion_classes(name: str) -> Counter[str]:
    """Return in how many ways a bag of this class is completed to each class of five dice."""
    return Counter(map(bag_class, completions(members(name)[0])))


def lists_by_formula(name: str) -> int:
    """Equation 10: the ways to order the values of a bag."""
    return factorial(DICE) // prod(factorial(int(m)) for m in name.split())


def bags_by_formula(name: str) -> int:
    """Equation 11: the ways to hand the multiplicities to the values."""
    return factorial(VALUES) // prod(map(factorial, occurrence_counts(name)))


def occurrence_counts(name: str) -> list[int]:
    """Return the paper's n: how many values occur 0, 1, ... 5 times."""
    held = Counter(map(int, name.split()))
    held[0] = VALUES - len(name.split())
    return [held[times] for times in range(DICE + 1)]


def subbag_matrix() -> Matrix:
    """Table 8 without its total: a row for each class of five dice, a column for each class."""
    return [[subbag_classes(full)[name] for name in ALL_CLASSES] for full in FULL_CLASSES]


def completion_matrix() -> Matrix:
    """Table 9 without # and total: a row for each class, a column for each class of five dice."""
    return [[completion_classes(name)[full] for full in FULL_CLASSES] for name in ALL_CLASSES]


def product(left: Matrix, right: Matrix) -> Matrix:
    """Multiply two matrices of whole numbers."""
    columns = list(zip(*right, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left
    ]


def orders_that_fit() -> list[str]:
    """Equation 13: the orders in which e, subbags A, completions B and u can be multiplied."""
    shapes = {"A": subbag_matrix(), "B": completion_matrix()}
    classes = len(ALL_CLASSES)

    def fits(order: str) -> bool:
        width = classes
        for name in order:
            if len(shapes[name]) != width:
                return False
            width = len(shapes[name][0])
        return width == len(FULL_CLASSES)

    return [f"e {a} ({b} {a})^m u" for a, b in ("AB", "BA") if fits(f"{a}{b}{a}")]


def assembly_by_matrices(attempts: int) -> int:
    """Equation 13, with completions and subbags in the order that fits: e B (A B)^m u."""
    keeps, rolls = subbag_matrix(), completion_matrix()
    reached = product([[0] * (len(ALL_CLASSES) - 1) + [1]], rolls)
    for _ in range(attempts):
        reached = product(product(reached, keeps), rolls)
    return sum(reached[0])


def assembly_by_listing(attempts: int) -> int:
    """Count the same way without classes: a roll, then a keep and what it can become, each time."""
    ways = Counter(dict.fromkeys(bags(DICE), 1))
    for _ in range(attempts):
        kept: Counter[Roll] = Counter()
        for roll, count in ways.items():
            for keep in subbags(roll):
                kept[keep] += count
        ways = Counter()
        for keep, count in kept.items():
            for roll in completions(keep):
                ways[roll] += count
    return sum(ways.values())
