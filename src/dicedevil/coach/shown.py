"""A game as it is shown: its rules in prose, its size, who plays it, and what is known of it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

from dicedevil.ask.strategies import strategy_names
from dicedevil.coach.bots import bots
from dicedevil.games import python_file
from dicedevil.games.own import prose
from dicedevil.rules import Game, State
from dicedevil.solvers.solver import lanes_of

BYTES_PER_CHOICE, SECONDS_PER_CHOICE = 50, 1.5e-6
"""Of a game whose states are listed and solved one by one: measured on the tile games."""
MOST_SECONDS = 5.0
"""How long states are counted before "more than" must do."""


@dataclass(frozen=True)
class StateCount:
    """How many states a game has, or that counting was given up at so many."""

    states: int
    complete: bool = True
    memory: int | None = None
    """Bytes that a solve needs, where that is known beforehand."""
    counted: str = "states"
    """What is counted."""
    seconds: float | None = None
    """How long a solve takes here, about, where that is known beforehand."""


def count_states(game: Game, most_seconds: float = MOST_SECONDS) -> StateCount:
    """Count the states a solve goes through."""
    for lane in lanes_of(game):
        size = lane.size(game)
        if size is not None:
            return StateCount(size.states, True, size.memory_bytes, size.counted, size.seconds)
    known = game.size()
    if known is not None:
        states, choices = known
        memory, seconds = BYTES_PER_CHOICE * choices, SECONDS_PER_CHOICE * choices
        return StateCount(states, True, memory, game.size_words, seconds)
    deadline = time.monotonic() + most_seconds
    found: set[State] = set()
    waiting: list[State] = [game.start()]
    waiting.extend(game.roots())
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        found.add(state)
        if not game.is_over(state):
            waiting.extend(set(_after(game, state)) - found)
        if len(found) & 0xFF == 0 and time.monotonic() > deadline:
            return StateCount(len(found), complete=False)
    return StateCount(len(found))


def _after(game: Game, state: State) -> Iterable[State]:
    for roll in game.rolls(state):
        for choice in game.choices(state, roll):
            yield game.play(state, roll, choice)[1]


def prose_sections(spec: str) -> dict[str, str]:
    """Return what the file of a game of one's own says at its top; nothing for a listed game."""
    file = python_file(spec)
    text = prose(file) if file else ""
    sections = sections_of(text)
    return sections if "Rules" in sections else {"Rules": text} if text else {}


def docstring_sections(game: Game) -> dict[str, str]:
    """Return the sections of the text at the top of the game's file, by heading."""
    cls = game.described_by
    if cls.prose:
        return dict(cls.prose)
    module = sys.modules.get(cls.__module__)
    return sections_of((module.__doc__ if module is not None and cls.name else cls.__doc__) or "")


def sections_of(text: str) -> dict[str, str]:
    """Return the indented parts of a text by the heading that each stands under."""
    heading, sections = "", dict[str, list[str]]()
    for line in cleandoc(text).splitlines():
        if line and not line.startswith(" "):
            heading = line.strip()
        else:
            sections.setdefault(heading, []).append(line)
    bodies = {name: cleandoc("\n".join(lines)) for name, lines in sections.items()}
    return {name: body for name, body in bodies.items() if name and body}


def about(game: Game, sections: dict[str, str], count: StateCount) -> dict[str, Any]:
    """Return what `show --json` prints."""
    known = game.size()
    return {
        "name": game.name or str(game),
        "title": game.title or type(game).__name__,
        "game": str(game),
        "rules": sections.get("Rules", (type(game).__doc__ or "").strip()),
        "parameters": [one.data() for one in game.parameters],
        "states": count.states if count.complete else None,
        "states_at_least": count.states,
        "counted": count.counted,
        "size": None if known is None else {"states": known[0], "counted": game.size_words},
        "memory": count.memory,
        "seconds": count.seconds,
        "strategies": strategy_names(game),
        "bots": bots(game),
        "sources": list(game.sources),
        "known_values": [
            {
                "question": known.question,
                "value": known.value,
                "source": known.source,
                "game": known.game or game.name,
                "strategy": known.strategy,
                "objective": known.objective,
            }
            for known in game.known_values
        ],
        "sections": sections,
        "also_called": {name: list(words) for name, words in game.also_called.items()},
    }
