"""Rolls stay Python: which numbers of a state they depend on is read from their syntax tree.

`rolls(state)` is asked once for every different value of the parts of the state that it mentions: of
the number of dice, say, but not of what is banked. Where it hands on the state, that is all of them.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from dicedevil.solvers.plain.lowered.reading import tree_of
from dicedevil.solvers.plain.lowered.shapes import RowShape, Shape, width

SEES_ALL = {"locals", "vars", "eval", "exec", "globals", "super"}


def mentioned(function: FunctionType, shape: Shape) -> list[int]:
    """Return the numbers of a state, by their places, that a function of it can depend on."""
    tree, everything = tree_of(function), list(range(width(shape)))
    if len(tree.args.args) != 2:
        return everything
    state = tree.args.args[1].arg
    parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    names = [one for one in ast.walk(tree) if isinstance(one, ast.Name)]
    if any(one.id in SEES_ALL for one in names):
        return everything
    loaded = {one.id for one in names if isinstance(one.ctx, ast.Load)}
    found: set[int] = set()
    for use in names:
        if use.id == state:
            parts = _parts(use, parents[use], shape, loaded)
            if parts is None or isinstance(use.ctx, ast.Store):
                return everything
            found |= {column for part in parts for column in _columns(shape, part)}
    return sorted(found)


def _parts(use: ast.Name, parent: ast.AST, shape: Shape, loaded: set[str]) -> list[int] | None:
    """Return the parts of the state that are looked at here; None for all."""
    if not isinstance(shape, RowShape):
        return None
    fields: Any = getattr(shape.made, "_fields", ())
    match parent:
        case ast.Attribute() if parent.attr in fields:
            return [fields.index(parent.attr)]
        case ast.Subscript(slice=ast.Constant(value=int(index))) if parent.value is use:
            return [range(len(shape.parts))[index]] if index < len(shape.parts) else None
        case ast.Assign(targets=[ast.Tuple(elts=targets)]) if len(targets) == len(shape.parts):
            if not all(isinstance(one, ast.Name) for one in targets):
                return None
            names = [one.id for one in targets if isinstance(one, ast.Name)]
            return [place for place, name in enumerate(names) if name in loaded]
    return None


def _columns(shape: Shape, part: int) -> range:
    before = sum(width(one) for one in shape.parts[:part]) if isinstance(shape, RowShape) else 0
    return range(before, before + width(shape.parts[part] if isinstance(shape, RowShape) else shape))
