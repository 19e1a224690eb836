"""What makers of large tables do about a store, if tables are kept in one: share them, remove them."""

from __future__ import annotations

import contextlib

from dicedevil.errors import TableError
from dicedevil.solvers import drafts
from dicedevil.solvers.layout import SIDECAR
from dicedevil.solvers.tables import TableKey, copies, default_folder


def place() -> str:
    """Return where tables are kept, as another process is told: a folder, or the address of a store."""
    store = copies()
    return str(default_folder().resolve()) if store is None else store.address


def shown_place() -> str:
    """Return the same for a person."""
    store = copies()
    return str(default_folder()) if store is None else store.shown


def share(*keys: TableKey) -> None:
    """See to it that the store has these tables, or all that this process has read."""
    store = copies()
    if store is None:
        return
    try:
        for key in keys:
            store.send(key.folder)
        if not keys:
            store.share_read()
    except OSError as error:
        raise TableError(f"A table could not be kept: {error.strerror or error}.") from None


def discard(key: TableKey) -> None:
    """Remove a table, if it is there; what cannot be removed stays."""
    store, path = copies(), default_folder() / key.folder
    with contextlib.suppress(OSError):
        if store is not None:
            store.discard(key.folder)
        elif (path / SIDECAR).is_file():
            drafts.discard(path)
