"""A family from outside: coins thrown until the player stops, with a room of lanes of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from dicedevil.dice import Roll
from dicedevil.objectives import MaxScore
from dicedevil.rules import Game, Position
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.lane import Lane, Law, Looking, Played, Size, TurnSearch
from dicedevil.solvers.question import Question
from dicedevil.solvers.solution import Solution
from dicedevil.strategy import Foreseeing, Strategy

HEADS, TAILS = (1,), (0,)


@dataclass(frozen=True)
class Coins(Game):
    """Throw a coin up to so many times; heads pay 1, or the player stops."""

    solved_in = "toy_room"
    throws: int = 3

    def start(self) -> int:
        return self.throws

    def is_over(self, state: int) -> bool:
        return state == 0

    def rolls(self, state: int) -> Mapping[Roll, int]:
        return {TAILS: 1, HEADS: 1}

    def choices(self, state: int, roll: Roll) -> Sequence[str]:
        return ("go on", "stop")

    def play(self, state: int, roll: Roll, choice: str) -> tuple[int, int]:
        return roll[0], 0 if choice == "stop" else state - 1

    def progress(self, state: int) -> int:
        return self.throws - state

    def turns_played(self, state: int) -> int:
        return self.throws - state


@dataclass(frozen=True)
class CoinValues:
    """Half a point for every throw that is left."""

    def worth(self, points: int, state: int) -> float:
        return points + state / 2


@dataclass(frozen=True)
class CoinCost:
    """A cost that is told, and never charged."""

    seconds: float = 100.0
    memory_bytes: int = 1
    table_bytes: int = 1


@dataclass(frozen=True)
class CoinSearch:
    """Values all choices alike, so the first is taken."""

    def turn(self, positions: Sequence[Position]) -> CoinSearch:
        return self

    def values(self, position: Position, roll: Roll) -> Sequence[float]:
        return [0.5, 0.5]

    def choose(self, position: Position, roll: Roll, chance: float) -> str:
        return "go on"


@dataclass(frozen=True)
class CoinLane(Lane):
    """All that a lane can answer."""

    name = "coins"

    def fits(self, question: Question) -> bool:
        return isinstance(question.objective, MaxScore) and not question.exact

    def solve(self, question: Question) -> Solution:
        return Solution.of(question, self.name, CoinValues(), question.game.innermost.throws + 1, 0.0)  # type: ignore[attr-defined]

    def cost(self, question: Question) -> CoinCost:
        return CoinCost()

    def law(
        self,
        game: Game,
        strategy: Strategy | Foreseeing,
        position: Position,
        exact: bool,
        budget: Budget,
    ) -> Law | None:
        return Law({7: Fraction(1)}, {"coin": (7.0, 0.0)}) if strategy.name == "seven" else None

    def plays(self, game: Game, strategy: Strategy | Foreseeing) -> bool:
        return True

    def play(
        self, game: Game, strategy: Strategy | Foreseeing, games: int, seed: int, budget: Budget
    ) -> Played:
        return Played(np.full(games, 7, np.int64), {"coin": (7.0, 0.0)})

    def search(self, game: Game, looking: Looking, budget: Budget) -> TurnSearch:
        return CoinSearch()

    def strategy(self, game: Game, name: str, budget: Budget) -> Strategy | None:
        return None

    def size(self, game: Game) -> Size:
        return Size(4, 1_000_000)


LANES: tuple[Lane, ...] = (CoinLane(),)


def worked_out(game: Any) -> float:
    """What the lane should say of a game."""
    return float(game.throws) / 2
