"""The papers, alive: their figures and tables as numbers."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field

from dicedevil.web.desk import AtDesk
from dicedevil.web.jobs import TheJobs
from dicedevil.web.routes.values import MOST_GAMES, Who
from dicedevil.web.routes.words import (
    MOST_SIGNS,
    AnAnswer,
    AnAnswerList,
    Dice,
    Strict,
    Written,
    refusals,
)

router = APIRouter(tags=["papers"])
MOST_PAPERS = 10
PaperName = Annotated[
    str, Path(max_length=100, description="A paper, as `reproduce` calls it.", examples=["boecker"])
]
FigureName = Annotated[
    str, Path(max_length=100, description="One of its figures or tables.", examples=["laws"])
]


class PaperPlace(Strict):
    """A figure or table of a paper."""

    paper: str = Field(max_length=100, examples=["verhoeff"])
    figure: str = Field(max_length=100, examples=["law"])
    state: str = Field("", max_length=MOST_SIGNS)
    roll: str = Field("", max_length=MOST_SIGNS)


class ReproducePlace(Strict):
    """Published numbers to be computed."""

    papers: list[Who] = Field([], max_length=MOST_PAPERS, examples=[["boecker"]])
    item: str = Field("", max_length=MOST_SIGNS)
    games: int | None = Field(None, ge=2, le=MOST_GAMES)
    only_differences: bool = False


@router.get(
    "/reproduce",
    responses=refusals(404, 409, 413),
    summary="Every published number beside ours",
    response_model=AnAnswerList,
)
async def reproduce(
    desk: AtDesk,
    jobs: TheJobs,
    papers: Annotated[
        list[Who],
        Query(max_length=MOST_PAPERS, description="Papers; without one all.", examples=[["boecker"]]),
    ] = [],  # noqa: B006 - not changed
    item: Annotated[
        str,
        Query(
            max_length=MOST_SIGNS,
            description="Only what begins like this, such as a table.",
            examples=["Table 4"],
        ),
    ] = "",
    games: Annotated[
        int | None,
        Query(ge=2, le=MOST_GAMES, description="The size of samples, where figures are of games."),
    ] = None,
    only_differences: Annotated[bool, Query(description="Only the numbers that differ.")] = False,
) -> Any:
    """Answer as `dicedevil reproduce --json`; by a job, which the refusal names."""
    given = ReproducePlace(
        papers=papers, item=item, games=games, only_differences=only_differences
    ).model_dump()
    found = jobs.answer("reproduce", given)
    return await desk.ask("reproduce", **given) if found is None else found


@router.get(
    "/papers",
    responses=refusals(),
    summary="The papers, and what there is to see of each",
    response_model=AnAnswerList,
)
async def papers(desk: AtDesk) -> Any:
    """Answer with every figure and table: title, caption, command, and how long it takes."""
    return await desk.ask("papers")


@router.get(
    "/papers/{paper}/{figure}",
    responses=refusals(404, 409, 413),
    summary="The numbers of a figure or table",
    response_model=AnAnswer,
)
async def figure(
    desk: AtDesk,
    jobs: TheJobs,
    paper: PaperName,
    figure: FigureName,
    state: Written = "",
    roll: Dice = "",
) -> Any:
    """Answer with the numbers that its command prints with `--json`. Where a figure is of a position,
    `state` and `roll` say of which."""
    given: dict[str, Any] = {"paper": paper, "figure": figure, "state": state, "roll": roll}
    return jobs.answer("paper", given) or await desk.ask("paper", **given)
