"""The figure of a comparison: one colour a variant, the numbers of the table."""

from __future__ import annotations

import json
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.errors import UsageError
from dicedevil.figures.compare import comparison_drawing
from small_games import PigMatch

SLOTS, MORE = "ten-times-18:slots=2,dice=1d3", "ten-times-18:slots=3,dice=1d3"
CARD = "yahtzee:boxes=twos/yahtzee,dice=2d2,rerolls=1,threshold=3,yahtzee-bonus=5"
WIN = "klappenspiel:tiles=4"
PIG = "pig:sides=3,target=6"


@pytest.mark.parametrize(
    ("variants", "panels"),
    [
        ((SLOTS, MORE), {"laws", "skill", "decisions", "boxes"}),
        ((PIG, "pig:sides=4,target=6"), {"laws", "skill", "decisions"}),
        ((WIN, "shut-the-box:tiles=4"), {"laws", "skill", "decisions"}),
        ((SLOTS, PIG, WIN, "cant-stop:sides=2,length=1"), {"laws", "skill", "decisions", "boxes"}),
        ((PigMatch(6),), {"laws", "skill", "decisions"}),
        ((CARD,), {"laws", "skill", "decisions", "boxes"}),
    ],
    ids=lambda value: None if isinstance(value, set) else str(value),  # a set is told in any order
)
def test_figures(variants: tuple[Any, ...], panels: set[str]) -> None:
    drawn = comparison_drawing(dd.compare(*variants))
    json.dumps(drawn.data, allow_nan=False)
    assert drawn.data["shape"] == "panels"
    assert set(drawn.data["panels"]) == panels
    figure = drawn.draw()
    figure.canvas.draw()
    assert len(figure.axes) == len(panels)


def test_a_figure_tells_the_numbers_of_the_table() -> None:
    found = dd.compare(SLOTS, MORE)
    panels = comparison_drawing(found).data["panels"]
    below = next(one["y"] for one in panels["skill"]["series"] if one["name"] == "random")
    spans = [one.skill.span for one in found.variants]
    assert below == [span.value for span in spans if span is not None]
    matter = next(one["y"] for one in panels["decisions"]["series"] if one["name"] == "matter")
    assert matter == [one.decisions for one in found.variants]
    means = [one["y"] for one in panels["boxes"]["series"]]
    assert [sum(value or 0.0 for value in row) for row in means] == pytest.approx(
        [one.mean for one in found.variants]
    )


def test_laws_that_lie_far_apart_are_drawn_about_their_means() -> None:
    near = comparison_drawing(dd.compare(SLOTS, MORE)).data["panels"]["laws"]
    far = comparison_drawing(dd.compare(SLOTS, "ten-times-18:slots=4")).data["panels"]["laws"]
    assert near["look"] in ("bars", "lines")
    assert far["look"] == "about"
    assert all(sum(one["y"]) <= 1 + 1e-9 for one in far["series"])


def test_plot_draws_a_comparison() -> None:
    found = dd.compare(SLOTS)
    assert len(dd.plot("comparison", found).axes) == 4
    with pytest.raises(UsageError, match="is of what compare found, not of 'pig'"):
        dd.plot("comparison", "pig")
    with pytest.raises(UsageError, match="drawn as the kind 'comparison', not as 'value'"):
        dd.plot("value", found)
