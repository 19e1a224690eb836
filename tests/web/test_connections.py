"""Connections are read a few at a time, and none is forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from dicedevil.web import connections

BODY = b"x" * (20 * connections.MOST_HEAD)


class Loop:
    """A loop of which every round is seen."""

    def __init__(self) -> None:
        self.ready: list[tuple[Callable[..., None], Any]] = []

    def call_soon(self, work: Callable[..., None], *given: Any) -> None:
        self.ready.append((work, given))

    def round(self) -> None:
        """Do what is ready now; what that makes ready is for the next round."""
        now, self.ready = self.ready, []
        for work, given in now:
            work(*given)


class Waits:
    """A connection that notes when it is read."""

    def __init__(self, read: list[Waits], broken: bool = False) -> None:
        self.read, self.broken = read, broken

    def read_waiting(self) -> None:
        self.read.append(self)
        if self.broken:
            raise RuntimeError


def test_a_few_are_read_between_two_looks() -> None:
    loop, read = Loop(), list[Waits]()
    turns = connections.ReadInTurn(loop)  # type: ignore[arg-type]
    waiting = [Waits(read) for _ in range(2 * connections.AT_A_TIME + 5)]
    for one in waiting:
        turns.wait(one)  # type: ignore[arg-type]
    seen = []
    for _ in range(6):
        loop.round()
        seen.append(len(read))
    most = connections.AT_A_TIME
    assert seen == [0, most, 2 * most, 2 * most + 5, 2 * most + 5, 2 * most + 5]
    assert read == waiting
    turns.wait(waiting[0])  # type: ignore[arg-type]
    loop.round()
    loop.round()
    assert len(read) == len(waiting) + 1


def test_one_that_fails_holds_up_nobody() -> None:
    loop, read = Loop(), list[Waits]()
    turns = connections.ReadInTurn(loop)  # type: ignore[arg-type]
    for broken in (True, False):
        turns.wait(Waits(read, broken))  # type: ignore[arg-type]
    loop.round()
    with pytest.raises(RuntimeError):
        loop.round()
    loop.round()
    assert len(read) == 2
    assert not loop.ready


def test_a_body_that_is_longer_than_a_head_comes_whole() -> None:
    got = bytearray()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        more = True
        while more:
            message = await receive()
            got.extend(message.get("body", b""))
            more = message.get("more_body", False)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    config = uvicorn.Config(app, log_level="error", http=connections.CarefulConnection)
    config.load()

    async def talk() -> bytes:
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: connections.CarefulConnection(config, state, {}), "127.0.0.1", 0
        )
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            head = b"POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
            writer.write(head % len(BODY) + BODY)
            answer = await asyncio.wait_for(reader.read(), 20)
            writer.close()
        return answer

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        assert runner.run(talk()).startswith(b"HTTP/1.1 200")
    assert bytes(got) == BODY
