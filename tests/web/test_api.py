"""The OpenAPI description: complete, and true of whatever is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import Phase, settings

from api_cases import DESCRIPTION, described, looked_at, requests
from dicedevil.web.settings import Settings
from serving import client_of

quick = requests(coverage=False)
OPERATIONS = [
    (path, method, operation)
    for path, methods in DESCRIPTION["paths"].items()
    for method, operation in methods.items()
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with client_of(Settings(data=tmp_path_factory.mktemp("games")), patience=5.0) as found:
        yield found


@quick.parametrize()
@settings(max_examples=8, phases=[Phase.explicit, Phase.generate])
def test_whatever_is_sent(case: schemathesis.Case, client: httpx.Client) -> None:
    looked_at(case, client)


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS, ids=lambda one: str(one)[:40])
def test_every_address_is_described(path: str, method: str, operation: dict[str, Any]) -> None:
    assert operation["summary"]
    assert operation["tags"]
    statuses = set(operation["responses"])
    assert "422" not in statuses
    assert {"400", "403", "503"} <= statuses or path == "/healthz"
    assert (method != "post") or {"408", "413", "415"} <= statuses
    for parameter in operation.get("parameters", []):
        text = json.dumps(parameter["schema"])
        assert '"type": "string"' not in text or "maxLength" in text or "enum" in text, parameter
        assert "description" in parameter, parameter


def test_every_refusal_has_the_one_shape() -> None:
    for path, method, operation in OPERATIONS:
        for status, response in operation["responses"].items():
            if status >= "400":
                content = response["content"]["application/json"]["schema"]
                assert content == {"$ref": "#/components/schemas/Trouble"}, (path, method, status)


def test_bodies_have_limits_and_examples() -> None:
    for name, model in DESCRIPTION["components"]["schemas"].items():
        for key, one in model.get("properties", {}).items():
            text = json.dumps(one)
            free = '"type": "string"' in text and not re.search("maxLength|enum|const|pattern", text)
            assert not free or name in ("Trouble", "WhatIsWrong"), f"{name}.{key} can be of any length"


def test_nothing_is_loaded_from_elsewhere(client: httpx.Client) -> None:
    assert client.get("/redoc").status_code == 404
    ours = client.get("/docs")  # our own page, not FastAPI's
    assert ours.status_code == 200
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", ours.text)
    assert described(client)["openapi"].startswith("3.")
