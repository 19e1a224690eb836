"""The pairs lane: matches of placement games, whole (see `solvers.placement_match`)."""

from __future__ import annotations

from dicedevil.errors import UsageError
from dicedevil.objectives import WinAlone, WinMatch
from dicedevil.solvers.placement_players import match_of
from dicedevil.solvers.question import Question, kept
from dicedevil.solvers.solution import Solution
from dicedevil.tables import Arrays


def fits(question: Question) -> bool:
    """Winning a match, in floats."""
    return (
        isinstance(question.objective, WinMatch)
        and not question.exact
        and match_of(question.game) is not None
    )


def solve(question: Question) -> Solution:
    """Solve layer by layer; the match of two who play their best is kept in a table."""
    from dicedevil.solvers.placement_match import Pairs, PairValues

    match = match_of(question.game)
    if match is None or not fits(question):
        raise UsageError(
            f"The pairs lane does not answer '{question.objective.name}' for {question.game}"
            f"{' in fractions' if question.exact else ''}: it is for winning matches of games in which "
            "rolls are placed."
        )
    pairs = Pairs(match, question.memory)
    tie_share = 0.0 if isinstance(question.objective, WinAlone) else 0.5

    def make() -> Arrays:
        solved = pairs.solve(tie_share, question.progress)
        return {f"layer{number}": values for number, values in solved.items()}

    key = question.table_key("pairs") if match.first is match.second is None else None
    arrays = kept(key, make, {"states": pairs.states}) or {}
    values = PairValues(pairs, {number: arrays[f"layer{number}"] for number in pairs.kept})
    return question.answer(values, "pairs", pairs.states, pairs.error_bound)
