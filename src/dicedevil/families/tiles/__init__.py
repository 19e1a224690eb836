"""Games of flipping tiles by the dice: Klappenspiel, Shut the Box."""

from dicedevil.families.tiles.game import Board, TileGame
from dicedevil.families.tiles.preferring import PreferredTiles
from dicedevil.families.tiles.rules import OneDie, TileRules, Tiles, board_with, tiles_in

__all__ = [
    "Board",
    "OneDie",
    "PreferredTiles",
    "TileGame",
    "TileRules",
    "Tiles",
    "board_with",
    "tiles_in",
]
