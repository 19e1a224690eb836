"""Tables in a store: any place that fsspec names, as `s3://bucket/tables` or `sftp://host/tables`.

A store holds what a folder of tables holds, a table a folder: arrays, and `table.json`. There are no
drafts to rename and no locks, so arrays are sent first and `table.json` last: what has none is
no table, whatever else is there of it. Where there are folders `table.json` is written under another
name and moved; elsewhere one object is written whole or not at all. What is replaced loses its
`table.json` first. What comes from a store is checked on the way, and is here when it is whole.

fsspec comes with the extra `cluster` and is loaded only here, for whoever names an address.
"""

from __future__ import annotations

import contextlib
import math
import re
import secrets
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from dicedevil.errors import NoStore, TableError, Unreadable, error_words, nearest, quoted
from dicedevil.solvers.checks import believed, file_size, passed_on
from dicedevil.solvers.drafts import publish
from dicedevil.solvers.layout import ARRAY, SIDECAR

BLOCK = 1 << 24
"""Bytes that are asked for at a time."""
AGAIN = 30.0
"""Seconds after trouble in which a store is left alone."""
SENDING = ".sending-"
"""How the names of sidecars begin that are being written."""
_PASSWORD = re.compile(r"(?<=://)([^/:@]*):[^/@]*@")


def without_password(address: str) -> str:
    """Return an address as it may be shown."""
    return _PASSWORD.sub(r"\1:***@", address)


class _Trouble(Exception):
    """What goes wrong with a store, in words."""


