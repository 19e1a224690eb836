"""Dice that score together, sets of dice, and how many of them there may be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb

from dicedevil.dice import Die, Roll
from dicedevil.errors import RulesError, TooLarge, quoted

MOST_ROLLS = 20_000
"""How many different rolls of all dice may be listed."""
MOST_PICKED = 40_000_000
"""How many dice all sets that may be set aside may have together: a few seconds' work."""


@dataclass(frozen=True)
class Combination:
    """Dice that score together: `Combination((5, 5, 5), 500)`."""

    dice: Roll
    points: int

    def __post_init__(self) -> None:
        """Sort the dice; refuse a combination of no dice or of no points."""
        object.__setattr__(self, "dice", tuple(sorted(self.dice)))
        if not self.dice:
            raise RulesError("A combination has at least one die, not none.")
        if not isinstance(self.points, int) or self.points < 1:
            raise RulesError(
                f"{quoted(self.dice)} must score at least 1 point, not {quoted(self.points)}."
            )


def require_dice(dice: int, die: Die) -> None:
    """Refuse dice whose rolls, or what may be set aside of them, are too many to list."""
    if not isinstance(dice, int) or dice < 1:
        raise RulesError(f"At least one die is needed, not {quoted(dice)}.")
    if not die.weights:
        raise RulesError("The die needs at least one face.")
    sides = len(die.faces)
    if dice > MOST_ROLLS or comb(dice + sides - 1, dice) > MOST_ROLLS:
        raise TooLarge(f"{dice:,} such dice have more than {MOST_ROLLS:,} different rolls.")
    # Each die of a roll is set aside or not: as many ways as rolls of dice with twice the faces.
    ways = comb(dice + 2 * sides, dice)
    if ways * dice > MOST_PICKED:
        raise TooLarge(f"{dice:,} such dice can be set aside in too many ways: {ways:,}.")


def without(dice: Roll, taken: Roll) -> Roll | None:
    """Return `dice` after `taken` is removed; None when `taken` is not part of it."""
    rest = list(dice)
    for face in taken:
        if face not in rest:
            return None
        rest.remove(face)
    return tuple(rest)


def sub_multisets(dice: Roll) -> Iterator[Roll]:
    """Yield every distinct sub-multiset of sorted `dice`, the empty one included."""
    if not dice:
        yield ()
        return
    face, same = dice[0], dice.count(dice[0])
    for rest in sub_multisets(dice[same:]):
        for count in range(same + 1):
            yield (face,) * count + rest


def same_groups(size: int, times: int, points: int, faces: Roll) -> Iterator[Combination]:
    """Yield `times` groups of `size` equal dice: three pairs, two triplets (groups may match)."""
    for group in combinations_with_replacement(faces, times):
        yield Combination(tuple(face for face in group for _ in range(size)), points)
