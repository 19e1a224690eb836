"""The setting of a rule whose measure comes nearest to what is wanted.

Every setting is worked out: a measure need not rise or fall all the way, and nobody guesses that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dicedevil.ask.measures import MEASURES, Figure, Measure, measures_named
from dicedevil.design.rows import Sweep, SweepRow
from dicedevil.design.settings import Value, Vary, all_varied
from dicedevil.design.sweep import MOST_WORKERS, swept
from dicedevil.errors import (
    DiceDevilError,
    RulesError,
    TableError,
    TooLarge,
    UsageError,
    quoted,
)
from dicedevil.notebook import html_table
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.progress import Progress, silent

CHANCE = "chance"
FARTHEST = 1e15
"""No measure comes near more."""
REFUSALS = {one.exit_code: one for one in (UsageError, RulesError, TableError, TooLarge)}


@dataclass(frozen=True)
class Tuned:
    """What comes nearest, and all that was looked at."""

    measure: str
    to: float
    """What was wanted."""
    nearest: SweepRow
    """The first of those that come nearest."""
    as_near: tuple[SweepRow, ...]
    """The others, whose figures cannot be told from as near; mostly none."""
    sweep: Sweep

    @property
    def best(self) -> Mapping[str, Value]:
        """The setting: values by parameter."""
        return self.nearest.values

    @property
    def figure(self) -> Figure:
        """What the measure comes to there."""
        return self.nearest.figures[self.measure]

    @property
    def difference(self) -> float:
        """How far that is from what was wanted: below it, where negative."""
        return float(Fraction(self.figure.value) - Fraction(self.to))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `tune --json` prints it."""
        told = self.sweep.to_dict()
        return {
            "game": told["game"],
            "best": dict(self.best),
            "measure": self.measure,
            "to": self.to,
            "value": self.figure.value,
            "error_bound": self.figure.error_bound,
            "difference": self.difference,
            "as_near": [dict(row.values) for row in self.as_near],
            "vary": told["vary"],
            "rows": told["rows"],
        }

    def __str__(self) -> str:
        """The setting and what it comes to."""
        return (
            f"{self.sweep.game}: {self.measure} is nearest to {self.to:g} with {self.nearest.setting}: "
            f"{self.figure.value:.6g}, of {len(self.sweep.rows):,} settings"
        )

    def __repr__(self) -> str:
        """The same."""
        return f"<Tuned {self}>"

    def _repr_html_(self) -> str:
        rows = [
            *self.best.items(),
            (self.measure, f"{self.figure.value:.7g}"),
            ("wanted", f"{self.to:.7g}"),
            ("difference", f"{self.difference:.2g}"),
        ]
        return html_table(rows, caption=f"{self.sweep.game}, of {len(self.sweep.rows):,} settings")


def tune(
    game: Game | str,
    vary: Vary,
    measure: str,
    to: float,
    *,
    workers: int = 1,
    fresh: bool = False,
    progress: Progress = silent,
    budget: Budget | None = None,
) -> Tuned:
    """Find the setting of a parameter, or of two, with which a measure comes nearest to a number.

    All settings are worked out, as by `sweep`; of those that come as near, the first is taken.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise UsageError(f"workers is a whole number from 1 to {MOST_WORKERS}, not {quoted(workers)}.")
    wanted = measures_named(measure)
    if len(wanted) != 1:
        raise UsageError(f"One measure is brought near a number, not {len(wanted)}: {quoted(measure)}.")
    require_wanted(wanted[0], to)
    varied = all_varied(game, vary)
    found = swept(game, varied, wanted, workers, fresh, budget or Budget(progress=progress))
    return nearest_in(found, wanted[0].name, float(to))


def require_wanted(measure: Measure, to: float) -> None:
    """Refuse a number that the measure cannot come near."""
    if not abs(to) <= FARTHEST:
        raise UsageError(
            f"{measure.name} is brought near a number, of at most {FARTHEST:.0e}, not {quoted(to)}."
        )
    if measure.unit == CHANCE and not 0 <= to <= 1:
        raise UsageError(
            f"{measure.name} is a chance, between 0 and 1: write 0.51 for 51 %, not {to:g}."
        )


def nearest_in(sweep: Sweep, measure: str, to: float) -> Tuned:
    """Return the first row that comes nearest; a difference within the error bounds is none."""
    rows = [row for row in sweep.rows if measure in row.figures]
    if not rows:
        first = sweep.rows[0]
        raise REFUSALS.get(first.exit_code, DiceDevilError)(f"No setting has {measure}: {first.error}")
    off = {id(row): abs(Fraction(row.figures[measure].value) - Fraction(to)) for row in rows}
    least = min(rows, key=lambda row: off[id(row)])
    bound = Fraction(least.figures[measure].error_bound)
    near = [
        row
        for row in rows
        if off[id(row)] - off[id(least)] <= bound + Fraction(row.figures[measure].error_bound)
    ]
    return Tuned(MEASURES[measure].name, to, near[0], tuple(near[1:]), sweep)
