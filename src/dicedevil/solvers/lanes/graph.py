"""The graph lane: any game, in floats with proven bounds (see `solvers.graph`)."""

from __future__ import annotations

from dicedevil.errors import UsageError
from dicedevil.objectives import ReachTarget
from dicedevil.solvers.question import Question, kept
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.stored import BoundedValues, RowValues, StoredValues, encode
from dicedevil.tables import Arrays


def fits(question: Question) -> bool:
    """Everything else."""
    return True


def solve(question: Question) -> Solution:
    """Solve on flat arrays, or read the table."""
    if question.exact:
        raise UsageError("The graph lane works in floats; exact fractions need the reference lane.")
    made: list[StoredValues] = []

    def make() -> Arrays | None:
        made.append(_solved(question))
        _answer(question, made[0])  # refuses a target out of reach before a table is written
        return encode(made[0])

    arrays = kept(question.table_key(), make, {})
    if made:
        return _answer(question, made[0])
    return _answer(question, StoredValues.read(arrays or {}))


def _answer(question: Question, stored: StoredValues) -> Solution:
    game, objective = question.game, question.objective
    if not isinstance(objective, ReachTarget):
        bounded = BoundedValues(objective, stored)
        return question.answer(bounded, "graph", len(stored.index), bounded.error_bound)
    rows = RowValues(game, objective.target or 0, stored)
    rows.require_reachable(objective)
    return question.answer(rows, "graph", len(stored.index), rows.error_bound)


def _solved(question: Question) -> StoredValues:
    from dicedevil.solvers.graph import GameGraph, solve_graph, solve_graph_curves

    graph = GameGraph.of(question.game, memory=question.memory, progress=question.progress)
    question.progress("solving", 0, 0)
    if isinstance(question.objective, ReachTarget):
        return StoredValues(graph.index, solve_graph_curves(graph, question.memory).arrays())
    low, high = solve_graph(graph, question.objective)
    return StoredValues(graph.index, {"low": low, "high": high})
