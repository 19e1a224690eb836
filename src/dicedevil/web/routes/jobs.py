"""Jobs: what takes longer than a moment, when it is asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Path
from pydantic import Field
from starlette.responses import Response, StreamingResponse

from dicedevil.web.documents import document
from dicedevil.web.jobs import TheJobs
from dicedevil.web.routes.advice import AdvicePlace
from dicedevil.web.routes.curves import CurvePlace, LawPlace
from dicedevil.web.routes.design import ComparePlace, SweepPlace, TunePlace
from dicedevil.web.routes.grades import SentRecords
from dicedevil.web.routes.papers import PaperPlace, ReproducePlace
from dicedevil.web.routes.play import Numbered, NumberedSeen, Prepared
from dicedevil.web.routes.players import BotPlace, JudgePlace
from dicedevil.web.routes.plots import PlotPlace
from dicedevil.web.routes.proficiency import Questions, RepliesInOrder
from dicedevil.web.routes.rules import CheckPlace, SentRules
from dicedevil.web.routes.stats import Nothing
from dicedevil.web.routes.train import Practice
from dicedevil.web.routes.values import (
    ClosestPlace,
    EquilibriumPlace,
    MatchPlace,
    SimulatePlace,
    SolvePlace,
)
from dicedevil.web.routes.words import AnAnswer, Strict, refusals

router = APIRouter(tags=["jobs"])
JobNumber = Annotated[int, Path(ge=1, le=10**9, description="The number of the job.", examples=[1])]


class AdviceJob(Strict):
    """What advice at a position needs."""

    ask: Literal["advice"]
    given: AdvicePlace = Field(alias="with")


class SolveJob(Strict):
    """The value under best play."""

    ask: Literal["solve"]
    given: SolvePlace = Field(alias="with")


class SimulateJob(Strict):
    """Many random games."""

    ask: Literal["simulate"]
    given: SimulatePlace = Field(alias="with")


class MatchJob(Strict):
    """Many matches."""

    ask: Literal["match"]
    given: MatchPlace = Field(alias="with")


class CompareJob(Strict):
    """Variants side by side."""

    ask: Literal["compare"]
    given: ComparePlace = Field(alias="with")


class SweepJob(Strict):
    """Every setting of a rule."""

    ask: Literal["sweep"]
    given: SweepPlace = Field(alias="with")


class TuneJob(Strict):
    """The nearest setting."""

    ask: Literal["tune"]
    given: TunePlace = Field(alias="with")


class CurveJob(Strict):
    """A target curve."""

    ask: Literal["curve"]
    given: CurvePlace = Field(alias="with")


class LawJob(Strict):
    """The law of the final score."""

    ask: Literal["law"]
    given: LawPlace = Field(alias="with")


class PaperJob(Strict):
    """A figure or table of a paper."""

    ask: Literal["paper"]
    given: PaperPlace = Field(alias="with")


class BotsJob(Strict):
    """What bots have to know before a game."""

    ask: Literal["bots"]
    given: Prepared = Field(alias="with")


class LetBotsJob(Strict):
    """A move of a bot that thinks for long."""

    ask: Literal["let-bots"]
    given: NumberedSeen = Field(alias="with")


class NumberedJob(Strict):
    """A hint in a game, or the report on it."""

    ask: Literal["hint", "report", "play"]
    given: Numbered = Field(alias="with")


class GradeJob(Strict):
    """Records to grade."""

    ask: Literal["grade"]
    given: SentRecords = Field(alias="with")


class TrainJob(Strict):
    """A question to practise."""

    ask: Literal["train"]
    given: Practice = Field(alias="with")


class CatchUpJob(Strict):
    """Games that were not graded yet."""

    ask: Literal["catch-up"]
    given: Nothing = Field(alias="with")


class JudgeJob(Strict):
    """What players give away."""

    ask: Literal["judge"]
    given: JudgePlace = Field(alias="with")


class BotJob(Strict):
    """How strong a bot is."""

    ask: Literal["bot"]
    given: BotPlace = Field(alias="with")


class ClosestJob(Strict):
    """The closest calls of a game."""

    ask: Literal["closest"]
    given: ClosestPlace = Field(alias="with")


class EquilibriumJob(Strict):
    """Two who choose at once."""

    ask: Literal["equilibrium"]
    given: EquilibriumPlace = Field(alias="with")


class CheckJob(Strict):
    """Rules of a game that are looked at."""

    ask: Literal["check"]
    given: CheckPlace = Field(alias="with")


class CheckTextJob(Strict):
    """Rules that are sent."""

    ask: Literal["check-text"]
    given: SentRules = Field(alias="with")


class TestJob(Strict):
    """The questions of a test."""

    ask: Literal["test"]
    given: Questions = Field(alias="with")


class TestedJob(Strict):
    """Answers to a test."""

    ask: Literal["tested"]
    given: RepliesInOrder = Field(alias="with")


class ReproduceJob(Strict):
    """Every published number beside ours."""

    ask: Literal["reproduce"]
    given: ReproducePlace = Field(alias="with")


class PlotJob(Strict):
    """A figure: its numbers, or the picture."""

    ask: Literal["plot", "picture"]
    given: PlotPlace = Field(alias="with")


JobBody = Annotated[
    AdviceJob
    | SolveJob
    | SimulateJob
    | MatchJob
    | CompareJob
    | SweepJob
    | TuneJob
    | CurveJob
    | LawJob
    | PaperJob
    | BotsJob
    | LetBotsJob
    | NumberedJob
    | GradeJob
    | TrainJob
    | CatchUpJob
    | JudgeJob
    | BotJob
    | ClosestJob
    | EquilibriumJob
    | CheckJob
    | CheckTextJob
    | TestJob
    | TestedJob
    | ReproduceJob
    | PlotJob,
    Body(discriminator="ask", examples=[{"ask": "curve", "with": {"game": "yahtzee", "state": ""}}]),
]
"""What a refusal with status 409 says under `job`: a question, and what it is asked with."""


@router.post(
    "/jobs",
    status_code=202,
    responses=refusals(404, 413, 415),
    summary="Begin a job",
    response_model=AnAnswer,
)
async def begin(jobs: TheJobs, errand: JobBody) -> Any:
    """Begin long work; one that is there in a moment is done at once, the same job runs once."""
    return (await jobs.begin(errand.ask, errand.given.model_dump())).to_dict()


@router.get("/jobs", responses=refusals(), summary="All jobs", response_model=AnAnswer)
async def listing(jobs: TheJobs) -> Any:
    """Answer `{jobs: [...]}`, the last first, without their answers."""
    return {"jobs": [job.to_dict() | {"answer": None} for job in jobs.listing()]}


@router.get("/jobs/{number}", responses=refusals(404), summary="One job", response_model=AnAnswer)
async def one(jobs: TheJobs, number: JobNumber) -> Any:
    """Answer how far a job has come; its answer, when it is done."""
    return jobs.named(number).to_dict()


@router.delete("/jobs/{number}", responses=refusals(404), summary="Cancel", response_model=AnAnswer)
async def cancel(jobs: TheJobs, number: JobNumber) -> Any:
    """End a job at once; one that is over stays as it is."""
    return (await jobs.cancel(number)).to_dict()


@router.get(
    "/jobs/{number}/events",
    responses=refusals(404)
    | {200: {"content": {"text/event-stream": {}}, "description": "`progress` ... and `end`."}},
    summary="How a job goes on",
    response_class=StreamingResponse,
    response_model=None,
)
async def events(jobs: TheJobs, number: JobNumber) -> Response:
    """Send an event `progress` whenever the job changes, and `end` when it is over."""
    jobs.require_watchable(number)

    async def lines() -> AsyncIterator[bytes]:
        async for event, job in jobs.watch(number):
            yield b"event: %s\ndata: %s\n\n" % (event.encode(), document(job))

    return StreamingResponse(
        lines(), media_type="text/event-stream", headers={"Cache-Control": "no-cache"}
    )
