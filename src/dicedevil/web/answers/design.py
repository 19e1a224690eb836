"""A designer's questions: what `compare --json`, `sweep --json` and `tune --json` print.

Each is many questions, and what is too large for one of them is left out of the answer: with a
moment's patience nearly everything would be. So they are answered by jobs only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.games import is_listed
from dicedevil.rules import Game
from dicedevil.web.library import Library

LONG = 90.0
"""Seconds that nobody waits for on the spot: a job may take them, quick as it may be."""


def compare(library: Library, games: Sequence[str], matters: float | None = None) -> dict[str, Any]:
    """Return variants side by side."""
    from dicedevil.design.compare import compare, required
    from dicedevil.design.variant import MATTERS

    share = MATTERS if matters is None else matters
    rules = required(tuple(library.game(one) for one in games), share)
    require_job(library, "Comparing")
    return compare(*rules, matters=share, budget=library.budget).to_dict()


def sweep(library: Library, game: str, vary: Sequence[str], measures: Sequence[str]) -> dict[str, Any]:
    """Return measures of every setting of a rule, or of two."""
    from dicedevil.ask.measures import measures_named
    from dicedevil.design.settings import all_varied
    from dicedevil.design.sweep import swept

    rules = _varied(library, game)
    wanted, varied = measures_named(measures), all_varied(rules, vary)
    require_job(library, "A sweep")
    return swept(rules, varied, wanted, budget=library.budget).to_dict()


def tune(library: Library, game: str, vary: Sequence[str], measure: str, to: float) -> dict[str, Any]:
    """Return the setting with which a measure comes nearest to a number."""
    from dicedevil.ask.measures import measures_named
    from dicedevil.design.settings import all_varied
    from dicedevil.design.tune import tune

    rules = _varied(library, game)
    measures_named(measure)
    all_varied(rules, vary)
    require_job(library, "Tuning")
    return tune(rules, vary, measure, to, budget=library.budget).to_dict()


def _varied(library: Library, name: str) -> Game | str:
    """Return a game to be varied: a listed one by its name, by which its settings are called then."""
    rules = library.game(name)
    return name.strip() if is_listed(rules) else rules


def require_job(library: Library, what: str) -> None:
    """Refuse with the job that would do it, once it is known to be a question that makes sense."""
    library.budget.require(f"{what} asks many questions and", seconds=LONG)
