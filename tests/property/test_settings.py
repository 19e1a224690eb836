"""Ranges of what is varied: whatever is written in a right way is read as it is meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicedevil.design.settings import MOST_SETTINGS, all_varied, varied
from dicedevil.errors import DiceDevilError, TooLarge, UsageError
from dicedevil.games import find
from dicedevil.parameters import Parameter, WholeNumber

NUMBER = Parameter("number", "0", WholeNumber(-(10**6), 10**6), "any")
small = st.integers(-(10**6), 10**6)


@given(small, st.integers(0, 3_000), st.one_of(st.none(), st.integers(1, 10**7)))
def test_a_range_is_all_numbers_between_its_ends(first: int, more: int, step: int | None) -> None:
    last = min(first + more, 10**6)
    text = f"number={first}..{last}" + ("" if step is None else f"/{step}")
    found = varied([NUMBER], text, "it")
    assert found.values == tuple(range(first, last + 1, step or 1))
    assert found.texts == tuple(map(str, found.values))
    assert found.values[0] == first
    assert all(first <= value <= last for value in found.values)
    assert found.are_numbers


@given(st.lists(small, min_size=1, max_size=20, unique=True))
def test_a_list_is_taken_in_its_order(numbers: list[int]) -> None:
    written = ",".join(map(str, numbers))
    assert varied([NUMBER], f"number={written}", "it").values == tuple(numbers)
    assert varied([NUMBER], f" number = {written.replace(',', ' , ')} ", "it").values == tuple(numbers)


@given(small, st.integers(1, 10**6))
def test_a_range_that_goes_down_is_empty(first: int, less: int) -> None:
    with pytest.raises(UsageError, match="is empty"):
        varied([NUMBER], f"number={first}..{first - less}", "it")


@given(st.integers(max_value=0))
def test_a_step_is_at_least_one(step: int) -> None:
    with pytest.raises(UsageError, match=r"step|Cannot read"):
        varied([NUMBER], f"number=1..5/{step}", "it")


@given(st.integers(MOST_SETTINGS, 10**17), st.integers(0, 10**6))
def test_what_is_too_long_is_not_even_listed(more: int, first: int) -> None:
    with pytest.raises(TooLarge, match="at most 10,000"):
        varied([NUMBER], f"number={first}..{first + more}", "it")


@given(st.text(max_size=30))
def test_anything_else_is_refused_in_words(text: str) -> None:
    """Or read, if it happens to be right."""
    for vary in (text, f"target={text}", f"threshold={text}", f"joker={text}"):
        count, words = read(vary)
        assert 1 <= count <= MOST_SETTINGS if not words else "\n" not in words


def read(vary: str) -> tuple[int, str]:
    """Return how many values were read, or the words of the refusal."""
    try:
        return len(varied((*find("pig").parameters, *find("yahtzee").parameters), vary, "it").texts), ""
    except DiceDevilError as error:
        return 0, str(error)


@given(st.lists(st.text(max_size=12), max_size=4))
def test_any_list_of_them_too(vary: list[str]) -> None:
    with pytest.raises(DiceDevilError):
        all_varied("pig", vary)
