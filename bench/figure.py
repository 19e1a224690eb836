"""A measured figure and its target."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Figure:
    """What was measured; `ok` is None where nothing was asked for."""

    what: str
    measured: str
    target: str = ""
    ok: bool | None = None


def table(figures: Iterable[Figure]) -> str:
    """Write figures in columns."""
    rows = [("figure", "measured", "target", "")]
    words = {True: "ok", False: "miss", None: ""}
    rows += [(figure.what, figure.measured, figure.target, words[figure.ok]) for figure in figures]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join(
            [
                row[0].ljust(widths[0]),
                row[1].rjust(widths[1]),
                row[2].ljust(widths[2]),
                row[3].ljust(widths[3]),
            ]
        ).rstrip()
        for row in rows
    ]
    return "\n".join([lines[0], "-" * (sum(widths) + 6), *lines[1:]])


def timed(work: Callable[[], Answer], repeats: int = 1) -> tuple[float, Answer]:
    """Return the shortest time of a few runs in seconds, and the answer."""
    best = float("inf")
    for _ in range(repeats):
        started = time.perf_counter()
        answer = work()
        best = min(best, time.perf_counter() - started)
    return best, answer


def seconds(amount: float) -> str:
    """Write a time with three digits: 1.23 s, 45.6 ms, 789 µs."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if amount >= size:
            return f"{amount / size:.3g} {unit}"
    return f"{amount / 1e-9:.3g} ns"
