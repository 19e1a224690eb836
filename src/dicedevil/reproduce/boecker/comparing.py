"""Rows of this paper: numbers, words, powers of ten, and lines of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from dicedevil.reproduce import Row, compare, said
from dicedevil.reproduce.verdicts import Verdict

PAPER = "boecker"
NO_NOTES: Mapping[int, str] = MappingProxyType({})


def number(item: str, published: str, ours: Fraction | float | int, note: str = "") -> Row:
    """Compare a printed number."""
    return compare(PAPER, item, published, ours, note)


def words(item: str, published: str, computed: str, note: str = "") -> Row:
    """Compare what the paper says in words."""
    return said(PAPER, item, published, computed, note)


def question(item: str, asked: str, answered: str, note: str) -> Row:
    """Answer what the paper leaves open."""
    return Row(PAPER, item, asked, answered, Verdict.QUESTION, note)


def power_of_ten(item: str, published: str, ours: Fraction, exponent: int, note: str = "") -> Row:
    """Compare a number printed like 3.99e18."""
    mantissa = published.partition("e")[0]
    row = compare(PAPER, item, mantissa, ours / Fraction(10) ** exponent, note)
    return Row(PAPER, item, published, f"{row.computed}e{exponent}", row.verdict, note, ours)


def cells(
    item: str, published: str, ours: Mapping[int, Fraction | int], notes: Mapping[int, str] = NO_NOTES
) -> Iterator[Row]:
    """Compare a printed line of a table; `{}` in `item` stands for the column."""
    for cell, (column, value) in zip(published.split(), ours.items(), strict=True):
        yield number(item.format(column), cell, value, notes.get(column, ""))
