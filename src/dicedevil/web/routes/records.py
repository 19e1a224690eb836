"""Games that are kept: their list, their records, and others that are brought in."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query
from pydantic import Field
from starlette.responses import Response

from dicedevil.web.answers.grades import MOST_RECORDS
from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.grades import EXAMPLE
from dicedevil.web.routes.play import LARGEST, RECORD
from dicedevil.web.routes.words import (
    MOST_BYTES,
    MOST_SIGNS,
    AnAnswer,
    AnAnswerList,
    Strict,
    refusals,
)

router = APIRouter(tags=["records"])
OfPlayer = Annotated[str | None, Query(max_length=100, description="Only games of this player.")]
OfGame = Annotated[
    str | None, Query(max_length=MOST_SIGNS, description="Only this game, as records name it.")
]
After = Annotated[
    int, Query(ge=0, le=LARGEST, description="Only games after this number; a thousand at a time.")
]


class BroughtIn(Strict):
    """Games as they were played: lines of JSON, or a list of records."""

    records: (
        Annotated[str, Field(max_length=MOST_BYTES)]
        | Annotated[list[dict[str, Any]], Field(max_length=MOST_RECORDS)]
    )


@router.get(
    "/records", responses=refusals(), summary="The games that are kept", response_model=AnAnswerList
)
async def listing(desk: AtDesk, player: OfPlayer = None, game: OfGame = None, after: After = 0) -> Any:
    """Answer as `dicedevil records list --json`, a thousand games at a time."""
    return await desk.ask("records", player=player, game=game, after=after)


@router.get(
    "/records/export",
    responses=RECORD | refusals(),
    summary="Their records",
    response_class=Response,
)
async def export(
    desk: AtDesk, player: OfPlayer = None, game: OfGame = None, after: After = 0
) -> Response:
    """Answer with the lines that `dicedevil records export -` prints, a thousand at a time."""
    lines = await desk.ask("export", player=player, game=game, after=after)
    name = 'attachment; filename="dicedevil-games.jsonl"'
    return Response(lines, media_type="application/x-ndjson", headers={"Content-Disposition": name})


@router.post(
    "/records",
    responses=refusals(413, 415),
    summary="Keep games that were played elsewhere",
    response_model=AnAnswer,
)
async def keep(
    desk: AtDesk, sent: Annotated[BroughtIn, Body(examples=[{"records": [EXAMPLE]}])]
) -> Any:
    """Keep what `dicedevil records import` would, all of it or nothing; answer `{kept: N}`."""
    return await desk.ask("import", **sent.model_dump())
