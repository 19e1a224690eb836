"""The room of games of columns: fewest turns, chances within some turns, laws and played games.

fewest turns, lowest mean score   `race`     one unknown for each banked board
within n turns, a target          `race`     a chance for each banked board and number of turns
the law of the turns              `laws`     one strategy, followed turn by turn
many random games                 `playing`  counting strategies by a kernel
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dicedevil.errors import DiceDevilError, PositionError, UsageError
from dicedevil.families.columns import Columns, ColumnsGame, StepCounting
from dicedevil.objectives import FewestTurns, MaxScore, Objective, ReachTarget, ReachWithin
from dicedevil.rules import Game, Position
from dicedevil.solvers.budget import Budget, in_megabytes
from dicedevil.solvers.lane import Lane, Law, Played, Size
from dicedevil.solvers.machine import cores
from dicedevil.solvers.progress import about
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.tables import Arrays, kept, key_of
from dicedevil.strategy import Foreseeing, Strategy
from dicedevil.wrapped.counted import TurnsCounted
from dicedevil.wrapped.within import WithinTurns

COUNTED = "banked boards"
SECONDS_PER_POSITION = 1.3e-7
"""Measured, for each side of the dice: all sweeps of a position in a turn, on one core at 3 GHz."""
SWEEPS = 2.5
"""Sweeps of a turn until Newton's method is still, on average."""
SHORTER = (
    "Smaller boards answer: {name}:sides=5,length=1 in minutes, {name}:sides=4 in one, {name}:sides=3 "
    "at once."
)


@dataclass(frozen=True)
class BoardCost:
    """What solving a board takes, told before it is begun."""

    board: Columns
    sweeps: float = SWEEPS
    rows: int = 1

    @property
    def seconds(self) -> float:
        """By the positions in all turns; of a board and its mirror image one is solved."""
        board = self.board
        positions = (board.turn_count + board.banked_count) / 2
        return positions * SECONDS_PER_POSITION * board.sides * self.sweeps / SWEEPS / cores()

    @property
    def memory_bytes(self) -> int:
        """A number a board, and the list of those to be solved."""
        return 8 * self.rows * self.board.boards + 4 * self.board.banked_count

    @property
    def table_bytes(self) -> int:
        """What is kept of it."""
        return 8 * self.board.boards

    def __str__(self) -> str:
        """In a line for a person."""
        board = self.board
        return (
            f"{board.banked_count:,} banked boards with {board.turn_count:,} positions in turns, "
            f"{in_megabytes(self.memory_bytes)}, {about(self.seconds)} on {cores()} cores"
        )

    def require(self, game: Game, budget: Budget) -> None:
        """Refuse, or announce, what takes long or does not fit."""
        innermost = type(game.innermost)
        by_name = {"sides", "length"} <= {one.name for one in innermost.parameters}
        budget.require(
            f"Solving {game} ({self})",
            self.memory_bytes,
            self.seconds,
            instead=SHORTER.format(name=innermost.name) if by_name else "A smaller board takes less.",
        )


