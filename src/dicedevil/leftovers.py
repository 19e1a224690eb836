"""What a process that may end at any moment must not leave behind: drafts, and processes that help.

A draft is what is being written, under a name of its own until it is whole. It goes again when its
writer fails, and when a signal ends the process without waiting for the writer.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol
from weakref import WeakSet


class Helper(Protocol):
    """A process that helps another one."""

    def start(self) -> None:
        """Begin."""

    def kill(self) -> None:
        """End at once."""


_drafts: set[Path] = set()
_helpers: WeakSet[Helper] = WeakSet()
_door = threading.Lock()


@contextlib.contextmanager
def draft(make: Callable[[], Path]) -> Iterator[Path]:
    """Make a draft, a file or a folder; at the end it has been renamed, or goes."""
    with _door:
        path = make()
        _drafts.add(path)
    try:
        yield path
    finally:
        with _door:
            _remove(path)
            _drafts.discard(path)


def start(helper: Helper) -> None:
    """Start a process that ends with this one."""
    with _door:
        helper.start()
        _helpers.add(helper)


def stand_by() -> None:
    """Return at once, or never if this process is ending now: its helpers are gone on purpose then."""
    with _door:
        pass


def clear_away() -> None:
    """End all helpers, remove all drafts, and let nobody begin another: for a process that ends now."""
    _door.acquire()
    for helper in _helpers:
        helper.kill()
    for path in _drafts:
        _remove(path)


def _remove(path: Path) -> None:
    """Remove a draft; renamed first, so that nobody can give half of it a name."""
    doomed = path.with_name(f"{path.name}-gone")
    with contextlib.suppress(OSError):
        os.rename(path, doomed)
        if doomed.is_dir():
            shutil.rmtree(doomed, ignore_errors=True)
        else:
            doomed.unlink()
