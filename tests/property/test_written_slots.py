"""Tiles and slots as text: lanes and fractions agree on random files; schema and reader, too."""

from __future__ import annotations

import contextlib
import json
import pickle
import tomllib
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.errors import DiceDevilError
from dicedevil.written.base import class_of, problems_of
from dicedevil.written.schema import rules_schema
from dicedevil.written.sheet import Sheet

SCHEMA = jsonschema_rs.validator_for(rules_schema())
DICE = st.sampled_from(["1d4", "2d3", "1d2+1d4", "2d{1:2;3}", "2d{0;1;5}"])
ODD = (
    st.integers(-3, 25)
    | st.booleans()
    | st.text("abx*.1 -", max_size=5)
    | st.lists(st.integers(-1, 9), max_size=4)
    | st.dictionaries(st.sampled_from(["pays", "asks", "total"]), st.integers(0, 9), max_size=2)
)
TILES = {
    "tiles": st.integers(1, 5) | st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True),
    "dice": st.integers(1, 2) | DICE,
    "shuts": st.lists(st.sampled_from(["dice", "die", "sum", "any"]), min_size=1, unique=True),
    "score": st.sampled_from(["win", "remaining", "count"]),
    "most-tiles": st.integers(1, 3),
    "one-die": st.fixed_dictionaries(
        {"sum-at-most": st.integers(1, 9)}, optional={"must": st.booleans()}
    ),
}
FORMULA = st.sampled_from(["x", "x**2", "3 - x", "x % 2", "7 // x", "max(x, 3)", "y", "x +"])
SLOT = (
    st.integers(-2, 5)
    | FORMULA
    | st.fixed_dictionaries(
        {"pays": st.integers(-9, 9) | st.sampled_from(["total", "squared-total"])},
        optional={
            "asks": st.fixed_dictionaries({"total-at-least": st.integers(0, 9)}),
            "otherwise": st.integers(-5, 5),
        },
    )
)
SLOTS = {
    "dice": DICE,
    "slots": st.integers(1, 4) | st.lists(SLOT, min_size=1, max_size=4),
}
FAMILIES = {"tiles": TILES, "placement": SLOTS}


def written(value: Any) -> str:
    """Write a value as TOML, tables in one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value)


def sheet_of(family: str, parts: dict[str, Any]) -> Sheet:
    lines = [f"{key} = {written(value)}" for key, value in parts.items()]
    return Sheet("\n".join([f'family = "{family}"', *lines]), "some.toml")


@pytest.mark.parametrize("family", FAMILIES)
@given(data=st.data())
@settings(max_examples=60)
def test_lanes_and_fractions_agree_on_random_files(family: str, data: st.DataObject) -> None:
    needed = {"tiles": "tiles", "placement": "slots"}[family]
    shapes = FAMILIES[family]
    optional = {key: shape for key, shape in shapes.items() if key != needed}
    parts = data.draw(st.fixed_dictionaries({needed: shapes[needed]}, optional=optional))
    sheet = sheet_of(family, parts)
    if problems_of(sheet):  # such as a one-die rule with one die
        return
    game = class_of(sheet)()
    exact = dd.solve(game, exact=True, lane="reference").exact
    floats = dd.solve(game, fresh=True)
    assert exact is not None
    assert abs(floats.value - exact) <= floats.error_bound + 1e-12 * abs(exact)
    graph = dd.solve(game, lane="graph", fresh=True)
    assert abs(graph.value - exact) <= graph.error_bound + 1e-12 * abs(exact)
    assert dd.check_game(game, 40).ok
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize("family", FAMILIES)
@given(data=st.data())
def test_the_schema_and_the_reader_agree(family: str, data: st.DataObject) -> None:
    """What an editor marks, `check` tells; what fits the schema may still contradict itself."""
    shapes = {key: shape | ODD for key, shape in FAMILIES[family].items()}
    sheet = sheet_of(family, data.draw(st.fixed_dictionaries({}, optional={**shapes, "sides": ODD})))
    wrong = problems_of(sheet)
    if list(SCHEMA.iter_errors(tomllib.loads(sheet.text))):
        assert wrong
    for problem in wrong:
        line, column = sheet.place(problem.path)
        assert sheet.text.splitlines()[line - 1][column - 1 :]
        assert problem.words
    if not wrong:
        assert class_of(sheet)().in_words()


@pytest.mark.parametrize("family", FAMILIES)
@given(text=st.text(max_size=60))
def test_any_text_is_a_game_or_refused_in_words(family: str, text: str) -> None:
    with contextlib.suppress(DiceDevilError):
        for problem in problems_of(Sheet(f'family = "{family}"\n{text}', "any.toml")):
            assert problem.words


@given(st.text("x0123456789+-*/%()abs ,minmax", max_size=30))
def test_any_formula_is_worked_out_or_refused_in_words(formula: str) -> None:
    sheet = sheet_of("placement", {"dice": "1d4", "slots": [formula, 1]})
    for problem in problems_of(sheet):
        assert problem.path[0] == "slots"
        assert "function" in problem.words or "text" in problem.words
