"""Where questions are answered.

    answer = await desk.ask("curve", game="yahtzee", state="ones=3")

`curve` is looked up in `answers.ASKS`: a plain function of a library and the rest. What is there at
once is answered at once, on the event loop; the rest in one of a few threads, with a moment's patience;
and games from rules files in a process that is ended when its time is over. Whoever asks for more than
that hears what it would take (409), and may start a job.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Request

from dicedevil.errors import TableError, TooLarge
from dicedevil.web.answers import answer_named
from dicedevil.web.helpers import Answerer, Errand, TimeIsOver
from dicedevil.web.library import Library, RunsElsewhere
from dicedevil.web.problems import busy, with_job
from dicedevil.web.settings import Settings

THREADS = 4
THREADS_OF_ONE = 3
"""Threads that may answer one client at a time."""
HELPERS = 2
"""Processes for rules files."""
MOST_WAITING = 64
"""Questions that are being answered, or wait for a thread."""
MOST_OF_ONE = 48
"""Of them, those of one client."""
OWN_PATIENCE = 2.5
"""Times the usual patience: rules that do not come back are ended then, they look at no clock."""

client: ContextVar[str] = ContextVar("client", default="")
"""Who asks: the address that a request came from."""


class Desk:
    """Answers questions, each where it belongs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.library = Library(settings.files, settings.budget, settings.data)
        self._threads = ThreadPoolExecutor(THREADS, "desk")
        self._errands = ThreadPoolExecutor(HELPERS, "errands")
        self._idle: list[Answerer] = []
        self._asking: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Semaphore] = {}

    async def ask(self, name: str, /, *, at_once: bool = False, **given: Any) -> Any:
        """Answer a question: plain data. `at_once` says that it takes no time worth a thread."""
        answer = partial(answer_named(name), self.library, **given)
        try:
            if at_once:
                return answer()
            async with self._place():
                try:
                    return await self._in(self._threads, answer)
                except RunsElsewhere as file:
                    return await self._in(self._errands, partial(self._elsewhere, name, given, file))
        except (TableError, TooLarge) as error:
            raise with_job(error, name, given, self.library.longest_job) from None

    async def _in(self, threads: ThreadPoolExecutor, work: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(threads, work)

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """Take a place in the queue, or refuse: nobody gets all of them, and nobody all threads."""
        who = client.get()
        if self._asking.total() >= MOST_WAITING:
            raise busy("Too many questions are being answered.")
        if self._asking[who] >= MOST_OF_ONE:
            raise busy("Too many of your questions are being answered.")
        self._asking[who] += 1
        turns = self._turns.setdefault(who, asyncio.Semaphore(THREADS_OF_ONE))
        try:
            async with turns:
                yield
        finally:
            self._asking[who] -= 1
            if not self._asking[who]:
                del self._asking[who], self._turns[who]

    def _elsewhere(self, name: str, given: dict[str, Any], file: RunsElsewhere) -> Any:
        """Ask a helper, in a thread that waits for it."""
        helper = self._idle.pop() if self._idle else None
        if helper is None or not helper.is_alive:
            helper = Answerer(self.settings.files, self.settings.data)
        longest = OWN_PATIENCE * self.settings.patience
        try:
            return helper.ask(Errand(name, given, self.library.budget), longest)
        except TimeIsOver:
            said = f"The rules of '{file}' did not answer within {longest:.0f} s."
            raise TooLarge(said).costing(longest) from None
        finally:
            if helper.is_alive:
                self._idle.append(helper)

    def close(self) -> None:
        """Begin nothing more, and end those who help."""
        for threads in (self._threads, self._errands):
            threads.shutdown(wait=False, cancel_futures=True)
        while self._idle:
            self._idle.pop().end()


async def desk_of(request: Request) -> Desk:  # async: not worth a thread
    """Return the desk of the server that a request came to."""
    desk: Desk = request.app.state.desk
    return desk


AtDesk = Annotated[Desk, Depends(desk_of)]
"""What an endpoint takes to ask."""
