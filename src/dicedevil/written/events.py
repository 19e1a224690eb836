"""Events one after the other, as text: each has a family of its own, and what that family's files hold.

family = "events"

[events.javelin]
family = "set-aside"
dice = "6d6"
only = [1, 3, 5]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dicedevil.errors import listed, nearest, quoted
from dicedevil.families.events import MOST_EVENTS, Event, EventsGame
from dicedevil.families.heights import HeightsGame
from dicedevil.families.set_aside import SetAsideGame
from dicedevil.families.sets import SetsGame
from dicedevil.furniture import spelled
from dicedevil.parameters import OneOf
from dicedevil.written import heights, set_aside, sets
from dicedevil.written.base import WrittenRules, placed
from dicedevil.written.shape import (
    LEFT_OUT,
    NEEDED,
    Keys,
    Leaf,
    Mistake,
    Named,
    Path,
    Shape,
    path_text,
)

KINDS: Mapping[
    str, tuple[Mapping[str, Shape], Callable[[Mapping[str, Any], tuple[str, ...]], Event]]
] = {
    "set-aside": (set_aside.FIELDS, lambda facts, at: SetAsideGame(set_aside.aside_rules(facts, at))),
    "sets": (sets.FIELDS, lambda facts, at: SetsGame(sets.sets_rules(facts, at))),
    "heights": (heights.FIELDS, lambda facts, at: HeightsGame(heights.heights_rules(facts, at))),
}
"""What an event may be: its fields in a file, and the game they make."""


@dataclass(frozen=True)
class OneEvent(Shape):
    """A table whose key `family` says which other keys it has."""

    about: str = ""
    default: Any = NEEDED

    def read(self, value: Any, at: Path, wrong: list[Mistake]) -> Any:
        """Read it by the shape of its family."""
        shape = self._of(value)
        if shape is not None:
            return shape.read(value, at, wrong)
        told = value.get("family") if isinstance(value, Mapping) else None
        hint = nearest(told, KINDS) if isinstance(told, str) else ""
        words = f"{path_text((*at, 'family'))} is one of {listed(KINDS)}"
        where = at if told is None else (*at, "family")
        wrong.append(
            Mistake(where, words + (f", not {quoted(told)}.{hint}" if told else ": it is missing."))
        )
        return LEFT_OUT

    def _of(self, value: Any) -> Keys | None:
        family = value.get("family") if isinstance(value, Mapping) else None
        return _table(family) if isinstance(family, str) and family in KINDS else None

    def schema(self) -> dict[str, Any]:
        """Any of the families."""
        return {"anyOf": [_table(family).schema() for family in KINDS]}

    def within(self, path: Path, value: Any) -> Shape | None:
        """Look below the table that it is."""
        shape = self._of(value)
        return None if shape is None else shape.within(path, value)


def _table(family: str) -> Keys:
    return Keys({"family": Leaf(OneOf((family,)), "the kind of event"), **KINDS[family][0]})


FIELDS: Mapping[str, Shape] = {
    "events": Named(OneEvent(), "the events, in their order", least=1, most=MOST_EVENTS),
}


@dataclass(frozen=True)
class WrittenEvents(WrittenRules, EventsGame):
    """Events that are written as text."""

    fields = FIELDS
    usual_state = (
        "The event that is on, the points of earlier ones where they are told, and the state in it: "
        "event=javelin,earlier=150,attempt=2,best=12,turn=9,dice=3."
    )

    @classmethod
    def rules_of(cls, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The events."""
        made = tuple(
            (name, KINDS[told["family"]][1](told, ("events", name)))
            for name, told in facts["events"].items()
        )
        placed(("events",), EventsGame, made)
        return {"events": made}

    def in_words(self) -> list[str]:
        """Event by event what its rules mean."""
        return [f"{spelled(name)}: {' '.join(_lines(event))}" for name, event in self.events]


def _lines(event: Event) -> list[str]:
    if isinstance(event, SetAsideGame):
        return set_aside.aside_lines(event.rules)
    return (
        sets.sets_lines(event.rules)
        if isinstance(event, SetsGame)
        else heights.heights_lines(event.rules)
    )
