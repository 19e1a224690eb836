"""What the moves of a recorded game were worth: by exact values, or by a player's estimate.

A judge values a move for the player who made it, more being better whatever the game counts: where low
scores win, or turns are counted, values are negative.

    OwnJudge      boards of one's own: the mean score, a target, the turns of a race
    MatchJudge    a match of two that is solved: every move counts for both players
    TableJudge    a match that is not: EMP's estimate, or the exact last turns where they are at hand
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from dicedevil.coach.replay import PlayedMove, Replay
from dicedevil.coach.spreads import spread_of, table_spread
from dicedevil.coach.table import GameTable, OwnBoards, SharedMatch
from dicedevil.errors import TableError, TooLarge, UsageError
from dicedevil.objectives import (
    TIE,
    FewestTurns,
    MaxScore,
    Objective,
    ReachWithin,
    WinMatch,
)
from dicedevil.players.player import EMP, WIN, Winner, searching_player
from dicedevil.players.races import table_search
from dicedevil.players.standings import Standings
from dicedevil.rules import Game, Position
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.lane import TurnWorth
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import answer
from dicedevil.wrapped.boards import Boards
from dicedevil.wrapped.counted import TurnsCounted
from dicedevil.wrapped.turn_by_turn import MatchState, TurnByTurn
from dicedevil.wrapped.within import WithinTurns

ESTIMATE = EMP(1)
"""Who estimates a match that cannot be solved."""
SOLVED_AT_ONCE = 8
"""Games whose solutions stay at hand: records of many games come mixed."""


class Valued(NamedTuple):
    """A move: what the player could have had after the roll, and what was left after the choice."""

    best: float
    chosen: float
    instead: Any
    """A best choice; the one that was made, if nothing is clearly better."""
    before: float | None = None
    """The value before the roll; None: what the move before it left."""
    is_estimate: bool = False


class Judge(ABC):
    """Values the moves of one game, in the order of play."""

    objective: Objective
    error_bound: float | None
    """How far a value can be from the exact one; None for estimates."""
    unit = "chance"
    """What is counted: points, turns, chance or opponents."""
    sign = 1
    """-1 where fewer are better, and values are told negative."""
    counts_for_all = False
    """Whether a move is valued for everybody: in a match of two what one gains the other loses."""

    @abstractmethod
    def start(self, seat: int) -> float | None:
        """Return the value of the beginning to a player; None: it is that before their first roll."""

    @abstractmethod
    def valued(self, step: PlayedMove) -> Valued:
        """Value a move for the player who made it."""

    def result(self, end: GameTable, seat: int) -> float | None:
        """Return what a game that is over was worth to a player; None: what the last move left."""
        return None

    def seen(self, table: GameTable) -> str:
        """Return how a position is written, with all that its value depends on."""
        return table.written

    @abstractmethod
    def spread(self, budget: Budget) -> float:
        """Return the standard deviation of the result under best play."""


def pick(
    choices: Sequence[Any], worths: Sequence[float], choice: Any, tie: float
) -> tuple[float, float, Any]:
    """Return the best value, that of a choice, and a best choice.

    What the error bound cannot tell from the best is the best: it loses nothing.
    """
    chosen, best = worths[choices.index(choice)], max(worths)
    if best - chosen <= tie:
        return chosen, chosen, choice
    first = next(place for place, worth in enumerate(worths) if best - worth <= tie)
    return best, chosen, choices[first]


# -- boards of one's own -----------------------------------------------------------------------------


@dataclass
class OwnJudge(Judge):
    """Everybody plays for themselves: what the others do changes nothing."""

    begin: OwnBoards
    solution: Solution
    gained: list[float] = field(init=False)
    """By seat: what the choices so far have added that is not in the points, such as turns."""

    def __post_init__(self) -> None:
        """Begin with nothing gained."""
        self.objective, self.error_bound = self.solution.objective, self.solution.error_bound
        self.gained = [0.0] * self.begin.seats
        self.sign = 1 if self.solution.wants_more(self.begin.position.state) else -1
        if isinstance(self.objective, FewestTurns):
            self.unit = "turns"
        elif isinstance(self.objective, MaxScore) and not self.solution.game.score_is_win:
            self.unit = "turns" if self.solution.game.scored_in == "race" else "points"

    def start(self, seat: int) -> float:
        """Return the value of a board as it was laid."""
        return self.sign * float(self.solution.values.worth(*self.begin.positions[seat])) + 0.0

    def valued(self, step: PlayedMove) -> Valued:
        """Look the choices up."""
        game, position, seat = self.solution.game, step.table.position, step.table.mover
        worths = self.solution.choice_worths(position, step.roll)
        tie = max(TIE, 2 * self.solution.error_of(worths))
        values = [self.sign * (self.gained[seat] + float(worth)) + 0.0 for worth in worths]
        choices = list(game.choices(position.state, step.roll))
        best, chosen, instead = pick(choices, values, step.choice, tie)
        if self.solution.adds_gains:
            self.gained[seat] += self.objective.gain(game, position.state, step.roll, step.choice, 0)
        return Valued(best, chosen, instead)

    def spread(self, budget: Budget) -> float:
        """Return that of the score; of a chance, that of one and nothing."""
        return spread_of(self.solution, budget)


# -- a match of two, solved ----------------------------------------------------------------------------


@dataclass
class MatchJudge(Judge):
    """Chances to win: what one player gains, the other loses."""

    begin: GameTable
    solution: Solution
    counts_for_all = True

    def __post_init__(self) -> None:
        """Take over what the solution says."""
        self.objective, self.error_bound = self.solution.objective, self.solution.error_bound

    def start(self, seat: int) -> float:
        """Return a player's chance in the beginning."""
        return _seen(float(self.solution.values.worth(0, self.begin.position.state)), seat)

    def valued(self, step: PlayedMove) -> Valued:
        """Look the choices up."""
        state, seat = step.table.position.state, step.table.mover
        worths = self.solution.choice_worths(Position(0, state), step.roll)
        tie = max(TIE, 2 * self.solution.error_of(worths))
        values = [_seen(float(worth), seat) for worth in worths]
        choices = list(self.solution.game.choices(state, step.roll))
        return Valued(*pick(choices, values, step.choice, tie))

    def spread(self, budget: Budget) -> float:
        """Return that of an even match."""
        return spread_of(self.solution, budget)


