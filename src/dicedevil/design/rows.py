"""What a sweep found: a row for each setting, with its figures or why there are none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from dicedevil.ask.measures import MEASURES, Figure
from dicedevil.design.settings import Value, Varied
from dicedevil.notebook import html_table

ERROR = "error"
MOST_SHOWN = 200
"""Rows that a notebook shows."""


@dataclass(frozen=True)
class SweepRow:
    """One setting: what the parameters are, and what the measures came to."""

    game: str
    values: Mapping[str, Value] = field(hash=False)
    figures: Mapping[str, Figure] = field(hash=False)
    """By measure; those that could not be worked out are left out."""
    error: str = ""
    """Why some are."""
    exit_code: int = 0
    """The number of the first error, as the command line has it."""

    def __post_init__(self) -> None:
        """Keep the row from being changed."""
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))
        object.__setattr__(self, "figures", MappingProxyType(dict(self.figures)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to other processes and back."""
        return SweepRow, (self.game, dict(self.values), dict(self.figures), self.error, self.exit_code)

    @property
    def setting(self) -> str:
        """The setting as it stands in a game's name."""
        return ",".join(f"{name}={value}" for name, value in self.values.items())

    def to_dict(self, measures: Sequence[str]) -> dict[str, Any]:
        """Return plain data: values and measures by name; what could not be worked out is null."""
        keys = {name: measure_key(name, self.values) for name in measures}
        found = {name: self.figures.get(name) for name in measures}
        bounds = {keys[name]: one.error_bound for name, one in found.items() if one is not None}
        return {
            "game": self.game,
            "error_bounds": bounds,
            **self.values,
            **{keys[name]: None if one is None else one.value for name, one in found.items()},
            **({ERROR: self.error} if self.error else {}),
        }


def measure_key(measure: str, parameters: Mapping[str, Any] | Sequence[str]) -> str:
    """Return what a measure is called in a row: another name where a parameter has its own."""
    return f"measured-{measure}" if measure in parameters else measure


@dataclass(frozen=True)
class Sweep:
    """All rows, in the order of the settings."""

    game: str
    """What is varied in it stands in the rows."""
    varied: tuple[Varied, ...]
    measures: tuple[str, ...]
    rows: tuple[SweepRow, ...]
    worked_out: int = field(default=0, compare=False)
    """Rows that were worked out now; the others had been kept."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of what is varied."""
        return tuple(one.name for one in self.varied)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of parameters and measures, as in every row."""
        return (*self.parameters, *(measure_key(name, self.parameters) for name in self.measures))

    @property
    def has_errors(self) -> bool:
        """Whether a row is not complete."""
        return any(row.error for row in self.rows)

    @property
    def exit_code(self) -> int:
        """0 where any figure was found, else the number of the first error."""
        return 0 if any(row.figures for row in self.rows) else self.rows[0].exit_code

    def column(self, measure: str) -> list[float | None]:
        """Return what a measure came to in every row."""
        found = (row.figures.get(measure) for row in self.rows)
        return [None if one is None else one.value for one in found]

    def error_bound(self, measure: str) -> float:
        """Return how far any figure of a measure can be off."""
        found = (row.figures.get(measure) for row in self.rows)
        return max((one.error_bound for one in found if one is not None), default=0.0)

    def cells(self) -> list[tuple[Any, ...]]:
        """Return rows for a table of `columns`: empty where there is no figure."""
        return [
            (*row.values.values(), *("" if one is None else one for one in self._figures(row)))
            for row in self.rows
        ]

    def _figures(self, row: SweepRow) -> list[float | None]:
        found = (row.figures.get(name) for name in self.measures)
        return [None if one is None else one.value for one in found]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `sweep --json` prints it."""
        return {
            "game": self.game,
            "vary": {one.name: list(one.values) for one in self.varied},
            "measures": {name: MEASURES[name].about for name in self.measures},
            "rows": [row.to_dict(self.measures) for row in self.rows],
        }

    def __str__(self) -> str:
        """What is varied, and between what the measures lie."""
        count = "1 setting" if len(self.rows) == 1 else f"{len(self.rows):,} settings"
        told = [f"{self.game}, {' and '.join(map(str, self.varied))}: {count}"]
        for name in self.measures:
            values = [value for value in self.column(name) if value is not None]
            if values:
                told.append(f"{name} {min(values):.6g} to {max(values):.6g}")
        return ", ".join(told)

    def __repr__(self) -> str:
        """The same: all rows would fill pages."""
        return f"<Sweep {self}>"

    def _repr_html_(self) -> str:
        error = (ERROR,) if self.has_errors else ()
        shown = [
            (
                *(f"{cell:.7g}" if isinstance(cell, float) else cell for cell in cells),
                *((row.error,) if error else ()),
            )
            for cells, row in zip(self.cells(), self.rows[:MOST_SHOWN], strict=False)
        ]
        more = len(self.rows) - MOST_SHOWN
        caption = f"{self.game}" + (
            f": the first {MOST_SHOWN} of {len(self.rows):,}" if more > 0 else ""
        )
        return html_table(shown, (*self.columns, *error), caption)
