"""Questions at the terminal, of practice and of tests: a position with its dice, and what is typed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from dicedevil.coach.practice import Drill
    from dicedevil.rules import Game

LEAVE = ("quit", "q", "exit")
Taken = TypeVar("Taken")


def tell_question(game: Game, drill: Drill, heading: str, quiet: bool) -> None:
    """Show the position and the dice; `quiet` leaves stdout to the answer."""
    from dicedevil.cli.drawing import drawn_dice, drawn_table, wrapped
    from dicedevil.coach.boards import have_pips
    from dicedevil.coach.training import table_of

    table = table_of(game, drill)
    rules, position = table.rules, table.position
    roll = rules.read_roll(position.state, drill.roll)
    seats = ["you" if seat == table.mover else "them" for seat in range(table.seats)]
    lines = [heading, *drawn_table(table, seats, table.mover)]
    facts = rules.facts(position, drill.state)
    lines += wrapped(f"{', '.join(facts)}:") if facts else []
    lines += drawn_dice(roll, have_pips(rules.rolls(position.state), roll))
    click.echo("\n" + "\n".join(lines), err=quiet)


def replied(take: Callable[[str], Taken], quiet: bool) -> Taken | None:
    """Ask until there is an answer; None if somebody leaves."""
    from dicedevil.errors import NotationError, PositionError

    while True:
        click.echo("Your choice> ", nl=False, err=quiet)
        text = sys.stdin.readline()
        if not text or text.strip().lower() in LEAVE:
            click.echo(err=quiet)
            return None
        if not sys.stdin.isatty():
            click.echo(err=quiet)
        try:
            return take(text.strip())
        except (NotationError, PositionError) as error:
            click.echo(str(error), err=quiet)
