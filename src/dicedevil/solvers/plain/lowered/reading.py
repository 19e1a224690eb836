"""Reading functions: the syntax tree of exactly the code that runs, and what names in it mean."""

from __future__ import annotations

import ast
import builtins
import linecache
from functools import cache
from inspect import getclosurevars, isfunction
from types import CodeType, FunctionType, MethodType
from typing import Any

from dicedevil.solvers.plain.lowered.shapes import NotLowered

PLAIN_DECORATORS = {"staticmethod", "cache", "lru_cache", "override", "final", "property"}


def function_of(thing: Any) -> FunctionType | None:
    """Return the plain function that is behind a method, a remembered function or a looked-at one."""
    for _ in range(8):
        if isinstance(thing, (MethodType, staticmethod)):
            thing = thing.__func__
        elif hasattr(thing, "is_looked_at"):
            thing = thing.ask
        elif hasattr(thing, "cache_info") and hasattr(thing, "__wrapped__"):
            thing = thing.__wrapped__
        else:
            break
    return thing if isfunction(thing) else None


@cache
def _codes(source: str, file: str) -> dict[tuple[str, int], tuple[CodeType, ast.FunctionDef]]:
    """Return the functions of a file by their names and first lines."""
    trees = {
        (node.name, min([node.lineno, *(one.lineno for one in node.decorator_list)])): node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    }
    found, waiting = {}, [compile(source, file, "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        waiting += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
        key = (code.co_name, code.co_firstlineno)
        if key in trees:
            found[key] = (code, trees[key])
    return found


def tree_of(function: FunctionType) -> ast.FunctionDef:
    """Return the syntax tree of a function, if its file still says what runs."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    source = "".join(linecache.getlines(code.co_filename, function.__globals__))
    try:
        known = _codes(source, code.co_filename).get((code.co_name, code.co_firstlineno))
    except (SyntaxError, ValueError):
        known = None
    if known is None or known[0] != code:
        raise NotLowered(f"the source of {function.__name__} is not at hand")
    tree = known[1]
    for decorator in tree.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name not in PLAIN_DECORATORS:
            raise NotLowered(f"{function.__name__} is decorated")
    return tree


def meaning(function: FunctionType, name: str) -> Any:
    """Return what a name means that is not local to a function."""
    if name in function.__code__.co_freevars:
        found = getclosurevars(function).nonlocals
        if name in found:
            return found[name]
    elif name in function.__globals__:
        return function.__globals__[name]
    elif hasattr(builtins, name):
        return getattr(builtins, name)
    raise NotLowered(f"'{name}' in {function.__name__} is not known")
