"""Python's operators on lowered values: each gives what Python gives, or raises, or is not lowered."""

from __future__ import annotations

import ast
from collections.abc import Callable

from dicedevil.solvers.plain.lowered.shapes import (
    NONE,
    WHOLE,
    YES_NO,
    HeldValue,
    LeafShape,
    NotLowered,
    RowShape,
    Run,
    Shape,
    is_fixed,
    is_number,
    joined,
    leaves,
    plain_kind,
    row_of,
    words,
)
from dicedevil.solvers.plain.lowered.text import CodeLines

CHECKED: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "times",
    ast.FloorDiv: "divide",
    ast.Mod: "rest",
    ast.Pow: "power",
    ast.LShift: "shift_left",
    ast.RShift: "shift_right",
}
BITS: dict[type[ast.operator], str] = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
ORDERS: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
TRUE, FALSE = HeldValue(YES_NO, ("1",)), HeldValue(YES_NO, ("0",))
LONGEST_PICK = 32


class Operations(CodeLines):
    """Operators."""

    def worked_out(self, op: ast.operator, one: HeldValue, other: HeldValue) -> HeldValue:
        """Write `one op other`."""
        if is_number(one.shape) and is_number(other.shape):
            if type(op) in BITS:
                both = one.shape == other.shape == YES_NO
                code = f"{one.name} {BITS[type(op)]} {other.name}"
                return self.leaf(YES_NO if both else WHOLE, code)
            if type(op) in CHECKED:
                return self.number(f"{CHECKED[type(op)]}({one.name}, {other.name})")
            raise NotLowered("division with /" if isinstance(op, ast.Div) else "matrices")
        if isinstance(op, ast.Add) and not isinstance(one.shape, LeafShape):
            return self.together(one, other)
        if isinstance(op, ast.Mult) and is_number(other.shape) and not isinstance(one.shape, LeafShape):
            run = self.as_run(one)
            return HeldValue(run.shape, (self.new(f"repeated({run.name}, {other.name}, work)"),))
        raise NotLowered(f"{type(op).__name__} of {words(one.shape)} and {words(other.shape)}")

    def together(self, one: HeldValue, other: HeldValue) -> HeldValue:
        """Write one tuple behind the other."""
        first, second = one.shape, other.shape
        if isinstance(first, LeafShape) or isinstance(second, LeafShape):
            raise NotLowered(f"{words(first)} + {words(second)}")
        made = plain_kind(first.made)
        if made is not plain_kind(second.made):
            raise NotLowered("a tuple + a list")
        if isinstance(first, RowShape) and isinstance(second, RowShape):
            return row_of([*one.parts(), *other.parts()], made)
        for row, run in ((first, other), (second, one)):
            if row == RowShape((), made):
                return run
        one, other = self.as_run(one), self.as_run(other)
        shape = joined(Run(_each(one), made), Run(_each(other), made))
        return HeldValue(shape, (self.new(f"together({one.name}, {other.name}, work)"),))

    # -- truth and comparisons -----------------------------------------------------------------------

    def truth_of(self, held: HeldValue) -> HeldValue:
        """Write bool(held)."""
        shape = held.shape
        if shape == YES_NO:
            return held
        if isinstance(shape, LeafShape):
            return self.truth(f"{held.name} != 0")
        if isinstance(shape, RowShape):
            return TRUE if shape.parts else FALSE
        return self.truth(f"{held.name}.shape[0] != 0")

    def opposite(self, held: HeldValue) -> HeldValue:
        """Write `not held`."""
        return self.leaf(YES_NO, f"1 - {self.truth_of(held).name}")

    def compared_by(self, op: ast.cmpop, one: HeldValue, other: HeldValue) -> HeldValue:
        """Write `one op other`, as a truth value."""
        if isinstance(op, ast.Eq):
            return self.equal(one, other)
        if isinstance(op, ast.NotEq):
            return self.opposite(self.equal(one, other))
        if isinstance(op, ast.In):
            return self.contains(other, one)
        if isinstance(op, ast.NotIn):
            return self.opposite(self.contains(other, one))
        if isinstance(op, (ast.Is, ast.IsNot)):
            if NONE not in (one.shape, other.shape):
                raise NotLowered("'is' of something else than None")
            same = one.shape == other.shape
            return TRUE if same == isinstance(op, ast.Is) else FALSE
        sign = ORDERS[type(op)]
        if is_number(one.shape) and is_number(other.shape):
            return self.truth(f"{one.name} {sign} {other.name}")
        if isinstance(one.shape, LeafShape) or isinstance(other.shape, LeafShape):
            raise NotLowered(f"{words(one.shape)} {sign} {words(other.shape)}")
        if plain_kind(one.shape.made) is not plain_kind(other.shape.made):
            raise NotLowered(f"a tuple {sign} a list")
        one, other = self._alike(one, other)
        if not all(is_number(leaf) for leaf in leaves(_each(one))):
            raise NotLowered(f"{sign} of texts")
        return self.truth(f"compared({one.name}, {other.name}, work) {sign} 0")

    def _alike(self, one: HeldValue, other: HeldValue) -> tuple[HeldValue, HeldValue]:
        """Make runs of the same kind of two sequences."""
        one, other = self.as_run(one), self.as_run(other)
        if not _comparable(_each(one), _each(other)):
            raise NotLowered("tuples of different kinds are compared")
        return one, other

    def equal(self, one: HeldValue, other: HeldValue) -> HeldValue:
        """Write `one == other`."""
        first, second = one.shape, other.shape
        if isinstance(first, LeafShape) and isinstance(second, LeafShape):
            if _comparable(first, second):
                return self.truth(f"{one.name} == {other.name}")
            return FALSE
        if isinstance(first, LeafShape) or isinstance(second, LeafShape):
            return FALSE
        if plain_kind(first.made) is not plain_kind(second.made):
            return FALSE
        if isinstance(first, RowShape) and isinstance(second, RowShape):
            if len(first.parts) != len(second.parts):
                return FALSE
            each = [self.equal(*pair).name for pair in zip(one.parts(), other.parts(), strict=True)]
            return self.leaf(YES_NO, " & ".join(each)) if each else TRUE
        for shape, run in ((first, other), (second, one)):
            if isinstance(shape, RowShape) and not shape.parts:
                return self.truth(f"{run.name}.shape[0] == 0")
        one, other = self._alike(one, other)
        return self.truth(f"compared({one.name}, {other.name}, work) == 0")

    def contains(self, where: HeldValue, what: HeldValue) -> HeldValue:
        """Write `what in where`."""
        if isinstance(where.shape, LeafShape):
            raise NotLowered(f"'in' of a {words(where.shape)}")
        if isinstance(where.shape, RowShape):
            each = [self.equal(part, what).name for part in where.parts()]
            return self.leaf(YES_NO, " | ".join(each)) if each else FALSE
        return self.truth(f"{self.place_of(where, what)} >= 0")

    def place_of(self, where: HeldValue, what: HeldValue) -> str:
        """Write the first place of a number or text in a run; -1 if it is not there."""
        each = _each(where)
        if not isinstance(each, LeafShape) or not isinstance(what.shape, LeafShape):
            raise NotLowered("a tuple is looked for in a tuple")
        if not _comparable(each, what.shape):
            raise NotLowered(f"a {words(what.shape)} is looked for among {words(each)}s")
        return self.new(f"find_in({where.name}, {what.name}, work)")

    # -- parts -----------------------------------------------------------------------------------------

    def length(self, held: HeldValue) -> HeldValue:
        """Write len(held)."""
        if isinstance(held.shape, LeafShape):
            raise NotLowered(f"the length of a {words(held.shape)}")
        if isinstance(held.shape, RowShape):
            return HeldValue(WHOLE, (str(len(held.shape.parts)),))
        return self.number(f"{held.name}.shape[0]")

    def at(self, held: HeldValue, index: HeldValue, constant: int | None) -> HeldValue:
        """Write `held[index]`."""
        shape = held.shape
        if isinstance(shape, LeafShape) or not is_number(index.shape):
            raise NotLowered(f"{words(shape)}[{words(index.shape)}]")
        if isinstance(shape, RowShape) and constant is not None:
            if not -len(shape.parts) <= constant < len(shape.parts):
                raise NotLowered(f"the index {constant} of a tuple of {len(shape.parts)}")
            return held.parts()[constant]
        if isinstance(shape, Run):
            place = self.new(f"place_in({held.name}.shape[0], {index.name})")
            return self.element(shape.each, held.name, place)
        if not shape.parts or any(part != shape.parts[0] for part in shape.parts):
            raise NotLowered("a tuple of things that are not alike has an index that varies")
        if len(shape.parts) > LONGEST_PICK and is_fixed(shape.parts[0]):
            return self.at(self.as_run(held), index, None)
        place = self.new(f"place_in({len(shape.parts)}, {index.name})")
        picked = self.same_names(shape.parts[0])
        for k, part in enumerate(held.parts()):
            head = "if" if k == 0 else "elif"
            last = k == len(shape.parts) - 1 and k > 0
            with self.inside("else:" if last else f"{head} {place} == {k}:"):
                self.give(part, picked)
        if len(shape.parts) == 1:
            with self.inside("else:"):
                self.line("raise IndexError")
        return picked

    def sliced(self, held: HeldValue, begin: HeldValue | None, end: HeldValue | None) -> HeldValue:
        """Write `held[begin:end]` for bounds that vary."""
        run = self.as_run(held)
        for bound in (begin, end):
            if bound is not None and not is_number(bound.shape):
                raise NotLowered(f"a slice up to a {words(bound.shape)}")
        low = "0" if begin is None else begin.name
        high = f"{run.name}.shape[0]" if end is None else end.name
        return HeldValue(run.shape, (self.new(f"cut({run.name}, {low}, {high})"),))

    def chosen(
        self, condition: str, yes: Callable[[], HeldValue], no: Callable[[], HeldValue]
    ) -> HeldValue:
        """Write `yes if condition else no`."""
        with self.apart() as first:
            one = yes()
        with self.apart() as second:
            other = no()
        shape = joined(one.shape, other.shape)
        names = self.same_names(shape)
        for lines, held, head in ((first, one, f"if {condition}:"), (second, other, "else:")):
            with self.inside(head):
                self.lines += lines
                self.give(self.shaped(held, shape), names)
                if not names.names:
                    self.line("pass")
        return names


def _each(held: HeldValue) -> Shape:
    if not isinstance(held.shape, Run):
        raise NotLowered(f"a {words(held.shape)} where a tuple or list is needed")
    return held.shape.each


def _comparable(one: Shape, other: Shape) -> bool:
    """Tell whether values of two shapes are equal exactly if all their numbers are."""
    if isinstance(one, RowShape) and isinstance(other, RowShape):
        same = len(one.parts) == len(other.parts) and plain_kind(one.made) is plain_kind(other.made)
        return same and all(map(_comparable, one.parts, other.parts))
    return isinstance(one, LeafShape) and (one == other or (is_number(one) and is_number(other)))
