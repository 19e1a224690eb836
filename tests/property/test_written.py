"""Rules as text: every key has its place, the schema and the reader agree, nothing odd gets through."""

from __future__ import annotations

import contextlib
import json
import math
import pickle
import tomllib
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicedevil.errors import DiceDevilError
from dicedevil.written.base import class_of, problems_of
from dicedevil.written.places import places
from dicedevil.written.schema import rules_schema
from dicedevil.written.shape import Path
from dicedevil.written.sheet import Sheet, listed_sheet, sheet_names

SCHEMA = jsonschema_rs.validator_for(rules_schema())

keys = st.text("abcxyz-_019", min_size=1, max_size=4) | st.text(min_size=1, max_size=4).filter(
    lambda text: text.isprintable() and '"' not in text and "\\" not in text
)
values = st.recursive(
    st.integers(-99, 99) | st.booleans() | st.text("abc #[]{}=,.'", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)


def written(value: Any) -> str:
    """Write a value as TOML, tables in one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{key}" = {written(one)}' for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "")


def paths_of(value: Any, path: Path = ()) -> set[Path]:
    found = {path} if path else set()
    if isinstance(value, dict):
        return found.union(*(paths_of(one, (*path, key)) for key, one in value.items()))
    if isinstance(value, list):
        return found.union(*(paths_of(one, (*path, number)) for number, one in enumerate(value)))
    return found


@given(st.dictionaries(keys, values, max_size=4), st.dictionaries(keys, values, max_size=3))
def test_every_key_has_its_place(top: dict[str, Any], below: dict[str, Any]) -> None:
    lines = [f'"{key}" = {written(value)}  # words' for key, value in top.items()]
    header = (
        [] if "table" in top else ["[[table]]", *(f'"{k}" = {written(v)}' for k, v in below.items())]
    )
    text = "\n".join(["# a file", *lines, "", *header])
    found = places(text)
    assert set(found) == paths_of(tomllib.loads(text))
    rows = text.splitlines()
    for key in top:
        line, column = found[(key,)]
        assert rows[line - 1][column - 1 :].startswith(f'"{key}"')


def test_places_below_headers_and_dots() -> None:
    text = (
        'a.b = 1\n[[boxes]]\nname = """\nx = [1]"""\n'
        "[boxes.sub]\nk = [\n  2, # two\n  3]\n[[boxes]]\nn = 1\n"
    )
    found = places(text)
    assert set(found) == paths_of(tomllib.loads(text))
    assert found["boxes", 0, "sub", "k", 1] == (8, 3)
    assert found["boxes", 1] == (9, 1)


@pytest.mark.parametrize("name", sheet_names())
def test_listed_rules_fit_the_schema_and_travel(name: str) -> None:
    sheet = listed_sheet(name)
    assert problems_of(sheet) == []
    assert not list(SCHEMA.iter_errors(sheet.written))
    game = class_of(sheet)()
    assert pickle.loads(pickle.dumps(game)) == game


PARTS: dict[str, st.SearchStrategy[Any]] = {
    "dice": st.sampled_from(["5d6", "2d4", "1d{1..3:1;6:2}"]) | values,
    "rerolls": st.integers(-2, 120) | values,
    "upper": st.fixed_dictionaries({}, optional={"bonus": st.integers(-3, 50), "threshold": values}),
    "told-apart": st.booleans() | st.integers(0, 1),
    "title": st.text(max_size=5) | values,
    "sources": st.lists(st.text(max_size=3), max_size=2) | values,
    "nonsense": values,
}
BOXES = st.dictionaries(
    st.sampled_from(["a", "b", "c"]),
    st.fixed_dictionaries(
        {},
        optional={
            "pays": st.integers(-5, 50) | st.sampled_from(["total", "totl"]) | values,
            "asks": st.fixed_dictionaries(
                {}, optional={"equal": st.integers(-1, 6) | st.just("all"), "shows": values}
            ),
            "times": st.integers(0, 30),
            "upper": st.integers(-1, 7),
        },
    ),
    max_size=3,
)


@given(st.fixed_dictionaries({"boxes": BOXES}, optional=PARTS))
def test_the_schema_and_the_reader_agree(parts: dict[str, Any]) -> None:
    """What an editor marks, `check` tells; what fits the schema may still contradict itself."""
    data = {"family": "cards", **parts}
    text = "\n".join(f"{key} = {written(value)}" for key, value in data.items())
    sheet = Sheet(text, "some.toml")
    wrong = problems_of(sheet)
    if list(SCHEMA.iter_errors(tomllib.loads(text))):
        assert wrong
    for problem in wrong:
        line, column = sheet.place(problem.path)
        assert 1 <= line <= len(text.splitlines())
        assert column >= 1
    if not wrong:
        game = class_of(sheet)()
        assert pickle.loads(pickle.dumps(game)) == game
        assert game.in_words()
        assert math.isfinite(len(str(game)))


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_a_game_or_refused_in_words(text: str) -> None:
    with contextlib.suppress(DiceDevilError):
        for problem in problems_of(Sheet('family = "cards"\n' + text, "any.toml")):
            assert problem.words
