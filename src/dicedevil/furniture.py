"""What lies on a table for everybody to see, and what a person touches there to say a choice.

A game tells it by three methods (`Furnished`): pieces of a few kinds, made of spots; what of them a
choice uses; and the dice that lie there already. Whoever draws a board, on a page or at a terminal,
knows kinds of pieces, never games. Games that tell nothing are told by how their positions are written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from dicedevil.dice import Roll
from dicedevil.rules import Choice, Position, State

CARD, TILES, SLOTS, TRACKS, TOTALS, PLAIN = "card", "tiles", "slots", "tracks", "totals", "plain"
"""Kinds of pieces. Whoever does not know one draws it as a plain one: lines of words."""


class Edit(NamedTuple):
    """How a position is written anew when somebody sets a spot by hand: which key of it changes.

    Either one of some values, a number between two others, or a member of a list with plus signs.
    """

    key: str
    values: Sequence[str] = ()
    low: int | None = None
    high: int | None = None
    step: int = 1
    member: str = ""
    drops: Sequence[str] = ()
    """Keys that no longer fit, and go."""

    def before(self, front: str) -> Edit:
        """Return the same for another player, whose keys have something in front."""
        return self._replace(key=front + self.key, drops=[front + one for one in self.drops])

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: the one of the three ways that it is."""
        told: dict[str, Any] = {"key": self.key, "drops": list(self.drops)}
        if self.member:
            return told | {"member": self.member}
        if self.low is not None:
            return told | {"low": self.low, "high": self.high, "step": self.step}
        return told | {"values": list(self.values)}


class Spot(NamedTuple):
    """A place on a piece: a box, a tile, a slot, a total."""

    name: str
    """What choices call it; no other spot of the player is called so."""
    label: str
    """The same for people."""
    text: str = ""
    """What stands there."""
    points: int | None = None
    """The same as a number, or what it counts."""
    open: bool = False
    """Whether a choice may still use it."""
    of: int | None = None
    """What it fills up to."""
    edit: Edit | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return self._asdict() | {"edit": None if self.edit is None else self.edit.to_dict()}


class Piece(NamedTuple):
    """Something with spots, in sections: a score card has an upper and a lower one."""

    kind: str
    sections: Sequence[Sequence[Spot]]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        sections = [[spot.to_dict() for spot in section] for section in self.sections]
        return {"kind": self.kind, "sections": sections}


class Uses(NamedTuple):
    """What a person touches to say a choice; one that uses nothing at all is said by a button."""

    label: str
    """The choice for people."""
    dice: Sequence[int] | None = None
    """Places of dice that are held, or set aside, before the others are rolled; none may be."""
    spots: Sequence[str] = ()


@runtime_checkable
class Furnished(Protocol):
    """Games that tell what lies on the table."""

    def furniture(self, position: Position, written: str, seat: int) -> Sequence[Piece]:
        """Return what a player has, the main piece first; `written` is how the position is written."""

    def uses(self, state: State, roll: Roll, choice: Choice) -> Uses:
        """Return what a choice uses."""

    def lying(self, state: State) -> Sequence[int | None]:
        """Return the dice that lie there before a roll; None in the place of one that is rolled."""


def places(roll: Roll, faces: Sequence[int]) -> list[int]:
    """Return places of a roll that show these faces: the first ones that do."""
    free = list(range(len(roll)))
    found = []
    for face in faces:
        place = next(place for place in free if roll[place] == face)
        free.remove(place)
        found.append(place)
    return found


def spelled(name: str) -> str:
    """Return a name as people write it: `three-of-a-kind` is "Three of a kind"."""
    words = name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def stands(written: str) -> dict[str, str]:
    """Return what is written of a position, by its keys."""
    return dict(item.split("=", 1) for item in written.split(",") if "=" in item)
