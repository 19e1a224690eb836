"""Saying beforehand what a long solve will take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dicedevil.objectives import Objective
    from dicedevil.rules import Game


def tell_player_cost(game: Game, players: Iterable[str]) -> None:
    """Say on stderr what making the tables will take that these players need."""
    from dicedevil.objectives import ReachTarget, WinMatch
    from dicedevil.players.player import WIN, look_ahead

    names = list(players)
    if any(look_ahead(name) is not None for name in names):
        tell_cost(game, ReachTarget())
    if WIN in names and game.own_strategy(WIN) is None:
        tell_cost(game, WinMatch())


def tell_cost(game: Game | str, aim: Objective, state: str = "", fresh: bool = False) -> None:
    """Say on stderr what making target curves will take, if they are missing and it takes long."""
    from dicedevil.cli.telling import note
    from dicedevil.games import game as game_named
    from dicedevil.solvers.curve_making import A_MOMENT, missing_curves
    from dicedevil.solvers.question import Question
    from dicedevil.solvers.solver import playable

    if aim.name == "win" and not state:
        _tell_match_cost(game_named(game) if isinstance(game, str) else game, fresh)
    if aim.name != "target":
        return
    rules = playable(game_named(game) if isinstance(game, str) else game, aim)
    rules.read_state(state)  # a bad position is refused before anything is announced
    cost = missing_curves(Question(rules, aim, fresh=fresh))
    if cost is not None and cost.seconds > A_MOMENT:
        kept = "" if fresh else " They are kept: if this is broken off, at most one layer is lost."
        note(f"Making the {cost}.{kept}")


def _tell_match_cost(game: Game, fresh: bool) -> None:
    """Say on stderr what solving a match of two score cards will take, if it takes long."""
    from dicedevil.families.keep_reroll.game import KeepRerollGame

    if isinstance(game, KeepRerollGame) and not fresh:
        from dicedevil.cli.endgames import tell_endgame_cost
        from dicedevil.solvers.endgames import Endgames

        found = Endgames.found(game)
        if found.is_small:
            tell_endgame_cost(found, found.all_boxes)
