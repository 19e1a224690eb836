"""Records in, the report out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body
from pydantic import Field

from dicedevil.web.answers.grades import MOST_RECORDS
from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.words import FARTHEST, MOST_BYTES, AnAnswer, Strict, refusals

router = APIRouter(tags=["grades"])
EXAMPLE = {
    "record": 1,
    "game": "pig:target=10",
    "players": ["me"],
    "seed": None,
    "what": "race",
    "moves": [{"player": 0, "roll": "6", "choice": "stop"}, {"player": 0, "roll": "5"}],
    "result": None,
}


class SentRecords(Strict):
    """Games as they were played: lines of JSON, or a list of records."""

    records: (
        Annotated[str, Field(max_length=MOST_BYTES)]
        | Annotated[list[dict[str, Any]], Field(max_length=MOST_RECORDS)]
    )
    objective: Literal["score", "target", "win", "turns"] | None = None
    target: int | None = Field(None, ge=-FARTHEST, le=FARTHEST)


@router.post(
    "/grade",
    responses=refusals(404, 409, 413, 415),
    summary="Grade recorded games",
    response_model=AnAnswer,
)
async def grade(
    desk: AtDesk, sent: Annotated[SentRecords, Body(examples=[{"records": [EXAMPLE]}])]
) -> Any:
    """Answer as `dicedevil grade --json`; each game has its `sentence` and `players`, too."""
    return await desk.ask("grade", **sent.model_dump())
