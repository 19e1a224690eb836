"""Crocce and Mordecki 2014: which printed numbers we meet, and why we differ where we do."""

from collections import Counter
from fractions import Fraction
from itertools import islice, product
from pathlib import Path

import pytest

from dicedevil.reproduce import reproduce
from dicedevil.reproduce.ten_thousand import parts, printed, rows
from dicedevil.reproduce.ten_thousand.algorithms import AlgorithmFourTwo, GatheredAlgorithm
from dicedevil.reproduce.ten_thousand.configurations import (
    Configuration,
    critical_threshold,
    frequencies,
    possible_moves,
    reachable,
    scoring,
    threshold,
)
from dicedevil.reproduce.ten_thousand.ours import ours
from dicedevil.reproduce.ten_thousand.pig import growth, right_side
from dicedevil.reproduce.verdicts import Verdict
from misprints import misprints
from paper_tables import require_parts, require_shapes

DOCS = Path(__file__).parents[2] / "docs" / "ten-thousand.md"
VALUE = Fraction(121641015674847448340982258132218446206307, 20715365083774675788592339525763025862656)
"""Of one turn, in chips; found by two programs that share no code."""

ROWS = {
    "Table 1": 16,
    "Section 2.1": 2,
    "Definition 2.1": 2,
    "Table 2": 4,
    "Table 3": 15,
    "Section 3.2": 1,
    "Theorem 4.1": 14,
    "Equation (6)": 1,
    "Equation (8)": 5,
    "Section 4": 10,
    "Lemma 4.3": 1,
    "Algorithm 4.2": 4,
    "Section 5.1": 2,
    "Table 4": 14,
    "Section 5.2": 4,
    "Equation (9)": 1,
    "Section 6": 3,
    "Equation (10)": 1,
    "Appendix": 27,
    "Table 5": 45 * 8 + 7,
    "Table 6": 28 * 8 + 28 + 8 + 5,
}

DIFFERENCES = {
    "Section 5.1, lines to leave out for stop or roll": "slip of the paper: lines 9 and 10",
    "Table 4, m5, value": "290.06 points; slip of the paper: a 2 too many",
    "Section 5.2, growth of other solutions": "slip of the paper: V(0) x^tau",
    "Appendix, line 14": "slip of the paper: no n lies between 2 and 3",
    "Appendix, action of line 15": "slip of the paper: from tau + 1",
    "Appendix, action of line 19": "slip of the paper: from tau + 1",
    "Table 5, [0,2,4], s(i)": "slip, in print or scan",
    "Table 5, heading of the first column": "slip of the paper: the column",
    "Table 6, 0 chips (0 points), n=5": "293.60 points; slip of the paper: rounded up",
    "Table 6, best action, n=2 [2,0,0] [1,1,0]": "slip of the paper: its values here",
    "Table 6, best action left out, n=2 other": "slip of the paper: with 3 chips (150 points), [1,0,0]",
}
"""Every disagreement, and how its note begins."""


@pytest.fixture(scope="module")
def all_rows():
    return list(rows())


@pytest.fixture(scope="module")
def general():
    return AlgorithmFourTwo()


def test_every_printed_number_has_a_row(all_rows):
    assert Counter(row.item.split(",")[0] for row in all_rows) == ROWS
    assert len({row.item for row in all_rows}) == len(all_rows) == sum(ROWS.values())


def test_we_differ_only_where_the_paper_or_the_scan_slips(all_rows):
    differing = {row.item: row.note for row in all_rows if row.agrees is False}
    assert differing.keys() == DIFFERENCES.keys()
    for item, note in differing.items():
        assert note.startswith(DIFFERENCES[item]), item
    apart = Counter(row.verdict for row in all_rows if row.agrees is None)
    assert apart.keys() == {
        Verdict.BLANK,
        Verdict.UNREADABLE,
        Verdict.QUESTION,
        Verdict.READING,
        Verdict.NOTHING_PRINTED,
    }
    assert {row.computed for row in all_rows if row.verdict is Verdict.READING} == {
        "5.8565944",
        "5.8720189",
    }
    assert apart[Verdict.UNREADABLE] == 1


