"""`dicedevil tables`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import json_option
from dicedevil.errors import DiceDevilError, TableError, Unreadable, UsageError

if TYPE_CHECKING:
    from dicedevil.solvers.progress import Progress
    from dicedevil.solvers.stores import TableStore

USELESS = ("damaged", "outdated", "left behind")


@click.group("tables")
def command() -> None:
    """Look after the solved tables on disk.

    They are kept in the user's cache folder, or where DICEDEVIL_TABLES says: a folder, or the address
    of a store ('s3://bucket/tables', 'sftp://host/tables': whatever fsspec knows). Of a store's tables
    this machine has copies, in the cache folder or where DICEDEVIL_COPIES says.

    \b
    Examples:
      dicedevil tables list
      dicedevil tables verify --known
      dicedevil tables prune --all
    """


@command.command("list")
@json_option
def list_tables(as_json: bool) -> None:
    """List the tables and drafts: what for, how large, how old, whether still of use.

    Of what was broken off, or is being worked out now, the parts that are on disk are one line.

    Of a store: where each table is, in the store, here, or both, and which are not sent yet.
    """
    from dicedevil.ask.tables import all_tables
    from dicedevil.cli.telling import note, table, tell_json, tell_table
    from dicedevil.solvers.tables import copies

    store, found = copies(), all_tables()
    if as_json:
        tell_json(found)
        return
    if not found:
        note(f"No tables in {looked_at()}.")
        return
    columns = ("game", "objective", "size", "made", "state", *(["where"] if store else []))
    lines = table(*columns, right=("size",), wrap=("game",))
    for one in parts_together(found):
        lines.add_row(*(size_text(one["bytes"]) if name == "size" else one[name] for name in columns))
    tell_table(lines)
    note(f"In {looked_at()}")
    if any(one["state"] in USELESS for one in found):
        note("Remove what is of no use any more with: dicedevil tables prune")
    if any(one["state"] == "unfinished" for one in found):
        note(
            "Who asks for the same again goes on with what is unfinished; remove it with: "
            "dicedevil tables prune --unfinished"
        )


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

    Of a store all tables are read, and those that this machine has copies of.

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
    from dicedevil.solvers.tables import copies, listing

    store = copies()
    with Waiting("verifying") as waiting:
        found = [verified(path, known) for path in listing()]
        if store is not None:
            found = [one | {"where": "here"} for one in found]
            found += [verified_in(store.store, name, known) for name in store.store.names()]
        held = against_rules(positions, waiting) if rules else []
    if as_json:
        tell_json([*found, *held])
    elif not found:
        note(f"No tables in {looked_at()}.")
    else:
        columns = ("table", "state", "problem", *(["where"] if store else []))
        lines = table(*columns, wrap=("table", "problem"))
        for one in (*found, *held):
            where = [one.get("where", "here")] if store else []
            lines.add_row(one["name"], one["state"], one["problem"], *where)
        tell_table(lines)
    if not all(one["ok"] for one in (*found, *held)):
        note(f"Remove what is damaged with: dicedevil tables prune{' --store' if store else ''}")
        ctx.exit(TableError.exit_code)


@command.command("prune")
@click.option("--all", "everything", is_flag=True, help="Delete the good ones too.")
@click.option("--unfinished", is_flag=True, help="Delete what was broken off too.")
@click.option("--store", "in_store", is_flag=True, help="In the store too, for all who use it.")
@json_option
@click.pass_context
def prune_tables(
    ctx: click.Context, everything: bool, unfinished: bool, in_store: bool, as_json: bool
) -> None:
    """Delete tables that are damaged or of another version, or all of them.

    Tables made from other sources than the installed ones go too, and what nobody uses any more: drafts
    and locks of processes that have ended, and compiled code of other sources that was not used for a
    week. Parts of an answer that was broken off stay, since whoever asks again goes on with them;
    --unfinished deletes them, but not those that a process needs now. Only what is provably ours is
    deleted. Exit code 1 if something could not be. Of a store's tables the copies on this machine are
    looked at; with --store its own too.
    """
    from dicedevil.cli.telling import note, tell_json
    from dicedevil.solvers.tables import copies
    from dicedevil.solvers.upkeep import prune, prune_store

    store = copies()
    if in_store and store is None:
        raise UsageError("--store is for tables in a store: DICEDEVIL_TABLES names none.")
    done = prune(everything=everything, unfinished=unfinished)
    if in_store and store is not None:
        theirs = prune_store(store.store, everything, unfinished)
        done.deleted.extend(theirs.deleted)
        done.left.update(theirs.left)
        done.failed.extend(theirs.failed)
    if as_json:
        left = [{"name": path.name, "reason": reason} for path, reason in done.left.items()]
        deleted, tidied = ([path.name for path in paths] for paths in (done.deleted, done.tidied))
        tell_json({"deleted": deleted, "tidied": tidied, "left": left})
    else:
        for path in (*done.deleted, *done.tidied):
            click.echo(f"deleted {path.name}")
        click.echo(f"{len(done.deleted)} tables deleted.")
        for reason, names in by_reason(done.left).items():
            note(f"not deleted: {some(names)}: {reason}")
        if store is not None and not in_store:
            note(f"Looked at were the copies in {store.home}; --store: in {store.shown} too.")
    if done.failed:
        ctx.exit(DiceDevilError.exit_code)


def by_reason(left: Mapping[Path, str]) -> dict[str, list[str]]:
    """Return the names of what was not deleted, by the reason."""
    found: dict[str, list[str]] = {}
    for path, reason in left.items():
        found.setdefault(reason, []).append(path.name)
    return found


def some(names: Sequence[str]) -> str:
    """Name a few tables, and say how many more there are."""
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{', '.join(names[:3])}{more}"


def parts_together(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Make one entry of all parts of the same thing that are in the same state."""
    told: dict[Any, dict[str, Any]] = {}
    for one in found:
        if "serves" not in one:
            told[one["name"]] = one
            continue
        key = tuple(one.get(name) for name in ("game", "serves", "state", "where"))
        parts = told.setdefault(key, one | {"bytes": 0, "parts": 0})
        parts["parts"] += 1
        parts["bytes"] += one["bytes"]
        parts["made"] = max(parts["made"], one["made"])
        count = "1 part" if parts["parts"] == 1 else f"{parts['parts']} parts"
        parts["objective"] = f"{one['serves']}, {count}"
    return list(told.values())


