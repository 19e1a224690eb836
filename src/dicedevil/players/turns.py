"""One player's turn at the table: asked for a choice after every roll of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from dicedevil.dice import Roll
from dicedevil.errors import quoted
from dicedevil.objectives import first_best
from dicedevil.players.standings import Standings
from dicedevil.remembering import Remembers
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.solvers.ladders import Ladder
from dicedevil.solvers.solution import Solution
from dicedevil.strategy import Strategy, choice_made
from dicedevil.wrapped.turn_by_turn import MatchState

MOST_REMEMBERED = 200_000


@dataclass(frozen=True, eq=False)
class TableTurn(Remembers, ABC):
    """A turn under way; what can be worked out before the first roll is worked out once."""

    game: Game

    @abstractmethod
    def choose(self, position: Position, roll: Roll, chance: float) -> Choice:
        """Return the choice; `chance`, from 0 to 1, decides where a player leaves it to chance."""


@dataclass(frozen=True, eq=False)
class MixedTurn(TableTurn):
    """A turn of any strategy; what it does at a place is asked once."""

    strategy: Strategy

    def choose(self, position: Position, roll: Roll, chance: float) -> Choice:
        """Return one of the strategy's choices."""
        return self._mix(position.state, roll).draw(chance)

    @cached_property
    def _mix(self) -> Callable[[State, Roll], Ladder]:
        return lru_cache(MOST_REMEMBERED)(self._mixed)

    def _mixed(self, state: State, roll: Roll) -> Ladder:
        return Ladder(self.strategy.mix(self.game, state, roll))


@dataclass(frozen=True, eq=False)
class WinningTurn(TableTurn):
    """A turn of a solved match."""

    solution: Solution
    standings: Standings

    def values(self, position: Position, roll: Roll) -> Sequence[float]:
        """Return the mover's chance to win after every choice, ties counting half."""
        state = match_state(self.standings, position)
        worths = [float(worth) for worth in self.solution.choice_worths(Position(0, state), roll)]
        return [1.0 - worth for worth in worths] if state.mover else worths

    def choose(self, position: Position, roll: Roll, chance: float = 0.0) -> Choice:
        """Return the first of the best choices."""
        choices = self.game.choices(position.state, roll)
        return choices[first_best(self.values(position, roll))]


def match_state(standings: Standings, mine: Position) -> MatchState:
    """Return the state of a match of two in which the mover stands here."""
    mover = standings.mover
    other = standings.positions[1 - mover]
    lead = mine.points - other.points
    if mover:
        return MatchState(1, other.state, mine.state, -lead)
    return MatchState(0, mine.state, other.state, lead)


@dataclass(frozen=True, eq=False)
class AimedTurn(TableTurn):
    """A turn for a target; equal chances are decided by the mean score."""

    solution: Solution
    otherwise: Solution

    def choose(self, position: Position, roll: Roll, chance: float) -> Choice:
        """Return the first of the best choices."""
        game, state = self.game, position.state
        choices = game.choices(state, roll)
        chances = [float(one) for one in self.solution.choice_worths(position, roll)]
        enough = max(chances) - 2 * self.solution.error_of(chances)
        sign = -1 if game.lower_is_better else 1
        means = [sign * float(one) for one in self.otherwise.choice_worths(position, roll)]
        equal = [place for place, one in enumerate(chances) if one >= enough]
        return choices[equal[first_best([means[place] for place in equal])]]


@dataclass(frozen=True, eq=False)
class AskedTurn(TableTurn):
    """A turn of a player of the user's own."""

    name: str
    chooser: Any
    standings: Standings

    def choose(self, position: Position, roll: Roll, chance: float) -> Choice:
        """Ask, and read the answer; refuse what is not allowed."""
        made = self.chooser.choose(self.standings.moved(position, False), roll)
        who = f"The player {quoted(self.name)}"
        return choice_made(self.game, position.state, roll, made, who)
