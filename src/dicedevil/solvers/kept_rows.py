"""Rows of figures that are kept: what settings of a game came to, in a table without arrays.

One table a game, by the name of its class: rows by the text and fingerprint of the rules, figures by
what they measure. Nothing is believed that was made from other sources: the key is a hash of all files
of ours that an answer comes from, and of the files of somebody's own rules. Written whole like every
table (`drafts`); what another process has written in the meantime stays.
"""

from __future__ import annotations

import sys
import sysconfig
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from dicedevil.errors import TableError
from dicedevil.rules import Game
from dicedevil.solvers import sources, tables
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.soundness import RULES_FILE

MEASURES = "measures"
"""What such a table is for, and what stands where others name the room that made them."""
NO_ANSWER = ("cli", "web", "figures", "coach", "reproduce")
"""Folders of the package from which no figure comes."""
EVERY = 0.5
"""Seconds from one writing to the next, while rows come in..."""
RARELY = 10.0
"""...or so many times what a writing takes, where there are very many."""

Kept = dict[str, dict[str, tuple[float, float]]]
"""By row and measure: the value, and how far it can be off."""


@cache
def all_sources() -> str:
    """Return a hash of all files of ours that figures come from."""
    folders = (file.relative_to(sources.PACKAGE).parts[0] for file in _files())
    wanted = (file for file, folder in zip(_files(), folders, strict=True) if folder not in NO_ANSWER)
    return sources.digest(wanted)


@cache
def _files() -> tuple[Path, ...]:
    files = (*sources.PACKAGE.rglob("*.py"), *sources.PACKAGE.rglob("*.toml"))
    return tuple(sorted(files))


def rows_key(game: Game, rules_file: Path | None = None) -> tables.TableKey | None:
    """Return the key of the table for the settings of a game; None where none can be kept.

    For rules of somebody's own their file counts, and whatever else of theirs has been loaded.
    """
    home = type(game).__module__
    if home.startswith("dicedevil.") and rules_file is None:
        return tables.TableKey(game.name or type(game).__name__, MEASURES, all_sources(), (MEASURES,))
    if rules_file is None and (home == RULES_FILE or not _own_file(home)):
        return None  # made at a prompt: there is no file to hash
    files = {*_strangers(), *([rules_file.resolve()] if rules_file else [])}
    hashed = f"{all_sources()}-{sources.digest(sorted(files))}"
    name = rules_file.name if rules_file else f"{home}.{type(game).__qualname__}"
    return tables.TableKey(name, MEASURES, hashed, (MEASURES,))


def _own_file(module: str) -> str | None:
    return getattr(sys.modules.get(module), "__file__", None)


def _strangers() -> set[Path]:
    """Return the files of all modules that are neither ours, nor Python's, nor installed."""
    paths = (Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    known = [path.resolve() for path in (sources.PACKAGE, *paths)]
    named = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    files = {Path(name).resolve() for name in named if isinstance(name, str) and name.endswith(".py")}
    return {file for file in files if file.is_file() and not set(known) & set(file.parents)}


@dataclass
class KeptRows:
    """The rows of a game as they are on disk, and those that have come since."""

    key: tables.TableKey | None
    budget: Budget = USUAL
    rows: Kept = field(default_factory=dict)
    new: Kept = field(default_factory=dict)
    written: float = 0.0
    took: float = 0.0
    """When rows were written last, and how long that took."""
    _is_told: bool = False

    @classmethod
    def read(cls, key: tables.TableKey | None, budget: Budget = USUAL) -> KeptRows:
        """Read what there is; what is damaged is said, and made again."""
        return cls(key, budget, _on_disk(key, budget))

    def figures(self, game: Game) -> Mapping[str, tuple[float, float]]:
        """Return the figures of a game that are known."""
        return self.rows.get(row_name(game) or "", {})

    def add(self, game: Game, figures: Mapping[str, tuple[float, float]]) -> None:
        """Take in the figures of a game; they are on disk within a moment."""
        row = row_name(game)
        if figures and row is not None:
            self.rows.setdefault(row, {}).update(figures)
            self.new.setdefault(row, {}).update(figures)
        if time.monotonic() - self.written > max(EVERY, RARELY * self.took):
            self.write()

    def write(self) -> None:
        """Write all rows, with what others have written meanwhile."""
        if self.key is None or not self.new:
            return
        begun = time.monotonic()
        try:
            with tables.right_to_make(self.key, self.budget):
                merged = _on_disk(self.key)
                for row, figures in self.new.items():
                    merged.setdefault(row, {}).update(figures)
                told = {
                    row: {name: list(one) for name, one in by.items()} for row, by in merged.items()
                }
                tables.save(self.key, {}, {"rows": told})
        except OSError as error:
            if not self._is_told:
                self.budget.announce(tables.not_kept(self.key, error))
            self._is_told = True
            return
        self.new.clear()
        self.written = time.monotonic()
        self.took = self.written - begun


def row_name(game: Game) -> str | None:
    """Return the name of a row: the game's text, and what differs with the rules.

    None where rules hold functions, of which nothing but their place in memory is told.
    """
    return None if " at 0x" in repr(game) else f"{game} {game.fingerprint}"


def _on_disk(key: tables.TableKey | None, budget: Budget = USUAL) -> Kept:
    """Return the rows of a table, none if there is no such table."""
    try:
        table = None if key is None else tables.load(key, latest=True)
        return {} if table is None else _rows(table.facts["rows"])
    except (TableError, LookupError, TypeError, ValueError) as error:
        budget.announce(f"{error} It is made again.")
        return {}


def _rows(facts: Mapping[str, Mapping[str, Iterable[Any]]]) -> Kept:
    return {
        row: {name: (float(value), float(off)) for name, (value, off) in by.items()}
        for row, by in facts.items()
    }
