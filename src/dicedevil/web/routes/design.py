"""What a designer asks: variants side by side, sweeps, and settings that come nearest."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.words import FARTHEST, MOST_SIGNS, AnAnswer, GameName, Strict, refusals

router = APIRouter(tags=["design"])
MOST_VARIANTS = 6
MOST_MEASURES = 8
Name = Annotated[str, Field(min_length=1, max_length=MOST_SIGNS)]
Variants = Annotated[
    list[Name],
    Query(
        min_length=1,
        max_length=MOST_VARIANTS,
        description="Games; one alone is a profile.",
        examples=[["pig", "pig:sides=8"]],
    ),
]
Matters = Annotated[
    float | None,
    Query(ge=0, le=FARTHEST, description="Standard deviations from which a decision matters."),
]
Varied = Annotated[
    list[Name],
    Query(
        min_length=1,
        max_length=2,
        description="A parameter and its values, once or twice.",
        examples=[["target=20..100/20"]],
    ),
]
Measures = Annotated[
    list[Name],
    Query(min_length=1, max_length=MOST_MEASURES, description="What is measured.", examples=[["mean"]]),
]
OneMeasure = Annotated[
    str, Query(max_length=MOST_SIGNS, description="What is measured.", examples=["first-player"])
]
Wanted = Annotated[
    float, Query(ge=-FARTHEST, le=FARTHEST, description="What it is to come near.", examples=[0.52])
]


class ComparePlace(Strict):
    """Variants to be set side by side."""

    games: list[Name] = Field(min_length=1, max_length=MOST_VARIANTS, examples=[["pig", "pig:sides=8"]])
    matters: float | None = Field(None, ge=0, le=FARTHEST)


class SweepPlace(Strict):
    """A rule, or two, to be varied."""

    game: str = Field(max_length=MOST_SIGNS, examples=["pig"])
    vary: list[Name] = Field(min_length=1, max_length=2, examples=[["target=20..100/20"]])
    measures: list[Name] = Field(["mean"], min_length=1, max_length=MOST_MEASURES)


class TunePlace(Strict):
    """A measure that is to come near a number."""

    game: str = Field(max_length=MOST_SIGNS, examples=["pig"])
    vary: list[Name] = Field(min_length=1, max_length=2, examples=[["target=20..100/20"]])
    measure: str = Field(max_length=MOST_SIGNS, examples=["first-player"])
    to: float = Field(ge=-FARTHEST, le=FARTHEST, examples=[0.52])


@router.get(
    "/compare",
    responses=refusals(404, 409, 413),
    summary="Variants side by side",
    response_model=AnAnswer,
)
async def compare(desk: AtDesk, games: Variants, matters: Matters = None) -> Any:
    """Answer as `dicedevil compare --json`; by a job, which the refusal names."""
    return await desk.ask("compare", **ComparePlace(games=games, matters=matters).model_dump())


@router.get(
    "/sweep",
    responses=refusals(404, 409, 413),
    summary="Every setting of a rule",
    response_model=AnAnswer,
)
async def sweep(desk: AtDesk, game: GameName, vary: Varied, measures: Measures = ["mean"]) -> Any:  # noqa: B006
    """Answer as `dicedevil sweep --json`; by a job, which the refusal names."""
    return await desk.ask("sweep", **SweepPlace(game=game, vary=vary, measures=measures).model_dump())


@router.get(
    "/tune", responses=refusals(404, 409, 413), summary="The nearest setting", response_model=AnAnswer
)
async def tune(desk: AtDesk, game: GameName, vary: Varied, measure: OneMeasure, to: Wanted) -> Any:
    """Answer as `dicedevil tune --json`; by a job, which the refusal names."""
    place = TunePlace(game=game, vary=vary, measure=measure, to=to)
    return await desk.ask("tune", **place.model_dump())
