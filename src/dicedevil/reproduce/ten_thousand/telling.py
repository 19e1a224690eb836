"""Small helpers for the rows of this paper: chips, points, words."""

from __future__ import annotations

from fractions import Fraction

from dicedevil.reproduce import Row, compare
from dicedevil.reproduce.ten_thousand.configurations import CHIP

PAPER = "ten-thousand"


def said(
    item: str, published: str, computed: str, note: str = "", *, agrees: bool | None = None
) -> Row:
    """Make a row for a printed word; they agree if it is ours too."""
    same = published == computed if agrees is None else agrees
    return Row(PAPER, item, published, computed, same, note)


def checked(item: str, published: str, holds: bool, note: str = "") -> Row:
    """Make a row for a statement: ours is the same, or that it does not hold."""
    return said(item, published, published if holds else "does not hold", note)


def chips(item: str, published: str, ours: Fraction, note: str = "") -> Row:
    """Make a row for a number of chips, with the points in the note."""
    return compare(PAPER, item, published, ours, "; ".join(filter(None, (in_points(ours), note))))


def in_points(number: Fraction | int) -> str:
    """Write chips as points, to the hundredth."""
    points = number * CHIP
    return f"{points:,} points" if isinstance(points, int) else f"{float(points):,.2f} points"


def at(tau: int) -> str:
    """Write a turn total as the paper counts it, with the points beside it."""
    return f"{tau} chip{'' if tau == 1 else 's'} ({tau * CHIP:,} points)"
