"""Values under best play, and many random games."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from dicedevil.web.desk import AtDesk
from dicedevil.web.routes.words import (
    FARTHEST,
    MOST_SIGNS,
    Aim,
    AnAnswer,
    Dice,
    GameName,
    ObjectiveName,
    SmallGame,
    Strict,
    Target,
    Turns,
    Written,
    refusals,
)

router = APIRouter(tags=["values"])
MOST_GAMES = 1_000_000
MOST_PLAYERS = 20
Games = Annotated[int, Query(ge=1, le=MOST_GAMES, description="How many.", examples=[1_000])]
Seed = Annotated[
    int, Query(ge=0, le=FARTHEST, description="The same seed, the same games.", examples=[7])
]
Exact = Annotated[bool, Query(description="Fractions instead of floats.")]
Who = Annotated[str, Field(min_length=1, max_length=100)]


class SolvePlace(Strict):
    """A game or position whose value is wanted."""

    game: str = Field(max_length=MOST_SIGNS, examples=["yahtzee"])
    state: str = Field("", max_length=MOST_SIGNS)
    objective: ObjectiveName | None = None
    target: int | None = Field(None, ge=-FARTHEST, le=FARTHEST)
    turns: int | None = Field(None, ge=-FARTHEST, le=FARTHEST)
    exact: bool = False
    against: str | None = Field(None, max_length=MOST_SIGNS)
    same_rolls: bool = False


class ClosestPlace(Strict):
    """A game whose closest calls are wanted."""

    game: str = Field(max_length=MOST_SIGNS, examples=["klappenspiel"])
    objective: ObjectiveName | None = None
    target: int | None = Field(None, ge=-FARTHEST, le=FARTHEST)
    turns: int | None = Field(None, ge=-FARTHEST, le=FARTHEST)
    exact: bool = False


class EquilibriumPlace(Strict):
    """A position of two who get the same rolls and choose at once."""

    game: str = Field(max_length=MOST_SIGNS, examples=["ten-times-18:slots=2"])
    state: str = Field("", max_length=MOST_SIGNS)
    roll: str = Field("", max_length=MOST_SIGNS)


class SimulatePlace(Strict):
    """Random games of a strategy."""

    game: str = Field(max_length=MOST_SIGNS, examples=["pig"])
    strategy: str = Field("optimal", max_length=MOST_SIGNS)
    games: int = Field(10_000, ge=1, le=MOST_GAMES)
    seed: int = Field(1, ge=0, le=FARTHEST)
    turn: bool = False


class MatchPlace(Strict):
    """Matches between players."""

    game: str = Field(max_length=MOST_SIGNS, examples=["pig"])
    players: list[Who] = Field(min_length=1, max_length=MOST_PLAYERS, examples=[["optimal", "random"]])
    games: int = Field(1_000, ge=1, le=MOST_GAMES)
    seed: int = Field(1, ge=0, le=FARTHEST)
    same_rolls: bool = False


@router.get(
    "/solve",
    responses=refusals(404, 409, 413),
    summary="The value under best play",
    response_model=AnAnswer,
)
async def solve(
    desk: AtDesk,
    game: GameName,
    state: Written = "",
    objective: Aim = None,
    target: Target = None,
    turns: Turns = None,
    exact: Exact = False,
    against: Annotated[
        str | None,
        Query(max_length=MOST_SIGNS, description="The best reply to this strategy of a second player."),
    ] = None,
    same_rolls: Annotated[
        bool, Query(description="The second player gets the same rolls; tells wins from ties.")
    ] = False,
) -> Any:
    """Answer as `dicedevil solve --json`."""
    place = SolvePlace(
        game=game,
        state=state,
        objective=objective,
        target=target,
        turns=turns,
        exact=exact,
        against=against,
        same_rolls=same_rolls,
    )
    return await desk.ask("solve", **place.model_dump())


@router.get(
    "/closest",
    responses=refusals(404, 409, 413),
    summary="The closest calls of a game",
    response_model=AnAnswer,
)
async def closest(
    desk: AtDesk,
    game: SmallGame,
    objective: Aim = None,
    target: Target = None,
    turns: Turns = None,
    exact: Exact = False,
) -> Any:
    """Answer with the decisions whose best choice is barely better than the next, and with ties."""
    place = ClosestPlace(game=game, objective=objective, target=target, turns=turns, exact=exact)
    return await desk.ask("closest", **place.model_dump())


@router.get(
    "/equilibrium",
    responses=refusals(404, 409, 413),
    summary="Two who get the same rolls and choose at once",
    response_model=AnAnswer,
)
async def equilibrium(desk: AtDesk, game: SmallGame, state: Written = "", roll: Dice = "") -> Any:
    """Answer what a position is worth where both play at their best and, with a roll, the shares."""
    return await desk.ask("equilibrium", game=game, state=state, roll=roll)


@router.get(
    "/simulate",
    responses=refusals(404, 409, 413),
    summary="Many random games of a strategy",
    response_model=AnAnswer,
)
async def simulate(
    desk: AtDesk,
    game: GameName,
    strategy: Annotated[
        str, Query(max_length=MOST_SIGNS, description="Who plays.", examples=["optimal"])
    ] = "optimal",
    games: Games = 10_000,
    seed: Seed = 1,
    turn: Annotated[bool, Query(description="Of a race: one turn for its points.")] = False,
) -> Any:
    """Answer as `dicedevil simulate --json`."""
    place = SimulatePlace(game=game, strategy=strategy, games=games, seed=seed, turn=turn)
    return await desk.ask("simulate", **place.model_dump())


@router.get(
    "/match",
    responses=refusals(404, 409, 413),
    summary="Many matches between players",
    response_model=AnAnswer,
)
async def match(
    desk: AtDesk,
    game: GameName,
    players: Annotated[
        list[Who],
        Query(
            min_length=1,
            max_length=MOST_PLAYERS,
            description="Who plays, in the order of the seats.",
            examples=[["optimal", "random"]],
        ),
    ],
    games: Games = 1_000,
    seed: Seed = 1,
    same_rolls: Annotated[bool, Query(description="The same chance for everybody.")] = False,
) -> Any:
    """Answer as `dicedevil match --json`."""
    place = MatchPlace(game=game, players=players, games=games, seed=seed, same_rolls=same_rolls)
    return await desk.ask("match", **place.model_dump())
