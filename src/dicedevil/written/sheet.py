"""A rules file as it was written: read within limits, nothing run, every value with its place.

A file may be `like` another: a listed game that is written as text too, or a file beside it. What it
says itself then stands in place of what the other says, key by key; what it says is `false`, such as a
box, is left out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path as File
from typing import Any

from dicedevil.errors import (
    DiceDevilError,
    NotationError,
    RulesError,
    listed,
    nearest,
    quoted,
    shortened,
)
from dicedevil.remembering import Remembers
from dicedevil.written.shape import Mistake, Path

SHELF = File(__file__).parent.parent / "games"
"""Where the rules of the listed games lie."""
MOST_BYTES = 200_000
MOST_BRACKETS = 5_000
DEEPEST = 50
"""Lists and tables within each other: more than any rules have, fewer than Python can follow."""
TWICE = re.compile(
    r"Cannot overwrite a value|Duplicate inline table key|Cannot declare \('(.*)',\) twice"
)
"""How `tomllib` says that a name stands twice; of a header it tells the name."""
UNSEEN = re.compile(
    r"(?<!\\)(?:\\\\)*(\\(?:[bfr]|(?:u|U0000)00(?:[01][\da-fA-F]|7[fF]|[89][\da-fA-F])))"
)
"""Control characters: TOML takes them only as escapes, such as that of the key Esc."""
LIKE = "like"
NOT_TAKEN_OVER = ("name", "title", "known", "rules", "settled")
"""What is true of the other file only."""
MOST_LIKE = 8
"""Files that are like files that are like files."""


class Misfit(RulesError):
    """Rules that do not fit together, and where in their file."""

    def __init__(self, problem: Mistake, told: str = "", cause: DiceDevilError | None = None) -> None:
        super().__init__(told or problem.words)
        self.problem = problem
        self.cause = cause
        """What is wrong whatever the place: told where not the file but a parameter says so."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to other processes whole."""
        return type(self), (self.problem, str(self))


@dataclass(frozen=True)
class Sheet(Remembers):
    """The text of a rules file, and where it came from."""

    text: str
    file: str
    """The path as it was given."""

    @cached_property
    def written(self) -> dict[str, Any]:
        """What stands in the file itself."""
        return parsed(self.text, self.file)

    @cached_property
    def data(self) -> dict[str, Any]:
        """What holds: what stands here, and what is taken over from a file that this one is like."""
        return _taken_over(self, ())

    @cached_property
    def _places(self) -> dict[Path, tuple[int, int]]:
        from dicedevil.written.places import places  # late: only ever needed once something is wrong

        return places(self.text)

    def place(self, path: Path) -> tuple[int, int]:
        """Return the line and column of a key; of one that is not there, of what it would stand in."""
        while path and path not in self._places:
            path = path[:-1]
        return self._places.get(path, (1, 1))

    def told(self, problem: Mistake) -> str:
        """`mine.toml:12:3: rerolls is a whole number ...`."""
        line, column = self.place(problem.path)
        return f"{self.file}:{line}:{column}: {problem.words}"

    def refusal(self, problems: Iterable[Mistake]) -> RulesError:
        """Return the error that tells the first of some problems, and how many there are."""
        first, *others = problems
        more = f" (and {len(others)} more: dicedevil check {self.file})" if others else ""
        return Misfit(first, self.told(first) + more)


