"""Figures of a game: their numbers, and pictures."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import Field
from starlette.responses import Response

from dicedevil.web.desk import AtDesk
from dicedevil.web.jobs import TheJobs
from dicedevil.web.routes.values import Who
from dicedevil.web.routes.words import (
    FARTHEST,
    MOST_SIGNS,
    AnAnswer,
    Dice,
    SmallGame,
    Strict,
    Written,
    refusals,
)

router = APIRouter(tags=["figures"])
MOST_STRATEGIES = 8
FigureKind = Literal["distribution", "curve", "policy", "value", "boundary", "interference", "tree"]
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""Figures have their colours in them, and nothing that runs: opened alone, one may show them."""
PICTURE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The figure.",
        "content": {"image/svg+xml": {"schema": {"type": "string"}}},
    }
}


class PlotPlace(Strict):
    """A figure of a game."""

    kind: FigureKind
    game: str = Field(max_length=MOST_SIGNS, examples=["ten-times-18"])
    strategies: list[Who] = Field([], max_length=MOST_STRATEGIES)
    state: str = Field("", max_length=MOST_SIGNS)
    roll: str = Field("", max_length=MOST_SIGNS)
    bin_width: int | None = Field(None, ge=1, le=FARTHEST)


async def wanted(
    kind: Annotated[FigureKind, Query(description="What is drawn.", examples=["distribution"])],
    game: SmallGame,
    strategies: Annotated[
        list[Who],
        Query(
            max_length=MOST_STRATEGIES,
            description="Whose distributions, or who is set beside a curve.",
            examples=[["random", "optimal"]],
        ),
    ] = [],  # noqa: B006 - not changed
    state: Written = "",
    roll: Dice = "",
    bin_width: Annotated[
        int | None, Query(ge=1, le=FARTHEST, description="Points in a bin of a distribution.")
    ] = None,
) -> dict[str, Any]:
    """Return what a figure is asked with."""
    return PlotPlace(
        kind=kind, game=game, strategies=strategies, state=state, roll=roll, bin_width=bin_width
    ).model_dump()


Figure = Annotated[dict[str, Any], Depends(wanted)]


@router.get(
    "/plot",
    responses=refusals(404, 409, 413),
    summary="The numbers of a figure",
    response_model=AnAnswer,
)
async def plot(desk: AtDesk, jobs: TheJobs, figure: Figure) -> Any:
    """Answer as `dicedevil plot --json`; of a recorded game `grade` has the numbers."""
    return jobs.answer("plot", figure) or await desk.ask("plot", **figure)


@router.get(
    "/plot/picture",
    responses=PICTURE | refusals(404, 409, 413),
    summary="A figure",
    response_class=Response,
)
async def picture(desk: AtDesk, jobs: TheJobs, figure: Figure) -> Response:
    """Answer with the picture that `dicedevil plot -o FILE.svg` writes; a job has it under `svg`."""
    found = jobs.answer("picture", figure) or await desk.ask("picture", **figure)
    headers = {"Content-Security-Policy": PICTURE_POLICY}
    return Response(found["svg"], media_type="image/svg+xml", headers=headers)
