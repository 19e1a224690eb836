"""`dicedevil tables`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import json_option
from dicedevil.errors import DiceDevilError, TableError, Unreadable

if TYPE_CHECKING:
    from dicedevil.solvers.progress import Progress

USELESS = ("damaged", "outdated", "left behind")


@click.group("tables")
def command() -> None:
    """Look after the solved tables on disk.

    They are kept in the user's cache folder, or where DICEDEVIL_TABLES says.

    \b
    Examples:
      dicedevil tables list
      dicedevil tables verify --known
      dicedevil tables prune --all
    """


@command.command("list")
@json_option
def list_tables(as_json: bool) -> None:
    """List the tables and drafts: what for, how large, how old, whether still of use."""
    from dicedevil.cli.telling import note, table, tell_json, tell_table
    from dicedevil.solvers.drafts import drafts
    from dicedevil.solvers.tables import default_folder, listing

    found = [one for path in (*listing(), *drafts(default_folder())) if (one := about(path))]
    if as_json:
        tell_json(found)
        return
    if not found:
        note(f"No tables in {default_folder()}.")
        return
    columns = ("game", "objective", "size", "made", "state")
    lines = table(*columns, right=("size",), wrap=("game",))
    for one in found:
        size = size_text(one["bytes"])
        lines.add_row(one["game"], one["objective"], size, one["made"], one["state"])
    tell_table(lines)
    note(f"In {default_folder()}")
    if any(one["state"] in USELESS for one in found):
        note("Remove what is of no use any more with: dicedevil tables prune")


@command.command("verify")
@click.option("--known", is_flag=True, help="Compare with the published checksums too.")
@click.option("--rules", is_flag=True, help="Hold values against the rules too, one step at a time.")
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="N",
    help="How many positions of each answer --rules looks at.",
)
@json_option
@click.pass_context
def verify_tables(ctx: click.Context, known: bool, rules: bool, positions: int, as_json: bool) -> None:
    """Read every table and compare its checksums; exit code 4 if something is wrong.

    Tables have the same bits on every machine: --known compares them with those we made. --rules takes
    positions and sees whether their values are what one roll and one choice, by the plain rules of the
    game, and the values of what follows make of them.

    \b
    Examples:
      dicedevil tables verify
      dicedevil tables verify --known
      dicedevil tables verify --rules --positions 1000
    """
    from dicedevil.cli.telling import Waiting, note, table, tell_json, tell_table
    from dicedevil.solvers.tables import default_folder, listing

    with Waiting("verifying") as waiting:
        found = [verified(path, known) for path in listing()]
        held = against_rules(positions, waiting) if rules else []
    if as_json:
        tell_json([*found, *held])
    elif not found:
        note(f"No tables in {default_folder()}.")
    else:
        lines = table("table", "state", "problem", wrap=("table", "problem"))
        for one in (*found, *held):
            lines.add_row(one["name"], one["state"], one["problem"])
        tell_table(lines)
    if not all(one["ok"] for one in (*found, *held)):
        note("Remove what is damaged with: dicedevil tables prune")
        ctx.exit(TableError.exit_code)


@command.command("prune")
@click.option("--all", "everything", is_flag=True, help="Delete the good ones too.")
@json_option
@click.pass_context
def prune_tables(ctx: click.Context, everything: bool, as_json: bool) -> None:
    """Delete tables that are damaged or of another version, or all of them.

    Tables made from other sources than the installed ones go too, and what nobody uses any more: drafts
    and locks of processes that have ended, and compiled code of other sources that was not used for a
    week. Only what is provably ours is deleted. Exit code 1 if something could not be.
    """
    from dicedevil.cli.telling import note, tell_json
    from dicedevil.solvers.upkeep import prune

    done = prune(everything=everything)
    if as_json:
        left = [{"name": path.name, "reason": reason} for path, reason in done.left.items()]
        deleted, tidied = ([path.name for path in paths] for paths in (done.deleted, done.tidied))
        tell_json({"deleted": deleted, "tidied": tidied, "left": left})
    else:
        for path in (*done.deleted, *done.tidied):
            click.echo(f"deleted {path.name}")
        click.echo(f"{len(done.deleted)} tables deleted.")
        for path, reason in done.left.items():
            note(f"not deleted: {path.name}: {reason}")
    if done.failed:
        ctx.exit(DiceDevilError.exit_code)


def about(path: Path) -> dict[str, Any] | None:
    """Return what the sidecar says, without reading the arrays; nothing if it has just gone."""
    from dicedevil.solvers import drafts
    from dicedevil.solvers.upkeep import FOREIGN, facts_of, state_of

    try:
        if path.name.startswith(drafts.PREFIX):
            game = objective = "draft"
            state = "left behind" if drafts.is_forgotten(path) else "being written"
        else:
            facts, state = facts_of(path) or {}, state_of(path)
            unknown = path.name if state == FOREIGN else "damaged"
            game, objective = (str(facts.get(name, unknown)) for name in ("game", "objective"))
        files = [file.stat() for file in (path, *path.iterdir())]
    except OSError as error:
        if not path.exists():
            return None
        game = objective = "unreadable"
        state, files = str(error.strerror), [path.stat()]
    made = datetime.fromtimestamp(max(file.st_mtime for file in files))
    return {
        "name": path.name,
        "game": game,
        "objective": objective,
        "bytes": sum(file.st_size for file in files[1:]),
        "made": made.isoformat(sep=" ", timespec="seconds"),
        "state": state,
    }


def verified(path: Path, known: bool = False) -> dict[str, Any]:
    """Read a table and say whether it is whole, and the one that was published."""
    from dicedevil.ask.verify import is_as_published
    from dicedevil.solvers.tables import read
    from dicedevil.solvers.upkeep import FOREIGN, state_of

    if state_of(path) == FOREIGN:
        problem = "No answer reads it: it is a copy, or nothing of ours."
        return {"name": path.name, "ok": True, "state": FOREIGN, "problem": problem}
    try:
        facts = read(path).facts
    except Unreadable as error:
        return {"name": path.name, "ok": False, "state": "UNREADABLE", "problem": str(error)}
    except (TableError, FileNotFoundError) as error:
        return {"name": path.name, "ok": False, "state": "DAMAGED", "problem": str(error)}
    told = {"name": path.name, "ok": True, "state": "ok", "problem": ""}
    if not known:
        return told
    same = is_as_published(facts)
    if same is None:
        return told | {"known": None, "state": "ok, not published"}
    if not same:
        problem = "It is whole, and not the table that was published under this name."
        return told | {"known": False, "ok": False, "state": "WRONG", "problem": problem}
    return told | {"known": True, "state": "as published"}


def against_rules(positions: int, progress: Progress) -> list[dict[str, Any]]:
    """Hold what the tables answer against the rules."""
    from dicedevil.ask.verify import against_rules, questions
    from dicedevil.solvers.tables import listing
    from dicedevil.solvers.upkeep import facts_of, state_of

    told = []
    current = [facts_of(path) for path in listing() if state_of(path) == "ok"]
    asked = questions(facts for facts in current if facts is not None)
    for done, (name, question) in enumerate(asked.items()):
        progress(f"holding {name} against the rules", done, len(asked))
        if question is None:
            problem = "Its game or objective is not one of ours."
            told.append({"name": name, "ok": True, "state": "not held", "problem": problem})
            continue
        try:
            found = against_rules(question, positions)
        except TableError as error:
            told.append({"name": name, "ok": False, "state": "WRONG", "problem": str(error)})
            continue
        if not found.positions:  # parts of the answer are missing, or nobody looked
            problem = "Nothing could be held against the rules: a part of what it answers is missing."
            told.append({"name": name, "ok": False, "state": "NOT HELD", "problem": problem})
            continue
        state = f"{found.positions:,} positions, off by at most {found.worst:.1e}"
        measured = {"positions": found.positions, "worst": found.worst}
        told.append({"name": name, "ok": True, "state": state, "problem": "", **measured})
    return told


def size_text(size: int) -> str:
    """Write a size in the unit that suits it."""
    if size < 1_000_000:
        return f"{size / 1_000:.1f} kB"
    return f"{size / 1_000_000:.1f} MB"
