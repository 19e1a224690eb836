"""Turns of players who look at nothing but their own card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dicedevil.dice import Roll
from dicedevil.evaluation import card_values
from dicedevil.families.keep_reroll.game import CardState, KeepRerollGame
from dicedevil.families.keep_reroll.states import write
from dicedevil.players.card_turn import CardTurn
from dicedevil.players.tossing import draw
from dicedevil.players.turns import Turn, first_best
from dicedevil.rules import Choice, Game, Position
from dicedevil.solvers.progress import silent
from dicedevil.strategy import Strategy

if TYPE_CHECKING:
    from dicedevil.solvers.keep_reroll import CardValues

SOLVED = ("optimal", "worst")
MOST_REMEMBERED = 200_000


def own_card_turn(game: Game, strategy: Strategy) -> Callable[[Position], Turn]:
    """Return how a strategy's turns are made; on score cards from the solved table directly."""
    if isinstance(game, KeepRerollGame) and strategy.name in SOLVED:
        values = card_values(game, strategy.name, silent)
        if values is not None:
            return SolvedTurns(game, values)
    turn = MixedTurn(game, strategy)
    return lambda position: turn


@dataclass(frozen=True, eq=False)
class MixedTurn(Turn):
    """A turn of any strategy; what it does at a place is asked once."""

    strategy: Strategy
    _known: dict[tuple[object, Roll], Mapping[Choice, int]] = field(default_factory=dict)

    def choose(self, position: Position, roll: Roll, chance: float) -> Choice:
        """Return one of the strategy's choices."""
        key = (position.state, roll)
        mix = self._known.get(key)
        if mix is None:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            mix = self._known[key] = self.strategy.mix(self.game, position.state, roll)
        return draw(mix, chance)


@dataclass(frozen=True, eq=False)
class SolvedTurns:
    """Turns by a solved score card."""

    game: KeepRerollGame
    solved: CardValues

    def __call__(self, position: Position) -> SolvedTurn:
        """Return the turn at a position."""
        number = self.solved.number(position.state)
        found = self._turns.get(number)
        if found is None:
            if len(self._turns) >= MOST_REMEMBERED // 100:
                self._turns.clear()
            levels = self.solved.sign * np.array(self.solved.turn(number))
            found = self._turns[number] = SolvedTurn(
                self.game, levels, self.solved, position.state, number, self._tie
            )
        return found

    @cached_property
    def _tie(self) -> float:
        """What rounding may hide: two choices that differ by less are equally good."""
        return 2 * self.solved.error_bound

    @cached_property
    def _turns(self) -> dict[int, SolvedTurn]:
        return {}


@dataclass(frozen=True, eq=False)
class SolvedTurn(CardTurn):
    """A turn by the mean of the points to come: the highest, or the lowest."""

    solved: CardValues
    state: CardState
    number: int
    tie: float

    def outcome_values(self, outcomes: Sequence[int]) -> Sequence[float]:
        """Return the points of each outcome and what is to come after it."""
        card, found = self.game.encoding.arrays, []
        lane = self.number - int(card.base[self.state.open])
        for outcome in outcomes:
            box = int(card.outcome_box[outcome])
            gain, after = write(card, self.state.open, lane, box, outcome)
            found.append(self.solved.sign * (int(gain) + float(self.solved.table[after])))
        return found

    def choose(self, position: Position, roll: Roll, chance: float = 0.0) -> Choice:
        """Return the first choice that rounding cannot tell from the best."""
        choices = self.game.choices(position.state, roll)
        return choices[first_best(self.values(position, roll), self.tie)]
