"""Positions of typical matches of two score cards, and what others would give away there.

A match is played by typical players. Where it comes by a position that is to be judged, all rolls of
the turn are looked at instead of the three that fall: the exact mean, over everything that a typical
player may roll and keep, of what each player in question gives away. Values come from rows for every
lead (`foresight`), exact ones from endgames; the turn is walked once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.objectives import MaxScore
from dicedevil.remembering import Remembers
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.alike import OpenTurn
from dicedevil.solvers.cards.endgames import Endgames
from dicedevil.solvers.cards.foresight import MOST_CARDS, Foresight
from dicedevil.solvers.cards.kinds import is_card
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.mean import CardValues
from dicedevil.solvers.cards.search import KINDS, BetweenTurns, CardSearch, Spots
from dicedevil.solvers.cards.states import Ints64, card_state
from dicedevil.solvers.lane import JudgedTurn, Lane, Looking
from dicedevil.solvers.machine import SIMD
from dicedevil.solvers.question import Question
from dicedevil.wrapped.turn_by_turn import MatchState


@dataclass(frozen=True, eq=False)
class TypicalMatches(Remembers):
    """Matches of typical players, and who is asked in them."""

    game: KeepRerollGame
    asked: tuple[Looking | None, ...]
    endgames: Endgames
    means: CardValues
    searches: tuple[CardSearch, ...]
    """By evaluation, without looking ahead: the first, of EMP, knows what typical players need."""
    sharpness: float

    def play(
        self, generator: np.random.Generator, wanted: Callable[[int], bool]
    ) -> Iterator[JudgedTurn]:
        """Play one match; judge where so many turns to go are wanted."""
        boxes = len(self.game.card.boxes)
        start = BetweenTurns((1 << boxes) - 1, 0, 0)
        spots, seat = (start, start), 0
        for to_go in range(2 * boxes, 0, -1):
            if wanted(to_go):
                judged, ends = self.judged(spots, seat)
                yield judged
                outcomes = self.foresight.ends(spots[0].open, spots[0].member)[0]
                outcome = int(outcomes[_drawn(ends, generator)])
            else:
                outcome = self._taken(spots, generator)
            spots, seat = (spots[1], self._search.after(spots[0], outcome)), 1 - seat

    def judged(self, spots: Spots, seat: int) -> tuple[JudgedTurn, Floats]:
        """Return what everybody gives away in a turn, and how likely each end of it is."""
        from dicedevil.solvers.cards.kernels.judging import judge_turn

        mine, theirs = spots
        to_go = mine.open.bit_count() + theirs.open.bit_count()
        turn = self._search.open_turn(mine)
        kept, ended = self._columns(spots, seat, turn)
        found, ends = np.empty((len(self.asked), 2)), np.empty(len(turn.outcomes))
        noise = 2 * self.endgames.error_bound(to_go)
        judge_turn(turn, kept, ended, self.sharpness, noise, found, ends)
        moves = self.game.card.rerolls + 1
        return JudgedTurn(to_go, found[:, 0], found[:, 1], moves, noise), ends

    def _columns(self, spots: Spots, seat: int, turn: OpenTurn) -> tuple[Floats, Floats]:
        """Return the values of keeps (columns, rerolls, keeps) and of ends (columns, ways to write).

        The columns are the truth, the typical player, and who is asked. Until the turn has ended, who
        looks d turns ahead sees what d - 1 turns after it show, and then d.
        """
        from dicedevil.solvers.cards.kernels.foresight import walk_columns

        mine, theirs = spots
        looks = [(one.evaluation, one.depth) for one in self.asked if one is not None]
        numbers = [(KINDS.index(word), depth) for word, depth in (("emp", 1), *looks)]
        wanted = {(kind, depth) for kind, depth in numbers}
        wanted |= {(kind, depth - 1) for kind, depth in numbers if depth}
        needed = sorted(wanted)
        ahead = dict(zip(needed, self.foresight.written(mine, theirs, needed), strict=True))
        truth, means = self._truth(spots, seat)[turn.outcomes], self._means(mine.open, mine.member)
        players = iter(numbers)
        typical = next(players)
        seen = [typical, *(None if one is None else next(players) for one in self.asked)]
        ended = [truth, *(means if one is None else ahead[one] for one in seen)]
        walked = [truth, *(means if one is None else ahead[one[0], max(0, one[1] - 1)] for one in seen)]
        rerolls, keeps = self.game.card.rerolls, turn.lattice.keeps
        kept = np.empty((len(walked), rerolls, keeps))
        for begin in range(0, len(walked), SIMD):
            part = walked[begin : begin + SIMD]
            ways, levels = np.zeros((len(turn.outcomes), SIMD)), np.empty((rerolls, keeps, SIMD))
            ways[:, : len(part)] = np.stack(part, axis=1)
            walk_columns(turn, ways, levels)
            kept[begin : begin + len(part)] = levels[:, :, : len(part)].transpose(2, 0, 1)
        for place, one in enumerate(seen):
            if one is not None and one[1] == 0:  # by their own curves, in mid-turn
                kept[1 + place] = self.searches[one[0]].keep_values(spots)
        return kept, np.ascontiguousarray(np.stack(ended))

    def _truth(self, spots: Spots, seat: int) -> Floats:
        """Return the mover's chance to win, by outcome of the card."""
        first, second = (self._state(spot) for spot in (spots if not seat else spots[::-1]))
        lead = spots[0].points - spots[1].points
        return self.endgames.turn_values(
            MatchState(seat, first, second, -lead if seat else lead)
        ).written

    @cached_property
    def _state(self) -> Callable[[BetweenTurns], object]:
        def state(spot: BetweenTurns) -> object:
            base = self._search.encoding.arrays.base
            return card_state(self.game, int(base[spot.open]) + spot.member)

        return state

    @cached_property
    def _means(self) -> Callable[[int, int], Floats]:
        """By card: the mean points after each end of the turn, what it brings included."""
        return lru_cache(MOST_CARDS)(self._mean_ends)

    def _mean_ends(self, open_boxes: int, member: int) -> Floats:
        return self.means.after(open_boxes, member, self.foresight.ends(open_boxes, member)[0])

    # -- turns that are only played ----------------------------------------------------------------

    def _taken(self, spots: Spots, generator: np.random.Generator) -> int:
        """Return how a typical player ends a turn."""
        search = self._search.ahead(1)
        turn, kept = search.open_turn(spots[0]), search.keep_values(spots)
        lattice = turn.lattice
        roll = _drawn(lattice.roll_prob, generator)
        for left in range(self.game.card.rerolls - 1, -1, -1):
            moves = lattice.within[lattice.within_start[roll] : lattice.within_start[roll + 1]]
            keep = int(moves[self._picked(kept[left][moves], generator)])
            while keep >= lattice.rolls:
                place = keep - lattice.rolls
                keep = int(lattice.more[place, _drawn(lattice.face_weight[place], generator)])
            roll = keep
        picks = turn.picks[turn.pick_start[roll] : turn.pick_start[roll + 1]]
        outcomes: Ints64 = turn.outcomes[picks].astype(np.int64)
        values = search.score_values(spots, outcomes)
        return int(outcomes[self._picked(values, generator)])

    def _picked(self, values: Floats, generator: np.random.Generator) -> int:
        return _drawn(np.exp(self.sharpness * (values - values.max())), generator)

    @property
    def _search(self) -> CardSearch:
        """That of EMP, which also knows the card."""
        return self.searches[0]

    @cached_property
    def foresight(self) -> Foresight:
        """Who values the ends of a turn."""
        return Foresight(self.game, self._search.curves, self.endgames.budget)


def typical_matches(
    lane: Lane, game: Game, asked: Sequence[Looking | None], sharpness: float, budget: Budget
) -> TypicalMatches | None:
    """Return the matches of a score card, whose mean values and curves are a lane's."""
    if not is_card(game):
        return None
    means: Any = lane.solve(Question(game, MaxScore(), budget=budget)).values
    search: Any = lane.search(game, Looking("emp", 0), budget)
    searches = tuple(replace(search, kind=kind) for kind in range(len(KINDS)))
    endgames = Endgames.found(game, budget=budget)
    return TypicalMatches(game, tuple(asked), endgames, means, searches, sharpness)


def _drawn(weights: Sequence[float] | Floats, generator: np.random.Generator) -> int:
    """Return a place, as likely as its weight says."""
    sums = np.cumsum(weights)
    return int(np.searchsorted(sums, generator.random() * sums[-1], side="right"))
