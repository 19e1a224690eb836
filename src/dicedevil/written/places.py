"""Where each key of a TOML text stands: `tomllib` reads values, and forgets their lines.

    >>> places("rerolls = 2\\n[upper]\\nbonus = 35\\n")[("upper", "bonus")]
    (3, 1)

Only texts that `tomllib` has read are looked at: nothing is checked here, and nothing is valued.
"""

from __future__ import annotations

import re
import tomllib

from dicedevil.written.shape import Path

Place = tuple[int, int]
"""A line and a column, both from 1."""

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")' r"|'''.*?'{3,5}(?!')" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'",
    re.DOTALL,
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}\n#]*")


def places(text: str) -> dict[Path, Place]:
    """Return the line and column of every key, and of every entry of a list, by its path."""
    return _Scanner(text).scan()


class _Scanner:
    """Walks through a text once, from key to key."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Path, Place] = {}
        self.lists: dict[Path, int] = {}
        """How many tables `[[so]]` there are by now."""

    def scan(self) -> dict[Path, Place]:
        """Go through all lines; a header says where the keys below it belong."""
        table: Path = ()
        self._skip()
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip()
        return self.found

    def _skip(self) -> None:
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def _note(self, path: Path, at: int) -> None:
        line = self.text.count("\n", 0, at) + 1
        self.found.setdefault(path, (line, at - self.text.rfind("\n", 0, at)))

    def _header(self) -> Path:
        at, several = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if several else 1
        path: Path = ()
        keys = self._keys()
        for number, key in enumerate(keys):
            path = (*path, key)
            self._note(path, at)
            last = number == len(keys) - 1
            if last and several:
                self.lists[path] = self.lists.get(path, 0) + 1
            if path in self.lists:  # a header below a list of tables means its last one
                path = (*path, self.lists[path] - 1)
        self._note(path, at)
        self.at += 2 if several else 1
        return path

    def _pair(self, table: Path) -> None:
        at, path = self.at, table
        for key in self._keys():
            path = (*path, key)
            self._note(path, at)
        self.at += 1  # the equals sign
        self._value(path)

    def _keys(self) -> list[str]:
        """Read `upper.bonus` or `"box one".pays`."""
        keys = []
        while True:
            self._skip()
            written = self._take(_BARE_KEY)
            keys.append(next(iter(tomllib.loads(f"{written} = 0"))) if written[0] in "\"'" else written)
            self._skip()
            if self.text[self.at] != ".":
                return keys
            self.at += 1

    def _take(self, bare: re.Pattern[str]) -> str:
        """Read a text in quotes, or one without."""
        match = _STRING.match(self.text, self.at) or bare.match(self.text, self.at)
        written = match.group() if match else ""
        self.at += len(written)
        return written

    def _value(self, path: Path) -> None:
        self._skip()
        sign = self.text[self.at]
        if sign in "[{":
            self._nested(path, "]" if sign == "[" else "}")
            return
        self._take(_BARE_VALUE)

    def _nested(self, path: Path, end: str) -> None:
        self.at += 1
        self._skip()
        number = 0
        while self.text[self.at] != end:
            if end == "]":
                self._note((*path, number), self.at)
                self._value((*path, number))
            else:
                self._pair(path)
            number += 1
            self._skip()
            if self.text[self.at] == ",":
                self.at += 1
                self._skip()
        self.at += 1
