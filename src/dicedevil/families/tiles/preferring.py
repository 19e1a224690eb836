"""A rule of thumb as data: of the sets that a roll may shut, the one with the fewest tiles, or most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dicedevil.dice import Roll
from dicedevil.families.tiles.rules import Tiles

if TYPE_CHECKING:
    from dicedevil.families.tiles.game import Board, TileGame

PREFERENCES: Mapping[str, Callable[[Sequence[Tiles]], Tiles]] = {
    "fewest": lambda sets: min(sets, key=len),
    "most": lambda sets: max(reversed(sets), key=len),
    "highest": lambda sets: max(sets, key=max),
    "lowest": lambda sets: min(sets, key=max),
}
"""Of equally many tiles: those with the highest tile for `fewest`, those without for `most`."""


@dataclass(frozen=True)
class PreferredTiles:
    """Shuts the set of tiles that it prefers: `prefer`.

    For rolls above `until` it prefers `then`.
    """

    game: TileGame
    prefer: str
    until: int | None = None
    then: str | None = None
    dice: int = 1
    """How many are rolled where the player may choose."""

    def __call__(self, board: Board, roll: Roll) -> Tiles | str:
        """Return the set; where there is none, that the game is over."""
        choices = self.game.choices(board, roll)
        if board.dice == 0:
            return choices[self.dice - 1]
        if len(choices) == 1:
            return choices[0]
        high = self.until is not None and sum(roll) > self.until
        return PREFERENCES[(self.then or self.prefer) if high else self.prefer](choices)  # type: ignore[arg-type]
