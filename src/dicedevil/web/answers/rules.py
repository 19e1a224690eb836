"""Rules that are looked at, and texts to begin with: what `check --json` and `new` print."""

from __future__ import annotations

from typing import Any

from dicedevil.ask.check import check_game
from dicedevil.coach.checked import document, looks, wrong_document
from dicedevil.coach.shown import MOST_SECONDS, count_states
from dicedevil.errors import nearest, quoted
from dicedevil.games import text_problems
from dicedevil.games.sent import FILE, sent_game, sent_problems, sent_sheet
from dicedevil.rules import Game
from dicedevil.web.library import Library, RunsElsewhere
from dicedevil.web.problems import Problem
from dicedevil.written.base import FAMILIES
from dicedevil.written.sheet import sheet_names
from dicedevil.written.starts import start_text

SHARE = 3
"""A third of the time there is may go into counting states, while somebody waits."""


def check(library: Library, game: str, states: int | None = None) -> dict[str, Any]:
    """Return what is wrong with the rules of a game that is served, and what they mean."""
    own, colon, written = game.strip().partition(":")
    if own in library.files:
        if not library.runs_files:
            raise RunsElsewhere(own)
        path = str(library.files[own])
        wrong = text_problems(f"{path}{colon}{written}")
        if wrong:  # the page is told of the file, not where it lies
            return wrong_document(game, [one.replace(path, library.files[own].name) for one in wrong])
    return _looked_at(library, library.game(game), states)


def check_text(library: Library, rules: str, states: int | None = None) -> dict[str, Any]:
    """Return the same of a text that was sent: data, and looked at where strangers' rules are."""
    if not library.runs_files:
        raise RunsElsewhere(FILE)
    sheet = sent_sheet(rules)
    wrong = sent_problems(sheet)
    return wrong_document(FILE, wrong) if wrong else _looked_at(library, sent_game(sheet), states)


def _looked_at(library: Library, rules: Game, states: int | None) -> dict[str, Any]:
    found = check_game(rules, states or looks(rules), budget=library.budget)
    longest = min(MOST_SECONDS, library.budget.longest / SHARE)
    return document(rules, found, count_states(rules, longest) if found.ok else None)


def begin_with(library: Library, start: str) -> dict[str, Any]:
    """Return the text of a rules file to begin with."""
    names = [*FAMILIES, *sheet_names()]
    if start not in names:
        said = f"There is no start {quoted(start)}.{nearest(start, names)}"
        raise Problem(404, "unknown-start", said, f"There are: {', '.join(names)}.")
    return {"start": start, "rules": start_text(start)}


def schema(library: Library) -> dict[str, Any]:
    """Return the JSON Schema of rules files."""
    from dicedevil.written.schema import rules_schema

    return rules_schema()
