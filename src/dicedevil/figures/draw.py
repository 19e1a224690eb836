"""Any figure of a game, by its kind: its family's own, or the one that fits every game."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dicedevil.errors import UsageError
from dicedevil.figures.value import value_figure
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL, Budget

NONE = {
    "policy": "There is no picture of the policy of {game}: it is drawn for games of tiles, and for "
    "games of slots with multipliers.",
    "boundary": "There is no boundary of {game}: it is drawn for games of one die, such as pig, where "
    "a position is my score, the opponent's and the turn total.",
}


def draw(kind: str, game: Game, budget: Budget = USUAL) -> Any:
    """Return a figure of a game: `policy`, `value`, `boundary`, or what else its family draws."""
    own = getattr(import_module(game.drawn_in), kind, None) if game.drawn_in else None
    if own is not None:
        return own(game, budget)
    if kind == "value":
        return value_figure(game, budget)
    raise UsageError(NONE.get(kind, "There is no such picture of {game}.").format(game=game))
