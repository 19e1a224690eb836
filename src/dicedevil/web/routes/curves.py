"""Target curves, and laws of the final score."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.words import (
    FARTHEST,
    MOST_SIGNS,
    AnAnswer,
    GameName,
    Strict,
    Written,
    refusals,
)

router = APIRouter(tags=["scores"])
Score = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST)]
MOST_TARGETS = 20


class CurvePlace(Strict):
    """A position whose curve is wanted."""

    game: str = Field(max_length=MOST_SIGNS, examples=["yahtzee"])
    state: str = Field("", max_length=MOST_SIGNS)
    target: list[Score] = Field([], max_length=MOST_TARGETS)
    exact: bool = False


class LawPlace(Strict):
    """A position and a strategy whose law is wanted."""

    game: str = Field(max_length=MOST_SIGNS, examples=["yahtzee"])
    strategy: str = Field("optimal", max_length=MOST_SIGNS)
    state: str = Field("", max_length=MOST_SIGNS)
    exact: bool | None = None
    against: str | None = Field(None, max_length=MOST_SIGNS)


@router.get(
    "/curve",
    responses=refusals(404, 409, 413),
    summary="The best chance of each target",
    response_model=AnAnswer,
)
async def curve(
    desk: AtDesk,
    game: GameName,
    state: Written = "",
    target: Annotated[
        list[Score],
        Query(
            max_length=MOST_TARGETS,
            description="Targets to compare with normal play.",
            examples=[[250, 300]],
        ),
    ] = [],  # noqa: B006 - not changed
    exact: Annotated[bool, Query(description="Fractions, for small games.")] = False,
) -> Any:
    """Answer as `dicedevil curve --json`."""
    return await desk.ask("curve", game=game, state=state, target=target, exact=exact)


@router.get(
    "/law",
    responses=refusals(404, 409, 413),
    summary="The exact distribution of the final score",
    response_model=AnAnswer,
)
async def law(
    desk: AtDesk,
    game: GameName,
    strategy: Annotated[
        str, Query(max_length=MOST_SIGNS, description="Who plays.", examples=["random"])
    ] = "optimal",
    state: Written = "",
    exact: Annotated[
        bool | None, Query(description="Fractions or nothing, or floats; without it what can be had.")
    ] = None,
    against: Annotated[
        str | None,
        Query(
            max_length=MOST_SIGNS,
            description="Chances to win against this strategy, or `best-reply`, instead of scores.",
        ),
    ] = None,
) -> Any:
    """Answer as `dicedevil evaluate --json`; with `against`, as with `--objective win --against`."""
    asked = LawPlace(game=game, strategy=strategy, state=state, exact=exact, against=against)
    return await desk.ask("law", **asked.model_dump())
