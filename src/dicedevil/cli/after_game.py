"""What is told after a game: how it ended, and for everybody at the keyboard luck and errors apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.at_table import say
from dicedevil.cli.drawing import drawn_table, wrapped
from dicedevil.cli.telling import Waiting, note
from dicedevil.coach.endings import WORST, end_words, like_bots
from dicedevil.coach.grade import GRADE_OF, GradedGame
from dicedevil.coach.report import amount, sentence
from dicedevil.coach.table import OwnBoards
from dicedevil.errors import DiceDevilError
from dicedevil.naming import shown

if TYPE_CHECKING:
    from dicedevil.coach.session import Session


def tell_end(session: Session, allowed: dict[str, Any]) -> None:
    """Say how the game ended, then grade it."""
    click.echo()
    if isinstance(session.table, OwnBoards) and session.table.what != "race":
        for line in drawn_table(session.table, session.players, -1):
            click.echo(line)
    say(end_words(session.table, session.players))
    try:
        with Waiting("grading") as waiting:
            session.budget = waiting.budget(**allowed)
            graded = session.graded()
            likes = [like_bots(one, session.budget) for one in graded]
    except DiceDevilError as error:
        note("\n".join(wrapped(f"The game is not graded: {error}")))
        return
    for one, like in zip(graded, likes, strict=True):
        if one.seat not in session.bots:
            tell_grades(one, like)


def tell_grades(game: GradedGame, like: str) -> None:
    """Print what was luck and what was not: the sentence first, then the choices that lost most."""
    click.echo()
    say(f"{shown(game.player)}: {sentence(game)}.")
    classes = [f"{GRADE_OF[name].sign} {count} {name}" for name, count in game.counts.items() if count]
    say(f"{game.choices} choice{'' if game.choices == 1 else 's'}: {', '.join(classes)}.")
    if like:
        say(f"By what a choice loses: {like}.")
    for one in game.by_loss()[:WORST]:
        lost = amount(one.loss, game.unit)
        say(f"  {lost} lost by {one.choice} with {one.roll}: {one.best} was better.", "    ")
