"""What we know of the official game, worked out once and shared by the rows."""

from __future__ import annotations

from functools import cache

from dicedevil.errors import RulesError
from dicedevil.families.keep_reroll.game import KeepRerollGame
from dicedevil.games import game as game_named


@cache
def card_game(spec: str) -> KeepRerollGame:
    """Make a game with a score card by its name."""
    game = game_named(spec)
    if not isinstance(game, KeepRerollGame):
        raise RulesError(f"{spec} has no score card.")
    return game
