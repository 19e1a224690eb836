"""Published tables and figures, regenerated beside what the papers print.

One folder a paper; each has a function `rows()` that yields a `Row` for every printed number. What a
paper prints is data of that folder; what we print beside it is always computed.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from importlib import import_module
from typing import Any

from dicedevil.errors import UsageError, listed, nearest, quoted
from dicedevil.reproduce.verdicts import Verdict
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.progress import Progress, silent

PAPERS: dict[str, str] = {
    "boecker": "S. Böcker, Ten Times Eighteen, 2015",
    "klappenspiel": "A. T. Benjamin and D. Stanford, Optimal Klappenspiel, 1995",
    "pawlewicz": "J. Pawlewicz, A Nearly Optimal Computer Player in Multi-player Yahtzee, 2010",
    "ten-thousand": "F. Crocce and E. Mordecki, A finite exact algorithm to solve a dice game, 2014",
    "verhoeff": "T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, draft, 1999",
}
IN_PART = ("klappenspiel",)
"""Papers that print a table only in part; their files have a function `whole_table()`."""
BLANK, UNREADABLE, PICTURE, NOT_PRINTED = "(blank)", "?", "(a picture)", "(not possible then)"
"""What stands where a paper has no number that ours could be compared with."""
BOUNDS = {
    "less than": operator.lt,
    "just less than": operator.lt,
    "below": operator.lt,
    "<": operator.lt,
    "at most": operator.le,
    "at least": operator.ge,
}
"""The words of printed bounds."""
MOST_BITS = 1000
"""A longer fraction is told as the float nearest to it."""
Parts = tuple[tuple[str, Callable[[], Iterator["Row"]]], ...]
"""The parts of a paper: the headings that one has numbers of, with | between, and who yields them."""
SAMPLED = ("pawlewicz",)
"""Papers with figures that come from games played at random."""


@dataclass(frozen=True)
class Row:
    """One printed number (or word) and ours beside it."""

    paper: str
    item: str
    """Where it stands: "Table 4, E_10[1]"."""
    published: str
    """As printed."""
    computed: str
    """Ours, written to the same number of places."""
    verdict: Verdict
    note: str = ""
    """Why they differ, if they do; or how ours was found."""
    ours: Fraction | float | int | None = None
    """Ours in full, where it is a number."""

    @property
    def agrees(self) -> bool | None:
        """Whether ours is what is printed; None where nothing printed was compared, or decided."""
        return self.verdict.agrees

    @property
    def precise(self) -> str:
        """Ours in full: a fraction, a float to its last digit, or the word."""
        if self.ours is None:
            return self.computed
        if isinstance(self.ours, float):
            return repr(self.ours)
        exact = Fraction(self.ours)
        long = exact.numerator.bit_length() + exact.denominator.bit_length() > MOST_BITS
        return repr(float(exact)) if long else str(exact)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `reproduce --json` prints it."""
        return {
            "paper": self.paper,
            "item": self.item,
            "published": self.published,
            "computed": self.computed,
            "exact": self.precise,
            "agrees": self.agrees,
            "verdict": self.verdict.value,
            "note": self.note,
        }


def compare(paper: str, item: str, published: str, ours: Fraction | float | int, note: str = "") -> Row:
    """Make a row for a printed number: they agree if ours rounds to what is printed."""
    plain = published.replace(",", "").replace(" ", "")
    places = len(plain.partition(".")[2])
    exact = Fraction(ours)
    shown = {rounded(exact, places, how) for how in (ROUND_HALF_UP, ROUND_HALF_EVEN)}
    verdict = Verdict.of(Decimal(plain) in shown)
    text = f"{min(shown):.{places}f}"
    if plain.startswith("."):
        text = text.removeprefix("0")
    return Row(paper, item, published, text, verdict, note, ours)


def said(paper: str, item: str, published: str, computed: str, note: str = "") -> Row:
    """Make a row for a printed word or cell: they agree if ours is the same.

    What cannot be read, and blanks where ours is nothing either, are no comparisons.
    """
    verdict = Verdict.of(published == computed)
    if published == UNREADABLE:
        verdict = Verdict.UNREADABLE
    elif published == computed == BLANK:
        verdict = Verdict.BLANK
    return Row(paper, item, published, computed, verdict, note)


def bounded(
    paper: str, item: str, published: str, ours: Fraction | float, shown: str, note: str = ""
) -> Row:
    """Make a row for a printed bound, such as "less than 10%": it agrees if ours keeps to it."""
    words, _, limit = published.rpartition(" ")
    value = Fraction(limit.removesuffix("%")) / (100 if limit.endswith("%") else 1)
    return Row(paper, item, published, shown, Verdict.of(BOUNDS[words](ours, value)), note, ours)


def rounded(number: Fraction, places: int, how: str) -> Decimal:
    """Round a fraction to decimal places exactly."""
    scaled = number * 10**places
    down, rest = divmod(scaled.numerator, scaled.denominator)
    twice = 2 * rest
    up = twice > scaled.denominator or (
        twice == scaled.denominator and (how == ROUND_HALF_UP or down % 2 == 1)
    )
    return Decimal(down + up).scaleb(-places)


def from_parts(parts: Parts, item: str = "") -> Iterator[Row]:
    """Yield the rows of the parts that may have something that begins like `item`."""
    for headings, part in parts:
        if any(alike(heading, item) for heading in headings.split("|")):
            yield from part()


def alike(heading: str, item: str) -> bool:
    """Tell whether one of them begins like the other, whole words only: Table 1 is not Table 10."""
    short, long = sorted((heading.lower(), item.strip().lower()), key=len)
    return re.match(re.escape(short) + r"(?![\w(])", long) is not None or not short


def reproduce(
    *papers: str,
    item: str = "",
    games: int | None = None,
    progress: Progress = silent,
    budget: Budget | None = None,
) -> Iterator[Row]:
    """Yield the rows of the papers named, or of all.

    Parts of a paper that have nothing that begins like `item` are left out. `games` is the size of
    samples, where a paper has figures that come from games played at random.
    """
    if games is not None and games < 2:
        raise UsageError(f"A sample has at least 2 games, not {games:,}.")
    modules = {paper: _module(paper) for paper in papers or PAPERS}
    for paper, module in modules.items():
        if paper in SAMPLED:
            cost = budget or Budget(progress=progress)
            yield from module.rows(item=item, games=games, budget=cost)
        else:
            yield from module.rows(item=item)


@dataclass(frozen=True)
class WholeTable:
    """A table of which a paper prints only a part."""

    title: str
    text: str
    csv: str


def whole_table(paper: str) -> WholeTable:
    """Return the table that a paper prints in part, whole."""
    module = _module(paper)
    if paper not in IN_PART:
        raise UsageError(f"{paper} prints its tables whole; in part only: {listed(IN_PART)}.")
    found: WholeTable = module.whole_table()
    return found


def require_paper(paper: str) -> None:
    """Refuse a paper that is not here."""
    if paper not in PAPERS:
        hint = nearest(paper, PAPERS) or f" Known: {listed(PAPERS)}."
        raise UsageError(f"Unknown paper {quoted(paper)}.{hint}")


def _module(paper: str) -> Any:
    require_paper(paper)
    return import_module(f"dicedevil.reproduce.{paper.replace('-', '_')}")
