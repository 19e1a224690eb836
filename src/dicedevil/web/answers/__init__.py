"""Plain functions: a library and arguments in, plain data out; each runs here or in another process.

A function gets its `Library` first and asks it for games (`library.game(name)`), for what the answer
may cost (`library.budget`) and where games are kept (`Store(library.data)`). It asks for its game
before it changes anything: a game from a rules file is answered in a process of its own, so the
function is begun again there. It refuses by raising what the library raises, or a `Problem`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

ASKS = {
    "games": "games:listing",
    "about": "games:about",
    "advice": "advice:advice",
    "advice-for-many": "advice:advice_for_many",
    "solve": "values:solve",
    "simulate": "values:simulate",
    "match": "values:match",
    "closest": "values:closest",
    "equilibrium": "values:equilibrium",
    "judge": "players:judge",
    "bot": "players:bot",
    "compare": "design:compare",
    "sweep": "design:sweep",
    "tune": "design:tune",
    "curve": "curves:curve",
    "law": "curves:law",
    "papers": "papers:listing",
    "paper": "papers:figure",
    "reproduce": "papers:reproduce",
    "plot": "plots:numbers",
    "picture": "plots:picture",
    "check": "rules:check",
    "check-text": "rules:check_text",
    "new": "rules:begin_with",
    "schema": "rules:schema",
    "tables": "tables:listing",
    "board": "boards:at_position",
    "next": "boards:after_choice",
    "roll": "boards:thrown",
    "plays": "play:listing",
    "begin": "play:begin",
    "bots": "play:prepared",
    "play": "play:show",
    "throw": "play:throw",
    "choose": "play:choose",
    "let-bots": "play:let_bots",
    "undo": "play:undo",
    "leave": "play:leave",
    "hint": "play:hint",
    "report": "play:report",
    "record": "play:record",
    "records": "records:listing",
    "export": "records:export",
    "import": "records:keep",
    "grade": "grades:grade",
    "train": "train:question",
    "answer": "train:answer",
    "test": "proficiency:asked",
    "tested": "proficiency:answered",
    "stats": "stats:stats",
    "catch-up": "stats:catch_up",
}
"""What can be asked: the module in this folder and its function."""


@cache
def answer_named(name: str) -> Callable[..., Any]:
    """Return the function that answers a question."""
    module, _, function = ASKS[name].partition(":")
    found: Callable[..., Any] = getattr(import_module(f"dicedevil.web.answers.{module}"), function)
    return found
