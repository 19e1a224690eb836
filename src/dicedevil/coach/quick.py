"""Many records of one game graded at once, where a lane values their moves all together.

Everything is as `grade` tells it; a record that is not plain (it begins elsewhere, is written in other
words, or cannot have been) is left to `grade`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from dicedevil.coach.grade import FORCED, Decision, GradedGame, grade_for
from dicedevil.coach.judges import SOLVED_AT_ONCE, OwnJudge, solved
from dicedevil.coach.records import Record
from dicedevil.coach.replay import recorded_game
from dicedevil.coach.table import OwnBoards, laid
from dicedevil.errors import DiceDevilError
from dicedevil.objectives import MaxScore, Objective
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.written import ValuedGame, ValuesGames, WrittenGame

FEWEST = 20
"""Fewer records are graded one by one: compiled code takes a moment to load."""

Games = tuple[GradedGame, ...]


def graded_together(
    records: Sequence[Record], objective: Objective | None, rules: Sequence[Game | str], budget: Budget
) -> list[Games | None]:
    """Grade records, all at once those that can be; None for the others."""
    found: list[Games | None] = [None] * len(records)
    by_game: dict[str, list[int]] = {}
    for number, record in enumerate(records):
        if not record.state and not record.what:
            by_game.setdefault(record.game, []).append(number)
    for name, numbers in by_game.items():
        judge = _judge(name, objective, tuple(rules), budget) if len(numbers) >= FEWEST else None
        if judge is None or not isinstance(judge.solution.values, ValuesGames):
            continue
        some = [records[number] for number in numbers]
        games = [WrittenGame(len(one.players), one.moves) for one in some]
        spread = judge.spread(budget)
        for number, record, game in zip(
            numbers, some, judge.solution.values.value_games(games), strict=True
        ):
            if game is not None and record.result in (None, game.scores if game.is_over else None):
                found[number] = _graded(record, game, judge, spread)
    return found


@lru_cache(SOLVED_AT_ONCE)
def _judge(
    name: str, objective: Objective | None, rules: tuple[Game | str, ...], budget: Budget
) -> OwnJudge | None:
    """Return who values the games of a name, if everybody has a board of their own there."""
    aim = objective or MaxScore()
    if type(aim) is not MaxScore:
        return None
    try:
        game = recorded_game(name, rules)
        table = laid(game)
        if not isinstance(table, OwnBoards) or table.rules is not game:
            return None
        return OwnJudge(table, solved(game, aim, budget))
    except DiceDevilError:
        return None  # `grade` says why


def _graded(record: Record, game: ValuedGame, judge: OwnJudge, spread: float) -> Games:
    """Return what everybody's game comes to."""
    seats = range(len(record.players))
    values = [judge.start(0) for _ in seats]
    decisions: list[list[Decision]] = [[] for _ in seats]
    steps: list[list[float]] = [[] for _ in seats]
    for move, found in zip(record.moves, game.moves, strict=True):
        seat, before, loss = move.player, values[move.player], found.best - found.chosen
        decisions[seat].append(
            Decision(
                found.state,
                move.roll,
                move.choice or "",
                found.instead,
                loss,
                found.best - before,
                before,
                found.chosen,
                (FORCED if found.is_forced else grade_for(loss, spread)).name,
                found.situation,
                found.better,
            )
        )
        values[seat] = found.chosen
        for other in seats:
            steps[other].append(values[other])
    return tuple(
        GradedGame(
            record.game,
            record.players[seat],
            seat,
            judge.objective.name,
            values[seat],
            judge.start(0),
            tuple(decisions[seat]),
            game.scores[seat],
            is_finished=game.is_over,
            error_bound=judge.error_bound,
            unit=judge.unit,
            sign=judge.sign,
            spread=spread if any(one.loss for one in decisions[seat]) else 0.0,
            steps=tuple(steps[seat]),
        )
        for seat in seats
    )