def _seen(worth: float, seat: int) -> float:
    return 1.0 - worth if seat else worth


def beaten(scores: Sequence[float], seat: int, lower_is_better: bool) -> float:
    """Return how many opponents a player has beaten, ties counting half."""
    sign = -1 if lower_is_better else 1
    gaps = [sign * (scores[seat] - score) for other, score in enumerate(scores) if other != seat]
    return sum(1.0 if gap > 0 else 0.5 if gap == 0 else 0.0 for gap in gaps)


# -- a match that is not solved ------------------------------------------------------------------------


@dataclass
class TableJudge(Judge):
    """Opponents beaten, as somebody at the table estimates them before and after every roll.

    With an estimate nobody knows what the others' moves were worth to a player: what has changed since
    the player's last choice is theirs, and a game begins with the player's first roll.
    """

    begin: GameTable
    budget: Budget
    exact: Winner | None = None
    """Who knows the last turns of a match of two."""
    turn: TurnWorth | None = None
    is_estimate: bool = True
    mover: int = -1
    error_bound = None

    def __post_init__(self) -> None:
        """To win is the aim; of several opponents, to beat as many as one can."""
        self.objective = WinMatch()
        self.unit = "chance" if self.begin.seats == 2 else "opponents"

    def start(self, seat: int) -> None:
        """Nobody knows."""
        return

    def seen(self, table: GameTable) -> str:
        """Write everybody's board."""
        return table.written_for_all if isinstance(table, OwnBoards) else table.written

    def valued(self, step: PlayedMove) -> Valued:
        """Ask for everything that can be rolled before a turn, then for what was."""
        table, position = step.table, step.table.position
        rules, turn, before = table.rules, self.turn, None
        if turn is None or table.mover != self.mover or not rules.is_in_turn(position.state):
            self.mover, self.turn = table.mover, self._turn(table)
            turn = self.turn
            before = _mean_best(rules, position, turn)
        worths = list(turn.values(position, step.roll))
        choices = list(rules.choices(position.state, step.roll))
        return Valued(*pick(choices, worths, step.choice, TIE), before, self.is_estimate)

    def _turn(self, table: GameTable) -> TurnWorth:
        """Prepare a turn: of a solved position, or of an estimate."""
        self.is_estimate = True
        if not isinstance(table, OwnBoards):
            search = table_search(table.rules, ESTIMATE, self.budget)
            return search.turn((table.position,))
        standings = Standings(table.rules, table.positions, table.mover)
        if self.exact is not None:
            try:
                turn = self.exact.turn(standings)
                turn.values(standings.mine, next(iter(table.rules.rolls(standings.mine.state))))
            except (TooLarge, TableError):
                pass  # too early in the match
            else:
                self.is_estimate = False
                return turn
        return searching_player(table.rules, ESTIMATE, self.budget).turn(standings)

    def result(self, end: GameTable, seat: int) -> float | None:
        """Return the opponents beaten."""
        return beaten(end.results, seat, end.rules.lower_is_better) if end.is_over else None

    def spread(self, budget: Budget) -> float:
        """Return that of players who are as good as each other."""
        return table_spread(self.begin.seats)


