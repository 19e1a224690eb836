"""Many recorded games of cards at once: the kernel tells what `grade` tells, move by move."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dicedevil as dd
from dicedevil.coach.grade import GradedGame, grade
from dicedevil.coach.quick import FEWEST, graded_together
from dicedevil.coach.records import Move, Record
from dicedevil.solvers.budget import USUAL
from recorded import played_at_random

CARDS = [
    ("micro-yahtzee", 1),
    ("junior-yahtzee", 3),
    ("yahtzee:joker=forced", 2),
    ("yahtzee:boxes=sixes/yahtzee/chance/full-house,rerolls=1", 1),
    ("yahtzee:boxes=ones/twos/threes/yahtzee,dice=2d3,threshold=5,joker=used", 2),
    ("yahtzee:boxes=ones/chance,dice=2d{1:1;2:3},rerolls=0", 1),
]


def records_of(spec: str, players: int) -> list[Record]:
    return [played_at_random(dd.game(spec), players, seed=seed)[0] for seed in range(FEWEST)]


def require_same(one: GradedGame, other: GradedGame) -> None:
    near = {"abs": 1e-9, "rel": 1e-12}
    for name in ("game", "player", "seat", "score", "is_finished", "unit", "sign", "spread", "counts"):
        assert getattr(one, name) == getattr(other, name)
    for name in ("result", "start_value", "luck", "loss", "error_bound"):
        assert getattr(one, name) == pytest.approx(getattr(other, name), **near)
    assert one.steps == pytest.approx(other.steps, **near)
    for mine, theirs in zip(one.decisions, other.decisions, strict=True):
        told = {name: value for name, value in vars(theirs).items() if not isinstance(value, float)}
        assert told.items() <= vars(mine).items()
        for name in ("loss", "luck", "before", "value"):
            assert getattr(mine, name) == pytest.approx(getattr(theirs, name), **near)


@pytest.mark.parametrize(("spec", "players"), CARDS)
def test_games_at_once_are_games_one_by_one(spec: str, players: int) -> None:
    records = records_of(spec, players)
    records[3] = replace(records[3], moves=records[3].moves[:-2], result=None)
    for record, games in zip(records, graded_together(records, None, (), USUAL), strict=True):
        assert games is not None
        for one, other in zip(games, grade(record), strict=True):
            require_same(one, other)


def test_what_is_not_plain_is_left_alone() -> None:
    good = records_of("junior-yahtzee", 1)
    moves = good[0].moves
    other = Move(0, "11111" if moves[0].roll != "11111" else "22222", moves[0].choice)
    odd = [
        replace(good[0], state="ones=3"),
        replace(good[0], moves=moves[:-1]),
        replace(good[0], moves=(*moves, moves[-1])),
        replace(good[0], moves=(moves[0], other, *moves[1:])),
        replace(good[0], moves=(replace(moves[0], choice="score chanse"), *moves[1:])),
        replace(good[0], moves=(replace(moves[0], roll="1111"), *moves[1:])),
        replace(good[0], moves=(replace(moves[0], choice=None), *moves[1:])),
        replace(good[0], result=(-1,)),
        replace(good[0], game="klappenspiel"),
        replace(good[0], what="turn"),
    ]
    found = graded_together([*good, *odd], None, (), USUAL)
    assert all(one is not None for one in found[: len(good)])
    assert found[len(good) :] == [None] * len(odd)
    assert graded_together(good, dd.ReachTarget(100), (), USUAL) == [None] * len(good)
