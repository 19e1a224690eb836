"""A lane: one way to answer questions about games, and what it may be able to do beside solving.

A family's lanes stand in a room of their own, a module that `Game.solved_in` names, as its `LANES`;
behind them come the lanes of the room `plain`, which fit everything. General code asks the lanes of a
game in this order and takes the first answer: no family is named outside its own room.

    fits, solve   every lane
    cost          what has to be made before it answers
    require_law   refuses a law that is too large, before its strategy is solved
    law           the law of the final score under one strategy
    plays, play   many random games
    search        a player who looks ahead (EMP, DynS)
    table         a match of several players that is a game of its own
    strategy      a strategy of the game that has to be worked out first
    softened      what weaker play gives away in a game, by its temperature
    carried       the game in which the strength of a weaker player is told
    endgames      the last turns of a match
    typical       matches whose turns are judged whole, all rolls at once
    duels         matches from both seats, and what luck did in them
    compare       where a strategy parts from best play
    size          states and memory of a solve, known before it
    looks         positions of its tables, to be held against the rules

Asking whether a lane fits costs next to nothing: a lane loads compiled code only to answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, runtime_checkable

from dicedevil.dice import Roll
from dicedevil.rules import Choice, Game, Position
from dicedevil.solvers.budget import Budget, Cost
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.strategy import Foreseeing, Strategy

if TYPE_CHECKING:
    from dicedevil.solvers.held import Look

Lines = Mapping[str, tuple[float, float]]
"""By box: the mean of its points, and how often nothing."""


class Law(NamedTuple):
    """The chances of each number of points still to come, and statistics by box where there are any."""

    chances: Mapping[int, Fraction] | Mapping[int, float]
    lines: Lines
    relative_error: float = 0.0
    """How far a chance can be from the exact one, in parts of it; 0.0 for fractions."""
    lines_error: float = 0.0
    """The same for the figures of a box: in parts of each, or of 1 where it is less."""


class Played(NamedTuple):
    """The scores of many games, an array, and statistics by box where there are any."""

    scores: Any
    lines: Lines
    without_luck: Any = None
    """An array of what each game would have scored without its luck: what best play is worth less what
    its own choices gave away. The same mean, closer together; None where nobody can say."""
    without_luck_error: float = 0.0
    """What rounding can have done to the mean of these."""


class Size(NamedTuple):
    """How large a solve is."""

    states: int
    memory_bytes: int | None
    counted: str = "states"
    """What is counted."""
    seconds: float | None = None
    """How long it takes here, about; None where nobody can tell before."""


@runtime_checkable
class TurnWorth(Protocol):
    """What the choices of a turn are worth to the player to move, who takes the first of the best."""

    def values(self, position: Position, roll: Roll) -> Sequence[float]:
        """Return the value of every choice, in the game's order."""

    def choose(self, position: Position, roll: Roll, chance: float) -> Choice:
        """Return the choice; nothing is left to chance."""


class TurnSearch(Protocol):
    """The values of choices in a match of any number of players."""

    def turn(self, positions: Sequence[Position]) -> TurnWorth:
        """Prepare a turn; the mover's position first, the others in the order of play."""


class LastTurns(Protocol):
    """The last turns of a match of two: what is on disk of them, what can be made and searched."""

    @property
    def all_turns(self) -> int:
        """Turns to go at the start, of both players together."""

    @property
    def is_small(self) -> bool:
        """Whether the match can be solved as a whole."""

    @property
    def usual_turns(self) -> int:
        """With up to how many turns to go tables are made unless more are asked for."""

    def make(self, turns: int) -> None:
        """Make the tables with up to so many turns to go that are not there."""

    @property
    def positions(self) -> int:
        """How many values are at hand without a search."""

    def error_bound(self, turns: int) -> float:
        """Return how far off a value with so many turns to go can be."""

    def solution(self) -> Solution:
        """Return all of it, and what can be searched, as a solution of the match."""


