"""`dicedevil compare`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import budget_options, csv_option, json_option

if TYPE_CHECKING:
    from dicedevil.design.comparison import Comparison, Row
    from dicedevil.design.variant import Variant


@click.command("compare")
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option("--boxes", is_flag=True, help="Also what each box brings, and how often it is empty.")
@click.option(
    "--matters",
    type=float,
    metavar="SDS",
    help="A decision matters if its second best choice loses more than so many standard deviations of "
    "the score.  [default: 0.02]",
)
@click.option(
    "--games",
    "count",
    type=int,
    metavar="N",
    help="Where a match is too large to be solved: estimate the first player's advantage by so many "
    "matches of emp-1 against itself.",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    metavar="K",
    help="The same seed, the same games, where any are simulated.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw them: a file that ends in .png, .svg or .pdf.",
)
@csv_option
@budget_options
@json_option
def command(
    games: tuple[str, ...],
    boxes: bool,
    matters: float | None,
    count: int | None,
    seed: int,
    output: Path | None,
    csv_file: Path | None,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Set variants side by side, as a designer looks at them: one to six games; one alone is a profile.

    \b
    How much best play scores, how it spreads, and where its quantiles are; what random play, greedy
    play and the game's own rule of thumb score; how much of the score's variance choices can move; how
    often who begins wins, and ties; how long a game is; how many of its decisions matter, and how close
    the closest call is. All of it is exact but for rounding, unless a ~ says that it was simulated.

    \b
    Examples:
      dicedevil compare yahtzee yahtzee:joker=forced yatzy
      dicedevil compare pig pig:sides=8
      dicedevil compare shut-the-box shut-the-box:one-die=sum<=6 -o boxes.png
      dicedevil compare ten-times-18:slots=4 ten-times-18:slots=5 --boxes
      dicedevil compare mine.py mine.py:faces=8 --json
      dicedevil compare pig ten-thousand farkle --csv turns.csv

    What one variant cannot be asked, or what is too large for it, is left out there (null in JSON) and
    a note says why; --memory and --patience allow more, for each question.
    """
    from dicedevil.cli.files import require_writable, write_bytes, write_csv
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.design.compare import compare, required
    from dicedevil.design.variant import MATTERS
    from dicedevil.figures.style import file_ending, render

    share = MATTERS if matters is None else matters
    ending = file_ending(output.name) if output else ""
    require_writable(output)
    require_writable(csv_file)
    rules = required(games, share, count, seed)
    with Waiting("comparing") as waiting:
        budget = waiting.budget(**allowed)
        found = compare(*rules, matters=share, games=count, seed=seed, budget=budget)
        if output is not None:
            from dicedevil.figures.compare import comparison_drawing

            write_bytes(output, render(comparison_drawing(found).draw(), ending))
    if csv_file is not None:
        header = ("measure", *(one.game for one in found.variants))
        write_csv(csv_file, header, csv_rows(found))
    if as_json:
        tell_json(found.to_dict())
    else:
        tell(found, boxes)
        if output is not None:
            click.echo(f"Wrote {output}")


def tell(found: Comparison, boxes: bool) -> None:
    """Print a comparison for a person."""
    from dicedevil.cli.telling import console

    rows = found.rows(shapes=(sys.stdout.encoding or "").lower().startswith("utf"))
    names = found.names(rows)
    told_in = "; ".join(found.units) if len(found.units) == 1 else "best play of each"
    tell_rows("", names, rows, f"Best play side by side, {told_in}" if len(names) > 1 else told_in)
    if boxes:
        means, zeroes = found.box_rows()
        if means:
            tell_rows("box", names, means, "Mean points of each box")
            tell_rows("box", names, zeroes, "How often it is empty")
        else:
            click.echo("None of them has boxes.")
    out = console()
    out.width = min(out.width, 80)
    for line in found.lines():
        out.print(line, soft_wrap=False)


def tell_rows(label: str, names: list[str], rows: list[Row], title: str) -> None:
    """Print rows as a table: a column a variant."""
    from dicedevil.cli.telling import table, tell_table

    listing = table(label, *names, right=names)
    for first, cells in rows:
        listing.add_row(first, *cells)
    tell_table(listing, title)


def csv_rows(found: Comparison) -> list[list[object]]:
    """Return everything as rows of a table: a measure, and its value in each variant."""
    flat = [flattened(one) for one in found.variants]
    keys = list(dict.fromkeys(key for one in flat for key in one))
    return [[key, *(one.get(key, "") for one in flat)] for key in keys]


def flattened(one: Variant) -> dict[str, object]:
    """Return what is told of a variant under names like `skill.span`; laws are left to JSON."""
    told: dict[str, object] = {}

    def put(name: str, value: Any) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                put(f"{name}.{key}", inner)
        elif not isinstance(value, list):
            told[name] = "" if value is None else value

    for name, value in one.to_dict().items():
        if name not in ("game", "distribution"):
            put(name, value)
    return told
