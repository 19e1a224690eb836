"""Targets outside the range of scores."""

from __future__ import annotations

import pytest

import dicedevil as dd
from dicedevil.errors import PositionError


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("game", ["ten-times-18:slots=3", "micro-yahtzee", "klappenspiel"])
def test_targets_outside_the_range_are_refused(game: str, exact: bool) -> None:
    highest = dd.curve(game).targets[-1]
    assert dd.solve(game, dd.ReachTarget(highest), exact=exact).value > 0
    assert dd.solve(game, dd.ReachTarget(0), exact=exact).value == 1
    with pytest.raises(PositionError, match="highest possible score"):
        dd.solve(game, dd.ReachTarget(highest + 1), exact=exact)
    with pytest.raises(PositionError, match="always reaches -1"):
        dd.solve(game, dd.ReachTarget(-1), exact=exact)


def test_where_low_scores_win() -> None:
    game = "shut-the-box:tiles=4,score=remaining"
    assert 0 < dd.solve(game, dd.ReachTarget(0)).value < 1
    with pytest.raises(PositionError, match="lowest possible score is 0"):
        dd.solve(game, dd.ReachTarget(-1))