class JudgedTurn(NamedTuple):
    """A turn of a typical match, all its rolls looked at: what others would give away, in the mean."""

    to_go: int
    """Turns of both players together, this one included."""
    errors: Any
    """By player: of all moves together."""
    wrong: Any
    """By player: how many moves are not the best."""
    moves: int
    noise: float
    """Differences that the exact values cannot tell from none."""


class Typical(Protocol):
    """Matches of two typical players, and others who are asked in them."""

    def play(self, generator: Any, wanted: Callable[[int], bool]) -> Iterator[JudgedTurn]:
        """Play one match; judge where so many turns to go are wanted."""


@dataclass(frozen=True)
class Looking:
    """How a player looks ahead: so many turns, then by an evaluation."""

    evaluation: str
    depth: int
    at: tuple[Position, ...] = ()
    """Where everybody is, if nothing else is asked about."""


@dataclass(frozen=True)
class Lane(ABC):
    """A way to solve; subclasses say which questions it fits."""

    name: ClassVar[str]

    @abstractmethod
    def fits(self, question: Question) -> bool:
        """Tell whether this lane is the one for a question."""

    @abstractmethod
    def solve(self, question: Question) -> Solution:
        """Answer it, or say why this lane cannot."""

    # -- what a lane may have beside that; None: ask the next one ---------------------------------

    def cost(self, question: Question) -> Cost | None:
        """Return what has to be made before the answer, and what that takes; None: nothing long."""
        return None

    def require_law(self, game: Game, exact: bool | None, budget: Budget, strategy: str = "") -> None:
        """Refuse a law that is too large whatever the strategy, before one is solved.

        Named are strategies that come to almost every state, from the start: some of their laws are.
        """
        return None

    def law(
        self,
        game: Game,
        strategy: Strategy | Foreseeing,
        position: Position,
        exact: bool | None,
        budget: Budget,
    ) -> Law | None:
        """Return the law of the points still to come: in fractions, in floats, or (None) as it can."""
        return None

    def plays(self, game: Game, strategy: Strategy | Foreseeing) -> bool | None:
        """Tell whether many games of a strategy can be played at once."""
        return None

    def play(
        self, game: Game, strategy: Strategy | Foreseeing, games: int, seed: int, budget: Budget
    ) -> Played | None:
        """Play many games; the same seed gives the same ones."""
        return None

    def search(self, game: Game, looking: Looking, budget: Budget) -> TurnSearch | None:
        """Return the search of a player who looks ahead."""
        return None

    def strategy(self, game: Game, name: str, budget: Budget) -> Strategy | None:
        """Return a strategy of the game that has to be worked out."""
        return None

    def softened(self, solution: Solution, budget: Budget) -> Callable[[float], float] | None:
        """Return what choices weighted by `soft` lose in a game, by temperature; it has been solved."""
        return None

    def carried(self, game: Game) -> tuple[Game, Callable[[Any], Any]] | None:
        """Return the game that weaker players play over and over in this one, such as its turns.

        With a function that makes a chooser there one here. None: it is this game itself.
        """
        return None

    def table(self, game: Game, players: int) -> Any:
        """Return the game's own match of so many players; None: everybody has a board of their own."""
        return None

    def endgames(self, game: Game, budget: Budget) -> LastTurns | None:
        """Return the last turns of a match of two players of a game."""
        return None

    def typical(
        self, game: Game, asked: Sequence[Looking | None], sharpness: float, budget: Budget
    ) -> Typical | None:
        """Return matches of typical players, turns judged whole; None asked: the best mean score."""
        return None

    def duels(self, game: Game, looking: Looking, budget: Budget) -> Any:
        """Return pairs of matches of one who looks ahead against the best mean score, luck told."""
        return None

    def compare(self, game: Game, strategy: Strategy, budget: Budget) -> Any:
        """Count where best play of a match parts from a strategy."""
        return None

    def size(self, game: Game) -> Size | None:
        """Return how large a solve for the mean score is."""
        return None

    def looks(self, question: Question) -> Iterator[Look] | None:
        """Return positions that the tables on disk answer for; here: those of random games."""
        from dicedevil.solvers.held import looks_at  # late: only who verifies looks

        return looks_at(self.solve(question))
