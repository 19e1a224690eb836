"""What an answer may cost: memory, patience, who is told, where it runs, whether tables may be made.

One object goes with every question. A lane that is about to make what takes longer than a moment says
what it will take (`announce`) before it begins, reports while it works (`progress`), and refuses what
the budget does not allow.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Protocol

from dicedevil.errors import TableError, TooLarge
from dicedevil.solvers.progress import Progress, silent

MEMORY = 4 << 30
THINKING = 60.0
"""Seconds that a player may think, where somebody waits for the answer and may break it off."""
A_MOMENT = 2.0
"""Seconds of work that nobody needs to be asked about."""


class Cost(Protocol):
    """What making something takes, told before it is begun; its text is a line for a person."""

    @property
    def seconds(self) -> float:
        """How long it takes, about."""

    @property
    def memory_bytes(self) -> int:
        """What it needs while it is made."""

    @property
    def table_bytes(self) -> int:
        """What is kept of it on disk."""


def tell_nobody(message: str) -> None:
    """Announce nothing."""


@dataclass(frozen=True)
class Budget:
    """What an answer may cost; equal where it may cost as much, whoever is told."""

    memory: int = MEMORY
    """Bytes."""
    patience: float | None = None
    """Seconds that a search may take; by default what is usual for its kind."""
    progress: Progress = field(default=silent, compare=False)
    executor: Executor | None = field(default=None, compare=False)
    """Threads that run the parts of a large solve."""
    missing_ok: bool = True
    """Whether tables that take long to make may be made."""
    announce: Callable[[str], None] = field(default=tell_nobody, compare=False)
    """Is told what long work will take, before it begins."""

    def without_listeners(self) -> Budget:
        """Return the same for another process: nobody is told, and threads stay here."""
        return Budget(self.memory, self.patience, missing_ok=self.missing_ok)

    def seconds(self, usual: float) -> float:
        """Return how long a search may take: a moment, where nobody waits for tables either."""
        if self.patience is not None:
            return self.patience
        return usual if self.missing_ok else A_MOMENT

    def allow(self, cost: Cost, what: str, advice: str) -> None:
        """Announce work that takes longer than a moment, or refuse it if it may not be done."""
        if cost.seconds <= A_MOMENT:
            return
        if not self.missing_ok:
            raise TableError(advice)
        self.announce(what)


USUAL = Budget()


@dataclass
class Patience:
    """A clock that is started with every question."""

    seconds: float = THINKING
    until: float = math.inf

    def begin(self) -> None:
        """Start the clock."""
        self.until = time.monotonic() + self.seconds

    def check(self) -> None:
        """Refuse to think any longer."""
        if time.monotonic() > self.until:
            raise TooLarge(
                f"Looking so many turns ahead takes longer than {self.seconds:g} s here: look less "
                "far, as emp-1 does, or later in the match."
            )