class TableStore:
    """The tables at an address."""

    def __init__(self, address: str) -> None:
        self.shown = without_password(address)
        self._one_at_a_time = threading.Lock()  # not every file system takes two questions at once
        self._trouble: dict[str, tuple[float, str]] = {}
        try:
            self._files, root = _file_system(address)
            self._root = root.rstrip("/")
            self._has_folders = root.startswith("/") or bool(getattr(self._files, "local_file", False))
            with contextlib.suppress(FileNotFoundError):  # the first table makes it
                self._files.info(root)
        except NoStore:
            raise
        except Exception as error:  # each kind of store has errors of its own
            raise NoStore(
                f"The store {self.shown} cannot be used: {_words(error)}. (DICEDEVIL_TABLES names it.)"
            ) from None

    # -- reading -------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Return the names of all tables, and of what is left of some."""
        with self._reading("list of tables"):
            try:
                found = self._files.ls(self._root, detail=False)
            except (FileNotFoundError, NotADirectoryError):
                return []
            finally:
                self._files.invalidate_cache()  # others write too
        names = (path.rstrip("/").rpartition("/")[2] for path in found)
        return sorted(name for name in names if not name.startswith("."))

    def text(self, name: str) -> bytes | None:
        """Return the sidecar of a table; None if there is no such table."""
        with self._reading(name):
            try:
                found: bytes = self._files.cat_file(self._path(name, SIDECAR))
            except (FileNotFoundError, NotADirectoryError):
                return None
        return found

    def made(self, name: str) -> str:
        """Return when a table was sent; nothing where the store does not say."""
        try:
            when = self._files.modified(self._path(name, SIDECAR)).astimezone()
        except Exception:
            return ""
        return str(when.replace(tzinfo=None).isoformat(sep=" ", timespec="seconds"))

    def fetch(self, name: str, home: Path) -> bool:
        """Copy a table into a folder, checked; tell whether there is one."""
        text = self.text(name)
        if text is None:
            return False
        try:
            publish(home, name, self._checked_files(name, text) | {SIDECAR: (text,)})
        except OSError as error:  # of ours: those of the store have come as TableError
            words = error.strerror or error
            raise Unreadable(f"The table {name} cannot be copied to {home}: {words}.") from None
        return True

    def check(self, name: str) -> dict[str, Any]:
        """Read all of a table and return its facts; refuse a damaged one."""
        text = self.text(name)
        if text is None:
            raise TableError(f"The table {name} is not whole in {self.shown}: {SIDECAR} is missing.")
        for chunks in self._checked_files(name, text).values():
            for _ in chunks:
                pass
        return believed(text)

    def _checked_files(self, name: str, text: bytes) -> dict[str, Any]:
        """Return the files of a table's arrays, in chunks that are checked as they come."""
        try:
            facts: Mapping[str, Mapping[str, Any]] = believed(text)["arrays"]
            if not all(array.isidentifier() for array in facts):
                raise TableError("it has arrays of strange names")
            return {
                f"{array}{ARRAY}": self._checked(name, f"{array}{ARRAY}", fact, file_size(fact))
                for array, fact in facts.items()
            }
        except Exception as error:  # damage can raise anything
            self._refuse(name, error)

    def _checked(self, name: str, file: str, fact: Mapping[str, Any], size: int) -> Iterator[bytes]:
        try:
            yield from passed_on(self._chunks(name, file, size), fact, file)
        except Unreadable:
            raise
        except (FileNotFoundError, NotADirectoryError):
            self._refuse(name, f"{file} is missing")
        except TableError as error:
            self._refuse(name, error)

    def _chunks(self, name: str, file: str, size: int) -> Iterator[bytes]:
        for begin in range(0, size, BLOCK):
            stop = min(size, begin + BLOCK)
            with self._reading(name):
                chunk = self._files.cat_file(self._path(name, file), start=begin, end=stop)
            yield chunk
            if len(chunk) < stop - begin:
                return

    def _refuse(self, name: str, what: object) -> NoReturn:
        raise TableError(f"The table {name} is damaged in {self.shown}: {what}.") from None

    @contextlib.contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        """Say in words what goes wrong; what is not there is told as such."""
        try:
            with self._asking("to read"):
                yield
        except _Trouble as error:
            raise Unreadable(f"The table {name} cannot be read in {self.shown}: {error}.") from None

    @contextlib.contextmanager
    def _asking(self, what: str) -> Iterator[None]:
        """Ask the store; after trouble not again for a while, since each time may take long."""
        when, words = self._trouble.get(what, (-math.inf, ""))
        if time.monotonic() - when < AGAIN:
            raise _Trouble(words)
        try:
            with self._one_at_a_time:
                yield
        except (FileNotFoundError, NotADirectoryError, MemoryError):
            raise
        except Exception as error:  # each kind of store has errors of its own
            self._trouble[what] = time.monotonic(), _words(error)
            raise _Trouble(_words(error)) from None

    # -- writing -------------------------------------------------------------------------------------

    def send(self, path: Path) -> None:
        """Put a table of ours here, its sidecar last; OSError where it cannot be written."""
        text, files = (path / SIDECAR).read_bytes(), sorted(path.glob(f"*{ARRAY}"))
        there = self._text_now(path.name)
        if there is not None and files:
            if there == text and self._is_whole(path.name):  # two may have made it at once
                return
            self.remove(path.name)
        with self._writing():
            if self._has_folders:
                self._files.makedirs(self._path(path.name), exist_ok=True)
            for file in files:
                self._files.put_file(str(file), self._path(path.name, file.name))
            self._put(self._path(path.name, SIDECAR), text)

    def _text_now(self, name: str) -> bytes | None:
        """Return what would be replaced."""
        try:
            return self.text(name)
        except Unreadable as error:
            raise OSError(str(error).rstrip(".")) from None

    def _is_whole(self, name: str) -> bool:
        try:
            return bool(self.check(name))
        except TableError:
            return False

    def _put(self, path: str, text: bytes) -> None:
        """Write a file that is there whole or not at all."""
        if not self._has_folders:
            self._files.pipe_file(path, text)
            return
        draft = f"{self._root}/{SENDING}{secrets.token_hex(8)}"
        try:
            self._files.pipe_file(draft, text)
            self._files.mv(draft, path)
        except BaseException:
            with contextlib.suppress(Exception):
                self._files.rm_file(draft)
            raise

    def remove(self, name: str) -> None:
        """Remove a table, its sidecar first: without it there is none; OSError where that cannot be."""
        folder = self._path(name)
        with self._writing():
            try:
                found = [path.rpartition("/")[2] for path in self._files.ls(folder, detail=False)]
            except (FileNotFoundError, NotADirectoryError):
                return
            finally:
                self._files.invalidate_cache()
            ours = [one for one in found if one == SIDECAR or one.endswith(ARRAY)]
            for one in sorted(ours, key=lambda one: one != SIDECAR):
                self._files.rm_file(self._path(name, one))
            if self._has_folders and len(ours) == len(found):
                self._files.rmdir(folder)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            with self._asking("to write"):
                yield
        except (_Trouble, OSError) as error:
            words = _words(error) if isinstance(error, OSError) else error
            raise OSError(f"{self.shown} does not take it: {words}") from None

    def _path(self, *names: str) -> str:
        return "/".join((self._root, *names))


def _file_system(address: str) -> tuple[Any, str]:
    """Return what reads and writes at an address, and the path there."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise NoStore(
            "Tables in a store need fsspec, which is not installed: pip install 'dicedevil[cluster]'."
        ) from None
    try:
        return url_to_fs(address)  # type: ignore[no-any-return]
    except ImportError as error:
        raise NoStore(f"{_protocol(address)}:// needs {_package(address, error)}.") from None
    except ValueError:
        from fsspec.registry import known_implementations

        protocol = _protocol(address)
        if protocol in known_implementations:
            raise
        raise NoStore(
            f"No store is known by {quoted(f'{protocol}://')}."
            f"{nearest(protocol, known_implementations)}"
        ) from None


def _protocol(address: str) -> str:
    return address.partition("://")[0].rpartition("::")[2]


def _package(address: str, error: ImportError) -> str:
    """Say what is to be installed."""
    from fsspec.registry import known_implementations

    home = str(known_implementations.get(_protocol(address), {}).get("class", "")).partition(".")[0]
    if home in ("", "fsspec"):
        return f"a package that is not installed: {error}"
    return f"the package {home}, which is not installed: pip install {home}"


def _words(error: Exception) -> str:
    """Say what went wrong, and what is probably to be looked at."""
    strerror = error.strerror if isinstance(error, OSError) else None
    if isinstance(error, PermissionError):
        return f"{strerror or error} (are the credentials right?)"
    return str(strerror or error_words(error)).rstrip(".")
