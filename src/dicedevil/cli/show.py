"""`dicedevil show`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

import click

from dicedevil.cli.options import game_argument, json_option, patience_options
from dicedevil.rules import Game, State

MOST_SECONDS = 5.0
"""How long states are counted before "more than" must do."""


@click.command("show")
@game_argument
@patience_options
@json_option
def command(game: str, as_json: bool, **_: Any) -> None:
    """Show a game: its rules in prose, parameters, number of states and known values.

    A parameter is changed in the name: NAME:key=value,key=value.

    \b
    Examples:
      dicedevil show klappenspiel
      dicedevil show ten-times-18:slots=5 --json
      dicedevil show my_game.py

    Of a game of your own: the text at the top of its file, and the fields of its dataclass, which
    are its parameters. A .py file is a program: naming it runs it.
    """
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.games import game as game_named

    rules = game_named(game)
    with Waiting("counting states"):
        count = count_states(rules)
    sections = prose_sections(game) or docstring_sections(rules)
    if as_json:
        tell_json(about(rules, sections, count))
    else:
        tell(rules, sections, count)


@dataclass(frozen=True)
class StateCount:
    """How many states a game has, or that counting was given up at so many."""

    states: int
    complete: bool = True
    memory: int | None = None
    """Bytes that a solve needs, where that is known beforehand."""
    counted: str = "states"
    """What is counted."""


def count_states(game: Game, most_seconds: float = MOST_SECONDS) -> StateCount:
    """Count the states a solve goes through."""
    from dicedevil.solvers.solver import lanes_of

    for lane in lanes_of(game):
        size = lane.size(game)
        if size is not None:
            return StateCount(size.states, True, size.memory_bytes, size.counted)
    known = game.size()
    if known is not None:
        return StateCount(known[0], counted=game.size_words)
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
    from dicedevil.games import python_file
    from dicedevil.games.own import prose

    file = python_file(spec)
    text = prose(file) if file else ""
    sections = sections_of(text)
    return sections if "Rules" in sections else {"Rules": text} if text else {}


def docstring_sections(game: Game) -> dict[str, str]:
    """Return the sections of the text at the top of the game's file, by heading."""
    cls = type(game)
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
    from dicedevil.ask.strategies import strategy_names
    from dicedevil.cli.games import parameter_dicts
    from dicedevil.coach.bots import bots

    known = game.size()
    return {
        "name": type(game).name or str(game),
        "title": type(game).title or type(game).__name__,
        "game": str(game),
        "rules": sections.get("Rules", (type(game).__doc__ or "").strip()),
        "parameters": parameter_dicts(type(game)),
        "states": count.states if count.complete else None,
        "states_at_least": count.states,
        "counted": count.counted,
        "size": None if known is None else {"states": known[0], "counted": game.size_words},
        "memory": count.memory,
        "strategies": strategy_names(game),
        "bots": bots(game),
        "sources": list(type(game).sources),
        "known_values": [
            {
                "question": known.question,
                "value": known.value,
                "source": known.source,
                "game": known.game or type(game).name,
                "strategy": known.strategy,
                "objective": known.objective,
            }
            for known in type(game).known_values
        ],
        "sections": sections,
        "also_called": {name: list(words) for name, words in game.also_called.items()},
    }


def tell(game: Game, sections: dict[str, str], count: StateCount) -> None:
    """Print a game for a person."""
    from rich.padding import Padding
    from rich.text import Text

    from dicedevil.ask.strategies import strategy_names
    from dicedevil.cli.telling import console, table
    from dicedevil.coach.bots import bots
    from dicedevil.errors import count_text

    cls, out = type(game), console()
    out.print(Text(f"{cls.title or cls.__name__}  ({game})", style="bold"))
    told = dict(sections) or {"Rules": (cls.__doc__ or "").strip()}
    parameters = table("parameter", "default", "what it is", wrap=("what it is",))
    for one in cls.parameters:
        limits = f" ({one.kind.limits})" if one.kind.limits else ""
        default = "(needed)" if one.needed else one.default or "none"
        parameters.add_row(one.name, default, one.about + limits)
    known = table("known value", "is", "source", right=("is",), wrap=("known value", "source"))
    for value in cls.known_values:
        question = value.question + (f" ({value.game})" if value.game else "")
        known.add_row(question, value.value, value.source)
    names = table("key", "also called", wrap=("also called",))
    for key, words in game.also_called.items():
        names.add_row(key, ", ".join(words))
    if cls.parameters:
        told["Parameters"] = ""
    if cls.known_values:
        told["Known values"] = ""
    if game.also_called:
        told["Names"] = ""
    for heading, body in told.items():
        out.print()
        out.print(Text(heading, style="bold"))
        if heading == "Parameters" and not body:
            out.print(parameters)
        elif heading == "Known values" and not body:
            out.print(known)
        elif heading == "Names" and not body:
            out.print(names)
        else:
            out.print(Padding(Text(reflowed(body)), (0, 0, 0, 2)))
    out.print()
    states = count_text(count.states) if count.complete else f"more than {count_text(count.states)}"
    states += f" {count.counted}"
    if count.memory is not None:
        states += f" (arrays of {max(1, round(count.memory / 1e6)):,} MB to solve)"
    size = game.size()
    if size is not None and game.size_words != count.counted:
        states += f"; {count_text(size[0])} {game.size_words}"
    out.print(f"Counted     {states}")
    out.print(f"Strategies  {', '.join(strategy_names(game))}")
    out.print(f"Bots        {', '.join(bots(game))}")


def reflowed(body: str) -> str:
    """Join the lines of each paragraph, so that it fits the terminal."""
    return "\n\n".join(" ".join(part.split()) for part in body.split("\n\n"))
