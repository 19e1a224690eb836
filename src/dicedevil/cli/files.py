"""Files that a command writes: there whole, or not at all."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from dicedevil.errors import DiceDevilError, quoted
from dicedevil.leftovers import draft

if TYPE_CHECKING:
    from dicedevil.coach.records import Record


def require_writable(path: Path | None) -> None:
    """Refuse a file that cannot be written before any work is done for it."""
    if path is None:
        return
    try:
        _refuse(path, path.parent)
    except OSError as error:  # such as a name that is too long
        raise DiceDevilError(f"Cannot write {quoted(str(path))}: {error.strerror or error}.") from None


def _refuse(path: Path, home: Path) -> None:
    if path.is_dir():
        raise DiceDevilError(f"Cannot write {quoted(str(path))}: it is a folder.")
    if path.exists() and not path.is_file():
        raise DiceDevilError(f"Cannot write {quoted(str(path))}: it is not an ordinary file.")
    if not home.is_dir():
        raise DiceDevilError(
            f"Cannot write {quoted(str(path))}: there is no folder {quoted(str(home))}."
        )
    if not os.access(home, os.W_OK | os.X_OK):
        raise DiceDevilError(f"Cannot write {quoted(str(path))}: the folder may not be written to.")


def require_folder(path: Path | None) -> None:
    """Refuse a folder that is not there and cannot be made, before any work is done for it."""
    if path is not None and not path.is_dir():
        if path.exists():
            raise DiceDevilError(f"Cannot write into {quoted(str(path))}: it is no folder.")
        require_writable(path)


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Write a file piece by piece under a temporary name; it gets its own when it is whole."""
    require_writable(path)
    try:
        path = path.resolve()  # a link goes on pointing to what it points to
        with draft(lambda: _private(path)) as begun:
            with open(begun, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.chmod(begun, 0o666 & ~_umask())
            os.replace(begun, path)
    except OSError as error:
        raise DiceDevilError(f"Cannot write {quoted(str(path))}: {error.strerror or error}.") from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file under a temporary name, then rename it."""
    with whole_file(path) as file:
        file.write(content)


@contextmanager
def recorded_to(path: Path) -> Iterator[Callable[[Record], None]]:
    """Write records to a file, one a line, as they come; the file is there when it is whole."""
    with whole_file(path) as file:
        yield lambda record: _write_line(file, record.to_line())


def _write_line(file: IO[bytes], line: str) -> None:
    file.write(line.encode() + b"\n")


def _private(path: Path) -> Path:
    """Make an empty file beside another one, under a name that nobody else has."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}-", dir=path.parent)
    os.close(handle)
    return Path(name)


def write_text(path: Path, text: str) -> None:
    """Write a text file whole."""
    write_bytes(path, text.encode())


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a CSV file whole."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    write_text(path, text.getvalue())


def _umask() -> int:
    """Return the umask: a temporary file is private, a result has the usual rights."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
