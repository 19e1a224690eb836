"""Maxi Yatzy: the last turns with saved throws, and what the document says of the whole game.

Source of the numbers: the run that docs/maxi-yatzy.md tells of, all layers from disk. The value of the
start takes minutes; the last turns are made here in a moment.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.solvers.cards.saved_lane import SavedThrowsLane

DOCS = Path(__file__).parent.parent.parent / "docs"
DOCUMENT = (DOCS / "maxi-yatzy.md").read_text(encoding="utf-8")
LATE = {
    "points=300,open=tower+castle+chance,upper=84,saved=5": 368.63267258258,
    "points=250,open=sixes+maxi-yatzy,upper=60,saved=8": 408.64759256722,
    "points=250,open=fives+tower+maxi-yatzy,upper=62,saved=3": 354.04340369904,
}


def test_the_last_turns() -> None:
    solved = dd.solve("maxi-yatzy:saved=yes", at=next(iter(LATE)))
    for position, value in LATE.items():
        assert solved.worth(position) == pytest.approx(value, abs=1e-9)


def test_advice_in_a_late_turn_comes_from_the_tables() -> None:
    position = "points=300,open=tower+castle+chance,upper=84,saved=5"
    advice = dd.solve("maxi-yatzy:saved=yes", at=position).advise(position, "112346")
    assert [one.choice for one in advice.choices[:2]] == ["keep 6", "keep 46"]
    assert advice.value == pytest.approx(366.7769, abs=1e-4)
    assert "5 throws saved" in advice.facts


def test_how_large_it_is_told_before() -> None:
    game = dd.game("maxi-yatzy:saved=yes")
    size = SavedThrowsLane().size(game)
    assert size is not None
    assert f"| states between turns | 29,065,216 | {size.states:,} |" in DOCUMENT
    assert size.memory_bytes is not None
    assert size.memory_bytes < 1.2e9


def test_what_the_boxes_bring_adds_up_to_the_value() -> None:
    """The law and the value were found by different ways: forward and back."""
    value = re.search(r"\| best mean score \| ([\d.]+) \|", DOCUMENT)
    rows = re.findall(r"^\| ([a-z-]+) \| ([\d.]+) \| [\d.]+ % \|", DOCUMENT, re.MULTILINE)
    game = dd.game("maxi-yatzy")
    assert [name for name, _ in rows] == [*game.card.names, "upper-bonus"]  # type: ignore[attr-defined]
    assert value is not None
    assert sum(float(mean) for _, mean in rows) == pytest.approx(float(value[1]), abs=len(rows) * 5e-5)


def curve_of_the_start() -> dict[int, float]:
    """The best chance of every target, as the command wrote it."""
    with (DOCS / "maxi-yatzy-curve.csv").open(encoding="utf-8", newline="") as file:
        return {int(row["target"]): float(row["probability"]) for row in csv.DictReader(file)}


def test_the_curve_falls_and_is_what_the_document_says() -> None:
    curve = curve_of_the_start()
    chances = [curve[target] for target in sorted(curve)]
    assert chances == sorted(chances, reverse=True)
    assert 0.0 < chances[-1] < chances[0] <= 1.0
    told = re.findall(r"^\| (\d+) or more \| ([\d.e-]+) \|", DOCUMENT, re.MULTILINE)
    assert len(told) > 5
    for target, chance in told:
        assert float(chance) == pytest.approx(curve[int(target)], rel=5e-4)
    mean = re.search(r"mean of the curve is ([\d.]+)", DOCUMENT)
    assert mean is not None
    assert float(mean[1]) == pytest.approx(min(curve) - 1 + sum(chances), abs=1e-3)


def test_nobody_reaches_a_target_more_often_than_who_goes_for_it() -> None:
    """Best mean play, whose law was found another way, has its shares below the curve."""
    curve = curve_of_the_start()
    shares = re.search(r"^\| share of games \|(.*)\|$", DOCUMENT, re.MULTILINE)
    points = re.search(r"^\| `saved=no` \|((?: \d+ \|){7})$", DOCUMENT, re.MULTILINE)
    assert shares is not None
    assert points is not None
    below = [float(share.strip(" %")) / 100 for share in shares[1].split("|")]
    for share, point in zip(below, points[1].strip(" |").split("|"), strict=True):
        assert curve[int(point)] > 1 - share
    assert float(DOCUMENT.split("best mean score | ")[1].split(" ")[0]) < min(curve) - 1 + sum(
        curve.values()
    )
