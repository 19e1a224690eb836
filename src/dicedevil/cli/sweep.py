"""`dicedevil sweep`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import Command, budget_options, csv_option, game_argument, json_option

if TYPE_CHECKING:
    from dicedevil.design.rows import Sweep
    from dicedevil.design.tune import Tuned

MOST_ROWS = 60
"""Rows that are printed one by one; of more, both ends."""
ENDS = 15
LONGEST_ERROR = 72

MEASURES = "mean sd median first-player ties skill turns length"


def sweep_options(command: Command) -> Command:
    """Add what `sweep` and `tune` share: what is varied, how the work is done, where it goes."""
    for option in (
        json_option,
        budget_options,
        click.option("--fresh", is_flag=True, help="Work out all rows again, and keep none."),
        click.option(
            "--workers",
            type=click.IntRange(1, 64),
            metavar="N",
            help="Processes that work side by side.  [default: one for each core]",
        ),
        click.option(
            "-o",
            "--output",
            type=click.Path(path_type=Path),
            metavar="FIGURE",
            help="Draw it: a file that ends in .png, .svg or .pdf.",
        ),
        csv_option,
        click.option(
            "--vary",
            multiple=True,
            required=True,
            metavar="K=VALUES",
            help="A parameter and its values: K=A..B, K=A..B/STEP, or a list, K=free,forced,none. Once "
            "or twice.",
        ),
    ):
        command = option(command)
    return command


@click.command("sweep")
@game_argument
@click.option(
    "--measure",
    "measures",
    default="mean",
    show_default=True,
    metavar="M[,M]",
    help=f"What is worked out for each setting: {', '.join(MEASURES.split())}.",
)
@sweep_options
def command(
    game: str,
    vary: tuple[str, ...],
    measures: str,
    csv_file: Path | None,
    output: Path | None,
    workers: int | None,
    fresh: bool,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Work out measures of GAME for every setting of a parameter, or of two.

    \b
    mean, sd, median  the score of best play
    first-player      the first player's chance to win a match of two, ties counting half
    ties              the chance of a tie in that match
    skill             from random to best play, in standard deviations of best play
    turns             the fewest turns of a race to a target, expected
    length            the turns of a game under best play, expected

    \b
    Examples:
      dicedevil sweep pig --vary target=20..200/20 --measure first-player,length
      dicedevil sweep yahtzee --vary threshold=50..80 --measure mean,sd -o threshold.png
      dicedevil sweep yahtzee --vary joker=free,forced,none --vary rerolls=1..3
      dicedevil sweep shut-the-box:score=remaining --vary tiles=4..9 --measure mean,skill --csv box.csv
      dicedevil sweep my-game.py --vary half=5..20

    All figures are exact, or have an error bound (--json tells each). 'dicedevil show GAME' lists the
    parameters. A setting that cannot be worked out says why in its row, and the others go on. Rows are
    kept with the tables: a sweep that was ended goes on where it was. --patience is for each solve,
    --memory for all processes together.
    """
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.design.sweep import sweep
    from dicedevil.figures.style import file_ending
    from dicedevil.solvers.machine import cores

    ending = file_ending(output.name) if output else ""
    require_files(csv_file, output)
    with Waiting(f"sweeping {game}") as waiting:
        budget = waiting.budget(**allowed)
        found = sweep(game, vary, measures, workers=workers or cores(), fresh=fresh, budget=budget)
        write_files(found, found, csv_file, output, ending)
    if as_json:
        tell_json(found.to_dict())
    else:
        tell(found)
        tell_files(csv_file, output)
    if found.exit_code:
        click.get_current_context().exit(found.exit_code)


def require_files(*files: Path | None) -> None:
    """Refuse files that cannot be written before any work is done for them."""
    from dicedevil.cli.files import require_writable

    for file in files:
        require_writable(file)


def write_files(
    sweep: Sweep, drawn: Sweep | Tuned, csv_file: Path | None, output: Path | None, ending: str
) -> None:
    """Write the rows as CSV and the figure, where they are wanted."""
    if csv_file is not None:
        from dicedevil.cli.files import write_csv

        rows = ((*cells, row.error) for cells, row in zip(sweep.cells(), sweep.rows, strict=True))
        write_csv(csv_file, (*sweep.columns, "error"), rows)
    if output is not None:
        from dicedevil.cli.files import write_bytes
        from dicedevil.figures.style import render
        from dicedevil.figures.sweep import sweep_drawing

        write_bytes(output, render(sweep_drawing(drawn).draw(), ending))


def tell_files(*files: Path | None) -> None:
    """Say what was written."""
    for file in files:
        if file is not None:
            click.echo(f"Wrote {file}")


def tell(sweep: Sweep, marked: Sequence[int] = ()) -> None:
    """Print the rows for a person; those that are marked are never left out."""
    from dicedevil.cli.telling import table, tell_table

    columns = [*sweep.columns, *(["error"] if sweep.has_errors else [])]
    numbers = [one.name for one in sweep.varied if one.are_numbers]
    measured = sweep.columns[len(sweep.parameters) :]
    listing = table(*columns, right=(*numbers, *measured))
    written = {name: _written(sweep.column(name)) for name in sweep.measures}
    shown = _shown(len(sweep.rows), marked)
    for place, row in enumerate(sweep.rows):
        if place in shown:
            settings = (f"{one:,}" if isinstance(one, int) else one for one in row.values.values())
            figures = (written[name][place] for name in sweep.measures)
            error = [_short(row.error)] if sweep.has_errors else []
            style = "bold" if place in marked else ""
            listing.add_row(*settings, *figures, *error, style=style)
        elif place - 1 in shown:
            listing.add_row(*["..."] * len(sweep.columns))
    tell_table(listing, f"{sweep.game}: {', '.join(sweep.measures)}")
    tell_errors(sweep)
    bounds = [f"{name} to {sweep.error_bound(name):.1e}" for name in sweep.measures]
    told = [one for one, name in zip(bounds, sweep.measures, strict=True) if sweep.error_bound(name)]
    if told:
        click.echo(f"Right to: {', '.join(told)}.")
    if len(shown) < len(sweep.rows):
        click.echo(f"{len(sweep.rows):,} rows; all of them with --csv and --json.")


def tell_errors(sweep: Sweep) -> None:
    """Say in full why the first incomplete row is incomplete."""
    failed = [row for row in sweep.rows if row.error]
    if failed and len(failed[0].error) > LONGEST_ERROR:
        click.echo(f"{failed[0].setting}: {failed[0].error}")


def _short(error: str) -> str:
    from dicedevil.errors import shortened

    return shortened(error, LONGEST_ERROR)


def _shown(count: int, marked: Sequence[int]) -> set[int]:
    if count <= MOST_ROWS:
        return set(range(count))
    near = {place + more for place in marked for more in range(-2, 3)}
    ends = {*range(ENDS), *range(count - ENDS, count)}
    return {place for place in ends | near if 0 <= place < count}


def _written(column: Sequence[float | None]) -> list[str]:
    """Write the figures of a measure, all with as many decimals as tell them apart."""
    from dicedevil.cli.telling import decimals_for

    values = [one for one in column if one is not None]
    decimals = 0 if all(one.is_integer() for one in values) else decimals_for(values)
    return ["-" if one is None else f"{one:,.{decimals}f}" for one in column]
