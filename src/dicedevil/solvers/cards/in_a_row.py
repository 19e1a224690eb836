"""Several games of a score card in a row: rows that are carried from one game to the one before.

    targets     the curve of n games is that of a game whose full card has the curve of n - 1 games
                in place of the step from 1 to 0
    a utility   the same with rows of worths (`worths`): what the total is worth, with n games to go,
                before the first of them

So every game is played for the utility of its score, and n games take n passes over the layers of one,
made by shards as all rows are (`row_table`, `row_work`).

Error. Rows are in double precision: n games of b boxes round n times as often as one (`turn_error`).
Chances of 2 ** -60 or less are taken for 0, once a turn, which adds as much.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dicedevil.errors import PositionError, UsageError, listed
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.objectives import UTILITY, MaxScore, require_reachable
from dicedevil.rules import Position
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards.curve_sizes import targets_by_set
from dicedevil.solvers.cards.curves import CardCurves, chance_in, turn_error
from dicedevil.solvers.cards.lattice import Floats, Ints
from dicedevil.solvers.cards.row_making import Cut, Making, trimmed
from dicedevil.solvers.cards.row_table import LayeredRows, RowEnds
from dicedevil.solvers.cards.row_work import Pass, RowPlan, inner_question, last_turn, worker_table
from dicedevil.solvers.cards.shelf import CurveLayer, laid_out
from dicedevil.solvers.cards.states import Encoding, Ints64, card_number, encoding
from dicedevil.solvers.cards.worths import CardWorths, MadePoints, worth_pass, worth_table
from dicedevil.solvers.layers import Shard
from dicedevil.solvers.machine import SIMD
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.tables import right_to_make
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
    at = question.at if question.at is not None else series.start()
    points = question.points if question.at is not None else 0
    if question.objective.name == UTILITY:
        values: Any = _worths(series, question, Position(points, at))
    else:
        values = _curves(series, question, at)
    states, bound = values.encoding.states, values.error_bound
    return Solution.of(question, "in-a-row", values, states, bound, at=at, counted=COUNTED)


def _several(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"


def _number_of_start(encoded: Encoding) -> int:
    """Return the start's number within its layer."""
    return encoded.start - int(encoded.arrays.base[-1])


# -- targets -----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class CurveAfterEnds(RowEnds):
    """Chances of points to come in this game and those after it, whose curve the full cards have."""

    encoded: Encoding
    after: Curve
    what: str = "target curves"
    is_relative = False

    @cached_property
    def bound(self) -> float:  # type: ignore[override]  # worked out when asked
        """Of one game: that is all that is looked at."""
        return error_of_games(self.encoded, 1)

    def full_cards(self) -> CurveLayer:
        """Each has the curve of the games after it."""
        states = int(self.encoded.sizes[0])
        sure, row = self.after
        first: Ints64 = laid_out(np.full(states, len(row)))
        chances = np.zeros(int(first[-1]) + SIMD)
        chances[SIMD : int(first[-1])] = np.tile(row, states)
        return CurveLayer(first, np.full(states, sure, np.int32), chances)

    def limits(
        self, making: Making, shard: Shard, states: Cut, below: CurveLayer, threads: Executor | None
    ) -> tuple[Ints, Ints]:
        """By the curves below."""
        return making.bounds(states, below, threads)

    def trimmed(self, work: CurveLayer) -> CurveLayer:
        """Cut off what is certain, or so rare that it is taken for none."""
        return trimmed(work, LEAST)


def curve_pass(encoded: Encoding, after: int, boxes: int) -> Pass:
    """Return the curves of one game more, those of the games after it having so many chances."""
    alone = targets_by_set(encoded) // np.maximum(encoded.sizes, 1)
    return Pass(encoded.sizes * (alone + after), boxes)


def table_for(game: Any, sure: int, row: bytes, boxes: int, *shelf: Any, budget: Budget) -> LayeredRows:
    """Return the curves of one game more, for a process that makes shards of them."""
    encoded, after = encoding(game.card), np.frombuffer(row)
    ends, question = CurveAfterEnds(encoded, (sure, after)), Question(game, MaxScore(), budget=budget)
    one = curve_pass(encoded, len(after), boxes)
    return worker_table(question, encoded, ends, one, _made_by(ends, boxes), shelf)


def _made_by(ends: CurveAfterEnds, boxes: int) -> tuple[str, tuple[Any, ...]]:
    return __name__, (ends.after[0], ends.after[1].tobytes(), boxes)


def curve_table(
    plan: RowPlan, after: Curve, boxes: int, answers: tuple[int, ...], what: str
) -> LayeredRows:
    """Return the curves of one game more, to be made."""
    ends = CurveAfterEnds(plan.encoded, after, f"target curves, {what}")
    one = curve_pass(plan.encoded, len(after[1]), boxes)
    return plan.table(ends, one, _made_by(ends, boxes), answers)


