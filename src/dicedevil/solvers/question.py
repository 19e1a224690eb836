"""What `solve` is asked, and the table that keeps the answer."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from dicedevil import tables
from dicedevil.errors import TableError
from dicedevil.games import is_listed
from dicedevil.matches import TurnByTurn
from dicedevil.objectives import Objective
from dicedevil.rules import Game, State
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import Solution, Values

MEMORY = 4 << 30


@dataclass(frozen=True)
class Question:
    """A game, what "best" means, and how to work on it."""

    game: Game
    objective: Objective
    exact: bool = False
    fresh: bool = False
    memory: int = MEMORY
    progress: Progress = silent
    executor: Executor | None = None
    missing_ok: bool = True
    """Whether tables that take long to make may be made."""
    at: State | None = None
    """The only state that is asked about: a lane may answer for it alone where all are too many."""
    started: float = field(default_factory=time.perf_counter)

    def answer(self, values: Values, lane: str, states: int, error_bound: float) -> Solution:
        """Make the solution, with the time it took."""
        seconds = time.perf_counter() - self.started
        return Solution(self.game, self.objective, values, lane, states, seconds, error_bound)

    def table_key(self, about: str = "", game: str | None = None) -> tables.TableKey | None:
        """Return the key of a listed game's table; a game of the user's own has none.

        `about` tells tables of different content apart, `game` names what is kept otherwise.
        """
        played = self.game.game if isinstance(self.game, TurnByTurn) else self.game
        if self.fresh or (game is None and not is_listed(played)):
            return None
        objective = f"{self.objective.name} {about}".strip()
        rules = rules_hash(type(self.game), type(played))
        return tables.TableKey(game or str(self.game), objective, rules)


@cache
def rules_hash(*classes: type) -> str:
    """Return a hash of the files that these games and the families they belong to are written in."""
    homes = {base.__module__ for cls in classes for base in cls.__mro__}
    files: set[Path] = set()
    for home in homes:
        if home.startswith("dicedevil."):
            file = Path(sys.modules[home].__file__ or "")
            in_a_folder = home.startswith("dicedevil.families.") and home.count(".") > 2
            files.update(file.parent.glob("*.py") if in_a_folder else [file])
    digest = blake2b(digest_size=8)
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def kept(
    key: tables.TableKey | None,
    make: Callable[[], tables.Arrays | None],
    facts: Mapping[str, Any],
) -> tables.Arrays | None:
    """Read the arrays of a table, or make them and the table; two processes make it once.

    A table whose facts are others is made again. Arrays that cannot be kept are None, and a full or
    read-only disk costs the table, not the answer.
    """
    if key is None:
        return make()
    with right_to_make(key):
        table = _load_or_none(key)
        if table is not None and all(table.facts.get(name) == fact for name, fact in facts.items()):
            return table.arrays
        arrays = make()
        if arrays is not None:
            try:
                tables.save(key, arrays, facts)
            except OSError:
                return arrays
    return arrays


@contextmanager
def right_to_make(key: tables.TableKey) -> Iterator[None]:
    """Hold the right to make a table; where no table can be kept, go on without."""
    with ExitStack() as held:
        with suppress(OSError):
            held.enter_context(tables.making(key))
        yield


def _load_or_none(key: tables.TableKey) -> tables.Table | None:
    """Read a table; a damaged one is solved again."""
    try:
        return tables.load(key)
    except TableError:
        return None
