"""`solve`: puts the question, picks the lane, returns a `Solution`."""

from __future__ import annotations

from concurrent.futures import Executor

from dicedevil.games import game as game_named
from dicedevil.matches import TurnByTurn
from dicedevil.objectives import MaxScore, Objective, ReachWithin, WinMatch
from dicedevil.rules import Game, State
from dicedevil.solvers.lanes import fitting, lane_named
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.question import MEMORY, Question
from dicedevil.solvers.solution import Solution
from dicedevil.within import WithinTurns


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
    at: State | None = None,
) -> Solution:
    """Solve a game.

    `exact` gives fractions, `fresh` neither reads nor writes tables, `lane` forces a way to solve,
    `memory` (in bytes) is what a solve may use before it refuses with `TooLarge`, `executor` (of
    threads) runs the parts of a large score card. With `missing_ok=False` target curves and endgames
    that would take long to make are refused with `TableError`, their cost told, unless they are on
    disk. `at` says that only this state, and those of the turn it is in, will be asked about: a match
    that is too large as a whole can still be answered there.
    """
    aim = objective or MaxScore()
    played = playable(game_named(game) if isinstance(game, str) else game, aim)
    aim.refuse(played)
    question = Question(played, aim, exact, fresh, memory, progress, executor, missing_ok, at)
    return (fitting(question) if lane is None else lane_named(lane)).solve(question)


def playable(game: Game, objective: Objective) -> Game:
    """Return the game an objective is about: a match of two where winning is the aim."""
    view = game.view("win" if isinstance(objective, WinMatch) else objective.name)
    if isinstance(objective, ReachWithin):
        return view if isinstance(view, WithinTurns) else WithinTurns(view, objective.turns)
    return TurnByTurn(view) if isinstance(objective, WinMatch) and view.players == 1 else view