def verified(path: Path, known: bool = False) -> dict[str, Any]:
    """Read a table and say whether it is whole, and the one that was published."""
    from dicedevil.solvers.tables import read
    from dicedevil.solvers.upkeep import FOREIGN, state_of

    if state_of(path) == FOREIGN:
        problem = "No answer reads it: it is a copy, or nothing of ours."
        return {"name": path.name, "ok": True, "state": FOREIGN, "problem": problem}
    return {"name": path.name} | judged(lambda: read(path).facts, known)


def judged(read: Callable[[], Mapping[str, Any]], known: bool) -> dict[str, Any]:
    """Say of a table, by reading it, whether it is whole, and the one that was published."""
    from dicedevil.ask.verify import is_as_published

    try:
        facts = read()
    except Unreadable as error:
        return {"ok": False, "state": "UNREADABLE", "problem": str(error)}
    except (TableError, FileNotFoundError) as error:
        return {"ok": False, "state": "DAMAGED", "problem": str(error)}
    told = {"ok": True, "state": "ok", "problem": ""}
    if not known:
        return told
    same = is_as_published(facts)
    if same is None:
        return told | {"known": None, "state": "ok, not published"}
    if not same:
        problem = "It is whole, and not the table that was published under this name."
        return told | {"known": False, "ok": False, "state": "WRONG", "problem": problem}
    return told | {"known": True, "state": "as published"}


def looked_at() -> str:
    """Say where tables are."""
    from dicedevil.solvers.tables import copies, default_folder

    store = copies()
    if store is None:
        return str(default_folder())
    return f"{store.shown}, copies in {store.home}"


def verified_in(store: TableStore, name: str, known: bool = False) -> dict[str, Any]:
    """Read a table in the store and say whether it is whole, and the one that was published."""
    from dicedevil.solvers.upkeep import FOREIGN, HALF, state_in

    told = {"name": name, "where": "store"}
    state = state_in(store, name)
    if state in (FOREIGN, HALF):
        problem = (
            "No answer reads it: it is nothing of ours." if state == FOREIGN else "No answer reads it."
        )
        return told | {"ok": True, "state": state, "problem": problem}
    return told | judged(lambda: store.check(name), known)


def against_rules(positions: int, progress: Progress) -> list[dict[str, Any]]:
    """Hold what the tables answer against the rules."""
    from dicedevil.ask.verify import against_rules, questions
    from dicedevil.solvers.tables import copies, listing
    from dicedevil.solvers.upkeep import facts_in, facts_of, state_in, state_of

    told = []
    current = [facts_of(path) for path in listing() if state_of(path) == "ok"]
    if (store := copies()) is not None:
        names = [name for name in store.store.names() if state_in(store.store, name) == "ok"]
        current += [facts_in(store.store.text(name) or b"") for name in names]
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
