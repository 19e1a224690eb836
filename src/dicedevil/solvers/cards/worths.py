"""Any utility of the final score of a card: rows of shares, made as target curves are.

A row of chances says how likely each number of points to come is; a row of shares says what each number
of points made so far is worth. Both go the same way through a turn, so the kernels of curves carry
either: a share is kept under minus the points made, and a full card has the worths themselves in place
of the step from 1 to 0.

Only points that may have been made at a state have a share, so rows are short where curves are long, at
the start; beyond their ends nobody reads. Rows are in double precision, and only two layers are needed
at a time (`row_work`): of one position the rows of its turn stay in the end.

Error. A share is off by no more than the roundings of a turn, 2 ** -53 each, once a turn (see
`curves`): shares are at most 1, and means and maxima magnify no error.
"""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dicedevil.errors import UsageError, listed
from dicedevil.families.cards.game import CardState, KeepRerollGame
from dicedevil.objectives import MaxScore
from dicedevil.rules import Position
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.curves import CardCurves, turn_error
from dicedevil.solvers.cards.lattice import Floats, Ints
from dicedevil.solvers.cards.row_making import Cut, Making
from dicedevil.solvers.cards.row_table import LayeredRows, RowEnds
from dicedevil.solvers.cards.row_work import (
    Pass,
    RowPlan,
    all_layers,
    inner_question,
    last_turn,
    worker_table,
)
from dicedevil.solvers.cards.shelf import CurveLayer, laid_out
from dicedevil.solvers.cards.states import Encoding, Ints64, card_number, encoding
from dicedevil.solvers.layers import Shard
from dicedevil.solvers.machine import SIMD
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import no_such_points
from dicedevil.solvers.tables import right_to_make
from dicedevil.utility import UNTOLD, Utility, WorthRow

NOWHERE = 1 << 30


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

    @property
    def error_bound(self) -> float:
        """No value is further than this from the exact one."""
        return self.scale.error_bound(turn_error(self.encoding) + 2.0**-53)


class MadePoints:
    """The points that may have been made at every state of a card, from one of them on."""

    def __init__(self, encoded: Encoding, root: int, low: int, high: int) -> None:
        from dicedevil.solvers.cards.kernels.made import reach_points

        self.encoded, self.root = encoded, (root, low, high)
        self.fewest = np.full(encoded.states, NOWHERE, np.int32)
        self.most = np.full(encoded.states, -NOWHERE, np.int32)
        self.fewest[root], self.most[root] = low, high
        self.boxes = encoded.open_boxes(root).bit_count()
        for groups in reversed(encoded.layers[1 : self.boxes + 1]):
            reach_points(encoded.arrays, groups, self.fewest, self.most)

    def of(self, groups: Ints64) -> tuple[Ints, Ints]:
        """Return the fewest and the most points of the states of some sets; 0, -1: none."""
        base, sizes = self.encoded.arrays.base[groups], self.encoded.sizes[groups]
        places = np.repeat(base - np.cumsum(sizes) + sizes, sizes) + np.arange(int(sizes.sum()))
        fewest, most = self.fewest[places], self.most[places]
        reached = fewest <= most
        return np.where(reached, fewest, 0), np.where(reached, most, -1)

    @property
    def ends(self) -> tuple[int, int]:
        """The fewest and the most points that full cards may have."""
        fewest, most = self.of(self.encoded.layers[0])
        return int(fewest[most >= fewest].min()), int(most[most >= fewest].max())

    @cached_property
    def by_set(self) -> Ints64:
        """By set of open boxes: how many numbers of points there are in all."""
        widths = np.where(self.fewest <= self.most, self.most - self.fewest + 1, 0)
        found: Ints64 = np.add.reduceat(widths, self.encoded.arrays.base, dtype=np.int64)
        return found

    @cached_property
    def reached(self) -> Ints64:
        """By set of open boxes: how many states can be reached."""
        found: Ints64 = np.add.reduceat(
            self.fewest <= self.most, self.encoded.arrays.base, dtype=np.int64
        )
        return found


