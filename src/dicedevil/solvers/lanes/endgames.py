"""The endgames lane: matches of score cards, whole or from a position on (see `solvers.endgames`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicedevil.errors import TooLarge, UsageError
from dicedevil.families.keep_reroll.game import KeepRerollGame
from dicedevil.matches import MatchState, TurnByTurn
from dicedevil.objectives import WinMatch
from dicedevil.rules import Game
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution

if TYPE_CHECKING:
    from dicedevil.solvers.endgames import Endgames


def fits(question: Question) -> bool:
    """Winning a match of two score cards, ties counting half, in floats."""
    return (
        _card(question.game) is not None and type(question.objective) is WinMatch and not question.exact
    )


def solve(question: Question) -> Solution:
    """Answer for the position that is asked about; else solve all, or read the tables."""
    game = _card(question.game)
    if game is None or not fits(question):
        raise UsageError(
            f"The endgames lane does not answer '{question.objective.name}' for {question.game}"
            f"{' in fractions' if question.exact else ''}: it is for winning matches of games with a "
            "score card."
        )
    from dicedevil.solvers.curve_making import A_MOMENT
    from dicedevil.solvers.endgames import PATIENCE, Endgames, MatchValues

    # where nobody waits for tables nobody waits for a long search either
    patience = PATIENCE if question.missing_ok else A_MOMENT
    endgames = Endgames.found(game, fresh=question.fresh, patience=patience, memory=question.memory)
    boxes = endgames.all_boxes
    if question.at is not None and _reaches(endgames, question.at):
        boxes = endgames.place(question.at).open_boxes
    else:
        endgames.make(
            boxes,
            progress=question.progress,
            executor=question.executor,
            missing_ok=question.missing_ok,
        )
    values = MatchValues(endgames)
    return question.answer(values, "endgames", endgames.positions, endgames.error_bound(boxes))


def _card(game: Game) -> KeepRerollGame | None:
    """Return the game with a score card that a match is about."""
    if isinstance(game, TurnByTurn) and isinstance(game.game, KeepRerollGame):
        return game.game
    return None


def _reaches(endgames: Endgames, state: MatchState) -> bool:
    """Tell whether a position can be answered as things are.

    If not, and the match as a whole is too large too, the reason is that of the position.
    """
    try:
        endgames.require_reach(state)
    except TooLarge:
        if endgames.is_small:
            return False
        raise
    return True
