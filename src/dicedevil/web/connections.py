"""Connections that are looked after: heads of requests are short, come in time, and somebody waits."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

MOST_HEAD = 64 << 10
"""Bytes of a request before its body."""
HEAD_SECONDS = 15.0
"""How long they may take to come."""
AT_A_TIME = 32
"""Connections that are read between two looks at all of them: some ten milliseconds' work."""
TOO_MUCH = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)


class ReadInTurn:
    """Connections that have said something, in the order in which they did; a few at a time are read.

    After a flood most of those who wait have left: the loop sees that between two turns, and nothing is
    done for them, so that whoever comes next does not wait for it.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._call_soon = loop.call_soon
        self._waiting: deque[CarefulConnection] = deque()
        self._is_called = False

    def wait(self, connection: CarefulConnection) -> None:
        """Have a connection read when it is its turn, once the loop has looked at all of them."""
        self._waiting.append(connection)
        if not self._is_called:
            self._is_called = True
            self._call_soon(self._call_soon, self._go_on)

    def _go_on(self) -> None:
        try:
            for _ in range(min(AT_A_TIME, len(self._waiting))):
                self._waiting.popleft().read_waiting()
        finally:
            self._is_called = bool(self._waiting)
            if self._is_called:
                self._call_soon(self._go_on)


_turns: WeakKeyDictionary[ServerState, ReadInTurn] = WeakKeyDictionary()
"""One queue for all connections of a server."""


class CarefulConnection(HttpToolsProtocol):
    """A connection that is closed when the head of a request is too long, or does not come."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._in_head, self._heard = True, 0
        self._unread = bytearray()
        self._is_held = False
        self._turns = _turns.setdefault(self.server_state, ReadInTurn(self.loop))
        self._given_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, but not for ever."""
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._head_came()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Keep what came until it is this connection's turn; more than a head is not kept meanwhile."""
        if not self._unread:
            self._turns.wait(self)
        self._unread += data
        if len(self._unread) > MOST_HEAD and not self._is_held:
            self._is_held = True
            self.flow.pause_reading()

    def read_waiting(self) -> None:
        """Take in what came, if somebody waits for an answer: after a flood many do not."""
        data, self._unread = bytes(self._unread), bytearray()
        if self.transport.is_closing():
            return
        if self._is_held:
            self._is_held = False
            self.flow.resume_reading()
        super().data_received(data)
        if self._in_head and not self.transport.is_closing():
            self._heard += len(data)
            if self._heard > MOST_HEAD:
                self.transport.write(TOO_MUCH)
                self.transport.close()

    def on_message_begin(self) -> None:
        """Begin to wait for a head."""
        super().on_message_begin()
        self._in_head, self._heard = True, 0
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._in_head = False
        self._head_came()
        super().on_headers_complete()

    def _wait_for_head(self) -> None:
        self._head_came()
        self._given_up = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _head_came(self) -> None:
        if self._given_up is not None:
            self._given_up.cancel()
            self._given_up = None
