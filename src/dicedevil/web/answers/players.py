"""How well players play: what `judge --json` prints, and the exact strength of a bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.web.answers.design import require_job
from dicedevil.web.library import Library


def judge(
    library: Library,
    game: str,
    players: Sequence[str],
    games: int = 100,
    seed: int = 1,
    up_to: int | None = None,
    positions: int | None = None,
) -> dict[str, Any]:
    """Return what players' moves give away: in whole games, or in so many positions."""
    from dicedevil.players.judge import Plan, judge
    from dicedevil.players.positions import judge_positions

    rules = library.game(game)
    Plan(rules, tuple(players), up_to=up_to).required()
    require_job(library, "Judging players")
    asked: dict[str, Any] = {"seed": seed, "up_to": up_to, "budget": library.budget}
    if positions is not None:
        return judge_positions(rules, players, positions=positions, **asked).to_dict()
    return judge(rules, players, games=games, **asked).to_dict()


def bot(library: Library, game: str, name: str) -> dict[str, Any]:
    """Return how strong a bot is, exactly."""
    from dicedevil.coach.bots import bot

    return bot(library.game(game), name, budget=library.budget).to_dict()
