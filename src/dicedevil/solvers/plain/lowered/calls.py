"""Lowering calls: Python's own functions, NamedTuples, methods of tuples, and helpers of the rules."""

from __future__ import annotations

import ast
import builtins
from types import FunctionType, MethodType
from typing import Any

from dicedevil.solvers.plain.lowered.expressions import remade
from dicedevil.solvers.plain.lowered.loops import GENERATES, Loops
from dicedevil.solvers.plain.lowered.reading import function_of
from dicedevil.solvers.plain.lowered.shapes import (
    WHOLE,
    HeldValue,
    KnownThing,
    LeafShape,
    NotLowered,
    RowShape,
    is_number,
    is_record,
    joined,
    row_of,
    words,
)

ALONE = {
    "len": lambda text, node: text.lengths(node),
    "sum": lambda text, node: text.summed(node, HeldValue(WHOLE, ("0",))),
    "any": lambda text, node: text.any_or_all(node, any_of=True),
    "all": lambda text, node: text.any_or_all(node, any_of=False),
    "min": lambda text, node: text.extreme(node, "<", None),
    "max": lambda text, node: text.extreme(node, ">", None),
    "sorted": lambda text, node: text.in_order(node, downwards=False),
    "tuple": lambda text, node: text.collected(node, tuple),
    "list": lambda text, node: text.collected(node, list),
    "abs": lambda text, node: text.of_number(node, "magnitude"),
    "int": lambda text, node: text.of_number(node, ""),
    "bool": lambda text, node: text.truth_value(node),
}
"""Python's own functions of one argument."""


