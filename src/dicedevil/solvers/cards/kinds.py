"""Which score cards a lane is for: those whose turns stand alone, or those that save throws."""

from __future__ import annotations

from typing import Any, TypeGuard

from dicedevil.families.cards.game import KeepRerollGame


def is_card(game: Any) -> TypeGuard[KeepRerollGame]:
    """Tell whether a game is one card, every turn with the same rerolls."""
    return isinstance(game, KeepRerollGame) and not game.card.saved


def saves_throws(game: Any) -> TypeGuard[KeepRerollGame]:
    """Tell whether a game is one card with throws that are saved for later turns."""
    return isinstance(game, KeepRerollGame) and game.card.saved
