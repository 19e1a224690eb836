"""The walks of architecture.md: which files of the package a command passes, in order.

    python docs/walks.py advise yahtzee --roll 33456

runs the command and prints, as JSON, every file in which a function is called and the first function
called there. What only runs while a module is being imported does not count. `house.py` writes the
walks into the document.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shlex
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path, PurePosixPath
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "dicedevil"
COMMANDS = (
    "advise yahtzee --state ones=3,rerolls=1 --roll 33456",
    "curve yahtzee --state ones=3",
    "solve pig --objective win",
    "match yahtzee --players emp-1,optimal --games 2",
    "advise klappenspiel --state up=4+6+10 --roll 46",
)
BEGIN, END = "<!-- walks -->", "<!-- /walks -->"
WIDTH = 100

Step = tuple[str, str]
"""A file of the package, and the first function that was called in it."""


@dataclass(frozen=True)
class Walk:
    """The files that a command passes."""

    command: str
    steps: tuple[Step, ...]

    @property
    def changes(self) -> int:
        """How often the next file is in another folder."""
        folders = [PurePosixPath(file).parent for file, _ in self.steps]
        return sum(one != other for one, other in pairwise(folders))

    def __str__(self) -> str:
        """The command, its counts and its chain, as in the document."""
        files = "\N{NO-BREAK SPACE}> ".join(
            f"{file}\N{NO-BREAK SPACE}{function}" for file, function in self.steps
        )
        lines = textwrap.wrap(files, WIDTH - 4, break_long_words=False, break_on_hyphens=False)
        chain = "\n".join(f"    {line}" for line in lines).replace("\N{NO-BREAK SPACE}", " ")
        counts = f"{len(self.steps)} files, {self.changes} changes of folder"
        return f"`dicedevil {self.command}`: {counts}\n\n{chain}"


def walk_of(command: str, tables: Path) -> Walk:
    """Run a command twice, so that tables are on disk and kernels compiled, and record the second."""
    _run(["-m", "dicedevil"], command, tables)
    found = json.loads(_run([__file__], command, tables))
    return Walk(command, tuple((file, function) for file, function in found))


def section(walks: list[Walk]) -> str:
    """Return the part of the document between its two marks, marks included."""
    return "\n\n".join([BEGIN, *map(str, walks), END])


def with_section(document: str, walks: list[Walk]) -> str:
    """Return the document with these walks in it."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + section(walks) + after


def _run(program: list[str], command: str, tables: Path) -> str:
    where = {"PYTHONPATH": str(SOURCE.parent), "DICEDEVIL_TABLES": str(tables), "PYTHONHASHSEED": "0"}
    run = subprocess.run(
        [sys.executable, *program, *shlex.split(command)],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, **where},
        check=True,
    )
    return run.stdout


# -- in the process of the command ----------------------------------------------------------------


def record(arguments: list[str]) -> list[Step]:
    """Run a command in this process; what it prints is dropped."""
    from dicedevil.cli import main

    found: dict[str, str] = {}

    def look(frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event != "call" or file in found or not file.startswith(f"{SOURCE}{os.sep}"):
            return
        if not frame.f_code.co_name.startswith("<") and not _is_importing(frame):
            found[file] = frame.f_code.co_qualname.partition(".<locals>")[0]

    sys.argv = ["dicedevil", *arguments]
    sys.setprofile(look)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            main()
    finally:
        sys.setprofile(None)
    named = {Path(file).relative_to(SOURCE).as_posix(): function for file, function in found.items()}
    return [(file, function) for file, function in named.items() if file != "__init__.py"]


def _is_importing(frame: FrameType | None) -> bool:
    """Tell whether a module of the package is being imported further out."""
    while frame is not None:
        code = frame.f_code
        if code.co_name == "<module>" and code.co_filename.startswith(f"{SOURCE}{os.sep}"):
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    json.dump(record(sys.argv[1:]), sys.stdout)
