"""Several games of a score card in a row: rows that are carried from one game to the one before.

    targets     the curve of n games is that of a game whose full card has the curve of n - 1 games
                in place of the step from 1 to 0
    a utility   the same with rows of worths (`worths`): what the total is worth, with n games to go,
                before the first of them

So every game is played for the utility of its score, and n games take n times the layers of one, two
in memory at a time. Where they would not fit, curves are made in blocks of targets, and rows of worths
in blocks of points: no entry of a row needs another one of the same row.

Error. Rows are in double precision: n games of b boxes round n times as often as one (`turn_error`).
Chances of 2 ** -60 or less are taken for 0, once a turn, which adds as much.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from dicedevil.errors import PositionError, UsageError, listed
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.objectives import UTILITY, require_reachable
from dicedevil.rules import Position
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.curve_making import PROCESS, RowCost, seconds_for
from dicedevil.solvers.cards.curve_sizes import targets_by_set
from dicedevil.solvers.cards.curves import CardCurves, chance_in, turn_error
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.row_making import LayerPace, Making, trimmed
from dicedevil.solvers.cards.shelf import CurveLayer, Layers, SealedLayer, laid_out, layer_bases
from dicedevil.solvers.cards.states import Encoding, Ints64, card_number, encoding
from dicedevil.solvers.cards.worths import GONE, CardWorths, MadePoints, worth_layers
from dicedevil.solvers.machine import SIMD, cores
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.utility import UNTOLD
from dicedevil.wrapped.in_a_row import InARow, RowState

LEAST = 2.0**-60
"""A chance that is taken for none."""
COUNTED = "states between turns of one game"
Curve = tuple[int, Floats]
"""Points that are sure, and the chances of each point more."""
CERTAIN: Curve = (0, np.zeros(0))
"""The curve of no game at all."""


@dataclass(frozen=True, eq=False)
class CardsInARow(CardCurves):
    """The curves of the game being played, with so many left, and of those after it."""

    left: int
    after: Curve

    def worth(self, points: int, state: RowState) -> float:  # type: ignore[override]  # of the row
        """Return the best chance of reaching the target from here."""
        if self.is_next(state):
            return chance_in(*self.after, self.target - points)
        return super().worth(points, state.state)

    def row(self, state: RowState) -> Curve:  # type: ignore[override]  # of the row
        """Return the points that are sure and the chances of each point more."""
        return self.after if self.is_next(state) else super().row(state.state)

    def is_next(self, state: RowState) -> bool:
        """Tell whether the present game is just over; refuse what lies beyond, or before."""
        return is_next(self.game, self.left, state)

    def _curve(self, open_boxes: int, member: int) -> Curve:
        if self.layers.sealed[open_boxes.bit_count()] is GONE:
            raise PositionError("These values are those of one turn: ask about this position alone.")
        return super()._curve(open_boxes, member)

    @property
    def error_bound(self) -> float:
        """No chance is further than this from the exact one."""
        return error_of_games(self.encoding, self.left)


@dataclass(frozen=True, eq=False)
class WorthsInARow(CardWorths):
    """The rows of worths of the game being played, with so many left, and the row after it."""

    left: int
    next_low: int
    next_shares: Floats

    def share(self, points: int, state: RowState) -> float:  # type: ignore[override]  # of the row
        """Return the best mean share from a state on, with so many points made."""
        if not is_next(self.game, self.left, state):
            return super().share(points, state.state)
        place = points - self.next_low
        if not 0 <= place < len(self.next_shares):
            raise PositionError(f"{points:,} points are not among those that were asked about.")
        return float(self.next_shares[place])

    @property
    def error_bound(self) -> float:
        """No value is further than this from the exact one."""
        return self.scale.error_bound(error_of_games(self.encoding, self.left))


def is_next(game: KeepRerollGame, left: int, state: RowState) -> bool:
    """Tell whether a game is just over, so many being left before; refuse any other game."""
    if state.left == left:
        return False
    if state.left == left - 1 and (not state.left or state.state == game.start()):
        return True
    raise PositionError("These values are those of one game: ask about this position alone.")


def error_of_games(encoded: Encoding, games: int) -> float:
    """Bound what roundings, and chances that are taken for none, can do in so many games."""
    once = turn_error(encoded) + len(encoded.card.boxes) * LEAST + 2.0**-53
    return games * once * (1 + games * once)


def solve_in_a_row(question: Question) -> Solution:
    """Answer for a position of several cards in a row: a target, all of them, or a utility."""
    series: Any = question.game
    game: KeepRerollGame = series.game
    at = question.at if question.at is not None else series.start()
    points = question.points if question.at is not None else 0
    if question.objective.name == UTILITY:
        values: Any = _worths(series, question.objective, Position(points, at), question.budget)
    else:
        values = _curves(series, question.objective, at, question.budget)
    states, bound = encoding(game.card).states, values.error_bound
    return Solution.of(question, "in-a-row", values, states, bound, at=at, counted=COUNTED)


# -- targets -----------------------------------------------------------------------------------------


def _curves(series: InARow, aim: Any, at: RowState, budget: Budget) -> CardsInARow:
    game: Any = series.game
    encoded = encoding(game.card)
    passes = Passes(game, budget)
    boxes = at.state.open.bit_count() if at.left else 0
    low, high = ends_of(passes.made)
    require_reachable(series, aim, series.games * low, series.games * high)
    passes.require(at.left, boxes)
    after = CERTAIN
    for played in range(1, at.left):
        after = passes.curve(after, f"game {at.left - played + 1} of the {at.left} left")
    layers = passes.layers(after, boxes, None, "this game")
    target = aim.target or 0
    return CardsInARow(game, target, Layers(layers), layer_bases(encoded), at.left, after)


class Passes:
    """Games of a card, the last one first: each a pass over its layers."""

    def __init__(self, game: KeepRerollGame, budget: Budget) -> None:
        self.game, self.budget, self.encoded = game, budget, encoding(game.card)
        encoded = self.encoded
        self.start = encoded.start
        self.made = MadePoints(encoded, {self.start: (0, 0)})
        self.to_come = targets_by_set(encoded) // np.maximum(encoded.sizes, 1)
        """By set of open boxes: how many chances a curve of one game has, at most."""

    def widths(self, open_boxes: int, after: int, block: int | None) -> int:
        """Bound the numbers in a layer, the curve of the games after having so many."""
        groups = self.encoded.layers[open_boxes]
        to_come = np.repeat(self.to_come[groups], self.encoded.sizes[groups]) + after
        if block is not None:
            fewest, most = self.made.layer(open_boxes)
            to_come = np.minimum(to_come, most - fewest + block)
        return int(to_come.sum())

    def memory(self, boxes: int, after: int, block: int | None) -> int:
        """Bound the bytes of a pass: a layer, the one below, and what it is trimmed to."""
        most = max(self.widths(k, after, block) for k in range(boxes + 1))
        return 8 * 3 * most + 250 * self.encoded.states

    def require(self, games: int, boxes: int) -> None:
        """Say what so many games take, or refuse them: by the widest that curves can be."""
        everything = len(self.encoded.layers) - 1
        wide = int(self.to_come[-1])
        total = sum(
            self.widths(k, wide * played, None)
            for played in range(games)
            for k in range(1, (everything if played < games - 1 else boxes) + 1)
        )
        seconds = seconds_for(self.encoded, total)
        memory = self.budget.memory if games > 1 else self.memory(boxes, 0, None) + PROCESS
        least = self.memory(boxes, wide * max(0, games - 1), SMALLEST)
        self.budget.require(f"{_several(games)} of {self.game} in a row", least)
        cost = RowCost(total, memory, seconds, what=f"curves of {_several(games)} in a row")
        told = f"Several games of {self.game} are worked out anew each time: {cost}."
        self.budget.allow(cost, f"Making the {cost}.", told)

    def curve(self, after: Curve, what: str) -> Curve:
        """Return the curve of one game more, in blocks of targets where one pass would not fit."""
        boxes = len(self.encoded.layers) - 1
        fewest, most = ends_of(self.made)
        low, high = after[0] + fewest, after[0] + len(after[1]) + most
        block, width = None, high - low + 1
        while self.memory(boxes, len(after[1]), block) > self.budget.room() and width > SMALLEST:
            width = -(-width // 2)
            block = width
        if block is None:
            sure, row = self.layers(after, boxes, None, what)[-1].layer.curve(self._number)
            return sure, row.astype(np.float64)
        return self._in_blocks(after, boxes, range(low + 1, high + 1, width), width, what)

    def _in_blocks(self, after: Curve, boxes: int, begins: range, width: int, what: str) -> Curve:
        rows, sure = [], begins[0] - 1
        for place, begin in enumerate(begins, 1):
            told = f"{what}, block {place} of {len(begins)}"
            window = (begin, begin + width - 1)
            found, row = self.layers(after, boxes, window, told)[-1].layer.curve(self._number)
            targets = np.arange(begin, begin + width)
            chances = row.astype(np.float64)
            rows.append([chance_in(found, chances, int(target)) for target in targets])
        whole = np.array(rows).ravel()
        certain, possible = int((whole >= 1).sum()), int((whole > 0).sum())
        return sure + certain, whole[certain:possible]

    @property
    def _number(self) -> int:
        """The start's number within its layer."""
        return self.start - int(self.encoded.arrays.base[-1])

    def layers(
        self, after: Curve, boxes: int, window: tuple[int, int] | None, what: str
    ) -> list[SealedLayer]:
        """Return the last two layers of a pass, and what was let go of the others.

        In a window of targets, chances that none of them asks for are left out.
        """
        executor = self.budget.executor
        to_do = [self.widths(k, len(after[1]), None) for k in range(boxes + 1)]
        making = Making(self.encoded, self.budget.progress, sum(to_do))
        pace = LayerPace(self.budget.progress, f"target curves, {what}", to_do)
        layers = [SealedLayer(self._full_cards(after))]
        with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as workers:
            for open_boxes in range(1, boxes + 1):
                below, states = layers[-1].layer, making.whole(open_boxes)
                lowest, highest = making.bounds(states, below, workers)
                if window is not None:
                    fewest, most = self.made.layer(open_boxes)
                    lowest = np.maximum(lowest, window[0] - 1 - most).astype(np.int32)
                    highest = np.minimum(highest, window[1] - fewest).astype(np.int32)
                    highest = np.maximum(lowest, highest)
                tell = pace.begin(open_boxes, lowest, highest)
                rows = making.rows(states, below, lowest, highest, workers, np.float64, tell)
                layers.append(SealedLayer(trimmed(rows, LEAST)))
                if open_boxes >= 2:
                    layers[open_boxes - 2] = GONE
        return layers

    def _full_cards(self, after: Curve) -> CurveLayer:
        """Return the layer of full cards: each has the curve of the games after it."""
        states = int(self.encoded.sizes[0])
        first: Ints64 = laid_out(np.full(states, len(after[1])))
        chances = np.zeros(int(first[-1]) + SIMD)
        chances[SIMD : int(first[-1])] = np.tile(after[1], states)
        return CurveLayer(first, np.full(states, after[0], np.int32), chances)


