"""`dicedevil tables`."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from dicedevil.cli.options import json_option
from dicedevil.errors import TableError


@click.group("tables")
def command() -> None:
    """Look after the solved tables on disk.

    They are kept in the user's cache folder, or where DICEDEVIL_TABLES says.

    \b
    Examples:
      dicedevil tables list
      dicedevil tables verify
      dicedevil tables prune --all
    """


@command.command("list")
@json_option
def list_tables(as_json: bool) -> None:
    """List the tables: what for, how large, how old."""
    from dicedevil.cli.telling import note, table, tell_json, tell_table
    from dicedevil.solvers.tables import default_folder, listing

    found = [about(path) for path in listing()]
    if as_json:
        tell_json(found)
        return
    if not found:
        note(f"No tables in {default_folder()}.")
        return
    lines = table("game", "objective", "size", "made", right=("size",), wrap=("game",))
    for one in found:
        lines.add_row(one["game"], one["objective"], size_text(one["bytes"]), one["made"])
    tell_table(lines)
    note(f"In {default_folder()}")


@command.command("verify")
@json_option
@click.pass_context
def verify_tables(ctx: click.Context, as_json: bool) -> None:
    """Read every table and compare its checksums; exit code 4 if one is damaged."""
    from dicedevil.cli.telling import note, table, tell_json, tell_table
    from dicedevil.solvers.tables import default_folder, listing

    found = [verified(path) for path in listing()]
    if as_json:
        tell_json(found)
    elif not found:
        note(f"No tables in {default_folder()}.")
    else:
        lines = table("table", "state", "problem", wrap=("table", "problem"))
        for one in found:
            lines.add_row(one["name"], "ok" if one["ok"] else "DAMAGED", one["problem"])
        tell_table(lines)
    if not all(one["ok"] for one in found):
        note("Remove what is damaged with: dicedevil tables prune")
        ctx.exit(TableError.exit_code)


@command.command("prune")
@click.option("--all", "everything", is_flag=True, help="Delete the good ones too.")
@json_option
def prune_tables(everything: bool, as_json: bool) -> None:
    """Delete tables that are damaged or of another version, or all of them."""
    from dicedevil.cli.telling import tell_json
    from dicedevil.solvers.tables import prune

    gone = [path.name for path in prune(everything=everything)]
    if as_json:
        tell_json({"deleted": gone})
        return
    for name in gone:
        click.echo(f"deleted {name}")
    click.echo(f"{len(gone)} tables deleted.")


def about(path: Path) -> dict[str, Any]:
    """Return what the sidecar says, without reading the arrays."""
    from dicedevil.solvers.tables import SIDECAR

    try:
        facts = json.loads((path / SIDECAR).read_text(encoding="utf-8"))
        game, objective = str(facts["game"]), str(facts["objective"])
    except (OSError, ValueError, KeyError, TypeError):
        game, objective = "damaged", "damaged"
    files = [file.stat() for file in path.iterdir() if file.is_file()]
    made = datetime.fromtimestamp((path / SIDECAR).stat().st_mtime)
    return {
        "name": path.name,
        "game": game,
        "objective": objective,
        "bytes": sum(file.st_size for file in files),
        "made": made.isoformat(sep=" ", timespec="seconds"),
    }


def verified(path: Path) -> dict[str, Any]:
    """Read a table and say whether it is whole."""
    from dicedevil.solvers.tables import read

    try:
        read(path)
    except TableError as error:
        return {"name": path.name, "ok": False, "problem": str(error)}
    return {"name": path.name, "ok": True, "problem": ""}


def size_text(size: int) -> str:
    """Write a size in the unit that suits it."""
    if size < 1_000_000:
        return f"{size / 1_000:.1f} kB"
    return f"{size / 1_000_000:.1f} MB"
