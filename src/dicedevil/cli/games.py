"""`dicedevil games`."""

from __future__ import annotations

import click

from dicedevil.cli.options import json_option
from dicedevil.rules import Game


@click.command("games")
@json_option
def command(as_json: bool) -> None:
    """List the games and their parameters.

    \b
    Examples:
      dicedevil games
      dicedevil games --json
    """
    from dicedevil.cli.telling import note, table, tell_json, tell_table
    from dicedevil.games import about, find, names

    found = [find(name) for name in names()]
    if as_json:
        tell_json([about(cls) for cls in found])
        return
    listing = table("name", "title", "parameters", wrap=("parameters",))
    for cls in found:
        listing.add_row(cls.name, cls.title, parameter_words(cls))
    tell_table(listing)
    note("Rules and sources: dicedevil show NAME. Change a parameter: NAME:key=value,key=value")


def parameter_words(cls: type[Game]) -> str:
    """Return `tiles=10, sides=6`."""
    return ", ".join(f"{one.name}={one.default}" if one.default else one.name for one in cls.parameters)
