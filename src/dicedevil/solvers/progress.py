"""How long work reports on itself."""

from __future__ import annotations

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
    if seconds < 3e9:
        return f"about {round(seconds / 86_400):,} days"
    return "about a hundred years, or more"


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
