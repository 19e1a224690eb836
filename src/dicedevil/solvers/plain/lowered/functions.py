"""Lowering functions: statements, and the functions that they call, each once for what it is given."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from dicedevil.solvers.plain.lowered.expressions import said
from dicedevil.solvers.plain.lowered.lists import require_own_lists
from dicedevil.solvers.plain.lowered.matching import Matching
from dicedevil.solvers.plain.lowered.reading import tree_of
from dicedevil.solvers.plain.lowered.shapes import (
    HeldValue,
    KnownThing,
    LeafShape,
    NotLowered,
    RowShape,
    Run,
    Shape,
    is_fixed,
    joined,
    leaves,
    width,
    words,
)
from dicedevil.solvers.plain.lowered.text import Pool

MOST_FUNCTIONS = 60


class Again(Exception):
    """A variable turned out to have a wider shape than it was first given: write all again."""


@dataclass(eq=False)
class Module:
    """Functions lowered so far."""

    pool: Pool = field(default_factory=Pool)
    wider: dict[tuple[Any, ...], Shape] = field(default_factory=dict)
    """By function and variable: the shapes that were found out too late the last time."""
    written: dict[tuple[Any, ...], tuple[str, Shape]] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    under_way: list[tuple[Any, ...]] = field(default_factory=list)

    def function(
        self, function: FunctionType, given: list[HeldValue | KnownThing], last: Last
    ) -> tuple[str, Shape]:
        """Lower a function for values of these shapes; return its name and what it returns."""
        key = (function.__code__, last, *(_what(one) for one in given))
        if key in self.under_way:
            raise NotLowered(f"{function.__name__} calls itself")
        if key not in self.written:
            if len(self.written) + len(self.under_way) > MOST_FUNCTIONS:
                raise NotLowered(f"more than {MOST_FUNCTIONS} functions")
            self.under_way.append(key)
            self.written[key] = FunctionText(self, function, key, last).whole(given)
            self.under_way.pop()
        return self.written[key]


def _what(given: HeldValue | KnownThing) -> Any:
    return given.shape if isinstance(given, HeldValue) else ("known", id(given.thing), given.path)


Last = Callable[["FunctionText", ast.expr], None] | None
"""What is done with what a function returns, if not the usual."""


class FunctionText(Matching):
    """One function under way."""

    def __init__(
        self, module: Module, function: FunctionType, key: tuple[Any, ...], last: Last
    ) -> None:
        super().__init__(module.pool, function)
        self.module, self.key, self.last = module, key, last
        self.loops = 0
        self.returned: Shape | None = module.wider.get((key, "return"))

    def whole(self, given: list[HeldValue | KnownThing]) -> tuple[str, Shape]:
        """Write the function."""
        code, tree = self.function.__code__, tree_of(self.function)
        if len(given) != code.co_argcount or code.co_flags & 0x2C:  # *args, **kwargs, a generator
            raise NotLowered(f"{self.function.__name__} has other parameters than are known, or yields")
        require_own_lists(tree)
        self.locals = frozenset((*code.co_varnames, *code.co_cellvars))
        self.copies = any(isinstance(one, ast.NamedExpr) for one in ast.walk(tree))
        heads = ["work", "pool"]
        for name, one in zip(code.co_varnames, given, strict=False):
            self.bound.add(name)
            if isinstance(one, KnownThing):
                self.variables[name] = one
                continue
            names = tuple(f"a{len(heads) + k}" for k in range(width(one.shape)))
            heads += names
            if name in _assigned(tree):
                self.assign_name(name, HeldValue(one.shape, names))
            else:
                self.variables[name] = HeldValue(one.shape, names)
        if self.last is not None:
            heads.append("out")
            self.line("made = 0")
        else:
            self.line("spend(work, 1)")
        try:
            if self.block(tree.body):
                self.line("raise ValueError  # it would return None")
        except NotLowered as error:
            raise _at(error, self.function, self.line_number) from None
        if self.returned is None or not list(leaves(self.returned)):
            raise NotLowered(f"{self.function.__name__} never returns a value")
        name = f"f{len(self.module.texts)}_{self.function.__name__}"
        constants = [f"    {name} = {code}" for code, name in self.constants.items()]
        head = f"@kernel\ndef {name}({', '.join(heads)}):"
        self.module.texts.append("\n".join([head, *constants, *self.lines]))
        return name, self.returned

    line_number = 0

    def asked(
        self, function: FunctionType, given: list[HeldValue | KnownThing], path: tuple[Any, ...]
    ) -> HeldValue:
        """Call another function, which is lowered too."""
        given = [
            self.constant(one) if isinstance(one, KnownThing) and not _is_thing(one) else one
            for one in given
        ]
        name, shape = self.module.function(function, given, None)
        names = [name for one in given if isinstance(one, HeldValue) for name in one.names]
        held = self.same_names(shape)
        self.line(f"{', '.join(held.names)} = {name}({', '.join(['work', 'pool', *names])})")
        return held

    # -- statements ----------------------------------------------------------------------------------

    def block(self, body: list[ast.stmt]) -> bool:
        """Lower statements; tell whether what comes behind them is reached."""
        for statement in body:
            self.line_number = statement.lineno
            if not self.statement(statement):
                return False
        return True

    def statement(self, node: ast.stmt) -> bool:
        """Lower a statement; tell whether what comes behind it is reached."""
        match node:
            case ast.Return():
                if node.value is None:
                    raise NotLowered("return without a value")
                self._return(node.value)
                return False
            case ast.Raise():
                self.line("raise ValueError")
                return False
            case ast.If():
                return self._if(node)
            case ast.For() | ast.While():
                return self._loop(node)
            case ast.Match():
                return self.matched(node)
            case ast.Break() | ast.Continue():
                self.line("break" if isinstance(node, ast.Break) else "continue")
                return False
            case ast.Assert():
                with self.inside(f"if {self.condition(node.test)} == 0:"):
                    self.line("raise ValueError")
            case ast.Assign():
                held = self.value(node.value)
                for target in node.targets:
                    self.assign(target, held)
            case ast.AnnAssign(value=ast.expr()):
                self.assign(node.target, self.value(node.value))  # type: ignore[arg-type]  # it has one
            case ast.AugAssign(target=ast.Name()):
                one = self.value(node.target)
                if not isinstance(one.shape, LeafShape) and one.shape.made is list:
                    raise NotLowered("a list that is changed by an operator")
                self.assign(node.target, self.worked_out(node.op, one, self.value(node.value)))
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.AnnAssign():
                pass
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"))):
                self._append(name, node.value)  # type: ignore[arg-type]
            case _:
                raise NotLowered(said(node))
        return True

    def _return(self, node: ast.expr) -> None:
        if self.last is not None:
            self.last(self, node)
            return
        held = self.value(node)
        if self.returned is None:
            self.returned = held.shape
        if held.shape != self.returned:
            held = self.shaped(held, self.widened("return", self.returned, held.shape))
        self.line(f"return {', '.join(held.names) or '0'}")

    def _if(self, node: ast.If) -> bool:
        condition = self.condition(node.test)
        one, first = self.branch(f"if {condition} != 0:", lambda: self.block(node.body))
        other, second = self.branch("else:", lambda: self.block(node.orelse))
        self.bound = first & second if one and other else first if one else second
        return one or other

    def _loop(self, node: ast.For | ast.While) -> bool:
        if node.orelse:
            raise NotLowered("a loop with else")
        if isinstance(node, ast.For):
            count, item = self.source(node.iter)
            self.line(f"spend(work, {count})")
            place = self.new(kind="k")

            def step() -> bool:
                self.assign(node.target, item(place))
                return self.block(node.body)

            self.branch(f"for {place} in range({count}):", step)
            return True
        forever = isinstance(node.test, ast.Constant) and bool(node.test.value)

        def again() -> bool:
            self.line("spend(work, 1)")
            if not forever:
                with self.inside(f"if {self.condition(node.test)} == 0:"):
                    self.line("break")
            return self.block(node.body)

        self.branch("while True:", again)
        return not forever or any(isinstance(one, ast.Break) for one in ast.walk(node))

    def _append(self, name: str, node: ast.Call) -> None:
        held = self.variables.get(name)
        if (
            not isinstance(held, HeldValue)
            or name not in self.bound
            or len(node.args) != 1
            or node.keywords
        ):
            raise NotLowered(f"{name}.append()")
        one = self.value(node.args[0])
        if isinstance(held.shape, LeafShape) or held.shape.made is not list:
            raise NotLowered(f"{name}.append()")
        if not is_fixed(one.shape) or not one.names:
            raise NotLowered("a list of tuples of different lengths")
        wanted = Run(one.shape, list)
        if held.shape != wanted:
            self.widened(name, held.shape, wanted)
        more = self.shaped(HeldValue(RowShape((one.shape,), list), one.names), wanted)
        self.line(f"{held.name} = together({held.name}, {more.name}, work)")

    # -- shapes that are found out late ------------------------------------------------------------

    def expected(self, name: str, shape: Shape) -> Shape:
        """Return the shape that a variable has from the beginning."""
        return self.module.wider.get((self.key, name), shape)

    def widened(self, name: str, known: Shape, new: Shape) -> Shape:
        """Have all written again, with a variable that can hold both; or be content as it is."""
        wider = joined(known, new)
        if wider == known:
            return known
        if (self.key, name) in self.module.wider or list(leaves(wider)) == []:
            raise NotLowered(f"'{name}' is sometimes {words(known)} and sometimes {words(new)}")
        self.module.wider[self.key, name] = wider
        raise Again


def _is_thing(known: KnownThing) -> bool:
    """Tell whether something is no constant, but has attributes: the game itself."""
    return not isinstance(known.thing, (int, str, tuple, list, type(None)))


def _assigned(tree: ast.FunctionDef) -> set[str]:
    return {
        one.id for one in ast.walk(tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }


def _at(error: NotLowered, function: FunctionType, line: int) -> NotLowered:
    """Say where it was, once."""
    told = str(error)
    return error if " (line " in told else NotLowered(f"{function.__name__}: {told} (line {line})")
