"""The board of columns as data: how long each is, boards as whole numbers, and how many there are.

A board says how far the marker of each column has come: the digits of a whole number, lowest column
first, each with a base of its own (the length and one). A board in a turn is two of them, what is
banked and where the markers stand now: a neutral marker stands in every column that has moved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod

from dicedevil.dice import Dice, Die, Roll
from dicedevil.errors import RulesError, TooLarge, quoted
from dicedevil.remembering import Remembers

DICE = 4
MOST_SIDES, MOST_LENGTH, MOST_NEUTRAL, MOST_GROWTH = 12, 30, 4, 10
Pair = tuple[int, int]


@dataclass(frozen=True)
class Columns(Remembers):
    """The board and what it takes to win.

    sides    how many sides each of the four dice has: there is a column for each sum of two
    length   the spaces of the two shortest columns; each further inwards has `grows` more
    columns  how many columns must be won
    neutral  how many neutral markers there are: in so many columns a turn can advance
    grows    how many spaces each column has more than the one further out
    """

    sides: int = 6
    length: int = 3
    columns: int = 3
    neutral: int = 3
    grows: int = 2

    def __post_init__(self) -> None:
        """Refuse boards that cannot be won, and those too large to be written."""
        limits = (("sides", MOST_SIDES), ("length", MOST_LENGTH), ("neutral", MOST_NEUTRAL))
        for word, most in limits:
            number = getattr(self, word)
            if not isinstance(number, int) or number < 1:
                raise RulesError(f"{word} is a whole number of at least 1, not {quoted(number)}.")
            if number > most:
                raise TooLarge(f"{word}={number:,} is too large: the most is {most}.")
        if not isinstance(self.grows, int) or not 0 <= self.grows <= MOST_GROWTH:
            raise RulesError(f"grows is 0 to {MOST_GROWTH}, not {quoted(self.grows)}.")
        if not isinstance(self.columns, int) or not 1 <= self.columns <= len(self.names):
            raise RulesError(
                f"Dice of {self.sides} sides make {len(self.names)} columns: columns to win are 1 to "
                f"{len(self.names)}, not {quoted(self.columns)}."
            )

    @cached_property
    def names(self) -> tuple[int, ...]:
        """The columns by the sums that advance in them: 2 to 12."""
        return tuple(range(2, 2 * self.sides + 1))

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """The spaces of each column: 3, 5, ..., 13, ..., 5, 3."""
        inwards = (self.sides - 1 - self.off_middle(name) for name in self.names)
        return tuple(self.length + self.grows * steps for steps in inwards)

    def off_middle(self, name: int) -> int:
        """Return how far a column is from the middle one."""
        return abs(name - self.sides - 1)

    # -- boards as whole numbers -----------------------------------------------------------------

    @cached_property
    def places(self) -> tuple[int, ...]:
        """What a space of each column counts in the number of a board."""
        return tuple(prod(length + 1 for length in self.lengths[:k]) for k in range(len(self.names)))

    @cached_property
    def boards(self) -> int:
        """How many numbers boards have, those past the end of the game included."""
        return prod(length + 1 for length in self.lengths)

    def spaces(self, board: int) -> tuple[int, ...]:
        """Return how far each column has come."""
        found = []
        for length in self.lengths:
            board, space = divmod(board, length + 1)
            found.append(space)
        return tuple(found)

    def board(self, spaces: Sequence[int]) -> int:
        """Return the number of a board."""
        return sum(space * place for space, place in zip(spaces, self.places, strict=True))

    def won(self, spaces: Sequence[int]) -> int:
        """Return how many columns have come to the top."""
        return sum(space == length for space, length in zip(spaces, self.lengths, strict=True))

    # -- rolls -----------------------------------------------------------------------------------

    @cached_property
    def rolls(self) -> Mapping[Roll, int]:
        """Every roll of the four dice with its integer weight."""
        return Dice((Die.fair(self.sides),) * DICE).rolls()

    @cached_property
    def pairings(self) -> Mapping[Roll, tuple[Pair, ...]]:
        """The two sums of every way to pair a roll, the smaller one first."""
        return {roll: _pairings(roll) for roll in self.rolls}

    @property
    def total_weight(self) -> int:
        """The weight of all rolls."""
        return int(self.sides**DICE)

    # -- how many there are ------------------------------------------------------------------------

    @cached_property
    def banked_count(self) -> int:
        """How many boards a turn can begin with: fewer columns won than are needed."""
        return sum(self._counted(0)[won][0] for won in range(self.columns))

    @cached_property
    def turn_count(self) -> int:
        """How many positions within a turn there are: what is banked, and neutral markers on the way.

        Those in which the game is won are none: it is over.
        """
        table = self._counted(self.neutral)
        return sum(sum(table[won][1:]) for won in range(self.columns))

    @cached_property
    def over_count(self) -> int:
        """How many boards a game can end with; the last two columns may be won at once."""
        table = self._counted(0)
        at_once = 2 if self.neutral > 1 else 1
        ends = range(self.columns, min(self.columns + at_once, len(self.names) + 1))
        return sum(table[won][0] for won in ends)

    def _counted(self, markers: int) -> list[list[int]]:
        """Count positions by columns at the top, banked or in the turn, and neutral markers placed.

        Column by column: a column of L spaces is won, or it is at one of L others; with a neutral
        marker it is banked at b and now at the top, or at one of the L - b - 1 between.
        """
        width = len(self.names) + 1
        table = [[0] * (markers + 1) for _ in range(width)]
        table[0][0] = 1
        for length in self.lengths:
            more = [[0] * (markers + 1) for _ in range(width)]
            for won in range(width):
                for placed, count in enumerate(table[won]):
                    if not count:
                        continue
                    more[won][placed] += count * length
                    more[won + 1][placed] += count
                    if placed < markers:
                        more[won][placed + 1] += count * comb(length, 2)
                        more[won + 1][placed + 1] += count * length
            table = more
        return table


def _pairings(roll: Roll) -> tuple[Pair, ...]:
    one, two, three, four = roll
    found = ((one + two, three + four), (one + three, two + four), (one + four, two + three))
    return tuple(dict.fromkeys((min(pair), max(pair)) for pair in found))
