"""How long work reports on itself."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called as `progress(what, done, in_all)`; `in_all` is 0 while it is not known."""


def silent(what: str, done: int, in_all: int) -> None:
    """Report nothing."""
