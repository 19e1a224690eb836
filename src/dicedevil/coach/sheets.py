"""What lies on the table for everybody to see: score cards, tiles, slots, what is banked.

A game tells it by a method `sheet(position, written, seat)`: sections of lines, each a name and what
stands there. Of other games the position is told as it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from dicedevil.coach.table import GameTable, OwnBoards, written_whole
from dicedevil.rules import Game, Position
from dicedevil.wrapped.base import Wrapped

Line = tuple[str, str]
Section = Sequence[Line]


@runtime_checkable
class Sheeted(Protocol):
    """Games that tell how a position looks on the table."""

    def sheet(self, position: Position, written: str, seat: int) -> Sequence[Section]:
        """Return what a player has, section by section, line by line."""


def sheets(table: GameTable) -> list[Sequence[Section]]:
    """Return what everybody has, in the order of the seats: the same lines for all, if they differ.

    Where the game does not tell players apart there is one sheet for all of them.
    """
    seats = range(table.seats)
    if isinstance(table, OwnBoards):
        found = [_sheet(table, seat) for seat in seats]
    elif _telling(table.rules, table.position) is None:
        return [[[("position", table.written)]]]
    else:
        found = [_told(table.rules, table.position, table.written, seat) for seat in seats]
    return found


def _sheet(table: OwnBoards, seat: int) -> Sequence[Section]:
    position = table.positions[seat]
    written = table.notes[seat] if table.notes else written_whole(table.rules, position)
    return _told(table.rules, position, written, seat)


def _told(rules: Game, position: Position, written: str, seat: int) -> Sequence[Section]:
    telling = _telling(rules, position)
    if telling is not None:
        game, seen = telling
        return game.sheet(seen, written, seat)
    return [[("position", written or "start"), ("points", f"{position.points:,}")]]


def _telling(rules: Game, position: Position) -> tuple[Sheeted, Position] | None:
    """Return the game that tells how a position looks, within whatever is around it."""
    while not isinstance(rules, Sheeted):
        if not isinstance(rules, Wrapped):
            return None
        position = position._replace(state=rules.inner(position.state))
        rules = rules.game
    return rules, position
