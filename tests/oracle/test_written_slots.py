"""Small files of tiles and of slots, written at random, against recursions that know none of ours."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.rules import Game
from dicedevil.solvers.plain.graph import GameGraph
from dicedevil.written.base import class_of
from dicedevil.written.sheet import Sheet

Die = dict[int, int]
dice = st.lists(
    st.dictionaries(st.integers(0, 7), st.integers(1, 3), min_size=1, max_size=4),
    min_size=1,
    max_size=2,
)


def written(some: list[Die]) -> str:
    return "+".join(
        "1d{" + ";".join(f"{face}:{weight}" for face, weight in sorted(die.items())) + "}"
        for die in some
    )


def game_of(family: str, **keys: Any) -> Game:
    lines = [f"{key} = {toml(value)}" for key, value in keys.items() if value is not None]
    return class_of(Sheet("\n".join([f'family = "{family}"', *lines]), "some.toml"))()


def toml(value: Any) -> str:
    if isinstance(value, dict):
        inside = (f"{key} = {toml(one)}" for key, one in value.items() if one is not None)
        return "{ " + ", ".join(inside) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')


def rolls(some: list[Die]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every roll of dice that are told apart, with its chance."""
    weights = [sum(die.values()) for die in some]
    for faces in product(*some):
        weight = prod(die[face] for die, face in zip(some, faces, strict=True))
        yield faces, Fraction(weight, prod(weights))


# -- tiles -------------------------------------------------------------------------------------------


def fits(tiles: tuple[int, ...], faces: tuple[int, ...], told: dict[str, Any]) -> bool:
    if len(tiles) > (told["most-tiles"] or 99):
        return False
    single = len(tiles) == 1
    return any(
        {
            "dice": sorted(tiles) == sorted(faces),
            "die": single and tiles[0] in faces,
            "sum": single and tiles[0] == sum(faces),
            "any": sum(tiles) == sum(faces),
        }[one]
        for one in told["shuts"]
    )


def best_of_tiles(told: dict[str, Any], some: list[Die]) -> Fraction:
    """Return the value of the best play, over sets of tiles and dice told apart."""
    win = told["score"] == "win"
    better = max if win else min

    @cache
    def value(up: tuple[int, ...]) -> Fraction:
        if not up:
            return Fraction(int(win))
        rule = told.get("one-die")
        if rule is None or not low_enough(up, rule):
            return rolled(up, len(some))
        one = rolled(up, 1)
        return one if rule["must"] else better(one, rolled(up, 2))

    def rolled(up: tuple[int, ...], count: int) -> Fraction:
        return sum((chance * after(up, faces) for faces, chance in rolls(some[:count])), Fraction(0))

    def after(up: tuple[int, ...], faces: tuple[int, ...]) -> Fraction:
        sets = [
            tiles
            for size in range(1, len(up) + 1)
            for tiles in combinations(up, size)
            if fits(tiles, faces, told)
        ]
        if not sets:
            left = {"win": 0, "remaining": sum(up), "count": len(up)}[told["score"]]
            return Fraction(left)
        return better(value(tuple(one for one in up if one not in tiles)) for tiles in sets)

    return value(tuple(sorted(told["tiles"])))


def low_enough(up: tuple[int, ...], rule: dict[str, Any]) -> bool:
    return (
        sum(up) <= (rule["sum-at-most"] or 99)
        and max(up) <= (rule["highest-at-most"] or 99)
        and len(up) <= (rule["tiles-at-most"] or 99)
    )


@st.composite
def tile_files(draw: st.DrawFn) -> tuple[dict[str, Any], list[Die]]:
    some = draw(dice)
    told: dict[str, Any] = {
        "tiles": draw(st.lists(st.integers(1, 9), min_size=1, max_size=5, unique=True)),
        "shuts": draw(
            st.lists(st.sampled_from(["dice", "die", "sum", "any"]), min_size=1, unique=True)
        ),
        "most-tiles": draw(st.none() | st.integers(1, 3)),
        "score": draw(st.sampled_from(["win", "remaining", "count"])),
    }
    if len(some) == 2 and draw(st.booleans()):
        some = [some[0], some[0]]
        limit = st.none() | st.integers(1, 9)
        told["one-die"] = {
            "sum-at-most": draw(st.integers(1, 20)),
            "highest-at-most": draw(limit),
            "tiles-at-most": draw(limit),
            "must": draw(st.booleans()),
        }
    return told, some


