"""Figures: bars where scores leave gaps, axes that end with what happens, strategies told apart."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.ask.evaluate import Distribution
from dicedevil.errors import NotationError, UsageError
from dicedevil.figures.distribution import distribution_figure, nice_bin, shown_range
from dicedevil.figures.errors import errors_figure
from dicedevil.players.move_errors import ErrorRow, MoveErrors


def legend(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.get_legend().get_texts()]


def small_print(figure: Any) -> str:
    words = figure.get_supxlabel()
    return str(words).replace("\n", " ")


def even_law(*scores: int, name: str = "optimal") -> Distribution:
    return Distribution("a game", name, {score: Fraction(1, len(scores)) for score in scores})


def test_scores_with_gaps_are_bars() -> None:
    [axes] = dd.plot("distribution", "pig").axes
    assert not axes.lines
    heights = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in axes.patches}
    assert sorted(heights) == [0, 20, 21, 22, 23, 24, 25]
    assert sum(heights.values()) == pytest.approx(1)


def test_many_scores_without_a_gap_are_a_line() -> None:
    assert distribution_figure([even_law(*range(60))]).axes[0].lines
    assert not distribution_figure([even_law(*range(0, 120, 2), 1)]).axes[0].lines


def test_a_bin_is_a_score_where_scores_are_fifties() -> None:
    [axes] = distribution_figure([even_law(0, *range(200, 2000, 50))]).axes
    assert axes.patches[0].get_width() == pytest.approx(40)
    assert axes.get_ylabel() == "probability"
    assert nice_bin(0, 6000, 50) == 100


def test_axes_end_where_nothing_happens_any_more_and_say_so() -> None:
    law = dd.evaluate("ten-thousand:dice=3d6", exact=False)
    figure = distribution_figure([law])
    low, high = shown_range([law])
    assert (low, law.max) == (0, 1300)
    assert high < 1100
    assert float(law.at_least(high + 1)) < 1 / 200
    assert figure.axes[0].get_xlim()[1] < 1.2 * high
    assert f"above {high:,}, up to 1,300" in small_print(figure)


def test_a_short_tail_stays() -> None:
    law = even_law(*range(30))
    assert shown_range([law]) == (0, 29)
    assert small_print(distribution_figure([law])) == ""


def test_strategies_that_score_alike_are_told() -> None:
    [axes] = dd.plot("distribution", "pig", ["optimal", "hold-at-20"]).axes
    assert legend(axes)[1] == "hold-at-20: the same as optimal"
    optimal, other = axes.containers
    assert optimal[0].get_x() < other[0].get_x()  # side by side


def test_lines_that_cover_each_other_have_marks_in_turn() -> None:
    [axes] = dd.plot("curve", "pig", ["optimal", "hold-at-20"]).axes
    _, one, two = axes.lines
    assert list(one.get_ydata()) == list(two.get_ydata())
    assert one.get_marker() != two.get_marker()
    assert one.get_markevery()[0] != two.get_markevery()[0]


def test_a_curve_ends_where_nothing_happens_any_more() -> None:
    figure = dd.plot("curve", "ten-times-18:slots=6")
    left, right = figure.axes[0].get_xlim()
    curve = dd.curve("ten-times-18:slots=6")
    assert curve.chance(int(left) + 2) > 0.99
    assert left > curve.targets[0] + 20
    assert right < curve.targets[-1] - 20
    assert "harder than" in small_print(figure)


def test_few_targets_are_bars() -> None:
    [axes] = dd.plot("curve", "klappenspiel:tiles=4").axes
    assert [bar.get_height() for bar in axes.patches] == [1, dd.solve("klappenspiel:tiles=4").value]


def test_what_may_not_be_banked_is_no_advice() -> None:
    above, below = dd.plot("value", "farkle").axes
    assert legend(above)[:6] == [
        "6 dice: bank from 18,350 (not shown)",
        "5 dice: bank from 3,100",
        "4 dice: bank from 1,050",
        *(f"{dice}: bank from 500" for dice in ("3 dice", "2 dice", "1 die")),
    ]
    assert min(min(line.get_xdata()) for line in below.lines[:-1]) == 500
    assert below.get_xlim()[1] < 5000


def test_a_logarithmic_scale_says_what_it_cannot_show() -> None:
    rows = [ErrorRow(to_go, "emp-1", 1, 3, 0.001 * (to_go - 1), 1e-4, 0.0) for to_go in (1, 2, 3)]
    found = MoveErrors("micro-yahtzee", "emp-1", 10, 1, tuple(rows))
    assert "no zero" in small_print(errors_figure(found))
    assert "emp-1 at 1 turns" in small_print(errors_figure(found))
    seen = MoveErrors("micro-yahtzee", "emp-1", 10, 1, tuple(rows[1:]))
    assert small_print(errors_figure(seen)) == ""


def test_a_figure_from_a_position() -> None:
    figure = dd.plot("distribution", "ten-times-18:slots=3", ["random"], state="1=4")
    assert "from 1=4" in figure.axes[0].get_title(loc="left")
    position = dd.game("ten-times-18:slots=3").read_state("1=4")
    [axes] = dd.plot("curve", "ten-times-18:slots=3", "random", state=position).axes
    assert len(axes.lines) == 2


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (("shape", "pig"), {}, "There is no kind of figure 'shape'"),
        (("curves", "pig"), {}, "Did you mean 'curve'?"),
        (("value", "pig"), {"bin_width": 2}, "bin_width goes with: distribution, not with value"),
        (("policy", "pig"), {"state": "turn=3"}, "state goes with"),
        (("distribution", "pig"), {"bin_width": 0}, "at least 1, not 0"),
        (("policy", "pig"), {}, "no picture of the policy of pig"),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: tuple[str, str], options: dict[str, Any], words: str
) -> None:
    with pytest.raises((UsageError, NotationError), match=words.replace("?", r"\?")):
        dd.plot(*arguments, **options)


def test_no_state_of_pyplot_and_nothing_heavy_before_it_is_drawn() -> None:
    code = (
        "import sys, dicedevil as dd\n"
        "plot = dd.plot\n"
        "assert 'matplotlib' not in sys.modules\n"
        "figure = plot('value', 'klappenspiel:tiles=3')\n"
        "assert type(figure).__name__ == 'Figure'\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
