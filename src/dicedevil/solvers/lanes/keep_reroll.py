"""The keep-reroll lane: score cards, mean score (see `solvers.keep_reroll`)."""

from __future__ import annotations

from dicedevil.errors import UsageError
from dicedevil.families.keep_reroll.game import KeepRerollGame
from dicedevil.objectives import MaxScore, Worst
from dicedevil.solvers.question import Question, kept
from dicedevil.solvers.solution import Solution


def fits(question: Question) -> bool:
    """Score cards, best or worst mean score, in floats."""
    return (
        isinstance(question.game, KeepRerollGame)
        and isinstance(question.objective, (MaxScore, Worst))
        and not question.exact
    )


def solve(question: Question) -> Solution:
    """Solve the card, or read its table."""
    from dicedevil.solvers.keep_reroll import CardValues, require_memory, solve_card

    game, objective = question.game, question.objective
    if not isinstance(game, KeepRerollGame) or not isinstance(objective, (MaxScore, Worst)):
        raise UsageError("The keep-reroll lane is for the mean score of games with a score card.")
    if question.exact:
        raise UsageError("The keep-reroll lane works in floats; exact fractions need the reference.")
    encoded, sign = game.encoding, 1 if objective.wants_more(game, game.start()) else -1
    require_memory(encoded, question.memory)
    arrays = kept(
        question.table_key("(keep-reroll)"),  # other arrays than the graph lane's
        lambda: {
            "values": solve_card(
                encoded,
                sign,
                memory=question.memory,
                progress=question.progress,
                executor=question.executor,
            )
        },
        {"states": encoded.states, "rules": encoded.fingerprint},
    )
    values = CardValues(game, (arrays or {})["values"], sign)
    return question.answer(values, "keep-reroll", encoded.states, values.error_bound)