@given(tile_files())
@settings(max_examples=120)
def test_tiles_against_sets_of_tiles_and_dice_told_apart(
    file: tuple[dict[str, Any], list[Die]],
) -> None:
    told, some = file
    game = game_of("tiles", dice=written(some), **told)
    solved = dd.solve(game, exact=True, lane="reference")
    assert solved.exact == best_of_tiles(told, some)
    assert game.size()[0] == len(GameGraph.of(game).states)  # type: ignore[index]
    assert game.in_words()  # type: ignore[attr-defined]


# -- slots -------------------------------------------------------------------------------------------

FORMULAS = ("x", "x**2 - 3*x", "abs(x - 4)", "-2*x", "x // 2", "x % 3", "min(x, 3)", "max(5, x)", "7")


@st.composite
def slots(draw: st.DrawFn) -> Any:
    """A slot as a file says it."""
    kind = draw(st.sampled_from(["number", "formula", "table"]))
    if kind != "table":
        return draw(st.integers(-3, 4) if kind == "number" else st.sampled_from(FORMULAS))
    pays = draw(
        st.integers(-9, 9)
        | st.sampled_from(["total", "squared-total"])
        | st.fixed_dictionaries({"total": st.integers(-3, 3)})
        | st.fixed_dictionaries({"formula": st.sampled_from(FORMULAS)})
    )
    limit = st.none() | st.integers(0, 9)
    asks = {
        "total-at-least": draw(limit),
        "total-at-most": draw(limit),
        "totals": draw(st.none() | st.lists(st.integers(0, 9), min_size=1, max_size=3)),
    }
    asked = any(one is not None for one in asks.values())
    return {"asks": asks, "pays": pays, "otherwise": draw(st.integers(-5, 5)) if asked else None}


def paid(slot: Any, x: int) -> int:
    """What a slot pays for a total, as the words of the format say."""
    if isinstance(slot, int):
        return slot * x
    if isinstance(slot, str):
        return int(eval(slot))  # one of FORMULAS
    asks, pays = slot["asks"], slot["pays"]
    low, high, totals = asks["total-at-least"], asks["total-at-most"], asks["totals"]
    if (low is not None and x < low) or (high is not None and x > high) or (totals and x not in totals):
        return int(slot["otherwise"])
    if isinstance(pays, dict):
        return paid(pays.get("total", pays.get("formula")), x)
    return {"total": x, "squared-total": x * x}[pays] if isinstance(pays, str) else pays


def best_of_slots(told: list[Any], some: list[Die]) -> Fraction:
    """Return the value of the best play, over sets of slots and dice told apart."""

    @cache
    def value(still_open: tuple[int, ...]) -> Fraction:
        if not still_open:
            return Fraction(0)
        mean = Fraction(0)
        for faces, chance in rolls(some):
            mean += chance * max(
                paid(told[slot], sum(faces)) + value(tuple(one for one in still_open if one != slot))
                for slot in still_open
            )
        return mean

    return value(tuple(range(len(told))))


@given(dice, st.lists(slots(), min_size=1, max_size=4))
@settings(max_examples=120)
def test_slots_against_sets_of_slots_and_dice_told_apart(some: list[Die], told: list[Any]) -> None:
    game = game_of("placement", dice=written(some), slots=told)
    solved = dd.solve(game, exact=True, lane="reference")
    assert solved.exact == best_of_slots(told, some)
    assert dd.solve(game, exact=True).exact == solved.exact
    assert game.in_words()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("told", "numbers"),
    [
        ([1, 2, 3], (1, 2, 3)),
        ([3, 2, 1], (1, 2, 3)),
        ([{"pays": {"total": 2}}, 5], (2, 5)),
        (["2*x", 3, {"pays": "total"}], (1, 2, 3)),
    ],
)
def test_numbers_by_any_way_are_worth_the_same(told: list[Any], numbers: tuple[int, ...]) -> None:
    game = game_of("placement", dice="1d{1;2:2;5}", slots=told)
    same = f"ten-times-18:multipliers={'/'.join(map(str, numbers))},dice=1d{{1;2:2;5}}"
    assert dd.solve(game, exact=True).exact == dd.solve(same, exact=True).exact
