"""The reference lane: exact fractions, any game (see `solvers.reference`)."""

from __future__ import annotations

from dicedevil.objectives import ReachTarget
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import CurveValues, MappedValues, Solution, require_reachable


def fits(question: Question) -> bool:
    """Whenever fractions are asked for."""
    return question.exact


def solve(question: Question) -> Solution:
    """Solve in fractions."""
    from dicedevil.solvers.reference import solve_reference, solve_reference_curves

    game, objective = question.game, question.objective
    if not isinstance(objective, ReachTarget):
        by_state = solve_reference(game, objective, game.roots())
        return question.answer(MappedValues(objective, by_state), "reference", len(by_state), 0.0)
    curves = solve_reference_curves(game, game.roots())
    start = curves[game.start()]
    require_reachable(game, objective, start.low, start.high)
    values = CurveValues(game, objective.target or 0, curves)
    return question.answer(values, "reference", len(curves), 0.0)
