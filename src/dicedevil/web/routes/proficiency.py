"""The proficiency test: questions, and what answers to them lose."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.words import (
    FARTHEST,
    MOST_SIGNS,
    AnAnswer,
    PlayerName,
    SmallGame,
    Strict,
    refusals,
)

router = APIRouter(tags=["test"])
MOST_QUESTIONS = 200
"""While somebody waits for them; the command asks more."""
QUESTIONS = 20
Wanted = Literal["score", "turns", "win"]
Choice = Annotated[str, Field(min_length=1, max_length=MOST_SIGNS)]


class Questions(Strict):
    """A test to be taken."""

    game: str = Field(max_length=MOST_SIGNS, examples=["pig"])
    questions: int = Field(QUESTIONS, ge=1, le=MOST_QUESTIONS)
    seed: int | None = Field(None, ge=0, le=FARTHEST)
    objective: Wanted | None = None
    player: str = Field("me", max_length=100)


class RepliesInOrder(Strict):
    """What somebody would do, question by question; the seed and number of questions as asked."""

    game: str = Field(max_length=MOST_SIGNS, examples=["pig"])
    questions: int = Field(QUESTIONS, ge=1, le=MOST_QUESTIONS)
    seed: int = Field(ge=0, le=FARTHEST, examples=[7])
    objective: Wanted | None = None
    player: str = Field("me", max_length=100)
    answers: list[Choice] = Field(min_length=1, max_length=MOST_QUESTIONS, examples=[["stop", "roll"]])


@router.get(
    "/test",
    responses=refusals(404, 409, 413),
    summary="The questions of a test",
    response_model=AnAnswer,
)
async def asked(
    desk: AtDesk,
    game: SmallGame,
    questions: Annotated[
        int, Query(ge=1, le=MOST_QUESTIONS, description="How many.", examples=[20])
    ] = QUESTIONS,
    seed: Annotated[
        int | None,
        Query(ge=0, le=FARTHEST, description="The same seed asks the same; without it one is drawn."),
    ] = None,
    objective: Annotated[
        Wanted | None, Query(description="What best means; without it what is natural to the game.")
    ] = None,
    player: PlayerName = "me",
) -> Any:
    """Answer as `dicedevil test --json`, nothing answered yet: POST the answers with the seed."""
    place = Questions(game=game, questions=questions, seed=seed, objective=objective, player=player)
    return await desk.ask("test", **place.model_dump())


@router.post(
    "/test",
    responses=refusals(404, 409, 413, 415),
    summary="Answer a test",
    response_model=AnAnswer,
)
async def answered(desk: AtDesk, sent: RepliesInOrder) -> Any:
    """Keep the answers, as the command does, and answer as `dicedevil test --json`: what they lost."""
    return await desk.ask("tested", **sent.model_dump())