@dataclass(frozen=True, eq=False)
class WorthEnds(RowEnds):
    """What points made so far are worth: those that may have been made at a state."""

    made: MadePoints
    low: int
    shares: Floats
    """Of the points from `low` on, when the card is full."""
    what: str = "rows of worths"

    @cached_property
    def bound(self) -> float:  # type: ignore[override]  # worked out when asked
        """As many roundings as a game has: shares are at least 0, and no error is magnified."""
        return turn_error(self.made.encoded) + 2.0**-53

    def full_cards(self) -> CurveLayer:
        """What each number of points is worth."""
        fewest, most = self.made.of(self.made.encoded.layers[0])
        first = laid_out(most.astype(np.int64) - fewest + 1)
        chances = np.zeros(int(first[-1]) + SIMD)
        high = self.low + len(self.shares) - 1
        shares = self.shares[::-1]
        for number in range(len(fewest)):
            begin = high - int(most[number])
            width = int(first[number + 1] - first[number])
            chances[first[number] : first[number + 1]] = shares[begin : begin + width]
        return CurveLayer(first, (-most - 1).astype(np.int32), chances)

    def limits(
        self, making: Making, shard: Shard, states: Cut, below: CurveLayer, threads: Executor | None
    ) -> tuple[Ints, Ints]:
        """By the points that may have been made, whatever the rows below are."""
        fewest, most = self.made.of(states.groups)
        return -most - 1, -fewest

    def trimmed(self, work: CurveLayer) -> CurveLayer:
        """All of it is needed."""
        return work


def worth_pass(made: MadePoints) -> Pass:
    """Return the rows of worths from some points on."""
    return Pass(made.by_set, made.boxes)


def worth_table(
    plan: RowPlan, made: MadePoints, low: int, shares: Floats, answers: Collection[int], what: str = ""
) -> LayeredRows:
    """Return rows of worths, to be made; the shares are those of the points from `low` on."""
    ends = WorthEnds(made, low, shares, what or WorthEnds.what)
    return plan.table(ends, worth_pass(made), _made_by(made, low, shares), answers)


def _made_by(made: MadePoints, low: int, shares: Floats) -> tuple[str, tuple[Any, ...]]:
    return __name__, (made.root, low, shares.tobytes())


def table_for(
    game: Any,
    root: tuple[int, int, int],
    low: int,
    shares: bytes,
    *shelf: Any,
    budget: Budget,
) -> LayeredRows:
    """Return rows of worths, for a process that makes shards of them."""
    encoded = encoding(game.card)
    made, told = MadePoints(encoded, *root), np.frombuffer(shares)
    question, ends = Question(game, MaxScore(), budget=budget), WorthEnds(made, low, told)
    return worker_table(question, encoded, ends, worth_pass(made), _made_by(made, low, told), shelf)


def solve_card_worths(question: Question, game: KeepRerollGame) -> CardWorths:
    """Return the best mean worth of all states of a card, or of one with those of its turn."""
    utility: Any = question.objective
    encoded, at = encoding(game.card), question.at
    start, points = game.start() if at is None else at, question.points
    made = MadePoints(encoded, card_number(encoded, game, start), points, points)
    plan = RowPlan(
        inner_question(question, game), encoded, WorthEnds.what, [worth_pass(made)], at is None
    )
    plan.require(f"A utility of {game} is worked out anew each time")
    scale = utility.row(game, *made.ends)
    answers = range(made.boxes + 1) if at is None else (made.boxes - 1, made.boxes)
    table = worth_table(plan, made, scale.low, np.array(scale.shares), answers)
    with right_to_make(plan.key(), question.budget):
        table.make()
        layers, bases = all_layers(table) if at is None else last_turn(table, start.open)
        table.discard_all()
    values = CardWorths(game, 0, layers, bases, scale)
    between = game.before_turn(start.open, start.upper, start.yahtzee)
    require_told(game, utility, values, Position(points, between))
    return values


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
