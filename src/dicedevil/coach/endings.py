"""What is told after a game: how it ended, and for everybody luck and errors apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dicedevil.coach.grade import GradedGame
from dicedevil.coach.report import Summary, sentence
from dicedevil.coach.sums import told_sum
from dicedevil.coach.table import GameTable
from dicedevil.naming import shown
from dicedevil.solvers.budget import Budget

WORST = 5
"""Choices that are told, at most: those that lost the most."""


def end_words(table: GameTable, players: Sequence[str]) -> str:
    """Say who won, or what it came to."""
    results = table.results
    who = [shown(name) for name in players]
    if table.seats == 1 and table.rules.score_is_win:
        return f"The end: {'won' if results[0] else 'lost'}."
    if table.seats == 1:
        return f"The end: {results[0]:g} {'turns' if table.what == 'race' else 'points'}."
    best = min(results) if table.rules.lower_is_better else max(results)
    winners = [name for name, result in zip(who, results, strict=True) if result == best]
    wins = f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share the win"
    if table.rules.score_is_win and not best:
        wins = "nobody wins"
    if table.what == "match" and table.seats == 2:
        return f"The end: {wins}."
    scores = ", ".join(f"{name} {result:g}" for name, result in zip(who, results, strict=True))
    return f"The end: {wins} ({scores})."


def like_bots(game: GradedGame, budget: Budget) -> str:
    """Say between which bots a player stands, where that is known without long work."""
    summary = Summary().add_all([game])
    summary.compare(budget=replace(budget, missing_ok=False))
    return next(iter(summary.groups.values())).like_bots()


def graded_data(game: GradedGame, budget: Budget) -> dict[str, Any]:
    """Return a graded game as `grade --json` tells it, with what is said of it in words.

    `steps` are the values after every move of the game, of whoever moved; `worst` are the places of
    the choices that lost the most.
    """
    worst = [game.decisions.index(one) for one in game.by_loss()[:WORST]]
    return game.to_dict() | {
        "sentence": f"{sentence(game)}.",
        "sum": told_sum(game).to_dict(),
        "like": like_bots(game, budget),
        "steps": list(game.steps),
        "worst": worst,
    }
