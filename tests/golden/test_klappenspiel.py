"""Benjamin and Stanford 1995: which printed numbers we meet, and why we differ where we do."""

import csv
import io
from collections import Counter
from fractions import Fraction
from itertools import islice

import pytest

import dicedevil as dd
from dicedevil.objectives import Worst
from dicedevil.reproduce import reproduce
from dicedevil.reproduce.klappenspiel import opt_table, parts, rows
from dicedevil.reproduce.klappenspiel.boards import EITHER, IND, SUM, paper_letter
from dicedevil.reproduce.klappenspiel.interference import interferences
from dicedevil.reproduce.verdicts import Verdict
from misprints import misprints
from paper_tables import require_parts, require_shapes

ROWS = {
    "Introduction": 1,
    "Figure 1": 5,
    "Methods": 2,
    "Example 1": 8,
    "Example 2": 2,
    "Dice Rolls": 22,
    "Dynamic Program": 4,
    "Results": 1,
    "Table 1": 25 * 15,
    "Table 2": 30,
    "The nine consistent rolls": 11,
    "The twelve inconsistent rolls": 13,
    "Heuristic": 14,
    "Example 3": 5,
    "Table 3a": 28,
    "Table 3b": 6,
    "Table 4": 18,
    "Interference": 20,
    "Proof": 30,
    "Table 5": 6,
    "Suboptimal Strategies": 4,
}

UNREADABLE = {
    1: ["2,5"],
    3: ["3,4"],
    4: ["4,5"],
    6: ["4,5"],
    7: ["2,5", "4,6"],
    8: ["2,5"],
    1008: ["1,5", "2,5"],
    1009: ["1,3"],
    1010: ["1,4"],
    1013: ["2,4", "4,6"],
    1014: ["3,4"],
    1015: ["2,4"],
    1017: ["1,3", "3,4"],
    1018: ["1,5"],
    1020: ["1,2", "1,3"],
    1021: ["2,5", "2,6"],
    1022: ["1,2"],
}
"""Cells of Table 1 that the scan has garbled beyond reading."""

SLIPS = {
    "Example 1, digits of board 1": "the scan has 9 digits",
    "Example 2, digits of board 511": "the scan has 9 digits",
    "Methods, board after IND": "slip of a sign",
    "Table 3a, {1,4,5}, roll 1,4, tiles that make it SUM": "slip, in print or scan",
    "Table 3a, {1,5,6}, roll 1,5, tiles that make it SUM": "slip, in print or scan",
    "Table 3a, {2,3,5}, roll 2,3, tiles that make it SUM": "slip, in print or scan",
    "Table 3a, {2,4,6}, roll 2,4, tiles that make it SUM": "slip, in print or scan",
    "Table 4, line 2, {1,2,4,5,6,7,8,10}, roll 1,4": "slip in the roll",
    "Table 4, line 9, {1,4,6,7}, roll 1,6": "slip of the paper, against its own Example 3",
    "Table 4, line 9, {1,4,6,7}, roll 1,6, with tile 2": "slip of the paper, against its own Example 3",
    "Suboptimal Strategies, optimal over worst": "slip of the paper: from its chances rounded",
    "Suboptimal Strategies, optimal over random": "slip of the paper: from its chances rounded",
    "Suboptimal Strategies, heuristic over worst": "slip of the paper: from its chances rounded",
    "Suboptimal Strategies, heuristic over random": "slip of the paper: from its chances rounded",
}
"""Every other disagreement, and how its note begins."""


@pytest.fixture(scope="module")
def all_rows():
    return list(rows())


@pytest.fixture(scope="module")
def table():
    return opt_table()


def test_every_printed_number_has_a_row(all_rows):
    assert Counter(row.item.split(",")[0] for row in all_rows) == ROWS
    assert len({row.item for row in all_rows}) == len(all_rows) == 605


def test_we_differ_only_where_the_paper_or_the_scan_slips(all_rows):
    unreadable = {
        f"Table 1, board {board}, roll {roll}": "unreadable in the scan"
        for board, cells in UNREADABLE.items()
        for roll in cells
    }
    unreadable |= {"Example 1, digits of board 1023": "unreadable"}
    for verdict, reasons in ((Verdict.DIFFERS, SLIPS), (Verdict.UNREADABLE, unreadable)):
        found = {row.item: row.note for row in all_rows if row.verdict is verdict}
        assert found.keys() == reasons.keys()
        for item, note in found.items():
            assert note.startswith(reasons[item]), item
    apart = [row for row in all_rows if row.agrees is None and row.item not in unreadable]
    assert {(row.published, row.computed, row.verdict) for row in apart} == {("(blank)", ".", "blank")}


def test_the_board_that_the_text_excludes_is_no_slip(all_rows):
    (row,) = [row for row in all_rows if row.item == "Proof, {1,2,3}, roll 1,2: chance after IND"]
    assert (row.published, row.computed, row.agrees) == ("as after SUM", "as after SUM, 2/36", True)
    assert row.note.startswith("the text excludes this board")
    others = [
        row for row in all_rows if row.item.endswith("chance after IND") and "{1,2,3}" not in row.item
    ]
    assert {row.published for row in others} == {"at least 3/36"}
    assert len(others) == 13


def test_the_column_shift_of_the_scan_is_said_where_it_is(all_rows):
    """Read off the scan: 2,4 to 4,6 stand a line low throughout, 2,3 from board 1016 on."""
    cells = {row.item: row for row in all_rows if row.item.startswith("Table 1") and "roll" in row.item}
    low = {item for item, row in cells.items() if "a line too low" in row.note}
    columns = Counter(item.partition("roll ")[2] for item in low)
    assert columns == dict.fromkeys(["2,4", "2,5", "2,6", "3,4", "3,5", "3,6", "4,5", "4,6"], 25) | {
        "2,3": 8
    }
    assert "Table 1, board 1016, roll 2,3" in low
    assert "Table 1, board 1015, roll 2,3" not in low


