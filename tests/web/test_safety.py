"""Who may ask, how much, and what every answer has."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from dicedevil.web import connections, desk, safety
from dicedevil.web.app import create_app
from dicedevil.web.settings import Settings
from serving import RunningServer, client_of

API = "/api/v1"


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with client_of() as found:
        yield found


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/healthz"),
        ("GET", "/openapi.json"),
        ("GET", "/favicon.ico"),
        ("GET", "/nowhere"),
        ("GET", f"{API}/games"),
        ("GET", f"{API}/advice?game=nothing"),
        ("POST", f"{API}/advice"),
        ("DELETE", f"{API}/games"),
    ],
)
def test_every_answer_keeps_the_page_to_itself(client: httpx.Client, method: str, path: str) -> None:
    for host in ("127.0.0.1", "elsewhere.example"):
        headers = client.request(method, path, headers={"Host": host}).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers


def test_a_failure_keeps_the_page_to_itself(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str) -> Any:
        raise RuntimeError(name)

    monkeypatch.setattr(desk, "answer_named", broken)
    failed = client.get(f"{API}/games")
    assert (failed.status_code, failed.json()["error"]["code"]) == (500, "failed")
    assert failed.headers["content-security-policy"] == safety.POLICY


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8765", 200),
        ("localhost", 200),
        ("LOCALHOST:1", 200),
        ("[::1]:80", 200),
        ("127.0.0.1.example", 403),
        ("evil.example:8765", 403),
        ("evil.example:127.0.0.1", 403),
        ("", 403),
    ],
)
def test_only_our_names_are_answered(client: httpx.Client, host: str, status: int) -> None:
    answer = client.get("/healthz", headers={"Host": host})
    assert answer.status_code == status
    assert status == 200 or answer.json()["error"]["code"] == "host"


def test_a_name_can_be_allowed() -> None:
    with client_of(Settings(allowed_hosts=("dice.example",))) as client:
        assert client.get("/healthz", headers={"Host": "dice.example:80"}).status_code == 200
        assert client.get("/healthz").status_code == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://127.0.0.1"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[::bad"}, 403),
        ({"Origin": "http://127.0.0.1@evil.example"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_other_pages_change_nothing(client: httpx.Client, headers: dict[str, str], status: int) -> None:
    assert client.post(f"{API}/advice", json=[], headers=headers).status_code == status
    unknown = client.delete(f"{API}/jobs/999", headers=headers).status_code
    assert unknown == (404 if status == 200 else 403)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"[" + b" " * safety.MOST_BYTES + b"]", 413, "too-large"),
        (b"[" * 100_000, 413, "too-large"),
        (b'{"a":' * 100 + b"1" + b"}" * 100, 413, "too-large"),
        (b'["' + b"[" * 1000 + b'"]', 400, "request"),
        (b"[" + b",".join([b'{"game":"pig"}'] * 1001) + b"]", 413, "too-large"),
        (b'[{"game":"' + b"x" * 3000 + b'"}]', 400, "request"),
        (b'[{"game":"pig","target":false}]', 400, "request"),
        (b'[{"game":"pig","exact":1}]', 400, "request"),
        (b'[{"game":"pig","target":1.0}]', 400, "request"),
        (b'[{"game":"pig","target":1e400}]', 400, "request"),
        (b'[{"game":"pig","target":' + b"9" * 5000 + b"}]", 400, "request"),
        (b'[{"game":"pig","extra":1}]', 400, "request"),
        (b"{", 400, "request"),
        (b"\xff\xfe", 400, "request"),
        (b'[{"game":"\\ud800"}]', 400, "request"),
    ],
)
def test_bodies_are_small_flat_and_strict(
    client: httpx.Client, body: bytes, status: int, code: str
) -> None:
    kind = {"Content-Type": "application/json"}
    answer = client.post(f"{API}/advice", content=body, headers=kind)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    assert status != 400 or "cannot be read" in answer.json()["error"]["message"]


def test_only_json_is_read(client: httpx.Client) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = client.post(f"{API}/advice", content=b"[]", headers={"Content-Type": kind})
        assert (answer.status_code, answer.json()["error"]["code"]) == (415, "media-type")


@pytest.mark.parametrize("key", ["game", "state", "roll", "than"])
def test_texts_are_short(client: httpx.Client, key: str) -> None:
    asked: dict[str, Any] = {"game": "pig", "roll": "1", key: "1" * 2001}
    assert client.get(f"{API}/advice", params=asked).status_code == 400
    asked[key] = "1" * 20_000
    assert client.get(f"{API}/advice", params=asked).status_code == 413


def test_too_many_at_a_time_are_told_when_to_come_back(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safety, "MOST_OF_ONE", 0)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert answer.json()["error"]["code"] == "busy"
    monkeypatch.undo()
    assert client.get("/healthz").status_code == 200


def test_a_real_server_refuses_what_no_browser_sends() -> None:
    with RunningServer() as server:
        place = urlsplit(server.url)
        port = place.port or 0

        def said(text: bytes) -> bytes:
            with socket.create_connection(("127.0.0.1", port), timeout=30) as pipe:
                with contextlib.suppress(ConnectionError):  # closed while we still talk
                    pipe.sendall(text)
                    return pipe.makefile("rb").read()
                return b""

        host = f"Host: 127.0.0.1:{port}\r\n".encode()
        assert said(b"GET /healthz HTTP/1.1\r\n" + host + b"Connection: close\r\n\r\n").startswith(
            b"HTTP/1.1 200"
        )
        long = b"X: " + b"x" * 200_000 + b"\r\n"
        assert said(b"GET /healthz HTTP/1.1\r\n" + host + long)[:12] in (b"HTTP/1.1 431", b"")
        assert said(b"rubbish\r\n\r\n").startswith(b"HTTP/1.1 400")
        evil = b"GET /healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
        assert said(evil).startswith(b"HTTP/1.1 403")
        up = b"GET /../../../pyproject.toml HTTP/1.1\r\n" + host + b"Connection: close\r\n\r\n"
        assert said(up).startswith(b"HTTP/1.1 404")
        assert httpx.get(f"{server.url}/healthz").status_code == 200


def test_nobody_waits_for_a_slow_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(safety, "BODY_SECONDS", 0.2)
    config = uvicorn.Config(create_app(), log_level="error", http=connections.CarefulConnection)
    config.load()

    async def talk(*parts: bytes) -> bytes:
        state = ServerState()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: connections.CarefulConnection(config, state, {}), "127.0.0.1", 0
        )
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            for part in parts:
                writer.write(part)
                await writer.drain()
            answer = await asyncio.wait_for(reader.read(), 20)
            writer.close()
        return answer

    head = b"POST /api/v1/advice HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    assert asyncio.run(talk()) == b""
    assert asyncio.run(talk(head)) == b""
    slow = asyncio.run(talk(head, b"Content-Length: 9\r\n\r\n["))
    assert slow.startswith(b"HTTP/1.1 408")
    assert b'"code":"slow"' in slow


def test_a_flood_is_answered_or_told_to_come_again() -> None:
    with RunningServer() as server:
        where = urlsplit(server.url)
        asked = (
            f"GET {API}/advice?game=pig&state=turn=19&roll=4 HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n"
        )
        with contextlib.ExitStack() as doors:
            flood = [
                doors.enter_context(socket.create_connection((where.hostname, where.port), 30))
                for _ in range(500)
            ]
            for one in flood:
                one.sendall(asked.encode())
            answers = [one.recv(1 << 16).decode() for one in flood]
        for answer in answers:
            assert answer.startswith("HTTP/1.1 200") or "retry-after: 1" in answer, answer[:200]
        assert any(answer.startswith("HTTP/1.1 200") for answer in answers)
        assert httpx.get(f"{server.url}/healthz").status_code == 200


def test_nothing_is_done_for_who_has_left() -> None:
    asked: list[str] = []
    made: list[Any] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    app = safety.Safety(inner, Settings())
    config = uvicorn.Config(app, log_level="error", http=connections.CarefulConnection)
    config.load()

    async def talk(leave: bool) -> None:
        state = ServerState()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: made.append(connections.CarefulConnection(config, state, {})) or made[-1],
            "127.0.0.1",
            0,
        )
        async with server:
            with socket.create_connection(server.sockets[0].getsockname()) as pipe:
                pipe.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                if not leave:
                    reader, writer = await asyncio.open_connection(sock=pipe.dup())
                    assert (await reader.read()).startswith(b"HTTP/1.1 200")
                    writer.close()
            while not made:
                await asyncio.sleep(0.001)
            while state.connections or state.tasks:
                await asyncio.sleep(0.001)

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(talk(leave=True))
        assert not asked
        runner.run(talk(leave=False))
        assert asked
