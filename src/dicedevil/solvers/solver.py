"""`solve`: picks the lane, reads and writes tables, returns a `Solution`.

Lanes, first that fits: `polynomial` (placement games with multipliers, mean score), `reference`
(fractions, when exactness is asked for), `graph` (everything else).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from dicedevil import tables
from dicedevil.errors import TableError, UsageError, listed, quoted
from dicedevil.families.placement import PlacementGame
from dicedevil.games import game as game_named
from dicedevil.games import is_listed
from dicedevil.matches import TurnByTurn
from dicedevil.objectives import MaxScore, Objective, ReachTarget, WinMatch
from dicedevil.rules import Game
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import CurveValues, MappedValues, Solution, require_target

LANES = ("polynomial", "reference", "graph")
MEMORY = 4 << 30


def solve(
    game: Game | str,
    objective: Objective | None = None,
    *,
    exact: bool = False,
    fresh: bool = False,
    lane: str | None = None,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> Solution:
    """Solve a game.

    `exact` gives fractions, `fresh` neither reads nor writes tables, `lane` forces a way to solve,
    `memory` (in bytes) is what a solve may use before it refuses with `TooLarge`.
    """
    objective = objective or MaxScore()
    played = playable(game_named(game) if isinstance(game, str) else game, objective)
    objective.refuse(played)
    chosen = lane or pick_lane(played, objective, exact)
    started = time.perf_counter()
    if chosen == "polynomial":
        return _solve_polynomial(played, objective, exact, started)
    if chosen == "reference":
        return _solve_reference(played, objective, started)
    if chosen != "graph":
        raise UsageError(f"Unknown lane {quoted(chosen)}. Lanes: {listed(LANES)}.")
    if exact:
        raise UsageError("The graph lane works in floats; exact fractions need the reference lane.")
    return _solve_with_tables(played, objective, fresh, memory, progress, started)


def playable(game: Game, objective: Objective) -> Game:
    """Return the game an objective is about: a match of two where winning is the aim."""
    view = game.view(objective.name)
    return TurnByTurn(view) if isinstance(objective, WinMatch) and view.players == 1 else view


def pick_lane(game: Game, objective: Objective, exact: bool) -> str:
    """Return the fastest lane that answers the question."""
    if isinstance(game, PlacementGame) and game.is_linear and isinstance(objective, MaxScore):
        return "polynomial"
    return "reference" if exact else "graph"


def _solve_polynomial(game: Game, objective: Objective, exact: bool, started: float) -> Solution:
    from dicedevil.solvers.polynomial import polynomial_values

    if not isinstance(game, PlacementGame) or not isinstance(objective, MaxScore):
        raise UsageError("The polynomial method is for the mean score of placement games.")
    if not game.is_linear:
        raise UsageError(
            f"The polynomial method does not apply to {game}: it needs a multiplier per slot, none "
            "below the one before. The set table (lane 'graph' or 'reference') solves it."
        )
    values, error = polynomial_values(game, exact)
    seconds = time.perf_counter() - started
    return Solution(game, objective, values, "polynomial", 1 << game.slots, seconds, error)


def _solve_reference(game: Game, objective: Objective, started: float) -> Solution:
    from dicedevil.solvers.reference import solve_reference, solve_reference_curves

    values: CurveValues | MappedValues
    if isinstance(objective, ReachTarget):
        curves = solve_reference_curves(game, game.roots())
        values = CurveValues(game, objective.target or 0, curves)
        start = curves[game.start()]
        _require_reachable(game, objective, start.low, start.high)
        states = len(curves)
    else:
        by_state = solve_reference(game, objective, game.roots())
        values, states = MappedValues(objective, by_state), len(by_state)
    seconds = time.perf_counter() - started
    return Solution(game, objective, values, "reference", states, seconds, 0.0)


def _require_reachable(game: Game, objective: Objective, low: int, high: int) -> None:
    """Refuse targets out of reach; `low` and `high` are negated where low scores win."""
    if game.lower_is_better:
        low, high = -high, -low
    require_target(game, objective, low, high)


def _solve_with_tables(
    game: Game,
    objective: Objective,
    fresh: bool,
    memory: int,
    progress: Progress,
    started: float,
) -> Solution:
    """Read the table of a listed game, or make it; two processes make it once."""
    from dicedevil.solvers.stored import StoredValues, encode, stored_solution

    key = None if fresh else table_key(game, objective)
    with nullcontext() if key is None else _or_nothing(key):
        table = None if key is None else _load_or_none(key)
        if table is not None:
            stored = StoredValues.read(table)
        else:
            stored = _solve_graph(game, objective, memory, progress)
            stored_solution(game, objective, stored, 0.0)  # refuses a target out of reach, unwritten
            arrays = encode(stored)
            if key is not None and arrays is not None:
                _save_if_possible(key, arrays, {"states": len(stored.index)})
    return stored_solution(game, objective, stored, time.perf_counter() - started)


@contextmanager
def _or_nothing(key: tables.TableKey) -> Iterator[None]:
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


def _save_if_possible(key: tables.TableKey, arrays: tables.Arrays, facts: Mapping[str, Any]) -> None:
    """Keep a table; a full or read-only disk costs the table, not the answer."""
    try:
        tables.save(key, arrays, facts)
    except OSError:
        return


def table_key(game: Game, objective: Objective) -> tables.TableKey | None:
    """Return the key of a listed game's table; a game of the user's own has none."""
    listed_game = game.game if isinstance(game, TurnByTurn) else game
    if not is_listed(listed_game):
        return None
    return tables.TableKey(str(game), objective.name, rules_hash(type(game), type(listed_game)))


@cache
def rules_hash(*classes: type) -> str:
    """Return a hash of the files that these games and the families they belong to are written in."""
    homes = {base.__module__ for cls in classes for base in cls.__mro__}
    digest = blake2b(digest_size=8)
    for home in sorted(home for home in homes if home.startswith("dicedevil.")):
        digest.update(Path(sys.modules[home].__file__ or "").read_bytes())
    return digest.hexdigest()


def _solve_graph(game: Game, objective: Objective, memory: int, progress: Progress) -> Any:
    import numpy as np

    from dicedevil.solvers.graph import GameGraph, solve_graph, solve_graph_curves
    from dicedevil.solvers.stored import StoredValues

    graph = GameGraph.of(game, memory=memory, progress=progress)
    progress("solving", 0, 0)
    if isinstance(objective, ReachTarget):
        rows = solve_graph_curves(graph, memory)
        arrays = {
            "lowest": rows.lowest,
            "highest": rows.highest,
            "row_start": rows.row_start,
            "chances": rows.chances,
            "error_bound": np.array([rows.error_bound]),
        }
    else:
        low, high = solve_graph(graph, objective)
        arrays = {"low": low, "high": high}
    return StoredValues(graph.index, arrays)
