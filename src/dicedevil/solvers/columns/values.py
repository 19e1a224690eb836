"""The values of solved boards for every position, as `Solution` asks for them.

What is stored belongs to the start of turns. A position within a turn is swept anew from that, once for
each turn asked about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

from dicedevil.families.columns import Climb, ColumnsGame
from dicedevil.objectives import Objective, made
from dicedevil.remembering import Remembers
from dicedevil.solvers.columns.race import ClimbChances, ClimbTurns, Swept
from dicedevil.wrapped.within import Timed

MOST_SWEPT = 64
"""How many turns' positions are kept at hand."""


@dataclass(frozen=True)
class ClimbValues(Remembers):
    """Expected turns to the end; those so far too, where they are the score."""

    game: ColumnsGame
    objective: Objective
    solved: ClimbTurns

    @cached_property
    def _swept(self) -> Callable[[int], Swept]:
        return lru_cache(MOST_SWEPT)(partial(Swept.turns, self.solved))

    def worth(self, points: int, state: Climb) -> float:
        """Return the turns still to come, the one being played included."""
        self.game.require_state(state)
        return made(self.objective, points) + self._to_come(state)

    def _to_come(self, state: Climb) -> float:
        if self.game.is_over(state):
            return 0.0
        if state.now == state.banked:
            return float(self.solved.worth[state.banked])
        return self._swept(state.banked).worth(state.now, bool(state.decide))


@dataclass(frozen=True)
class TimelyValues(Remembers):
    """The best chance to be done within a number of turns in all."""

    game: ColumnsGame
    solved: ClimbChances
    turns: int

    @cached_property
    def _swept(self) -> Callable[[int, int], Swept]:
        return lru_cache(MOST_SWEPT)(partial(Swept.chances, self.solved))

    def worth(self, points: int, state: Climb) -> float:
        """Return the best chance, after so many turns."""
        return self.chance(self.turns - points, state)

    def chance(self, left: int, state: Climb) -> float:
        """Return the best chance with so many turns left, the one being played included."""
        self.game.require_state(state)
        if self.game.is_over(state) or left <= 0:
            return float(self.game.is_over(state) and left >= 0)
        if state.now == state.banked:
            return float(self.solved.within[left, state.banked])
        return self._swept(left, state.banked).worth(state.now, bool(state.decide))


@dataclass(frozen=True)
class WithinClimb:
    """The same where the state counts the turns left."""

    timely: TimelyValues

    def worth(self, points: int, state: Timed) -> float:
        """Return the best chance from here."""
        return self.timely.chance(state.left, state.state)
