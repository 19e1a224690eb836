"""A designer's questions by address: answered by jobs, as the commands answer them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from dicedevil.cli.group import cli
from serving import client_of, until

API = "/api/v1"
SMALL = "ten-times-18:slots=2,dice=1d4"


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with client_of(patience=2.0) as found:
        yield found


@pytest.mark.parametrize(
    ("ask", "asked", "words"),
    [
        ("compare", {"games": ["pig", SMALL]}, ["pig", SMALL]),
        (
            "sweep",
            {"game": "pig", "vary": ["sides=4..6"], "measures": ["mean", "sd"]},
            ["pig", "--vary", "sides=4..6", "--measure", "mean,sd"],
        ),
        (
            "tune",
            {"game": "pig", "vary": ["sides=4..8"], "measure": "mean", "to": 8.0},
            ["pig", "--vary", "sides=4..8", "--measure", "mean", "--to", "8"],
        ),
    ],
)
def test_answers_are_those_of_the_commands(
    client: httpx.Client, ask: str, asked: dict[str, Any], words: list[str]
) -> None:
    refused = client.get(f"{API}/{ask}", params=asked)
    error = refused.json()["error"]
    assert (refused.status_code, error["code"]) == (409, "missing-table")
    assert error["job"] == {"ask": ask, "with": asked}
    job = client.post(f"{API}/jobs", json=error["job"]).json()
    done = until(
        lambda: (now := client.get(f"{API}/jobs/{job['number']}").json())["status"] == "done" and now
    )
    printed = CliRunner().invoke(cli, [ask, *words, "--json"])
    assert done["answer"] == json.loads(printed.stdout)


@pytest.mark.parametrize(
    ("path", "asked", "status", "part"),
    [
        ("compare", {"games": ["pigg"]}, 404, "Did you mean 'pig'?"),
        ("compare", {"games": ["pig", "pig"]}, 400, "stands there twice"),
        ("compare", {"games": ["mine.py"]}, 404, "Unknown game"),
        ("sweep", {"game": "pig", "vary": ["side=4..6"]}, 400, "sides"),
        ("sweep", {"game": "pig", "vary": ["sides=4..6"], "measures": ["means"]}, 400, "mean"),
        ("sweep", {"game": "pig", "vary": ["sides=2..999999999"]}, 413, "settings"),
        ("tune", {"game": "pig", "vary": ["sides=6..4"], "measure": "mean", "to": 8}, 400, "sides"),
    ],
)
def test_what_makes_no_sense_is_refused_before_any_job(
    client: httpx.Client, path: str, asked: dict[str, Any], status: int, part: str
) -> None:
    refused = client.get(f"{API}/{path}", params=asked)
    assert refused.status_code == status, refused.text
    assert part in refused.json()["error"]["message"]