class Calls(Loops):
    """Calls in one function."""

    def called(self, node: ast.Call) -> HeldValue | KnownThing:
        """Lower a call."""
        if any(isinstance(one, ast.Starred) for one in node.args) or not all(
            one.arg for one in node.keywords
        ):
            raise NotLowered("a call with *")
        if isinstance(node.func, ast.Attribute):
            of = self.known_or_held(node.func.value)
            if isinstance(of, KnownThing) and isinstance(of.thing, (tuple, list)):
                of = self.constant(of)
            if isinstance(of, HeldValue):
                return self._method(of, node.func.attr, node)
            if isinstance(of.thing, dict) and node.func.attr == "get" and not node.keywords:
                key, *default = [self.value(one) for one in node.args]
                return self.looked_up(
                    of, key, default[0] if default else HeldValue(LeafShape("None"), ("0",))
                )
        called = self.known_or_held(node.func)
        if isinstance(called, HeldValue):
            raise NotLowered("a value is called")
        thing = called.thing
        name = getattr(thing, "__name__", "")
        if getattr(builtins, name, self) is thing:
            return self._own(name, node)
        if is_record(thing):
            return self._record(thing, node)
        function = function_of(thing)
        if function is None:
            raise NotLowered(f"{getattr(thing, '__name__', type(thing).__name__)}()")
        own = isinstance(thing, MethodType)
        first: list[HeldValue | KnownThing] = (
            [KnownThing(thing.__self__, called.path[:-1])] if own else []
        )
        return self.asked_with(function, first, node, called.path)

    def asked_with(
        self,
        function: FunctionType,
        first: list[HeldValue | KnownThing],
        node: ast.Call,
        path: tuple[Any, ...],
    ) -> HeldValue:
        """Bind what is given to the parameters of a helper, and call it."""
        code = function.__code__
        if code.co_flags & 0x0C or code.co_kwonlyargcount:  # *args, **kwargs
            raise NotLowered(f"{function.__name__} has parameters with *")
        names = code.co_varnames[: code.co_argcount]
        given = dict(zip(names, [*first, *map(self.known_or_held, node.args)], strict=False))
        if len(first) + len(node.args) > len(names):
            raise NotLowered(f"{function.__name__} is given too much")
        for keyword in node.keywords:
            if keyword.arg not in names or keyword.arg in given:
                raise NotLowered(f"{function.__name__} has no '{keyword.arg}' to be given")
            given[keyword.arg] = self.known_or_held(keyword.value)
        defaults = function.__defaults__ or ()
        for name, default in zip(names[len(names) - len(defaults) :], defaults, strict=True):
            given.setdefault(name, KnownThing(default, (id(code), name)))
        if len(given) < len(names):
            raise NotLowered(f"{function.__name__} is given too little")
        return self.asked(function, [given[name] for name in names], path)

    # -- Python's own --------------------------------------------------------------------------------

    def _own(self, name: str, node: ast.Call) -> HeldValue:
        options = {one.arg: one.value for one in node.keywords}
        if name in ("min", "max"):
            sign = "<" if name == "min" else ">"
            if len(node.args) > 1 and not options:
                return self._least([self.value(one) for one in node.args], sign)
            if len(node.args) == 1 and set(options) == {"default"}:
                default = self.value(options["default"])
                return self.extreme(node.args[0], sign, default)
        if name == "sorted" and len(node.args) == 1 and set(options) == {"reverse"}:
            downwards = options["reverse"]
            if isinstance(downwards, ast.Constant) and isinstance(downwards.value, bool):
                return self.in_order(node.args[0], downwards=downwards.value)
        if name == "sum" and len(node.args) == 2 and not options:
            return self.summed(node.args[0], self.value(node.args[1]))
        if name == "divmod" and len(node.args) == 2 and not options:
            one, other = (self.value(arg) for arg in node.args)
            return row_of([self.worked_out(op, one, other) for op in (ast.FloorDiv(), ast.Mod())])
        if name == "pow" and len(node.args) == 2 and not options:
            one, other = (self.value(arg) for arg in node.args)
            return self.worked_out(ast.Pow(), one, other)
        if name == "range":
            return self.comprehended(node, tuple)  # only what a tuple can do is done with it
        if name in ("tuple", "list") and not node.args:
            return row_of([], tuple if name == "tuple" else list)
        if name in ALONE and len(node.args) == 1 and not options:
            found: HeldValue = ALONE[name](self, node.args[0])
            return found
        raise NotLowered(f"{name}() as it is called")

    def _least(self, values: list[HeldValue], sign: str) -> HeldValue:
        """Lower min(a, b, ...): the first of equals."""
        if not all(is_number(one.shape) for one in values):
            raise NotLowered("the least or largest of things that are not numbers")
        for one in values[1:]:
            joined(one.shape, values[0].shape)
        best = self.copied(values[0])
        for one in values[1:]:
            with self.inside(f"if {one.name} {sign} {best.name}:"):
                self.line(f"{best.name} = {one.name}")
        return best

    def lengths(self, node: ast.expr) -> HeldValue:
        """Lower len(), of a set too."""
        if isinstance(node, ast.SetComp) or (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "set"
        ):
            return self.length(self.in_order(node, downwards=False))
        return self.length(self.value(node))

    def collected(self, node: ast.expr, made: type) -> HeldValue:
        """Lower tuple() and list()."""
        if isinstance(node, (*GENERATES, ast.Call)):
            return self.comprehended(node, made)
        found = self.known_or_held(node)
        if isinstance(found, KnownThing) and isinstance(found.thing, (range, dict)):
            return self.comprehended(node, made)
        return remade(self.constant(found) if isinstance(found, KnownThing) else found, made)

    def of_number(self, node: ast.expr, function: str) -> HeldValue:
        """Lower a function of one whole number."""
        held = self.value(node)
        if not is_number(held.shape):
            raise NotLowered(f"a number is made of a {words(held.shape)}")
        return self.number(f"{function}({held.name})" if function else held.name)

    # -- NamedTuples and methods -------------------------------------------------------------------

    def _record(self, made: Any, node: ast.Call) -> HeldValue:
        """Make a NamedTuple."""
        if len(node.args) > len(made._fields):
            raise NotLowered(f"{made.__name__} is given too much")
        given = dict(zip(made._fields, map(self.value, node.args), strict=False))
        for keyword in node.keywords:
            if keyword.arg in given or keyword.arg not in made._fields:
                raise NotLowered(f"{made.__name__} has no '{keyword.arg}' to be given")
            given[keyword.arg] = self.value(keyword.value)
        for name, default in made._field_defaults.items():
            if name not in given:
                given[name] = self.constant(KnownThing(default, (id(made), name)))
        if len(given) < len(made._fields):
            raise NotLowered(f"{made.__name__} is given too little")
        return row_of([given[name] for name in made._fields], made)

    def _method(self, of: HeldValue, name: str, node: ast.Call) -> HeldValue:
        shape = of.shape
        made = tuple if isinstance(shape, LeafShape) else shape.made
        fields = getattr(made, "_fields", ())
        if name == "_replace" and isinstance(shape, RowShape) and fields and not node.args:
            parts = dict(zip(fields, of.parts(), strict=True))
            for keyword in node.keywords:
                if keyword.arg not in parts:
                    raise NotLowered(f"{made.__name__} has no '{keyword.arg}'")
                parts[keyword.arg] = self.value(keyword.value)
            return row_of(list(parts.values()), made)
        if isinstance(shape, LeafShape) or name in fields:
            raise NotLowered(f".{name}() of a {words(shape)}")
        if name in ("count", "index") and len(node.args) == 1 and not node.keywords:
            return self._found(self.as_run(of), self.value(node.args[0]), name)
        function = function_of(getattr(made, name, None)) if is_record(made) else None
        if function is None or name.startswith("_"):
            raise NotLowered(f".{name}() of a {words(shape)}")
        return self.asked_with(function, [of], node, (made, name))

    def _found(self, run: HeldValue, what: HeldValue, name: str) -> HeldValue:
        """Lower .count() and .index()."""
        place = self.place_of(run, what)
        if name == "index":
            return self.number(f"require_found({place})")
        return self.number(f"how_often({run.name}, {what.name}, work)")
