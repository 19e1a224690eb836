"""`solve`: puts the question, finds the lane, returns a `Solution`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from dicedevil.errors import TooLarge, UsageError, listed, nearest, quoted
from dicedevil.games import game as game_named
from dicedevil.objectives import MaxScore, Objective
from dicedevil.rules import Game, Position, State, as_position
from dicedevil.solvers.budget import MEMORY, Budget
from dicedevil.solvers.lane import Lane
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution

if TYPE_CHECKING:
    from concurrent.futures import Executor


def solve(
    game: Game | str,
    objective: Objective | None = None,
    *,
    exact: bool = False,
    fresh: bool = False,
    lane: str | None = None,
    memory: int = MEMORY,
    progress: Progress = silent,
    executor: Executor | None = None,
    missing_ok: bool = True,
    at: Position | State | str | None = None,
    on: Any = None,
    budget: Budget | None = None,
) -> Solution:
    """Solve a game.

    `exact` gives fractions, `fresh` neither reads nor writes tables, `lane` forces a way to solve,
    `memory` (in bytes) is what a solve may use before it refuses with `TooLarge`, `executor` (of
    threads) runs the parts of a score card; other games are solved in one thread. With
    `missing_ok=False` target curves and endgames that would take long to make are refused with
    `TableError`, their cost told, unless they are on disk. `at` says that only this position (an
    object or as written), and those of the turn it is in, will be asked about: a match that is too
    large as a whole can still be answered there; `value_at` tells its value. `on` says where the shards
    of large tables are made: 'threads' (as by default), 'processes', or a Dask client (see
    docs/clusters.md). A `budget` says memory, progress, executor, missing_ok and on in one.
    """
    if memory <= 0:
        raise UsageError(f"memory is a number of bytes, more than 0, not {quoted(memory)}.")
    aim = objective or MaxScore()
    rules = game_named(game) if isinstance(game, str) else game
    cost = budget or Budget(memory, None, progress, executor, missing_ok, on=on)
    played = aim.view(rules)
    only = None if at is None else as_position(played, at)
    state, points = (None, 0) if only is None else (only.state, only.points)
    return answer(Question(played, aim, exact, fresh, state, cost, points=points), lane)


def answer(question: Question, lane: str | None = None) -> Solution:
    """Answer a question about a game as its objective views it: by the lane that fits, or one named."""
    found = lane_for(question) if lane is None else lane_named(question.game, lane)
    try:
        return found.solve(question)
    except MemoryError:
        allowed = f"{question.budget.memory >> 20:,} MB are allowed"
    raise TooLarge(  # here, where nothing of the work is held any more
        f"The machine has not enough memory to solve {question.game}, though {allowed}: a smaller "
        "variant needs less."
    )


def lanes_of(game: Game) -> tuple[Lane, ...]:
    """Return the lanes of a game: its family's, then those that fit everything."""
    return (
        _lanes(game.solved_in)
        if game.solved_in == Game.solved_in
        else (*_lanes(game.solved_in), *_lanes(Game.solved_in))
    )


@cache
def _lanes(room: str) -> tuple[Lane, ...]:
    lanes: tuple[Lane, ...] = import_module(room).LANES
    return lanes


def lane_for(question: Question) -> Lane:
    """Return the first lane that fits; the last fits everything."""
    return next(lane for lane in lanes_of(question.game) if lane.fits(question))


def lane_named(game: Game, name: str) -> Lane:
    """Find one of a game's lanes by its name."""
    known = {lane.name: lane for lane in lanes_of(game)}
    if name not in known:
        hint = nearest(name, known) or f" Lanes: {listed(known)}."
        raise UsageError(f"Unknown lane {quoted(name)} for {game}.{hint}")
    return known[name]
