"""The one door for questions about a position: a game, a state and a roll in, `Advice` out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicedevil.dice import Roll
from dicedevil.errors import TooLarge, UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.matches import TurnByTurn
from dicedevil.objectives import MaxScore, Objective, WinMatch
from dicedevil.rules import Game, Position, State, read_roll_at
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import Advice
from dicedevil.solvers.solver import playable, solve

if TYPE_CHECKING:
    from dicedevil.players.player import Who


def advise(
    game: Game | str,
    state: Position | State | str = "",
    roll: Roll | int | str = "",
    objective: Objective | None = None,
    *,
    player: Who | None = None,
    exact: bool = False,
    progress: Progress = silent,
    missing_ok: bool = True,
) -> Advice:
    """Return the choices at a position, best first, each with its value and loss.

    State and roll as objects or as written. With a player, such as "emp-1" or `EMP(1)`, the choices
    are those in a match, as that player values them, and the state is `Standings`, also as written.
    With `missing_ok=False` tables that would take long to make are refused (see `solve`).
    """
    rules = game_named(game) if isinstance(game, str) else game
    if player is not None:
        _require_win(player, objective, exact)
        from dicedevil.players.advice import table_advice  # tables and players: only for matches

        return table_advice(rules, player, state, roll, progress=progress, missing_ok=missing_ok)
    aim = objective or MaxScore()
    match = playable(rules, aim)
    if isinstance(match, TurnByTurn) and isinstance(state, str) and "them2-" in state:
        raise UsageError("Two players are solved exactly; of more say whose view: --player emp-1.")
    position, _ = read_roll_at(match, state, roll)  # a bad position is refused before any solving
    try:
        solution = solve(
            rules, aim, exact=exact, progress=progress, missing_ok=missing_ok, at=position.state
        )
    except TooLarge as error:
        if isinstance(match, TurnByTurn):
            raise TooLarge(f"{error} A player estimates instead: --player emp-1.") from None
        raise
    return solution.advise(state, roll)


def _require_win(player: Who, objective: Objective | None, exact: bool) -> None:
    """Refuse questions that a player at a table does not answer."""
    if objective is not None and type(objective) is not WinMatch:
        raise UsageError(f"A player wants to win: the objective is 'win', not '{objective.name}'.")
    if exact:
        raise UsageError(
            f"{quoted(player)} estimates in floats: leave out the player for exact values."
        )
