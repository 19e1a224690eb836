from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicedevil.dice import Dice, Die, read_roll, write_roll
from dicedevil.errors import NotationError, RulesError, TooLarge

dies = st.dictionaries(st.integers(0, 30), st.integers(1, 9), min_size=1, max_size=5).map(
    lambda faces: Die(tuple(sorted(faces.items())))
)
some_dice = st.lists(dies, min_size=1, max_size=4).map(lambda dice: Dice(tuple(dice)))


@given(some_dice)
def test_what_is_printed_reads_back(dice: Dice) -> None:
    assert Dice.parse(str(dice)) == dice
    assert str(Dice.parse(str(dice))) == str(dice)


@given(some_dice)
def test_weights_count_every_list_of_faces(dice: Dice) -> None:
    rolls: Counter[tuple[int, ...]] = Counter()
    totals: Counter[int] = Counter()
    for shown in product(*(die.weights for die in dice.dice)):
        weight = prod(weight for _, weight in shown)
        faces = sorted(face for face, _ in shown)
        rolls[tuple(faces)] += weight
        totals[sum(faces)] += weight
    assert dice.rolls() == dict(rolls)
    assert dice.totals() == dict(totals)
    assert sum(dice.rolls().values()) == sum(dice.totals().values()) == dice.total_weight
    assert list(dice.rolls()) == sorted(rolls)
    assert list(dice.totals()) == sorted(totals)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=6))
def test_rolls_print_and_read_back(faces: list[int]) -> None:
    roll = tuple(sorted(faces))
    if len(roll) > 1 or roll[0] <= 9:  # a single die of two digits has no plus sign to tell it by
        assert read_roll(write_roll(roll)) == roll


@pytest.mark.parametrize(
    ("text", "total_weight", "count"),
    [
        ("3d6", 216, 3),
        ("1d6+1d8", 48, 2),
        ("2d{1..11:1;12:2}", 169, 2),
        (" 1d6 + 2d{0;5;10} ", 54, 3),
        ("1d1", 1, 1),
    ],
)
def test_notation(text: str, total_weight: int, count: int) -> None:
    dice = Dice.parse(text)
    assert dice.total_weight == total_weight
    assert len(dice) == count


def test_loaded_die_shows_its_weights() -> None:
    assert Dice.parse("1d{1..2:1;3:4}").totals() == {1: 1, 2: 1, 3: 4}


def test_dice_that_differ() -> None:
    assert Dice.parse("1d2+1d{5:3}").rolls() == {(1, 5): 3, (2, 5): 3}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0d6", "no dice"),
        ("3d", "Cannot read"),
        ("d6", "Cannot read"),
        ("", "Cannot read"),
        ("3d0", "without faces"),
        ("2d{1:-1}", "at least 1"),
        ("2d{1:0}", "at least 1"),
        ("2d{3..1}", "backwards"),
        ("2d{1..3;2}", "twice"),
        ("2d{}", "Cannot read"),
        ("2d{1.5}", "Cannot read"),
        ("nan", "Cannot read"),
        ("3d6+", "Cannot read"),
    ],
)
def test_bad_dice_are_refused_and_quoted(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words) as caught:
        Dice.parse(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    "text", ["1001d6", "999999999d6", "1d999999999", "1d{1..20000}", "900d6+900d6"]
)
def test_dice_beyond_the_limits(text: str) -> None:
    with pytest.raises(TooLarge):
        Dice.parse(text)


def test_too_many_rolls_are_refused_before_memory_runs_out() -> None:
    with pytest.raises(TooLarge, match="different rolls"):
        Dice.parse("40d20").rolls()


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        dice = Dice.parse(text)
    except (NotationError, TooLarge):
        return
    assert Dice.parse(str(dice)) == dice


@pytest.mark.parametrize(
    "weights", [(), ((1, 0),), ((1, -1),), ((2, 1), (1, 1)), ((1, 1), (1, 1)), ((-1, 1),), ((1, 0.5),)]
)
def test_a_die_made_by_hand_is_checked_too(weights: Any) -> None:
    with pytest.raises(RulesError):
        Die(weights)
