"""Tables of a store, and their copies in a folder of this machine.

Whoever names an address keeps tables here as ever: they are read, made and locked in a folder. What is
not in it is looked for in the store behind it, and copied; what is made is sent there. What is here is
used without asking the store, which may be far away. Locks hold on one machine: two machines may make
a table at the same time, and send the same bits.

A table that is here and not yet sent has a mark beside it, made before the table is: whatever ends
the process, the next one that finds the mark sends the table.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import re
import time
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from dicedevil.errors import NoStore, TableError, TooLarge, Unreadable
from dicedevil.solvers import drafts, stores
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.layout import SIDECAR
from dicedevil.solvers.locks import sole_right

UNSENT = ".unsent"
"""How the name of a mark ends."""
MOST_STORES = 16
_listed: ContextVar[dict[str, frozenset[str] | None] | None] = ContextVar("listed", default=None)
"""The names of all tables, by store, for whoever looks for many; None for whoever does not."""


@lru_cache(MOST_STORES)
def copies_of(address: str, kept_in: str | None) -> Copies:
    """Return the copies of the tables at an address, in a folder of theirs below the one named."""
    address = address.rstrip("/")
    plain = re.sub(r"[^a-zA-Z0-9]+", "-", stores.without_password(address))
    digest = hashlib.blake2b(address.encode(), digest_size=8).hexdigest()
    if kept_in is None:
        import platformdirs

        kept_in = str(Path(platformdirs.user_cache_dir("dicedevil")) / "stores")
    return Copies(address, Path(kept_in) / f"{plain[-40:].strip('-')}-{digest}")


@dataclass(frozen=True, eq=False)
class Copies:
    """A folder with copies of the tables of a store."""

    address: str
    home: Path

    @property
    def shown(self) -> str:
        """The address as it may be shown."""
        return stores.without_password(self.address)

    @property
    def store(self) -> stores.TableStore:
        """The store itself, opened when it is first asked for something."""
        return _opened(self.address)

    @cached_property
    def _unasked(self) -> set[str]:
        """Tables that were found here, without asking whether the store has them too."""
        return set()

    def bring(self, name: str, anew: bool = False) -> bool:
        """Copy a table that is not here, or copy it anew; tell whether one has come."""
        if not anew and self._is_here(name):
            self._unasked.add(name)
            self._send_late(name)
            return False
        if not anew and not self._may_be_there(name):
            return False
        store = self.store  # before anything is made here
        with self._sole_right(name):
            return (anew or not self._is_here(name)) and store.fetch(name, self.home)

    def has(self, name: str) -> bool:
        """Tell whether a table is here or in the store, without reading it."""
        if self._is_here(name):
            return True
        with contextlib.suppress(TableError):
            return self._may_be_there(name) and self.store.text(name) is not None
        return False

    @contextlib.contextmanager
    def listed_once(self) -> Iterator[None]:
        """Ask the store once which tables it has, and not for those that it had not then."""
        before = _listed.set(_listed.get() or {})
        try:
            yield
        finally:
            _listed.reset(before)

    def _may_be_there(self, name: str) -> bool:
        """Tell whether the store is worth asking for a table; where it cannot be listed, it is."""
        listed = _listed.get()
        if listed is None:
            return True
        if self.address not in listed:
            listed[self.address] = None
            with contextlib.suppress(Unreadable):
                listed[self.address] = frozenset(self.store.names())
        names = listed[self.address]
        return names is None or name in names

    def mark(self, name: str) -> None:
        """Note that a table is made here and not yet sent; OSError where that cannot be."""
        self.home.mkdir(parents=True, exist_ok=True)
        self._mark(name).touch()

    def is_marked(self, name: str) -> bool:
        """Tell whether a table has not been sent yet."""
        return self._mark(name).exists()

    def send(self, name: str) -> None:
        """Send a table, unless the store has it whole; OSError where it does not take it."""
        try:
            with self._sole_right(name):
                self.store.send(self.home / name)
        except OSError as error:
            raise OSError(f"{error.strerror or error}. It is in {self.home}, and sent later") from None
        self._mark(name).unlink(missing_ok=True)

    def share_read(self) -> None:
        """Send all tables that this process has found here and the store has not: others read them."""
        for name in sorted(self._unasked):
            if self._is_here(name) and self.store.text(name) is None:
                self.send(name)
        self._unasked.clear()

    def discard(self, name: str) -> None:
        """Remove a table here and in the store; OSError where that cannot be."""
        if self._is_here(name):
            drafts.discard(self.home / name)
        self._mark(name).unlink(missing_ok=True)
        self.store.remove(name)

    def marks(self) -> list[Path]:
        """Return all marks."""
        return sorted(self.home.glob(f".*{UNSENT}")) if self.home.is_dir() else []

    def forget_marks(self) -> list[Path]:
        """Remove marks of tables that are not here; return them."""
        idle = [one for one in self.marks() if not self._is_here(one.name[1 : -len(UNSENT)])]
        for mark in idle:
            mark.unlink(missing_ok=True)
        return idle

    def _is_here(self, name: str) -> bool:
        return (self.home / name / SIDECAR).is_file()

    def _mark(self, name: str) -> Path:
        return self.home / f".{name}{UNSENT}"

    def _send_late(self, name: str) -> None:
        """Send what could not be sent, unless somebody does; who made it has said that it was not."""
        if self.is_marked(name):
            with contextlib.suppress(OSError, NoStore, TooLarge), self._sole_right(name, 0.0):
                if self.is_marked(name):
                    self.store.send(self.home / name)
                    self._mark(name).unlink(missing_ok=True)

    @contextlib.contextmanager
    def _sole_right(self, name: str, patience: float = math.inf) -> Iterator[None]:
        """Let one process of this machine copy a table; where there are no locks, go on."""
        with contextlib.ExitStack() as held:
            with contextlib.suppress(OSError):
                self.home.mkdir(parents=True, exist_ok=True)
                lock = self.home / f".copying-{name[-16:]}.lock"
                held.enter_context(sole_right(lock, Budget(patience=patience)))
            yield


_stores: dict[str, stores.TableStore] = {}
_refused: dict[str, tuple[float, str]] = {}


def _opened(address: str) -> stores.TableStore:
    """Return a store, opened once; one that could not be used is left alone for a while."""
    if address in _stores:
        return _stores[address]
    when, why = _refused.get(address, (-math.inf, ""))
    if time.monotonic() - when < stores.AGAIN:
        raise NoStore(why)
    try:
        store = _stores[address] = stores.TableStore(address)
    except NoStore as error:
        _refused[address] = time.monotonic(), str(error)
        raise
    return store


def kept_for_copies() -> str | None:
    """Return what DICEDEVIL_COPIES says: where this machine keeps its copies."""
    return os.environ.get("DICEDEVIL_COPIES") or None
