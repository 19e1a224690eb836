"""A server for tests: in this process, or a real one of its own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio.from_thread
import httpx

from dicedevil.web.app import create_app
from dicedevil.web.settings import Settings

ADDRESS = "http://127.0.0.1"
LONGEST = 60.0
"""Seconds that a server may take until it answers, or ends."""
PATIENCE = 60.0
"""Seconds that an answer may take before it is to be a job: what is quick is not, on a busy machine."""


class Caller(httpx.BaseTransport):
    """Calls an application that runs in an event loop of its own thread, as a client would."""

    def __init__(self, app: Any, portal: anyio.from_thread.BlockingPortal) -> None:
        self.inner = httpx.ASGITransport(app, raise_app_exceptions=False)
        self.portal = portal

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Ask, and wait for all of the answer."""

        async def ask() -> httpx.Response:
            answer = await self.inner.handle_async_request(
                httpx.Request(request.method, request.url, headers=request.headers, content=body)
            )
            text = await answer.aread()
            return httpx.Response(answer.status_code, headers=answer.headers, content=text)

        body = request.read()
        return self.portal.call(ask)


@contextlib.contextmanager
def client_of(settings: Settings | None = None, patience: float = PATIENCE) -> Iterator[httpx.Client]:
    """Yield a client of an application in this process, patient however busy the machine is."""
    app = create_app(replace(settings or Settings(), patience=patience))
    with (
        anyio.from_thread.start_blocking_portal() as portal,
        portal.wrap_async_context_manager(app.router.lifespan_context(app)),
        httpx.Client(transport=Caller(app, portal), base_url=ADDRESS) as client,
    ):
        yield client


class RunningServer:
    """`dicedevil serve` in a process of its own; `url` is where it answers. `with` ends it."""

    def __init__(self, *arguments: str | Path, **environment: str) -> None:
        self.arguments, self.environment = arguments, environment
        self.port = 0
        self.begin()

    def begin(self) -> None:
        """Begin it, and wait until it says where it is; after a kill at the same address."""
        command = [sys.executable, "-m", "dicedevil", "serve", "--no-open", "--port", str(self.port)]
        command += ["--patience", str(PATIENCE)]
        # Not a pipe: one that nobody reads is full one day.
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed at its end
        self.process = subprocess.Popen(
            [*command, *map(str, self.arguments)],
            env=os.environ | self.environment,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            # Whoever runs the tests in the background has Ctrl-C ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        in_vain = threading.Timer(LONGEST, self.process.kill)
        in_vain.start()
        line = self.process.stdout.readline()
        in_vain.cancel()
        found = re.search(r"http://\S+:(\d+)", line)
        if found is None:
            raise AssertionError(f"The server did not say where it answers: {self.stop()}")
        self.url, self.port = found[0], int(found[1])

    def stop(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """Send a signal; return the exit code, and what was still said."""
        self.process.send_signal(how)
        return self.ended()

    def ended(self) -> tuple[int, str, str]:
        """Wait for its end; return the exit code, and what was still said."""
        try:
            out, _ = self.process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        with self.errors:
            self.errors.seek(0)
            return self.process.returncode, out, self.errors.read()

    def kill(self) -> None:
        """End it as a failing machine would."""
        self.process.kill()
        self.process.communicate()
        self.errors.close()

    def __enter__(self) -> RunningServer:
        return self

    def __exit__(self, *trouble: object) -> None:
        if not self.errors.closed:
            self.kill()


def until(look: Callable[[], Any], seconds: float = 60.0) -> Any:
    """Wait until there is something to see."""
    end = time.monotonic() + seconds
    while not (seen := look()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
    return seen
