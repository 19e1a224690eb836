"""Rules that are looked at: what is wrong with them, what they mean, and what a solve costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.ask.check import Check
from dicedevil.coach.shown import StateCount
from dicedevil.rules import Game
from dicedevil.written.base import Written

LOOKS, LOOKS_AT_TEXT = 2_000, 50


def looks(rules: Game) -> int:
    """Return how many states are looked at where nobody says: of rules as text, which are data, few."""
    return LOOKS_AT_TEXT if isinstance(rules, Written) else LOOKS


def meaning(rules: Game) -> list[str]:
    """Return what rules mean, where they are a text."""
    return rules.in_words() if isinstance(rules, Written) else []


def document(rules: Game, found: Check, count: StateCount | None) -> dict[str, Any]:
    """Return what `check --json` prints."""
    return {**found.to_dict(), "means": meaning(rules), **cost(count)}


def wrong_document(game: str, wrong: Sequence[str]) -> dict[str, Any]:
    """Return what `check --json` prints of a text that makes no rules."""
    return {
        "game": game,
        "ok": False,
        "states": 0,
        "problems": list(wrong),
        "means": [],
        **cost(None),
    }


def cost(count: StateCount | None) -> dict[str, Any]:
    """Return what a solve takes, as far as it is known."""
    return {
        "size": None if count is None or not count.complete else count.states,
        "seconds": None if count is None else count.seconds,
        "memory": None if count is None else count.memory,
    }
