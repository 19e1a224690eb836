"""How `advise --why` tells what makes the difference."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dicedevil.solvers.why import Why, WhyPart


TINY = 1e-3
"""Where no number reaches this, decimals would show nothing."""


def tell_why(why: Why, scale: int, sign: str) -> None:
    """Print the sentence, then the parts as a table whose columns add up."""
    from dicedevil.cli.telling import decimals_for, fraction_words, table, tell_table

    click.echo(why.sentence)
    if not why.parts:
        return
    rows = [*why.parts, _together("together", why.parts)]
    numbers = [scale * number for row in rows for number in (row.best, row.other)]
    decimals = min(5, decimals_for(numbers)) if max(map(abs, numbers)) >= TINY else None
    names = [why.choice, why.other, "difference"]
    if why.choice == why.other:
        names[1] += " "
    exact = ["exactly"] if why.exact else []
    listing = table("", *names, *exact, right=names)
    for row in rows:
        best, other = (_figure(scale * number, decimals) for number in (row.best, row.other))
        gap = _figure(scale * row.difference, decimals)
        if not any(map(float, (best, other, gap))):
            continue  # rounding: too little to be seen
        plus = "+" if float(gap) > 0 else ""
        told = [fraction_words(row.exact or why.exact, 30)] if why.exact else []
        listing.add_row(row.what, best + sign, other + sign, plus + gap + sign, *told)
    tell_table(listing)


def _together(what: str, parts: Sequence[WhyPart]) -> WhyPart:
    """Add up parts."""
    from dicedevil.solvers.why import WhyPart

    best, other = (fsum(getattr(one, side) for one in parts) for side in ("best", "other"))
    return WhyPart(what, best, other, fsum(one.difference for one in parts))


def _figure(number: float, decimals: int | None) -> str:
    """Write a number, a tiny one by its power of ten; nothing has no sign."""
    if decimals is None:
        return f"{number:.3e}" if number else "0"
    return f"{number if abs(number) >= 0.5 * 10**-decimals else 0.0:.{decimals}f}"
