"""Random press-your-luck files: lanes and fractions agree, and so do schema and reader."""

from __future__ import annotations

import json
import pickle
import tomllib
from typing import Any

import jsonschema_rs
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import dicedevil as dd
import press_oracle as oracle
from dicedevil.errors import DiceDevilError
from dicedevil.families.press_luck import PressLuckGame
from dicedevil.written.base import class_of, problems_of
from dicedevil.written.schema import rules_schema
from dicedevil.written.sheet import Sheet

SCHEMA = jsonschema_rs.validator_for(rules_schema())
FACES = st.lists(st.integers(1, 3), min_size=1, max_size=2)
FILTERS = {"only": FACES, "without": FACES}


def entry(pattern: str, value: st.SearchStrategy[Any], **more: st.SearchStrategy[Any]) -> Any:
    pays = st.integers(1, 4) | st.just("total") | st.fixed_dictionaries({"total": st.integers(1, 2)})
    return st.fixed_dictionaries({pattern: value, "pays": pays}, optional={**FILTERS, **more})


ENTRIES = st.one_of(
    entry("dice", FACES),
    entry("equal", st.integers(1, 2) | st.just("all")),
    entry("equal", st.just("1..2") | st.just([1, 2]), further=st.sampled_from(["doubles", "adds"])),
    entry("groups", st.sampled_from([[1], [2], [1, 1], [2, 1]]), **{"may-match": st.booleans()}),
    entry("in-a-row", st.integers(1, 3)),
    entry("any", st.integers(1, 2) | st.just("all")),
)
FILES = st.fixed_dictionaries(
    {
        "family": st.just("press-luck"),
        "dice": st.sampled_from(["1d3", "2d3", "2d{1:2;2;3}", "3d{1;3}"]),
        "target": st.integers(1, 6),
        "scores": st.dictionaries(st.sampled_from("abc"), ENTRIES, min_size=1, max_size=3),
    },
    optional={
        "minimum": st.integers(0, 4),
        "opening": st.integers(0, 5),
        "hot-dice": st.sampled_from(["free", "together"]),
        "leave": st.sampled_from(["any", "none", [[1]], [[1], [3, 3]]]),
        "nothing": st.integers(0, 3),
    },
)


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{key}" = {written(one)}' for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value)


def sheet_of(parts: dict[str, Any]) -> Sheet:
    return Sheet("\n".join(f"{key} = {written(value)}" for key, value in parts.items()), "some.toml")


@settings(max_examples=60)
@given(FILES)
def test_a_random_file_has_the_same_values_in_every_lane(parts: dict[str, Any]) -> None:
    try:
        game = class_of(sheet_of(parts))()
    except DiceDevilError:
        assume(False)
    assert isinstance(game, PressLuckGame)
    rules = game.rules
    assume(rules.threshold <= 40)
    lane = dd.solve(game, exact=True)
    assert lane.lane == "press-luck"
    assert lane.exact == dd.solve(game, lane="reference", exact=True).exact
    if not rules.free_dice:
        assert lane.exact == oracle.best_turn(rules, max(rules.threshold, 1))
    race = dd.solve(game, dd.FewestTurns())
    exact = dd.solve(game, dd.FewestTurns(), lane="reference").exact
    assert exact is not None
    assert abs(race.value - float(exact)) <= race.error_bound + 1e-12
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.in_words()  # type: ignore[attr-defined]


ODD: dict[str, st.SearchStrategy[Any]] = {
    "dice": st.sampled_from(["2d3", "1d6+1d8", "0d6", "99d99", "d"]) | st.integers(0, 9),
    "sides": st.integers(0, 2000),
    "target": st.integers(-3, 10**9),
    "minimum": st.integers(-3, 10**9) | st.booleans(),
    "leave": st.sampled_from(["any", "some", [], [[]], [[1], ["x"]], [[9]]]),
    "hot-dice": st.sampled_from(["together", "cold"]),
    "last-round": st.booleans() | st.integers(0, 1),
    "scores": st.dictionaries(
        st.sampled_from("abc"),
        st.fixed_dictionaries(
            {},
            optional={
                "dice": st.lists(st.integers(-1, 7), max_size=3) | st.text("12./ax", max_size=3),
                "equal": st.integers(-1, 7) | st.sampled_from(["all", "2..3", "3..2", "x"]),
                "groups": st.lists(st.integers(-1, 3), max_size=3),
                "any": st.integers(-1, 3) | st.just("all"),
                "pays": st.integers(-1, 10**10)
                | st.sampled_from(["total", "x", {}, {"times-face": 5}]),
                "further": st.sampled_from(["adds", "halves"]),
                "odd": st.integers(),
            },
        ),
        max_size=3,
    ),
}


@settings(max_examples=150)
@given(st.fixed_dictionaries({}, optional=ODD))
def test_the_schema_and_the_reader_agree(parts: dict[str, Any]) -> None:
    """What an editor marks, `check` tells; what fits the schema may still contradict itself."""
    sheet = sheet_of({"family": "press-luck", **parts})
    wrong = problems_of(sheet)
    if list(SCHEMA.iter_errors(tomllib.loads(sheet.text))):
        assert wrong
    for problem in wrong:
        line, column = sheet.place(problem.path)
        assert 1 <= line <= len(sheet.text.splitlines())
        assert column >= 1
        assert 10 < len(problem.words) < 400
    if not wrong:
        game = class_of(sheet)()
        assert pickle.loads(pickle.dumps(game)) == game
        assert game.in_words()
