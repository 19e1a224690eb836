"""`dicedevil train`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import budget_options, data_option, json_option, player_option, rules_option

if TYPE_CHECKING:
    from dicedevil.coach.practice import Answer
    from dicedevil.coach.training import Training

NAME_ONE = " Name a game for close calls, as in: dicedevil train yahtzee"


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
    from dicedevil.coach.training import Training, nothing_left, stock
    from dicedevil.games import python_file

    name, aim = asked_for(game)
    own = python_file(game) if game else None
    known = [*rules, *([str(own)] if own else [])]
    with Store(folder) as store:
        with Waiting("looking for your mistakes") as waiting:
            budget = waiting.budget(**allowed)
            grade_kept(store, known, budget)
            drills = Drills(store, player, name)
            stock(drills)
        training = Training(drills, name or "", aim, level, seed, known, budget)
        asked = practised(training, count, quiet=as_json)
        if as_json:
            tell_json(training.to_dict())
        elif not asked:
            click.echo(nothing_left(training) + ("" if name else NAME_ONE))
        else:
            tell_end(training)
        if asked and not training.answers:
            note("Nothing was answered.")


def asked_for(game: str | None) -> tuple[str | None, str]:
    """Return what records call a game, and what is wanted in it: to win a race, or the score."""
    if game is None:
        return None, "score"
    from dicedevil.coach.replay import recorded_name
    from dicedevil.coach.training import natural_objective
    from dicedevil.games import game as game_named

    rules = game_named(game)
    return recorded_name(rules, game), natural_objective(rules)


def practised(training: Training, count: int, quiet: bool) -> int:
    """Ask so many questions, or until somebody leaves; return how many were asked."""
    from dicedevil.cli.asking import replied, tell_question
    from dicedevil.cli.telling import Waiting
    from dicedevil.coach.practice import SOURCE_WORDS

    for number in range(1, count + 1):
        with Waiting("looking for a question"):
            drill = training.next()
        if drill is None:
            return number - 1
        heading = f"{number} of {count}, {SOURCE_WORDS[drill.source]}: {drill.game}"
        tell_question(training.rules_of(drill), drill, heading, quiet)
        answer = replied(partial(training.answer, drill), quiet)
        if answer is None:
            return number
        tell_answer(answer, quiet)
    return count


def tell_answer(answer: Answer, quiet: bool) -> None:
    """Say whether it was right, what would have been, and why."""
    from dicedevil.cli.drawing import wrapped

    for line in wrapped(answer.sentence):
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
