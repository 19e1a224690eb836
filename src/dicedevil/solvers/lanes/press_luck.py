"""The press-luck lane: Pig and its kin, turns, races and matches (see `solvers.press_luck`)."""

from __future__ import annotations

from dicedevil.errors import UsageError
from dicedevil.families.press_luck import PressLuckPlay
from dicedevil.games import is_listed
from dicedevil.matches import BestReply
from dicedevil.solvers.question import Question, kept
from dicedevil.solvers.solution import Solution
from dicedevil.within import WithinTurns


def fits(question: Question) -> bool:
    """Games of the family, whatever they are wrapped in, if the lane knows the answer."""
    game = question.game
    while isinstance(game, (BestReply, WithinTurns)):
        game = game.match if isinstance(game, BestReply) else game.game
    if not isinstance(game, PressLuckPlay):
        return False
    from dicedevil.solvers.press_luck.lane import answers

    return answers(question.game, question.objective, question.exact)


def solve(question: Question) -> Solution:
    """Solve a turn or a race at once; a match is kept in a table."""
    from dicedevil.solvers.press_luck import lane
    from dicedevil.solvers.press_luck.values import MatchValues

    game, objective = question.game, question.objective
    if not lane.answers(game, objective, question.exact):
        raise UsageError(
            f"The press-luck lane does not answer '{objective.name}' for {game}"
            f"{' in fractions' if question.exact else ''}; the graph and reference lanes solve "
            "small games."
        )
    found = lane.seats_of(game)
    if found is None:
        values, states, error = lane.solve_alone(
            game, objective, question.exact, question.memory, question.progress
        )
        return question.answer(values, lane.LANE, states, error)
    match, players = found
    lane.require_memory(match, question.memory)
    first, second = map(lane.player_name, players)
    keeps = is_listed(match.game)
    arrays = kept(
        question.table_key(game=f"{match}, {first} and {second}") if keeps else None,
        lambda: lane.match_arrays(match, players, question.progress),
        {"states": match.size()[0]},
    )
    solved = lane.match_from(match, players, arrays)
    return question.answer(MatchValues(match, solved), lane.LANE, match.size()[0], solved.error_bound)
