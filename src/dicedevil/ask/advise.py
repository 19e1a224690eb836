"""Questions about a position: a game, a state and a roll in, `Advice` out."""

from __future__ import annotations

from dicedevil.ask.before import before_roll, unrolled
from dicedevil.dice import Roll
from dicedevil.errors import TooLarge
from dicedevil.objectives import MaxScore, Objective
from dicedevil.rules import Game, Position, State, read_roll_at
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Advice
from dicedevil.solvers.solver import answer
from dicedevil.wrapped.turn_by_turn import TurnByTurn


def advise_alone(
    game: Game,
    state: Position | State | str = "",
    roll: Roll | int | str = "",
    objective: Objective | None = None,
    *,
    exact: bool = False,
    budget: Budget = USUAL,
) -> Advice:
    """Return the choices at a position, best first, each with its value and loss.

    State and roll as objects or as written; without a roll, whether to roll, and what each roll would
    be worth (`BeforeRoll`). `dicedevil.advise` also asks players of a match.
    """
    aim = objective or MaxScore()
    played = aim.view(game)
    written = state if isinstance(state, str) else None
    due = unrolled(played, state, roll)
    if due is not None:
        found = answer(Question(played, aim, exact, at=due.state, budget=budget))
        return before_roll(found, due, written)
    position, rolled = read_roll_at(played, state, roll)  # a bad one is refused before any solving
    question = Question(played, aim, exact, at=position.state, budget=budget)
    return advice_at(question, position, rolled, written)


def advice_at(question: Question, position: Position, roll: Roll, written: str | None = None) -> Advice:
    """Answer for a position that has been read; `written` is how, if it was."""
    try:
        solution = answer(question)
    except TooLarge as error:
        if isinstance(question.game, TurnByTurn) and "--player" not in str(error):
            raise TooLarge(f"{error} A player estimates instead: --player emp-1.") from None
        raise
    return solution.advice(position, roll, written)
