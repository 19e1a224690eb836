"""What lies on the table: boards, what a choice leads to, and dice."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query

from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.words import (
    MOST_SIGNS,
    Aim,
    AnAnswer,
    Dice,
    GameName,
    Target,
    Turns,
    Written,
    refusals,
)
from dicedevil.wrapped.boards import MOST_PLAYERS

router = APIRouter(tags=["boards"])
Players = Annotated[
    int | None,
    Query(ge=1, le=MOST_PLAYERS, description="How many play; without it as many as it takes."),
]
Choice = Annotated[
    str,
    Query(max_length=MOST_SIGNS, description="A choice in the game's words.", examples=["keep 3456"]),
]


async def position(
    game: GameName,
    state: Written = "",
    objective: Aim = None,
    target: Target = None,
    turns: Turns = None,
    players: Players = None,
) -> dict[str, Any]:
    """Return the position that all of these ask about."""
    aim = {"objective": objective, "target": target, "turns": turns}
    return {"game": game, "state": state, "players": players, **aim}


AtPosition = Annotated[dict[str, Any], Depends(position)]


@router.get(
    "/board",
    responses=refusals(404, 409, 413),
    summary="What lies on the table at a position",
    response_model=AnAnswer,
)
async def board(desk: AtDesk, at: AtPosition, roll: Dice = "") -> Any:
    """Answer with pieces and spots, the dice, and for each choice what a person touches to say it."""
    return await desk.ask("board", roll=roll, **at)


@router.get(
    "/next",
    responses=refusals(404, 409, 413),
    summary="The board after a choice",
    response_model=AnAnswer,
)
async def after_choice(desk: AtDesk, at: AtPosition, choice: Choice, roll: Dice = "") -> Any:
    """Answer with the board after a choice; without a roll it is one instead of rolling."""
    return await desk.ask("next", choice=choice, roll=roll, **at)


@router.get(
    "/roll", responses=refusals(404, 409, 413), summary="Dice that come next", response_model=AnAnswer
)
async def roll(desk: AtDesk, at: AtPosition) -> Any:
    """Throw the dice of a position, by their weights: `{roll, faces}`."""
    return await desk.ask("roll", **at)
