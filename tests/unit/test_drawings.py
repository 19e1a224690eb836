"""What is drawn, as plain data: the same numbers that the figures show, in a few shapes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.cli.group import cli
from dicedevil.errors import UsageError
from dicedevil.figures.draw import drawing
from dicedevil.figures.errors import errors_data, errors_figure
from dicedevil.figures.press_luck import turning_points
from dicedevil.players.move_errors import ErrorRow, MoveErrors


def printed(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(cli, ("plot", *arguments, "--json"), catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


@pytest.mark.parametrize(
    ("arguments", "shape"),
    [
        (("distribution", "ten-times-18:slots=5", "--strategy", "random"), "lines"),
        (("distribution", "klappenspiel", "--strategy", "sum"), "bars"),
        (("curve", "ten-times-18:slots=4", "--strategy", "optimal"), "lines"),
        (("policy", "ten-times-18"), "grid"),
        (("policy", "klappenspiel"), "grid"),
        (("policy", "shut-the-box:tiles=6"), "bars"),
        (("value", "ten-times-18:slots=4"), "lines"),
        (("value", "pig"), "lines"),
        (("boundary", "pig:target=30"), "solid"),
        (("interference", "klappenspiel", "--state", "up=4+6+10", "--roll", "46"), "bars"),
        (("tree", "micro-yahtzee"), "tree"),
    ],
    ids=" ".join,
)
def test_every_kind_tells_its_numbers(arguments: tuple[str, ...], shape: str) -> None:
    found = printed(*arguments)
    assert found["kind"] == arguments[0]
    assert found["file"] is None
    assert found["data"]["shape"] == shape
    assert found["data"]["title"]


def test_a_curve_is_drawn_from_what_it_tells() -> None:
    drawn = drawing("curve", "ten-times-18:slots=4", ["optimal"])
    best, always = drawn.data["series"]
    curve, law = dd.curve("ten-times-18:slots=4"), dd.evaluate("ten-times-18:slots=4", "optimal")
    assert best["y"] == list(curve.probability)
    assert always["y"] == pytest.approx([float(law.at_least(target)) for target in curve.targets])
    assert drawn.data["mean"] == curve.mean
    lines = drawn.draw().axes[0].lines
    assert [list(line.get_ydata()) for line in lines] == [best["y"], always["y"]]


def test_a_law_is_told_in_the_bins_that_are_drawn() -> None:
    data = drawing("distribution", "ten-times-18:slots=5", ["random", "optimal"], bin_width=10).data
    law = dd.evaluate("ten-times-18:slots=5", "random")
    random, _ = data["series"]
    assert data["bin"] == 10
    assert sum(random["y"]) == pytest.approx(1)
    assert random["mean"] == law.mean
    begin = random["x"][7]
    chances = (float(p) for score, p in law.law.items() if begin <= score < begin + 10)
    assert random["y"][7] == pytest.approx(sum(chances))


def test_chances_to_win_are_bars_by_strategy() -> None:
    data = drawing("distribution", "klappenspiel", ["sum", "optimal"]).data
    assert data["x"]["values"] == ["sum", "optimal"]
    assert data["series"][0]["y"][1] == dd.solve("klappenspiel").value


def test_the_solid_tells_where_the_answer_changes() -> None:
    turns = drawing("boundary", "pig").data["turns"]
    assert turns[0][0] == [21]
    assert turns[50][50] == [21, 46]  # hold from 21, and roll again from 46
    assert turns[70][70] == []
    assert turns[41][49][:3] == [22, 27, 28]  # known from the literature
    assert turning_points([True, True, False, True]) == [2, 3]


def test_a_turn_tells_what_rolling_gains() -> None:
    data = drawing("value", "ten-thousand").data
    assert [one.get("bank") for one in data["series"]] == [2800, 950, 350, 200, 200, None]
    five, gain = data["series"][0], data["below"]["series"][0]
    at = five["x"].index(1000)
    solution = dd.solve("ten-thousand")
    worth = float(solution.worth(dd.game("ten-thousand").read_state("turn=1000,dice=5")))
    assert gain["y"][gain["x"].index(1000)] == pytest.approx(worth - 1000)
    assert five["y"][at] == pytest.approx(max(worth, 1000))


def test_a_tile_turns_the_best_choice_round() -> None:
    """Figure 1 of Benjamin and Stanford: with tile 1 up as well, SUM is better than IND."""
    data = drawing("interference", "klappenspiel", state="up=4+6+10", roll="46").data
    assert data["x"]["values"] == ["none", "1", "2", "3", "5", "7", "8", "9"]
    assert [one["name"] for one in data["series"]] == ["flip 4+6", "flip 10"]
    assert data["best"][:2] == ["flip 4+6", "flip 10"]
    assert (data["up"], data["needed"], data["rolls"]) == ([4, 6, 10], [4, 6, 10], ["46"])
    assert data["turned"] == [
        name for name, one in zip(data["x"]["values"], data["best"], strict=True) if one == "flip 10"
    ]
    for name, *worths in zip(data["x"]["values"], *(one["y"] for one in data["series"]), strict=True):
        more = "" if name == "none" else f"+{name}"
        found = dd.advise("klappenspiel", f"up=4+6+10{more}", "46")
        by_choice = {one.choice: one.value for one in found.choices}
        assert worths == pytest.approx([by_choice[one["name"]] for one in data["series"]])


def test_interference_needs_a_choice_to_turn() -> None:
    with pytest.raises(UsageError, match="nothing to choose"):
        drawing("interference", "klappenspiel", state="up=10", roll="46")
    with pytest.raises(UsageError, match="games of tiles"):
        drawing("interference", "pig", state="turn=3", roll="4")
    with pytest.raises(UsageError, match="goes with: interference"):
        drawing("value", "pig", roll="4")


def test_interference_can_be_drawn() -> None:
    axes = dd.plot("interference", "klappenspiel", state="up=4+6+10", roll="46").axes[0]
    assert len(axes.patches) == 16
    assert axes.get_xticklabels()[1].get_text() == "1\nbest: 10"


def test_errors_are_told_with_their_spread() -> None:
    row = ErrorRow(2, "emp-1", 1, 3, 0.001, 1e-4, 0.0)
    found = MoveErrors("micro-yahtzee", "emp-1", 10, 1, (row,))
    [series] = errors_data(found)["series"]
    assert (series["x"], series["y"]) == ([2], [0.001])
    assert (series["low"][0], series["high"][0]) == pytest.approx((0.0009, 0.0011))
    assert errors_figure(found).axes[0].get_xlabel() == errors_data(found)["x"]["label"]


def test_the_tree_is_that_of_the_paper() -> None:
    drawn = drawing("tree", "micro-yahtzee")
    nodes, edges = drawn.data["nodes"], drawn.data["edges"]
    followed = [edge["label"] for edge in edges if edge["followed"]]
    assert followed == ["4", "score double", "3", "score square"]  # Verhoeff 1999, Figure 1
    assert drawn.data["score"] == 17
    assert len(edges) == 6 + 2 + 6 + 1 == len(nodes) - 1
    assert [node["is_choice"] for node in nodes].count(True) == 6  # the second roll leaves none
    axes = drawn.draw().axes[0]
    assert {"Begin", "End: 17"} <= {text.get_text() for text in axes.texts}


def test_trees_that_cannot_be_read_are_not_drawn() -> None:
    with pytest.raises(UsageError, match="252 edges leave one node"):
        drawing("tree", "yahtzee")
    with pytest.raises(UsageError, match="state goes with"):
        drawing("tree", "micro-yahtzee", state="double=2")
