"""The package as seen from outside: its names, its layers, its examples."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
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
        "Average",
        "BotStrength",
        "Budget",
        "Comparison",
        "Dice",
        "DiceDevilError",
        "Die",
        "Equilibrium",
        "Distribution",
        "DynS",
        "EMP",
        "Expansion",
        "FewestTurns",
        "Game",
        "GradedGame",
        "InARow",
        "MatchSimulation",
        "MaxScore",
        "MoveErrors",
    ),
    *(
        "Objective",
        "Outcomes",
        "Player",
        "Position",
        "ProficiencyTest",
        "ReachTarget",
        "ReachWithin",
        "Record",
        "Roll",
        "SameRolls",
        "Simulation",
        "Solution",
        "Standings",
        "Strategy",
        "Sweep",
    ),
    *(
        "TargetChances",
        "TargetCurve",
        "Tuned",
        "TurnByTurn",
        "Utility",
        "Variant",
        "Versus",
        "Why",
        "WinAlone",
        "WinMatch",
        "Worst",
        "__version__",
        "advise",
        "bot",
        "bots",
        "chances",
        "check_game",
        "closest_calls",
        "compare",
    ),
    *("curve", "differences", "equilibrium", "evaluate", "game", "grade", "judge", "match"),
    *("outcomes", "player", "plot", "proficiency", "read_records", "simulate", "solve", "sweep"),
    *("tune", "versus"),
]

LAYERS = [
    "errors doors documents naming notebook known expansion remembering leftovers soundness dice "
    "parameters rules furniture strategy",
    "wrapped",
    "objectives shapes utility",
    "families",
    "written",
    "games",
    "solvers",
    "ask",
    "players",
    "design",
    "coach",
    "figures",
    "reproduce",
    "web",
    "cli __main__",
]
LAYER_OF = {name: level for level, names in enumerate(LAYERS) for name in names.split()}
MOST_LINES = 400
FAMILIES = {path.stem for path in (SOURCE / "families").iterdir() if not path.name.startswith("__")}


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
                found = {f"{node.module}.{alias.name}" for alias in node.names}
                yield from found & MODULES.keys()  # a module out of a package
                if found - MODULES.keys():
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


def test_there_are_no_import_cycles() -> None:
    """Neither at the start nor inside functions, nor for types only."""
    leads_to = {
        module: {found for name in imported(path) if (found := home_of(name)) and found != module}
        for module, path in MODULES.items()
    }
    assert not cycle_in(leads_to), f"a cycle of imports: {' > '.join(cycle_in(leads_to))}"
    assert cycle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}})  # the search itself finds one


def home_of(name: str) -> str:
    """Return the module of the package that an import loads; nothing for the package itself."""
    while name not in MODULES and "." in name:
        name = name.rpartition(".")[0]
    return name if name in MODULES else ""


def cycle_in(leads_to: dict[str, set[str]]) -> list[str]:
    """Return modules that import each other in a ring, or nothing."""
    done: set[str] = set()
    for start in leads_to:
        path: list[str] = []
        work: list[tuple[str, bool]] = [(start, False)]
        while work:
            module, leaving = work.pop()
            if leaving:
                done.add(path.pop())
            elif module in path:
                return [*path[path.index(module) :], module]
            elif module not in done:
                path.append(module)
                work += [(module, True), *((other, False) for other in sorted(leads_to[module]))]
    return []


@pytest.mark.parametrize("module", MODULES)
def test_private_names_stay_in_their_module(module: str) -> None:
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dicedevil"):
            private = [one.name for one in node.names if one.name.startswith("_")]
            private = [name for name in private if not name.startswith("__")]
            assert not private, f"{module} imports {private} from {node.module}"


@pytest.mark.parametrize("path", [*MODULES.values(), *sorted(Path(__file__).parents[1].rglob("*.py"))])
def test_files_fit_in_the_head(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, f"{path.name} has {lines} lines: make two files of it"


def test_no_two_public_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = {}
    for module, path in MODULES.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(module)
    assert not {name: found for name, found in homes.items() if len(found) > 1}


@pytest.mark.parametrize("module", MODULES)
def test_only_a_family_s_own_room_names_it(module: str) -> None:
    """A new family is one new room: general modules ask lanes and games, and never a class."""
    parts = module.split(".")[1:]
    if parts[0] in ("families", "written", "games", "reproduce") or FAMILIES & set(parts):
        return
    if parts[:2] == ["figures", "klappenspiel"]:
        return  # the one game with a picture of its own
    for name in imported(MODULES[module]):
        other = name.split(".")[1:]
        assert other[:1] != ["families"], f"{module} imports {name}"
        assert not (other[:1] == ["solvers"] and FAMILIES & set(other)), f"{module} imports {name}"


def test_one_tolerance_for_ties() -> None:
    for module, path in MODULES.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign):
                names = [target.id for target in node.targets if isinstance(target, ast.Name)]
                assert "TIE" not in names or module == "dicedevil.objectives", module


def test_a_lane_is_a_way_to_solve_and_nothing_else() -> None:
    """In kernels and their data the word has no place: vectors are simd."""
    for module, path in MODULES.items():
        if ".kernels" in module or module.endswith((".simd", ".states", ".shelf")):
            assert "lane" not in path.read_text(encoding="utf-8").lower(), module


@pytest.mark.parametrize(
    "module", [name for name in MODULES if name.split(".")[1] not in ("cli", "web", "__main__")]
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


def test_attacks_are_where_they_are_looked_for() -> None:
    """`make attack` runs those of `tests/faults` alone."""
    tests = Path(__file__).parents[1]
    marked = {
        file.parent.name
        for file in tests.rglob("test_*.py")
        if re.search(r"^@pytest\.mark\.attack", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert marked == {"faults"}
