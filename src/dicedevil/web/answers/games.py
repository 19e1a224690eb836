"""What games there are, and what each of them is."""

from __future__ import annotations

from functools import cache
from typing import Any

from dicedevil import games
from dicedevil.coach import offered, shown
from dicedevil.coach.bots import bots, thoughtless
from dicedevil.furniture import spelled
from dicedevil.games.own import prose
from dicedevil.objectives import natural_aim
from dicedevil.rules import Game
from dicedevil.strategy import Foreseeing
from dicedevil.web.answers.boards import at_position
from dicedevil.web.library import Library

COUNTING = 1.0
"""Seconds that states are counted while somebody waits."""


def listing(library: Library) -> list[dict[str, Any]]:
    """Return what `games --json` says, and the games from rules files, which are not run for it."""
    listed = [
        {**games.about(games.find(name)), "own": False, "pieces": pieces(name)}
        for name in games.names()
    ]
    own: list[dict[str, Any]] = [
        {
            "name": name,
            "title": spelled(name),
            "parameters": [],
            "sources": [],
            "own": True,
            "pieces": [],
            "about": prose(path).partition("\n\n")[0],
        }
        for name, path in library.files.items()
    ]
    return listed + own


@cache
def pieces(name: str) -> list[str]:
    """Return the kinds of pieces that lie on the table of a listed game."""
    seats = at_position(Library(), name)["seats"]
    return sorted({piece["kind"] for seat in seats for piece in seat["pieces"]})


def opponents(rules: Game, needed: int | None, allowed: int) -> list[dict[str, str]]:
    """Return the bots that can sit at a table here.

    Nobody knows best play of what is never solved, and who knows all rolls cannot be asked at one.
    """
    lines, own = bots(rules), rules.strategies()
    known = thoughtless(rules) if (needed or 0) > allowed else lines
    playing = [name for name in known if not isinstance(own.get(name), Foreseeing)]
    return [{"name": name, "label": lines[name]} for name in playing]


def about(library: Library, game: str) -> dict[str, Any]:
    """Return what `show --json` says, and what can be asked of the game and played in it."""
    rules = library.game(game)
    name = game.strip().partition(":")[0]
    file = library.files.get(name)
    sections = shown.prose_sections(str(file)) if file else {}
    count = shown.count_states(rules, COUNTING)
    known = shown.about(rules, sections or shown.docstring_sections(rules), count)
    return known | {
        "name": name,
        "own": file is not None,
        "natural_objective": natural_aim(rules).name,
        "lower_is_better": rules.lower_is_better,
        "score_is_win": rules.score_is_win,
        "objectives": offered.aims(rules),
        "bots": opponents(rules, count.memory, library.budget.memory),
        "players": offered.players(rules),
        "start": at_position(library, game),
    }
