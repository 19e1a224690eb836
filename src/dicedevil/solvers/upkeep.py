"""Looking after tables on disk: what there is, whether it is still of use, and removing what is not.

A table is ours by the name that follows from its facts (or, its facts being damaged, by the shape of
its name, with nothing but arrays inside); a copy under another name is none, and no answer reads it.
Listing, verifying and pruning go by that one rule (`state_of`). Only what holds nothing but what we
write is removed; drafts, lock files and compiled code likewise, and never what a living process holds.

Some tables are parts of something that is being worked out, and say so. Whoever broke that off may
go on with it, so they stay unless somebody says otherwise; when they have served they are left behind.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicedevil.errors import TableError, Unreadable
from dicedevil.solvers import drafts, locks, machine
from dicedevil.solvers.checks import believed
from dicedevil.solvers.kept_rows import MEASURES, all_sources
from dicedevil.solvers.layout import ARRAY, JOINED, SIDECAR, UNTIL
from dicedevil.solvers.sources import PACKAGE, digest, room_files, sources_hash
from dicedevil.solvers.tables import (
    FORMAT,
    SOLVER,
    copies,
    default_folder,
    folder_name,
    listing,
    read,
)

if TYPE_CHECKING:
    from dicedevil.solvers.stores import TableStore

KERNEL_AGE = 7 * 24 * 3_600.0
"""Seconds without use after which code compiled from other sources is removed."""
UNREADABLE = "unreadable"
"""How a table is that the system does not give now: nothing follows about what is in it."""
FOREIGN = "not ours"
"""How a folder is that looks like a table and is none of ours, or a copy."""
HALF = "not whole"
"""How a table in a store is that has no sidecar: it is being sent, or somebody was killed."""
UNFINISHED = "unfinished"
"""How a part is of something that was broken off."""
IN_USE = "in use"
"""How a part is of something that a living process works out."""
LEFT_BEHIND = "left behind"
"""How a part is that has served."""
GOES_ON = "who asks for the same again goes on with it (--unfinished deletes it)"
"""Why parts stay."""
_TABLE = re.compile(r"[\w-]{1,60}-[0-9a-f]{16}")
KEPT = {
    FOREIGN: "it is no table of ours",
    UNREADABLE: "it cannot be read now, and may be a good one",
    IN_USE: "a process needs it that works something out",
}
"""What is not removed, and why."""
_KERNELS = re.compile(r"kernels-(?:(\w+)-)?([0-9a-f]{16})")
_COMPILED = re.compile(r".*\.nb[ci](\.tmp\.[0-9a-f]+)?")


@dataclass(frozen=True)
class Pruned:
    """What was removed, and what could not be, with the reason."""

    deleted: list[Path] = field(default_factory=list)
    """Tables."""
    tidied: list[Path] = field(default_factory=list)
    """Drafts, locks and compiled code that nobody uses any more."""
    left: dict[Path, str] = field(default_factory=dict)
    """What looks like a table and is not ours, what cannot be read, and what could not be removed."""
    failed: list[Path] = field(default_factory=list)
    """The latter."""


def prune(folder: Path | None = None, everything: bool = False, unfinished: bool = False) -> Pruned:
    """Remove tables that are damaged, of another version or other sources (or all), and leftovers.

    Without a folder it is where tables are kept, and code compiled from other sources goes too. Parts
    of something that was broken off go if they are `unfinished`.
    """
    home, done = folder or default_folder(), Pruned()
    for path in listing(home):
        state = state_of(path, thorough=not everything)
        if state in KEPT:
            done.left[path] = KEPT[state]
        elif not _is_only_ours(path):
            done.left[path] = "it is a link, or holds what is not ours"
        elif state == UNFINISHED and not (everything or unfinished):
            done.left[path] = GOES_ON
        elif everything or state != "ok":
            _try(done, done.deleted, path, partial(drafts.discard, path))
    for draft in drafts.drafts(home):
        if drafts.is_forgotten(draft):
            _try(done, done.tidied, draft, partial(drafts.remove_forgotten, draft))
    for lock in sorted(home.glob(".*.lock")) if home.is_dir() else ():
        if _TABLE.fullmatch(lock.name[1:-5]):
            with locks.held_if_free(lock) as free:  # who waits for it sees that it has gone
                if free:
                    _try(done, done.tidied, lock, lock.unlink)
    behind = copies() if folder is None else None
    done.tidied.extend(behind.forget_marks() if behind else ())
    for kernels in _old_kernels() if folder is None else ():
        _try(done, done.tidied, kernels, partial(shutil.rmtree, kernels))
    return done


def _try(done: Pruned, gone: list[Path], path: Path, remove: Callable[[], object]) -> None:
    """Remove something; believe that it is gone when it is."""
    reason = "it is still there"
    try:
        remove()
    except OSError as error:
        reason = str(error.strerror or error)
    if not os.path.lexists(path):  # perhaps whoever made it was quicker
        gone.append(path)
    else:
        done.left[path] = reason
        done.failed.append(path)


def _is_only_ours(path: Path) -> bool:
    """Tell whether a table is no link and holds nothing but what we write."""
    try:
        return not path.is_symlink() and not drafts.foreign(path)
    except OSError:
        return False


def is_ours(path: Path) -> bool:
    """Tell whether a folder is a table of ours, of any version, damaged or not, if it can be read."""
    if not _TABLE.fullmatch(path.name):
        return False
    facts = facts_of(path)
    if facts is None:  # no facts to go by: the name has our shape, and nothing but arrays is inside
        return any(path.glob(f"*{ARRAY}")) and not drafts.foreign(path)
    return path.name == _name_by(facts)


def _name_by(facts: dict[str, Any]) -> str:
    """Return the name that a table with these facts has."""
    names = ("game", "objective", "rules_hash", "format", "solver")
    return folder_name(*(facts.get(name) for name in names))


def facts_of(path: Path) -> dict[str, Any] | None:
    """Return what a sidecar says, of whatever version; None if it is damaged."""
    return facts_in((path / SIDECAR).read_bytes())


def facts_in(text: bytes) -> dict[str, Any] | None:
    """Return what the text of a sidecar says."""
    try:
        facts = json.loads(text)
    except ValueError:
        return None
    return facts if isinstance(facts, dict) and "game" in facts and "format" in facts else None


def state_of(path: Path, thorough: bool = False) -> str:
    """Say how a table is: ok, outdated, damaged, unreadable, not ours; thorough reads its arrays."""
    try:
        if not is_ours(path):
            return FOREIGN
        facts = facts_of(path) or {}
        if facts.get("format", FORMAT) != FORMAT or facts.get("solver", SOLVER) != SOLVER:
            return "outdated"
        if thorough:
            read(path)
        made_from = believed((path / SIDECAR).read_bytes())
    except (Unreadable, MemoryError):
        return UNREADABLE
    except (FileNotFoundError, TableError, ValueError, TypeError, AttributeError):
        return "damaged"
    except OSError:
        return UNREADABLE
    if not _is_current(made_from):
        return "outdated"
    return _serving(made_from, partial(_is_there, path.parent), partial(_is_held, path.parent))


def _serving(
    facts: dict[str, Any], is_there: Callable[[str], bool], is_held: Callable[[str], bool]
) -> str:
    """Say how a good table is: ok, or what has become of that which it is a part of."""
    whole, until = (str(facts.get(name) or "") for name in (JOINED, UNTIL))
    if whole and is_there(whole):
        return LEFT_BEHIND
    if not until:
        return "ok"
    if is_held(until):
        return IN_USE
    return LEFT_BEHIND if is_there(until) else UNFINISHED


def _is_there(home: Path, name: str) -> bool:
    return bool(_TABLE.fullmatch(name)) and (home / name / SIDECAR).is_file()


def _is_held(home: Path, name: str) -> bool:
    """Tell whether a living process has the right to make something."""
    lock = home / f".{name}.lock"
    if not _TABLE.fullmatch(name) or not lock.is_file():
        return False
    with locks.held_if_free(lock) as free:
        return not free


def state_in(store: TableStore, name: str, thorough: bool = False) -> str:
    """Say how a table in a store is; thorough reads its arrays."""
    try:
        text = store.text(name)
        facts = {} if text is None else facts_in(text) or {}
        if not _TABLE.fullmatch(name) or (facts and name != _name_by(facts)):
            return FOREIGN
        if text is None:
            return HALF
        if facts.get("format", FORMAT) != FORMAT or facts.get("solver", SOLVER) != SOLVER:
            return "outdated"
        if thorough:
            store.check(name)
        made_from = believed(text)
    except Unreadable:
        return UNREADABLE
    except (TableError, ValueError, TypeError, AttributeError):
        return "damaged"
    if not _is_current(made_from):
        return "outdated"
    return _serving(made_from, lambda whole: store.text(whole) is not None, lambda until: False)


def prune_store(store: TableStore, everything: bool = False, unfinished: bool = False) -> Pruned:
    """Remove tables from a store that are damaged, of another version or other sources (or all)."""
    done = Pruned()
    for name in store.names():
        state, path = state_in(store, name, thorough=not everything), Path(name)
        if state in KEPT or (state == HALF and not everything):
            done.left[path] = KEPT.get(state, "it is being sent, or was left behind (--all deletes it)")
        elif state == UNFINISHED and not (everything or unfinished):
            done.left[path] = GOES_ON
        elif everything or state != "ok":
            try:
                store.remove(name)
                done.deleted.append(path)
            except OSError as error:
                done.left[path] = str(error)
                done.failed.append(path)
    return done


def _is_current(facts: dict[str, Any]) -> bool:
    """Tell whether a table can still be found: whether the sources that it was made from are ours."""
    room, *classes = facts.get("made_from") or [""]
    if room == MEASURES:
        return str(facts["rules_hash"]).split("-")[0] == all_sources()
    if not classes or not (PACKAGE / "solvers" / room).is_dir():
        return True  # somebody else's: nobody here can tell
    try:
        found = [getattr(import_module(module), name) for module, _, name in map(_split, classes)]
    except (ImportError, AttributeError):
        return False
    return str(facts["rules_hash"]).split("-")[0] == sources_hash(room, *found)


def _split(name: str) -> tuple[str, str, str]:
    return name.partition(":")


def _old_kernels() -> Iterator[Path]:
    """Yield folders of kernels that were compiled from other sources and not used for long."""
    home = machine.cache_home()
    for path in sorted(home.glob("kernels-*")) if home.is_dir() else ():
        shape = _KERNELS.fullmatch(path.name)
        if shape is None or path.is_symlink() or not path.is_dir():
            continue
        room, made_from = shape.groups()  # earlier versions named no room
        theirs = room and not (PACKAGE / "solvers" / room).is_dir()
        if theirs or (room and digest(room_files(room)) == made_from):
            continue
        with contextlib.suppress(OSError):
            files = [one for one in path.rglob("*") if one.is_symlink() or not one.is_dir()]
            if not all(_COMPILED.fullmatch(one.name) and not one.is_symlink() for one in files):
                continue
            used = max(one.stat().st_mtime for one in (path, *files))
            if time.time() - used > KERNEL_AGE:
                yield path
