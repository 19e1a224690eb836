"""`dicedevil reproduce`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import budget_options, csv_option, json_option

if TYPE_CHECKING:
    from dicedevil.reproduce import Row

HEADER = ("paper", "item", "published", "computed", "exact", "agrees", "verdict", "note")


@click.command("reproduce")
@click.argument("papers", nargs=-1, metavar="[PAPER]...")
@click.option(
    "--item", metavar="TEXT", help="Only what begins like this, such as a table: --item 'Table 4'."
)
@click.option(
    "--whole",
    is_flag=True,
    help="Instead, the table that a PAPER prints only in part (klappenspiel: Table 1), whole.",
)
@click.option(
    "--games",
    type=int,
    metavar="N",
    help="The size of samples, where figures come from games at random (pawlewicz).",
)
@click.option(
    "--tables",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write every table in the paper's rows and columns, a CSV file each: ours in full, and as "
    "published.",
)
@click.option("--only-differences", is_flag=True, help="Only the numbers that differ.")
@csv_option
@budget_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    papers: tuple[str, ...],
    item: str | None,
    whole: bool,
    games: int | None,
    folder: Path | None,
    only_differences: bool,
    csv_file: Path | None,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Print every published table and figure beside ours, cell by cell.

    Without a PAPER all of them. Where a printed number differs, a note says why. The exit code is
    1 if one differs and nobody knows why.

    \b
    Examples:
      dicedevil reproduce boecker
      dicedevil reproduce boecker --item 'Table 4' --csv table4.csv
      dicedevil reproduce verhoeff --tables verhoeff-tables
      dicedevil reproduce klappenspiel --whole --csv table1.csv
      dicedevil reproduce klappenspiel --only-differences
      dicedevil reproduce pawlewicz --item 'Figure 4' --games 1000
      dicedevil reproduce --csv published.csv

    In CSV and JSON, 'computed' is ours to the places that are printed, 'exact' is ours in full: a
    fraction, or a float to its last digit. 'agrees' is null where nothing printed is compared;
    'verdict' then says what stands there: blank, unreadable, picture, question, reading (how the
    text is understood), nothing printed, another machine (a time), not computed, or undecided, where a
    sample is too small.
    """
    from dicedevil.cli.files import require_folder, require_writable, write_csv
    from dicedevil.cli.telling import Waiting, note, tell_json
    from dicedevil.reproduce import PAPERS, require_paper
    from dicedevil.reproduce.tables import all_rows, chosen, papers_with

    require_writable(csv_file)
    require_folder(folder)
    for paper in papers:
        require_paper(paper)
    if whole:
        if len(papers) != 1 or item or only_differences or as_json or folder:
            raise click.UsageError("--whole goes with one PAPER, and --csv if wanted; nothing else.")
        tell_whole(papers[0], csv_file)
        return
    if item is not None:
        papers = tuple(papers_with(item, papers or tuple(PAPERS)))
    with Waiting("reproducing") as waiting:
        rows = all_rows(papers, waiting.budget(**allowed), item or "", games)
    if item is not None:
        rows = chosen(rows, item)
    shown = [row for row in rows if row.agrees is False or not only_differences]
    if csv_file is not None:
        write_csv(csv_file, HEADER, (tuple(row.to_dict()[name] for name in HEADER) for row in shown))
    if folder is not None:
        write_tables(folder, shown)
    if as_json:
        tell_json([row.to_dict() for row in shown])
    else:
        tell(shown)
        for line in summary(rows):
            click.echo(line)
    unexplained = [row for row in rows if row.agrees is False and not row.note]
    if unexplained:
        note(f"{len(unexplained)} differ without a reason, first: {unexplained[0].item}.")
        ctx.exit(1)


def write_tables(folder: Path, rows: list[Row]) -> None:
    """Write the tables in the paper's shape, ours and as published, and say where."""
    from dicedevil.cli.files import write_csv
    from dicedevil.cli.telling import note
    from dicedevil.reproduce.tables import tables

    found = tables(rows)
    folder.mkdir(exist_ok=True)
    for table in found:
        for name, published in ((table.file_name, False), (f"{table.file_name}-published", True)):
            header, *lines = table.lines(published)
            write_csv(folder / f"{name}.csv", header, lines)
    note(f"Wrote {len(found)} tables to {folder}, each as ours and as published.")


def tell_whole(paper: str, csv_file: Path | None) -> None:
    """Print a table whole, or write it as CSV."""
    from dicedevil.cli.files import write_text
    from dicedevil.reproduce import whole_table

    found = whole_table(paper)
    if csv_file is None:
        click.echo(f"{paper}: {found.title}\n\n{found.text}", nl=False)
    else:
        write_text(csv_file, found.csv)
        click.echo(f"Wrote {csv_file}: {paper}, {found.title}")


def tell(rows: list[Row]) -> None:
    """Print the rows, a table for each of the paper's."""
    from dicedevil.cli.telling import table, tell_table
    from dicedevil.reproduce.tables import heading_of

    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.paper, heading_of(row)), []).append(row)
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
                "DIFFERS" if row.agrees is False else row.verdict.value,
                row.note,
                style="bold" if row.agrees is False else "",
            )
        tell_table(listing, f"{paper}: {heading}")


def summary(rows: list[Row]) -> list[str]:
    """Return a line a paper: how many printed numbers agree, and what is not compared."""
    from dicedevil.reproduce.verdicts import Verdict, apart

    lines = []
    for paper in dict.fromkeys(row.paper for row in rows):
        mine = [row for row in rows if row.paper == paper]
        verdicts = [row.verdict for row in mine]
        differ = [row for row in mine if row.agrees is False]
        reasons = sum(1 for row in differ if row.note)
        told = f"{verdicts.count(Verdict.AGREES)} agree, {len(differ)} differ"
        if differ:
            told += f" ({reasons} with the reason)"
        if Verdict.UNDECIDED in verdicts:
            told += f", {verdicts.count(Verdict.UNDECIDED)} not decided at this sample"
        compared = sum(one.compared for one in verdicts)
        beside = apart(verdicts)
        more = f" Not compared: {beside}." if beside else ""
        lines.append(f"{paper}: {compared} printed numbers and words, {told}.{more}")
    return lines
