"""The application as a client sees it: files, health, and errors in one shape."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator

import httpx
import pytest

from dicedevil import __version__
from dicedevil.games import names
from dicedevil.web import page
from dicedevil.web.documents import document
from serving import client_of


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with client_of() as found:
        yield found


def test_it_is_well(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok", "version": __version__}


def test_games_are_listed(client: httpx.Client) -> None:
    assert [one["name"] for one in client.get("/api/v1/games").json()] == names()


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "unknown-address"),
        ("GET", "/api/v1/nowhere", 404, "unknown-address"),
        ("GET", "/redoc", 404, "unknown-address"),
        ("POST", "/healthz", 405, "method"),
    ],
)
def test_errors_have_one_shape(
    client: httpx.Client, method: str, path: str, status: int, code: str
) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/json")
    error = answer.json()["error"]
    assert error["code"] == code
    assert error["message"]
    assert {"code", "message", "hint", "nearest"} <= error.keys()


def test_the_pages_bring_nothing_from_elsewhere(client: httpx.Client) -> None:
    for path in ("/", "/docs"):
        page = client.get(path)
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
        asked = re.findall(r'(?:src|href)="([^"]*)"', page.text)
        assert {client.get(one).status_code for one in asked} == {200}
        assert all(one.startswith("/") and not one.startswith("//") for one in asked)


def test_files_are_kept_by_browsers_until_there_are_others(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = client.get("/").text
    script = re.findall(r'<script type="module" src="([^"]*)"', text)[0]
    kept, plain = client.get(script), client.get("/static/main.js")
    assert "immutable" in kept.headers["cache-control"]
    assert plain.headers["cache-control"] == "no-cache"
    assert kept.text == plain.text
    word = script.split("/")[2]
    assert client.get(script.replace(word, "@0123456789abcdef")).status_code == 404
    assert client.get(script.replace("main.js", "none.js")).status_code == 404
    monkeypatch.setattr(page, "__version__", "another")
    assert word not in client.get("/").text
    assert client.get("/").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("tab", ["play", "papers", "../play", "", "nothing"])
def test_the_page_names_first_what_its_tab_needs(client: httpx.Client, tab: str) -> None:
    text = client.get("/", params={"tab": tab}).text
    named = re.findall(r'<link rel="modulepreload" href="/static/@\w+/([^"]*)">', text)
    assert len(named) == len(set(named))
    assert named[:2] == ["main.js", f"panels/{tab if tab in page.PANELS else page.FIRST_TAB}.js"]
    assert {"vendor/preact.js", "board/choosing.js"} < set(named)
    assert ("panels/papers/grid.js" in named) == (tab == "papers")
    assert [one for one in named if not (page.STATIC / one).is_file()] == []


def test_the_first_tab_is_that_of_the_page() -> None:
    text = (page.STATIC / "address.js").read_text()
    assert f'const FIRST = {{ tab: "{page.FIRST_TAB}"' in text
    for name in re.findall(r'"(\w+)"', text[text.index("TABS") : text.index(";", text.index("TABS"))]):
        assert name in page.PANELS


@pytest.mark.parametrize("path", ["/", "/docs", "/favicon.ico", "/static/main.js", "/openapi.json"])
def test_a_head_is_that_of_the_page(client: httpx.Client, path: str) -> None:
    head, whole = client.head(path), client.get(path)
    assert (head.status_code, whole.status_code) == (200, 200)
    assert head.headers == whole.headers
    assert path == "/openapi.json" or head.content == b""  # the server leaves out what others say


def test_whatever_is_told_is_json() -> None:
    told = {"text": "half a sign: \ud800, dice: ⚅", "values": [math.nan, math.inf, 0.5]}
    assert json.loads(document(told)) == told | {"values": [None, None, 0.5]}
