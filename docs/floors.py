"""The floors of the package, and who imports whom, read from the files: see `house.py`."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from walks import SOURCE

FLOORS = {
    "cli": "talks to people",
    "web": "the page",
    "reproduce": "published numbers",
    "figures": "pictures",
    "coach": "records, grades",
    "design": "rules varied",
    "players": "matches of many",
    "ask": "questions",
    "rooms": "in solvers/",
    "solvers": "what rooms share",
    "games": "one file a game",
    "written": "rules as text",
    "families": "kinds of games",
    "objectives": "what best means",
    "wrapped": "games from games",
    "words": "what all speak of",
}
"""From top to bottom, each with a word or two on it; `rooms` are the folders within `solvers`."""


@cache
def files() -> dict[str, Path]:
    """Return the modules of the package by their names, `__init__` of the package itself left out."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        if parts != ("__init__",):
            found[".".join(("dicedevil", *parts)).removesuffix(".__init__")] = path
    return found


def floor_of(module: str) -> str:
    """Return the floor a module is on: files of the package's own folder are words."""
    _, *parts = module.split(".")
    first = parts[0]
    if first == "solvers" and (SOURCE.joinpath(*parts[:2])).is_dir() and len(parts) > 1:
        return "rooms"
    if first in FLOORS:
        return first
    if first == "__main__":
        return "cli"
    if first in ("shapes", "utility"):  # what best means, where scores are worth what somebody says
        return "objectives"
    if (SOURCE / first).is_dir():
        raise SystemExit(f"docs/house.py: give the folder '{first}' a place in FLOORS.")
    return "words"


@cache
def homes() -> Mapping[str, str]:
    """Return where the names that `dicedevil` hands out are at home."""
    for node in tree(SOURCE / "__init__.py").body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_HOMES":
            by_home: dict[str, tuple[str, ...]] = ast.literal_eval(node.value)
            return {name: f"dicedevil.{home}" for home, names in by_home.items() for name in names}
    raise SystemExit("docs/house.py: dicedevil/__init__.py has no _HOMES.")


@cache
def tree(path: Path) -> ast.Module:
    """Return a file as Python reads it."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """Yield the modules of the package that a file imports, inside functions too."""
    known = files()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module == "dicedevil":
            found = (homes().get(alias.name, f"dicedevil.{alias.name}") for alias in node.names)
            yield from (module for module in found if module in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            inner = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (module if module in known else str(node.module) for module in inner)


def named(path: Path) -> set[str]:
    """Return the modules of the package that a file names in a text, for others to load."""
    texts = {node.value for node in ast.walk(tree(path)) if isinstance(node, ast.Constant)}
    return {module for module in files() if module in texts}


@dataclass(frozen=True)
class House:
    """Who imports whom: pairs of modules."""

    imports: frozenset[tuple[str, str]]
    named: frozenset[tuple[str, str]]

    @classmethod
    def read(cls) -> House:
        """Read all files of the package."""
        pairs = {(one, other) for one, path in files().items() for other in imported(path)}
        names = {(one, other) for one, path in files().items() for other in named(path)}
        return cls(frozenset((a, b) for a, b in pairs if a != b), frozenset(names))

    def counts(self) -> Counter[tuple[str, str]]:
        """Return how many files of a floor import how many of another: pairs of files."""
        return self._between(self.imports)

    def names(self) -> Counter[tuple[str, str]]:
        """Return how many files of a floor name files of another."""
        return self._between(self.named)

    def _between(self, pairs: frozenset[tuple[str, str]]) -> Counter[tuple[str, str]]:
        floors = ((floor_of(one), floor_of(other)) for one, other in pairs)
        return Counter((one, other) for one, other in floors if one != other)

    def upward(self) -> list[tuple[str, str]]:
        """Return the imports that point up."""
        order = list(FLOORS)
        return sorted(
            (one, other)
            for one, other in self.imports
            if order.index(floor_of(one)) > order.index(floor_of(other))
        )

    def between_rooms(self) -> list[tuple[str, str]]:
        """Return the imports of one room from another."""
        return sorted(
            (one, other)
            for one, other in self.imports
            if floor_of(one) == floor_of(other) == "rooms" and one.split(".")[2] != other.split(".")[2]
        )

    def circles(self) -> list[list[str]]:
        """Return the groups of modules that import each other in circles; none, if all is well."""
        below: dict[str, set[str]] = {}
        for one, other in self.imports:
            below.setdefault(one, set()).add(other)
        found: list[list[str]] = []
        for module in sorted(below):
            if not any(module in circle for circle in found):
                reached = reach(module, below)
                circle = {module, *(other for other in reached if module in reach(other, below))}
                found += [sorted(circle)] if module in reached else []
        return found


def reach(module: str, below: Mapping[str, set[str]]) -> set[str]:
    """Return all that a module imports, and what that imports."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        for other in below.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found
