"""`dicedevil show`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import game_argument, json_option, patience_options

if TYPE_CHECKING:
    from dicedevil.coach.shown import StateCount
    from dicedevil.rules import Game


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
    from dicedevil.coach.shown import about, count_states, docstring_sections, prose_sections
    from dicedevil.games import game as game_named

    rules = game_named(game)
    with Waiting("counting states"):
        count = count_states(rules)
    sections = prose_sections(game) or docstring_sections(rules)
    if as_json:
        tell_json(about(rules, sections, count))
    else:
        tell(rules, sections, count)


def tell(game: Game, sections: dict[str, str], count: StateCount) -> None:
    """Print a game for a person."""
    from rich.padding import Padding
    from rich.text import Text

    from dicedevil.ask.strategies import strategy_names
    from dicedevil.cli.telling import console, table
    from dicedevil.coach.bots import bots
    from dicedevil.errors import count_text

    out = console()
    out.print(Text(f"{game.title or type(game).__name__}  ({game})", style="bold"))
    told = dict(sections) or {"Rules": (type(game).__doc__ or "").strip()}
    parameters = table("parameter", "default", "what it is", wrap=("what it is",))
    for one in game.parameters:
        limits = f" ({one.kind.limits})" if one.kind.limits else ""
        default = "(needed)" if one.needed else one.default or "none"
        parameters.add_row(one.name, default, one.about + limits)
    known = table("known value", "is", "source", right=("is",), wrap=("known value", "source"))
    for value in game.known_values:
        question = value.question + (f" ({value.game})" if value.game else "")
        known.add_row(question, value.value, value.source)
    names = table("key", "also called", wrap=("also called",))
    for key, words in game.also_called.items():
        names.add_row(key, ", ".join(words))
    if game.parameters:
        told["Parameters"] = ""
    if game.known_values:
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
    states += cost_words(count)
    size = game.size()
    if size is not None and game.size_words != count.counted:
        states += f"; {count_text(size[0])} {game.size_words}"
    out.print(f"Counted     {states}")
    out.print(f"Strategies  {', '.join(strategy_names(game))}")
    out.print(f"Bots        {', '.join(bots(game))}")


def cost_words(count: StateCount) -> str:
    """` (to solve: about 2 s, arrays of 30 MB)`, as far as it is known."""
    from dicedevil.solvers.progress import about

    told = []
    if count.seconds is not None:
        told.append(about(count.seconds) if count.seconds >= 1 else "less than a second")
    if count.memory is not None:
        told.append(f"arrays of {max(1, round(count.memory / 1e6)):,} MB")
    return f" (to solve: {', '.join(told)})" if told else ""


def reflowed(body: str) -> str:
    """Join the lines of each paragraph, so that it fits the terminal."""
    return "\n\n".join(" ".join(part.split()) for part in body.split("\n\n"))
