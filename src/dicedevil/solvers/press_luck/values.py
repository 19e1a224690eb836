"""The values of solved turns, races and matches for every position, as `Solution` asks for them.

What is stored belongs to the start of turns. A position within a turn is swept anew from that, once
for each turn asked about: about a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial

import numpy as np

from dicedevil.families.press_luck import (
    MatchTurn,
    PressLuckGame,
    PressLuckLastRound,
    PressLuckMatch,
    PressLuckRace,
    RaceTurn,
    Turn,
)
from dicedevil.objectives import Objective, WinMatch
from dicedevil.remembering import Remembers
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.press_luck.kernels.turn import Floats
from dicedevil.solvers.press_luck.match import Match
from dicedevil.solvers.press_luck.race import (
    Chances,
    Race,
    chances_after_rolling,
    turns_after_rolling,
)
from dicedevil.solvers.press_luck.turn import TurnTable, best_turn, exact_turn, outcome_count
from dicedevil.wrapped.within import Timed, WithinTurns

MOST_SWEPT = 256
"""How many turns' tables are kept at hand."""


@dataclass(frozen=True)
class SoleTurnValues:
    """One turn: fractions, or the same rounded to floats."""

    game: PressLuckGame
    solved: TurnTable[Fraction] | TurnTable[float]
    exact: bool

    def worth(self, points: int, state: Turn) -> Fraction | float:
        """Return the expected score from here."""
        if self.game.is_over(state):
            return Fraction(points) if self.exact else float(points)
        self.game.require_state(state)
        worth = points + self.solved.roll_value(state.turn, state.dice)
        return worth if self.exact else float(worth)


def solved_turn(
    game: PressLuckGame, exact: bool, most: int, budget: Budget = USUAL
) -> tuple[SoleTurnValues, float]:
    """Solve one turn, and bound its error: in fractions up to so much work, or if asked for."""
    work = game.most // game.rules.unit * outcome_count(game.rules)
    if not exact and work > most:
        solved, error = best_turn(game.rules, game.most)
        return SoleTurnValues(game, solved, exact=False), error
    # Rounded once: half a unit in the last place of the largest value.
    error = 0.0 if exact else float(np.spacing(float(game.most + 1))) / 2
    return SoleTurnValues(game, exact_turn(game.rules, game.most, budget), exact), error


@dataclass(frozen=True)
class RaceValues(Remembers):
    """Expected turns to the target."""

    game: PressLuckRace
    race: Race

    @cached_property
    def _swept(self) -> Callable[[int], Floats]:
        return lru_cache(MOST_SWEPT)(partial(turns_after_rolling, self.race))

    def worth(self, points: int, state: RaceTurn) -> float:
        """Return the turns still to come, the one being played included."""
        self.game.require_state(state)
        if self.game.is_over(state):
            return 0.0
        unit = self.game.rules.unit
        if state.turn == 0:
            return float(self.race.turns[state.me // unit])
        return float(self._swept(state.me)[state.turn // unit, state.dice])


@dataclass(frozen=True)
class WithinValues(Remembers):
    """The best chance of reaching the target with so many turns left."""

    game: WithinTurns
    race: PressLuckRace
    chances: Chances

    @cached_property
    def _swept(self) -> Callable[[int, int], Floats]:
        return lru_cache(MOST_SWEPT)(partial(chances_after_rolling, self.chances))

    def worth(self, points: int, state: Timed) -> float:
        """Return the best chance from here."""
        left, at = state
        self.race.require_state(at)
        if left == 0 or self.race.is_over(at):
            return float(self.race.is_over(at))
        unit = self.race.rules.unit
        if at.turn == 0:
            return float(self.chances.within[left, at.me // unit])
        return float(self._swept(left, at.me)[at.turn // unit, at.dice])


@dataclass(frozen=True)
class RollMatchValues(Remembers):
    """The chance of player 0 to win, whoever is to move."""

    game: PressLuckMatch
    match: Match
    objective: Objective = WinMatch()  # noqa: RUF009 - it never changes

    @cached_property
    def _swept(self) -> Callable[[int, int, int], Floats]:
        return lru_cache(MOST_SWEPT)(self.match.rolling)

    @cached_property
    def _last(self) -> Callable[[int, int, bool], tuple[float, Floats]]:
        return lru_cache(MOST_SWEPT)(self.match.last_rolling)

    def worth(self, points: int, state: MatchTurn) -> float:
        """Return the winning probability of player 0."""
        self.game.require_state(state)
        if self.game.is_over(state):
            return float(self.objective.end(self.game, state))
        unit = self.game.rules.unit
        me, them = self.game.totals(state)
        if self.game.is_last(state):
            alone, table = self._last(state.mover, them - me, me > 0)
            chance = float(table[state.turn // unit, state.dice]) if state.turn else alone
        elif state.turn == 0:
            starts = self.match.second if state.mover else self.match.first
            chance = float(starts[me // unit, them // unit])
        else:
            table = self._swept(state.mover, me, them)
            chance = float(table[state.turn // unit, state.dice])
        return 1.0 - chance if state.mover else chance


@dataclass(frozen=True)
class DecidedMatchValues(RollMatchValues):
    """The same of a match that ends as soon as somebody has the target: nobody ties."""

    def results(self) -> tuple[float, float, float, tuple[float, ...], float]:
        """Return how often player 0 wins, ties (never) and loses, and how far off that can be."""
        win = self.worth(0, self.game.start())
        return win, 0.0, 1.0 - win, (), self.match.error_bound


def match_values(game: PressLuckMatch, match: Match, objective: Objective) -> RollMatchValues:
    """Return the values of a match; only a last round can end in a tie."""
    told = RollMatchValues if isinstance(game, PressLuckLastRound) else DecidedMatchValues
    return told(game, match, objective)
