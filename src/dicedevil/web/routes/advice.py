"""Advice: the choices at a position, best first."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.routing import APIRoute
from pydantic import Field
from starlette.responses import Response

from dicedevil.web.answers.advice import is_quick
from dicedevil.web.desk import AtDesk, desk_of
from dicedevil.web.documents import Document
from dicedevil.web.routes.words import (
    FARTHEST,
    MOST_SIGNS,
    Aim,
    AnAnswer,
    Dice,
    GameName,
    ObjectiveName,
    Strict,
    Target,
    Turns,
    Written,
    refusals,
)


class QuickRoute(APIRoute):
    """Answers what is asked most, and is there at once, before anything else is looked at."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return who answers: what is not plain and quick is answered as usual."""
        usual = super().get_route_handler()

        async def handler(request: Request) -> Response:
            asked: dict[str, Any] = dict(request.query_params.multi_items())
            is_plain = asked.keys() == PLAIN and all(len(text) <= MOST_SIGNS for text in asked.values())
            desk = await desk_of(request)
            if is_plain and is_quick(desk.library, **asked):
                return Document(await desk.ask("advice", at_once=True, **asked))
            return await usual(request)

        return usual if self.methods != {"GET"} else handler


PLAIN = {"game", "state", "roll"}
router = APIRouter(tags=["advice"], route_class=QuickRoute)
MOST_AT_ONCE = 1000
"""Positions in one request."""
EXAMPLE = {
    "game": "yahtzee",
    "objective": "score",
    "state": "ones=3,rerolls=1",
    "roll": "33456",
    "value": 257.63,
    "choices": [{"choice": "keep 3456", "value": 257.63, "loss": 0.0}],
}
ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {
        "model": AnAnswer,
        "description": "What `dicedevil advise --json` prints.",
        "content": {"application/json": {"example": EXAMPLE}},
    }
}


@router.get(
    "/advice",
    responses=ANSWERS | refusals(404, 409, 413),
    summary="The choices at a position, best first",
    response_model=None,
)
async def advice(
    desk: AtDesk,
    game: GameName,
    state: Written = "",
    roll: Dice = "",
    objective: Aim = None,
    target: Target = None,
    turns: Turns = None,
    player: Annotated[
        str | None,
        Query(max_length=100, description="Whose view of a match: emp-1, dyns-0.", examples=["emp-1"]),
    ] = None,
    players: Annotated[
        int | None,
        Query(
            ge=1, le=FARTHEST, description="How many play, where the state does not tell.", examples=[3]
        ),
    ] = None,
    exact: Annotated[bool, Query(description="Fractions instead of floats.")] = False,
    why: Annotated[bool, Query(description="With what makes the best choice better.")] = False,
    than: Annotated[
        str | None,
        Query(max_length=MOST_SIGNS, description="Better than this choice, not the second best."),
    ] = None,
) -> Response:
    """Answer exactly as `dicedevil advise --json`, with `--why` and `--than` if wanted."""
    asked: dict[str, Any] = {
        "game": game,
        "state": state,
        "roll": roll,
        "objective": objective,
        "target": target,
        "turns": turns,
        "player": player,
        "players": players,
        "exact": exact,
        "why": why,
        "than": than,
    }
    at_once = is_quick(desk.library, **asked)
    return Document(await desk.ask("advice", at_once=at_once, **asked))


class AdvicePlace(Strict):
    """A position that advice is wanted for."""

    game: str = Field(max_length=MOST_SIGNS, examples=["yahtzee"])
    state: str = Field("", max_length=MOST_SIGNS, examples=["ones=3,rerolls=1"])
    roll: str = Field("", max_length=MOST_SIGNS, examples=["33456"])
    objective: ObjectiveName | None = None
    target: int | None = Field(None, ge=-FARTHEST, le=FARTHEST)
    turns: int | None = Field(None, ge=-FARTHEST, le=FARTHEST)
    player: str | None = Field(None, max_length=100)
    players: int | None = Field(None, ge=1, le=FARTHEST)
    exact: bool = False
    why: bool = False
    than: str | None = Field(None, max_length=MOST_SIGNS)


@router.post(
    "/advice",
    responses=refusals(413, 415),
    summary="Advice for many positions",
    response_model=AnAnswer,
)
async def advice_for_many(
    desk: AtDesk, places: Annotated[list[AdvicePlace], Field(max_length=MOST_AT_ONCE)]
) -> Any:
    """Answer `{answers: [...]}`: for each position its advice, or its error in the one shape."""
    return await desk.ask("advice-for-many", asked=[place.model_dump() for place in places])
