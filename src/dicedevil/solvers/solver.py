"""`solve`: picks the lane, reads and writes tables, returns a `Solution`.

Lanes, first that fits: `polynomial` (placement games with multipliers, mean score), `reference`
(fractions, when exactness is asked for), `keep-reroll` (score cards, mean score), `graph` (everything
else).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import Executor
from contextlib import nullcontext
from typing import Any

from dicedevil import tables
from dicedevil.errors import TableError, UsageError, listed, quoted
from dicedevil.families.keep_reroll.game import KeepRerollGame
from dicedevil.families.placement import PlacementGame
from dicedevil.games import GAMES
from dicedevil.games import game as game_named
from dicedevil.matches import TurnByTurn
from dicedevil.objectives import MaxScore, Objective, ReachTarget, WinMatch, Worst
from dicedevil.rules import Game
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import CurveValues, MappedValues, Solution, require_target

LANES = ("polynomial", "reference", "keep-reroll", "graph")
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
    executor: Executor | None = None,
) -> Solution:
    """Solve a game.

    `exact` gives fractions, `fresh` neither reads nor writes tables, `lane` forces a way to solve,
    `memory` (in bytes) is what a solve may use before it refuses with `TooLarge`, `executor` (of
    threads) runs the parts of a large score card.
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
    if chosen == "keep-reroll":
        return _solve_keep_reroll(played, objective, exact, fresh, memory, progress, executor, started)
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
    if exact:
        return "reference"
    if isinstance(game, KeepRerollGame) and isinstance(objective, (MaxScore, Worst)):
        return "keep-reroll"
    return "graph"


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


def _solve_keep_reroll(
    game: Game,
    objective: Objective,
    exact: bool,
    fresh: bool,
    memory: int,
    progress: Progress,
    executor: Executor | None,
    started: float,
) -> Solution:
    from dicedevil.solvers.keep_reroll import CardValues, require_memory, solve_card

    if not isinstance(game, KeepRerollGame) or not isinstance(objective, (MaxScore, Worst)):
        raise UsageError("The keep-reroll lane is for the mean score of games with a score card.")
    if exact:
        raise UsageError("The keep-reroll lane works in floats; exact fractions need the reference.")
    encoded, sign = game.encoding, 1 if objective.wants_more(game, game.start()) else -1
    require_memory(encoded, memory)
    key = None if fresh else table_key(game, objective)
    if key is not None:  # other arrays than the graph lane's, so another table
        key = tables.TableKey(key.game, f"{key.objective} (keep-reroll)")
    with nullcontext() if key is None else _or_nothing(key):
        table = None if key is None else _load_or_none(key)
        if table is not None and table.facts.get("rules") == encoded.fingerprint:
            values = CardValues(game, table.arrays["values"], sign)
        else:
            solved = solve_card(encoded, sign, memory=memory, progress=progress, executor=executor)
            values = CardValues(game, solved, sign)
            if key is not None:
                facts = {"states": encoded.states, "rules": encoded.fingerprint}
                _save_if_possible(key, {"values": solved}, facts)
    seconds = time.perf_counter() - started
    error = values.error_bound
    return Solution(game, objective, values, "keep-reroll", encoded.states, seconds, error)


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


def _or_nothing(key: tables.TableKey) -> Any:
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


def _save_if_possible(key: tables.TableKey, arrays: tables.Arrays, facts: Mapping[str, Any]) -> None:
    """Keep a table; a full or read-only disk costs the table, not the answer."""
    try:
        tables.save(key, arrays, facts)
    except OSError:
        return


def table_key(game: Game, objective: Objective) -> tables.TableKey | None:
    """Return the key of a listed game's table; a game of the user's own has none."""
    listed_game = game.game if isinstance(game, TurnByTurn) else game
    if listed_game.name not in GAMES:
        return None
    return tables.TableKey(str(game), objective.name)


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
