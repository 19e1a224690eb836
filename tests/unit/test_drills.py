"""Drills that are kept in the database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import dicedevil as dd
from dicedevil.coach.drills import Drills
from dicedevil.coach.practice import CLOSE, MISTAKE, Drill, answered, asked, close_calls
from dicedevil.coach.store import Store

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
SPEC = "ten-times-18:slots=3"


def some_drills(count: int) -> list[Drill]:
    return list(islice(close_calls(dd.solve(SPEC), SPEC, 20.0), count))


def test_drills_are_kept_once_and_asked_in_time(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        mine = Drills(store, "A 'quoted' \u202e name\n\N{GAME DIE}")
        drills = some_drills(3)
        assert mine.keep(drills) == 3
        assert mine.keep(drills) == 0
        new = mine.new(CLOSE)
        assert [(one.state, one.roll) for one in new] == [(one.state, one.roll) for one in drills]
        assert not mine.new(MISTAKE)
        assert not mine.due(NOW)
        advice = asked(dd.game(SPEC), new[0])
        right = answered(dd.game(SPEC), new[0], advice, advice.best.choice, 0.0)
        wrong = answered(
            dd.game(SPEC), new[1], advice_of(new[1]), advice_of(new[1]).choices[-1].choice, 0.0
        )
        first, second = mine.answer(right, NOW), mine.answer(wrong, NOW)
        assert second < first
        assert mine.next_due() == second
        assert [one.number for one in mine.due(second)] == [new[1].number]
        assert len(mine.due(first)) == 2
        assert len(mine.new(CLOSE)) == 1
    with Store(tmp_path) as store:  # and all of it is there again
        (day,) = Drills(store, mine.player, SPEC).by_day()
        assert (day.day, day.answers, day.right) == ("2026-11-16", 2, 1)
        assert day.loss == wrong.loss
        assert not Drills(store, "somebody else").due(NOW + timedelta(days=999))
        assert not Drills(store, mine.player, "pig").by_day()


def advice_of(drill: Drill) -> dd.Advice:
    return asked(dd.game(SPEC), drill)
