"""The columns as they lie on the table: what is banked, and the neutral markers above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.dice import Roll
from dicedevil.furniture import TRACKS, Edit, Piece, Spot, Uses
from dicedevil.rules import Position


class ColumnFurniture:
    """What a game of columns shows."""

    def furniture(self: Any, position: Position, written: str = "", seat: int = 0) -> Sequence[Piece]:
        """A track a column: `points` is what is banked; what the turn has made is added in `text`."""
        board, state = self.board, position.state
        banked, now = board.spaces(state.banked), board.spaces(state.now)
        drops = (*(f"turn-{name}" for name in board.names), "next")
        tracks = [
            Spot(
                str(name),
                f"Column {name}",
                f"{banked[place]}+{there - banked[place]}" if there > banked[place] else str(there),
                banked[place],
                open=there < length,
                of=length,
                edit=None if self.is_over(state) else Edit(str(name), low=0, high=length, drops=drops),
            )
            for place, (name, there, length) in enumerate(
                zip(board.names, now, board.lengths, strict=True)
            )
        ]
        return (Piece(TRACKS, (tracks,)),)

    def uses(self: Any, state: Any, roll: Roll, choice: Any) -> Uses:
        """The columns that advance; what else can be said is a button."""
        if choice == "stop":
            return Uses("Stop and keep it")
        if choice == "roll":
            return Uses("Roll on")
        if isinstance(choice, str):
            return Uses("Bust: the turn is lost" if self.is_in_turn(state) else "Bust")
        columns = tuple(dict.fromkeys(map(str, choice)))
        twice = " by two" if len(columns) < len(choice) else ""
        return Uses(f"Advance {' and '.join(columns)}{twice}", spots=columns)

    def lying(self, state: Any) -> Sequence[int | None]:
        """All dice are rolled."""
        return ()
