"""The keep-reroll lane: score cards, mean score and targets.

How: `solvers.keep_reroll` for the mean score, `solvers.keep_reroll_curves` for targets.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from dicedevil.errors import UsageError
from dicedevil.families.keep_reroll.game import KeepRerollGame
from dicedevil.objectives import MaxScore, ReachTarget, Worst
from dicedevil.solvers.question import Question, kept, right_to_make
from dicedevil.solvers.solution import Solution, require_reachable


def fits(question: Question) -> bool:
    """Score cards, best or worst mean score or any target, in floats."""
    return (
        isinstance(question.game, KeepRerollGame)
        and isinstance(question.objective, (MaxScore, Worst, ReachTarget))
        and not question.exact
    )


def solve(question: Question) -> Solution:
    """Solve the card, or read its table."""
    from dicedevil.solvers.keep_reroll import CardValues, require_memory, solve_card

    game, objective = question.game, question.objective
    if not isinstance(game, KeepRerollGame) or not isinstance(
        objective, (MaxScore, Worst, ReachTarget)
    ):
        raise UsageError("The keep-reroll lane is for scores and targets of games with a score card.")
    if question.exact:
        raise UsageError("The keep-reroll lane works in floats; exact fractions need the reference.")
    if isinstance(objective, ReachTarget):
        return _solve_curves(question, game, objective)
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


def _solve_curves(question: Question, game: KeepRerollGame, objective: ReachTarget) -> Solution:
    """Read the layers of curves, and make those that are not there; two processes make them once."""
    from dicedevil.solvers.curve_making import make_layers, require_curves
    from dicedevil.solvers.curve_shelf import CurveShelf
    from dicedevil.solvers.keep_reroll_curves import CardCurves

    if not question.missing_ok:
        require_curves(question)
    shelf, key = CurveShelf(game.encoding, question.table_key), question.table_key("(keep-reroll)")
    with nullcontext() if key is None else right_to_make(key):
        layers = make_layers(
            shelf, memory=question.memory, progress=question.progress, executor=question.executor
        )
    values = CardCurves(game, objective.target or 0, layers, shelf.bases)
    sure, row = values.row(game.start())
    require_reachable(game, objective, sure, sure + len(row))
    states = game.encoding.states
    answer = question.answer(values, "keep-reroll", states, values.error_bound)
    return replace(answer, error_is_relative=True)
