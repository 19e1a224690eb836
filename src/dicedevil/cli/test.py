"""`dicedevil test`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import budget_options, data_option, game_argument, json_option, player_option

if TYPE_CHECKING:
    from dicedevil.coach.proficiency import ProficiencyResult, ProficiencyTest

DEAREST = 3
"""Positions that are told after a test: those in which most was lost."""


@click.command("test")
@game_argument
@click.option(
    "--questions", type=click.IntRange(1, 1000), default=20, show_default=True, help="Positions."
)
@click.option("--seed", type=click.IntRange(0), metavar="K", help="The same seed asks the same.")
@click.option(
    "--objective",
    type=click.Choice(("score", "turns", "win")),
    help="What best means.  [default: to win a race, else the mean score]",
)
@click.option(
    "--answers",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Read the answers from a file, one a line, instead of asking.",
)
@player_option
@data_option
@budget_options
@json_option
def command(
    game: str,
    questions: int,
    seed: int | None,
    objective: str | None,
    file: Path | None,
    player: str,
    folder: Path | None,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Test yourself: positions of typical games, and what your choices lose against best play.

    Nothing is told before the end; then everything is, beside what weaker bots and random play lose
    on the same questions. Every answer is kept at once, for 'dicedevil stats'. Type a choice as in
    'dicedevil play'; 'quit' ends.

    Answers can be piped in, one a line, or come from a file. With --json every question stands in the
    document, with its choices, answered or not: a program asks for them first, and answers with the
    same seed.

    \b
    Examples:
      dicedevil test yahtzee
      dicedevil test yahtzee --questions 50 --seed 7
      dicedevil test ten-times-18 --objective win
      dicedevil test pig --seed 7 --json < /dev/null
      dicedevil test pig --seed 7 --json --answers answers.txt
    """
    from dicedevil.cli.telling import Waiting, note, tell_json
    from dicedevil.coach.proficiency import proficiency
    from dicedevil.coach.store import Store
    from dicedevil.coach.tested import KeptTests
    from dicedevil.errors import listed

    given = None if file is None else answers_in(file, questions)
    with Waiting("solving the game") as waiting:
        budget = waiting.budget(**allowed)
        test = proficiency(game, questions, seed, objective, budget=budget)
    if len(test.questions) < questions:
        note(f"There are no more than {len(test.questions):,} positions to ask in {test.game}.")
    if test.missing:
        note(
            f"Left out, since they take long to work out: {listed(test.missing)}. --yes waits for them."
        )
    with Store(folder) as store:
        test.kept = KeptTests(store, player)
        if given is None and sys.stdin.isatty():
            asked(test, as_json)
        else:
            taken(test, piped() if given is None else iter(given))
    if as_json:
        tell_json({"player": player} | test.to_dict())
        return
    result = test.result()
    if result.answers:
        tell_result(result)
    else:
        click.echo(result.sentence)
    click.echo(f"Seed {test.seed}: the same seed asks the same.")


def answers_in(file: Path, questions: int) -> list[str]:
    """Read a file of answers; more than there are questions is a mistake."""
    from dicedevil.errors import UsageError, quoted

    try:
        with file.open(encoding="utf-8") as lines:
            found = list(answers(lines))
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise UsageError(f"Cannot read {quoted(str(file))}: {why}.") from None
    if len(found) > questions:
        raise UsageError(
            f"{quoted(str(file))} has {len(found):,} answers to {questions:,} questions: --questions "
            f"{len(found)} asks as many."
        )
    return found


def piped() -> Iterator[str]:
    """Yield the answers that are piped in."""
    return answers(sys.stdin)


def answers(lines: Iterable[str]) -> Iterator[str]:
    """Yield what is in lines; empty ones are passed over."""
    return (line.strip() for line in lines if line.strip())


def asked(test: ProficiencyTest, quiet: bool) -> None:
    """Ask one question after the other, until all are answered or somebody leaves."""
    from dicedevil.cli.asking import replied, tell_question
    from dicedevil.cli.group import parting

    while (drill := test.next()) is not None:
        place = f"Question {len(test.answers) + 1} of {len(test.questions)}: {test.game}"
        tell_question(test.rules, drill, place, quiet)
        if replied(test.answer, quiet) is None:
            break
        parting[:] = ["What was answered is kept: dicedevil stats"]
    parting.clear()


def taken(test: ProficiencyTest, given: Iterator[str]) -> None:
    """Take answers that are there already; what is no choice ends it, those before it are kept."""
    from dicedevil.errors import NotationError, PositionError

    for text in given:
        if test.next() is None:
            return
        try:
            test.answer(text)
        except (NotationError, PositionError) as error:
            raise type(error)(f"Answer {len(test.answers) + 1}: {error}") from None


def tell_result(result: ProficiencyResult) -> None:
    """Tell how it went: a sentence, the answers, and who would have lost how much."""
    from dicedevil.cli.drawing import wrapped
    from dicedevil.cli.telling import table, tell_table
    from dicedevil.coach.report import small

    click.echo()
    for line in wrapped(result.sentence):
        click.echo(line)
    listing = table("question", "roll", "your answer", "best", "lost", right=("question", "lost"))
    for number, one in enumerate(result.answers, 1):
        lost = small(one.loss, result.unit)
        listing.add_row(str(number), one.drill.roll, one.choice, one.best, lost)
    tell_table(listing, "Your answers")
    tell_dearest(result)
    tell_beside(result)


def tell_dearest(result: ProficiencyResult) -> None:
    """Tell the positions in which most was lost, so that they can be looked at again."""
    from dicedevil.cli.telling import NARROW, between_keys
    from dicedevil.coach.report import small
    from dicedevil.objectives import MaxScore

    numbered = sorted(enumerate(result.answers, 1), key=lambda one: -one[1].loss)
    dearest = [(number, one) for number, one in numbered[:DEAREST] if one.loss > 0.0]
    for number, one in dearest:
        lost = small(one.loss, result.unit)
        said = {"--state": one.drill.state, "--roll": one.drill.roll}
        at = " ".join(f"{option} {text}" for option, text in said.items() if text)
        click.echo(between_keys(f"Question {number}, {lost}: {at}", NARROW))
    if dearest:
        aim = "" if result.objective == MaxScore.name else f" --objective {result.objective}"
        click.echo(f"Why: dicedevil advise {result.game}{aim} --state S --roll R --why\n")


def tell_beside(result: ProficiencyResult) -> None:
    """Tell what others would lose on the same questions."""
    from dicedevil.cli.telling import table, tell_table
    from dicedevil.coach.report import small

    lost = sorted({"you": result.loss, **result.bots}.items(), key=lambda one: one[1])
    numbers = ("lost", "with each")
    listing = table("", *numbers, right=numbers)
    for name, loss in lost:
        each = small(loss / len(result.answers), result.unit)
        listing.add_row(name, small(loss, result.unit), each, style="bold" if name == "you" else "")
    tell_table(listing, "On the same questions")
