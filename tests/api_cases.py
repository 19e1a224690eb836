"""Random requests by the OpenAPI description, with games that are there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from dicedevil.web.app import create_app

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
DESCRIPTION = create_app().openapi()
CHEAP = ("pig", "klappenspiel", "ten-times-18:slots=3", "micro-yahtzee", "shut-the-box:tiles=6")
"""Games that are solved in no time."""
TEXTS = {"game": CHEAP, "name": CHEAP, "state": ("", "turn=3", "up=1+2"), "roll": ("", "4", "46")}


def requests(coverage: bool) -> Any:
    """Return what makes requests: few at random or, with `coverage`, every limit of every parameter."""
    config = SchemathesisConfig.from_dict({"seed": 1, "phases": {"coverage": {"enabled": coverage}}})
    return schemathesis.openapi.from_dict(DESCRIPTION, config=config).exclude(path_regex="/events$")


def looked_at(case: schemathesis.Case, client: httpx.Client) -> None:
    """Send a request: no failure, and an answer that the description has."""
    answer = sent(case, client)
    answer.elapsed = timedelta(0)
    is_busy = answer.status_code == 503 and "retry-after" in answer.headers
    case.validate_response(answer, checks=CHECKS[1:] if is_busy else CHECKS)


def sent(case: schemathesis.Case, client: httpx.Client) -> httpx.Response:
    """Send a request to our application; every other one asks for a game that is there."""
    for place in (case.query, case.path_parameters, case.body):
        make_real(place)
    given = case.as_transport_kwargs(base_url="http://127.0.0.1")
    asked = {key: given[key] for key in ("params", "json", "headers", "cookies") if given.get(key)}
    if given.get("data"):
        asked["content"] = given["data"]
    return client.request(given["method"], given["url"], **asked)


def make_real(place: Any) -> None:
    """Name real games and positions in half of the requests, by what would have stood there."""
    if isinstance(place, list):
        for one in place:
            make_real(one)
    if isinstance(place, dict):
        for key, value in place.items():
            make_real(value)
            if key in TEXTS and isinstance(value, str) and len(value) % 2 == 0:
                place[key] = TEXTS[key][len(value) // 2 % len(TEXTS[key])]


def described(client: httpx.Client) -> dict[str, Any]:
    """Return the description as it is served."""
    found: dict[str, Any] = client.get("/openapi.json").json()
    return found
