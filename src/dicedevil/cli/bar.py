"""The progress bar on a terminal: what is done, how much of it, for how long, and how long still."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, Task, TextColumn
from rich.table import Column
from rich.text import Text

from dicedevil.solvers.progress import about

BAR = 12
"""Signs of the bar: on a line of 80 there is room for what is done beside it."""
NARROW = 60
"""On a line of fewer signs the words are more use than the bar."""
COUNTED = 1_000
"""Up to so many things are counted; more are told in per cent."""


def times_text(so_far: float, left: float | None) -> str:
    """Say how long the work has been going on and how long it will, where that can be told."""
    minutes, seconds = divmod(int(so_far), 60)
    begun = f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    return f"{begun} so far" if left is None else f"{begun} so far, {about(max(1.0, left))} left"


def share_text(done: int, in_all: int) -> str:
    """Say how much is done."""
    if not in_all:
        return f"{done:,}" if done else ""
    return f"{done:,} of {in_all:,}" if in_all <= COUNTED else f"{100 * done // in_all} %"


class Times(ProgressColumn):
    """How long it has taken and how long it will, counted between two reports too."""

    def __init__(self, begun: float, left: Callable[[], float | None]) -> None:
        super().__init__(table_column=Column(no_wrap=True))
        self.begun, self.left = begun, left

    def render(self, task: Task) -> Text:
        """Look at the clock."""
        return Text(times_text(time.monotonic() - self.begun, self.left()))


class Bar:
    """A line on stderr that goes away when the work is done."""

    def __init__(self, what: str, begun: float, left: Callable[[], float | None]) -> None:
        screen = Console(file=sys.stderr)
        words = Column(no_wrap=True, overflow="ellipsis", ratio=1)
        self._line = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False, table_column=words),
            *([BarColumn(bar_width=BAR)] if screen.width >= NARROW else []),
            TextColumn("{task.fields[share]}", markup=False, table_column=Column(no_wrap=True)),
            Times(begun, left),
            console=screen,
            transient=True,
            expand=True,
        )
        self._task = self._line.add_task(what, total=None, share="")
        self._line.start()

    def update(self, what: str, done: int, in_all: int) -> None:
        """Show how far the work has come."""
        self._line.update(
            self._task,
            description=what,
            total=in_all or None,
            completed=done,
            share=share_text(done, in_all),
        )

    def say(self, message: str) -> None:
        """Say something above the line."""
        self._line.console.print(message, markup=False, highlight=False, emoji=False, soft_wrap=True)

    def stop(self) -> None:
        """Take the line away."""
        self._line.stop()
