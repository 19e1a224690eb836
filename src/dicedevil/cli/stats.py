"""`dicedevil stats`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import budget_options, data_option, json_option, player_option, rules_option

if TYPE_CHECKING:
    from dicedevil.coach.drills import Practised
    from dicedevil.coach.rolled import RolledFaces
    from dicedevil.coach.stats import GameStats
    from dicedevil.coach.tested import KeptTest

BAR = 20
"""The longest bar, in signs."""


@click.command("stats")
@click.argument("game", metavar="[GAME]", required=False)
@player_option
@rules_option
@data_option
@budget_options
@json_option
def command(
    game: str | None,
    player: str,
    rules: Sequence[str],
    folder: Path | None,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Show how you play: progress over time, what your errors cost, and what was rolled.

    Games that you played with 'dicedevil play', or took in with 'dicedevil records import', are graded
    against best play. Luck is what the dice gave, errors are what your choices gave away: result =
    start value + luck - errors, exactly.

    \b
    Examples:
      dicedevil stats
      dicedevil stats yahtzee
      dicedevil stats --player Ann --json
    """
    from dicedevil.cli.telling import Waiting, note, tell_json
    from dicedevil.coach.grades import grade_kept
    from dicedevil.coach.stats import stats
    from dicedevil.coach.store import Store
    from dicedevil.naming import shown

    with Waiting("grading games") as waiting, Store(folder) as store:
        refused = grade_kept(store, rules, waiting.budget(**allowed))
        found = stats(store, player, recorded(game), rules)
        others = [name for name in store.players() if name != player]
    for left_out in refused[:5]:
        note(f"Game {left_out.number} is left out: {left_out.reason}")
    if as_json:
        tell_json(found.to_dict())
        return
    if not found.games:
        of = f" of {game}" if game else ""
        known = f" Others who played: {', '.join(shown(name) for name in others)}." if others else ""
        play = f"dicedevil play {game or 'yahtzee'}"
        click.echo(f"No games{of} by {shown(player)} are kept yet: {play}.{known}")
    for one in found.games:
        tell_game(one)
    tell_practice(found.practice)
    tell_tests(found.tests)


def recorded(game: str | None) -> str | None:
    """Return what records call a game."""
    if game is None:
        return None
    from dicedevil.coach.replay import recorded_name
    from dicedevil.games import game as game_named

    return recorded_name(game_named(game), game)


def tell_game(one: GameStats) -> None:
    """Tell of all games of one kind."""
    from dicedevil.cli.telling import table, tell_table
    from dicedevil.coach.grade import GRADE_OF
    from dicedevil.coach.report import amount, small

    click.echo(f"{one.game}: {one.sentence}")
    counts = ", ".join(
        f"{GRADE_OF[name].sign} {name} {count:,}" for name, count in one.classes.items() if count
    )
    choices = "1 choice" if one.choices == 1 else f"{one.choices:,} choices"
    click.echo(f"{choices}, {small(one.loss_per_choice, one.unit)} lost with each: {counts}.")
    fair = (
        f"give or take {amount(one.luck_error, one.unit)}" if one.games > 1 else "one game says little"
    )
    click.echo(
        f"Luck: {amount(one.luck, one.unit, True)} a game ({fair}; over many games it goes to 0)."
    )
    numbers = ("games", "score", "luck", "errors", "lost a choice")
    listing = table("when", *numbers, "", right=numbers)
    most = max(period.loss_per_choice for period in one.periods)
    for period in one.periods:
        listing.add_row(
            period.when,
            f"{period.games:,}",
            f"{period.score:.2f}",
            amount(period.luck, one.unit, True),
            amount(-period.loss, one.unit),
            small(period.loss_per_choice, one.unit),
            bar(period.loss_per_choice, most),
        )
    tell_table(listing, "Over time")
    tell_leaks(one)
    tell_rolled(one.rolled)


def tell_leaks(one: GameStats) -> None:
    """Tell where most is lost."""
    from dicedevil.cli.telling import table, tell_table

    if not one.leaks:
        return
    listing = table("you", "better", "times", "lost", "", right=("times", "lost"))
    for leak in one.leaks:
        listing.add_row(
            leak.done,
            leak.better,
            f"{leak.times:,}",
            f"{leak.loss:.3g}",
            bar(leak.loss, one.leaks[0].loss),
        )
    tell_table(listing, "Where it was lost")


def tell_rolled(rolled: RolledFaces) -> None:
    """Tell whether the dice are fair."""
    from dicedevil.cli.telling import table, tell_table

    if rolled.faces:
        numbers = ("rolled", "expected", "off by")
        listing = table("face", *numbers, right=("face", *numbers))
        for face in rolled.faces:
            off = (face.rolled - face.expected) / face.spread if face.spread else 0.0
            listing.add_row(
                str(face.face), f"{face.rolled:,}", f"{face.expected:,.1f}", f"{off:+.1f} sd"
            )
        tell_table(listing, f"Your dice, {rolled.rolls:,} rolls")
    click.echo(rolled.sentence)
    click.echo()


def tell_practice(practice: Sequence[Practised]) -> None:
    """Tell how practice went."""
    from dicedevil.cli.telling import table, tell_table

    if practice:
        listing = table("day", "answers", "right", "", right=("answers", "right"))
        for day in practice[-14:]:
            share = day.right / day.answers
            listing.add_row(day.day, f"{day.answers:,}", f"{share:.0%}", bar(share, 1.0))
        tell_table(listing, "Practice")


def tell_tests(tests: Sequence[KeptTest]) -> None:
    """Tell how tests went, the last ones."""
    from dicedevil.cli.telling import table, tell_table
    from dicedevil.coach.report import small

    if tests:
        numbers = ("answers", "lost", "with each")
        listing = table("day", "game", *numbers, "grade", right=numbers, wrap=("game", "grade"))
        for one in tests[-14:]:
            lost, each = (small(loss, one.unit) for loss in (one.loss, one.loss / one.answers))
            done = f"{one.answers:,} of {one.questions:,}"
            listing.add_row(one.begun[:10], one.game, done, lost, each, one.grade)
        tell_table(listing, "Tests")


def bar(number: float, most: float) -> str:
    """Draw a number as a bar of plain signs."""
    return "#" * round(BAR * number / most) if most > 0 else ""
