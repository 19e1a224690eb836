"""Rules: what is wrong with them, what they mean, and texts to begin with."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query
from pydantic import Field

from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.words import MOST_BYTES, MOST_SIGNS, AnAnswer, SmallGame, Strict, refusals

router = APIRouter(tags=["rules"])
MOST_LOOKS = 100_000
EXAMPLE = """family = "tiles"
like = "shut-the-box"
name = "seven-tiles"
"""


class CheckPlace(Strict):
    """A game whose rules are looked at."""

    game: str = Field(max_length=MOST_SIGNS, examples=["klappenspiel"])
    states: int | None = Field(None, ge=1, le=MOST_LOOKS)


class SentRules(Strict):
    """Rules as a text: what stands in a `.toml` file."""

    rules: str = Field(max_length=MOST_BYTES, examples=[EXAMPLE])
    states: int | None = Field(None, ge=1, le=MOST_LOOKS)


@router.get(
    "/check",
    responses=refusals(404, 409, 413),
    summary="What is wrong with the rules of a game",
    response_model=AnAnswer,
)
async def check(
    desk: AtDesk,
    game: SmallGame,
    states: Annotated[
        int | None, Query(ge=1, le=MOST_LOOKS, description="How many states to look at.")
    ] = None,
) -> Any:
    """Answer as `dicedevil check --json`."""
    return await desk.ask("check", game=game, states=states)


@router.post(
    "/check",
    responses=refusals(409, 413, 415),
    summary="What is wrong with rules that are sent",
    response_model=AnAnswer,
)
async def check_text(
    desk: AtDesk, sent: Annotated[SentRules, Body(examples=[{"rules": EXAMPLE}])]
) -> Any:
    """Answer as `dicedevil check rules.toml --json`: a text is data, nothing in it is run or opened."""
    return await desk.ask("check-text", **sent.model_dump())


@router.get(
    "/new", responses=refusals(404), summary="A rules file to begin with", response_model=AnAnswer
)
async def new(
    desk: AtDesk,
    start: Annotated[
        str,
        Query(
            max_length=MOST_SIGNS,
            description="A family, or a listed game that is written as text.",
            examples=["cards"],
        ),
    ],
) -> Any:
    """Answer with the text that `dicedevil new` prints, under `rules`."""
    return await desk.ask("new", start=start)


@router.get(
    "/new/schema",
    responses=refusals(),
    summary="The JSON Schema of rules files",
    response_model=AnAnswer,
)
async def schema(desk: AtDesk) -> Any:
    """Answer as `dicedevil new --schema`."""
    return await desk.ask("schema")
