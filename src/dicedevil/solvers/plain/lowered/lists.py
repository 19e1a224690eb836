"""Lists that grow: lowered only where nobody else could see them grow.

A list that two names mean is changed by both. Lowered lists are never shared: `append` makes a new one.
So it is lowered only for a list that was made in the function, has one name, and is not gone through
while it grows.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from dicedevil.solvers.plain.lowered.shapes import NotLowered

FRESH = (ast.List, ast.ListComp)
LOOKS = (
    ast.Return,
    ast.Subscript,
    ast.comprehension,
    ast.Compare,
    ast.UnaryOp,
    ast.If,
    ast.While,
    ast.For,
)
"""What may be done with a list that grows: nothing that gives it another name."""
LOOKING = {
    "len",
    "sum",
    "min",
    "max",
    "any",
    "all",
    "sorted",
    "tuple",
    "list",
    "range",
    "enumerate",
    "zip",
}


def require_own_lists(tree: ast.FunctionDef) -> None:
    """Refuse lists that grow and may be known by another name."""
    parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    given = {one.arg for one in ast.walk(tree.args) if isinstance(one, ast.arg)}
    for name in set(_appended(tree)):
        uses = [one for one in ast.walk(tree) if isinstance(one, ast.Name) and one.id == name]
        if name in given or not all(_is_own(use, parents) for use in uses):
            raise NotLowered(f"the list '{name}', which grows, is not only looked at")
        for loop in ast.walk(tree):
            if isinstance(loop, ast.For) and name in set(_appended(loop)):
                names = {one.id for one in ast.walk(loop.iter) if isinstance(one, ast.Name)}
                if name in names:
                    raise NotLowered(f"the list '{name}' grows while it is gone through")


def _appended(tree: ast.AST) -> Iterator[str]:
    for one in ast.walk(tree):
        if (
            isinstance(one, ast.Call)
            and isinstance(one.func, ast.Attribute)
            and one.func.attr == "append"
        ):
            if not isinstance(one.func.value, ast.Name):
                raise NotLowered("append() to something else than a variable")
            yield one.func.value.id


def _is_own(use: ast.Name, parents: dict[ast.AST, ast.AST]) -> bool:
    parent = parents[use]
    if isinstance(use.ctx, ast.Store):
        value = getattr(parent, "value", None)
        simple = isinstance(parent, ast.AnnAssign) or (
            isinstance(parent, ast.Assign) and parent.targets == [use]
        )
        return simple and isinstance(value, FRESH)
    if isinstance(parent, ast.Attribute):
        return parent.attr == "append"
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Name) and parent.func.id in LOOKING
    return isinstance(parent, LOOKS)