SMALLEST = 64
"""Targets of a block, at least."""


def _several(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"


# -- a utility ---------------------------------------------------------------------------------------


def _worths(series: InARow, aim: Any, here: Position, budget: Budget) -> WorthsInARow:
    """Return the rows of worths of the present game: from the last game back to it."""
    game: Any = series.game
    encoded, at = encoding(game.card), here.state
    made = [MadePoints(encoded, {card_number(encoded, game, at.state): (here.points, here.points)})]
    fresh = MadePoints(encoded, {encoded.start: (0, 0)})
    for _ in range(1, at.left):
        made.append(fresh.moved(*ends_of(made[-1])))
    low, high = ends_of(made[-1]) if at.left else (here.points, here.points)
    scale = aim.row(game, low, high)
    _require_worths(game, made, budget)
    low, shares = scale.low, np.array(scale.shares)
    for one in reversed(made[1:]):
        low, shares = _one_game(one, low, shares, budget)
    layers = worth_layers(made[0], low, shares, budget)
    bases = layer_bases(encoded)
    values = WorthsInARow(game, 0, Layers(layers), bases, scale, at.left, low, shares)
    if at.left:
        card = game.before_turn(at.state.open, at.state.upper, at.state.yahtzee)
        _require_told(series, aim, values, Position(here.points, RowState(at.left, card)))
    return values


def ends_of(made: MadePoints) -> tuple[int, int]:
    """Return the fewest and the most points that full cards may have."""
    fewest, most = made.layer(0)
    return int(fewest[most >= fewest].min()), int(most[most >= fewest].max())


def _one_game(made: MadePoints, low: int, shares: Floats, budget: Budget) -> tuple[int, Floats]:
    """Return the shares before a game, by points, from those after it: in blocks that fit."""
    encoded = made.encoded
    first, last = int(made.fewest[encoded.start]), int(made.most[encoded.start])
    width = last - first + 1
    while 8 * _largest_pair(made, width) > budget.room() and width > SMALLEST:
        width = -(-width // 2)
    found = []
    for begin in range(first, last + 1, width):
        stop = min(begin + width - 1, last)
        block = made.moved(begin - first, stop - last)
        row = worth_layers(block, low, shares, budget)[-1].layer.curve(0)[1]
        found.append(row[::-1])  # kept under minus the points
    return first, np.concatenate(found)


def _largest_pair(made: MadePoints, width: int) -> int:
    """Bound the numbers of two layers, so many points being asked about at the start."""
    spread = int(made.most[made.encoded.start] - made.fewest[made.encoded.start]) + 1
    states = [int(made.encoded.sizes[groups].sum()) for groups in made.encoded.layers]
    widths = [
        all_of_it - count * (spread - width)
        for all_of_it, count in zip(made.widths, states, strict=True)
    ]
    return max(a + b for a, b in pairwise(widths))


def _require_worths(game: KeepRerollGame, made: list[MadePoints], budget: Budget) -> None:
    """Say what the rows of so many games take, or refuse them."""
    encoded = made[0].encoded
    total = sum(sum(one.widths) for one in made)
    now = max((a + b for a, b in pairwise(made[0].widths)), default=0)
    least = 8 * max(
        now, *(_largest_pair(one, SMALLEST) for one in made[1:]), 0
    ) + 250 * encoded.states * (len(made) + 1)
    what = f"rows of worths of {_several(len(made))} in a row"
    budget.require(f"Making the {what} of {game}", least)
    cost = RowCost(
        total, min(budget.memory, 16 * total + PROCESS), seconds_for(encoded, total), what=what
    )
    budget.allow(cost, f"Making the {cost}.", f"A utility of {game} is worked out each time: {cost}.")


def _require_told(series: InARow, aim: Any, values: WorthsInARow, here: Position) -> None:
    """Refuse a utility that says nothing of a total that can occur."""
    if values.share(*here) > 2.0:
        scale = values.scale
        missing = [f"{scale.low + k:,}" for k, one in enumerate(scale.shares) if one == UNTOLD]
        raise UsageError(
            f"The utility ({aim}) says nothing of a total that can occur in {series}. Without a worth: "
            f"{listed(missing, 6)}; every total that can occur needs one."
        )
