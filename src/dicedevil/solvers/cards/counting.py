"""How many positions two players of a score card can come to, without listing them.

A position between two turns is a state of play for each player and the lead. Three things bound it
(Pawlewicz 2010, appendix D):

1. turns      the first player has filled as many boxes as the second, or one more;
2. undecided  neither wins whatever comes: with the most that the one who is behind can still make
              and the least that the other can, the one who is behind reaches at least a tie;
3. possible   the lead lies between the least and the most points that the filled boxes of both allow.

2 and 3 say from where to where the lead runs, given the least and the greatest points made and to
come of both states. For states a and b, with M the most and m the least made, C and c the same to
come, the leads 3 allows are m(a) - M(b) ... M(a) - m(b), and 2 allows c(b) - C(a) ... C(b) - c(a). The
number of leads that both allow is

    min(M(a) + c(a), C(b) + m(b)) + min(M(b) + c(b), C(a) + m(a)) - m(a) - c(a) - m(b) - c(b) + 1

so that counts of the sums M + c and C + m are all that is needed of 10^10 pairs of states.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dicedevil.errors import UsageError
from dicedevil.rules import Game
from dicedevil.solvers.cards.kernels.totals import Ways, expect_groups, make_groups
from dicedevil.solvers.cards.kinds import is_card
from dicedevil.solvers.cards.states import Encoding, encoding

Ints = NDArray[np.int64]
FAR = 10**9


@dataclass(frozen=True)
class Bounds:
    """For every state of play: the least and the greatest points made, and still to come."""

    made_low: Ints
    made_high: Ints
    coming_low: Ints
    coming_high: Ints
    filled: Ints
    """The number of filled boxes."""

    @property
    def highest(self) -> int:
        """The highest possible score."""
        return int(self.coming_high[self.filled == 0].max())


def bounds(encoded: Encoding) -> Bounds:
    """Work out the bounds of every state, over all ways to fill the card."""
    card, ways = encoded.arrays, _ways(encoded)
    states, boxes = encoded.states, len(encoded.card.boxes)
    filled = np.empty(states, np.int64)
    for size, groups in enumerate(encoded.layers):
        for open_boxes in groups.tolist():
            begin = int(card.base[open_boxes])
            filled[begin : begin + int(encoded.sizes[open_boxes])] = boxes - size
    made_low, made_high = np.full(states, FAR), np.full(states, -FAR)
    made_low[encoded.start] = made_high[encoded.start] = 0
    coming_low = np.where(filled == boxes, 0, FAR)
    coming_high = np.where(filled == boxes, 0, -FAR)
    for groups in reversed(encoded.layers[1:]):
        make_groups(card, groups, ways, made_low, made_high)
    for groups in encoded.layers[1:]:
        expect_groups(card, groups, ways, coming_low, coming_high)
    return Bounds(made_low, made_high, coming_low, coming_high, filled)


def _ways(encoded: Encoding) -> Ways:
    """Gather the rolls that are the same to a box.

    Where points decide nothing further, of all rolls that are no Yahtzee only the least and the most
    that they pay can make a difference.
    """
    card = encoded.arrays
    begin, found = [0], []
    for box in range(len(card.is_upper)):
        rolls = np.stack((card.outcome_of[:, box], card.joker_outcome[:, box], card.matching), axis=1)
        rolls = np.unique(rolls, axis=0)
        if not card.is_upper[box] and 1 << box != card.yahtzee_bit:
            plain = rolls[rolls[:, 2] < 0]
            order = np.argsort(card.outcome_points[plain[:, 0]])[[0, -1]]
            rolls = np.concatenate((plain[order], rolls[rolls[:, 2] >= 0]))
        found.append(rolls)
        begin.append(begin[-1] + len(found[-1]))
    outcome, joker, matching = map(np.ascontiguousarray, np.concatenate(found).T)
    return Ways(np.array(begin, np.int32), outcome, joker, matching)


@dataclass(frozen=True)
class CountedLayer:
    """The positions with so many boxes filled."""

    first: int
    second: int
    pairs: int
    positions: int


@dataclass(frozen=True)
class PositionCount:
    """The positions of a match of two, with fewer and more of the three constraints."""

    states: int
    """States of play of one player."""
    highest: int
    """The highest score."""
    turns: int
    """Constraint 1 alone, with every lead from -highest to highest."""
    undecided: int
    """Constraints 1 and 2."""
    possible: int
    """Constraints 1 and 3."""
    layers: tuple[CountedLayer, ...]
    """All three, in the order of play."""

    @property
    def first_estimate(self) -> int:
        """Any two states and any lead."""
        return self.states**2 * 2 * self.highest

    @cached_property
    def positions(self) -> int:
        """All three constraints."""
        return sum(layer.positions for layer in self.layers)


@dataclass(frozen=True)
class Effort:
    """What a solve of all positions takes."""

    table_bytes: int
    """All values."""
    peak_bytes: int
    """The two layers that are in work at the same time, where they are largest."""
    core_hours: float


def effort(count: PositionCount, values_per_core_second: float, bytes_per_value: int = 8) -> Effort:
    """Work out memory and time from the size of a value and the speed of a core.

    A value of the match costs one turn, as a state of play does when a card is solved for one player.
    """
    sizes = [layer.positions * bytes_per_value for layer in count.layers]
    return Effort(
        sum(sizes),
        max(here + after for here, after in pairwise(sizes)),
        count.positions / values_per_core_second / 3600,
    )


def count_positions(game: Game) -> PositionCount:
    """Count the positions between the turns of a match of two players of a score card."""
    if not is_card(game):
        raise UsageError(f"{game} has no score card: positions are counted for the Yahtzee family.")
    found = bounds(encoding(game.card))
    boxes, highest = len(game.card.boxes), found.highest
    by_filled = [_Sums.of(found, filled) for filled in range(boxes + 1)]
    _require_open_ends(game, by_filled)
    sizes = [pair for filled in range(boxes) for pair in ((filled, filled), (filled + 1, filled))]
    layers, turns, undecided, possible = [], 0, 0, 0
    for first, second in [*sizes, (boxes, boxes)]:
        mine, theirs = by_filled[first], by_filled[second]
        pairs = mine.states * theirs.states
        layers.append(CountedLayer(first, second, pairs, mine.leads(theirs)))
        turns += pairs * (2 * highest + 1)
        undecided += pairs + mine.coming * theirs.states + theirs.coming * mine.states
        possible += pairs + mine.made * theirs.states + theirs.made * mine.states
    return PositionCount(len(found.filled), highest, turns, undecided, possible, tuple(layers))


@dataclass(frozen=True)
class _Sums:
    """What the count needs of the states with so many boxes filled."""

    states: int
    made: int  # the sum of greatest less least points made
    coming: int  # and to come
    least: int  # the sum of the least final scores
    then_least: Ints  # how many states have each greatest score so far with the least to come
    then_most: Ints  # and each least score so far with the most to come
    lowest_end: int  # the greatest of the least final scores
    highest_end: int  # the least of the greatest

    @classmethod
    def of(cls, found: Bounds, filled: int) -> _Sums:
        here = found.filled == filled
        low, high = found.made_low[here], found.made_high[here]
        least, most = found.coming_low[here], found.coming_high[here]
        if min(int(low.min()), int(least.min())) < 0:
            raise UsageError("Positions are counted for cards without negative points.")
        return cls(
            int(here.sum()),
            int((high - low).sum()),
            int((most - least).sum()),
            int((low + least).sum()),
            np.bincount(high + least),
            np.bincount(low + most),
            int((low + least).max()),
            int((high + most).min()),
        )

    def leads(self, other: _Sums) -> int:
        """Return how many leads are possible and undecided, over all pairs."""
        return (
            _sum_of_least(self.then_least, other.then_most)
            + _sum_of_least(other.then_least, self.then_most)
            - self.least * other.states
            - other.least * self.states
            + self.states * other.states
        )


def _require_open_ends(game: Game, by_filled: list[_Sums]) -> None:
    """Refuse a card where one state can be sure to lose against another, whatever the lead was.

    The formula would count such pairs as less than nothing.
    """
    if max(one.lowest_end for one in by_filled) > min(one.highest_end for one in by_filled) + 1:
        raise UsageError(
            f"The positions of {game} are not counted this way: some cards are beaten by others at any "
            "lead. Small games can be listed instead: solve them with the objective 'win'."
        )


def _sum_of_least(mine: Ints, theirs: Ints) -> int:
    """Return the sum of min(x, y) over all x counted in one array and all y in the other."""
    total = 0
    longest = max(mine.size, theirs.size)
    beyond_mine = np.cumsum(np.pad(mine, (0, longest - mine.size))[::-1])[::-1]
    beyond_theirs = np.cumsum(np.pad(theirs, (0, longest - theirs.size))[::-1])[::-1]
    for x, y in zip(beyond_mine[1:].tolist(), beyond_theirs[1:].tolist(), strict=True):
        total += x * y  # min(x, y) is the number of thresholds 1, 2, ... that both reach
    return total
