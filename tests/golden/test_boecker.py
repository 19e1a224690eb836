"""Böcker 2015, every printed number: S. Böcker, Ten Times Eighteen, J. Inf. Process. 23(3), 2015."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import dicedevil as dd
from dicedevil.ask.strategies import as_strategy
from dicedevil.families.placement.game import open_slots
from dicedevil.reproduce import Row, compare
from dicedevil.reproduce.boecker import figure_2_bins, figure_2_simulated, parts, rows
from dicedevil.reproduce.boecker import printed as boecker_printed
from dicedevil.reproduce.boecker.knowing import all_knowing
from dicedevil.reproduce.boecker.ours import BINS, STRATEGIES, Paper
from dicedevil.reproduce.boecker.replies import Replies
from dicedevil.reproduce.verdicts import Verdict
from misprints import misprints
from paper_tables import require_parts, require_shapes

CELLS = {
    "Table 1": 16,
    "Table 2": 10,
    "Table 3": 32,
    "Table 4": 55,
    "Table 5": 8,
    "Table 6": 23,
    "Table 7": 15,
    "Figure 1": 4,
    "Figure 2": 3,
    "Section 1": 3,
    "Section 2": 3,
    "Section 3": 4,
    "Section 4": 3,
    "Section 5": 11,
    "Section 6": 19,
    "Section 7": 5,
    "Section 8": 6,
    "Section 9": 4,
    "Section 10": 5,
    "Sections 4 and 5": 1,
    "Equation 6": 1,
}

DISAGREE = {
    "Table 7, E_5[2]": "printed 11.713, is 11.713657...: a slip in the last digit",
    "Sections 4 and 5, the slots in M[A]": "the text says filled, equation 1 needs open",
    "Equation 6, the index of the slot": "I_j(x) would need E_j itself; E_{j-1} is meant",
    "Section 7, the rolls counted in Q[y, l]": "the text says placed, equation 7 needs still to place",
}


@pytest.fixture(scope="module")
def paper() -> Paper:
    return Paper()


@pytest.fixture(scope="module")
def printed(paper) -> dict[str, Row]:
    found = list(rows(paper))
    by_item = {row.item: row for row in found}
    assert len(by_item) == len(found), "an item stands twice"
    return by_item


def test_every_table_is_there_cell_by_cell(printed):
    assert Counter(item.partition(",")[0] for item in printed) == CELLS


def test_rows_agree_except_for_the_slips_listed_here(printed):
    assert {item for item, row in printed.items() if row.agrees is False} == set(DISAGREE)
    assert all(printed[item].note for item in DISAGREE)
    apart = {
        (row.verdict, item.partition(",")[0]) for item, row in printed.items() if row.agrees is None
    }
    assert apart == {(Verdict.PICTURE, "Figure 2"), (Verdict.QUESTION, "Section 10")}


def test_a_misprint_would_be_noticed(paper, printed, monkeypatch):
    found = misprints("boecker", list(printed.values()), lambda: rows(paper), monkeypatch)
    assert found.unnoticed == {}
    assert found.share > 0.6


def test_rows_that_repeat_what_is_printed_are_found_out(monkeypatch):
    """The check itself: 165 is changed where it is printed, and a row that computes from it agrees."""
    monkeypatch.setattr(boecker_printed, "ECHO", "165", raising=False)

    def echo():
        return [compare("boecker", "Section 1", boecker_printed.ECHO, int(boecker_printed.ECHO))]

    found = misprints("boecker", echo(), echo, monkeypatch)
    assert found.unnoticed == {"Section 1": "165"}


def test_rows_are_well_formed(printed):
    for row in printed.values():
        assert row.paper == "boecker"
        assert row.published
        assert row.computed
        if row.agrees and re.fullmatch(r"[\d.,]+", row.published) and not row.note:
            assert row.computed == row.published.replace(",", "")


def test_the_main_numbers_are_among_the_rows(printed):
    published = {row.published for row in printed.values()}
    main = (
        "160 144 23,040 3.99e18 165 990 10.5 577.5 642.2393504256 652.93403 0.03455 0.02989 "
        "221073919720733357899776 4.52e-24 642.272639 652.947393 13.84615 231.11229 236.97840 "
        "207.69231"
    )
    assert published >= set(main.split())


def test_a_wrong_number_would_be_noticed(paper, monkeypatch):
    monkeypatch.setattr("dicedevil.reproduce.boecker.knowing.number", _one_off)
    wrong = [row.item for row in all_knowing(paper) if row.agrees is False]
    assert "Section 7, Q[18, 10]" in wrong


def _one_off(item, published, ours, note=""):
    from dicedevil.reproduce import compare

    return compare("boecker", item, published, Fraction(ours) + Fraction(1, 100_000), note)


def test_the_simulations_say_what_they_are(printed):
    means = [row for item, row in printed.items() if "mean of a million games" in item]
    assert len(means) == 2
    assert all("simulation" in row.note and row.computed != row.published for row in means)


def test_all_closest_calls_of_the_game_have_one_pattern(paper):
    calls = paper.whole_game
    expected = set()
    for state in range(1, 1 << 10):
        slots = open_slots(state)
        if len(slots) == 7:
            if slots[3] - slots[2] == 1:
                expected.add((state, (10,), slots[3], slots[2]))
            if slots[4] - slots[3] == 1:
                expected.add((state, (11,), slots[3], slots[4]))
    found = {(call.position.state, call.roll, call.best, call.runner_up) for call in calls.closest}
    assert found == expected
    assert len(found) == 168
    assert calls.decisions == 16 * (1023 - 10)
    assert calls.ties == ()


def test_the_first_move_is_closest_in_two_ways(paper):
    assert [(call.roll, call.best, call.runner_up) for call in paper.first_move.closest] == [
        ((9,), 4, 3),
        ((12,), 7, 8),
    ]


def test_the_all_knowing_mean_has_a_closed_form(paper):
    """Multipliers 1 to n: sorted, the i-th roll counts i times, once itself and once per lower one."""
    totals, weight = paper.game.totals, 216
    higher = sum(max(a, b) * totals[a] * totals[b] for a, b in product(totals, repeat=2))
    closed = 10 * Fraction(21, 2) + 45 * Fraction(higher, weight**2)
    assert paper.laws["omniscient"].exact_mean == closed == Fraction(188045, 288)


def test_figure_2_is_the_exact_law_in_bins(paper):
    exact, simulated = figure_2_bins(paper), figure_2_simulated(paper)
    assert set(exact) == set(simulated) == set(STRATEGIES)
    for name in STRATEGIES:
        assert tuple(exact[name]) == tuple(simulated[name]) == BINS
        assert sum(exact[name].values()) == sum(simulated[name].values()) == 1
    assert len(BINS) == 85
    law = paper.laws["optimal"].law
    assert exact["optimal"][640] == sum(law[score] for score in range(640, 650))
    assert exact["random"][150] == 0 < exact["random"][990]


def test_exact_medians_and_the_symmetry_of_random_placement(paper):
    assert [paper.laws[name].median for name in STRATEGIES] == [577, 646, 654]
    law = paper.laws["random"]
    assert law.at_least(578) == Fraction(1, 2)
    assert all(law.law[1155 - score] == chance for score, chance in law.law.items())
    assert law.exact_mean == Fraction(1155, 2)


def test_no_cell_of_a_table_is_lost_in_its_shape(printed):
    require_shapes("boecker", list(printed.values()))


def test_each_part_has_what_it_names(paper):
    require_parts(parts(paper))


def test_best_replies_go_round_in_a_circle(printed):
    """Held against the library's own best reply, and against a sum over all rolls of three slots."""
    game = dd.game("ten-times-18:slots=3")
    replies = Replies(game)
    reply = dd.solve(dd.SameRolls(game, as_strategy(game, "optimal")), dd.WinMatch(), exact=True)
    assert replies.chance(1, against=0) == reply.exact
    assert replies.chance(2, against=1) > Fraction(1, 2) > replies.chance(2, against=0)
    assert printed["Section 10, A beats B, B beats C, C beats A"].computed == "possible"


def test_the_open_questions_have_examples(printed):
    """Slots that pay x, x squared and x cubed: sums over the last two rolls, by hand."""
    totals = dd.game("ten-times-18").totals
    note = printed["Section 10, slots that score by any function"].note
    found = re.search(
        r"a roll of (\d+) goes on slot (\d) if slots (\d) and (\d) are open, "
        r"on slot (\d) if (\d) and (\d)",
        note,
    )
    total, *slots = map(int, found.groups())
    for best, low, high in (slots[:3], slots[3:]):
        mean = {
            slot: Fraction(sum(w * x**slot for x, w in totals.items()), 216) for slot in (low, high)
        }
        worth = {low: total**low + mean[high], high: total**high + mean[low]}
        assert worth[best] == max(worth.values())
    assert slots[1:3].index(slots[0]) != slots[4:6].index(slots[3])
    assert "so it is" in printed["Section 10, reaching a score"].note
