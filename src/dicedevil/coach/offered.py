"""What a game can be played for, and how many can play it."""

from __future__ import annotations

from typing import Any

from dicedevil.coach.table import laid
from dicedevil.errors import DiceDevilError
from dicedevil.objectives import OBJECTIVES, objective_named
from dicedevil.rules import Game
from dicedevil.wrapped.boards import MOST_PLAYERS

LABELS = {
    "score": "Most points",
    "target": "Reach a target",
    "win": "Win the match",
    "win-alone": "Win the match; a tie is lost",
    "turns": "Fewest turns",
    "worst": "The worst that can happen",
    "within": "Be done within some turns",
    "average": "Most points a turn in the long run",
}
NEEDS = {"target": ["target"], "within": ["turns"]}
"""Numbers that an objective needs."""


def aims(game: Game) -> list[dict[str, Any]]:
    """Return what best may mean in a game, as plain data."""
    return [
        {"name": one, "label": label(game, one), "needs": NEEDS.get(one, [])}
        for one in OBJECTIVES
        if makes_sense(game, one)
    ]


def label(game: Game, objective: str) -> str:
    """Say what best means."""
    if objective == "score" and game.score_is_win:
        return "Best chance to win"
    if objective == "score" and game.lower_is_better:
        return "Fewest points"
    return LABELS[objective]


def makes_sense(game: Game, objective: str) -> bool:
    """Tell whether a game can be played for an objective, and it is not another one by another name."""
    if objective == "target" and game.score_is_win:  # the best score is that already
        return False
    if objective in ("turns", "within") and game.scored_in == "game":  # over when it is over
        return False
    if objective in ("score", "target") and game.scored_in == "race":  # its score are its turns
        return False
    if objective == "average" and not game.carries_over:  # the best turn is that already
        return False
    needed: dict[str, Any] = dict.fromkeys(NEEDS.get(objective, []), 1)
    try:
        objective_named(objective, **needed).view(game)
    except DiceDevilError:
        return False
    return True


def players(game: Game) -> dict[str, int]:
    """Return how many may sit at a table."""
    if game.players == 2:
        return {"least": 2, "most": 2}
    for most in (MOST_PLAYERS, 2):
        try:
            laid(game, most)
        except DiceDevilError:
            continue
        return {"least": 1, "most": most}
    return {"least": 1, "most": 1}
