"""The one door for questions about a position: texts in, `Advice` out."""

from __future__ import annotations

from dicedevil.games import game as game_named
from dicedevil.objectives import Objective
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import Advice
from dicedevil.solvers.solver import playable, solve


def advise(
    game: str,
    state: str = "",
    roll: str = "",
    objective: Objective | None = None,
    *,
    exact: bool = False,
    progress: Progress = silent,
) -> Advice:
    """Return the choices at a position, best first, each with its value and loss."""
    from dicedevil.objectives import MaxScore

    rules = game_named(game)
    aim = objective or MaxScore()
    playable(rules, aim).read_position(state, roll)  # a bad position is refused before any solving
    return solve(rules, aim, exact=exact, progress=progress).advise(state, roll)
