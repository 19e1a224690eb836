"""Rows in the forms this paper prints: numbers, bounds, statements."""

from __future__ import annotations

from fractions import Fraction

from dicedevil.reproduce import Row, compare

PAPER = "pawlewicz"
RULES = "yahtzee:joker=used"
"""The paper's rules: its count of two-player positions comes out to the digit with these."""


def number(item: str, published: str, ours: Fraction | float | int, note: str = "") -> Row:
    """Compare a number, to the places printed."""
    return compare(PAPER, item, published, ours, note)


def statement(item: str, published: str, holds: bool, note: str = "") -> Row:
    """Compare a statement: ours is the same, or that it does not hold."""
    return Row(PAPER, item, published, published if holds else "does not hold", holds, note)


def figure(item: str, published: str, computed: str, agrees: bool, note: str = "") -> Row:
    """Compare what is printed as a bound, a time or a picture."""
    return Row(PAPER, item, published, computed, agrees, note)
