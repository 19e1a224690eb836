"""The believable way: EMP(d) and DynS(d) in fractions, straight from their definitions.

Curves are laws of the best chance for one target each, worked out target by target; nothing here is
shared with the library but the rules of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from dicedevil.dice import Roll
from dicedevil.rules import Choice, Game, Position, State

Table = tuple[tuple[Position, ...], int]
"""Everybody's position, and whose turn it is."""


class PlayersOracle:
    """One game, with what was already worked out about it."""

    def __init__(self, game: Game, kind: str) -> None:
        self.game, self.kind = game, kind
        self.sign = -1 if game.lower_is_better else 1
        self.chance = lru_cache(maxsize=None)(self._chance)
        self.bounds = lru_cache(maxsize=None)(self._bounds)
        self.worth = lru_cache(maxsize=None)(self._worth)

    def _chance(self, state: State, missing: int) -> Fraction:
        """The best chance of so many points more (of so many fewer, where low scores win)."""
        game = self.game
        if game.is_over(state):
            return Fraction(int(missing <= 0))
        rolls = game.rolls(state)
        total = Fraction(0)
        for roll, weight in rolls.items():
            moves = (game.play(state, roll, choice) for choice in game.choices(state, roll))
            total += weight * max(self.chance(after, missing - self.sign * p) for p, after in moves)
        return total / sum(rolls.values())

    def _bounds(self, state: State) -> tuple[int, int]:
        """The fewest and the most points that can still come."""
        game = self.game
        if game.is_over(state):
            return 0, 0
        ends = []
        for roll in game.rolls(state):
            for choice in game.choices(state, roll):
                points, after = game.play(state, roll, choice)
                ends += [self.sign * points + end for end in self.bounds(after)]
        return min(ends), max(ends)

    def evaluate(self, positions: Sequence[Position]) -> tuple[Fraction, ...]:
        ranges = [[self.sign * p.points + end for end in self.bounds(p.state)] for p in positions]
        low, high = min(r[0] for r in ranges), max(r[1] for r in ranges)

        def reach(player: int, score: int) -> Fraction:
            position = positions[player]
            return self.chance(position.state, score - self.sign * position.points)

        players = range(len(positions))
        scores = range(low, high + 2)
        if self.kind == "dyns":
            return tuple(
                max(
                    reach(me, s) * sum(1 - reach(other, s) for other in players if other != me)
                    for s in scores
                )
                for me in players
            )
        laws = [{s: reach(me, s) - reach(me, s + 1) for s in scores} for me in players]
        return tuple(
            sum(
                (
                    laws[me][mine]
                    * laws[other][theirs]
                    * Fraction(1 + (mine > theirs) - (mine < theirs), 2)
                    for other in players
                    if other != me
                    for mine in scores
                    for theirs in scores
                ),
                Fraction(0),
            )
            for me in players
        )

    def after(self, table: Table, roll: Roll, choice: Choice) -> tuple[Table, bool]:
        positions, mover = list(table[0]), table[1]
        mine = positions[mover]
        points, state = self.game.play(mine.state, roll, choice)
        positions[mover] = Position(mine.points + points, state)
        ended = self.game.ends_turn(mine.state, roll, choice) or self.game.is_over(state)
        if ended:
            seats = [(mover + step) % len(positions) for step in range(1, len(positions) + 1)]
            still = [seat for seat in seats if not self.game.is_over(positions[seat].state)]
            mover = still[0] if still else 0
        return (tuple(positions), mover), ended

    def _worth(self, table: Table, turns: int) -> tuple[Fraction, ...]:
        """What everybody expects if the evaluation waits for so many turns to end."""
        positions, mover = table
        if turns == 0 or all(self.game.is_over(position.state) for position in positions):
            return self.evaluate(positions)
        state = positions[mover].state
        rolls = self.game.rolls(state)
        totals = [Fraction(0)] * len(positions)
        for roll, weight in rolls.items():
            found = []
            for choice in self.game.choices(state, roll):
                there, ended = self.after(table, roll, choice)
                found.append(self.worth(there, turns - int(ended)))
            count = len(positions)
            others = [(mover + step) % count for step in range(1, count)]
            # best for the mover; of equals the worst for the next player, and so on
            values = max(found, key=lambda v: (v[mover], *(-v[other] for other in others)))
            totals = [total + weight * value for total, value in zip(totals, values, strict=True)]
        return tuple(total / sum(rolls.values()) for total in totals)

    def values(self, table: Table, roll: Roll, depth: int) -> list[Fraction]:
        """The mover's value of every choice."""
        mover = table[1]
        state = table[0][mover].state
        return [
            self.worth(self.after(table, roll, choice)[0], depth)[mover]
            for choice in self.game.choices(state, roll)
        ]
