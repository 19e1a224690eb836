"""Figures of press-your-luck games show what is solved."""

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.figures.press_luck import boundary, faces, roll_solid, value


@pytest.fixture(scope="module")
def solid():
    return roll_solid(dd.game("pig"))


def hold_totals(solid, me, them):
    return [turn for turn in range(100 - me) if not solid[me, them, turn]]


def test_the_boundary_of_pig(solid):
    assert hold_totals(solid, 0, 0)[0] == 21
    assert hold_totals(solid, 0, 50)[0] == 29
    assert hold_totals(solid, 50, 0)[0] == 15
    assert hold_totals(solid, 50, 50) == list(range(21, 46))  # and roll again from 46
    assert hold_totals(solid, 70, 70) == hold_totals(solid, 90, 90) == []
    assert 27 not in hold_totals(solid, 41, 49)  # known from the literature
    assert {22, 26, 28} <= set(hold_totals(solid, 41, 49))


def test_close_to_the_target_nobody_holds(solid):
    holds = [(me, them) for me in range(100) for them in range(100) if hold_totals(solid, me, them)]
    assert max(me for me, _ in holds) == 77
    assert max(them for _, them in holds) == 83


def test_what_reaches_the_target_is_no_part_of_the_solid(solid):
    me, _, turn = np.nonzero(solid[:, :, 2:])
    assert (me + turn + 2).max() == 99


def test_a_cube_shows_three_faces():
    squares, shades = faces(np.ones((1, 1, 1), dtype=bool))
    assert squares.shape == (3, 4, 3)
    assert len(set(shades)) == 3
    assert {tuple(square.mean(axis=0)) for square in squares} == {
        (0, 0.5, 0.5),
        (0.5, 0, 0.5),
        (0.5, 0.5, 1),
    }


def test_the_solid_of_a_die_with_even_faces_is_told_in_points():
    figure = boundary(dd.game("pig:target=12,dice=1d{1;2;4}")).draw()
    assert figure.axes[0].get_zlim()[1] >= 12
    assert len(figure.axes) == 3


@pytest.mark.parametrize(
    ("name", "banks"), [("pig", [20]), ("ten-thousand", [2800, 950, 350, 200, 200])]
)
def test_the_legend_says_from_when_to_bank(name, banks):
    above, below = value(dd.game(name)).draw().axes
    words = [text.get_text() for text in above.get_legend().get_texts()]
    assert [int(text.split("from ")[1].replace(",", "")) for text in words if "from" in text] == banks
    marks = [line.get_xdata()[0] for line in below.lines if line.get_marker() == "o"]
    assert marks == banks


def test_the_line_begins_with_the_value_of_rolling():
    above, _ = value(dd.game("pig")).draw().axes
    solution = dd.solve("pig", exact=True)
    assert above.lines[0].get_ydata()[1] == float(solution.worth(dd.game("pig").read_state("turn=2")))
