"""Any utility of the final score of a card: rows of shares, made as target curves are.

A row of chances says how likely each number of points to come is; a row of shares says what each number
of points made so far is worth. Both go the same way through a turn, so the kernels of curves carry
either: a share is kept under minus the points made, and a full card has the worths themselves in place
of the step from 1 to 0.

Only points that may have been made at a state have a share, so rows are short where curves are long, at
the start; beyond their ends nobody reads. Rows are in double precision and only two layers are needed
at a time: for one position the others are let go.

Error. A share is off by no more than the roundings of a turn, 2 ** -53 each, once a turn (see
`curves`): shares are at most 1, and means and maxima magnify no error.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from copy import copy
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dicedevil.errors import PositionError, UsageError, listed
from dicedevil.families.cards.game import CardState, KeepRerollGame
from dicedevil.rules import Position
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.curve_making import PROCESS, RowCost, row_cost
from dicedevil.solvers.cards.curves import CardCurves, turn_error
from dicedevil.solvers.cards.lattice import Floats
from dicedevil.solvers.cards.row_making import LayerPace, Making
from dicedevil.solvers.cards.shelf import (
    CurveLayer,
    Layers,
    SealedLayer,
    laid_out,
    layer_bases,
)
from dicedevil.solvers.cards.states import Encoding, Ints64, card_number, encoding
from dicedevil.solvers.machine import SIMD, cores
from dicedevil.solvers.solution import no_such_points
from dicedevil.utility import UNTOLD, Utility, WorthRow

NOWHERE = 1 << 60
GONE = SealedLayer(CurveLayer(np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0)))
"""A layer that was let go."""


@dataclass(frozen=True, eq=False)
class CardWorths(CardCurves):
    """The shares of the states of a card, under minus the points made; `target` is 0."""

    scale: WorthRow

    def worth(self, points: int, state: CardState) -> float:
        """Return the best mean worth from a state on, with so many points made."""
        return self.scale.value(self.share(points, state))

    def share(self, points: int, state: CardState) -> float:
        """Return the same as a share."""
        sure, row = self._curve(state.open, self._member(state))
        if not 0 <= -points - sure - 1 < len(row):
            raise no_such_points(points, state)
        return super().worth(points, state)

    def _curve(self, open_boxes: int, member: int) -> tuple[int, Floats]:
        if self.layers.sealed[open_boxes.bit_count()] is GONE:
            raise PositionError("These values are those of one turn: ask about this position alone.")
        return super()._curve(open_boxes, member)

    @property
    def error_bound(self) -> float:
        """No value is further than this from the exact one."""
        return self.scale.error_bound(turn_error(self.encoding) + 2.0**-53)


class MadePoints:
    """The points that may have been made at every state of a card, from some of them on."""

    def __init__(self, encoded: Encoding, roots: dict[int, tuple[int, int]]) -> None:
        from dicedevil.solvers.cards.kernels.made import reach_points

        self.encoded = encoded
        self.fewest, self.most = (
            np.full(encoded.states, NOWHERE, np.int64),
            np.full(encoded.states, -NOWHERE, np.int64),
        )
        for number, (low, high) in roots.items():
            self.fewest[number], self.most[number] = low, high
        self.boxes = max(encoded.open_boxes(number).bit_count() for number in roots)
        base, sizes = encoded.arrays.base, encoded.sizes
        self._places = [
            np.concatenate([np.arange(base[one], base[one] + sizes[one]) for one in groups])
            for groups in encoded.layers[: self.boxes + 1]
        ]
        for groups in reversed(encoded.layers[1 : self.boxes + 1]):
            reach_points(encoded.arrays, groups, self.fewest, self.most)

    def moved(self, low: int, high: int) -> MadePoints:
        """Return the same with so many points more at each state, the fewest and the most."""
        found = copy(self)
        found.__dict__.pop("widths", None)
        reached = self.fewest <= self.most
        found.fewest = np.where(reached, self.fewest + low, NOWHERE)
        found.most = np.where(reached, self.most + high, -NOWHERE)
        return found

    def layer(self, open_boxes: int) -> tuple[Ints64, Ints64]:
        """Return the fewest and the most points of the states with so many open boxes; 0, -1: none."""
        places = self._places[open_boxes]
        fewest, most = self.fewest[places], self.most[places]
        reached = fewest <= most
        return np.where(reached, fewest, 0), np.where(reached, most, -1)

    @cached_property
    def widths(self) -> list[int]:
        """By layer: how many numbers of points there are in all."""
        found = []
        for open_boxes in range(self.boxes + 1):
            fewest, most = self.layer(open_boxes)
            found.append(int((most - fewest + 1).sum()))
        return found


def solve_card_worths(
    game: KeepRerollGame, utility: Utility, at: CardState | None, points: int, budget: Budget
) -> CardWorths:
    """Return the best mean worth of all states of a card, or of one with those of its turn."""
    encoded = encoding(game.card)
    start = game.start() if at is None else at
    root = card_number(encoded, game, start)
    made = MadePoints(encoded, {root: (points, points)})
    widths = made.widths
    cost = row_cost(encoded, widths, whole=at is None)
    require_rows(game, cost, budget)
    fewest, most = made.layer(0)
    low, high = int(fewest[most >= fewest].min()), int(most[most >= fewest].max())
    scale = utility.row(game, low, high)
    layers = worth_layers(made, scale.low, np.array(scale.shares), budget, whole=at is None)
    values = CardWorths(game, 0, Layers(layers), layer_bases(encoded), scale)
    between = game.before_turn(start.open, start.upper, start.yahtzee)
    require_told(game, utility, values, Position(points, between))
    return values


def worth_layers(
    made: MadePoints, low: int, shares: Floats, budget: Budget, *, whole: bool = False
) -> list[SealedLayer]:
    """Return the rows by number of open boxes; the shares are those of the points from `low` on.

    All of them, or the last two.
    """
    encoded, executor = made.encoded, budget.executor
    making = Making(encoded, budget.progress, sum(made.widths))
    pace = LayerPace(budget.progress, "rows of worths", list(made.widths))
    layers = [SealedLayer(full_cards(made, low, shares))]
    with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as workers:
        for open_boxes in range(1, made.boxes + 1):
            fewest, most = made.layer(open_boxes)
            lowest, highest = (-most - 1).astype(np.int32), (-fewest).astype(np.int32)
            below, tell = layers[-1].layer, pace.begin(open_boxes, lowest, highest)
            states = making.whole(open_boxes)
            rows = making.rows(states, below, lowest, highest, workers, np.float64, tell)
            layers.append(SealedLayer(rows))
            if not whole and open_boxes >= 2:
                layers[open_boxes - 2] = GONE
    return layers


def full_cards(made: MadePoints, low: int, shares: Floats) -> CurveLayer:
    """Return the rows of the full cards: what each number of points is worth."""
    fewest, most = made.layer(0)
    first = laid_out(most - fewest + 1)
    chances = np.zeros(int(first[-1]) + SIMD)
    high = low + len(shares) - 1
    shares = shares[::-1]
    for number in range(len(fewest)):
        begin = high - int(most[number])
        width = int(first[number + 1] - first[number])
        chances[first[number] : first[number + 1]] = shares[begin : begin + width]
    return CurveLayer(first, (-most - 1).astype(np.int32), chances)


def require_rows(game: KeepRerollGame, cost: RowCost, budget: Budget) -> None:
    """Say what the rows take, or refuse them."""
    budget.require(f"Making the {cost} for {game}", cost.memory_bytes - PROCESS)
    budget.allow(
        cost, f"Making the {cost}.", f"A utility of {game} is worked out anew each time: {cost}."
    )


def require_told(game: KeepRerollGame, utility: Utility, values: CardWorths, start: Position) -> None:
    """Refuse a utility that says nothing of a score that can occur: its share is beyond all others."""
    if values.share(*start) <= 2.0:
        return
    scale = values.scale
    missing = [f"{scale.low + k:,}" for k, share in enumerate(scale.shares) if share == UNTOLD]
    raise UsageError(
        f"The utility ({utility}) says nothing of a score that can occur in {game}. Without a worth: "
        f"{listed(missing, 6)}; every score that can occur needs one."
    )
