"""Tables for people: drawn without rich where that can be, and the same to a letter."""

from __future__ import annotations

import click
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dicedevil.cli.telling import TextTable, console, heading_width, table, tell_table

CELL = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)


@st.composite
def plain_tables(draw: st.DrawFn) -> TextTable:
    names = draw(st.lists(CELL, min_size=1, max_size=4, unique=True))
    made = table(*names, right=draw(st.sets(st.sampled_from(names))))
    for _ in range(draw(st.integers(0, 4))):
        cells = draw(st.lists(CELL, min_size=1, max_size=len(names)))
        made.add_row(*cells, style=draw(st.sampled_from(["", "bold"])))
    return made


@given(plain_tables())
@example(table("0 ", right={"0 "}))
def test_plain_tables_are_those_of_rich(lines: TextTable) -> None:
    assert lines.are_plain
    out = console()
    out.width = 200
    with out.capture() as drawn:
        out.print(lines)
    assert click.unstyle("\n".join(lines.plain())) + "\n" == drawn.get()


@pytest.mark.parametrize("cell", ["Käse", "two\nlines", "a\ttab", "\x1b[31mred"])
def test_what_has_other_widths_is_left_to_rich(cell: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = table("what", "why")
    lines.add_row(cell, "x")
    assert not lines.are_plain
    tell_table(lines, "A title")
    told = capsys.readouterr().out
    assert told.startswith("A title\n")
    assert "why" in told


def test_long_texts_are_left_to_rich() -> None:
    assert not table("a", "b", wrap=("b",)).are_plain


def test_bold_is_for_terminals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    lines = table("what")
    lines.add_row("x", style="bold")
    assert [one.startswith("\x1b[1m") for one in lines.plain()] == [False, True, False, True, False]
    tell_table(lines, "A title")
    assert "\x1b" not in capsys.readouterr().out
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in "".join(lines.plain())


def test_headings_are_as_wide_as_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert heading_width() == 60
    monkeypatch.setenv("COLUMNS", "200")
    assert heading_width() == 80
