"""Which matches of placement games the pairs lane solves, and who plays in them."""

from __future__ import annotations

from dataclasses import dataclass

from dicedevil.families.placement.game import PlacementGame
from dicedevil.rules import Game
from dicedevil.strategy import Strategy
from dicedevil.wrapped.base import InnerBoard
from dicedevil.wrapped.best_reply import BestReply
from dicedevil.wrapped.same_rolls import SameRolls
from dicedevil.wrapped.turn_by_turn import TurnByTurn

WIDEST = 100_000
"""From highest to lowest score of one player: beyond that, with few slots, most leads never come up
and the graph lane, which lists those that do, is faster."""
FEW_SLOTS = 6


@dataclass(frozen=True)
class PlacementMatch:
    """Who plays: a strategy for each player, None for one who plays best."""

    game: PlacementGame
    first: Strategy | None = None
    second: Strategy | None = None
    same_rolls: bool = False

    @property
    def is_free(self) -> bool:
        """Whether both players play best, with rolls of their own."""
        return self.first is self.second is None and not self.same_rolls


def match_of(game: Game) -> PlacementMatch | None:
    """Return what the pairs lane makes of a game, or None where it has nothing to offer."""
    match: PlacementMatch | None = None
    if isinstance(game, SameRolls):
        if isinstance(game.game, PlacementGame):
            match = PlacementMatch(game.game, None, game.strategy, same_rolls=True)
    else:
        match = _turn_by_turn(game)
    if match is None or match.game.lower_is_better:
        return None
    few = match.game.slots <= FEW_SLOTS
    return None if few and score_range(match.game) > WIDEST else match


def _turn_by_turn(game: Game) -> PlacementMatch | None:
    """Unwrap the players whose strategies are known; they must look at nothing but their boards."""
    known: dict[int, Strategy] = {}
    while isinstance(game, BestReply):
        if not isinstance(game.strategy.choose, InnerBoard):
            return None
        own = Strategy(game.strategy.name, game.strategy.choose.choose)
        known[game.seat] = own  # the innermost plays: to others its moves are chance
        game = game.game
    if not isinstance(game, TurnByTurn) or not isinstance(game.game, PlacementGame):
        return None
    return PlacementMatch(game.game, known.get(0), known.get(1))


def score_range(game: PlacementGame) -> int:
    """Return how far the highest possible score lies above the lowest."""
    span = 0
    for slot in range(1, game.slots + 1):
        paid = [game.points(slot, total) for total in game.totals]
        span += max(paid) - min(paid)
    return span
