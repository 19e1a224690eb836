"""Dice against what was to be expected of them."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from dicedevil.coach.replay import PlayedMove, replay
from dicedevil.coach.rolled import chi_square_tail, rolled_faces
from dicedevil.coach.table import laid
from dicedevil.games import game
from recorded import played_at_random


@pytest.mark.parametrize(
    ("distance", "freedom", "tail"),
    [  # Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.8
        (3.84146, 1, 0.05),
        (5.99147, 2, 0.05),
        (11.0705, 5, 0.05),
        (15.0863, 5, 0.01),
        (18.3070, 10, 0.05),
        (4.35146, 5, 0.5),
        (0.0, 5, 1.0),
        (3.0, 0, 1.0),
    ],
)
def test_the_tail_of_the_chi_square_law(distance: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(distance, freedom) == pytest.approx(tail, abs=2e-6)


def moves_of(rolls: list[int]) -> list[PlayedMove]:
    table = laid(game("pig"), what="turn")
    return [PlayedMove(table, (face,), "roll") for face in rolls]


def test_it_is_pearsons_sum_for_single_dice() -> None:
    rolls = [1] * 9 + [2] * 14 + [3] * 11 + [4] * 7 + [5] * 10 + [6] * 9
    found = rolled_faces(moves_of(rolls))
    pearson = sum((rolls.count(face) - 10) ** 2 / 10 for face in range(1, 7))
    assert found.chi_square == pytest.approx(pearson)
    assert found.freedom == 5
    assert [one.expected for one in found.faces] == pytest.approx([10] * 6)
    assert found.faces[0].spread == pytest.approx(math.sqrt(60 * 5 / 36))
    assert "No sign" in found.sentence


def test_loaded_dice_are_noticed_and_few_say_nothing() -> None:
    assert rolled_faces(moves_of([6] * 40 + [1, 2, 3, 4, 5] * 10)).sentence.startswith("Unusual")
    assert "too few" in rolled_faces(moves_of([6] * 10)).sentence
    assert rolled_faces([]).sentence == "Nothing was rolled yet."


def test_kept_dice_neither_count_nor_spread() -> None:
    table = laid(game("yahtzee"))
    table = table.play(
        (1, 6, 6, 6, 6), table.rules.read_choice(table.position.state, (1, 6, 6, 6, 6), "keep 6666")
    )
    found = rolled_faces([PlayedMove(table, (2, 6, 6, 6, 6), None)] * 60)
    single = rolled_faces(moves_of([2] * 60))
    assert found.faces == single.faces
    assert found.chi_square == pytest.approx(single.chi_square)
    keep_all = laid(game("yahtzee"), state="rerolls=0,kept=66666")
    assert rolled_faces([PlayedMove(keep_all, (6,) * 5, None)]).rolls == 0


def test_fair_games_are_called_unfair_as_rarely_as_they_should_be() -> None:
    rules = game("yahtzee")
    chances = []
    for seed in range(60):
        steps = [replay(played_at_random(rules, seed=10 * seed + k)[0]).steps for k in range(4)]
        chances.append(rolled_faces(itertools.chain(*steps)).chance)
    # Of 60 even numbers from 0 to 1 the mean is 1/2, give or take 0.037.
    assert abs(np.mean(chances) - 0.5) < 4 * 0.037
    assert min(chances) > 1e-4
