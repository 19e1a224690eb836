"""Progress of a player."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.train import SomeGame
from dicedevil.web.routes.words import AnAnswer, PlayerName, Strict, refusals

router = APIRouter(tags=["stats"])


class Nothing(Strict):
    """A question that needs nothing."""


@router.get(
    "/stats", responses=refusals(404, 409, 413), summary="How somebody plays", response_model=AnAnswer
)
async def stats(desk: AtDesk, player: PlayerName = "me", game: SomeGame = None) -> Any:
    """Answer as `dicedevil stats --json`; games that were not graded yet are counted (`ungraded`)."""
    return await desk.ask("stats", player=player, game=game)
