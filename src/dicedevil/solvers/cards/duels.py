"""Two players of a score card against each other, every match from both seats, luck taken out.

In the second match of a pair the two change seats and the dice fall as before. What a match owes to the
dice is told by EMP's evaluation: after every roll, how much more the position is worth than it was in
the mean over all rolls. Its mean is 0 whoever plays, and whatever the evaluation is worth, so results
less luck have the same mean as results, and a far smaller spread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.objectives import MaxScore, first_best
from dicedevil.remembering import Remembers
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.kinds import is_card
from dicedevil.solvers.cards.lattice import Floats, LatticeArrays
from dicedevil.solvers.cards.mean import CardValues
from dicedevil.solvers.cards.search import BetweenTurns, CardSearch, Spots
from dicedevil.solvers.cards.states import Ints64
from dicedevil.solvers.lane import Lane, Looking
from dicedevil.solvers.machine import SIMD
from dicedevil.solvers.question import Question

MOST_TURNS = 1 << 13
"""Turns by the mean that are remembered: 7 KB each on five dice."""


class Dueled(NamedTuple):
    """A pair of matches: what the first player made of them, of 1 each, and what luck did."""

    shares: tuple[float, float]
    """Going first, then second."""
    luck: tuple[float, float]


class MeanTurn(NamedTuple):
    """A turn by the best mean score."""

    kept: Floats  # (rerolls, keeps)
    ended: Floats  # by outcome of the card


@dataclass(frozen=True, eq=False)
class MeanDuels(Remembers):
    """EMP against the strategy of the best mean score."""

    game: KeepRerollGame
    search: CardSearch
    """Of the one."""
    means: CardValues
    """Of the other."""

    def play(self, generator: np.random.Generator) -> Dueled:
        """Play a pair of matches."""
        card = self.game.card
        numbers = generator.random((2, len(card.boxes), card.rerolls + 1, len(card.dice)))
        found = [self._match(numbers, looking) for looking in (0, 1)]
        return Dueled((found[0][0], found[1][0]), (found[0][1], found[1][1]))

    def _match(self, numbers: Floats, looking: int) -> tuple[float, float]:
        """Return what the one who looks ahead, in this seat, gets, and how much of it was luck."""
        boxes = len(self.game.card.boxes)
        start = BetweenTurns((1 << boxes) - 1, 0, 0)
        spots, luck = (start, start), 0.0
        for turn in range(2 * boxes):
            seat = turn % 2
            outcome, lucky = self._taken(spots, numbers[seat, turn // 2], seat == looking)
            luck += lucky if seat == looking else -lucky
            spots = (spots[1], self.search.after(spots[0], outcome))
        mine, theirs = spots[looking].points, spots[1 - looking].points
        return (0.5 if mine == theirs else float(mine > theirs)), luck

    def _taken(self, spots: Spots, numbers: Floats, looks: bool) -> tuple[int, float]:
        """Return how a turn ends, and how lucky it was for who took it."""
        turn, mover = self.search.open_turn(spots[0]), spots[0]
        lattice, ahead = turn.lattice, self.search.turn_values(spots)
        mean = None if looks else self._mean_turn(mover.open, mover.member)
        keep, luck = lattice.keeps - 1, 0.0
        for left in range(self.game.card.rerolls, -1, -1):
            roll = _rolled(lattice, keep, numbers[left])
            luck += float(ahead[left, roll] - ahead[left, keep])
            if left:
                moves = lattice.within[lattice.within_start[roll] : lattice.within_start[roll + 1]]
                kept = (ahead if mean is None else mean.kept)[left - 1]
                keep = int(moves[first_best(kept[moves].tolist())])
        picks = turn.picks[turn.pick_start[roll] : turn.pick_start[roll + 1]]
        outcomes: Ints64 = turn.outcomes[picks].astype(np.int64)
        values = mean.ended[outcomes] if mean else self.search.score_values(spots, outcomes)
        return int(outcomes[first_best(values.tolist())]), luck

    @cached_property
    def _mean_turn(self) -> Callable[[int, int], MeanTurn]:
        return lru_cache(MOST_TURNS)(self._mean_turned)

    def _mean_turned(self, open_boxes: int, member: int) -> MeanTurn:
        from dicedevil.solvers.cards.kernels.foresight import walk_columns

        turn = self.search.open_turn(BetweenTurns(open_boxes, member, 0))
        ended = np.zeros(len(self.search.encoding.arrays.outcome_box))
        ended[turn.outcomes] = self.means.after(open_boxes, member, turn.outcomes)
        ways = np.zeros((len(turn.outcomes), SIMD))
        ways[:, 0] = ended[turn.outcomes]
        levels = np.empty((self.game.card.rerolls, turn.lattice.keeps, SIMD))
        walk_columns(turn, ways, levels)
        return MeanTurn(levels[:, :, 0].copy(), ended)


def mean_duels(lane: Lane, game: Game, looking: Looking, budget: Budget) -> MeanDuels | None:
    """Return the duels of a score card, whose mean values and curves are a lane's."""
    if not is_card(game):
        return None
    means: Any = lane.solve(Question(game, MaxScore(), budget=budget)).values
    search: Any = lane.search(game, looking, budget)
    return MeanDuels(game, search, means)


def _rolled(lattice: LatticeArrays, keep: int, numbers: Floats) -> int:
    """Return the roll that a keep becomes, die by die."""
    for number in numbers:
        if keep < lattice.rolls:
            break
        place = keep - lattice.rolls
        sums = np.cumsum(lattice.face_weight[place])
        face = int(np.searchsorted(sums, number * sums[-1], side="right"))
        keep = int(lattice.more[place, face])
    return keep
