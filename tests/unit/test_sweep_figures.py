"""Figures of sweeps: what is drawn is what was found."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import dicedevil as dd
from coin_game import coin
from dicedevil.errors import UsageError
from dicedevil.figures.draw import drawing
from dicedevil.figures.sweep import sweep_drawing


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))


def test_one_parameter_is_a_line_for_each_measure() -> None:
    found = dd.sweep("pig", "target=5..9", "first-player,length")
    drawn = sweep_drawing(found)
    assert drawn.data["shape"] == "panels"
    figure = drawn.draw()
    assert len(figure.axes) == 2
    for axes, name in zip(figure.axes, found.measures, strict=True):
        (line,) = axes.lines
        assert list(line.get_xdata()) == [5, 6, 7, 8, 9]
        assert list(line.get_ydata()) == found.column(name)
        assert axes.get_title("left").startswith(name)
    assert "pig as target varies" in figure.get_suptitle()


def test_words_are_not_joined(tmp_path: Path) -> None:
    found = dd.sweep("shut-the-box:tiles=4", "score=win,remaining")
    (axes,) = sweep_drawing(found).draw().axes
    assert [label.get_text() for label in axes.get_xticklabels()] == ["win", "remaining"]
    (line,) = axes.lines
    assert line.get_linestyle() == "None"
    assert [text.get_text() for text in axes.texts] == [f"{v:.6g}" for v in found.column("mean")]


def test_two_parameters_are_a_map() -> None:
    found = dd.sweep("shut-the-box", ["tiles=3..5", "score=win,remaining"])
    drawn = sweep_drawing(found)
    assert drawn.data["shape"] == "grid"
    cells = drawn.data["cells"]
    assert [len(row) for row in cells] == [3, 3]
    assert cells[1][2] == dd.solve("shut-the-box:tiles=5,score=remaining").value
    axes, _ = drawn.draw().axes
    (image,) = axes.images
    assert image.get_array().tolist() == cells
    assert axes.get_xlabel() == "tiles"
    assert axes.get_ylabel() == "score"


def test_what_is_missing_is_left_out_and_said(tmp_path: Path) -> None:
    game = f"{coin(tmp_path)}:trouble=2"
    figure = sweep_drawing(dd.sweep(game, "prize=1..3")).draw()
    assert math.isnan(figure.axes[0].lines[0].get_ydata()[1])
    assert "1 of 3 settings could not be worked out" in figure.get_supxlabel()
    found = dd.sweep(coin(tmp_path), ["prize=1..3", "trouble=2..3"])
    assert [bool(row.error) for row in found.rows] == [False, False, True, False, False, True]
    figure = sweep_drawing(found).draw()
    assert figure.axes[0].images[0].get_array().mask.sum() == 2
    assert figure.get_supxlabel() == "Grey: 2 of 6 settings could not be worked out."


def test_what_comes_nearest_is_marked() -> None:
    found = dd.tune("pig", "target=5..20", "length", 2)
    drawn = sweep_drawing(found)
    assert drawn.data["wanted"] == 2
    (axes,) = drawn.draw().axes
    _, wanted, best = axes.lines
    assert list(wanted.get_ydata()) == [2, 2]
    assert list(best.get_xdata()) == [found.best["target"]]
    assert list(best.get_ydata()) == [found.figure.value]
    words = dd.tune("shut-the-box:tiles=4", "score=remaining,win", "mean", 0.1)
    assert list(sweep_drawing(words).draw().axes[0].lines[2].get_xdata()) == [1]
    both = dd.tune("shut-the-box", ["tiles=3..5", "score=win,remaining"], "mean", 0.1)
    figure = sweep_drawing(both).draw()
    (frame,) = figure.axes[0].patches
    places = (
        [3, 4, 5].index(int(both.best["tiles"])),
        ["win", "remaining"].index(str(both.best["score"])),
    )
    assert frame.get_xy() == (places[0] - 0.5, places[1] - 0.5)
    assert figure.get_supxlabel().startswith("Framed: nearest to 0.1: tiles=")


def test_the_same_by_plot() -> None:
    found = dd.sweep("pig", "target=5..9")
    assert dd.plot("sweep", found).axes[0].lines[0].get_ydata()[0] == found.column("mean")[0]
    with pytest.raises(UsageError, match="of what sweep or tune found"):
        drawing("sweep", "pig")
    with pytest.raises(UsageError, match="drawn as the kind 'sweep'"):
        drawing("curve", found)


def test_a_flat_line_is_drawn_flat() -> None:
    """One turn of Pig is worth the same to the last digits: they are no picture."""
    (axes,) = sweep_drawing(dd.sweep("pig", "target=60..63")).draw().axes
    low, high = axes.get_ylim()
    assert high - low > 0.5


def test_three_maps_leave_a_place_empty() -> None:
    found = dd.sweep("shut-the-box", ["tiles=3..4", "score=win,remaining"], "mean,sd,length")
    figure = sweep_drawing(found).draw()
    assert [axes.get_visible() for axes in figure.axes[:4]] == [True, True, True, False]
