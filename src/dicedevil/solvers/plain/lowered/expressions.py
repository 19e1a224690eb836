"""Lowering expressions: the syntax tree of one becomes lines that work it out, in Python's order."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

from dicedevil.solvers.plain.lowered.operations import Operations
from dicedevil.solvers.plain.lowered.reading import function_of, meaning
from dicedevil.solvers.plain.lowered.shapes import (
    WHOLE,
    HeldValue,
    KnownThing,
    LeafShape,
    NotLowered,
    RowShape,
    Run,
    Shape,
    is_number,
    row_of,
    words,
)
from dicedevil.solvers.plain.lowered.text import Pool

NAMES = {
    ast.Lambda: "a lambda",
    ast.Dict: "a dict that is made on the way",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.DictComp: "a dict that is made on the way",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a text that is made on the way",
    ast.Starred: "a *",
    ast.Yield: "yield",
    ast.Try: "try",
    ast.With: "with",
}


def said(node: ast.AST) -> str:
    """Name what cannot be lowered."""
    return NAMES.get(type(node), type(node).__name__)


class Expressions(Operations, ABC):
    """Expressions of one function."""

    def __init__(self, pool: Pool, function: FunctionType) -> None:
        super().__init__(pool)
        self.function = function
        self.variables: dict[str, HeldValue | KnownThing] = {}
        self.bound: set[str] = set()  # variables that surely have a value here
        self.locals: frozenset[str] = frozenset()
        self.copies = False  # whether a variable may change while an expression is worked out

    @abstractmethod
    def called(self, node: ast.Call) -> HeldValue | KnownThing:
        """Lower a call."""

    @abstractmethod
    def comprehended(self, node: ast.expr, made: type) -> HeldValue:
        """Lower a comprehension."""

    @abstractmethod
    def asked(
        self, function: FunctionType, given: list[HeldValue | KnownThing], path: tuple[Any, ...]
    ) -> HeldValue:
        """Lower the call of another function."""

    # -- any expression ----------------------------------------------------------------------------

    def value(self, node: ast.expr) -> HeldValue:
        """Lower an expression to a value."""
        found = self.known_or_held(node)
        return self.constant(found) if isinstance(found, KnownThing) else found

    def known_or_held(self, node: ast.expr) -> HeldValue | KnownThing:
        """Lower an expression; what is there before the code runs stays as it is."""
        match node:
            case ast.Constant():
                shape, number = self.pool.leaf(node.value)
                return HeldValue(shape, (str(number),))
            case ast.Name():
                return self._named(node.id)
            case ast.Attribute():
                return self._attribute(self.known_or_held(node.value), node.attr)
            case ast.Call():
                return self.called(node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.Tuple() | ast.List():
                parts = [self._part(one) for one in node.elts]
                return self._row(parts, tuple if isinstance(node, ast.Tuple) else list)
            case ast.BinOp():
                one = self.value(node.left)
                return self.worked_out(node.op, one, self.value(node.right))
            case ast.UnaryOp():
                return self._unary(node)
            case ast.BoolOp():
                return self._first_that_decides(node.op, node.values, self.value)
            case ast.Compare():
                rest = list(zip(node.ops, node.comparators, strict=True))
                return self._chain(self.value(node.left), rest)
            case ast.IfExp():
                yes, no = partial(self.value, node.body), partial(self.value, node.orelse)
                return self._branches(self.condition(node.test), yes, no)
            case ast.ListComp():
                return self.comprehended(node, list)
            case ast.NamedExpr():
                held = self.value(node.value)
                self.assign_name(node.target.id, held)
                return self.value(node.target)
        raise NotLowered(said(node))

    def _row(self, parts: list[tuple[HeldValue, bool]], made: type) -> HeldValue:
        """Write a display; a part with a star gives its own parts."""
        whole = row_of([], made)
        for held, star in parts:
            if star and not isinstance(held.shape, LeafShape):
                whole = self.together(whole, remade(held, made))
            else:
                whole = self.together(whole, row_of([held], made))
        return whole

    def _part(self, node: ast.expr) -> tuple[HeldValue, bool]:
        star = isinstance(node, ast.Starred)
        held = self.value(node.value if isinstance(node, ast.Starred) else node)
        if star and isinstance(held.shape, LeafShape):
            raise NotLowered(f"* of a {words(held.shape)}")
        return held, star

    def condition(self, node: ast.expr) -> str:
        """Lower a condition; return where its truth is."""
        return self.truth_value(node).name

    def truth_value(self, node: ast.expr) -> HeldValue:
        """Lower bool(expression): of `a and b` only the truth counts, whatever a and b are."""
        if isinstance(node, ast.BoolOp):
            return self._first_that_decides(node.op, node.values, self.truth_value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.opposite(self.truth_value(node.operand))
        return self.truth_of(self.value(node))

    def _branches(self, condition: str, yes: Any, no: Any) -> HeldValue:
        """Write two branches; what only one of them assigns has perhaps no value afterwards."""
        before, after = set(self.bound), []

        def within(branch: Any) -> HeldValue:
            self.bound = set(before)
            held: HeldValue = branch()
            after.append(self.bound)
            return held

        held = self.chosen(condition, partial(within, yes), partial(within, no))
        self.bound = after[0] & after[1]
        return held

    def _first_that_decides(
        self, op: ast.boolop, values: list[ast.expr], lowered: Callable[[ast.expr], HeldValue]
    ) -> HeldValue:
        one = lowered(values[0])
        if len(values) == 1:
            return one
        names = self.copied(one)
        truth = self.truth_of(names).name
        rest = partial(self._first_that_decides, op, values[1:], lowered)
        if isinstance(op, ast.And):
            return self._branches(truth, rest, lambda: names)
        return self._branches(truth, lambda: names, rest)

    def _container(self, node: ast.expr) -> HeldValue:
        """Lower what something is looked for in: a set of constants is looked through as a tuple is."""
        if isinstance(node, ast.Set):
            return row_of([self.value(one) for one in node.elts])
        found = self.known_or_held(node)
        if isinstance(found, KnownThing) and isinstance(found.thing, (dict, frozenset, set)):
            found = KnownThing(tuple(found.thing), (*found.path, "keys"))
        return self.constant(found) if isinstance(found, KnownThing) else found

    def _chain(self, one: HeldValue, rest: list[tuple[ast.cmpop, ast.expr]]) -> HeldValue:
        """Lower a < b < c: each is worked out once, and only if those before are met."""
        op, node = rest[0]
        looks_in = isinstance(op, (ast.In, ast.NotIn)) and len(rest) == 1
        other = self._container(node) if looks_in else self.value(node)
        met = self.compared_by(op, one, other)
        if len(rest) == 1:
            return met
        return self._branches(met.name, partial(self._chain, other, rest[1:]), lambda: met)

    def _unary(self, node: ast.UnaryOp) -> HeldValue:
        if isinstance(node.op, ast.Not):
            return self.truth_value(node)
        held = self.value(node.operand)
        if not is_number(held.shape):
            raise NotLowered(f"{type(node.op).__name__} of a {words(held.shape)}")
        if isinstance(node.op, ast.USub):
            if isinstance(node.operand, ast.Constant):
                return HeldValue(WHOLE, (f"-{held.name}" if held.name != "0" else "0",))
            return self.number(f"subtract(0, {held.name})")
        return self.number(f"~{held.name}" if isinstance(node.op, ast.Invert) else held.name)

    # -- names -------------------------------------------------------------------------------------

    def _named(self, name: str) -> HeldValue | KnownThing:
        if name in self.variables or name in self.locals:
            if name not in self.bound:
                raise NotLowered(f"'{name}' may have no value")
            held = self.variables[name]
            return self.copied(held) if self.copies and isinstance(held, HeldValue) else held
        inner = name in self.function.__code__.co_freevars
        home = self.function.__code__ if inner else self.function.__globals__
        return KnownThing(meaning(self.function, name), (id(home), name))

    def assign_name(self, name: str, held: HeldValue) -> None:
        """Assign a value to a variable, which has one shape from the first time on."""
        self.bound.add(name)
        known = self.variables.get(name)
        if isinstance(known, KnownThing):
            raise NotLowered(f"'{name}' is assigned")
        if known is None:
            held = self.shaped(held, self.expected(name, held.shape))
            self.names += 1
            names = tuple(f"v{self.names}_{k}" for k in range(len(held.names)))
            known = self.variables[name] = HeldValue(held.shape, names)
        elif held.shape != known.shape:
            held = self.shaped(held, self.widened(name, known.shape, held.shape))
        self.give(held, known)

    def expected(self, name: str, shape: Shape) -> Shape:
        """Return the shape that a variable has from the beginning."""
        return shape

    def widened(self, name: str, known: Shape, new: Shape) -> Shape:
        """Return the shape of a variable that is given another one later."""
        return known

    # -- parts -------------------------------------------------------------------------------------

    def _attribute(self, of: HeldValue | KnownThing, name: str) -> HeldValue | KnownThing:
        if isinstance(of, KnownThing):
            if name.startswith("__"):
                raise NotLowered(f"'{name}'")
            try:
                return KnownThing(getattr(of.thing, name), (*of.path, name))
            except Exception as error:  # a property may do anything
                raise NotLowered(f"'{name}' is not there: {type(error).__name__}") from None
        made = of.shape.made if isinstance(of.shape, RowShape) else type(None)
        if name in getattr(made, "_fields", ()):
            return of.parts()[made._fields.index(name)]  # type: ignore[attr-defined]
        found = getattr(made, name, None)
        if isinstance(found, property) and (asked := function_of(found.fget)):
            return self.asked(asked, [of], (made, name))
        raise NotLowered(f".{name} of a {words(of.shape)}")

    def _subscript(self, node: ast.Subscript) -> HeldValue | KnownThing:
        of = self.known_or_held(node.value)
        if isinstance(of, KnownThing) and isinstance(of.thing, dict):
            return self.looked_up(of, self.value(node.slice), None)
        if isinstance(of, KnownThing) and isinstance(of.thing, (ModuleType, type)):
            raise NotLowered("a class with [ ]")
        held = self.constant(of) if isinstance(of, KnownThing) else of
        if not isinstance(node.slice, ast.Slice):
            return self.at(held, self.value(node.slice), _constant(node.slice))
        if node.slice.step is not None:
            bounds = (node.slice.lower, node.slice.upper, _constant(node.slice.step))
            if bounds != (None, None, -1):
                raise NotLowered("a slice with a step")
            if isinstance(held.shape, RowShape):
                return row_of(held.parts()[::-1], _plain(held.shape))
            return HeldValue(held.shape, (self.new(f"backwards({self.as_run(held).name}, work)"),))
        ends = [node.slice.lower, node.slice.upper]
        fixed = [None if end is None else _constant(end) for end in ends]
        if isinstance(held.shape, RowShape) and all(
            (a is None) == (b is None) for a, b in zip(ends, fixed, strict=True)
        ):
            return row_of(held.parts()[fixed[0] : fixed[1]], _plain(held.shape))
        begin, end = (None if one is None else self.value(one) for one in ends)
        return self.sliced(held, begin, end)

    def looked_up(self, table: KnownThing, key: HeldValue, default: HeldValue | None) -> HeldValue:
        """Lower the look-up in a dict that is a constant."""
        if not table.thing:
            raise NotLowered("an empty dict")
        keys = self.constant(KnownThing(tuple(table.thing), (*table.path, "keys")))
        values = self.constant(KnownThing(tuple(table.thing.values()), (*table.path, "values")))
        place = self.place_of(keys, key)
        if default is None:
            return self.at(values, HeldValue(WHOLE, (self.new(f"require_found({place})"),)), None)
        inside = HeldValue(WHOLE, (place,))
        return self.chosen(f"{place} >= 0", lambda: self.at(values, inside, None), lambda: default)


def _constant(node: ast.expr) -> int | None:
    """Return the whole number that is written here."""
    try:
        number = ast.literal_eval(node)
    except ValueError:
        return None
    return number if type(number) is int else None


def _plain(shape: RowShape) -> type:
    return list if shape.made is list else tuple


def remade(held: HeldValue, made: type) -> HeldValue:
    """Return a sequence as a tuple or list: of things that do not change both are alike."""
    if isinstance(held.shape, LeafShape):
        raise NotLowered(f"{made.__name__} of a {words(held.shape)}")
    shape = (
        RowShape(held.shape.parts, made)
        if isinstance(held.shape, RowShape)
        else Run(held.shape.each, made)
    )
    return HeldValue(shape, held.names)
