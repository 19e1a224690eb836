"""Rules as text that cannot be read: where, and why, in a line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.errors import NotationError, RulesError
from dicedevil.written.base import problems_of
from dicedevil.written.sheet import Sheet, require_plain

SMALL = 'family = "cards"\ntitle = "Small"\ndice = "2d4"\n[boxes]\ntwos = { upper = 2 }\n'


def wrong(text: str) -> list[str]:
    require_plain(text, "some.toml")
    sheet = Sheet(text, "some.toml")
    return [sheet.told(one) for one in problems_of(sheet)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "family = 'cards'\n  family = 'cards'",
            "2:3: Cannot read the rules: family stands there twice.",
        ),
        ("[boxes]\na = 1\n[boxes]\nb = 2", "3:1: Cannot read the rules: boxes stands there twice."),
        ("[a]\nx = { b = 1, b = 2 }", "2:1: Cannot read the rules: x stands there twice."),
        ("x = " + "[" * 3000 + "]" * 3000, "1:55: Cannot read the rules: it has more than 50 lists"),
        ("x = " + "[" * 6000 + "]" * 6000, "1:5005: Cannot read the rules: it has more than 5,000"),
        ("a.b.c.d.e.f.g.h.i.j = 1", "1:1: Cannot read the rules: its keys within keys are too deep."),
        ("\nx = " + "9" * 60, "2:5: Cannot read the rules: this number has more digits"),
        ("\nx = 0x" + "f" * 5000, "2:5: Cannot read the rules: this number has more digits"),
        ('\nx = "\\u001b[31m"', "2:6: Cannot read the rules: \\u001b stands for a sign that nobody"),
        ('x = "\\\\\\U0000009b"', "1:8: Cannot read the rules: \\U0000009b stands for a sign"),
        ("x = {", "1:5: Cannot read the rules: "),
        ("y = 1\nx = \n", "2:5: Cannot read the rules: Invalid value."),
        ("\x00", "1:1: Cannot read the rules: "),
    ],
)
def test_texts_that_cannot_be_read(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=f"^some.toml:{re.escape(told)}"):
        wrong(text)


def test_backslashes_are_no_signs_that_nobody_sees() -> None:
    require_plain(r'rules = "two \\u001b, \u00e9, \n, \t, \\bin"', "some.toml")


def test_files_of_other_editors(tmp_path: Path) -> None:
    (tmp_path / "marked.toml").write_bytes(b"\xef\xbb\xbf" + SMALL.encode().replace(b"\n", b"\r\n"))
    assert dd.game(str(tmp_path / "marked.toml")).title == "Small"
    (tmp_path / "latin.toml").write_bytes(b'family = "cards"\ntitle = "B\xf6se"')
    with pytest.raises(NotationError, match=r"latin.toml:2:11: .* this is no text in UTF-8"):
        dd.game(str(tmp_path / "latin.toml"))


def test_a_long_text_is_told_in_a_line() -> None:
    (told,) = wrong(f'family = "placement"\nslots = ["{"+x" * 5000}", "x"]')
    assert len(told) < 160


def test_a_million_boxes_and_endless_likeness(tmp_path: Path) -> None:
    many = "family = 'cards'\n[boxes]\n" + "".join(f"b{n} = 1\n" for n in range(15_000))
    assert wrong(many) == ["some.toml:2:1: boxes has 1 to 20 names, not 15,000."]
    (tmp_path / "huge.toml").write_text(many * 2)
    with pytest.raises(RulesError, match="rules have at most"):
        dd.game(str(tmp_path / "huge.toml"))
    (tmp_path / "a.toml").write_text('like = "b.toml"')
    (tmp_path / "b.toml").write_text('like = "a.toml"')
    with pytest.raises(RulesError, match="This has no end"):
        dd.game(str(tmp_path / "a.toml"))
