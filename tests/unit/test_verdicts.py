"""What is compared with print, and what is told apart."""

from __future__ import annotations

import pytest

from dicedevil.reproduce import BLANK, UNREADABLE, compare, said
from dicedevil.reproduce.verdicts import COMPARED, TOLD_APART, Verdict, apart


def test_every_word_is_a_comparison_or_counted_apart() -> None:
    assert {*COMPARED, *TOLD_APART} == set(Verdict)
    assert not set(COMPARED) & set(TOLD_APART)


@pytest.mark.parametrize(
    ("published", "computed", "verdict"),
    [
        ("IND", "IND", Verdict.AGREES),
        ("IND", "SUM", Verdict.DIFFERS),
        (UNREADABLE, "SUM", Verdict.UNREADABLE),
        (BLANK, BLANK, Verdict.BLANK),
        (BLANK, "3", Verdict.DIFFERS),
        ("3", BLANK, Verdict.DIFFERS),
    ],
)
def test_only_what_is_printed_agrees_or_differs(published: str, computed: str, verdict: str) -> None:
    row = said("boecker", "Table 1, x", published, computed)
    assert row.verdict == verdict
    assert row.agrees == {"agrees": True, "differs": False}.get(verdict)
    assert row.to_dict()["verdict"] == verdict


def test_numbers_agree_to_the_places_printed() -> None:
    assert compare("boecker", "x", "0.3", 0.31).verdict is Verdict.AGREES
    assert compare("boecker", "x", "0.30", 0.31).verdict is Verdict.DIFFERS


def test_what_is_told_apart_is_counted_by_its_word() -> None:
    found = [Verdict.BLANK, Verdict.AGREES, Verdict.PICTURE, Verdict.BLANK, Verdict.QUESTION]
    assert apart(found) == "2 blank, 1 picture, 1 question answered"
    assert apart([Verdict.QUESTION] * 3) == "3 questions answered"
    assert apart([Verdict.DIFFERS, Verdict.UNDECIDED]) == ""
