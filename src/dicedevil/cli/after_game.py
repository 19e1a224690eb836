"""What is told after a game: how it ended, and for everybody at the keyboard luck and errors apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.at_table import say
from dicedevil.cli.drawing import drawn_board
from dicedevil.cli.telling import Waiting, note
from dicedevil.coach.grade import GRADE_OF, GradedGame
from dicedevil.coach.report import Summary, amount, sentence
from dicedevil.coach.sheets import sheets
from dicedevil.coach.table import OwnBoards
from dicedevil.errors import DiceDevilError
from dicedevil.naming import shown

if TYPE_CHECKING:
    from dicedevil.coach.session import Session
    from dicedevil.solvers.budget import Budget

WORST = 5
"""Choices that are told, at most: those that lost the most."""


def tell_end(session: Session, allowed: dict[str, Any]) -> None:
    """Say how the game ended, then grade it."""
    click.echo()
    if isinstance(session.table, OwnBoards) and session.table.what != "race":
        for line in drawn_board(sheets(session.table), session.players, -1):
            click.echo(line)
    say(end_words(session))
    try:
        with Waiting("grading") as waiting:
            session.budget = waiting.budget(**allowed)
            graded = session.graded()
            likes = [like_bots(one, session.budget) for one in graded]
    except DiceDevilError as error:
        note(f"The game is not graded: {error}")
        return
    for one, like in zip(graded, likes, strict=True):
        if one.seat not in session.bots:
            tell_grades(one, like)


def like_bots(game: GradedGame, budget: Budget) -> str:
    """Say between which bots a player stands, where that is known without long work."""
    summary = Summary().add_all([game])
    summary.compare(budget=replace(budget, missing_ok=False))
    return next(iter(summary.groups.values())).like_bots()


def end_words(session: Session) -> str:
    """Say who won, or what it came to."""
    table, results = session.table, session.table.results
    who = [shown(name) for name in session.players]
    if table.seats == 1 and table.rules.score_is_win:
        return f"The end: {'won' if results[0] else 'lost'}."
    if table.seats == 1:
        return f"The end: {results[0]:g} {'turns' if table.what == 'race' else 'points'}."
    best = min(results) if table.rules.lower_is_better else max(results)
    winners = [name for name, result in zip(who, results, strict=True) if result == best]
    wins = f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share the win"
    if table.what == "match" and table.seats == 2:
        return f"The end: {wins}."
    scores = ", ".join(f"{name} {result:g}" for name, result in zip(who, results, strict=True))
    return f"The end: {wins} ({scores})."


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
