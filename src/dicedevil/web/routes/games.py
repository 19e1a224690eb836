"""Games and their rules."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path

from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.words import MOST_SIGNS, AnAnswer, AnAnswerList, refusals

router = APIRouter(tags=["games"])


@router.get(
    "/games", responses=refusals(), summary="The games that are served", response_model=AnAnswerList
)
async def games(desk: AtDesk) -> Any:
    """Answer as `dicedevil games --json`; games from rules files have `own: true`."""
    return await desk.ask("games")


@router.get(
    "/games/{name:path}", responses=refusals(404, 409, 413), summary="One game", response_model=AnAnswer
)
async def game(
    desk: AtDesk,
    name: Annotated[
        str,
        Path(
            max_length=MOST_SIGNS,
            description="The name, with parameters if wanted.",
            examples=["yahtzee:joker=forced"],
        ),
    ],
) -> Any:
    """Answer as `dicedevil show --json`, with its objectives, bots and numbers of players."""
    return await desk.ask("about", game=name)
