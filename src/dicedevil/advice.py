"""The one door for questions about a position: a game, a state and a roll in, `Advice` out."""

from __future__ import annotations

from dicedevil.dice import Roll
from dicedevil.games import game as game_named
from dicedevil.objectives import MaxScore, Objective
from dicedevil.rules import Game, Position, State, read_roll_at
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import Advice
from dicedevil.solvers.solver import playable, solve


def advise(
    game: Game | str,
    state: Position | State | str = "",
    roll: Roll | int | str = "",
    objective: Objective | None = None,
    *,
    exact: bool = False,
    progress: Progress = silent,
    missing_ok: bool = True,
) -> Advice:
    """Return the choices at a position, best first, each with its value and loss.

    State and roll as objects or as written. With `missing_ok=False` tables that would take long to make
    are refused (see `solve`).
    """
    rules = game_named(game) if isinstance(game, str) else game
    aim = objective or MaxScore()
    # a bad position is refused before any solving
    position, _ = read_roll_at(playable(rules, aim), state, roll)
    solution = solve(
        rules, aim, exact=exact, progress=progress, missing_ok=missing_ok, at=position.state
    )
    return solution.advise(state, roll)
