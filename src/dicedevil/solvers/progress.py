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
class Pace:
    """How far long work has come, and how much time is left."""

    progress: Progress
    done: int = 0
    clock: tuple[float, int] | None = None
    """When the first part was finished, and how much that was: from there on nothing is compiled."""

    def finish(self, work: int) -> None:
        """Count a part that is finished."""
        self.done += work
        self.clock = self.clock or (time.monotonic(), self.done)

    def tell(self, what: str, in_all: int) -> None:
        """Report."""
        left = ""
        if self.clock is not None and self.done > self.clock[1]:
            pace = (time.monotonic() - self.clock[0]) / (self.done - self.clock[1])
            left = f", {about(pace * (in_all - self.done))} left"
        self.progress(f"{what}{left}", self.done, in_all)
