"""The official card: how far the spread of best play depends on ties takes 15 s to know."""

from __future__ import annotations

import pytest

from dicedevil.ask.spread import sd_range

pytestmark = pytest.mark.attack


def test_the_spread_of_yahtzee() -> None:
    """The two standard deviations that strategies with the mean 254.5896 were found to have."""
    found = sd_range("yahtzee")
    assert found.sd_least == pytest.approx(59.61143570, abs=1e-6)
    assert found.sd_greatest == pytest.approx(59.61173093, abs=1e-6)
    assert found.error_bound < 1e-6
    assert found.widest_tie < 1e-12 < 1e-9 < found.closest_call
