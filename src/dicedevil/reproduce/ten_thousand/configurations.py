"""The paper's words for a roll of Ten Thousand: configurations, frequencies, moves, thresholds.

Points are counted in chips of 50. A configuration [f, o, t] keeps of a roll only what scores: f
fives, o ones, and the face t of three of a kind among 2, 3, 4 and 6. The formulas for its score,
dice and combinations are the paper's (section 2.1); the rules of the game itself are in
`games/ten-thousand.toml`, and `rows()` holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from dicedevil.dice import Dice, Roll

CHIP = 50
"""Points."""
TARGET = 10_000
"""Points that win the match."""
DICE = 5
TERNS = (2, 3, 4, 6)


class Configuration(NamedTuple):
    """[f, o, t]: fives, ones, and the face of three of a kind among 2, 3, 4, 6 (0: none)."""

    fives: int
    ones: int
    tern: int

    @property
    def score(self) -> int:
        """s(i), in chips."""
        fives, ones, tern = self
        return fives + 2 * ones + 14 * (ones >= 3) + 7 * (fives >= 3) + 2 * tern

    @property
    def dice(self) -> int:
        """d(i), the scoring dice."""
        return self.fives + self.ones + 3 * (self.tern != 0)

    @property
    def combinations(self) -> int:
        """c(i), the scoring combinations; three fives or ones count as three."""
        return self.fives + self.ones + (self.tern != 0)

    @property
    def scoring_dice(self) -> Roll:
        """The dice that score, as a roll."""
        return tuple(sorted((1,) * self.ones + (5,) * self.fives + (self.tern,) * 3 * (self.tern > 0)))

    def smaller(self) -> Iterator[Configuration]:
        """Every j < i of Definition 2.1: a non-empty strict part of the combinations."""
        terns = (0, self.tern) if self.tern else (0,)
        for found in product(range(self.fives + 1), range(self.ones + 1), terns):
            other = Configuration(*found)
            if other != self and other.combinations:
                yield other

    def __str__(self) -> str:
        """As the paper writes it."""
        return f"[{self.fives},{self.ones},{self.tern}]"


NOTHING = Configuration(0, 0, 0)
State = tuple[int, Configuration, int]
"""(tau, i, n): chips with i set aside, what was set aside, dice about to be rolled."""


def configuration(roll: Roll) -> Configuration:
    """Return the configuration of a roll."""
    terns = [face for face in TERNS if roll.count(face) >= 3]
    return Configuration(roll.count(5), roll.count(1), terns[0] if terns else 0)


@cache
def frequencies() -> dict[Configuration, dict[int, int]]:
    """Count how many of the 6^n ordered rolls of n dice give each configuration: Table 5."""
    table: dict[Configuration, dict[int, int]] = {}
    for dice in range(1, DICE + 1):
        for roll, weight in Dice.parse(f"{dice}d6").rolls().items():
            row = table.setdefault(configuration(roll), {})
            row[dice] = row.get(dice, 0) + weight
    return table


@cache
def scoring() -> tuple[Configuration, ...]:
    """Return the set I of configurations with a score."""
    return tuple(sorted((i for i in frequencies() if i.combinations), key=lambda i: (i.dice, i)))


def dice_after(dice: int, found: Configuration) -> int:
    """Return the dice in hand when all of a configuration is set aside; all anew if none is left."""
    return dice - found.dice or DICE


def resigned(larger: Configuration, smaller: Configuration) -> Roll:
    """Return the dice given back by moving from one configuration to a smaller one."""
    tern = (larger.tern,) * 3 if larger.tern != smaller.tern else ()
    ones, fives = larger.ones - smaller.ones, larger.fives - smaller.fives
    return tuple(sorted((1,) * ones + (5,) * fives + tern))


def move_name(given_back: Roll) -> str:
    """Return the paper's name of a move by the dice it resigns: m5, m55, m51, mt4."""
    if len(given_back) == 3 and len(set(given_back)) == 1:
        return f"mt{given_back[0]}"
    return "m" + "".join(str(face) for face in sorted(given_back, reverse=True))


def possible_moves() -> dict[str, str]:
    """Return every move that some roll allows, with the dice it resigns."""
    moves: dict[str, str] = {}
    for found in scoring():
        if found.dice < DICE:
            for other in found.smaller():
                dice = resigned(found, other)
                moves[move_name(dice)] = "".join(str(face) for face in sorted(dice, reverse=True))
    return moves


def mean_score(dice: int) -> Fraction:
    """Return the mean score of a roll of so many dice, in chips: the first sum in (8)."""
    gain = sum(frequencies()[found].get(dice, 0) * found.score for found in scoring())
    return Fraction(gain, 6**dice)


def bust(dice: int) -> Fraction:
    """Return the chance that a roll of so many dice scores nothing."""
    return Fraction(frequencies()[NOTHING][dice], 6**dice)


def critical_threshold(dice: int) -> int:
    """Return by (6) the fewest chips from which rolling once more and stopping gains nothing."""
    return -(-mean_score(dice) // bust(dice))


@cache
def threshold() -> int:
    """Return the fewest chips from which no roll gains, whatever dice are in hand.

    Rolling leads only to more chips, so from here on no longer plan gains either (Lemma 4.3).
    """
    return max(critical_threshold(dice) for dice in range(1, DICE + 1))


@cache
def reachable() -> frozenset[State]:
    """Return every (tau, i, n) that some play of a turn leads to, below the threshold."""
    found: set[State] = set()
    seen = {(0, DICE)}
    waiting = list(seen)
    while waiting:
        chips, dice = waiting.pop()
        for state in after_roll(chips, dice):
            if state[0] < threshold():
                found.add(state)
                if (state[0], state[2]) not in seen:
                    seen.add((state[0], state[2]))
                    waiting.append((state[0], state[2]))
    return frozenset(found)


def after_roll(chips: int, dice: int) -> Iterator[State]:
    """Return the states one roll can lead to, moves to smaller configurations included."""
    for found in scoring():
        if dice in frequencies()[found]:
            left = dice_after(dice, found)
            yield chips + found.score, found, left
            if left < DICE:
                for other in found.smaller():
                    yield chips + other.score, other, dice - other.dice
