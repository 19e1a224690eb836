"""A round of practice: what is asked, in which order, and what counts as right."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dicedevil.coach.drills import Drills
from dicedevil.coach.grade import Decision, grade
from dicedevil.coach.grades import Grades, KeptDecision
from dicedevil.coach.practice import CLOSE, DECOY, MISTAKE, Drill
from dicedevil.coach.store import Store
from dicedevil.coach.training import Training, drills_from
from dicedevil.errors import DiceDevilError
from dicedevil.games import game
from recorded import played_at_random

SPEC = "ten-times-18:slots=4"


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 11, 16, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_own_mistakes_with_decoys_then_close_calls(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        grades = Grades(store)
        records = [played_at_random(game(SPEC), seed=seed)[0] for seed in range(4)]
        store.keep(records)
        for number, record in enumerate(records, 1):
            grades.keep(number, grade(record))
        mine = Drills(store, "player 0")
        mine.keep(drills_from(grades.decisions("player 0")))
        mistakes, decoys = len(mine.new(MISTAKE)), len(mine.new(DECOY))
        assert mistakes > decoys > 0
        clock = Clock()
        training = Training(mine, SPEC, clock=clock)
        sources = []
        for _ in range(mistakes + decoys + 2):
            drill = training.next()
            assert drill is not None
            sources.append(drill.source)
            right = training.answer(drill, training.advice(drill).best.choice)
            assert right.is_right
            assert right.loss == 0.0
        assert sources[:3] == [MISTAKE, MISTAKE, DECOY]
        assert sources.count(MISTAKE) == mistakes
        assert sources[-2:] == [CLOSE, CLOSE]
        assert training.right == len(sources)
        clock.now += timedelta(days=30)  # now everything is due, what was asked first comes first
        again = training.next()
        assert again is not None
        assert again.source == MISTAKE
        assert training.to_dict()["right"] == len(sources)


def test_near_ties_are_right_and_nonsense_is_no_answer(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        training = Training(Drills(store, "me"), SPEC, level="easy", clock=Clock())
        drill = training.next()
        assert drill is not None
        with pytest.raises(DiceDevilError, match="no choice"):
            training.answer(drill, "place 99")
        assert not training.answers
        near, advice = training.near(drill), training.advice(drill)
        assert 0 < near < advice.choices[1].loss
        answer = training.answer(drill, advice.choices[-1].choice)
        assert answer.is_right == (advice.choices[-1].loss <= near)
        assert not answer.is_right
        assert training.next() != drill  # not yet due again


def test_what_cannot_be_asked_any_more_is_passed_over(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        mine = Drills(store, "me")
        mine.keep([Drill("gone.py", "score", "", "1", MISTAKE), Drill(SPEC, "score", "", "9", MISTAKE)])
        training = Training(mine, clock=Clock())
        drill = training.next()
        assert drill is not None
        assert drill.game == SPEC
        training.answer(drill, "1")
        assert training.next() is None


def test_forced_choices_estimates_and_other_aims_make_no_drill() -> None:
    def made(**changed: object) -> KeptDecision:
        usual = {"loss": 3.0, "luck": 0.0, "before": 0.0, "value": 0.0, "grade": "blunder"} | changed
        objective = str(usual.pop("objective", "score"))
        decision = Decision("", "9", "place 1", "place 2", **usual)  # type: ignore[arg-type]
        return KeptDecision(1, SPEC, objective, "points", decision)

    assert len(list(drills_from([made()]))) == 1
    for changed in (
        {"grade": "forced"},
        {"is_estimate": True},
        {"objective": "target"},
        {"grade": "close"},
    ):
        assert not list(drills_from([made(**changed)]))
