"""Rows in the forms this paper prints: words, decimals, mixed numbers, powers of ten."""

from __future__ import annotations

from decimal import ROUND_HALF_UP
from fractions import Fraction

from dicedevil.reproduce import BLANK, Row, compare, rounded, said
from dicedevil.reproduce.verdicts import Verdict

PAPER = "verhoeff"


def number(item: str, published: str, ours: Fraction | float | int, note: str = "") -> Row:
    """Compare a whole or decimal number, to the places printed."""
    return compare(PAPER, item, published, ours, note)


def words(item: str, published: str, computed: str, note: str = "") -> Row:
    """Compare words, or numbers written alike."""
    return said(PAPER, item, published, computed, note)


def cell(item: str, published: str, ours: int, note: str = "") -> Row:
    """Compare a cell of a table of counts, where a blank means none."""
    return words(item, published or BLANK, str(ours) if ours else BLANK, note)


def answer(item: str, question: str, answered: str, note: str = "") -> Row:
    """Answer what the paper only asks."""
    return Row(PAPER, item, question, answered, Verdict.QUESTION, note)


def mixed(item: str, published: str, ours: Fraction, note: str = "") -> Row:
    """Compare a mixed number such as 22 6/36, exactly."""
    denominator = int(published.partition("/")[2] or 1)
    verdict = Verdict.of(read_mixed(published) == ours)
    return Row(PAPER, item, published, write_mixed(ours, denominator), verdict, note, ours)


def read_mixed(text: str) -> Fraction:
    """Read 22 6/36, or 8."""
    return sum((Fraction(part) for part in text.split()), Fraction(0))


def write_mixed(value: Fraction, denominator: int) -> str:
    """Write a number over a denominator, or over its own where that does not do."""
    whole, rest = divmod(value, 1)
    parts = rest * denominator
    if not parts:
        return str(whole)
    return f"{whole} {parts}/{denominator}" if parts.denominator == 1 else f"{whole} {rest}"


def power_of_ten(item: str, published: str, ours: Fraction, note: str = "") -> Row:
    """Compare a number printed like 1.725e170: first digits and exponent."""
    places = len(published.partition("e")[0].partition(".")[2])
    written = scientific(ours, places)
    return Row(PAPER, item, published, written, Verdict.of(published == written), note, ours)


def scientific(value: Fraction, places: int) -> str:
    """Write a positive number as 1.725e170, rounded exactly."""
    exponent = len(str(value.numerator)) - len(str(value.denominator))
    if value < Fraction(10) ** exponent:
        exponent -= 1
    digits = rounded(value / Fraction(10) ** exponent, places, ROUND_HALF_UP)
    if digits >= 10:
        exponent += 1
        digits = rounded(value / Fraction(10) ** exponent, places, ROUND_HALF_UP)
    return f"{digits}e{exponent}"


def percent(share: float, places: int = 2) -> str:
    """Write a share in percent."""
    return f"{100 * share:.{places}f}%"


def often(share: float) -> str:
    """Write how often something happens: in percent, or as 1 in so many where it is rare."""
    if share == 0:
        return "never"
    if share >= 1e-4:
        return percent(share)
    return f"1 in {1 / share:,.0f}" if share > 1e-12 else f"1 in {1 / share:.2g}"