@dataclass(frozen=True)
class ColumnsLane(Lane):
    """Boards of columns, alone, by the turns they take."""

    name = "columns"

    def fits(self, question: Question) -> bool:
        """Tell whether this lane answers the question."""
        if question.exact or _game_of(question.game) is None:
            return False
        return isinstance(question.objective, (MaxScore, FewestTurns, ReachTarget, ReachWithin))

    def solve(self, question: Question) -> Solution:
        """Solve for turns, or for chances to be done in time."""
        game, objective = _game_of(question.game), question.objective
        if game is None or not self.fits(question):
            raise UsageError(
                f"The columns lane does not answer '{objective.name}' for {question.game}"
                f"{' in fractions' if question.exact else ''}; the graph and reference lanes solve "
                "small boards."
            )
        if isinstance(objective, (ReachTarget, ReachWithin)):
            return self._in_time(question, game)
        from dicedevil.solvers.columns.race import ClimbTurns
        from dicedevil.solvers.columns.values import ClimbValues

        def answered(arrays: Arrays, aim: Objective) -> Solution:
            solved = ClimbTurns(game.board, arrays["turns"], float(arrays["error_bound"][0]))
            values = ClimbValues(game, aim, solved)
            return self._answer(question, values, game, solved.error_bound, aim)

        natural = replace(question, objective=FewestTurns())  # one table for both
        key = key_of(natural, room=__name__)

        def make() -> Arrays:
            from dicedevil.solvers.held import glance, looks_at

            arrays = _solved(game, question.budget)
            if key is not None:
                glance(__name__, arrays, looks_at(answered(arrays, FewestTurns())))
            return arrays

        return answered(kept(key, make, {}, question.budget) or {}, objective)

    def _in_time(self, question: Question, game: ColumnsGame) -> Solution:
        from dicedevil.solvers.columns.race import chances_within
        from dicedevil.solvers.columns.values import TimelyValues, WithinClimb

        turns = _turns_asked(question)
        BoardCost(game.board, float(turns), turns + 1).require(game, question.budget)
        solved = chances_within(game.board, turns, question.budget)
        timely = TimelyValues(game, solved, turns)
        values = WithinClimb(timely) if isinstance(question.game, WithinTurns) else timely
        return self._answer(question, values, game, solved.error_bound, question.objective, turns)

    def _answer(
        self,
        question: Question,
        values: object,
        game: ColumnsGame,
        error: float,
        aim: Objective,
        rows: int = 1,
    ) -> Solution:
        if not error < float("inf"):
            raise DiceDevilError(
                f"No error bound could be proven for {game}: a turn is too long in it."
            )
        states = rows * game.board.banked_count
        asked = replace(question, objective=aim)
        return Solution.of(asked, self.name, values, states, error, counted=COUNTED)  # type: ignore[arg-type]

    def size(self, game: Game) -> Size | None:
        """Return how many banked boards there are, and what their values take."""
        if not isinstance(game, ColumnsGame):
            return None
        cost = BoardCost(game.board)
        return Size(game.board.banked_count, cost.memory_bytes, COUNTED, cost.seconds)

    def require_law(self, game: Game, exact: bool | None, budget: Budget, strategy: str = "") -> None:
        """Refuse a law in fractions, and one of a board that is too large."""
        if not isinstance(game, ColumnsGame):
            return
        if exact:
            raise UsageError(
                f"{game} can always take a turn more, so the law of its turns has no end: it is told "
                "in floats, with a bound on the error. Leave --exact out."
            )
        from dicedevil.solvers.columns.laws import require_small

        require_small(game, budget)

    def law(
        self,
        game: Game,
        strategy: Strategy | Foreseeing,
        position: Position,
        exact: bool | None,
        budget: Budget,
    ) -> Law | None:
        """Follow a strategy turn by turn."""
        if not isinstance(game, ColumnsGame) or not isinstance(strategy, Strategy):
            return None
        from dicedevil.solvers.columns.laws import turn_law

        return turn_law(game, strategy, position.state, budget)

    def play(
        self, game: Game, strategy: Strategy | Foreseeing, games: int, seed: int, budget: Budget
    ) -> Played | None:
        """Play whole games and count their turns."""
        played = game.game if isinstance(game, TurnsCounted) else game
        if not isinstance(played, ColumnsGame) or not isinstance(strategy, Strategy):
            return None
        from dicedevil.solvers.columns import playing
        from dicedevil.solvers.races import asked_races

        plan = strategy.choose
        if isinstance(plan, StepCounting) and plan.game.board == played.board:
            return Played(playing.counted_games(played, plan, games, seed, budget), {})
        return Played(asked_races(played, strategy, games, seed, budget), {})


LANES = (ColumnsLane(),)


def _game_of(game: Game) -> ColumnsGame | None:
    """Return the board game itself, alone or with a number of turns."""
    played = game.game if type(game) is WithinTurns else game
    return played if isinstance(played, ColumnsGame) else None


def _turns_asked(question: Question) -> int:
    """Return how many turns a game may take; refuse to tell a curve that has no end."""
    if isinstance(question.game, WithinTurns):
        return question.game.turns
    target = getattr(question.objective, "target", None)
    if target is None:
        raise UsageError(
            f"{question.game} can always take a turn more, so its curve has no end: ask for one number "
            "of turns (--objective within --turns 5)."
        )
    if target < 1:
        raise PositionError(f"{question.game} cannot be done in {target:,} turns: the fewest is 1.")
    return ReachWithin(target).turns


def _solved(game: ColumnsGame, budget: Budget) -> Arrays:
    """Solve a board into the arrays of its table."""
    import numpy as np

    from dicedevil.solvers.columns.race import fewest_turns

    cost = BoardCost(game.board)
    cost.require(game, budget)
    budget.allow(
        cost,
        f"Solving {game}: {cost}.",
        f"{game} is not on disk. It is solved by 'dicedevil solve {game}': {cost}.",
    )
    solved = fewest_turns(game.board, budget)
    return {"turns": solved.worth, "error_bound": np.array([solved.error_bound])}
