"""The package as seen from outside: its names, its layers, its examples."""

from __future__ import annotations

import ast
import doctest
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import dicedevil as dd

SOURCE = Path(dd.__file__).parent
MODULES = {
    "dicedevil."
    + ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SOURCE.rglob("*.py"))
    if path != SOURCE / "__init__.py"
}

NAMES = [
    *(
        "Advice",
        "Dice",
        "DiceDevilError",
        "Die",
        "Distribution",
        "DynS",
        "EMP",
        "Expansion",
        "FewestTurns",
        "Game",
        "MatchSimulation",
        "MaxScore",
        "MoveErrors",
    ),
    *(
        "Objective",
        "Outcomes",
        "Player",
        "Position",
        "ReachTarget",
        "ReachWithin",
        "Roll",
        "SameRolls",
        "Simulation",
        "Solution",
        "Standings",
        "Strategy",
    ),
    *(
        "TargetCurve",
        "TurnByTurn",
        "Versus",
        "WinAlone",
        "WinMatch",
        "Worst",
        "__version__",
        "advise",
        "check_game",
        "closest_calls",
    ),
    *("curve", "differences", "evaluate", "game", "judge", "match", "outcomes"),
    *("player", "simulate", "solve", "versus"),
]

LAYERS = [
    "errors notebook dice parameters rules within objectives",
    "families",
    "games",
    "solvers matches same_rolls tables strategy",
    "evaluation simulation curves advice check closest opponents results players reproduce figures "
    "press_figures match_figures",
    "cli web __main__",
]
LAYER_OF = {name: level for level, names in enumerate(LAYERS) for name in names.split()}


def test_exported_names() -> None:
    assert dd.__all__ == sorted(NAMES)
    assert dir(dd) == dd.__all__
    for name in NAMES:
        assert getattr(dd, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Yatzee'"):
        dd.Yatzee  # noqa: B018
    assert (SOURCE / "py.typed").exists()


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import sys, dicedevil; print(sorted({'numpy', 'numba', 'rich', 'click'} & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(SOURCE.parent)},
        check=True,
    )
    assert found.stdout == "[]\n"


def imported(path: Path) -> Iterator[str]:
    """Yield the modules of the package that a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: say dicedevil.x, not .x"
            if node.module == "dicedevil":
                homes = (dd._HOME_OF.get(alias.name, alias.name) for alias in node.names)
                yield from (f"dicedevil.{home}" for home in homes if home != "__version__")
            elif (node.module or "").startswith("dicedevil."):
                yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("dicedevil"))


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way_only(module: str) -> None:
    part = module.split(".")[1]
    assert part in LAYER_OF, f"{module}: give '{part}' a place in LAYERS"
    for other in imported(MODULES[module]):
        below = other.split(".")[1] if "." in other else ""
        assert LAYER_OF.get(below, 99) <= LAYER_OF[part], f"{module} imports {other}, which is above it"


@pytest.mark.parametrize(
    "module", [name for name in MODULES if LAYER_OF.get(name.split(".")[1], 0) < 5]
)
def test_nothing_below_the_command_line_prints_or_asserts(module: str) -> None:
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        assert not isinstance(node, ast.Assert), f"{module}:{node.lineno} asserts"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "input"), f"{module}:{node.lineno}"


@pytest.mark.parametrize("module", ["dicedevil", *MODULES])
def test_examples_in_docstrings(module: str) -> None:
    if module.endswith("__main__"):
        return
    assert doctest.testmod(importlib.import_module(module)).failed == 0
