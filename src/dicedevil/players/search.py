"""EMP(d) and DynS(d) for any game: look d turns ahead, then evaluate.

    value(standings, 0)  = evaluation
    value(standings, d)  = mean over rolls of the best choice's value(after, d),
                           or value(after, d - 1) if it ends the turn

and a choice at the table is worth value(after, d): the evaluation waits until d turns have ended after
it. Values are those of all players, and everybody chooses by their own; of choices that are equally
good for the mover the one that is worst for the next player is taken. Of a match that is over nothing
is left to wait for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from dicedevil.dice import Roll
from dicedevil.players.evaluations import EVALUATIONS, Curve, CurveGrid
from dicedevil.players.patience import Patience
from dicedevil.players.standings import Standings, next_mover
from dicedevil.players.turns import ValuedTurn, is_better
from dicedevil.rules import Choice, Game, Position

Positions = tuple[Position, ...]
Values = tuple[float, ...]
MOST_REMEMBERED = 1_000_000


@dataclass(frozen=True, eq=False)
class Search:
    """The values of choices, from the rules and the curves alone: any game, as deep as it may be."""

    game: Game
    curve: Callable[[Position], Curve]
    evaluation: str
    depth: int
    patience: Patience = field(default_factory=Patience)
    _known: dict[tuple[Positions, int, int], Values] = field(default_factory=dict)

    def turn(self, standings: Standings) -> SearchedTurn:
        """Return the turn of the player to move."""
        return SearchedTurn(self.game, self, standings)

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

    def values(self, positions: Positions, mover: int, depth: int) -> Values:
        """Return what standings are worth to everybody, looking `depth` turns ahead."""
        if depth == 0 or self.game.is_over(positions[mover].state):
            return self._evaluated(positions)
        key = (positions, mover, depth)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            found = self._known[key] = self._mean(positions, mover, depth)
        return found

    def _mean(self, positions: Positions, mover: int, depth: int) -> Values:
        self.patience.check()
        state = positions[mover].state
        rolls = self.game.rolls(state)
        totals = [0.0] * len(positions)
        for roll, weight in rolls.items():
            best: Values | None = None
            for choice in self.game.choices(state, roll):
                there, next_to_move, ended = self.after(positions, mover, roll, choice)
                found = self.values(there, next_to_move, depth - ended)
                if best is None or is_better(found, best, mover):
                    best = found
            for player, value in enumerate(best or ()):
                totals[player] += weight * value
        in_all = sum(rolls.values())
        return tuple(total / in_all for total in totals)

    def _evaluated(self, positions: Positions) -> Values:
        found = self._evaluations.get(positions)
        if found is None:
            if len(self._evaluations) >= MOST_REMEMBERED:
                self._evaluations.clear()
            found = self._evaluations[positions] = EVALUATIONS[self.evaluation](
                self._grid.rows(positions)
            )
        return found

    @cached_property
    def _evaluations(self) -> dict[Positions, Values]:
        return {}

    @cached_property
    def _grid(self) -> CurveGrid:
        return CurveGrid(self.curve)


@dataclass(frozen=True, eq=False)
class SearchedTurn(ValuedTurn):
    """A turn whose choices are valued one by one."""

    search: Search
    standings: Standings

    def values(self, position: Position, roll: Roll) -> Sequence[float]:
        """Return the mover's value of every choice, in the game's order."""
        mover = self.standings.mover
        others = self.standings.positions
        positions = (*others[:mover], position, *others[mover + 1 :])
        found = []
        self.search.patience.begin()
        for choice in self.game.choices(position.state, roll):
            there, next_to_move, _ = self.search.after(positions, mover, roll, choice)
            found.append(self.search.values(there, next_to_move, self.search.depth)[mover])
        return found
