"""Rows in the forms this paper prints: numbers, bounds, statements."""

from __future__ import annotations

from fractions import Fraction

from dicedevil.reproduce import NOT_PRINTED, PICTURE, Row, compare, said
from dicedevil.reproduce.verdicts import Verdict

PAPER = "pawlewicz"
RULES = "yahtzee:joker=used"
"""The paper's rules: its count of two-player positions comes out to the digit with these."""


def number(item: str, published: str, ours: Fraction | float | int, note: str = "") -> Row:
    """Compare a number, to the places printed."""
    return compare(PAPER, item, published, ours, note)


def statement(item: str, published: str, holds: bool, note: str = "") -> Row:
    """Compare a statement: ours is the same, or that it does not hold."""
    return said(PAPER, item, published, published if holds else "does not hold", note)


def figure(item: str, published: str, computed: str, agrees: bool, note: str = "") -> Row:
    """Compare what is printed as a bound or a picture."""
    verdict = Verdict.of(agrees)
    if published in (PICTURE, NOT_PRINTED):
        verdict = Verdict.PICTURE if published == PICTURE else Verdict.NOTHING_PRINTED
    return Row(PAPER, item, published, computed, verdict, note)


def timed(item: str, published: str, computed: str, note: str) -> Row:
    """Tell a time of ours beside the author's: each is of its own machine, and nothing is compared."""
    return Row(PAPER, item, published, computed, Verdict.OTHER_MACHINE, note)


def not_computed(item: str, published: str, why: str) -> Row:
    """Make a row for a number that nobody but the author can compute."""
    return Row(PAPER, item, published, "-", Verdict.NOT_COMPUTED, why)


def judged(item: str, published: str, computed: str, verdict: Verdict, note: str) -> Row:
    """Make a row for what a sample says of something printed."""
    return Row(PAPER, item, published, computed, verdict, note)


def reading(item: str, published: str, computed: str, note: str) -> Row:
    """Make a row for the paper's own numbers put together."""
    return Row(PAPER, item, published, computed, Verdict.READING, note)
