"""What `solve` is asked, and the table that keeps the answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from dicedevil import tables
from dicedevil.errors import TableError
from dicedevil.games import GAMES
from dicedevil.matches import TurnByTurn
from dicedevil.objectives import Objective
from dicedevil.rules import Game
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
        if self.fresh or (game is None and played.name not in GAMES):
            return None
        objective = f"{self.objective.name} {about}".strip()
        return tables.TableKey(game or str(self.game), objective)


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
    with _right_to_make(key):
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


def _right_to_make(key: tables.TableKey) -> AbstractContextManager[None]:
    """Hold the right to make a table; where no table can be kept, go on without."""
    try:
        tables.default_folder().mkdir(parents=True, exist_ok=True)
    except OSError:
        return nullcontext()
    return tables.making(key)


def _load_or_none(key: tables.TableKey) -> tables.Table | None:
    """Read a table; a damaged one is solved again."""
    try:
        return tables.load(key)
    except TableError:
        return None
