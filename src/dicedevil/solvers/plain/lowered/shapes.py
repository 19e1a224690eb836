"""What lowered code knows of a value before it runs: its shape, and the names that hold it.

Every number in lowered code is an int64. Whether one is a whole number, a truth value or a text (by a
number of its own) is known when the code is written, so that nothing is taken for something else:

    LeafShape   one number of a kind
    RowShape    a tuple, list or NamedTuple of known length: its parts side by side
    Run         a tuple or list of any length whose elements are alike: an array int64[length, width]

What has no shape cannot be lowered, and the reason is told (`NotLowered`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import index
from typing import Any, TypeAlias

NUMBER, TRUTH, TEXT, NOTHING = "whole number", "truth value", "text", "None"
FARTHEST = 2**63 - 1
MOST_PARTS = 64
"""A row of more parts is too long to be written out."""


class NotLowered(Exception):
    """A game's functions cannot be lowered; the text says why."""


@dataclass(frozen=True)
class LeafShape:
    """One number."""

    kind: str


@dataclass(frozen=True)
class RowShape:
    """A sequence of known length."""

    parts: tuple[Shape, ...]
    made: type = tuple  # tuple, list, or a NamedTuple's class


@dataclass(frozen=True)
class Run:
    """A sequence of any length."""

    each: Shape
    made: type = tuple


Shape: TypeAlias = LeafShape | RowShape | Run
WHOLE, YES_NO, WORDS, NONE = LeafShape(NUMBER), LeafShape(TRUTH), LeafShape(TEXT), LeafShape(NOTHING)


@dataclass(frozen=True)
class HeldValue:
    """A value: its shape, and for each leaf and run the name or number that holds it."""

    shape: Shape
    names: tuple[str, ...]

    @property
    def name(self) -> str:
        """Where a leaf or a run is."""
        return self.names[0]

    def parts(self) -> list[HeldValue]:
        """The parts of a row."""
        found, begin = [], 0
        for part in self.shape.parts if isinstance(self.shape, RowShape) else ():
            found.append(HeldValue(part, self.names[begin : begin + width(part)]))
            begin += width(part)
        return found


@dataclass(frozen=True)
class KnownThing:
    """An object that is there before the code runs: the game, a constant, a function."""

    thing: Any
    path: tuple[Any, ...] = ()
    """How it was come by: games with other parameters read their constants in the same places."""


def row_of(parts: list[HeldValue], made: type = tuple) -> HeldValue:
    """Put values side by side."""
    if len(parts) > MOST_PARTS:
        raise NotLowered(f"a tuple of more than {MOST_PARTS} parts")
    names = tuple(name for part in parts for name in part.names)
    return HeldValue(RowShape(tuple(part.shape for part in parts), made), names)


def leaves(shape: Shape) -> Iterator[LeafShape | Run]:
    """Yield what takes a name each."""
    if isinstance(shape, RowShape):
        for part in shape.parts:
            yield from leaves(part)
    else:
        yield shape


def width(shape: Shape) -> int:
    """Return how many names hold a value."""
    return sum(1 for _ in leaves(shape))


def is_fixed(shape: Shape) -> bool:
    """Tell whether a value is made of a known number of numbers."""
    return all(isinstance(leaf, LeafShape) for leaf in leaves(shape))


def is_number(shape: Shape) -> bool:
    """Tell whether a value counts as a whole number, as True does."""
    return shape in (WHOLE, YES_NO)


def plain_kind(made: type) -> type:
    """Return tuple for NamedTuples, too."""
    return list if made is list else tuple


def is_record(thing: object) -> bool:
    """Tell whether this is the class of a NamedTuple that behaves as a tuple does."""
    if not (isinstance(thing, type) and issubclass(thing, tuple) and hasattr(thing, "_fields")):
        return False
    own = {name for base in thing.__mro__[: thing.__mro__.index(tuple)] for name in vars(base)}
    special = {name for name in own if name in vars(tuple) or name in ("__bool__", "__getattr__")}
    usual = {"__new__", "__repr__", "__doc__", "__getnewargs__", *thing._fields}
    return special <= usual and thing.__new__.__module__.startswith("namedtuple_")


def shape_of(thing: Any) -> Shape:
    """Return the shape of a state: whole numbers, truth values, and tuples of them."""
    if type(thing) is bool:
        return YES_NO
    if type(thing) is int:
        return WHOLE
    if type(thing) is tuple or is_record(type(thing)):
        return RowShape(tuple(map(shape_of, thing)), type(thing))
    raise NotLowered(f"a state holds {type(thing).__name__}: only whole numbers and tuples of them are")


def flat(thing: Any, shape: Shape) -> Iterator[int]:
    """Yield the numbers of a state of a shape; ValueError if it is another kind of thing."""
    if isinstance(shape, RowShape):
        if not isinstance(thing, tuple) or len(thing) != len(shape.parts):
            raise ValueError(thing)
        for part, inner in zip(thing, shape.parts, strict=True):
            yield from flat(part, inner)
    elif hasattr(thing, "__index__") and -FARTHEST <= (number := index(thing)) <= FARTHEST:
        yield number
    else:
        raise ValueError(thing)


def made_of(numbers: Iterator[int], shape: Shape) -> Any:
    """Make a state of its numbers."""
    if isinstance(shape, RowShape):
        parts = [made_of(numbers, part) for part in shape.parts]
        return tuple(parts) if shape.made is tuple else shape.made._make(parts)  # type: ignore[attr-defined]
    return bool(next(numbers)) if shape == YES_NO else next(numbers)


def joined(one: Shape, other: Shape) -> Shape:
    """Return the shape of a value that is sometimes one and sometimes the other."""
    if one == other:
        return one
    if isinstance(one, LeafShape) or isinstance(other, LeafShape):
        raise NotLowered(f"a value is sometimes {words(one)} and sometimes {words(other)}")
    if one.made is not other.made:
        raise NotLowered(f"a value is sometimes {words(one)} and sometimes {words(other)}")
    if isinstance(one, RowShape) and isinstance(other, RowShape) and len(one.parts) == len(other.parts):
        return RowShape(tuple(map(joined, one.parts, other.parts)), one.made)
    if one.made not in (tuple, list):
        raise NotLowered(f"{one.made.__name__}s of different shapes")
    inner = [*_elements(one), *_elements(other)]
    for element in inner:
        if element != inner[0]:
            raise NotLowered(f"a {words(one)} of {words(inner[0])} and {words(element)}")
    return Run(inner[0], one.made)


def _elements(shape: RowShape | Run) -> tuple[Shape, ...]:
    return shape.parts if isinstance(shape, RowShape) else (shape.each,)


def words(shape: Shape) -> str:
    """Name a shape as a person would."""
    return shape.kind if isinstance(shape, LeafShape) else shape.made.__name__
