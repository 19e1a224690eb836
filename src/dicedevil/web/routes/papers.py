"""The papers, alive: their figures and tables as numbers."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import Field

from dicedevil.web.desk import AtDesk
from dicedevil.web.jobs import TheJobs
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
