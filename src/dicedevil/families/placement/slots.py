"""What a slot does with a roll, as data.

A way to score is a number, which multiplies the total of the dice; a formula of the total x, such as
`x**2`; or a `Slot`, which asks for something and pays otherwise where the total does not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dicedevil.errors import RulesError, TooLarge, listed
from dicedevil.families.placement.formulas import formula_scores

MOST_SLOTS = 10_000
MOST_SETS = 60
"""Slots that need the table over all sets of slots, which long before this fits nowhere."""
MOST_POINTS = 2**53
"""Up to here scores stay exact when they are kept as floats."""
MOST_STEPS = 2_000_000
"""Signs of formulas, worked out for each total: a few seconds."""


@dataclass(frozen=True)
class Slot:
    """A slot that asks for a total: what it pays then, and what otherwise."""

    pays: int | str
    """Points, or a formula of the total x."""
    at_least: int | None = None
    at_most: int | None = None
    totals: tuple[int, ...] = ()
    """Where there are any, the total is one of these."""
    otherwise: int = 0

    def fits(self, total: int) -> bool:
        """Tell whether a total is what the slot asks for."""
        return (
            (self.at_least is None or total >= self.at_least)
            and (self.at_most is None or total <= self.at_most)
            and (not self.totals or total in self.totals)
        )

    def __str__(self) -> str:
        """`25 from 12 up, otherwise -5`."""
        asked = [
            *([] if self.at_least is None else [f"from {self.at_least}"]),
            *([] if self.at_most is None else [f"up to {self.at_most}"]),
            *([f"for {listed(self.totals)}"] if self.totals else []),
        ]
        return f"{' '.join([str(self.pays), *asked])}, otherwise {self.otherwise}"


Way = int | str | Slot


def way_words(way: Way) -> str:
    """`times 3`, `x**2`, `25 from 12, otherwise 0`."""
    return f"times {way}" if isinstance(way, int) else str(way)


def way_scores(way: Way, totals: Iterable[int]) -> Mapping[int, int]:
    """Return what a slot pays for each total."""
    if isinstance(way, int):
        return {total: way * total for total in totals}
    if isinstance(way, str):
        return formula_scores(way, totals)
    fitting = [total for total in totals if way.fits(total)]
    paid = dict.fromkeys(fitting, way.pays) if isinstance(way.pays, int) else {}
    paid |= formula_scores(way.pays, fitting) if isinstance(way.pays, str) else {}
    return {total: paid.get(total, way.otherwise) for total in totals}


def require_ways(ways: Sequence[Way], totals: int) -> None:
    """Refuse slots that are none, too many, or whose formulas take too long for so many totals."""
    if not ways:
        raise RulesError("At least one slot is needed.")
    if len(ways) > MOST_SLOTS:
        raise TooLarge(f"{len(ways):,} slots are too many: the most is {MOST_SLOTS:,}.")
    if len(ways) > MOST_SETS and not rises(ways):
        what = "functions" if all(isinstance(way, str) for way in ways) else "slots"
        raise TooLarge(
            f"{len(ways):,} {what} are too many where slots do not multiply by rising numbers: the "
            f"table over all sets of slots doubles with each, and the most is {MOST_SETS}."
        )
    formulas = [way.pays if isinstance(way, Slot) else way for way in ways]
    steps = totals * sum(len(one) for one in formulas if isinstance(one, str))
    if steps > MOST_STEPS:
        raise TooLarge(
            f"Formulas of {steps // totals:,} signs for each of {totals:,} totals are too much to work "
            f"out: use fewer dice or faces."
        )


def rises(ways: Sequence[Way]) -> bool:
    """Tell whether every slot multiplies, and none by less than the one before it."""
    numbers = [way for way in ways if isinstance(way, int)]
    return len(numbers) == len(ways) and all(a <= b for a, b in pairwise(numbers))


def multiplied(ways: Sequence[Way]) -> tuple[int, ...] | None:
    """Return each slot's multiplier, or None where a slot scores in another way."""
    numbers = tuple(way for way in ways if isinstance(way, int))
    return numbers if len(numbers) == len(ways) else None
