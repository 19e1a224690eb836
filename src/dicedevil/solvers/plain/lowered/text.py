"""The text of lowered code as it is written: lines, names that are new, blocks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.plain.lowered.shapes import (
    FARTHEST,
    MOST_PARTS,
    NONE,
    WHOLE,
    WORDS,
    YES_NO,
    HeldValue,
    KnownThing,
    LeafShape,
    NotLowered,
    RowShape,
    Run,
    Shape,
    is_fixed,
    is_record,
    joined,
    leaves,
    row_of,
    width,
    words,
)

INDENT = "    "


@dataclass(eq=False)
class Pool:
    """The constants of a game: numbers that lowered code reads, so that variants share their code."""

    numbers: list[int] = field(default_factory=list)
    runs: list[tuple[int, list[int], int]] = field(default_factory=list)
    texts: dict[str, int] = field(default_factory=lambda: {"": 0})
    known: dict[tuple[Any, ...], HeldValue] = field(default_factory=dict)

    def code(self, text: str) -> int:
        """Return the number that stands for a text; the empty one is 0, as false as it is."""
        return self.texts.setdefault(text, len(self.texts))

    def leaf(self, thing: Any) -> tuple[LeafShape, int]:
        """Return the kind and the number of a constant."""
        if thing is None:
            return NONE, 0
        if type(thing) is bool:
            return YES_NO, int(thing)
        if type(thing) is int:
            if not -FARTHEST <= thing <= FARTHEST:
                raise NotLowered("a number beyond 64 bits")
            return WHOLE, thing
        if type(thing) is str:
            return WORDS, self.code(thing)
        raise NotLowered(f"a constant of type {type(thing).__name__}")

    def shape(self, thing: Any) -> Shape:
        """Return the shape of a constant: sequences of things alike are runs."""
        if type(thing) not in (tuple, list) and not is_record(type(thing)):
            return self.leaf(thing)[0]
        parts = [self.shape(part) for part in thing]
        fixed = [self.row_shape(part) for part in thing]
        if is_record(type(thing)):
            return RowShape(tuple(parts), type(thing))
        if parts and all(is_fixed(part) and part == fixed[0] for part in fixed):
            return Run(fixed[0], type(thing))
        if len(parts) > MOST_PARTS:
            raise NotLowered(f"a constant of {len(parts)} parts that are not alike")
        return RowShape(tuple(parts), type(thing))

    def row_shape(self, thing: Any) -> Shape:
        """Return the shape of a constant as it is, its length included."""
        if type(thing) not in (tuple, list) and not is_record(type(thing)):
            return self.leaf(thing)[0]
        if len(thing) > MOST_PARTS:
            return Run(WHOLE, type(thing))  # not fixed: too long to be written out
        return RowShape(tuple(map(self.row_shape, thing)), type(thing))

    def _flat(self, thing: Any) -> Iterator[int]:
        if isinstance(thing, (tuple, list)):
            for part in thing:
                yield from self._flat(part)
        else:
            yield self.leaf(thing)[1]

    def hold(self, known: KnownThing) -> HeldValue:
        """Put a constant into the pool, once."""
        if known.path not in self.known:
            self.known[known.path] = self._put(known.thing, self.shape(known.thing))
        return self.known[known.path]

    def _put(self, thing: Any, shape: Shape) -> HeldValue:
        if isinstance(shape, RowShape):
            parts = [self._put(part, inner) for part, inner in zip(thing, shape.parts, strict=True)]
            return row_of(parts, shape.made)
        place = len(self.numbers)
        if isinstance(shape, Run):
            self.numbers += [0, 0]
            self.runs.append((place, list(self._flat(thing)), len(thing)))
            return HeldValue(shape, (f"kept_run(pool, {place}, {width(shape.each)})",))
        self.numbers.append(self.leaf(thing)[1])
        return HeldValue(shape, (f"pool[{place}]",))

    def array(self) -> NDArray[np.int64]:
        """Return the pool as lowered code reads it."""
        numbers = list(self.numbers)
        for place, flat, length in self.runs:
            numbers[place : place + 2] = len(numbers), length
            numbers += flat
        return np.array([*numbers, 0], np.int64)


class CodeLines:
    """CodeLines of code under way."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.lines: list[str] = []
        self.depth = 1
        self.names = 0
        self.constants: dict[str, str] = {}  # what is read from the pool before all else

    def line(self, text: str) -> None:
        """Write a line."""
        self.lines.append(INDENT * self.depth + text)

    def new(self, code: str = "", kind: str = "t") -> str:
        """Return a new name, which holds what the code gives."""
        self.names += 1
        name = f"{kind}{self.names}"
        if code:
            self.line(f"{name} = {code}")
        return name

    @contextmanager
    def inside(self, head: str) -> Iterator[None]:
        """Write a block."""
        self.line(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def apart(self) -> Iterator[list[str]]:
        """Collect lines of a block, to be written later."""
        outer, self.lines = self.lines, []
        self.depth += 1
        try:
            yield self.lines
        finally:
            self.depth -= 1
            self.lines = outer

    # -- values ------------------------------------------------------------------------------------

    def leaf(self, shape: LeafShape, code: str) -> HeldValue:
        """Hold what a code gives in a new name."""
        return HeldValue(shape, (self.new(code),))

    def number(self, code: str) -> HeldValue:
        """Hold a whole number."""
        return self.leaf(WHOLE, code)

    def truth(self, condition: str) -> HeldValue:
        """Hold whether a condition is met."""
        return self.leaf(YES_NO, f"1 if {condition} else 0")

    def constant(self, known: KnownThing) -> HeldValue:
        """Hold a constant, which is read once."""
        held = self.pool.hold(known)
        for code in held.names:
            self.constants.setdefault(code, f"c{len(self.constants)}")
        return HeldValue(held.shape, tuple(self.constants[code] for code in held.names))

    def copied(self, held: HeldValue) -> HeldValue:
        """Hold a value in names of its own."""
        return HeldValue(held.shape, tuple(self.new(name) for name in held.names))

    def element(self, shape: Shape, run: str, place: str) -> HeldValue:
        """Take an element out of a run."""
        names = (self.new(f"{run}[{place}, {k}]") for k in range(width(shape)))
        return HeldValue(shape, tuple(names))

    def as_run(self, held: HeldValue) -> HeldValue:
        """Make a run of a row whose parts are alike."""
        shape = held.shape
        if isinstance(shape, Run):
            return held
        if isinstance(shape, LeafShape):
            raise NotLowered(f"a {words(shape)} where a tuple or list is needed")
        if not shape.parts:
            raise NotLowered("an empty tuple or list of nothing known")
        return self.shaped(held, Run(shape.parts[0], shape.made if shape.made is list else tuple))

    def shaped(self, held: HeldValue, wanted: Shape) -> HeldValue:
        """Give a value the shape that is wanted; a row of another length is found out as it runs."""
        shape = held.shape
        if shape == wanted:
            return held
        if isinstance(wanted, Run) and isinstance(shape, RowShape):
            return self._run_of(held, shape, wanted)
        if isinstance(wanted, RowShape) and isinstance(shape, Run) and wanted.made is shape.made:
            if any(part != shape.each for part in wanted.parts):
                raise NotLowered(f"a {words(shape)} whose parts are of another kind")
            with self.inside(f"if {held.name}.shape[0] != {len(wanted.parts)}:"):
                self.line("raise ValueError")
            each = [self.element(shape.each, held.name, str(k)) for k in range(len(wanted.parts))]
            return row_of(each, wanted.made)
        if isinstance(wanted, RowShape) and isinstance(shape, RowShape) and wanted.made is shape.made:
            if len(wanted.parts) != len(shape.parts):
                raise NotLowered(f"{words(shape)}s of {len(shape.parts)} and {len(wanted.parts)} parts")
            pairs = zip(held.parts(), wanted.parts, strict=True)
            return row_of([self.shaped(part, inner) for part, inner in pairs], wanted.made)
        raise NotLowered(f"{words(shape)} where {words(wanted)} is expected")

    def _run_of(self, held: HeldValue, shape: RowShape, wanted: Run) -> HeldValue:
        alike = joined(RowShape(shape.parts, wanted.made), RowShape((wanted.each,), wanted.made))
        if alike not in (wanted, RowShape((wanted.each,), wanted.made)):
            raise NotLowered("a tuple or list of things that are not alike")
        columns = width(wanted.each)
        if columns == 0 or not is_fixed(wanted.each):
            raise NotLowered("a tuple or list of tuples of different lengths")
        run = self.new(f"np.empty(({len(shape.parts)}, {columns}), np.int64)")
        for at, name in enumerate(held.names):
            self.line(f"{run}[{at // columns}, {at % columns}] = {name}")
        return HeldValue(wanted, (run,))

    def same_names(self, shape: Shape) -> HeldValue:
        """Return new names for a value that several branches give."""
        return HeldValue(shape, tuple(self.new(kind="j") for _ in leaves(shape)))

    def give(self, held: HeldValue, names: HeldValue) -> None:
        """Assign a value to names."""
        for name, value in zip(names.names, held.names, strict=True):
            if name != value:
                self.line(f"{name} = {value}")
