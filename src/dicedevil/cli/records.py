"""`dicedevil records`: the games that are kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from dicedevil.cli.options import data_option, json_option

if TYPE_CHECKING:
    from dicedevil.coach.records import Record

Command = TypeVar("Command", bound=Callable[..., Any])
STDIN = "-"


def kept_options(command: Command) -> Command:
    """Add `--player`, `--game` and `--data`: which games, and where they are kept."""
    for name, words in (("--game", "Only this game."), ("--player", "Only games of this player.")):
        command = click.option(name, metavar="NAME", help=words)(command)
    return data_option(command)


@click.group("records", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Look at the games you played, take them elsewhere, and bring others in.

    \b
    Examples:
      dicedevil records list
      dicedevil records list --player Ann --game yahtzee
      dicedevil records export games.jsonl
      dicedevil records export - --player Ann | dicedevil grade -
      dicedevil records import games.jsonl
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("list")
@kept_options
@json_option
def list_them(folder: Path | None, player: str | None, game: str | None, as_json: bool) -> None:
    """List the games, the oldest first."""
    from dicedevil.cli.telling import table, tell_json, tell_table
    from dicedevil.coach.kept import rows
    from dicedevil.coach.store import Store
    from dicedevil.naming import shown

    with Store(folder) as store:
        if as_json:
            tell_json(list(rows(store, player, game)))
            return
        listing = table("", "game", "players", "moves", "result", right=("", "moves"))
        for told in rows(store, player, game):
            result = told["result"] or ("left" if told["under_way"] else "given up")
            score = result if isinstance(result, str) else ", ".join(f"{one:g}" for one in result)
            names = ", ".join(map(shown, told["players"]))
            listing.add_row(
                str(told["number"]), shown(told["game"], 40), names, str(told["moves"]), score
            )
        count = len(listing.rows)
        tell_table(listing, f"{count:,} game{'' if count == 1 else 's'} in {store.path.parent}")


@command.command("export")
@click.argument("file", metavar="FILE")
@kept_options
def export(file: str, folder: Path | None, player: str | None, game: str | None) -> None:
    """Write the games as lines of JSON to FILE; - writes them to stdout."""
    from dicedevil.cli.files import require_writable, write_text
    from dicedevil.cli.telling import note
    from dicedevil.coach.records import write_records
    from dicedevil.coach.store import Store

    if file != STDIN:
        require_writable(Path(file))
    with Store(folder) as store:
        records = store.records(player, game)
        if file == STDIN:
            write_records(sys.stdout, records)
            return
        lines = [record.to_line() + "\n" for record in records]
    write_text(Path(file), "".join(lines))
    note(f"{len(lines):,} game{'' if len(lines) == 1 else 's'} written.")


@command.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@data_option
def import_them(files: tuple[str, ...], folder: Path | None) -> None:
    """Keep the games of FILEs with those you played; - reads from stdin. All of them, or none."""
    from dicedevil.coach.store import Store

    for name in files:
        if name != STDIN:
            _opened(name).close()  # one that cannot be read is said before anything is made
    with Store(folder) as store:
        count = store.keep(_read(files))
    click.echo(f"{count:,} game{'' if count == 1 else 's'} kept.")


def _read(files: tuple[str, ...]) -> Iterator[Record]:
    """Read records one by one; refuse the first line that is none."""
    from dicedevil.coach.records import RecordError, Refused, read_records

    for name in files:
        with _opened(name) as file:
            for _, found in read_records(file):
                if isinstance(found, Refused):
                    raise RecordError(f"{name}, {found} Nothing was kept.")
                yield found


def _opened(name: str) -> IO[bytes]:
    from dicedevil.errors import DiceDevilError, quoted

    try:
        return sys.stdin.buffer if name == STDIN else open(name, "rb")
    except OSError as error:
        raise DiceDevilError(f"Cannot read {quoted(name)}: {error.strerror}.") from None
