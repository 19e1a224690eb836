"""How long work reports on itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

Progress = Callable[[str, int, int], None]
"""Called as `progress(what, done, in_all)`; `in_all` is 0 while it is not known."""


def silent(what: str, done: int, in_all: int) -> None:
    """Report nothing."""


def about(seconds: float) -> str:
    """Write a time as people say it."""
    if seconds < 1:
        return "less than a second"
    if seconds < 90:
        return f"about {round(seconds)} s"
    if seconds < 7_200:
        return f"about {round(seconds / 60)} minutes"
    if seconds < 172_800:
        return f"about {round(seconds / 3_600)} hours"
    return f"about {round(seconds / 86_400):,} days"


@dataclass(eq=False)
class TimeLeft:
    """How much longer work takes that reports how far it has come.

    The pace is that since the first report of something done: what was compiled before does not count.
    Where the count begins anew, so does the clock.
    """

    first: tuple[float, int] | None = None
    last: tuple[float, int, int] = (0.0, 0, 0)

    def report(self, done: int, in_all: int) -> None:
        """Note how far the work has come."""
        now = time.monotonic()
        if done < self.last[1]:
            self.first = None
        if self.first is None and done:
            self.first = (now, done)
        self.last = (now, done, in_all)

    def seconds(self) -> float | None:
        """Return the seconds left as of now; None while, or once, nobody can tell."""
        reported, done, in_all = self.last
        if self.first is None or done <= self.first[1] or done > in_all:
            return None
        pace = (reported - self.first[0]) / (done - self.first[1])
        left = pace * (in_all - done) - (time.monotonic() - reported)
        return left if left >= 0 else None


@dataclass(eq=False)
class Compiling:
    """Kernels that are not on disk yet: said once in a process, to whoever wants to know."""

    announce: Callable[[str], None] | None = None
    told: bool = False

    def begin(self) -> None:
        """Say that it begins."""
        if self.announce is not None and not self.told:
            self.told = True
            self.announce("Compiling, the first time only: up to half a minute.")


compiling = Compiling()


@dataclass(eq=False)
class Pace:
    """How far long work of several parts has come."""

    progress: Progress
    done: int = 0

    def finish(self, work: int) -> None:
        """Count a part that is finished."""
        self.done += work

    def tell(self, what: str, in_all: int) -> None:
        """Report."""
        self.progress(what, self.done, in_all)
