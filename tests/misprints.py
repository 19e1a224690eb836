"""What if the paper had printed another number? Then no row may agree any more.

The numbers stand as text in a paper's `printed` module and in the code of its rows. Here each is
changed where it stands, before anything is computed (bounds so that they become tighter), and all rows
are made again. A row that agrees all the same has compared ours with ours, or print with print.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest

from dicedevil.reproduce import Row

LONG = 3
"""Digits from which on a number is taken for print wherever it stands in a `printed` module: shorter
ones may be names there, of tiles or faces, and so may what begins a line."""
PRINTED = r"([a-z<>= ]+ )?[-\d.,/e]+%?( [a-z]+)?"
"""A number, alone or with words: less than 10%."""
NUMBER = r"(?:^|(?<=[|\s])(?<!\n))[-\d.,/e]+%?(?=$|[|\s])"


class Misprints(NamedTuple):
    """What became of the rows that agree with a number."""

    share: float
    """The share that was looked at."""
    unnoticed: dict[str, str]
    """Rows that agree with another number too: item, and what is printed."""


def misprints(
    paper: str, before: Sequence[Row], rows: Callable[[], Iterable[Row]], patch: pytest.MonkeyPatch
) -> Misprints:
    """Make all rows with other numbers in print, and tell which are not noticed."""
    wanted = {row.published for row in before if row.agrees and re.fullmatch(PRINTED, row.published)}
    with patch.context() as inner:
        misprint(paper, wanted, inner)
        after = list(rows())
    agreeing = [
        (row, other)
        for row, other in zip(before, after, strict=True)
        if row.agrees and row.published in wanted
    ]
    changed = [(row, other) for row, other in agreeing if row.published != other.published]
    unnoticed = {row.item: row.published for row, other in changed if other.agrees}
    return Misprints(len(changed) / len(agreeing), unnoticed)


def another(number: str) -> str:
    """Return another number: 3 becomes 993, and "less than 3" becomes "less than -993"."""
    below = number.startswith(("less", "just less", "below", "at most", "<"))
    return re.sub(r"[-\d.]", rf"{'-' if below else ''}99\g<0>", number, count=1)


def misprint(paper: str, wanted: set[str], patch: pytest.MonkeyPatch) -> None:
    """Change the wanted numbers in all modules of a paper."""
    home = f"dicedevil.reproduce.{paper.replace('-', '_')}"
    printed = vars(sys.modules[f"{home}.printed"]).copy()
    for name, module in sorted(sys.modules.items()):
        if name == home or name.startswith(f"{home}."):
            for function in _functions(module):
                patch.setattr(function, "__code__", _code(function.__code__, wanted))
            for constant, value in vars(module).copy().items():
                if constant.isupper() and constant in printed and value is printed[constant]:
                    patch.setattr(module, constant, _data(value, wanted))


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    for value in vars(module).values():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            yield value


def _code(code: CodeType, wanted: set[str]) -> CodeType:
    constants = tuple(
        _code(one, wanted) if isinstance(one, CodeType) else _exactly(one, wanted)
        for one in code.co_consts
    )
    return code.replace(co_consts=constants)


def _exactly(value: Any, wanted: set[str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_exactly(one, wanted) for one in value)
    return another(value) if isinstance(value, str) and value in wanted else value


def _data(value: Any, wanted: set[str]) -> Any:
    if isinstance(value, tuple | list):
        return type(value)(_data(one, wanted) for one in value)
    if isinstance(value, dict):
        return {key: _data(one, wanted) for key, one in value.items()}
    if not isinstance(value, str):
        return value

    def cell(found: re.Match[str]) -> str:
        long = len(re.sub(r"\D", "", found[0])) >= LONG
        return another(found[0]) if long and found[0] in wanted else found[0]

    return re.sub(NUMBER, cell, value)
