"""The values of solved turns, races and matches for every position, as `Solution` asks for them.

What is stored belongs to the start of turns. A position within a turn is swept anew from that, once
for each turn asked about: about a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from dicedevil.families.press_luck import (
    MatchTurn,
    PressLuckGame,
    PressLuckMatch,
    PressLuckRace,
    RaceTurn,
    Turn,
)
from dicedevil.solvers.kernels.press_luck import Floats
from dicedevil.solvers.press_luck.match import Match
from dicedevil.solvers.press_luck.race import (
    Chances,
    Race,
    chances_after_rolling,
    turns_after_rolling,
)
from dicedevil.solvers.press_luck.turn import SolvedTurn
from dicedevil.within import Timed, WithinTurns

MOST_SWEPT = 256
"""How many turns' tables are kept at hand."""

Key = TypeVar("Key", bound=Hashable)
Swept = dict[Key, Floats]


def _swept(kept: Swept[Key], key: Key, sweep: Callable[[], Floats]) -> Floats:
    """Return the table of a turn, swept once; the oldest tables are forgotten."""
    table = kept.get(key)
    if table is None:
        if len(kept) >= MOST_SWEPT:
            kept.clear()
        table = kept[key] = sweep()
    return table


@dataclass(frozen=True)
class TurnValues:
    """One turn: fractions, or the same rounded to floats."""

    game: PressLuckGame
    solved: SolvedTurn[Fraction] | SolvedTurn[float]
    exact: bool

    def worth(self, points: int, state: Turn) -> Fraction | float:
        """Return the expected score from here."""
        if self.game.is_over(state):
            return Fraction(points) if self.exact else float(points)
        self.game.require_state(state)
        worth = points + self.solved.roll_value(state.turn, state.dice)
        return worth if self.exact else float(worth)


@dataclass(frozen=True)
class RaceValues:
    """Expected turns to the target."""

    game: PressLuckRace
    race: Race
    kept: Swept[int] = field(default_factory=dict, compare=False, repr=False)

    def worth(self, points: int, state: RaceTurn) -> float:
        """Return the turns still to come, the one being played included."""
        self.game.require_state(state)
        if self.game.is_over(state):
            return 0.0
        unit = self.game.rules.unit
        if state.turn == 0:
            return float(self.race.turns[state.me // unit])
        table = _swept(self.kept, state.me, lambda: turns_after_rolling(self.race, state.me))
        return float(table[state.turn // unit, state.dice])


@dataclass(frozen=True)
class WithinValues:
    """The best chance of reaching the target with so many turns left."""

    game: WithinTurns
    race: PressLuckRace
    chances: Chances
    kept: Swept[tuple[int, int]] = field(default_factory=dict, compare=False, repr=False)

    def worth(self, points: int, state: Timed) -> float:
        """Return the best chance from here."""
        left, at = state
        self.race.require_state(at)
        if left == 0 or self.race.is_over(at):
            return float(self.race.is_over(at))
        unit = self.race.rules.unit
        if at.turn == 0:
            return float(self.chances.within[left, at.me // unit])
        table = _swept(
            self.kept, (left, at.me), lambda: chances_after_rolling(self.chances, left, at.me)
        )
        return float(table[at.turn // unit, at.dice])


@dataclass(frozen=True)
class MatchValues:
    """The chance of player 0 to win, whoever is to move."""

    game: PressLuckMatch
    match: Match
    kept: Swept[tuple[int, int, int]] = field(default_factory=dict, compare=False, repr=False)

    def worth(self, points: int, state: MatchTurn) -> float:
        """Return the winning probability of player 0."""
        self.game.require_state(state)
        if self.game.is_over(state):
            return float(self.game.win_share(state))
        unit = self.game.rules.unit
        me, them = self.game.totals(state)
        if state.turn == 0:
            starts = self.match.second if state.mover else self.match.first
            chance = float(starts[me // unit, them // unit])
        else:
            key = (state.mover, me, them)
            table = _swept(self.kept, key, lambda: self.match.rolling(*key))
            chance = float(table[state.turn // unit, state.dice])
        return 1.0 - chance if state.mover else chance
