"""What every request and every answer passes: who may ask, how much, and what a browser may do.

A page elsewhere can have a browser send requests to this machine. So the name that a request was sent
to must be one of ours (a foreign name could be made to point here), and what changes something must
not come from another page. Bodies are small, JSON, and not deep; a client that sends its body slowly is
not waited for. Every answer has the headers of `HEADERS`.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicedevil.errors import quoted
from dicedevil.web.desk import client
from dicedevil.web.problems import Problem, answered, busy
from dicedevil.web.routes.words import MOST_BYTES
from dicedevil.web.settings import Settings

POLICY = "; ".join(
    [
        "default-src 'none'",
        *(f"{what}-src 'self'" for what in ("script", "style", "img", "font", "connect", "manifest")),
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)
"""Nothing inline, nothing evaluated, nothing from elsewhere."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""
MOST_DEPTH = 12
"""Lists and objects within each other."""
MOST_ADDRESS = 16 << 10
"""Bytes of an address with its questions."""
BODY_SECONDS = 20.0
"""How long a body may take to come."""
MOST_REQUESTS = 300
"""Requests that are let in at a time, a third of a second's work; others are told to come again..."""
MOST_OF_ONE = 250
"""...and of one client."""
TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
BRACKETS = re.compile(rb"[\[\]{}]")


class Safety:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.hosts = {host.lower() for host in settings.allowed_hosts}
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it; the answer goes back with our headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        who = (scope.get("client") or ("",))[0]
        client.set(who)

        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)  # a picture has a policy of its own
            await send(message)

        self._under_way[who] += 1
        try:
            self._require_room(who)
            self._require_ours(scope)
            received = receive if scope["method"] in SAFE else await self._with_body(scope, receive)
            await self.app(scope, received, with_headers)
        except Problem as problem:
            await answered(problem)(scope, receive, with_headers)
        except Exception as error:
            if not begun:  # who would answer outside of us knows nothing of our headers
                await answered(error)(scope, receive, with_headers)
            raise
        finally:
            self._under_way[who] -= 1
            if not self._under_way[who]:
                del self._under_way[who]

    def _require_room(self, who: str) -> None:
        """Refuse what there is no time for: a refusal takes far less than an answer."""
        if self._under_way.total() > MOST_REQUESTS or self._under_way[who] > MOST_OF_ONE:
            raise busy("Too many requests at a time.")

    def _require_ours(self, scope: Scope) -> None:
        """Refuse what was sent to another name, or from another page."""
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MOST_ADDRESS:
            raise Problem(413, "too-large", f"An address has at most {MOST_ADDRESS:,} bytes.")
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if without_port(host) not in self.hosts:
            raise Problem(
                403,
                "host",
                f"This server is not called {quoted(host)}.",
                "Use the address it printed; 'serve --allow-host NAME' allows another name.",
            )
        if scope["method"] in SAFE:
            return
        origin = headers.get("origin")
        if origin is not None and origin.lower().partition("://")[2] != host.lower():
            raise Problem(
                403, "origin", "Another page sent this.", "Requests come from the page of this server."
            )
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Problem(
                403, "origin", "Another page sent this.", "Requests come from the page of this server."
            )

    async def _with_body(self, scope: Scope, receive: Receive) -> Receive:
        """Take in a body that is small enough, and hand it on."""
        headers = Headers(scope=scope)
        declared = headers.get("content-length", "0")
        if not declared.isdecimal() or len(declared) > 12 or int(declared) > MOST_BYTES:
            raise too_large()
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > MOST_BYTES:
                        raise too_large()
                    if message["type"] == "http.disconnect" or not message.get("more_body"):
                        break
        except TimeoutError:
            raise Problem(408, "slow", "The body did not come in time.") from None
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if body and kind != "application/json":
            raise Problem(
                415,
                "media-type",
                "The body is not JSON.",
                "Send it with Content-Type: application/json.",
            )
        require_flat(bytes(body))
        whole: Message = {"type": "http.request", "body": bytes(body), "more_body": False}
        given = [whole]

        async def received() -> Message:
            return given.pop() if given else await receive()

        return received


def without_port(host: str) -> str:
    """Return the name in a Host header."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()


def too_large() -> Problem:
    """Return the refusal of a body that has too many bytes."""
    return Problem(
        413, "too-large", f"A body has at most {MOST_BYTES:,} bytes.", "Send less at a time."
    )


def require_flat(body: bytes) -> None:
    """Refuse lists within lists within lists, before anybody reads them."""
    if body.count(b"[") + body.count(b"{") <= MOST_DEPTH:
        return
    if deepest(BRACKETS.findall(TEXT.sub(b"", body))) > MOST_DEPTH:
        raise Problem(
            413, "too-large", f"Lists and objects are within each other {MOST_DEPTH} deep at most."
        )


def deepest(brackets: Iterable[bytes]) -> int:
    """Return how deep brackets are within each other."""
    depth = most = 0
    for one in brackets:
        depth += 1 if one in b"[{" else -1
        most = max(most, depth)
    return most
