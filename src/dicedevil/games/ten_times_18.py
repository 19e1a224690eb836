"""Ten Times 18: what its text, `ten-times-18.toml`, cannot say are two other ways to name the slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from dicedevil.errors import RulesError, quoted
from dicedevil.parameters import Numbers, Parameter, Text, Values
from dicedevil.written.placement import WrittenPlacement

MULTIPLIERS = Parameter(
    "multipliers",
    "1..slots",
    Numbers(),
    "one number per slot, never falling: 1..10 or 1/2/5",
    may_be_unset=True,
)
FUNCTIONS = Parameter(
    "functions",
    "",
    Text(),
    "one function of the roll x per slot instead: x/2*x/x**2",
    may_be_unset=True,
)


@dataclass(frozen=True)
class TenTimes18(WrittenPlacement, rules="ten-times-18"):
    """Place each total of the dice in a slot that multiplies it."""

    parameters = (MULTIPLIERS, FUNCTIONS)

    @classmethod
    def from_values(cls, values: Values) -> TenTimes18:
        """Make the game from its parameters: slots, or multipliers, or functions."""
        if values["functions"] is not None:
            if "multipliers" in values.given:
                raise RulesError("Give the slots multipliers or functions, not both.")
            formulas = tuple(part.strip() for part in values["functions"].split("/"))
            _require_count(values, len(formulas), "functions")
            return cls(values["dice"], formulas)
        numbers: tuple[int, ...] | None = values["multipliers"]
        if numbers is None:
            return cls(values["dice"], tuple(range(1, values["slots"] + 1)))
        _require_count(values, len(numbers), "multipliers")
        for slot, (before, number) in enumerate(pairwise(numbers), 2):
            if number < before:
                raise RulesError(
                    f"Multipliers must not fall from slot to slot: slot {slot} has {number} after "
                    f"{before} in {quoted(MULTIPLIERS.write(numbers))}."
                )
        return cls(values["dice"], numbers)

    @property
    def values(self) -> Mapping[str, Any]:
        """The parameters that make this game: how its slots score, then its dice."""
        if self.multipliers is None:
            return {"functions": "/".join(map(str, self.ways)), "dice": self.dice}
        if self.multipliers == tuple(range(1, self.slots + 1)):
            return {"slots": self.slots, "dice": self.dice}
        return {"multipliers": self.multipliers, "dice": self.dice}


def _require_count(values: Values, given: int, what: str) -> None:
    if "slots" in values.given and values["slots"] != given:
        raise RulesError(f"slots={values['slots']}, but there are {given} {what}.")
