"""Practice: positions to decide."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field

from dicedevil.coach.practice import LEVELS
from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.play import LARGEST
from dicedevil.web.routes.words import MOST_SIGNS, AnAnswer, PlayerName, Strict, refusals

router = APIRouter(tags=["train"])
SomeGame = Annotated[
    str | None,
    Query(max_length=MOST_SIGNS, description="Only this game; then close calls are made, too."),
]
Level = Annotated[
    str, Query(max_length=20, description=f"How close: {', '.join(LEVELS)}.", examples=["any"])
]
KeptNumber = Annotated[
    int | None, Query(ge=1, le=LARGEST, description="Only mistakes of this kept game.")
]


class Practice(Strict):
    """What to be asked."""

    player: str = Field("me", max_length=100)
    game: str | None = Field(None, max_length=MOST_SIGNS, examples=["yahtzee"])
    level: str = Field("any", max_length=20)
    of: int | None = Field(None, ge=1, le=LARGEST)


class Reply(Strict):
    """What somebody would do."""

    choice: str = Field(max_length=MOST_SIGNS, examples=["keep 3456"])
    player: str = Field("me", max_length=100)


@router.get(
    "/train",
    responses=refusals(404, 409, 413),
    summary="The next question",
    response_model=AnAnswer,
)
async def question(
    desk: AtDesk,
    player: PlayerName = "me",
    game: SomeGame = None,
    level: Level = "any",
    of: KeptNumber = None,
) -> Any:
    """Answer with what `dicedevil train` would ask: a position to decide, and its board; or with null,
    and when to come again."""
    return await desk.ask("train", player=player, game=game, level=level, of=of)


@router.post(
    "/train/{number}",
    responses=refusals(404, 409, 413, 415),
    summary="Answer a question",
    response_model=AnAnswer,
)
async def answer(
    desk: AtDesk,
    number: Annotated[int, Path(ge=1, le=LARGEST, description="Of the question.", examples=[1])],
    reply: Reply,
) -> Any:
    """Say whether it was right, what would have been, and why; it comes back in time."""
    return await desk.ask("answer", number=number, choice=reply.choice, player=reply.player)
