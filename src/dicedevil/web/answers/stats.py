"""Progress: what `stats --json` says of a player."""

from __future__ import annotations

from typing import Any

from dicedevil.coach.grades import Grades, grade_kept
from dicedevil.coach.stats import stats as stats_of
from dicedevil.coach.store import Store
from dicedevil.errors import TooLarge
from dicedevil.web.answers.train import patience
from dicedevil.web.library import Library
from dicedevil.web.sessions import as_served, kept_under, rules_at_hand, store_of

A_GAME = 0.1
"""Seconds that grading a game takes, about, where its tables are there."""
TOLD = 5
"""Games that could not be graded, and why."""


def stats(library: Library, player: str = "me", game: str | None = None) -> dict[str, Any]:
    """Return how a player does; games that would take long to grade are counted, and are a job."""
    store = store_of(library)
    name = kept_under(library, game)
    known = rules_at_hand(library, store)
    refused, waiting, cost = _graded(library, store, known)
    found = stats_of(store, player, name, known).to_dict()
    return found | {
        "games": [as_served(library, one) for one in found["games"]],
        "players": store.players(),
        "ungraded": waiting,
        "refused": refused,
        "cost": {"seconds": cost} if waiting else None,
        "job": {"ask": "catch-up", "with": {}} if waiting else None,
    }


def catch_up(library: Library) -> dict[str, Any]:
    """Grade all games that were not graded yet, whatever that takes: a job, if it is long."""
    store = store_of(library)
    refused, waiting, cost = _graded(library, store, rules_at_hand(library, store))
    if waiting and not library.budget.missing_ok:
        raise TooLarge(f"{waiting:,} games are to be graded yet.").costing(cost)
    return {"refused": refused}


def _graded(
    library: Library, store: Store, known: list[str]
) -> tuple[list[dict[str, Any]], int, float]:
    """Grade kept games; return those that cannot be, how many others wait, and what these take."""
    left_out = grade_kept(store, known, library.budget, patience(library))
    never = sum(one.seconds is None for one in left_out)
    waiting = len(Grades(store).ungraded()) - never
    tables = max((one.seconds or 0.0 for one in left_out), default=0.0)  # games share them
    told = [{"number": one.number, "reason": one.reason} for one in left_out[:TOLD]]
    return told, waiting, tables + A_GAME * waiting
