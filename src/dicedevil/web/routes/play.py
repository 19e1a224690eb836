"""Games that are played here, against bots and with others at the same screen."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.responses import Response

from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.words import MOST_SIGNS, AnAnswer, Strict, refusals
from dicedevil.wrapped.boards import MOST_PLAYERS

router = APIRouter(tags=["play"])
LARGEST = 2**53 - 1
"""Whole numbers that a browser tells exactly."""
MOST_MOVES = 10**9

GameNumber = Annotated[int, Path(ge=1, le=LARGEST, description="The number of the game.", examples=[1])]
Seen = Annotated[
    int | None, Query(ge=0, le=MOST_MOVES, description="Moves that were seen: later ones are told.")
]
Name = Annotated[str, Field(min_length=1, max_length=100)]


class NewGame(Strict):
    """Who plays what; people sit before bots."""

    game: str = Field(max_length=MOST_SIGNS, examples=["yahtzee"])
    people: list[Name] = Field(["me"], min_length=1, max_length=MOST_PLAYERS, examples=[["Ann"]])
    bots: list[Name] = Field([], max_length=MOST_PLAYERS, examples=[["club"]])
    seed: int | None = Field(None, ge=0, le=LARGEST, description="The same seed, the same dice.")


class SeenMoves(Strict):
    """How many moves the sender has seen: a move sent twice is made once."""

    at: int = Field(ge=0, le=MOST_MOVES, examples=[0])


class BotMoves(SeenMoves):
    """How far the bots are to play: a page shows their moves one by one."""

    most: int = Field(200, ge=1, le=200, description="Moves, at most.", examples=[1])


class ChoiceMade(SeenMoves):
    """A choice, as the board writes it or as people say it."""

    choice: str = Field(max_length=MOST_SIGNS, examples=["keep 3456"])


class Prepared(Strict):
    """Bots that have to be worked out before a game with them can begin."""

    game: str = Field(max_length=MOST_SIGNS, examples=["yahtzee"])
    people: list[Name] = Field(["me"], min_length=1, max_length=MOST_PLAYERS)
    bots: list[Name] = Field(max_length=MOST_PLAYERS, examples=[["win"]])


class Numbered(Strict):
    """A game that is kept."""

    number: int = Field(ge=1, le=LARGEST, examples=[1])


class NumberedSeen(Numbered):
    """A game, and the moves of it that were seen."""

    at: int = Field(ge=0, le=MOST_MOVES)
    most: int = Field(200, ge=1, le=200, description="Moves, at most.")


@router.post(
    "/play",
    status_code=201,
    responses=refusals(404, 409, 413, 415),
    summary="Begin a game",
    response_model=AnAnswer,
)
async def begin(desk: AtDesk, beginning: NewGame) -> Any:
    """Begin a game, as `dicedevil play` does. Bots that take long to work out are refused with the job
    that does it (409)."""
    return await desk.ask("begin", **beginning.model_dump())


@router.get("/play", responses=refusals(), summary="Games under way and done", response_model=AnAnswer)
async def listing(desk: AtDesk) -> Any:
    """Answer `{games: [...]}`: those that can be gone on with first, the last first."""
    return await desk.ask("plays")


@router.get(
    "/play/{number}",
    responses=refusals(404, 409, 413),
    summary="A game as it stands",
    response_model=AnAnswer,
)
async def show(desk: AtDesk, number: GameNumber, at: Seen = None) -> Any:
    """Answer with the board, and the moves since `at`."""
    return await desk.ask("play", number=number, at=at)


@router.post(
    "/play/{number}/throw",
    responses=refusals(404, 409, 413, 415),
    summary="Throw the dice",
    response_model=AnAnswer,
)
async def throw(desk: AtDesk, number: GameNumber) -> Any:
    """Throw; dice that lie there stay. The seed and the number of the move decide them."""
    return await desk.ask("throw", number=number)


@router.post(
    "/play/{number}/choose",
    responses=refusals(404, 409, 413, 415),
    summary="Make a choice",
    response_model=AnAnswer,
)
async def choose(desk: AtDesk, number: GameNumber, made: ChoiceMade) -> Any:
    """Make a person's choice; it is on the disk when this is answered."""
    return await desk.ask("choose", number=number, choice=made.choice, at=made.at)


@router.post(
    "/play/{number}/bot",
    responses=refusals(404, 409, 413, 415),
    summary="Let the bots play",
    response_model=AnAnswer,
)
async def let_bots(desk: AtDesk, number: GameNumber, asked: BotMoves) -> Any:
    """Have bots play until a person is to move, or for half a second: `since` are their moves."""
    return await desk.ask("let-bots", number=number, at=asked.at, most=asked.most)


@router.post(
    "/play/{number}/undo",
    responses=refusals(404, 409, 413, 415),
    summary="Take a choice back",
    response_model=AnAnswer,
)
async def undo(desk: AtDesk, number: GameNumber, seen: SeenMoves) -> Any:
    """Take the last choice back: possible until the next dice are seen."""
    return await desk.ask("undo", number=number, at=seen.at)


@router.post(
    "/play/{number}/hint",
    responses=refusals(404, 409, 413, 415),
    summary="A hint",
    response_model=AnAnswer,
)
async def hint(desk: AtDesk, number: GameNumber) -> Any:
    """Climb the ladder: a few good choices, then the best, then all of them and why."""
    return await desk.ask("hint", number=number)


@router.post(
    "/play/{number}/leave",
    responses=refusals(404, 409, 413, 415),
    summary="Leave the table",
    response_model=AnAnswer,
)
async def leave(desk: AtDesk, number: GameNumber) -> Any:
    """Leave: a game without moves is forgotten, any other can be gone on with (`kept`)."""
    return await desk.ask("leave", number=number)


@router.get(
    "/play/{number}/report",
    responses=refusals(404, 409, 413),
    summary="What was luck, and what errors cost",
    response_model=AnAnswer,
)
async def report(desk: AtDesk, number: GameNumber) -> Any:
    """Answer `{end, games, record}`: one graded game a player, as `grade --json`, and in words."""
    return await desk.ask("report", number=number)


RECORD: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "A line of JSON, for `dicedevil grade`.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    }
}


@router.get(
    "/play/{number}/record",
    responses=RECORD | refusals(404),
    summary="The record",
    response_class=Response,
)
async def record(desk: AtDesk, number: GameNumber) -> Response:
    """Answer with the record of a game, to be kept as a file."""
    line = await desk.ask("record", number=number)
    name = f'attachment; filename="dicedevil-{number}.jsonl"'
    return Response(line, media_type="application/x-ndjson", headers={"Content-Disposition": name})