def test_a_misprint_would_be_noticed(all_rows, monkeypatch):
    found = misprints("klappenspiel", all_rows, rows, monkeypatch)
    assert found.unnoticed == {}
    assert found.share > 0.5


def test_the_rows_are_found_by_the_name_of_the_paper(all_rows):
    assert list(islice(reproduce("klappenspiel"), 40)) == all_rows[:40]


def test_every_letter_that_can_be_read_in_table_1_is_ours(all_rows):
    cells = [row for row in all_rows if row.item.startswith("Table 1") and "roll" in row.item]
    printed = [row for row in cells if row.published in ("I", "S")]
    ours = [row for row in cells if row.computed in ("I", "S")]
    assert printed == ours
    assert len(printed) == 85
    assert all(row.agrees for row in printed)


def test_the_whole_opt_array(table):
    assert len(table.boards) == 1024
    assert [row.board for row in table.boards] == list(range(1024))
    assert table.boards[0].chance == 1
    assert table.boards[1023].chance == Fraction(130272329, 44079842304)
    assert len(table.rolls) == 21
    assert len(table.rolls_with_choice) == 14
    letters = Counter(play for row in table.boards for play in row.plays.values())
    assert letters["I"] + letters["S"] + letters["="] == 14 * 128
    assert letters["="] == 16


def test_the_only_ties_are_on_the_roll_1_2(table):
    tied = {
        (roll, row.tiles) for row in table.boards for roll, play in row.plays.items() if play == EITHER
    }
    assert {roll for roll, _ in tied} == {(1, 2)}
    assert {tiles[:3] for _, tiles in tied} == {(1, 2, 3)}
    assert all(set(tiles[3:]) <= {7, 8, 9, 10} for _, tiles in tied)


def test_interference_by_tile(table):
    found = list(interferences(table))
    to_sum = Counter(one.tile for one in found if one.before == IND)
    to_ind = Counter(one.tile for one in found if one.before == SUM)
    assert [to_sum[tile] for tile in range(1, 11)] == [118, 104, 89, 65, 36, 22, 9, 10, 13, 12]
    assert [to_ind[tile] for tile in range(1, 11)] == [0, 6, 18, 1, 1, 29, 9, 9, 12, 2]


@pytest.mark.parametrize(
    ("strategy", "chance"),
    [
        ("worst", Fraction(267745973, 235092492288)),
        ("ind", Fraction(846811033, 528958107648)),
        ("random", Fraction(19599730745, 11284439629824)),
        ("sum", Fraction(196175, 102036672)),
        ("heuristic", Fraction(3506825, 1224440064)),
        ("optimal", Fraction(130272329, 44079842304)),
    ],
)
def test_the_six_strategies_exactly(strategy, chance):
    assert dd.evaluate("klappenspiel", strategy).exact_mean == chance


def test_evaluating_the_solved_strategies_gives_the_solved_values(table):
    assert dd.evaluate("klappenspiel", "optimal").exact_mean == table.boards[-1].chance
    worst = dd.solve("klappenspiel", Worst(), exact=True).exact
    assert dd.evaluate("klappenspiel", "worst").exact_mean == worst


def test_table_1_whole_as_text(table):
    lines = table.to_text().splitlines()
    assert len(lines) == 1025
    assert " ".join(lines[0].split()) == (
        "Board F 1,2 1,3 1,4 1,5 1,6 2,3 2,4 2,5 2,6 3,4 3,5 3,6 4,5 4,6"
    )
    assert lines[8].split() == ["7", "0.006173", "I", *13 * ["."]]
    assert lines[-1].split() == ["1023", "0.002955", *"IIIISIISSSSSSS"]
    assert len({len(line) for line in lines}) == 1


def test_part_of_table_1_as_text(table):
    assert table.to_text(numbers=[1009]).splitlines()[1].split()[2:] == list("...II.........")


def test_table_1_whole_as_csv_reads_back(table):
    read = list(csv.DictReader(io.StringIO(table.to_csv())))
    assert len(read) == 1024
    for line, row in zip(read, table.boards, strict=True):
        assert Fraction(line["exact"]) == row.chance
        assert float(line["chance"]) == float(row.chance)
        for roll in table.rolls_with_choice:
            assert line[f"{roll[0]},{roll[1]}"] == paper_letter(row.plays[roll])
    assert read[49]["tiles up"] == "1+5+6"
    assert read[0]["tiles up"] == "none"


def test_csv_with_forced_plays_has_all_rolls(table):
    read = list(csv.DictReader(io.StringIO(table.to_csv(forced=True))))
    assert len(read[0]) == 4 + 21
    assert (read[1023]["5,6"], read[1023]["1,1"], read[1023]["6,6"]) == ("i", "s", ".")
    assert read[7]["1,2"] == "="


def test_the_table_follows_its_own_recursion(table):
    """P and OPT fit together: each chance is the mean of what the letters lead to."""
    for row in table.boards[1:]:
        total = Fraction(0)
        for (j, k), play in row.plays.items():
            left = set(row.tiles) - ({j, k} if play in "Ii=" else {j + k})
            total += table.rolls[j, k] * (0 if play == "." else table.chance(*left))
        assert row.chance == total / 36


def test_no_cell_of_a_table_is_lost_in_its_shape(all_rows):
    require_shapes("klappenspiel", list(all_rows))


def test_each_part_has_what_it_names():
    require_parts(parts())
