"""What tables and compiled code are made from: the files of rules and of rooms, and a hash of them.

A table is found again only while these are the same: an edit in a room, a family or a game makes other
tables, and code compiled from a room is kept by the same hash.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
SHARED = ("solvers/simd.py", "solvers/machine.py", "objectives.py")
"""What all rooms' kernels are made of, beside their own files."""
WORDS = ("dice.py", "objectives.py", "rules.py")
"""What all rules are made of, and what "best" means."""


def room_name(module: str) -> str:
    """Return the room a module belongs to: `cards` of `dicedevil.solvers.cards.kernels.turns`."""
    parts = module.split(".")
    ours = len(parts) > 2 and parts[:2] in (["dicedevil", "solvers"], ["dicedevil", "families"])
    return parts[2] if ours else module


def room_files(room: str) -> list[Path]:
    """Return the files of a room and of the rules that its kernels compile too."""
    solvers, families = PACKAGE / "solvers", PACKAGE / "families"
    if not (solvers / room).is_dir():  # somebody else's: a module of theirs
        return _files_of(room)
    own = [*(solvers / room).rglob("*.py"), *(families / room).rglob("*.py")]
    return sorted([*own, *(PACKAGE / name for name in SHARED)])


def at_home(cls: type) -> type:
    """Return a class that a module has: of one that was made of a text, that of its family.

    What the text says is in the rules themselves, and so in their fingerprint.
    """
    for one in cls.__mro__:
        known: object = getattr(sys.modules.get(one.__module__), one.__qualname__, None)
        if known is one:
            return one
    return cls


def rules_files(classes: Iterable[type]) -> list[Path]:
    """Return the files that these games and the families they belong to are written in."""
    homes = {base.__module__ for cls in classes for base in cls.__mro__}
    files = {file for home in homes if _is_ours(home) for file in _files_of(home)}
    return sorted(files | {PACKAGE / name for name in WORDS})


def _is_ours(module: str) -> bool:
    return module.startswith("dicedevil.")


def _files_of(module: str) -> list[Path]:
    """Return the file of a module; of a family, or of somebody else's package, all files."""
    parts = module.split(".")
    if parts[:2] == ["dicedevil", "families"] and (PACKAGE / "families" / parts[2]).is_dir():
        return list((PACKAGE / "families" / parts[2]).rglob("*.py"))
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or module.startswith("dicedevil."):
        return [] if file is None else [Path(file)]
    package = getattr(sys.modules.get(parts[0]), "__path__", None)
    return [Path(file)] if package is None else sorted(Path(next(iter(package))).rglob("*.py"))


def digest(files: Iterable[Path]) -> str:
    """Return a hash of what these files hold."""
    made = hashlib.blake2b(digest_size=8)
    for file in files:
        made.update(file.name.encode() + b"\0" + file.read_bytes())
    return made.hexdigest()


@cache
def sources_hash(room: str, *classes: type) -> str:
    """Return a hash of all that a table of these games, solved in this room, was made from."""
    return digest([*rules_files(classes), *room_files(room)])
