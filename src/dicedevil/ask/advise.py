"""Questions about a position: a game, a state and a roll in, `Advice` out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dicedevil.ask.before import before_roll, unrolled
from dicedevil.dice import Roll
from dicedevil.errors import TooLarge
from dicedevil.objectives import MaxScore, Objective
from dicedevil.rules import Game, Position, State, read_roll_at
from dicedevil.solvers.advice import Advice
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import answer
from dicedevil.wrapped.turn_by_turn import TurnByTurn

if TYPE_CHECKING:
    from dicedevil.solvers.why import Why

Solver = Callable[[Question], Solution]
"""Who answers questions."""


def reasons(advice: Advice, wanted: bool, than: str | None) -> Why | None:
    """Return why the best choice is better, than another if one is named; None if nobody asked."""
    return advice.why(b=than) if wanted or than is not None else None


def as_document(advice: Advice, why: Why | None) -> dict[str, Any]:
    """Return plain data, as `advise --json` prints it."""
    return advice.to_dict() | ({"why": why.to_dict()} if why else {})


def advise_alone(
    game: Game,
    state: Position | State | str = "",
    roll: Roll | int | str = "",
    objective: Objective | None = None,
    *,
    exact: bool = False,
    budget: Budget = USUAL,
    solved: Solver = answer,
) -> Advice:
    """Return the choices at a position, best first, each with its value and loss.

    State and roll as objects or as written; without a roll, whether to roll, and what each roll would
    be worth (`BeforeRoll`). `dicedevil.advise` also asks players of a match. `solved` finds solutions:
    whoever is asked often keeps them.
    """
    aim = objective or MaxScore()
    played = aim.view(game)
    written = state if isinstance(state, str) else None
    is_rolled = bool(roll.strip()) if isinstance(roll, str) else roll != ()
    due = None if is_rolled else unrolled(played, state, roll)
    if due is not None:
        found = solved(Question(played, aim, exact, at=due.state, budget=budget, points=due.points))
        return before_roll(found, due, written)
    position, rolled = read_roll_at(played, state, roll)  # a bad one is refused before any solving
    question = Question(played, aim, exact, at=position.state, budget=budget, points=position.points)
    return advice_at(question, position, rolled, written, solved)


def advice_at(
    question: Question,
    position: Position,
    roll: Roll,
    written: str | None = None,
    solved: Solver = answer,
) -> Advice:
    """Answer for a position that has been read; `written` is how, if it was."""
    try:
        solution = solved(question)
    except TooLarge as error:
        if isinstance(question.game, TurnByTurn) and "--player" not in str(error):
            told = TooLarge(f"{error} A player estimates instead: --player emp-1.")
            raise told.costing(error.seconds, error.memory_bytes) from None
        raise
    return solution.advice(position, roll, written)
