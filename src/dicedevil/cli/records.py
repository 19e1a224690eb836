"""`dicedevil records`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from dicedevil.cli.options import data_option, json_option

if TYPE_CHECKING:
    from dicedevil.coach.records import Record

MOST_TOLD = 5
"""Refused lines that are told one by one."""


@click.group("records")
def command() -> None:
    """Look after the games that are kept: list, import, export.

    They are kept in a database in your data folder, or where DICEDEVIL_DATA or --data says. A record
    is one line of JSON: who played what, and every roll and choice.

    \b
    Examples:
      dicedevil records list
      dicedevil records import games.jsonl
      dicedevil records export my-games.jsonl --player me
    """


@command.command("list")
@click.option("--player", metavar="NAME", help="Only games of this player.")
@click.option("--game", metavar="GAME", help="Only games of this kind.")
@data_option
@json_option
def list_records(player: str | None, game: str | None, folder: Path | None, as_json: bool) -> None:
    """List the games: what was played, by whom, and how it ended."""
    from dicedevil.cli.telling import note, table, tell_json, tell_table
    from dicedevil.coach.store import Store
    from dicedevil.naming import shown

    with Store(folder) as store:
        found = list(store.games(player, game))
    if as_json:
        tell_json([{"number": one.number, **one.record.to_dict()} for one in found])
        return
    if not found:
        note("No games are kept yet: dicedevil play yahtzee")
        return
    listing = table("", "game", "players", "moves", "result", right=("", "moves"), wrap=("players",))
    for one in found:
        record = one.record
        result = "not over" if record.result is None else " : ".join(f"{x:g}" for x in record.result)
        who = ", ".join(shown(name) for name in record.players)
        listing.add_row(str(one.number), record.game, who, f"{len(record.moves):,}", result)
    tell_table(listing)


@command.command("import")
@click.argument("files", nargs=-1, required=True, type=click.File("rb"), metavar="FILE...")
@data_option
def import_records(files: Sequence[IO[bytes]], folder: Path | None) -> None:
    """Take in records from files, '-' for standard input; lines that are none are told and left out."""
    from dicedevil.cli.telling import Waiting, note
    from dicedevil.coach.records import RecordError
    from dicedevil.coach.store import Store

    left_out = LeftOut()
    with Waiting("importing"), Store(folder) as store:
        count = store.keep(_good(files, left_out))
    for words in left_out.first:
        note(words)
    click.echo(f"{count:,} games are kept now; 'dicedevil stats' tells how they were played.")
    if left_out.count:
        raise RecordError(f"{left_out.count:,} lines are no records, and were left out.")


@dataclass
class LeftOut:
    """Lines that are no records: how many, and what is wrong with the first few."""

    count: int = 0
    first: list[str] = field(default_factory=list)

    def add(self, words: str) -> None:
        """Note a line."""
        self.count += 1
        if self.count <= MOST_TOLD:
            self.first.append(words)


def _good(files: Sequence[IO[bytes]], left_out: LeftOut) -> Iterator[Record]:
    """Yield the records of files; what is none is noted."""
    from dicedevil.coach.records import Refused, read_records
    from dicedevil.naming import shown

    for file in files:
        for _, one in read_records(file):
            if isinstance(one, Refused):
                left_out.add(f"{shown(str(getattr(file, 'name', '-')), 60)}, {one}")
            else:
                yield one


@command.command("export")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--player", metavar="NAME", help="Only games of this player.")
@click.option("--game", metavar="GAME", help="Only games of this kind.")
@data_option
def export_records(file: Path, player: str | None, game: str | None, folder: Path | None) -> None:
    """Write records to FILE, '-' for standard output."""
    from dicedevil.cli.files import require_writable, write_text
    from dicedevil.cli.telling import note
    from dicedevil.coach.store import Store

    is_file = str(file) != "-"
    require_writable(file if is_file else None)
    with Store(folder) as store:
        lines = [record.to_line() + "\n" for record in store.records(player, game)]
    if is_file:
        write_text(file, "".join(lines))
        note(f"{len(lines):,} games were written.")
    else:
        click.echo("".join(lines), nl=False)
