"""Any utility of the final score: what each score is worth, and the best mean of that.

    V(state, points) = mean over rolls of  best over choices of  V(next state, points + points now)
    V(over, points)  = what a final score of `points` is worth

A state has a row of values, one for every number of points made so far: choosing and mixing go
elementwise, and points shift the row. A target is the case in which the scores that reach it are
worth 1 and all others 0; there the row of one target is part of that of any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from dicedevil.dice import Roll
from dicedevil.errors import UsageError, quoted
from dicedevil.objectives import UTILITY, Objective
from dicedevil.rules import Choice, Game, State
from dicedevil.shapes import RankAgainst, Worths, WorthTable, read_shape, read_table

UNTOLD = 2.0**900
"""Stands for the share of a score of which nothing is told: a mean with it tells that it can occur."""


class WorthRow(NamedTuple):
    """The worths of the scores from `low` on, scaled: the least is 0, the greatest 1."""

    low: int
    shares: list[float]
    least: Fraction
    span: Fraction
    error: float
    """How far a worth that is told can be from the exact one."""

    def value(self, share: float) -> float:
        """Return the worth that a share, or a mean of shares, stands for."""
        return float(self.least) + float(self.span) * share

    def error_bound(self, share_error: float) -> float:
        """Return how far a value can be off whose share is off by so much."""
        rounding = 2.0**-51 * (abs(float(self.least)) + float(self.span))
        return self.error + float(self.span) * share_error + rounding


@dataclass(frozen=True)
class Utility(Objective):
    """The best mean worth of the final score.

    `Utility({0: 0, 10: 1})` takes a table, `Utility("capped=250")` a shape as it is written;
    `Utility.rank` takes a law, `Utility.read` a file.
    """

    worths: Worths | Mapping[int, Any] | str

    name = UTILITY
    by_points = True

    def __post_init__(self) -> None:
        """Take a table or a text for what they say."""
        if isinstance(self.worths, str):
            object.__setattr__(self, "worths", read_shape(self.worths))
        elif isinstance(self.worths, Mapping):
            object.__setattr__(self, "worths", WorthTable.of(self.worths))
        elif not isinstance(self.worths, Worths):
            raise UsageError(f"A utility is a table of scores and worths, not {quoted(self.worths)}.")

    @classmethod
    def rank(cls, law: Any) -> Utility:
        """Return the chance to beat somebody with this law: a `Distribution`, or chances by score."""
        return cls(RankAgainst.of(law))

    @classmethod
    def read(cls, path: str | Path) -> Utility:
        """Read a table from a CSV file with the columns score,worth."""
        return cls(read_table(Path(path)))

    @property
    def told(self) -> Worths:
        """What scores are worth."""
        return self.worths  # type: ignore[return-value]  # as `__post_init__` made it

    def view(self, game: Game) -> Game:
        """The game in which scores are made: that of a target."""
        played = game.view("target")
        self.refuse(played)
        return played

    def gain(self, game: Game, state: State, roll: Roll, choice: Choice, points: int) -> int:
        """Points count only through the final score."""
        return 0

    def wants_more(self, game: Game, state: State) -> bool:
        """More worth is better, whatever the game counts."""
        return True

    def worth(self, game: Game, score: int) -> Fraction | None:
        """Return what a final score is worth, exactly; None where that is not told."""
        return self.told.worth(score, -1 if game.lower_is_better else 1)

    def row(self, game: Game, low: int, high: int, step: int = 1) -> WorthRow:
        """Return the worths of the scores from `low` to `high`, in floats."""
        sign = -1 if game.lower_is_better else 1
        # it grows away from 0; and what is too large for floats is so there first
        error = max(self.told.error(score, sign) for score in sorted((low, high), key=abs)[::-1])
        worths = [self.worth(game, score) for score in range(low, high + 1, step)]
        known = [worth for worth in worths if worth is not None] or [Fraction(0)]
        least, most = min(known), max(known)
        span = most - least or Fraction(1)
        shares = [UNTOLD if worth is None else float((worth - least) / span) for worth in worths]
        return WorthRow(low, shares, least, span, error)

    def require_exact(self) -> None:
        """Refuse fractions where worths are none."""
        if not self.told.is_exact:
            raise UsageError(
                f"What {self.told} makes of a score is no fraction: leave --exact out, or give a table."
            )

    def __str__(self) -> str:
        """What it is made of."""
        return str(self.told)


def untold(utility: Utility, game: Game, score: int) -> UsageError:
    """Return the refusal of a utility that says nothing of a score."""
    return UsageError(
        f"The utility ({utility}) says nothing of a score of {score:,}, which can occur in {game}: "
        "every score that can occur needs a worth."
    )
