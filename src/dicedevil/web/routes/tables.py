"""The solved tables on disk."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.words import AnAnswerList, refusals

router = APIRouter(tags=["tables"])


@router.get("/tables", responses=refusals(), summary="The solved tables", response_model=AnAnswerList)
async def tables(desk: AtDesk) -> Any:
    """Answer as `dicedevil tables list --json`."""
    return await desk.ask("tables")
