"""Pawlewicz 2010, what can be told without the curves of the official game.

All of it is in tests/faults/test_whole_pawlewicz.py, which `make attack` runs.
"""

from __future__ import annotations

import pytest

from dicedevil.errors import UsageError
from dicedevil.reproduce import Row, reproduce
from dicedevil.reproduce.pawlewicz.stored import long_run
from dicedevil.reproduce.verdicts import Verdict

QUICK = ("Section 2", "Section 3.1", "Section 3.2", "Table 1", "Appendix B", "Appendix D", "Long run")
NOT_OURS = {"Appendix B, edges of a reroll"}
"""A figure of speech."""


@pytest.fixture(scope="module")
def found() -> dict[str, Row]:
    """Rows without a sample and without curves; parts that have them are left out."""
    return {row.item: row for item in QUICK for row in reproduce("pawlewicz", item=item)}


def test_every_number_agrees_or_says_why_not(found: dict[str, Row]) -> None:
    assert {item.partition(",")[0] for item in found} >= set(QUICK)
    for row in found.values():
        assert (row.agrees is not False) == (row.item not in NOT_OURS), row
        assert row.agrees or row.note, row


def test_the_figures_of_the_paper(found: dict[str, Row]) -> None:
    assert found["Section 3.1, score states"].computed == "310656"
    assert found["Section 4.1, best mean score"].computed == "254.589"
    assert found["Appendix D, positions"].computed == "12671976997282"
    assert found["Appendix D, Glenn's limit"].computed == "2^48.11"
    assert found["Appendix A.2.1, threshold"].computed == "63"
    assert sum(item.startswith("Table 1,") for item in found) == 13


def test_times_of_two_machines_are_not_compared(found: dict[str, Row]) -> None:
    for item in ("Section 3.2, time to solve", "Appendix D, time"):
        assert found[item].verdict is Verdict.OTHER_MACHINE
        assert found[item].agrees is None


def test_the_long_run_is_told_as_stored(found: dict[str, Row]) -> None:
    run = long_run()
    told = [row for item, row in found.items() if item.startswith("Long run, ")]
    assert len(told) == 10 * len(run.errors.depths) + 2
    assert all(row.verdict is Verdict.NOTHING_PRINTED for row in told)
    commands = [row.note for row in told if "dicedevil" in row.note]
    assert len(commands) == 2, "once for the errors and once for the matches, not beside every number"
    assert all("stored run" in note and "--seed 1" in note for note in commands)
    assert run.errors.row(1, "emp-3").mean == 0  # it sees the end
    assert run.duel.variance_won > 20


def test_only_what_is_asked_for_is_worked_out() -> None:
    found = list(reproduce("pawlewicz", item="Appendix B"))
    assert {row.item.partition(",")[0] for row in found} == {"Appendix B"}
    with pytest.raises(UsageError, match="at least 2 games"):
        list(reproduce("pawlewicz", games=1))
