"""`dicedevil tune`."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import game_argument
from dicedevil.cli.sweep import require_files, sweep_options, tell, tell_files, write_files
from dicedevil.errors import quoted

if TYPE_CHECKING:
    from dicedevil.design.tune import Tuned

LONGEST = 40


def number(text: str) -> float:
    """Read what a measure is to come near: 0.51, or 1/2."""
    try:
        found = float(Fraction(text)) if len(text) <= LONGEST else math.nan
    except (ValueError, ZeroDivisionError, OverflowError):
        found = math.nan
    if not math.isfinite(found):
        raise click.BadParameter(f"{quoted(text)} is no number: write it as in --to 0.51.")
    return found


@click.command("tune")
@game_argument
@click.option(
    "--measure", required=True, metavar="M", help="What is to come near a number: first-player, ..."
)
@click.option("--to", type=number, required=True, metavar="X", help="The number: 0.51, or 1/2.")
@sweep_options
def command(
    game: str,
    vary: tuple[str, ...],
    measure: str,
    to: float,
    csv_file: Path | None,
    output: Path | None,
    workers: int | None,
    fresh: bool,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Find the setting of GAME with which a measure comes nearest to a number.

    All settings are worked out, exactly: nobody guesses that a measure rises or falls all the way. Of
    settings that come as near, the first is taken. The measures are those of 'dicedevil sweep'.

    \b
    Examples:
      dicedevil tune pig --vary target=20..200 --measure first-player --to 0.51
      dicedevil tune pig --vary target=20..200 --measure length --to 10 -o target.png
      dicedevil tune yahtzee --vary upper-bonus=0..100/5 --measure mean --to 250
      dicedevil tune shut-the-box --vary tiles=4..10 --vary one-die=never,high-tiles-shut \\
          --measure mean --to 0.1
    """
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.design.tune import tune
    from dicedevil.figures.style import file_ending
    from dicedevil.solvers.machine import cores

    ending = file_ending(output.name) if output else ""
    require_files(csv_file, output)
    with Waiting(f"tuning {game}") as waiting:
        budget = waiting.budget(**allowed)
        found = tune(game, vary, measure, to, workers=workers or cores(), fresh=fresh, budget=budget)
        write_files(found.sweep, found, csv_file, output, ending)
    if as_json:
        tell_json(found.to_dict())
        return
    tell_nearest(found)
    tell_files(csv_file, output)


def tell_nearest(found: Tuned) -> None:
    """Print what comes nearest, and the settings around it."""
    figure = found.figure
    click.echo(
        f"{found.nearest.setting}: {found.measure} {figure.value:.9g}, "
        f"{abs(found.difference):.2g} {'below' if found.difference < 0 else 'above'} {found.to:g}."
        if found.difference
        else f"{found.nearest.setting}: {found.measure} {figure.value:.9g}, exactly as wanted."
    )
    if found.as_near:
        others = "; ".join(row.setting for row in found.as_near[:5])
        more = len(found.as_near) - 5
        click.echo(f"As near: {others}{f' and {more} more' if more > 0 else ''}.")
    click.echo()
    tell(found.sweep, [found.sweep.rows.index(found.nearest)])
