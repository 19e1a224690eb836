"""The right to make a table: one process has it, others wait, say for whom, and not without end.

The right is a lock of the operating system on a file beside the table. It ends with its process,
however that ends. The file says who holds it; it is opened without emptying it and never
through a link, and written to only if it is ours. Whoever only reads tables needs no lock.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import socket
import stat
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from filelock import lock_descriptor

from dicedevil.errors import BeingMade, TooLarge
from dicedevil.solvers.budget import LONGEST, Budget

SILENT = 1.0
"""Seconds of waiting that nobody needs to be told about."""
POLL = 0.05
SIGNED = b'{"dicedevil":'
"""How the text of our lock files begins."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


@contextlib.contextmanager
def sole_right(path: Path, budget: Budget) -> Iterator[None]:
    """Hold a lock; OSError where there can be none."""
    held = _acquired(path, budget)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if _is_ours(held) and _is_at(path, held):
                path.unlink()  # while it is held: who waits for it sees that it has gone
        os.close(held)


def try_lock(file: int) -> bool:
    """Lock an open file or folder; False if another process has, OSError where there are no locks."""
    return lock_descriptor(file, blocking=False)


@contextlib.contextmanager
def held_if_free(path: Path) -> Iterator[bool]:
    """Hold a lock file if it is ours and no living process holds it; tell whether it is so."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | _NO_LINK)
    except OSError:
        yield False
        return
    try:
        yield _is_free(path, file)
    finally:
        os.close(file)


def _is_free(path: Path, file: int) -> bool:
    try:
        return _is_ours(file) and try_lock(file) and _is_at(path, file)
    except OSError:
        return False


def _acquired(path: Path, budget: Budget) -> int:
    """Return the locked file, open."""
    begun, told = time.monotonic(), False
    while True:
        file = _opened(path)
        try:
            locked = try_lock(file)
            if locked and _is_at(path, file):
                _sign(file)
                return file
            owner = _owner(file)
        except BaseException:
            os.close(file)
            raise
        os.close(file)
        waited = time.monotonic() - begun
        if not locked:
            if waited > budget.seconds(LONGEST):
                error = TooLarge if budget.missing_ok else BeingMade
                raise error(
                    f"{owner} is making the table that this answer needs; {waited:.0f} s have been "
                    "waited. Allow more patience, or ask again when it is made."
                )
            if waited > SILENT and not told:
                told = True
                budget.announce(f"Waiting for a table that {owner} is making.")
            time.sleep(POLL)


def _opened(path: Path) -> int:
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o666)
    except PermissionError:  # another user's: it can be locked all the same
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | _NO_LINK)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EINVAL, "not a file", str(path))
    return file


def _is_at(path: Path, file: int) -> bool:
    """Tell whether an open file is still the one of that name."""
    try:
        return os.path.samestat(os.lstat(path), os.fstat(file))
    except OSError:
        return False


def _is_ours(file: int) -> bool:
    facts = os.fstat(file)
    ours = stat.S_ISREG(facts.st_mode) and facts.st_nlink <= 1
    return ours and (facts.st_size == 0 or os.pread(file, len(SIGNED), 0) == SIGNED)


def _sign(file: int) -> None:
    """Say who holds the lock; a file that cannot be written to, or is not ours, is left as it is."""
    since = datetime.now().isoformat(sep=" ", timespec="seconds")
    facts = {"dicedevil": 1, "pid": os.getpid(), "host": socket.gethostname(), "since": since}
    with contextlib.suppress(OSError):
        if _is_ours(file):
            os.truncate(file, 0)
            os.pwrite(file, json.dumps(facts).encode(), 0)


def _owner(file: int) -> str:
    """Say who holds the lock."""
    try:
        facts = json.loads(os.pread(file, 1_000, 0))
        return f"process {facts['pid']} on {facts['host']} (since {facts['since']})"
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
