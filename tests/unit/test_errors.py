from __future__ import annotations

import inspect

from dicedevil import errors
from dicedevil.errors import DiceDevilError, listed, nearest, quoted

CODES = {
    "DiceDevilError": (1, 500),
    "UsageError": (2, 400),
    "RulesError": (3, 400),
    "UnknownGame": (3, 404),
    "NotationError": (3, 400),
    "PositionError": (3, 400),
    "TableError": (4, 409),
    "TooLarge": (5, 413),
    "Unreadable": (4, 503),
    "BeingMade": (4, 503),
    "ClusterError": (1, 503),
    "NoStore": (4, 503),
}


def test_each_class_has_one_exit_code_and_one_status() -> None:
    found = {
        name: (cls.exit_code, cls.http_status)
        for name, cls in inspect.getmembers(errors, inspect.isclass)
        if issubclass(cls, DiceDevilError)
    }
    assert found == CODES


def test_the_tree_is_told_in_the_docstring() -> None:
    told = errors.__doc__ or ""
    for name, (code, _) in CODES.items():
        assert any(line.split()[:2] == [name, str(code)] for line in told.splitlines()), name


def test_nearest_suggests_only_what_is_near() -> None:
    assert nearest("klapenspiel", ["klappenspiel", "pig"]) == " Did you mean 'klappenspiel'?"
    assert nearest("xyz", ["klappenspiel", "pig"]) == ""


def test_long_inputs_stay_readable() -> None:
    assert len(quoted("x" * 10_000)) <= 61
    assert quoted("pig") == "'pig'"
    assert listed(range(20), limit=3) == "0, 1, 2 and 17 more"
