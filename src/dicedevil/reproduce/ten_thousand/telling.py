"""Small helpers for the rows of this paper: chips, points, words."""

from __future__ import annotations

from fractions import Fraction

from dicedevil import reproduce
from dicedevil.reproduce import Row, compare
from dicedevil.reproduce.ten_thousand.configurations import CHIP
from dicedevil.reproduce.verdicts import Verdict

PAPER = "ten-thousand"


def said(item: str, published: str, computed: str, note: str = "") -> Row:
    """Make a row for a printed word; they agree if it is ours too."""
    return reproduce.said(PAPER, item, published, computed, note)


def answer(item: str, question: str, answered: str, note: str = "") -> Row:
    """Answer what the paper leaves open."""
    return Row(PAPER, item, question, answered, Verdict.QUESTION, note)


def checked(item: str, published: str, holds: bool, note: str = "") -> Row:
    """Make a row for a statement in words: ours is whether it holds."""
    told = "holds" if holds else "does not hold"
    return Row(PAPER, item, published, told, Verdict.of(holds), note)


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