def test_w_k_begins_with_the_mean_of_one_roll_and_grows_to_the_value(all_rows):
    grown = [float(row.computed) for row in all_rows if row.item.startswith("Section 4, W_k, k = ")]
    points = sum(
        {1: 1000}.get(face, 100 * face) * (roll.count(face) >= 3)
        + {1: 100, 5: 50}.get(face, 0) * (roll.count(face) - 3 * (roll.count(face) >= 3))
        for roll in product(range(1, 7), repeat=5)
        for face in range(1, 7)
    )
    assert grown[0] == pytest.approx(points / 50 / 6**5, abs=1e-10)
    assert grown == sorted(grown)
    assert grown[-1] == pytest.approx(float(VALUE), abs=1e-9)


def test_a_misprint_would_be_noticed(all_rows, monkeypatch):
    found = misprints("ten-thousand", all_rows, rows, monkeypatch)
    assert found.unnoticed == {}
    assert found.share > 0.35  # short cells of Table 5 stay as they are


def test_the_docs_tell_how_many_numbers_differ(all_rows):
    differ = sum(row.agrees is False for row in all_rows)
    assert f"Of all compared {differ} differ" in " ".join(DOCS.read_text(encoding="utf-8").split())


def test_the_rows_are_found_by_the_name_of_the_paper(all_rows):
    assert list(islice(reproduce("ten-thousand"), 40)) == all_rows[:40]


def test_the_threshold_is_derived():
    assert [critical_threshold(dice) for dice in range(1, 6)] == [1, 3, 7, 18, 56]
    assert threshold() == 56
    assert ours().rules.threshold == 2800


def test_the_value_of_a_turn_is_this_fraction(general):
    assert general.value == VALUE
    assert GatheredAlgorithm().value == VALUE
    assert GatheredAlgorithm(as_printed=True).value == VALUE
    assert ours().value() == VALUE


@pytest.mark.parametrize("actions", [line[0] for line in printed.TABLE_4[:-1]])
def test_all_ways_agree_on_restricted_games(actions):
    moves = () if actions == "stop-roll" else tuple(actions.split("-"))
    value = ours().value(actions)
    assert AlgorithmFourTwo(moves).value == value
    assert GatheredAlgorithm(moves).value == value


def test_the_lines_as_printed_would_spoil_table_4():
    as_printed = [GatheredAlgorithm(moves, as_printed=True).value for moves in (("m5",), ("m5", "m1"))]
    assert [f"{float(value):.10f}" for value in as_printed] == ["5.7935955248", "5.8077495517"]


def test_both_algorithms_give_the_same_value_and_action_at_every_state(general):
    gathered = GatheredAlgorithm()
    for state in reachable():
        assert gathered.entry(*state) == general.entry(*state), state
    assert len(general.entries) == 5040
    assert len(reachable()) == 3900


def test_a_third_five_alone_is_rolled_on_though_table_6_leaves_it_out(general):
    value, action = general.entry(3, Configuration(1, 0, 0), 2)
    assert action == "r"
    assert f"{float(value):.4f}" == "3.1726"
    assert (3, Configuration(1, 0, 0), 2) in reachable()


def test_configurations_and_frequencies():
    assert len(scoring()) == 44
    for dice in range(1, 6):
        assert sum(row.get(dice, 0) for row in frequencies().values()) == 6**dice
    assert set(possible_moves()) == {name for name, _ in printed.TABLE_3} - {"s", "r"}


def test_the_growth_rate_solves_the_equation():
    assert abs(right_side(growth()) - 1) < Fraction(1, 10**15)
    assert (
        right_side(Fraction("1.0460"))
        < 1
        < right_side(Fraction("1.0462"))
        < right_side(Fraction("1.0646"))
    )


def test_no_cell_of_a_table_is_lost_in_its_shape(all_rows):
    require_shapes("ten-thousand", list(all_rows))


def test_each_part_has_what_it_names():
    require_parts(parts())
