"""A progress bar on the terminal for work that takes longer than two seconds."""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 2.0
"""Seconds a person waits without wondering."""


class Waiting:
    """Called as `progress(what, done, in_all)`; shows a bar on stderr, if that is a terminal.

    Long work may not report for a while (a kernel runs, or is being compiled), so a timer and not a
    report puts the bar up.
    """

    def __init__(self, what: str = "working") -> None:
        self._what, self._done, self._in_all = what, 0, 0
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Waiting:
        if sys.stderr is not None and sys.stderr.isatty():
            self._timer = threading.Timer(PATIENCE, self._show)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __call__(self, what: str, done: int, in_all: int) -> None:
        """Report on the work."""
        with self._lock:
            self._what, self._done, self._in_all = what, done, in_all
            self._update()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._bar is not None:
                self._bar.stop()
                self._bar = None

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            Progress,
            SpinnerColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        with self._lock:
            if self._timer is None:  # done in the meantime
                return
            self._bar = Progress(
                SpinnerColumn(),
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                TextColumn("{task.fields[counted]}", markup=False),
                TimeElapsedColumn(),
                TextColumn("left"),
                TimeRemainingColumn(),
                console=Console(file=sys.stderr),
                transient=True,
            )
            self._bar.start()
            self._task = self._bar.add_task(self._what, total=None, counted="")
            self._update()

    def _update(self) -> None:
        if self._bar is None or self._task is None:
            return
        counted = f"{self._done:,}" if self._done else ""
        if self._in_all:
            counted = f"{self._done:,} of {self._in_all:,}"
        self._bar.update(
            self._task,
            description=self._what,
            total=self._in_all or None,
            completed=self._done,
            counted=counted,
        )