def _curves(series: InARow, question: Question, at: RowState) -> CardsInARow:
    game: Any = series.game
    aim: Any = question.objective
    encoded = encoding(game.card)
    low, high = MadePoints(encoded, encoded.start, 0, 0).ends
    require_reachable(series, aim, series.games * low, series.games * high)
    boxes, everything = at.state.open.bit_count(), len(encoded.layers) - 1
    plan = RowPlan(
        inner_question(question, game),
        encoded,
        f"curves of {_several(at.left)} in a row",
        _curve_passes(encoded, at.left, boxes),
    )
    plan.require(f"Several games of {game} are worked out anew each time")
    after, made = CERTAIN, list[LayeredRows]()
    with right_to_make(plan.key(), question.budget):
        for played in range(1, at.left):
            what = f"game {at.left - played + 1} of the {at.left} left"
            made.append(curve_table(plan, after, everything, (everything,), what))
            after = _top_row(made[-1])
        made.append(curve_table(plan, after, boxes, (boxes - 1, boxes), "this game"))
        made[-1].make()
        layers, bases = last_turn(made[-1], at.state.open)
        for table in made:
            table.discard_all()
    return CardsInARow(game, aim.target or 0, layers, bases, at.left, after)


def _curve_passes(encoded: Encoding, games: int, boxes: int) -> list[Pass]:
    """Return the passes over so many games, the last one first: by the widest that curves can be."""
    everything = len(encoded.layers) - 1
    wide = int(targets_by_set(encoded)[-1] // encoded.sizes[-1])
    last = max(1, games) - 1
    return [
        curve_pass(encoded, wide * played, boxes if played == last else everything)
        for played in range(last + 1)
    ]


def _top_row(table: LayeredRows) -> Curve:
    """Make a table; return the row of the start."""
    sure, row = table.make()[-1].curve(_number_of_start(table.shelf.encoded))
    return sure, row.astype(np.float64)


# -- a utility ---------------------------------------------------------------------------------------


def _worths(series: InARow, question: Question, here: Position) -> WorthsInARow:
    """Return the rows of worths of the present game: from the last game back to it."""
    game: Any = series.game
    aim: Any = question.objective
    encoded, at = encoding(game.card), here.state
    first = MadePoints(encoded, card_number(encoded, game, at.state), here.points, here.points)
    fresh = MadePoints(encoded, encoded.start, 0, 0)
    begins = _points_before(first.ends, fresh.ends, at.left)
    later = [Pass(fresh.by_set + fresh.reached * (b - a), fresh.boxes) for a, b in begins[:-1]]
    what = f"rows of worths of {_several(max(1, at.left))} in a row"
    plan = RowPlan(inner_question(question, game), encoded, what, [*later[::-1], worth_pass(first)])
    plan.require(f"A utility of {game} is worked out each time")
    scale = aim.row(game, *(begins[-1] if at.left else (here.points, here.points)))
    low, shares, made = scale.low, np.array(scale.shares), list[LayeredRows]()
    with right_to_make(plan.key(), question.budget):
        for number in range(len(begins) - 2, -1, -1):
            points = MadePoints(encoded, encoded.start, *begins[number])
            told = f"rows of worths, game {number + 2} of the {at.left} left"
            made.append(worth_table(plan, points, low, shares, (fresh.boxes,), told))
            low, shares = begins[number][0], _top_row(made[-1])[1][::-1]  # kept under minus the points
        answers = (first.boxes - 1, first.boxes)
        made.append(worth_table(plan, first, low, shares, answers))
        made[-1].make()
        layers, bases = last_turn(made[-1], at.state.open)
        for table in made:
            table.discard_all()
    values = WorthsInARow(game, 0, layers, bases, scale, at.left, low, shares)
    if at.left:
        card = game.before_turn(at.state.open, at.state.upper, at.state.yahtzee)
        _require_told(series, aim, values, Position(here.points, RowState(at.left, card)))
    return values


def _points_before(now: tuple[int, int], each: tuple[int, int], left: int) -> list[tuple[int, int]]:
    """Return the fewest and the most points before each game after this one, and after the last."""
    return [(now[0] + each[0] * k, now[1] + each[1] * k) for k in range(max(1, left))]


def _require_told(series: InARow, aim: Any, values: WorthsInARow, here: Position) -> None:
    """Refuse a utility that says nothing of a total that can occur."""
    if values.share(*here) > 2.0:
        scale = values.scale
        missing = [f"{scale.low + k:,}" for k, one in enumerate(scale.shares) if one == UNTOLD]
        raise UsageError(
            f"The utility ({aim}) says nothing of a total that can occur in {series}. Without a worth: "
            f"{listed(missing, 6)}; every total that can occur needs one."
        )
