"""Grades that are kept in the database."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from dicedevil.coach.grade import grade
from dicedevil.coach.grades import Grades, grade_kept
from dicedevil.coach.store import Store
from dicedevil.games import game
from recorded import played_at_random


@pytest.mark.parametrize(
    ("spec", "players"), [("micro-yahtzee", 2), ("pig:target=20", 2), ("ten-times-18:slots=3", 1)]
)
def test_grades_are_kept_whole(spec: str, players: int, tmp_path: Path) -> None:
    record, _ = played_at_random(game(spec), players, seed=4)
    graded = grade(record)
    with Store(tmp_path) as store:
        grades = Grades(store)
        store.keep([record, record])
        assert grades.ungraded() == [1, 2]
        for number in (1, 1, 2):  # a second time replaces the first
            grades.keep(number, graded)
        assert not grades.ungraded()
    with Store(tmp_path) as store:
        grades = Grades(store)
        for one in graded:
            kept = grades.games(one.player)
            assert [found.number for found in kept] == [1, 2]
            for found in kept:
                assert (found.game, found.seat, found.objective) == (spec, one.seat, one.objective)
                assert found.result - found.start_value == pytest.approx(
                    found.luck - found.loss, abs=1e-9
                )
                assert (found.luck, found.loss, found.score) == (one.luck, one.loss, one.score)
            made = list(grades.decisions(one.player, spec))
            assert [found.decision for found in made] == [*one.decisions, *one.decisions]
            assert math.fsum(found.decision.loss for found in made) == pytest.approx(2 * one.loss)
        assert not grades.games("nobody")
        assert not list(grades.decisions(graded[0].player, "yahtzee"))


def test_games_are_graded_when_they_are_asked_for(tmp_path: Path) -> None:
    record, _ = played_at_random(game("micro-yahtzee"))
    with Store(tmp_path) as store:
        store.keep([record, replace(record, game="gone.py"), record])
        (refused,) = grade_kept(store)
        assert (refused.number, refused.seconds) == (2, None)
        assert "gone.py" in refused.reason
        assert len(Grades(store).games("player 0")) == 2
        assert grade_kept(store) == [refused]
