"""Pawlewicz 2010, every printed number, his curves and players included.

That takes the curves of all 310,656 states of the official game, two minutes and more: `make attack`.
What needs no curves is tested in tests/golden/test_pawlewicz.py; curves, players and their errors are
held against fractions on small cards.
"""

from __future__ import annotations

from collections import Counter

import pytest

import dicedevil as dd
from dicedevil.reproduce import Row
from dicedevil.reproduce.pawlewicz import rows
from dicedevil.reproduce.pawlewicz.stored import long_run
from dicedevil.reproduce.verdicts import Verdict
from paper_tables import require_shapes

pytestmark = pytest.mark.attack

NOT_OURS = {
    "Section 4.1, mean of the start's curve",  # no reading of the rules gives it
    "Section 4.2, games for each D",
    "Appendix B, edges of a reroll",  # a figure of speech
    "Section 4.4, games of people",  # not public
    "Section 4.4, people",
    "Section 4.4, error of people",
    "Section 4.4, error of the best 10",
    "Section 4.4, error of the best 3",
}
SAMPLED = ("Section 4.2", "Section 4.3", "Section 4.4", "Figure 4", "Figure 5", "Whole games")
"""What depends on how many games were played: with few, statements need not hold."""


@pytest.fixture(scope="module")
def found() -> list[Row]:
    """All rows, with a small sample; this makes the curves of all 310,656 states."""
    return list(rows(games=8))


def by_item(found: list[Row]) -> dict[str, Row]:
    return {row.item: row for row in found}


def test_every_number_agrees_or_says_why_not(found: list[Row]) -> None:
    for row in found:
        assert row.paper == "pawlewicz"
        if not row.item.startswith(SAMPLED):
            assert (row.agrees is not False) == (row.item not in NOT_OURS), row
        assert row.agrees or row.note, row
    assert {row.item for row in found} >= NOT_OURS


def test_the_figures_of_the_paper(found: list[Row]) -> None:
    ours = {item: row.computed for item, row in by_item(found).items()}
    assert ours["Section 3.1, score states"] == "310656"
    assert ours["Section 4.1, best mean score"] == "254.589"
    assert ours["Section 4.1, mean of the start's curve"] == "264.471"
    assert ours["Appendix D, positions"] == "12671976997282"
    assert ours["Section 3.3, size in GB"] == "1.3"


def test_the_mean_of_the_curve_under_the_paper_s_rules(found: list[Row]) -> None:
    """The paper prints 264.449; every joker rule gives more (docs/target-curves.md)."""
    curve = dd.curve("yahtzee:joker=used")  # on disk by now
    assert curve.mean == pytest.approx(264.4713, abs=2e-4)
    assert curve.targets[-1] == 1575
    law = dd.evaluate("yahtzee:joker=used")
    for target in (150, 200, 250, 300, 400, 500):
        reached = sum(float(p) for score, p in law.law.items() if score >= target)
        assert curve.chance(target) > reached


def test_every_figure_is_there(found: list[Row]) -> None:
    tables = Counter(row.item.partition(",")[0] for row in found)
    assert tables["Figure 3"] == 1
    assert tables["Figure 4"] == 4 * 10
    assert tables["Figure 5"] == 6 * 10
    assert tables["Table 1"] == 13
    assert tables["Whole games"] == 3 * 5


def test_the_long_run_is_told_as_stored_and_decides_what_a_small_sample_does_not(
    found: list[Row],
) -> None:
    ours, run = by_item(found), long_run()
    assert ours["Section 4.2, error of EMP(1)"].verdict is Verdict.UNDECIDED  # of eight positions
    assert f"stored run of {run.day}" in ours["Section 4.2, error of EMP(1)"].note
    assert "better than E" in ours["Section 4.3, DynS(4)"].published
    told = [row for row in found if row.item.startswith("Long run, ")]
    assert len(told) == 10 * len(run.errors.depths) + 2
    assert all(row.verdict is Verdict.NOTHING_PRINTED for row in told)
    commands = [row.note for row in told if "dicedevil" in row.note]
    assert len(commands) == 2, "once for the errors and once for the matches, not beside every number"
    assert all("stored run" in note and "--seed 1" in note for note in commands)
    assert run.errors.row(1, "emp-3").mean == 0  # it sees the end
    assert run.duel.variance_won > 20


def test_numbers_of_his_own_are_readings_and_39_is_counted(found: list[Row]) -> None:
    ours = by_item(found)
    assert ours["Section 4.2, games in all"].verdict is Verdict.READING
    assert ours["Section 4.2, moves in a game"].computed == "39"
    assert ours["Appendix A.2.1, threshold"].computed == "63"
    assert ours["Appendix D, Glenn's limit"].computed == "2^48.11"


def test_no_cell_of_a_table_is_lost_in_its_shape(found: list[Row]) -> None:
    require_shapes("pawlewicz", list(found))
