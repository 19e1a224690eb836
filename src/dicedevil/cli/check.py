"""`dicedevil check`."""

from __future__ import annotations

from typing import Any

import click

from dicedevil.cli.options import budget_options, game_argument, json_option
from dicedevil.errors import RulesError


@click.command("check")
@game_argument
@click.option(
    "--states",
    type=click.IntRange(1),
    default=2_000,
    show_default=True,
    metavar="N",
    help="How many states to look at.",
)
@budget_options
@json_option
@click.pass_context
def command(ctx: click.Context, /, game: str, states: int, as_json: bool, **allowed: Any) -> None:
    """Look for mistakes in the rules of GAME: a name or a rules file.

    Weights, legal choices, progress, endless games, notation that does not read back. The exit
    code is 3 if something is wrong.

    \b
    Examples:
      dicedevil check klappenspiel
      dicedevil check my_game.py
      dicedevil check yahtzee --states 20000 --yes
    """
    from dicedevil.ask.check import check_game
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.games import game as game_named

    with Waiting("checking") as waiting:
        found = check_game(game_named(game), states, budget=waiting.budget(**allowed))
    if as_json:
        tell_json(found.to_dict())
    else:
        click.echo(str(found))
    if not found.ok:
        ctx.exit(RulesError.exit_code)
