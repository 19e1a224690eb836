"""Progress from games that are kept."""

from __future__ import annotations

import math
import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dicedevil.coach.grade import grade
from dicedevil.coach.grades import Grades
from dicedevil.coach.schema import migrate
from dicedevil.coach.stats import stats
from dicedevil.coach.store import FILE, Store
from dicedevil.games import game
from recorded import played_at_random


def test_stats_add_up(tmp_path: Path) -> None:
    records = [
        replace(
            played_at_random(game("ten-times-18:slots=4"), 2, seed=seed)[0],
            more={"when": f"2026-{1 + seed % 3:02}-0{1 + seed}T10:00:00+00:00"},
        )
        for seed in range(6)
    ]
    records.append(played_at_random(game("pig:target=20"), 2, seed=1)[0])
    with Store(tmp_path) as store:
        store.keep(records)
        for number, record in enumerate(records, 1):
            Grades(store).keep(number, grade(record))
        found = stats(store, "player 1")
        assert [one.game for one in found.games] == ["ten-times-18:slots=4", "pig:target=20"]
        assert [one.objective for one in found.games] == ["score", "win"]
        cards = found.games[0]
        graded = [grade(record)[1] for record in records[:6]]
        assert cards.games == 6
        assert cards.loss == pytest.approx(np.mean([one.loss for one in graded]))
        assert cards.luck == pytest.approx(np.mean([one.luck for one in graded]))
        assert cards.luck_error == pytest.approx(
            np.std([one.luck for one in graded], ddof=1) / math.sqrt(6)
        )
        # on average too: result - start value = luck - loss
        assert cards.score - cards.start_value == pytest.approx(cards.luck - cards.loss)
        assert sum(cards.classes.values()) == cards.choices == sum(one.choices for one in graded)
        wrong = [
            made
            for one in graded
            for made in one.decisions
            if made.grade in ("inaccuracy", "mistake", "blunder")
        ]
        assert sum(one.times for one in cards.leaks) <= len(wrong)
        assert cards.leaks[0].loss >= cards.leaks[-1].loss > 0
        assert [one.games for one in cards.periods] == [1] * 6
        assert cards.rolled.rolls == 24
        assert found.to_dict()["games"][0]["rolled"]["rolls"] == 24
        assert "6 games" in str(found)
        assert [one.game for one in stats(store, "player 0", "pig:target=20").games] == [
            "pig:target=20"
        ]
        assert not stats(store, "nobody").games


def test_many_days_are_told_by_month(tmp_path: Path) -> None:
    record = played_at_random(game("micro-yahtzee"))[0]
    graded = grade(record)
    with Store(tmp_path) as store:
        for day in range(20):
            when = f"2026-{1 + day % 2:02}-{1 + day:02}T10:00:00+00:00"
            number = store.begin(replace(record, more={"when": when}))
            Grades(store).keep(number, graded)
        periods = stats(store, "player 0").games[0].periods
    assert [(one.when, one.games) for one in periods] == [("2026-01", 10), ("2026-02", 10)]


def test_what_is_counted_is_told_and_never_mixed(tmp_path: Path) -> None:
    """A match of two counts chances, one of three opponents, few tiles left points that are saved."""
    low = "shut-the-box:score=remaining"
    wanted = {
        ("pig:target=20", 2): ("chance", " % won: luck "),
        ("pig:target=20", 3): ("opponents", " opponents on average: luck "),
        ("klappenspiel:tiles=4", 1): ("chance", " % won: luck "),
        (low, 1): ("points", " points on average: luck "),
    }
    with Store(tmp_path) as store:
        for number, (name, players) in enumerate(wanted, 1):
            record = played_at_random(game(name), players, seed=4)[0]
            store.keep([record])
            Grades(store).keep(number, grade(record))
        found = stats(store, "player 0").games
        assert [(one.game, one.unit) for one in found] == [
            (name, unit) for (name, _), (unit, _) in wanted.items()
        ]
        for one, (_, words) in zip(found, wanted.values(), strict=True):
            assert one.games == 1
            assert words in one.sentence
            assert one.sentence.count("%") == (3 if one.unit == "chance" else 0)
            assert sum(one.classes.values()) == one.choices
        assert "errors cost" in found[-1].sentence


@pytest.mark.parametrize(
    ("objective", "seats", "start_value", "counted"),
    [
        ("score", 1, 254.6, ("points", 1)),
        ("score", 1, -11.2, ("points", -1)),
        ("score", 1, 0.003, ("chance", 1)),
        ("turns", 1, -10.9, ("turns", -1)),
        ("win", 2, 0.53, ("chance", 1)),
        ("win", 3, 1.06, ("opponents", 1)),
    ],
)
def test_older_grades_say_what_they_count(
    tmp_path: Path, objective: str, seats: int, start_value: float, counted: tuple[str, int]
) -> None:
    with sqlite3.connect(tmp_path / FILE) as database:
        migrate(database, 3)
        database.execute("INSERT INTO players VALUES (3, 'Ann')")
        database.execute("INSERT INTO games VALUES (5, 'pig', '7', '', '', '[5]', '{}', 0, '2026', '')")
        for seat in range(seats):
            database.execute("INSERT INTO seats VALUES (5, ?, 3, 0)", (seat,))
        numbers = (objective, 5.0, start_value, -1.1, 2.0, 5.0, 1, 8.0)
        database.execute("INSERT INTO graded VALUES (5, 0, ?, ?, ?, ?, ?, ?, ?, ?)", numbers)
    database.close()
    with Store(tmp_path) as store:
        assert store.rows("SELECT unit, sign FROM graded") == [counted]
