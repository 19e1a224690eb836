"""`dicedevil train`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import budget_options, data_option, json_option, player_option, rules_option

if TYPE_CHECKING:
    from dicedevil.coach.practice import Answer, Drill
    from dicedevil.coach.store import Store
    from dicedevil.coach.training import Training

LEAVE = ("quit", "q", "exit")
SOURCES = {
    "mistake": "from a game of yours",
    "decoy": "from a game of yours",
    "close call": "a close call",
}
"""Whether it was a mistake is not told before it is answered."""


@click.command("train")
@click.argument("game", metavar="[GAME]", required=False)
@player_option
@click.option("--count", type=click.IntRange(1, 1000), default=10, show_default=True, help="Questions.")
@click.option(
    "--level",
    default="any",
    show_default=True,
    metavar="LEVEL",
    help="How close new close calls are: easy, medium, hard or any.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of close calls.")
@rules_option
@data_option
@budget_options
@json_option
def command(
    game: str | None,
    player: str,
    count: int,
    level: str,
    seed: int,
    rules: Sequence[str],
    folder: Path | None,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Practise: positions to decide, from your own mistakes and from close calls.

    What you got wrong comes back soon, what you know later and later (spaced repetition, FSRS). Some
    of the questions are decoys: there you were right. A choice that is nearly as good as the best
    counts as right. Type the choice as in 'dicedevil play'; 'quit' ends.

    \b
    Examples:
      dicedevil train yahtzee
      dicedevil train yahtzee --level hard --count 20
      dicedevil train                         only what is due, of all games
      dicedevil train tug.py                  a game of your own
    """
    from dicedevil.cli.telling import Waiting, note, tell_json
    from dicedevil.coach.drills import Drills
    from dicedevil.coach.grades import grade_kept
    from dicedevil.coach.store import Store
    from dicedevil.coach.training import Training
    from dicedevil.games import python_file

    name, aim = asked_for(game)
    own = python_file(game) if game else None
    known = [*rules, *([str(own)] if own else [])]
    with Store(folder) as store:
        with Waiting("looking for your mistakes") as waiting:
            budget = waiting.budget(**allowed)
            grade_kept(store, known, budget)
            drills = Drills(store, player, name)
            stock(store, drills)
        training = Training(drills, name or "", aim, level, seed, known, budget)
        asked = practised(training, count, quiet=as_json)
        if as_json:
            tell_json(training.to_dict())
        elif not asked:
            click.echo(nothing(training))
        else:
            tell_end(training)
        if asked and not training.answers:
            note("Nothing was answered.")


def asked_for(game: str | None) -> tuple[str | None, str]:
    """Return what records call a game, and what is wanted in it: to win a race, or the score."""
    if game is None:
        return None, "score"
    from dicedevil.coach.replay import recorded_name
    from dicedevil.games import game as game_named

    rules = game_named(game)
    is_match = rules.view("win").players == 2
    return recorded_name(rules, game), "win" if is_match else "score"


def stock(store: Store, drills: Any) -> None:
    """Make drills of the player's own choices."""
    from dicedevil.coach.grades import Grades
    from dicedevil.coach.training import drills_from

    drills.keep(drills_from(Grades(store).decisions(drills.player, drills.game)))


def practised(training: Training, count: int, quiet: bool) -> int:
    """Ask so many questions, or until somebody leaves; return how many were asked."""
    from dicedevil.cli.telling import Waiting

    for number in range(1, count + 1):
        with Waiting("looking for a question"):
            drill = training.next()
        if drill is None:
            return number - 1
        tell_question(training, drill, f"{number} of {count}", quiet)
        answer = replied(training, drill, quiet)
        if answer is None:
            return number
        tell_answer(training, answer, quiet)
    return count


def tell_question(training: Training, drill: Drill, place: str, quiet: bool) -> None:
    """Show the position and the dice."""
    from dicedevil.cli.drawing import drawn_board, drawn_dice, have_pips, wrapped
    from dicedevil.coach.sheets import sheets
    from dicedevil.coach.training import table_of

    table = table_of(training.rules_of(drill), drill)
    rules, position = table.rules, table.position
    roll = rules.read_roll(position.state, drill.roll)
    seats = ["you" if seat == table.mover else "them" for seat in range(table.seats)]
    lines = [
        f"{place}, {SOURCES[drill.source]}: {drill.game}",
        *drawn_board(sheets(table), seats, table.mover),
    ]
    facts = rules.facts(position, drill.state)
    lines += wrapped(f"{', '.join(facts)}:") if facts else []
    lines += drawn_dice(roll, have_pips(rules.rolls(position.state), roll))
    click.echo("\n" + "\n".join(lines), err=quiet)


def replied(training: Training, drill: Drill, quiet: bool) -> Answer | None:
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
            return training.answer(drill, text.strip())
        except (NotationError, PositionError) as error:
            click.echo(str(error), err=quiet)


def tell_answer(training: Training, answer: Answer, quiet: bool) -> None:
    """Say whether it was right, what would have been, and why."""
    from dicedevil.cli.advise import is_chance
    from dicedevil.cli.drawing import wrapped
    from dicedevil.coach.report import amount
    from dicedevil.errors import DiceDevilError

    lost = amount(answer.loss, "chance" if is_chance(answer.advice) else "points")
    if answer.is_right:
        same = answer.choice == answer.best
        told = "Right." if same else f"Right: nearly as good as {answer.best}, {lost} less."
    else:
        told = f"{answer.choice} gives away {lost}: {answer.best} is better."
    with suppress(DiceDevilError):  # there may be nothing to compare it with
        other = answer.choice if answer.choice != answer.best else None
        told = f"{told} {answer.advice.why(None, other).sentence}"
    for line in wrapped(told):
        click.echo(line, err=quiet)


def tell_end(training: Training) -> None:
    """Say how it went, and when to come again."""
    done = len(training.answers)
    if not done:
        return
    lost = sum(one.loss for one in training.answers)
    click.echo(f"\n{training.right} of {done} right, {lost:.3g} given away in all.")
    due = training.drills.next_due()
    if due is not None:
        click.echo(f"The next question comes back on {due.astimezone():%Y-%m-%d at %H:%M}.")


def nothing(training: Training) -> str:
    """Say that there is nothing to practise, and what to do."""
    if training.game:
        return f"No close calls of level {training.level} were found in {training.game}: --level any."
    due = training.drills.next_due()
    when = f" The next question is due on {due.astimezone():%Y-%m-%d at %H:%M}." if due else ""
    return f"Nothing is due.{when} Name a game for close calls, as in: dicedevil train yahtzee"
