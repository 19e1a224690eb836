"""`dicedevil reproduce`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicedevil.cli.options import csv_option, json_option

if TYPE_CHECKING:
    from dicedevil.reproduce import Row
    from dicedevil.solvers.progress import Progress

UNREADABLE = "?"
"""What stands for a number that the scan of the paper has lost."""
HEADER = ("paper", "item", "published", "computed", "agrees", "note")


@click.command("reproduce")
@click.argument("papers", nargs=-1, metavar="[PAPER]...")
@click.option("--only-differences", is_flag=True, help="Only the numbers that differ.")
@csv_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    papers: tuple[str, ...],
    only_differences: bool,
    csv_file: Path | None,
    as_json: bool,
) -> None:
    """Print every published table and figure beside ours, cell by cell.

    Without a PAPER all of them. Where a printed number differs, a note says why. The exit code is
    1 if one differs and nobody knows why.

    \b
    Examples:
      dicedevil reproduce boecker
      dicedevil reproduce klappenspiel --only-differences
      dicedevil reproduce --csv published.csv
    """
    from dicedevil.cli.files import require_writable, write_csv
    from dicedevil.cli.telling import note, tell_json
    from dicedevil.cli.waiting import Waiting

    require_writable(csv_file)
    with Waiting("reproducing") as progress:
        rows = all_rows(papers, progress)
    shown = [row for row in rows if not (only_differences and row.agrees)]
    if csv_file is not None:
        write_csv(csv_file, HEADER, (tuple(row.to_dict().values()) for row in shown))
    if as_json:
        tell_json([row.to_dict() for row in shown])
    else:
        tell(shown)
        for line in summary(rows):
            click.echo(line)
    unexplained = [row for row in rows if not row.agrees and not row.note]
    if unexplained:
        note(f"{len(unexplained)} numbers differ without a reason, first: {unexplained[0].item}.")
        ctx.exit(1)


def all_rows(papers: tuple[str, ...], progress: Progress) -> list[Row]:
    """Compute the rows of the papers named, each paper once."""
    from dicedevil import reproduce

    rows: list[Row] = []
    for row in reproduce.reproduce(*dict.fromkeys(papers)):
        rows.append(row)
        progress(f"{row.paper}, {table_of(row)}", len(rows), 0)
    return rows


def table_of(row: Row) -> str:
    """Return the table or figure a number stands in: the item up to the first comma."""
    return row.item.partition(",")[0]


def tell(rows: list[Row]) -> None:
    """Print the rows, a table for each of the paper's."""
    from dicedevil.cli.telling import table, tell_table

    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.paper, table_of(row)), []).append(row)
    for (paper, heading), group in groups.items():
        numbers = ("published", "ours")
        listing = table(
            "item",
            *numbers,
            "",
            "note",
            right=numbers,
            wrap=("item", "published", "ours", "note"),
        )
        for row in group:
            item = row.item.partition(",")[2].strip() or row.item
            listing.add_row(
                item,
                row.published,
                row.computed,
                verdict(row),
                row.note,
                style="" if row.agrees else "bold",
            )
        tell_table(listing, f"{paper}: {heading}")


def verdict(row: Row) -> str:
    """Say whether a number agrees."""
    if row.agrees:
        return "agrees"
    return "unreadable" if row.published == UNREADABLE else "DIFFERS"


def summary(rows: list[Row]) -> list[str]:
    """Return a line a paper: how many numbers agree."""
    lines = []
    for paper in dict.fromkeys(row.paper for row in rows):
        mine = [row for row in rows if row.paper == paper]
        differ = [row for row in mine if not row.agrees]
        reasons = sum(1 for row in differ if row.note)
        told = f"{len(differ)} differ"
        if differ:
            lost = sum(1 for row in differ if row.published == UNREADABLE)
            told += f" ({reasons} with the reason" + (f"; {lost} unreadable)" if lost else ")")
        lines.append(f"{paper}: {len(mine)} printed numbers, {len(mine) - len(differ)} agree, {told}.")
    return lines
