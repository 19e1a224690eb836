"""Matches of placement games, solved whole: pairs of open sets with a row of leads.

    V(pair, lead) = mean over rolls of  best over slots of  V(next pair, lead + change)

Nothing but the open slots of both players and the lead matters, and every lead of a pair is moved
alike, so a pair's values are a row that is only ever shifted, compared and mixed. Two things keep the
rows short: a lead must have come up, and it must not be decided yet (beyond that the value is 0 or 1).

Turn by turn the players move in steps of their own; with the same rolls one step moves both. A
player's strategy may be known. The layers in which the second player is to move can be told from the
ones after them, so they are not kept.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dicedevil.families.placement.game import PlacementGame
from dicedevil.solvers.budget import ESTIMATED, USUAL, Budget, Watch
from dicedevil.solvers.machine import cores
from dicedevil.solvers.placement.kernels.pairs import (
    Layer,
    Step,
    follow,
    leads_so_far,
    leads_to_come,
    solve_pairs,
)
from dicedevil.solvers.placement.leads import Leads
from dicedevil.solvers.placement.players import PlacementMatch
from dicedevil.solvers.placement.values import MatchLaw, MatchValues, error_bound, law_error
from dicedevil.strategy import Strategy

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

FAR = 1 << 60
PARTS = 64
"""A large layer is solved in so many parts, for threads to share and for a sign of progress."""


class Pairs:
    """The layers of a match: which pairs of open sets there are, and which leads count."""

    def __init__(self, match: PlacementMatch, budget: Budget = USUAL) -> None:
        self.match, self.slots = match, match.game.slots
        self._require_room(8 * 5 * self._pairs(), budget)
        what = f"A match of {match.game}"
        watch = budget.watch(what, "finding leads", 2 * self._pairs(), ESTIMATED)
        self.steps = [self._step(number) for number in range(len(self._sizes()) - 1)]
        self.layers = self._free_layers(Leads(match.game)) if match.is_free else self._layers(watch)
        self.kept = [n for n in range(len(self.layers)) if match.same_rolls or n % 2 == 0]
        rows = sum(self.width(n) for n in self.kept) + max(map(self.width, range(len(self.layers))))
        self._require_room(8 * rows, budget)

    def _require_room(self, needed: int, budget: Budget) -> None:
        budget.require(f"A match of {self.match.game}", needed, instead=ESTIMATED)

    def _sizes(self) -> list[tuple[int, int]]:
        """How many slots both players have open, layer by layer."""
        if self.match.same_rolls:
            return [(k, k) for k in range(self.slots, -1, -1)]
        return [(k // 2, -(-k // 2)) for k in range(2 * self.slots, -1, -1)]

    def _pairs(self) -> int:
        """How many pairs all layers have: the sum over their sizes of two binomials' product."""
        return math.comb(2 * self.slots + (not self.match.same_rolls), self.slots)

    def width(self, number: int) -> int:
        """Return how many leads a layer holds, over all its pairs."""
        return int(self.layers[number].start[-1])

    @property
    def states(self) -> int:
        """How many pairs with a lead that is still open there are."""
        return sum(map(self.width, range(len(self.layers))))

    @property
    def error_bound(self) -> float:
        """How far a value can be from the exact one."""
        mixes = [int(np.diff(step.plan_start).max(initial=1)) for step in self.steps if step.fixed >= 0]
        most = max((n for n in mixes if n > 1), default=0)
        return error_bound(self.match.game, len(self.steps), most)

    @property
    def law_error(self) -> float:
        """How far the chances of following best play can be."""
        rolls, slots = len(self._chances), self.slots
        mix = max(int(np.diff(step.plan_start).max(initial=1)) for step in self.steps)
        boards = slots * slots if self.match.same_rolls else slots
        widest = max(int(np.diff(layer.start).max(initial=0)) for layer in self.layers)
        return law_error(len(self.steps), slots, boards, rolls, widest, self._pairs(), mix)

    # -- the rules as arrays -----------------------------------------------------------------------

    @cached_property
    def _points(self) -> Ints:
        game = self.match.game
        rows = [[game.points(slot + 1, total) for total in game.totals] for slot in range(self.slots)]
        return np.array(rows, np.int64)

    @cached_property
    def _chances(self) -> Floats:
        return np.array(self.match.game.chances)

    @cached_property
    def _sets(self) -> list[Ints]:
        """The sets of slots, by size."""
        sets: list[list[int]] = [[] for _ in range(self.slots + 1)]
        for open_set in range(1 << self.slots):
            sets[open_set.bit_count()].append(open_set)
        return [np.array(alike, np.int64) for alike in sets]

    @cached_property
    def rank(self) -> Ints:
        """The place of each set of slots among those of its size."""
        rank = np.empty(1 << self.slots, np.int64)
        for alike in self._sets:
            rank[alike] = np.arange(alike.size)
        return rank

    @cached_property
    def _plans(self) -> Mapping[int, tuple[Ints, Ints, Floats]]:
        """The outcomes of each player's strategy; of nothing for a player who has none."""
        nothing = (np.zeros(1, np.int64), np.zeros(0, np.int64), np.zeros(0))
        known = {0: self.match.first, 1: self.match.second}
        return {
            player: nothing if strategy is None else plan_of(self.match.game, strategy)
            for player, strategy in known.items()
        }

    def _step(self, number: int) -> Step:
        """Say who does what between a layer and the next."""
        known = (self.match.first is not None, self.match.second is not None)
        if self.match.same_rolls:
            chooser, fixed = 0, 1
        else:
            mover = number % 2
            chooser, fixed = (-1, mover) if known[mover] else (mover, -1)
        # Also a chooser's step carries the plan of the other: that is what play is compared with.
        player = fixed if fixed >= 0 else int(known[1])
        points, rank = self._points, self.rank
        return Step(chooser, fixed, points, self._chances, rank, rank, *self._plans[player])

    def _free_layers(self, leads: Leads) -> list[Layer]:
        """Return the pairs of two players who may do anything: which leads count is known."""
        pairs = [(leads.sets[mine], leads.sets[theirs]) for mine, theirs in self._sizes()]
        came = [leads.came(first[:, None], second[None, :]) for first, second in pairs]
        self.came = [(low.reshape(-1), high.reshape(-1)) for low, high in came]
        return [leads.layer(first, second) for first, second in pairs]

    def _layers(self, watch: Watch) -> list[Layer]:
        """Find the leads that count: they can have come up, and they do not decide the match yet."""
        bare = [self._bare(*size) for size in self._sizes()]
        so_far = [layer._replace(low=layer.low.copy(), high=layer.high.copy()) for layer in bare]
        so_far[0].low[:] = so_far[0].high[:] = done = 0
        for number, step in enumerate(self.steps):
            here, after = so_far[number], so_far[number + 1]
            leads_so_far(step, here, after, after.low, after.high)
            done += len(here.low)
            watch.look(done)
        bare[-1].low[:] = bare[-1].high[:] = 0
        for number, step in reversed(list(enumerate(self.steps))):
            here, after = bare[number], bare[number + 1]
            leads_to_come(step, here, after, here.low, here.high)
            done += len(here.low)
            watch.look(done)
        self.came = [(layer.low, layer.high) for layer in so_far]
        layers = []
        for to_come, came in zip(bare, so_far, strict=True):
            low, high = np.maximum(came.low, -to_come.high), np.minimum(came.high, -to_come.low)
            widths = np.maximum(high - low + 1, 0)
            start = np.concatenate(([0], np.cumsum(widths))).astype(np.int64)
            layers.append(Layer(to_come.first, to_come.second, low, high, start))
        return layers

    def _bare(self, mine: int, theirs: int) -> Layer:
        first, second = self._sets[mine], self._sets[theirs]
        pairs = first.size * second.size
        nowhere = np.zeros(1, np.int64)
        return Layer(first, second, np.full(pairs, FAR), np.full(pairs, -FAR), nowhere)

    # -- solving -----------------------------------------------------------------------------------

    def solve(self, tie_share: float, budget: Budget = USUAL) -> dict[int, Floats]:
        """Return the values of the layers that are kept; a tie counts `tie_share`."""
        last = len(self.layers) - 1
        values = np.full(self.width(last), tie_share)
        kept = {last: values}
        done = 0
        watch = budget.watch(f"A match of {self.match.game}", "solving", self.states, ESTIMATED)
        with ThreadPoolExecutor(cores()) as workers:
            for number in range(last - 1, -1, -1):
                out = np.empty(self.width(number))
                for solved in self._solve_layer(number, values, out, workers):
                    done += solved
                    watch.look(done)
                values = out
                if number in self.kept:
                    kept[number] = out
        return kept

    def _solve_layer(
        self, number: int, values: Floats, out: Floats, workers: ThreadPoolExecutor
    ) -> Iterator[int]:
        """Solve a layer in parts of about equal size; yield the number of leads in each."""
        step, here, after = self.steps[number], self.layers[number], self.layers[number + 1]
        parts = min(PARTS, max(1, out.size // 20_000))
        cuts = np.searchsorted(here.start, np.linspace(0, out.size, parts + 1)).tolist()
        cuts[0], cuts[-1] = 0, len(here.low)

        def solve_part(part: tuple[int, int]) -> int:
            solve_pairs(*part, step, here, after, values, out)
            return int(here.start[part[1]] - here.start[part[0]])

        yield from workers.map(solve_part, pairwise(cuts))


def plan_of(game: PlacementGame, strategy: Strategy) -> tuple[Ints, Ints, Floats]:
    """Return what a strategy does with every roll at every set of open slots."""
    start: list[int] = [0]
    slots: list[int] = []
    shares: list[float] = []
    for open_set in range(1 << game.slots):
        for total in game.totals:
            mix = strategy.mix(game, open_set, (total,)) if open_set else {}
            whole = sum(mix.values())
            slots.extend(slot - 1 for slot in mix)
            shares.extend(weight / whole for weight in mix.values())
            start.append(len(slots))
    return np.array(start, np.int64), np.array(slots, np.int64), np.array(shares, np.float64)


@dataclass(frozen=True)
class PairValues(MatchValues):
    """The values of a match, all of them in memory."""

    pairs: Pairs
    kept: Mapping[int, Floats]

    @property
    def match(self) -> PlacementMatch:
        """Who plays what."""
        return self.pairs.match

    def came(self, number: int, first: int, second: int) -> tuple[int, int]:
        """Return the leads that can have come up at a pair of a layer."""
        (low, high), pair = self.pairs.came[number], self._pair(number, first, second)
        return int(low[pair]), int(high[pair])

    def counting(self, number: int, first: int, second: int) -> tuple[int, int]:
        """Return those that do not decide the match yet."""
        layer, pair = self.pairs.layers[number], self._pair(number, first, second)
        return int(layer.low[pair]), int(layer.high[pair])

    def row(self, number: int, first: int, second: int) -> Floats | None:
        """Return the values of these; None where the second player is to move."""
        if number not in self.kept:
            return None
        start, pair = self.pairs.layers[number].start, self._pair(number, first, second)
        return self.kept[number][start[pair] : start[pair + 1]]

    def results(self) -> MatchLaw:
        """Tell wins from ties, and how often a reply differs from the strategy it replies to."""
        return match_law(self)

    def _pair(self, number: int, first: int, second: int) -> int:
        rank = self.pairs.rank
        return int(rank[first] * len(self.pairs.layers[number].second) + rank[second])


def match_law(values: PairValues) -> MatchLaw:
    """Follow best play (the first of the best slots) from the start to the end."""
    pairs = values.pairs
    layers, tally, differs = pairs.layers, np.zeros(3), []
    mass = np.ones(1)
    for number, step in enumerate(pairs.steps):
        here, after = layers[number], layers[number + 1]
        following = values.kept.get(number + 1)
        if following is None:
            following = np.empty(pairs.width(number + 1))
            next_step, beyond = pairs.steps[number + 1], layers[number + 2]
            ahead = values.kept[number + 2]
            solve_pairs(0, len(after.low), next_step, after, beyond, ahead, following)
        out, before = np.zeros(pairs.width(number + 1)), tally[2]
        follow(step, here, after, following, 2 * pairs.error_bound, mass, out, tally)
        if step.chooser == 0:
            differs.append(float(tally[2] - before))
        mass = out
    known = pairs.match.second is not None
    return MatchLaw(
        float(tally[0]),
        float(mass.sum()),
        float(tally[1]),
        tuple(differs if known else ()),
        pairs.law_error,
    )
