"""Recorded games of official Yahtzee, graded as `dicedevil grade FILE` does: JSON in, sums out."""

from __future__ import annotations

import io
from collections.abc import Iterator

from bench.figure import Figure, timed
from dicedevil.coach.many import Grading, graded_parts
from dicedevil.coach.recording import simulate_recorded
from dicedevil.games import game
from dicedevil.solvers.machine import cores

RECORDED = 200
GAMES = 20_000
TARGET = 2_000
"""Games a second, on two cores, once the table is there."""


def figures() -> Iterator[Figure]:
    """Measure how many games are graded in a second, the start of other processes included."""
    lines: list[str] = []
    simulate_recorded(
        game("yahtzee"),
        "optimal",
        lambda record: lines.append(record.to_line()),
        games=RECORDED,
        seed=1,
    )
    content = ("\n".join(lines) + "\n").encode() * (GAMES // RECORDED)
    _graded(content[: len(content) // 20], Grading(), 1)  # tables and compiled code are there then
    for what, grading in (("sums", Grading()), ("JSON", Grading(wants_json=True))):
        took, games = timed(lambda grading=grading: _graded(content, grading, cores()))
        rate = games / took
        enough = rate >= TARGET if what == "sums" else None
        target = f"> {TARGET:,}" if what == "sums" else ""
        yield Figure(f"yahtzee: games graded a second ({what})", f"{rate:,.0f}", target, enough)


def _graded(content: bytes, grading: Grading, workers: int) -> int:
    parts = graded_parts([("bench", io.BytesIO(content))], grading, workers)
    return sum(part.summary.games for part in parts)
