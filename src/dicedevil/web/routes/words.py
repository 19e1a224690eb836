"""What the descriptions of addresses share: parameters, and the statuses that may come."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field

MOST_SIGNS = 2_000
"""Signs of a position or a name: the longest that anybody plays has some hundred."""
MOST_BYTES = 2 << 20
"""Of a body: a thousand positions, or some hundred recorded games."""
FARTHEST = 10**9
"""Beyond any score."""

MEANINGS = {
    400: "Cannot be read: notation, usage, a position that cannot occur.",
    403: "Sent from another page, or to another name of this machine.",
    404: "No game, number or address of this name.",
    405: "A method that the address does not take.",
    408: "The body did not come in time.",
    409: "A table is missing (with its cost, and the job that would make it), or a move came late.",
    413: "Larger than allowed.",
    415: "Not JSON.",
    500: "Something went wrong.",
    503: "Busy: ask again after the seconds of Retry-After.",
}


class WhatIsWrong(BaseModel):
    """What is wrong, and what would be right."""

    model_config = ConfigDict(extra="allow")

    code: str = Field(examples=["unknown-game"])
    message: str = Field(examples=["Unknown game 'yatzee'. Did you mean 'yahtzee'?"])
    hint: str = Field(examples=["Did you mean 'yahtzee'?"])
    nearest: str | None = Field(examples=["yahtzee"])


class Trouble(BaseModel):
    """The one shape of errors."""

    error: WhatIsWrong


AnAnswer = dict[str, Any]
AnAnswerList = list[dict[str, Any]]


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the statuses that an address may refuse with, beside those of every address."""
    every = sorted({*statuses, 400, 403, 413, 503} | ({408} if 415 in statuses else set()))
    found: dict[int | str, dict[str, Any]] = {
        status: {"model": Trouble, "description": MEANINGS[status]} for status in every
    }
    found[503]["headers"] = {
        "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}
    }
    return found


class Strict(BaseModel):
    """A body: nothing but what it names, and no number for a text or a truth value."""

    model_config = ConfigDict(extra="forbid", strict=True)


GameName = Annotated[
    str,
    Query(
        max_length=MOST_SIGNS,
        description="A game, with parameters if wanted: `yahtzee:joker=forced`.",
        examples=["yahtzee"],
    ),
]
SmallGame = Annotated[
    str,
    Query(
        max_length=MOST_SIGNS,
        description="A game, with parameters if wanted; large ones take long here.",
        examples=["ten-times-18:slots=3"],
    ),
]
Written = Annotated[
    str,
    Query(
        max_length=MOST_SIGNS,
        description="The position as key=value,key=value; empty is the start.",
        examples=["ones=3,rerolls=1"],
    ),
]
Dice = Annotated[
    str,
    Query(
        max_length=MOST_SIGNS,
        description="The dice: 66654, 12+7; empty before the roll.",
        examples=["33456"],
    ),
]
ObjectiveName = Literal["score", "target", "win", "win-alone", "turns", "worst", "within", "average"]
Aim = Annotated[
    ObjectiveName | None,
    Query(
        description="What best means; without it what `target` or `turns` say, or what is natural: "
        "the mean score, the fewest turns of a race, to win where two play.",
    ),
]
Target = Annotated[
    int | None,
    Query(ge=-FARTHEST, le=FARTHEST, description="The score to reach.", examples=[250]),
]
Turns = Annotated[
    int | None,
    Query(ge=-FARTHEST, le=FARTHEST, description="The turns there are, for `within`."),
]
PlayerName = Annotated[str, Query(max_length=100, description="Whose games.", examples=["me"])]
