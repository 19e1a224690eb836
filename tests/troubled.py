"""A store that gets into trouble when a test wants it to: a folder behind an address of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import fsspec
from fsspec.implementations.local import LocalFileSystem

from dicedevil.solvers import copies
from dicedevil.solvers.layout import SIDECAR

PROTOCOL = "troubled"


class Killed(BaseException):
    """Ends whoever asks at once, as a kill would."""


class Troubled(LocalFileSystem):  # type: ignore[misc]
    """A folder that asks before everything it does whether it may."""

    protocol = PROTOCOL
    root_marker = "/"
    asked: ClassVar[list[tuple[str, str]]] = []
    """What was done so far, and to which file."""
    may: ClassVar[Callable[[str, str], None]] = staticmethod(lambda what, name: None)
    """Raises what is to go wrong."""

    @classmethod
    def _strip_protocol(cls, path: Any) -> str:
        return str(super()._strip_protocol(str(path).removeprefix(f"{PROTOCOL}://")))

    def _ask(self, what: str, path: str) -> None:
        type(self).asked.append((what, path))
        type(self).may(what, os.path.basename(path))

    def info(self, path: Any, **more: Any) -> Any:
        self._ask("look", str(path))
        return super().info(path, **more)

    def ls(self, path: str, *more: Any, **named: Any) -> Any:
        self._ask("list", path)
        return super().ls(path, *more, **named)

    def cat_file(self, path: str, *more: Any, **named: Any) -> Any:
        self._ask("read", path)
        return super().cat_file(path, *more, **named)

    def put_file(self, here: str, path: str, *more: Any, **named: Any) -> None:
        self._ask("write", path)
        super().put_file(here, path, *more, **named)

    def mv(self, path: str, to: str, *more: Any, **named: Any) -> None:
        self._ask("write", to)
        super().mv(path, to, *more, **named)


def quiet() -> None:
    """Have no trouble."""
    Troubled.asked, Troubled.may = [], staticmethod(lambda what, name: None)


def troubled(what: str, error: BaseException, after: int = 0, name: str = "") -> None:
    """Let all that is done of a kind go wrong, from some number on: to all files, or to some."""
    quiet()
    done: list[str] = []

    def may(doing: str, file: str) -> None:
        if doing == what and name in file:
            done.append(file)
            if len(done) > after:
                raise error

    Troubled.may = staticmethod(may)


def register() -> None:
    """Make the address known in this process."""
    fsspec.register_implementation(PROTOCOL, Troubled, clobber=True)
    quiet()


def written() -> list[str]:
    """Return the tables that were written, in their order."""
    sealed = (path for what, path in Troubled.asked if what == "write" and path.endswith(SIDECAR))
    return [Path(path).parent.name for path in sealed]


def forget_stores() -> None:
    """Open stores anew, as another process would."""
    copies._stores.clear()
    copies._refused.clear()


def write_nothing() -> None:
    """Be a process whose store cannot be written."""
    register()
    troubled("write", PermissionError(13, "Permission denied"))


def keep_copies_in(folder: str) -> str:
    """Have copies of this process's own, in a worker; return where."""
    os.environ["DICEDEVIL_COPIES"] = f"{folder}/{os.getpid()}"
    return os.environ["DICEDEVIL_COPIES"]