def _mean_best(rules: Game, position: Position, turn: TurnWorth) -> float:
    """Return the value before a roll: the mean over rolls of the best choice's."""
    rolls = rules.rolls(position.state)
    weighed = (weight * max(turn.values(position, roll)) for roll, weight in rolls.items())
    return math.fsum(weighed) / sum(rolls.values())


# -- which judge ---------------------------------------------------------------------------------------


def judge_of(
    replayed: Replay, objective: Objective | None, budget: Budget
) -> tuple[Judge, Sequence[PlayedMove]]:
    """Return who values a game for an objective, and the moves as that judge sees them."""
    begin = replayed.begin
    aim = objective or usual_objective(begin)
    if isinstance(aim, WinMatch):
        return _winning(replayed, aim, budget)
    if not isinstance(begin, OwnBoards):
        raise UsageError(f"{begin.game} of {begin.seats} is won or lost: it is graded by 'win'.")
    return OwnJudge(begin, solved(*_own_question(begin.rules, aim), budget)), replayed.steps


def usual_objective(table: GameTable) -> Objective:
    """Return what a game is graded by unless something else is asked for."""
    if isinstance(table, SharedMatch):
        return WinMatch()
    if isinstance(table.rules, TurnsCounted):
        return FewestTurns()
    if isinstance(table.rules, WithinTurns):
        return ReachWithin(table.rules.turns)
    return MaxScore()


def _own_question(rules: Game, aim: Objective) -> tuple[Game, Objective]:
    """Return the game to solve, of the same states; refuse an aim that has others."""
    if isinstance(rules, TurnsCounted):
        if not isinstance(aim, FewestTurns):
            raise UsageError(f"{rules} was a race: it is graded by 'turns', not by '{aim.name}'.")
        return rules.game, aim
    if isinstance(aim, ReachWithin) and not isinstance(rules, WithinTurns):
        raise UsageError("Games are graded by score, target, turns or win, not by 'within'.")
    viewed = aim.view(rules)
    if viewed != rules:
        raise UsageError(f"{rules} was not played for '{aim.name}': leave the objective out.")
    return rules, aim


@lru_cache(SOLVED_AT_ONCE)
def solved(game: Game, objective: Objective, budget: Budget) -> Solution:
    """Solve a game, once."""
    return answer(Question(game, objective, budget=budget))


def _winning(replayed: Replay, aim: WinMatch, budget: Budget) -> tuple[Judge, Sequence[PlayedMove]]:
    """Return who knows chances to win: exactly, if the match can be solved, or nearly."""
    begin = replayed.begin
    if begin.seats == 1 and begin.rules.players == 1:
        raise UsageError(f"{begin.game} was played alone: nobody wins it.")
    if type(aim) is not WinMatch:
        raise UsageError("Matches are graded by 'win', where a tie counts half.")
    if begin.seats > 2:
        return TableJudge(begin, budget), replayed.steps
    if not isinstance(begin, OwnBoards):
        return MatchJudge(begin, solved(begin.rules, aim, budget)), replayed.steps
    try:
        match = as_match(begin)
        return MatchJudge(match, solved(match.rules, aim, budget)), _steps_of(match, replayed.steps)
    except (TooLarge, TableError):
        at_hand = replace(budget, missing_ok=False)  # nobody asked for tables of the last turns
        return TableJudge(begin, budget, Winner(WIN, begin.rules, at_hand)), replayed.steps


def as_match(boards: OwnBoards) -> SharedMatch:
    """Return two boards as one match."""
    (first, second), mover = Boards(boards.positions, boards.seat)
    rules = TurnByTurn(boards.rules)
    state = MatchState(mover, first.state, second.state, first.points - second.points)
    return SharedMatch(boards.game, rules, "match", state)


def _steps_of(match: SharedMatch, steps: Sequence[PlayedMove]) -> list[PlayedMove]:
    """Return moves on two boards as moves of a match."""
    found = []
    for step in steps:
        found.append(PlayedMove(match, step.roll, step.choice, step.is_filled_in))
        match = match.play(step.roll, step.choice)
    return found
