"""`dicedevil check`."""

from __future__ import annotations

from typing import Any

import click

from dicedevil.cli.options import budget_options, game_argument, json_option
from dicedevil.cli.show import cost_words
from dicedevil.coach.checked import document, looks, meaning, wrong_document
from dicedevil.coach.shown import StateCount, count_states
from dicedevil.errors import RulesError, count_text
from dicedevil.rules import Game
from dicedevil.written.base import Written


@click.command("check")
@game_argument
@click.option(
    "--states",
    type=click.IntRange(1),
    metavar="N",
    help="How many states to look at.  [default: 2,000; of rules as text, which are data, 50]",
)
@budget_options
@json_option
@click.pass_context
def command(
    ctx: click.Context, /, game: str, states: int | None, as_json: bool, **allowed: Any
) -> None:
    """Look for mistakes in the rules of GAME: a name or a rules file.

    Of rules as text: everything that is wrong, with its line and column; else what the rules mean in
    words, how many states there are, and what a solve costs. Of every game: weights, legal choices,
    progress, endless games, notation that does not read back. The exit code is 3 if something is wrong.

    \b
    Examples:
      dicedevil check mine.toml
      dicedevil check my_game.py
      dicedevil check klappenspiel
      dicedevil check yahtzee --states 20000 --yes
    """
    from dicedevil.ask.check import check_game
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.games import game as game_named
    from dicedevil.games import text_problems

    wrong = text_problems(game)
    if wrong:
        tell_wrong(game, wrong, as_json)
        ctx.exit(RulesError.exit_code)
    rules = game_named(game)
    is_text = isinstance(rules, Written)
    count = None
    if (
        is_text and not as_json
    ):  # data is sound: what it means and costs is told before a long look at it
        count = count_states(rules)
        tell_meaning(rules, count)
    with Waiting("checking") as waiting:
        found = check_game(rules, states or looks(rules), budget=waiting.budget(**allowed))
        if count is None and found.ok:
            count = count_states(rules)
    if as_json:
        tell_json(document(rules, found, count))
    else:
        if not is_text:
            tell_meaning(rules, count)
        click.echo(str(found))
    if not found.ok:
        ctx.exit(RulesError.exit_code)


def tell_wrong(game: str, wrong: list[str], as_json: bool) -> None:
    """Print what is wrong with a text, a line each."""
    from dicedevil.cli.telling import tell_json

    if as_json:
        tell_json(wrong_document(game, wrong))
    else:
        click.echo("\n".join(wrong))


def tell_meaning(rules: Game, count: StateCount | None) -> None:
    """Print what rules mean and what a solve costs; of broken ones nobody knows."""
    told = meaning(rules)
    if told:
        click.echo("\n".join([f"{rules.title} ({rules})", *(f"  {line}" for line in told)]))
    if count is not None:
        states = count_text(count.states) if count.complete else f"more than {count_text(count.states)}"
        click.echo(f"{rules}: {states} {count.counted}{cost_words(count)}")
