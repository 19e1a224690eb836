"""The setting with which a measure comes nearest to a number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dicedevil as dd
from coin_game import coin
from dicedevil.errors import RulesError, UsageError


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))


def test_the_setting_that_comes_nearest() -> None:
    found = dd.tune("pig", "target=5..30", "length", 3)
    values = found.sweep.column("length")
    best = min(range(len(values)), key=lambda place: abs((values[place] or 0) - 3))
    assert found.best == {"target": 5 + best}
    assert found.figure.value == values[best]
    told = found.to_dict()
    assert told["best"] == {"target": 5 + best}
    assert told["measure"] == "length"
    assert told["to"] == 3
    assert told["value"] == values[best]
    assert told["difference"] == pytest.approx((values[best] or 0) - 3)
    assert len(told["rows"]) == 26
    assert found == dd.tune("pig", {"target": range(5, 31)}, "length", 3)
    assert str(found).startswith("pig: length is nearest to 3 with target=")
    assert repr(found) == f"<Tuned {found}>"
    assert "<td>wanted</td>" in found._repr_html_()


def test_ties_go_to_the_first() -> None:
    """One turn of Pig is worth the same, whatever the target, from some target on."""
    found = dd.tune("pig", "target=60..63", "mean", 9)
    assert found.best == {"target": 60}
    assert [dict(row.values) for row in found.as_near] == [{"target": k} for k in (61, 62, 63)]
    assert found.to_dict()["as_near"] == [{"target": 61}, {"target": 62}, {"target": 63}]


def test_every_setting_is_looked_at() -> None:
    """The first player's chance falls, rises and falls again as the target of Pig grows."""
    found = dd.tune("pig", "target=36..50", "first-player", 0.546)
    values = [value or 0 for value in found.sweep.column("first-player")]
    assert len(values) == 15
    assert values != sorted(values)
    assert values != sorted(values, reverse=True)
    assert found.figure.value == min(values, key=lambda value: abs(value - 0.546))


@pytest.mark.parametrize(
    ("measure", "to", "words"),
    [
        ("mean", float("nan"), "a number"),
        ("mean", float("inf"), "not inf"),
        ("mean", 10**400, "a number"),
        ("first-player", 51, "write 0.51 for 51 %"),
        ("ties", -0.1, "between 0 and 1"),
        ("mean,sd", 5, "One measure"),
        ("meen", 5, "Did you mean 'mean'"),
        ("mean", "x", "a number"),
    ],
)
def test_what_nothing_is_tuned_to(measure: str, to: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        dd.tune("pig", "target=5..30", measure, to)


def test_where_nothing_could_be_measured_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"No setting has mean: .*no luck"):
        dd.tune(coin(tmp_path) + ":trouble=2", "prize=2..2", "mean", 1)
    found = dd.tune(coin(tmp_path) + ":trouble=2", "prize=1..3", "mean", 4)
    assert found.best == {"prize": 3}
    assert found.figure.value == 4.5
