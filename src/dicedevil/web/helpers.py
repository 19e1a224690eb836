"""Processes that answer questions which must not be answered in the server itself.

A rules file is somebody's program, and may never return; a job takes minutes. Each goes to a process
that can be ended at any moment: it hears when its pipe is closed, removes what it was writing, and
ends; one that does not hear is killed.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from dicedevil import leftovers
from dicedevil.errors import DiceDevilError
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.processes import DIED, fit_to_travel, hired
from dicedevil.solvers.progress import compiling
from dicedevil.web.library import Library

Told = Callable[[str, Any], None]
"""Is told what a helper says: "progress" with (what, done, in all), or "announce" with words."""
GRACE = 3.0
"""Seconds that a helper has to put its things away; while it compiles it hears nothing."""
OFTEN = 0.1
"""Seconds between two reports on the same work."""
ANSWER, ERROR, READY = "answer", "error", "ready"


class TimeIsOver(Exception):
    """A helper did not answer in time, and was ended."""


@dataclass(frozen=True)
class Errand:
    """A question as it travels: what is asked, with what, and what it may cost."""

    name: str
    given: Mapping[str, Any]
    budget: Budget


class Answerer:
    """A process that answers one question after the other."""

    def __init__(self, files: Mapping[str, Path], data: Path | None) -> None:
        self._pipe, self._process = hired(_answer_all, dict(files), data)
        self._is_ready = False
        self._ending = threading.Lock()

    def ask(self, errand: Errand, seconds: float | None = None, told: Told | None = None) -> Any:
        """Return the answer; one that takes longer than so many seconds ends the helper."""
        try:
            while not self._is_ready:
                self._is_ready = self._pipe.recv()[0] == READY
            self._pipe.send(errand)
            until = None if seconds is None else time.monotonic() + seconds
            while until is None or self._pipe.poll(max(0.0, until - time.monotonic())):
                kind, said = self._pipe.recv()
                if kind == ANSWER:
                    return said
                if kind == ERROR:
                    raise said
                if told is not None:
                    told(kind, said)
        except (EOFError, OSError):
            leftovers.stand_by()
            raise DiceDevilError(DIED) from None
        self.end()
        raise TimeIsOver

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return not self._pipe.closed and self._process.is_alive()

    def end(self) -> None:
        """End the process, whatever it is doing."""
        with self._ending:
            self._pipe.close()
            self._process.join(GRACE)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()


# -- in the helper ----------------------------------------------------------------------------------


def _answer_all(pipe: Connection, files: Mapping[str, Path], data: Path | None) -> None:
    """Answer questions until the pipe is closed."""
    errands: queue.SimpleQueue[Errand] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, errands), daemon=True).start()
    from dicedevil.web.answers import answer_named

    library = Library(files, data=data, runs_files=True)
    report = _Report(pipe)
    compiling.announce = report.announce
    pipe.send((READY, None))
    while True:
        errand = errands.get()
        budget = replace(errand.budget, progress=report, announce=report.announce)
        try:
            answer = answer_named(errand.name)(replace(library, budget=budget), **errand.given)
            pipe.send((ANSWER, answer))
        except BaseException as error:  # a rules file may do anything, even try to leave
            usual = error if isinstance(error, Exception) else RuntimeError(type(error).__name__)
            pipe.send((ERROR, fit_to_travel(usual)))


def _listen(pipe: Connection, errands: queue.SimpleQueue[Errand]) -> None:
    """Take questions in; when nobody can ask any more, put everything away and end."""
    try:
        while True:
            errands.put(pipe.recv())
    finally:
        try:
            leftovers.clear_away()
        finally:
            os._exit(0)


@dataclass(eq=False)
class _Report:
    """Says how far the work has come, but not all the time."""

    pipe: Connection
    last: str = ""
    next: float = 0.0

    def __call__(self, what: str, done: int, in_all: int) -> None:
        now = time.monotonic()
        if now >= self.next or what != self.last:
            self.last, self.next = what, now + OFTEN
            self.pipe.send(("progress", (what, done, in_all)))

    def announce(self, message: str) -> None:
        self.pipe.send(("announce", message))
