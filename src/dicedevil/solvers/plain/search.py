"""EMP(d) and DynS(d) for any game: look d turns ahead, then evaluate.

    value(standings, 0)  = evaluation
    value(standings, d)  = mean over rolls of the best choice's value(after, d),
                           or value(after, d - 1) if it ends the turn

and a choice at the table is worth value(after, d): the evaluation waits until d turns have ended after
it. Worths are those of all players, and everybody chooses by their own; of choices that are equally
good for the mover the one that is worst for the next player is taken. Of a match that is over nothing
is left to wait for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from dicedevil.dice import Roll
from dicedevil.objectives import TIE, first_best
from dicedevil.remembering import Remembers
from dicedevil.rules import Choice, Game, Position
from dicedevil.solvers.budget import MEMORY, USUAL, Budget, Patience
from dicedevil.solvers.lane import Looking
from dicedevil.solvers.plain.evaluations import EVALUATIONS, ROOM, Curve, CurveGrid, absolute
from dicedevil.wrapped.boards import next_mover

Positions = tuple[Position, ...]
Worths = tuple[float, ...]
MOST_REMEMBERED = 1_000_000
BYTES_REMEMBERED = 1_000
"""What a standing that is remembered takes, with what it is worth."""


def plain_search(
    game: Game,
    curves: Any,
    looking: Looking,
    patience: Patience | None = None,
    budget: Budget = USUAL,
) -> PlainSearch:
    """Return the search on the rules of a game, given the values of `ReachTarget`."""
    curve = CurveAt(game, curves)
    return PlainSearch(
        game, curve, looking.evaluation, looking.depth, patience or Patience(), budget.room()
    )


@dataclass(frozen=True, eq=False)
class CurveAt:
    """The curve of a position, from the values of `ReachTarget`."""

    game: Game
    curves: Any

    def __call__(self, position: Position) -> Curve:
        """Return it, points made so far included."""
        return absolute(self.game, self.curves.row(position.state), position)


@dataclass(frozen=True, eq=False)
class PlainSearch(Remembers):
    """The values of choices, from the rules and the curves alone: any game, as deep as it may be."""

    game: Game
    curve: Callable[[Position], Curve]
    evaluation: str
    depth: int
    patience: Patience = field(default_factory=Patience)
    room: int = MEMORY
    """Bytes for what is remembered."""

    @property
    def _most_remembered(self) -> int:
        return max(100, min(MOST_REMEMBERED, self.room // 3 // BYTES_REMEMBERED))

    def turn(self, positions: Sequence[Position]) -> SearchedTurn:
        """Return the turn of the player to move, whose position comes first."""
        return SearchedTurn(self, tuple(positions[1:]))

    def after(
        self, positions: Positions, mover: int, roll: Roll, choice: Choice
    ) -> tuple[Positions, int, bool]:
        """Return everybody's positions after a choice, who moves then, and whether a turn has ended."""
        game, mine = self.game, positions[mover]
        points, state = game.play(mine.state, roll, choice)
        ended = game.ends_turn(mine.state, roll, choice) or game.is_over(state)
        there = (
            *positions[:mover],
            Position(mine.points + points, state),
            *positions[mover + 1 :],
        )
        return there, next_mover(game, there, mover) if ended else mover, ended

    def values(self, positions: Positions, mover: int, depth: int) -> Worths:
        """Return what standings are worth to everybody, looking `depth` turns ahead."""
        if depth == 0 or self.game.is_over(positions[mover].state):
            return self._evaluated(positions)
        return self._mean(positions, mover, depth)

    @cached_property
    def _mean(self) -> Callable[[Positions, int, int], Worths]:
        return lru_cache(self._most_remembered)(self._work_out_mean)

    def _work_out_mean(self, positions: Positions, mover: int, depth: int) -> Worths:
        self.patience.check()
        state = positions[mover].state
        rolls = self.game.rolls(state)
        totals = [0.0] * len(positions)
        for roll, weight in rolls.items():
            best: Worths | None = None
            for choice in self.game.choices(state, roll):
                there, next_to_move, ended = self.after(positions, mover, roll, choice)
                found = self.values(there, next_to_move, depth - ended)
                if best is None or is_better(found, best, mover):
                    best = found
            for player, value in enumerate(best or ()):
                totals[player] += weight * value
        in_all = sum(rolls.values())
        return tuple(total / in_all for total in totals)

    @cached_property
    def _evaluated(self) -> Callable[[Positions], Worths]:
        return lru_cache(self._most_remembered)(self._evaluate)

    def _evaluate(self, positions: Positions) -> Worths:
        return EVALUATIONS[self.evaluation](self._grid.rows(positions))

    @cached_property
    def _grid(self) -> CurveGrid:
        return CurveGrid(self.curve, min(ROOM, self.room // 4))


@dataclass(frozen=True, eq=False)
class SearchedTurn:
    """A turn whose choices are valued one by one."""

    search: PlainSearch
    others: Positions

    def values(self, position: Position, roll: Roll) -> Sequence[float]:
        """Return the mover's value of every choice, in the game's order."""
        search, positions = self.search, (position, *self.others)
        found = []
        search.patience.begin()
        for choice in search.game.choices(position.state, roll):
            there, next_to_move, _ = search.after(positions, 0, roll, choice)
            found.append(search.values(there, next_to_move, search.depth)[0])
        return found

    def choose(self, position: Position, roll: Roll, chance: float = 0.0) -> Choice:
        """Return the first of the best choices."""
        choices = self.search.game.choices(position.state, roll)
        if len(choices) == 1:
            return choices[0]
        return choices[first_best(self.values(position, roll))]


def is_better(one: Sequence[float], other: Sequence[float], mover: int) -> bool:
    """Tell whether the mover prefers a choice, given what two are worth to everybody.

    Where they are equally good, the one that is worse for the next player is; so looking ahead does not
    depend on the order in which a game lists its choices.
    """
    if abs(one[mover] - other[mover]) > TIE:
        return one[mover] > other[mover]
    for step in range(1, len(one)):
        player = (mover + step) % len(one)
        if abs(one[player] - other[player]) > TIE:
            return one[player] < other[player]
    return False
