"""What tables there are: what for, how large, how old, whether still of use."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from dicedevil.solvers import drafts
from dicedevil.solvers.checks import file_size
from dicedevil.solvers.copies import Copies
from dicedevil.solvers.layout import WHAT
from dicedevil.solvers.stores import TableStore
from dicedevil.solvers.tables import copies, default_folder, listing
from dicedevil.solvers.upkeep import FOREIGN, UNREADABLE, facts_in, facts_of, state_in, state_of


def all_tables() -> list[dict[str, Any]]:
    """Return the tables and drafts, as `tables list --json` prints them; of a store, where each is."""
    found = [one for path in (*listing(), *drafts.drafts(default_folder())) if (one := about(path))]
    store = copies()
    return found if store is None else in_both(store, found)


def about(path: Path) -> dict[str, Any] | None:
    """Return what the sidecar says, without reading the arrays; nothing if it has just gone."""
    serves: dict[str, str] = {}
    try:
        if path.name.startswith(drafts.PREFIX):
            game = objective = "draft"
            state = "left behind" if drafts.is_forgotten(path) else "being written"
        else:
            facts, state = facts_of(path) or {}, state_of(path)
            unknown = path.name if state == FOREIGN else "damaged"
            game, objective = (str(facts.get(name, unknown)) for name in ("game", "objective"))
            serves = serving(facts)
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
        **serves,
    }


def in_both(store: Copies, here: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Add the tables that only the store has, and where each one is."""
    there = set(store.store.names())
    found = []
    for one in here:
        sent = "both" if one["name"] in there else "here"
        found.append(one | {"where": "here, not sent" if store.is_marked(one["name"]) else sent})
    known = {one["name"] for one in found}
    return found + [about_stored(store.store, name) for name in sorted(there - known)]


def about_stored(store: TableStore, name: str) -> dict[str, Any]:
    """Return what a sidecar in the store says."""
    state = state_in(store, name)
    text = b"" if state == UNREADABLE else store.text(name) or b""
    facts = facts_in(text) or {}
    unknown = name if state == FOREIGN else state
    return {
        "name": name,
        "game": str(facts.get("game", unknown)),
        "objective": str(facts.get("objective", unknown)),
        "bytes": len(text) + sizes_in(facts),
        "made": store.made(name),
        "state": state,
        "where": "store",
        **serving(facts),
    }


def serving(facts: dict[str, Any]) -> dict[str, str]:
    """Say of a part what it is kept for, until that is worked out."""
    return {"serves": str(facts[WHAT])} if WHAT in facts else {}


def sizes_in(facts: dict[str, Any]) -> int:
    """Return the bytes of all arrays that a sidecar tells of."""
    try:
        return sum(file_size(fact) for fact in facts.get("arrays", {}).values())
    except (LookupError, TypeError, ValueError, AttributeError):
        return 0  # damaged, or of another version
