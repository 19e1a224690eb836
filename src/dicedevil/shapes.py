"""What final scores can be worth: a table, or a shape that has a name; and how either is written.

    at-least=N    1 for a score of at least N, else 0: the target N
    capped=N      the score itself, but nothing beyond N
    exp=RATE      (1 - e^(-RATE * score)) / RATE: a rate above 0 shuns risk, one below 0 seeks it
    rank=NAME     the chance to beat somebody whose law of scores is known, ties counting half

Where low scores win, shapes count points as negative: at-least=N is a score of at most N. A table says
what it says.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

from dicedevil.errors import NotationError, TooLarge, UsageError, nearest, quoted

MOST_ROWS = 1_000_000
MOST_BYTES = 64 << 20
"""No table of scores is longer."""
FARTHEST = 10**15
"""No score is farther from 0."""
GREATEST = 1e100
"""No worth is: sums and products of them are still floats."""
MOST_POWER = 600
"""Of e, in a shape: beyond it no float would hold the worth."""
SHAPES = ("at-least", "capped", "exp", "rank")
COLUMNS = "score,worth"
LOOKS = "at-least=200, capped=250, exp=0.01, rank=optimal, or a CSV file with the columns score,worth"


class Worths(ABC):
    """What scores are worth; `sign` is -1 where low scores win, and shapes see scores with it."""

    is_exact = True
    """Whether worths are the fractions that they should be."""

    @abstractmethod
    def worth(self, score: int, sign: int) -> Fraction | None:
        """Return what a score is worth; None if that is not told."""

    def error(self, score: int, sign: int) -> float:
        """Return how far that can be from what it should be."""
        return 0.0


@dataclass(frozen=True)
class WorthTable(Worths):
    """Scores, rising, and their worths."""

    pairs: tuple[tuple[int, Fraction], ...]

    @classmethod
    def of(cls, worths: Mapping[Any, Any]) -> WorthTable:
        """Take scores and worths; refuse what is none."""
        if not worths:
            raise NotationError("A utility tells the worth of some scores: this one is empty.")
        pairs = [
            (_score(score), _number(worth, f"The worth of {score}")) for score, worth in worths.items()
        ]
        return cls(tuple(sorted(pairs)))

    @cached_property
    def _by_score(self) -> dict[int, Fraction]:
        return dict(self.pairs)

    def worth(self, score: int, sign: int) -> Fraction | None:
        """Return what the table says, whoever wins."""
        return self._by_score.get(score)

    def __str__(self) -> str:
        """How many scores it tells."""
        return f"a table of {len(self.pairs):,} score{'s' * (len(self.pairs) != 1)}"


@dataclass(frozen=True)
class AtLeast(Worths):
    """1 from a score on."""

    least: int

    def worth(self, score: int, sign: int) -> Fraction | None:
        """Return 1 or 0."""
        return Fraction(int(sign * score >= sign * self.least))

    def __str__(self) -> str:
        """As it is written."""
        return f"at-least={self.least}"


@dataclass(frozen=True)
class Capped(Worths):
    """The points, up to a cap."""

    most: int

    def worth(self, score: int, sign: int) -> Fraction | None:
        """Return the points that count."""
        return Fraction(min(sign * score, sign * self.most))

    def __str__(self) -> str:
        """As it is written."""
        return f"capped={self.most}"


@dataclass(frozen=True)
class Exponential(Worths):
    """(1 - e^(-rate * points)) / rate: the points themselves, as the rate goes to 0."""

    rate: Fraction
    is_exact = False

    def __post_init__(self) -> None:
        """Refuse a rate of 0."""
        if not self.rate:
            raise NotationError("exp=0 is the score itself: ask for the objective 'score'.")

    def worth(self, score: int, sign: int) -> Fraction | None:
        """Return the nearest float, about."""
        return Fraction(-math.expm1(-self._power(sign * score)) / float(self.rate))

    def error(self, score: int, sign: int) -> float:
        """The power is rounded twice, by 2^-53 of it, and so is what is made of it."""
        worth = abs(float(self.worth(score, sign) or 0))
        return (2 * abs(self._power(score)) + 8) * 2.0**-53 * worth

    def _power(self, points: int) -> float:
        power = float(self.rate) * points
        if abs(power) > MOST_POWER:
            enough = 0.95 * MOST_POWER / abs(points)  # to two digits, never more than would do
            raise TooLarge(
                f"exp={float(self.rate):g} is e^{-power:,.0f} for a score of {abs(points):,}: too far "
                f"for floats; a rate between -{enough:.2g} and {enough:.2g} is not."
            )
        return power

    def __str__(self) -> str:
        """As it is written."""
        return f"exp={float(self.rate):g}"


@dataclass(frozen=True)
class RankAgainst(Worths):
    """The chance to beat an independent opponent whose law is known, ties counting half."""

    scores: tuple[int, ...]
    weights: tuple[Fraction, ...]
    law_error: float = 0.0
    """How far a sum of chances can be from the exact one; 0.0 for fractions."""
    name: str = ""

    @property
    def is_exact(self) -> bool:  # type: ignore[override]  # a class's own word elsewhere
        """Whether the law is in fractions."""
        return not self.law_error

    @classmethod
    def of(cls, law: Any, name: str = "") -> RankAgainst:
        """Take a `Distribution`, or chances by score."""
        found = getattr(law, "law", law)
        if not isinstance(found, Mapping) or not found:
            raise UsageError(
                f"A rank is told against a law, as dd.evaluate finds it, not {quoted(law)}."
            )
        chances = {_score(s): _number(c, f"The chance of {s}") for s, c in sorted(found.items())}
        error = float(getattr(law, "error_bound", 0.0))
        in_floats = any(isinstance(chance, float) for chance in found.values())
        error = max(error, len(chances) * 2.0**-52 if in_floats else 0.0)
        off = abs(float(sum(chances.values()) - 1))
        if min(chances.values()) < 0 or off > max(error, 1e-9 if in_floats else 0.0):
            raise UsageError("The chances of a law are at least 0 and add up to 1.")
        return cls(tuple(chances), tuple(chances.values()), error, name or getattr(law, "strategy", ""))

    @cached_property
    def _below(self) -> list[Fraction]:
        return list(accumulate(self.weights, initial=Fraction(0)))

    def worth(self, score: int, sign: int) -> Fraction | None:
        """Return the chance to be better, and half the chance to be as good."""
        worse = self._below[bisect_left(self.scores, score)]
        not_better = self._below[bisect_right(self.scores, score)]
        share = (worse + not_better) / 2
        return share if sign > 0 else self._below[-1] - share

    def error(self, score: int, sign: int) -> float:
        """As far as the law can be off."""
        return self.law_error

    def __str__(self) -> str:
        """As it is written."""
        return f"rank={self.name or 'a law'}"


# -- reading -----------------------------------------------------------------------------------------


def read_shape(text: str) -> Worths:
    """Read a shape as it is written: `at-least=200`, `capped=250`, `exp=0.01`."""
    name, _, number = text.strip().partition("=")
    if name == "at-least":
        return AtLeast(_score(number, quoted(text)))
    if name == "capped":
        return Capped(_score(number, quoted(text)))
    if name == "exp":
        return Exponential(_number(number, quoted(text), "a rate"))
    if name == "rank":
        raise UsageError(
            "A rank needs the law of somebody: Utility.rank(dd.evaluate(game, 'optimal'))."
        )
    raise UsageError(f"{quoted(text)} is no utility.{nearest(name, SHAPES) or f' Say {LOOKS}.'}")


def is_shape(text: str) -> bool:
    """Tell whether a text is meant as a shape, not as the name of a file."""
    return text.strip().partition("=")[0] in SHAPES


def read_table(path: Path) -> WorthTable:
    """Read a CSV file with the columns score,worth."""
    named = quoted(str(path))
    try:
        if path.exists() and not path.is_file():
            raise UsageError(f"{named} is no file: a utility is {LOOKS}.")
        if path.stat().st_size > MOST_BYTES:
            raise TooLarge(
                f"{named} is larger than {MOST_BYTES >> 20} MB: no table of scores is so long."
            )
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(
            f"Cannot read {named}: {error.strerror or error}. A utility is {LOOKS}."
        ) from None
    except (UnicodeDecodeError, ValueError):
        raise NotationError(f"{named} is no text: a utility is {LOOKS}.") from None
    return _table(text.splitlines(), named)


def _table(lines: list[str], named: str) -> WorthTable:
    rows = [(number, line.strip()) for number, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise NotationError(f"{named} is empty: its first line should be {COLUMNS}.")
    if rows[0][1].lower().replace(" ", "").replace('"', "") != COLUMNS:
        raise NotationError(f"The first line of {named} should be {COLUMNS}, not {quoted(rows[0][1])}.")
    if len(rows) > MOST_ROWS:
        raise TooLarge(f"{named} has {len(rows):,} lines: the most is {MOST_ROWS:,}.")
    worths: dict[int, Fraction] = {}
    for number, line in rows[1:]:
        where = f"Line {number} of {named}"
        cells = [cell.strip().strip('"') for cell in line.split(",")]
        if len(cells) != 2:
            raise NotationError(f"{where} should be a score and its worth, not {quoted(line)}.")
        score = _score(cells[0], where)
        if score in worths:
            raise NotationError(f"{where} tells the worth of {score:,} again: each score has one.")
        worths[score] = _number(cells[1], where)
    if not worths:
        raise NotationError(f"{named} has no score: after {COLUMNS} comes a line for each.")
    return WorthTable(tuple(sorted(worths.items())))


def _score(told: Any, where: str = "A score") -> int:
    try:
        score = int(told) if not isinstance(told, str) or len(told) <= 20 else FARTHEST + 1
        if not isinstance(told, str) and score != told:
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        raise NotationError(f"{where}: a score is a whole number, not {quoted(told)}.") from None
    if isinstance(told, bool) or abs(score) > FARTHEST:
        raise NotationError(f"{where}: {quoted(told)} is no score of a game.")
    return score


def _number(told: Any, where: str, what: str = "a worth") -> Fraction:
    """Take a number for exactly what it says: 0.1 in a text is 1/10."""
    try:
        if isinstance(told, bool):
            raise ValueError
        if isinstance(told, str) and "/" not in told:
            size = Decimal(told) if len(told) <= 100 else Decimal("nan")
            if not size.is_finite() or (size and abs(size.adjusted()) > 400):
                raise ValueError
        elif isinstance(told, str) and len(told) > 200:
            raise ValueError
        number = Fraction(told)
    except (TypeError, ValueError, ArithmeticError, InvalidOperation):
        raise NotationError(f"{where}: {what} is a finite number, not {quoted(told)}.") from None
    if abs(number) > GREATEST:
        raise NotationError(f"{where}: {quoted(told)} is too large: {what} is {GREATEST:g} at most.")
    return number