def parsed(text: str, file: str) -> dict[str, Any]:
    """Read a TOML text; what cannot be read is refused with its line and column."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        words = f"it has more than {DEEPEST} lists and tables within each other"
        raise unreadable(text, file, _where_too_deep(text), words) from None
    except ValueError as error:
        raise unreadable(text, file, *_where_and_why(text, str(error))) from None


def unreadable(text: str, file: str, at: int, words: str) -> NotationError:
    """Return the error that tells why a text cannot be read, and where."""
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return NotationError(f"{file}:{line}:{column}: Cannot read the rules: {words}.")


def _where_too_deep(text: str) -> int:
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign in "[{") - (sign in "]}")
        if depth > DEEPEST:
            return at
    return 0


def _where_and_why(text: str, told: str) -> tuple[int, str]:
    """Return where `tomllib` stopped, and its reason; of a name that stands twice, the name itself."""
    match = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", told, re.DOTALL)
    words, line, column = match.groups() if match else (told, None, None)
    lines = text.rstrip().split("\n")
    begin = sum(len(one) + 1 for one in lines[: int(line) - 1 if line else -1])
    twice = TWICE.match(words)
    if twice is None:
        at = begin + int(column) - 1 if column else max(0, len(text.rstrip()) - 1)
        return at, shortened(words, 200)
    written = text[begin:].split("\n", 1)[0]
    name = written.split("=", 1)[0] if twice[1] is None else twice[1]
    indent = len(written) - len(written.lstrip())
    return begin + indent, f"{shortened(name.strip())} stands there twice"


def require_plain(text: str, file: str) -> None:
    """Refuse what no rules have, before anybody reads it: limits of our own come first.

    Keys within keys take memory by the square of their depth, long numbers time, and signs that are
    never seen would be orders to the terminal on which a title is printed.
    """
    key = r"""(?:"[^"\n]*"|'[^'\n]*'|[\w-]++)"""
    brackets = [found.start() for found in islice(re.finditer(r"[\[{]", text), MOST_BRACKETS + 1)]
    deep = re.search(rf"(?<![\w-])(?:{key}\s*\.\s*){{8}}", text)
    long = re.search(r"(?<![\d_])\d[\d_]{39}|0x[\da-fA-F_]{40}", text)
    unseen = UNSEEN.search(text)
    if len(brackets) > MOST_BRACKETS:
        wrong = f"it has more than {MOST_BRACKETS:,} lists and tables"
        raise unreadable(text, file, brackets[-1], wrong)
    if deep:
        raise unreadable(text, file, deep.start(), "its keys within keys are too deep")
    if long:
        wrong = "this number has more digits than any rule needs"
        raise unreadable(text, file, long.start(), wrong)
    if unseen:
        wrong = f"{unseen[1]} stands for a sign that nobody can see"
        raise unreadable(text, file, unseen.start(1), wrong)


def read_sheet(path: File) -> Sheet:
    """Read a rules file; one that is far too large for rules is refused before it is."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise RulesError(
                f"{quoted(str(path))} has {size:,} bytes: rules have at most {MOST_BYTES:,}."
            )
        text = path.read_text(encoding="utf-8-sig")  # some editors put a mark in front
        require_plain(text, str(path))
        return Sheet(text, str(path))
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode(errors="replace")
        raise unreadable(before, str(path), len(before), "this is no text in UTF-8") from None
    except OSError as error:
        raise RulesError(f"Cannot read {quoted(str(path))}: {error.strerror or error}.") from None


@lru_cache(maxsize=64)
def listed_sheet(name: str) -> Sheet:
    """Return the rules of a listed game."""
    return Sheet((SHELF / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")


def sheet_names() -> list[str]:
    """Return the listed games that are written as text."""
    return sorted(path.stem for path in SHELF.glob("*.toml"))


# -- one file like another ---------------------------------------------------------------------------


def _taken_over(sheet: Sheet, seen: tuple[str, ...]) -> dict[str, Any]:
    written = sheet.written
    other = written.get(LIKE)
    if other is None:
        return written
    if not isinstance(other, str):
        raise sheet.refusal([Mistake((LIKE,), f"like is the name of a game, not {quoted(other)}.")])
    if sheet.file in seen or len(seen) >= MOST_LIKE:
        chain = " is like ".join(map(quoted, (*seen, sheet.file)))
        raise sheet.refusal([Mistake((LIKE,), f"This has no end: {chain}.")])
    base = _taken_over(_other(sheet, other), (*seen, sheet.file))
    kept = {key: value for key, value in base.items() if key not in NOT_TAKEN_OVER}
    return merged(kept, {key: value for key, value in written.items() if key != LIKE})


def _other(sheet: Sheet, name: str) -> Sheet:
    """Return the sheet of a listed game, or of a file in the same folder: no other path is followed."""
    if name in sheet_names():
        return listed_sheet(name)
    if name.endswith(".toml") and File(name).name == name:
        return read_sheet(File(sheet.file).parent / name)
    hint = nearest(name, sheet_names()) or f" Known are {listed(sheet_names(), limit=30)}."
    words = f"like is the name of a listed game, or of a file in this folder, not {quoted(name)}.{hint}"
    raise sheet.refusal([Mistake((LIKE,), words)])


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables with other keys added or in place; what is `false`, and was not `true`, goes."""
    found = dict(base)
    for key, value in over.items():
        before = found.get(key)
        if value is False and before is not None and not isinstance(before, bool):
            del found[key]
        elif isinstance(value, Mapping) and isinstance(before, Mapping) and not _whole(key):
            found[key] = merged(before, value)
        else:
            found[key] = value
    return found


def _whole(key: str) -> bool:
    """Tell whether a table is one value: what a box asks and pays is not mixed with another's."""
    return key in ("asks", "pays")
