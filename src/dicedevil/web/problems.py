"""Every error in one shape: {"error": {"code", "message", "hint", "nearest", ...}}, and its status.

    400  cannot be read: notation, usage, positions, a request that does not fit its description
    403  from another page          404  unknown game, number or address
    405, 415                        as ever
    409  a table that is missing, with its cost and the job that would make it; a move that came late
    413  larger than allowed        503  busy, with Retry-After

Whatever the library refuses has its status from `dicedevil.errors`; `Problem` is for what only a
server can refuse.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from dicedevil.errors import DiceDevilError, TableError, TooLarge, shortened
from dicedevil.web.documents import document

SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-Z'])")
MEANT = re.compile(r"Did you mean '([^']*)'\?")
CODES = {"TableError": "missing-table", "DiceDevilError": "failed"}
GO_ON = re.compile(r"--patience \d+ or --yes goes on")
JOB = "POST the job to /api/v1/jobs: it tells how far it is, and the answer is there when it is done."
BUSY = "A moment later it will be answered."


class Problem(DiceDevilError):
    """Something that only a server refuses, with its status and a word for programs."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        hint: str = "",
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(status, code, message, hint, more)  # as pickle needs it
        self.http_status = status
        self.code, self.message, self.hint, self.more = code, message, hint, dict(more or {})

    def __str__(self) -> str:
        """Return the message."""
        return self.message


def busy(message: str, seconds: int = 1) -> Problem:
    """Return the refusal of a server that has too much to do, and when to ask again."""
    return Problem(503, "busy", message, BUSY, {"retry_after": seconds})


def with_job(
    error: TableError | TooLarge, name: str, given: Mapping[str, Any], longest: float
) -> DiceDevilError:
    """Return a refusal of what takes long together with the job that would do it.

    Memory that is not there, and games that are too large, are no matter of time; and what takes
    longer than any job may is not offered.
    """
    if error.seconds is None or error.seconds > longest:
        return error
    cost = {"seconds": error.seconds} | (
        {} if error.memory_bytes is None else {"memory_bytes": error.memory_bytes}
    )
    job = {"ask": name, "with": {key: value for key, value in given.items() if value is not None}}
    message = GO_ON.sub("a job goes on", str(error))
    return Problem(409, "missing-table", message, JOB, {"cost": cost, "job": job})


def told(error: Exception) -> tuple[int, dict[str, Any]]:
    """Return the status of an error, and its document."""
    if isinstance(error, Problem):
        known = {"code": error.code, "message": error.message, "hint": error.hint}
        return error.http_status, shaped(known | {"nearest": meant(error.message)} | error.more)
    if isinstance(error, DiceDevilError):
        message = str(error).replace(" or --yes", "")  # a server is started, and asks nobody
        hint = SENTENCE.split(message, maxsplit=1)[1:]
        about = {"code": code_of(error), "message": message, "hint": "".join(hint)}
        return error.http_status, shaped(about | {"nearest": meant(message)})
    return 500, shaped(
        {
            "code": "failed",
            "message": "Something went wrong inside Dice Devil.",
            "hint": "With DICEDEVIL_DEBUG=1 the server says where.",
        }
    )


def meant(message: str) -> str | None:
    """Return the nearest name that a message tells."""
    found = MEANT.search(message)
    return found[1] if found else None


def shaped(known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the one shape of errors."""
    return {"error": {"code": "", "message": "", "hint": "", "nearest": None, **known}}


def code_of(error: DiceDevilError) -> str:
    """Return a word for programs: `unknown-game` for UnknownGame, `position` for PositionError."""
    name = type(error).__name__
    words = re.findall(r"[A-Z][a-z]*", name.removesuffix("Error"))
    return CODES.get(name) or "-".join(words).lower()


def answered(error: Exception) -> Response:
    """Return an error as an answer."""
    status, shape = told(error)
    headers = {}
    if status == 503:
        headers["Retry-After"] = str(shape["error"].get("retry_after", 1))
    return Response(document(shape), status, headers, "application/json")


DESCRIBED = "/openapi.json describes every address, with examples."
ADDRESSES = {
    400: ("request", "The request cannot be read: its body is no JSON that we read.", DESCRIBED),
    404: (
        "unknown-address",
        "There is nothing at this address.",
        "The page is at /, the API below /api/v1/.",
    ),
    405: ("method", "This address does not take that method.", "The header Allow says which it takes."),
}


def install(app: FastAPI) -> None:
    """Have every error answered in the one shape."""

    def refused(_: Request, error: Exception) -> Response:
        return answered(error)

    def unread(_: Request, error: Exception) -> Response:
        found = list(error.errors()) if isinstance(error, RequestValidationError) else []
        if any(one["type"] == "too_long" for one in found):  # a list: its items may all be right
            return answered(Problem(413, "too-large", *_words(found)))
        return answered(Problem(400, "request", *_words(found)))

    def unrouted(_: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        code, message, hint = ADDRESSES.get(status, ("request", "This cannot be answered.", ""))
        answer = answered(Problem(status, code, message, hint))
        answer.headers.update(getattr(error, "headers", None) or {})
        return answer

    app.add_exception_handler(DiceDevilError, refused)
    app.add_exception_handler(RequestValidationError, unread)
    app.add_exception_handler(HTTPException, unrouted)
    app.add_exception_handler(Exception, refused)


def _words(found: Any) -> tuple[str, str]:
    """Say what a request has that it should not, or has not."""
    said = []
    for one in list(found)[:5]:
        kind, *where = one["loc"]
        place = ".".join(map(str, where)) or kind
        said.append(f"{shortened(place)}: {shortened(one['msg'], 200)}.")
    return "The request cannot be read: " + " ".join(said), DESCRIBED
