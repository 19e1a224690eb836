"""Target curves and laws of the final score: what `curve --json` and `evaluate --json` print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.ask.evaluate import evaluate
from dicedevil.ask.strategies import played_in, require_playable, require_strategy
from dicedevil.ask.versus import as_document, parting, versus
from dicedevil.errors import UsageError
from dicedevil.objectives import WinMatch
from dicedevil.rules import Game
from dicedevil.web.library import Library


def curve(
    library: Library, game: str, state: str = "", target: Sequence[int] = (), exact: bool = False
) -> dict[str, Any]:
    """Return the best chance of each target; of those that are named, also in normal play."""
    from dicedevil.ask.chances import chances
    from dicedevil.ask.curve import curve as target_curve

    rules = library.game(game)
    if target:
        return chances(rules, state, tuple(target), exact=exact, budget=library.budget).to_dict()
    return target_curve(rules, state, exact=exact, budget=library.budget).to_dict()


def law(
    library: Library,
    game: str,
    strategy: str = "optimal",
    state: str = "",
    exact: bool | None = None,
    against: str | None = None,
) -> dict[str, Any]:
    """Return the exact law of the final score of a strategy, or its chances against another."""
    rules = library.game(game)
    if against is not None:
        return chances_against(library, rules, strategy, state, bool(exact), against)
    require_strategy(rules, strategy)
    rules.read_state(state)  # a bad position is refused before any work
    return evaluate(rules, strategy, exact=exact, state=state, budget=library.budget).to_dict()


def chances_against(
    library: Library, rules: Game, strategy: str, state: str, exact: bool, against: str
) -> dict[str, Any]:
    """Return the chances of a strategy to win against another."""
    if state.strip():
        raise UsageError("Chances to win are told from the start: leave out the position.")
    require_playable(played_in(WinMatch().view(rules)), strategy)
    found = versus(rules, strategy, against, exact=exact, budget=library.budget)
    return as_document(found, parting(rules, strategy, against, library.budget))
