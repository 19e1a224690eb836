"""The package as seen from outside: its names, its layers, its examples."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

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


class Facts(NamedTuple):
    """What the rules of the house are about, of one file."""

    imports: list[ast.Import | ast.ImportFrom]
    """Inside functions too."""
    spoken: list[int]
    """Lines in which something is asserted, printed or asked."""
    classes: list[str]
    constants: list[str]


@cache
def facts(path: Path) -> Facts:
    """Read a file, once for all tests; its whole tree would take much memory."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    found = Facts([], [], [], [])
    for node in ast.walk(module):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.imports.append(node)
        elif isinstance(node, ast.Assert) or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("print", "input")
        ):
            found.spoken.append(node.lineno)
    for one in module.body:
        if isinstance(one, ast.ClassDef):
            found.classes.append(one.name)
        elif isinstance(one, ast.Assign):
            found.constants.extend(name.id for name in one.targets if isinstance(name, ast.Name))
    return found


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Return the modules of the package that a file imports, inside functions too."""
    return tuple(imports(path))


def imports(path: Path) -> Iterator[str]:
    for node in facts(path).imports:
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
        else:
            yield from (alias.name for alias in node.names if alias.name.startswith("dicedevil"))


def test_imports_point_one_way_only() -> None:
    upwards = []
    for module, path in MODULES.items():
        part = module.split(".")[1]
        assert part in LAYER_OF, f"{module}: give '{part}' a place in LAYERS"
        for other in imported(path):
            below = other.split(".")[1] if "." in other else ""
            if LAYER_OF.get(below, 99) > LAYER_OF[part]:
                upwards.append(f"{module} imports {other}, which is above it")
    assert upwards == []


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


def test_private_names_stay_in_their_module() -> None:
    private = [
        f"{module} imports {one.name} from {node.module}"
        for module, path in MODULES.items()
        for node in facts(path).imports
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dicedevil")
        for one in node.names
        if one.name.startswith("_") and not one.name.startswith("__")
    ]
    assert private == []


def test_files_fit_in_the_head() -> None:
    files = [*MODULES.values(), *sorted(Path(__file__).parents[1].rglob("*.py"))]
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    long = {str(path): many for path, many in lines.items() if many > MOST_LINES}
    assert long == {}, "make two files of each"


def test_no_two_public_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = {}
    for module, path in MODULES.items():
        for name in facts(path).classes:
            if not name.startswith("_"):
                homes.setdefault(name, []).append(module)
    assert not {name: found for name, found in homes.items() if len(found) > 1}


def may_name_families(module: str) -> bool:
    parts = module.split(".")[1:]
    if parts[:2] == ["figures", "klappenspiel"]:
        return True  # the one game with a picture of its own
    return parts[0] in ("families", "written", "games", "reproduce") or bool(FAMILIES & set(parts))


def names_a_family(name: str) -> bool:
    other = name.split(".")[1:]
    return other[:1] == ["families"] or (other[:1] == ["solvers"] and bool(FAMILIES & set(other)))


def test_only_a_family_s_own_room_names_it() -> None:
    """A new family is one new room: general modules ask lanes and games, and never a class."""
    found = [
        f"{module} imports {name}"
        for module, path in MODULES.items()
        if not may_name_families(module)
        for name in imported(path)
        if names_a_family(name)
    ]
    assert found == []


def test_one_tolerance_for_ties() -> None:
    for module, path in MODULES.items():
        assert "TIE" not in facts(path).constants or module == "dicedevil.objectives", module


def test_a_lane_is_a_way_to_solve_and_nothing_else() -> None:
    """In kernels and their data the word has no place: vectors are simd."""
    for module, path in MODULES.items():
        if ".kernels" in module or module.endswith((".simd", ".states", ".shelf")):
            assert "lane" not in path.read_text(encoding="utf-8").lower(), module


def test_nothing_below_the_command_line_prints_or_asserts() -> None:
    below = {
        module: path
        for module, path in MODULES.items()
        if module.split(".")[1] not in ("cli", "web", "__main__")
    }
    assert len(below) > 100
    found = [f"{module}:{line}" for module, path in below.items() for line in facts(path).spoken]
    assert found == []


@pytest.mark.parametrize("part", sorted({module.split(".")[1] for module in MODULES}))
def test_examples_in_docstrings(part: str) -> None:
    modules = [module for module in MODULES if module.split(".")[1] == part]
    failed = [
        module
        for module in modules
        if not module.endswith("__main__") and doctest.testmod(importlib.import_module(module)).failed
    ]
    assert failed == []


def test_the_package_s_own_example() -> None:
    assert doctest.testmod(dd).failed == 0


def test_attacks_are_where_they_are_looked_for() -> None:
    """`make attack` runs those of `tests/faults` alone."""
    tests = Path(__file__).parents[1]
    marked = {
        file.parent.name
        for file in tests.rglob("test_*.py")
        if re.search(r"^@pytest\.mark\.attack", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert marked == {"faults"}
