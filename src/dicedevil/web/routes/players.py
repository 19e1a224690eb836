"""How well players play."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.values import Seed, Who
from dicedevil.web.routes.words import FARTHEST, MOST_SIGNS, AnAnswer, SmallGame, Strict, refusals

router = APIRouter(tags=["players"])
MOST_JUDGED = 8
"""Players at a time."""
MOST_GAMES = 100_000
MOST_TURNS = 1_000


class JudgePlace(Strict):
    """Players whose moves are held against best play."""

    game: str = Field(max_length=MOST_SIGNS, examples=["micro-yahtzee"])
    players: list[Who] = Field(min_length=1, max_length=MOST_JUDGED, examples=[["emp-1", "optimal"]])
    games: int = Field(100, ge=1, le=MOST_GAMES)
    seed: int = Field(1, ge=0, le=FARTHEST)
    up_to: int | None = Field(None, ge=1, le=MOST_TURNS)
    positions: int | None = Field(None, ge=1, le=MOST_GAMES)


class BotPlace(Strict):
    """A bot whose strength is wanted."""

    game: str = Field(max_length=MOST_SIGNS, examples=["pig"])
    name: str = Field(max_length=100, examples=["club"])


@router.get(
    "/judge",
    responses=refusals(404, 409, 413),
    summary="What players give away",
    response_model=AnAnswer,
)
async def judge(
    desk: AtDesk,
    game: SmallGame,
    players: Annotated[
        list[Who],
        Query(
            min_length=1,
            max_length=MOST_JUDGED,
            description="Whose moves are judged.",
            examples=[["emp-1", "optimal"]],
        ),
    ],
    games: Annotated[int, Query(ge=1, le=MOST_GAMES, description="How many.", examples=[100])] = 100,
    seed: Seed = 1,
    up_to: Annotated[
        int | None,
        Query(
            ge=1,
            le=MOST_TURNS,
            description="Judge positions with at most so many turns to go, both players' together.",
        ),
    ] = None,
    positions: Annotated[
        int | None,
        Query(
            ge=1,
            le=MOST_GAMES,
            description="Instead of whole games, so many positions for every number of turns to go.",
        ),
    ] = None,
) -> Any:
    """Answer as `dicedevil judge --json`; by a job, which the refusal names."""
    place = JudgePlace(
        game=game, players=players, games=games, seed=seed, up_to=up_to, positions=positions
    )
    return await desk.ask("judge", **place.model_dump())


@router.get(
    "/bots",
    responses=refusals(404, 409, 413),
    summary="How strong a bot is",
    response_model=AnAnswer,
)
async def bot(
    desk: AtDesk,
    game: SmallGame,
    name: Annotated[
        str, Query(max_length=100, description="One of those that `games` names.", examples=["club"])
    ],
) -> Any:
    """Answer with its exact mean result, and what it gives away against best play."""
    return await desk.ask("bot", game=game, name=name)
