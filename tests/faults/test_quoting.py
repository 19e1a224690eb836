"""A message quotes at most 60 characters of what it was given."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.errors import error_words, listed, quoted

SOURCE = Path(dd.__file__).parent
LONG = "x" * 100_000
OWN_WORDS = {"__init__.py", "held.py"}
"""Files that tell of our own names and numbers only."""


def test_what_was_given_is_quoted_by_quoted() -> None:
    """`{text!r}` in a message would quote all of it."""
    found = [
        f"{path.name}:{node.lineno}"
        for path in sorted(SOURCE.rglob("*.py"))
        if path.name not in OWN_WORDS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FormattedValue) and node.conversion == ord("r")
    ]
    assert found == []


def test_ends_are_quoted() -> None:
    assert len(quoted(LONG)) <= 60
    assert quoted("short") == "'short'"
    assert len(listed([LONG, LONG])) < 130


class Silent(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even my name")

    __repr__ = __str__


def test_objects_that_cannot_be_written() -> None:
    assert quoted(Silent()) == "<Silent>"
    assert error_words(Silent()) == "Silent"


def test_errors_of_others_are_told_in_one_line() -> None:
    told = error_words(ValueError("a\nb" + LONG))
    assert "\n" not in told
    assert len(told) < 250


@pytest.mark.parametrize(
    "ask",
    [
        lambda: dd.game(LONG),
        lambda: dd.game(f"pig:{LONG}=1"),
        lambda: dd.game("klappenspiel").read_state(LONG),
        lambda: dd.advise("klappenspiel", "", LONG),
        lambda: dd.evaluate("pig", LONG),
        lambda: dd.player(LONG, "yahtzee"),
        lambda: dd.match("yahtzee", [LONG, "optimal"]),
        lambda: dd.solve("pig", lane=LONG),
        lambda: dd.solve("klappenspiel").worth(LONG),
        lambda: dd.simulate("pig", games=LONG),
    ],
)
def test_every_door(ask: object) -> None:
    with pytest.raises(dd.DiceDevilError) as told:
        ask()  # type: ignore[operator]
    assert len(str(told.value)) < 500
